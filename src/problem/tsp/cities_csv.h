/* Cities as comma separated values: "x,y" or "name,x,y" a line, with the names of columns in a first line perhaps. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_CITIES_CSV_H
#define CORDEE_PROBLEM_TSP_CITIES_CSV_H

#include "instance.h"
#include "tsp_options.h"

/* Is it such a text? By the path's end, .csv or .csv.gz; or by a first line with a comma that is no keyword of TSPLIB with its ':'. */
bool cities_csv_is(const char *path, const char *text, size_t bytes);

/* The instance that has these cities, with the distances of settings->metric; `path` serves messages and the name. Empty lines and those that
 * begin with '#' are skipped. A first line without numbers names the columns: x or lat, y or lon, name; others are skipped. *out is the
 * caller's (instance_free). ERR_FORMAT (place), ERR_MEMORY, ERR_STOPPED. */
Status cities_csv_parse(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out);

#endif
