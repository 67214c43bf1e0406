/* What a kick leaves for the end of its round, in both twins of iterated local search (ils_kernels.h). */
#ifndef CORDEE_SOLVER_ILS_ILS_PROPOSAL_H
#define CORDEE_SOLVER_ILS_ILS_PROPOSAL_H

#include "ils_kernels.h"

/* Another tour, as segments of the snapshot in its order. A segment has two ends: 2 p, the lower side of position p, and
 * 2 q + 1, the higher side of q. It is entered by one and left by the other. */
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
RNG_FN bool ils_backward(int32_t n, int32_t low, int32_t high, bool reversed, int32_t previous,
                         int32_t next) {
  return low < high ? reversed : (next + 1) % n == low || (low + 1) % n == previous;
}

/* Where a segment is left by `leave` and the next one entered by `enter`: position p if p and the one after it, around the
 * tour, are next to each other as before, so that there is no cut; else -1. */
RNG_FN int32_t ils_joint(int32_t n, int32_t leave, int32_t enter) {
  int32_t high = leave % 2 ? leave : enter, low = leave % 2 ? enter : leave;
  return high % 2 && low % 2 == 0 && (high / 2 + 1) % n == low / 2 ? high / 2 : -1;
}

#endif
