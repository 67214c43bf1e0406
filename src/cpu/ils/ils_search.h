/* One kick of a round on the CPU: from the snapshot to a proposal (src/solver/ils/ils_kernels.h). */
#ifndef CORDEE_CPU_ILS_ILS_SEARCH_H
#define CORDEE_CPU_ILS_ILS_SEARCH_H

#include "solver/ils/ils_proposal.h"
#include "ils_gain_bounds.h"

/* Kick `kick` of the epoch on tour `t`, or the descent's search of that number. problem: of the tour's
 * instance alone. adjacency: the thread's, of that tour's snapshot, unchanged on return; bounds: for the
 * problem. False: no proposal. *steps grows by the local search steps. */
bool ils_search(const IlsProblem *problem, const IlsState *state, uint32_t t, const IlsRounds *rounds,
                uint32_t kick, IlsAdjacency *adjacency, IlsGainBounds *bounds, IlsProposal *out,
                uint64_t *steps);

#endif
