/* What a kick passes to the end of its round, in both twins of iterated local search (ils_kernels.h). */
#ifndef CORDEE_SOLVER_ILS_ILS_PROPOSAL_H
#define CORDEE_SOLVER_ILS_ILS_PROPOSAL_H

#include "ils_kernels.h"

/* A tour as segments of the snapshot, in the order of the new tour. A segment has two ends: 2 p, the lower
 * side of position p, and 2 q + 1, the higher side of q. The tour enters it at one and leaves it at the
 * other. */
typedef struct IlsProposal {
  int64_t delta;
  int32_t count, cuts;
  int32_t enter[ILS_SEGMENTS], leave[ILS_SEGMENTS];
  int32_t cut[ILS_SEGMENTS]; /* ascending: positions p whose next city is no longer adjacent */
} IlsProposal;

/* The end of position p on the higher or the lower side. */
RNG_FN int32_t ils_end(int32_t p, bool high) { return 2 * p + high; }

/* Does the new tour pass the segment low .. high from its higher to its lower end? `previous` and `next`: the
 * positions before and after it in the new order. */
RNG_FN bool ils_backward(int32_t n, int32_t low, int32_t high, bool reversed, int32_t previous,
                         int32_t next) {
  return low < high ? reversed : (next + 1) % n == low || (low + 1) % n == previous;
}

/* The tour leaves a segment at `leave` and enters the next one at `enter`. Returns p if these are positions p
 * and p + 1 (around the tour), which are still adjacent, so that there is no cut; else -1. */
RNG_FN int32_t ils_joint(int32_t n, int32_t leave, int32_t enter) {
  int32_t high = leave % 2 ? leave : enter, low = leave % 2 ? enter : leave;
  return high % 2 && low % 2 == 0 && (high / 2 + 1) % n == low / 2 ? high / 2 : -1;
}

#endif
