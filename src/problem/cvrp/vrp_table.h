/* Distances that are no rule of the kernels, computed once, into a matrix: TSPLIB's other types, SCALE, and rounded distances in finer units
 * where times have decimals. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_TABLE_H
#define CORDEE_PROBLEM_CVRP_VRP_TABLE_H

#include "vrp_finish.h"
#include "vrp_units.h"

/* EUC_2D, EXACT_2D and FLOOR_2D are METRIC_EUC_2D. False: no type of that name that routes can have. */
bool vrp_metric_find(const char *word, Metric *metric);
/* Do its coordinates have a third one? */
bool vrp_metric_solid(Metric metric);
/* As people call the distances of an instance whose matrix is such a table. */
const char *vrp_metric_name(Metric metric);

/* The most decimals of times in the file, and at most VRP_DECIMALS_MAX. */
int32_t vrp_times_places(const VrpFile *file);

/* The matrix of an instance with coordinates, by the file's metric or, METRIC_EUC_2D, by the instance's own rule, whose decimals they have; the
 * rule is that of a matrix then. fine: coordinates that have more decimals than the instance keeps; NULL: none have. ERR_MEMORY;
 * ERR_FORMAT: a distance is beyond CVRP_DISTANCE_MAX; ERR_STOPPED. */
Status vrp_table_make(const VrpFile *file, const VrpPlane *fine, CvrpInstance *cvrp);
/* The matrix in units of 10^-decimals, which are more than it has. ERR_FORMAT. */
Status vrp_table_refine(const VrpFile *file, int32_t decimals, CvrpInstance *cvrp);

#endif
