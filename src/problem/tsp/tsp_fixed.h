/* Edges that every tour has: FIXED_EDGES_SECTION, and the ends of a path. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TSP_FIXED_H
#define CORDEE_PROBLEM_TSP_TSP_FIXED_H

#include <stdio.h>
#include "tsp.h"

/* Writes FIXED_EDGES_SECTION, if there are any. */
void tsplib_write_fixed(FILE *out, const TspInstance *tsp);

#endif
