/* What a kick leaves for the end of its round, in both twins of iterated local search (ils_kernels.h). */
#ifndef CORDEE_SOLVER_ILS_PROPOSAL_H
#define CORDEE_SOLVER_ILS_PROPOSAL_H

#include "ils_kernels.h"

/* Another tour, as segments of the snapshot in its order. A segment has two ends: 2 p, the lower side of position p, and
 * 2 q + 1, the higher side of q. It is entered by one and left by the other; a segment of a single city, by that side at
 * which the tour is cut (position 0 and n - 1 have a side each where it may not be). */
typedef struct IlsProposal {
  int64_t delta;
  int32_t count, cuts;
  int32_t enter[ILS_SEGMENTS], leave[ILS_SEGMENTS];
  int32_t cut[ILS_SEGMENTS]; /* ascending: positions p whose next city is no longer next to it */
} IlsProposal;

/* The end of position p on that side. */
RNG_FN int32_t ils_end(int32_t p, bool high) { return 2 * p + high; }

/* Is a segment from low to high passed from its higher to its lower end? `previous` and `next`: the positions before and after
 * it in the new order. */
RNG_FN bool ils_backward(int32_t n, int32_t low, int32_t high, bool reversed, int32_t previous, int32_t next) {
  if (low < high) return reversed;
  return (low == 0 && next == n - 1) || (low == n - 1 && previous == 0);
}

#endif
