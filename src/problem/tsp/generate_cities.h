/* What the generators (generate.c, dimacs.c) have in common: an empty EUC_2D instance. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_GENERATE_CITIES_H
#define CORDEE_PROBLEM_TSP_GENERATE_CITIES_H

#include "instance.h"

enum { GENERATE_SIDE = 1000000 }; /* coordinates are 0 .. side - 1 */

/* n cities, coordinates undefined, named; *out owned by the caller. ERR_USAGE (n < 1), ERR_MEMORY. */
Status cities_alloc(int32_t n, const char *name, const char *comment, Instance **out);

#endif
