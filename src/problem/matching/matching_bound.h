/* The proven bound of an instance of task matching, computed once and kept with it. Local, host only. */
#ifndef CORDEE_PROBLEM_MATCHING_MATCHING_BOUND_H
#define CORDEE_PROBLEM_MATCHING_MATCHING_BOUND_H

#include <stdbool.h>
#include "instance.h"

typedef struct MatchingBound {
  bool known;
  int64_t bound;
  uint32_t price[]; /* (machines) the LP's duals (lp_bound.h) */
} MatchingBound;

/* The truncated LP bound (lp_bound.h), or the bound by maximum flow (eligible_bound.h) if that is more, and the LP's duals, into price (machines) unless it is NULL. Computed at the first call
 * for an instance by so many threads, which change no bit of it; by one thread of the process at a time. ERR_MEMORY. */
Status matching_bound(const Instance *inst, int threads, uint32_t *price, int64_t *bound);

#endif
