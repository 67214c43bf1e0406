/* One kick of a round on the CPU: from a view of the snapshot to a proposal (../solver/ils_kernels.h). */
#ifndef CORDEE_CPU_ILS_ILS_SEARCH_H
#define CORDEE_CPU_ILS_ILS_SEARCH_H

#include "solver/ils/ils_proposal.h"
#include "ils_gain_bounds.h"

/* Kick `kick` of the epoch on tour `t`, or the descent's search of that number. problem: of the tour's instance
 * alone. links: the thread's, of that tour as it is in the snapshot, and so again on return; hopes: for the problem. False: no proposal. *looked grows by the cities
 * looked at as t1. */
bool ils_search(const IlsProblem *problem, const IlsState *state, uint32_t t, const IlsRounds *rounds,
                uint32_t kick, IlsAdjacency *adjacency, IlsGainBounds *bounds, IlsProposal *out,
                uint64_t *steps);

#endif
