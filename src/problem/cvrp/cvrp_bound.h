/* The proven bound of an instance of vehicle routing, computed once and kept with it. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_BOUND_H
#define CORDEE_PROBLEM_CVRP_CVRP_BOUND_H

#include "cvrp.h"

typedef struct CvrpBound {
  bool known;
  int64_t bound;
} CvrpBound;

/* Problem.bound: the largest of bound_simple.h and bound_ascent.h. Computed at the first call for an instance by so many threads, which
 * change no bit of it; by one thread of the process at a time. Of time windows only those of two customers that no route can visit one after the other are looked at, of durations nothing. ERR_MEMORY; ERR_STOPPED. */
Status cvrp_bound(const Instance *inst, int threads, int64_t *bound);

#endif
