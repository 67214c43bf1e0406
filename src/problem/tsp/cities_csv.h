/* Cities as comma separated values, with the names of columns in the first line; and distances as a square of numbers, with names perhaps. Fields are
 * separated as table_text.h says. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_CITIES_CSV_H
#define CORDEE_PROBLEM_TSP_CITIES_CSV_H

#include "instance.h"
#include "tsp_options.h"

/* How sure it is, 0 to 100, that this is such a text: by the path's end, .csv or .csv.gz; by a first line with a comma or semicolon that is no keyword of
 * TSPLIB with its ':'; by names of coordinates; or because it is a square of numbers
 * with names, or with the same number everywhere on its diagonal. */
int cities_csv_probe(const char *path, const char *text, size_t bytes);

/* The instance that has these cities or distances; `path` serves messages and the name.
 *
 * A first line names the columns of cities: x and y (and z), or lat and lon, and name; others are named in Instance.warning. Distances are those of
 * settings->metric; TSP_METRIC_FILE is EUC_2D, EUC_3D where there is a z, and metres on the sphere, GEOM, of latitudes and longitudes (Instance.remark). A square of
 * numbers is a matrix (matrix_csv.h). Anything else is refused. *out is the caller's (instance_free). ERR_FORMAT (place), ERR_MEMORY, ERR_STOPPED. */
Status cities_csv_parse(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out);

#endif
