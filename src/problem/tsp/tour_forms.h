/* Tours as files for others: comma separated values and GeoJSON (RFC 7946). Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TOUR_FORMS_H
#define CORDEE_PROBLEM_TSP_TOUR_FORMS_H

#include "problem.h"

/* Problem.forms. .csv: position, city, and if the instance has them name, x, y, z as in its file. .geojson: of GEO and GEOM, the tour as a line and
 * its cities as points, longitude and latitude in decimal degrees. */
extern const SolutionForm tour_forms[];

/* A tour of edges that are not there is none. ERR_FORMAT. */
Status tour_whole_check(const Instance *inst, int64_t cost);

#endif
