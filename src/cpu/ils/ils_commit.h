/* The end of a round on the CPU: proposals of a tour become its next state (src/solver/ils/ils_kernels.h). */
#ifndef CORDEE_CPU_ILS_ILS_COMMIT_H
#define CORDEE_CPU_ILS_ILS_COMMIT_H

#include "ils_search.h"

/* Workspace to commit the proposals of one tour: the cuts of the accepted ones, and the pieces between
 * them. */
typedef struct IlsCommit {
  const IlsProposal *taken[ILS_CUTS];
  int32_t cut[ILS_CUTS + 1], link[2 * (ILS_CUTS + 1)], place[ILS_CUTS + 1];
  bool reversed[ILS_CUTS + 1];
  int32_t *buffer; /* (n) */
} IlsCommit;

/* Accepts of proposal[kick], where made[kick], those that are compatible, and applies them to tour t and its
 * adjacency cache. Returns the number accepted. */
uint32_t ils_commit(const IlsProblem *problem, const IlsState *state, uint32_t t, const IlsProposal *proposal,
                    const bool *made, IlsCommit *work, const IlsFrame *frame, IlsNeighbours *neighbours);

#endif
