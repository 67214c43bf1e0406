/* Lower bounds, computed once and kept with the instance: the assignment of directed ones, 1-trees of the others (tsp_ascent.h). Local, host
 * only. */
#ifndef CORDEE_PROBLEM_TSP_TSP_BOUND_H
#define CORDEE_PROBLEM_TSP_TSP_BOUND_H

#include <stdbool.h>
#include "assignment.h"

typedef struct TspBound TspBound;

TspBound *tsp_bound_make(void); /* nothing known yet; NULL: no memory */
void tsp_bound_free(TspBound *bound);

/* The cheapest assignment of a directed instance, of a path with the city beyond its ends (tsp_fixed_nodes), whose arcs are 0; the
 * instance owns it. Threads may ask at once: one computes, the others wait.
 * ERR_MEMORY, ERR_STOPPED. */
Status tsp_assignment(const Instance *inst, const Assignment **out);

/* Problem.bound; 0, none, where tsp_ascends says no. Threads may ask at once, as above. */
Status tsp_bound(const Instance *inst, int threads, int64_t *bound);
/* Problem.bound_slow: of 1-trees. */
bool tsp_bound_slow(const Instance *inst);

#endif
