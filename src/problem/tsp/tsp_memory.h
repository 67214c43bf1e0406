/* Instances of arrays in memory: the checks of the readers of files, without files. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TSP_MEMORY_H
#define CORDEE_PROBLEM_TSP_TSP_MEMORY_H

#include "matrix_memory.h"
#include "tsp_options.h"

/* Cities at x, y (n) and, of a metric in space, z (n), else NULL. metric: metric_name's word of coordinates. Without a name. *out is owned by the
 * caller (instance_free). "x[3]: expected ..., found ..." ERR_FORMAT, ERR_USAGE (settings, metric), ERR_MEMORY. */
Status tsp_of_cities(const char *metric, int32_t n, const double *x, const double *y, const double *z,
                     const TspSettings *settings, Instance **out);

/* Cities by matrix (n, n), which need not be symmetric; its diagonal is not looked at. Likewise. */
Status tsp_of_matrix(int32_t n, MatrixGiven matrix, const TspSettings *settings, Instance **out);

#endif
