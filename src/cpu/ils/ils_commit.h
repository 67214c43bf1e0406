/* The end of a round on the CPU: proposals of a tour become its next state (../solver/ils_kernels.h). */
#ifndef CORDEE_CPU_ILS_ILS_COMMIT_H
#define CORDEE_CPU_ILS_ILS_COMMIT_H

#include "ils_search.h"

/* Room for one tour's commit: the cuts of all that is taken, and what becomes of the pieces between them. */
typedef struct IlsCommit {
  const IlsProposal *taken[ILS_CUTS];
  int32_t cut[ILS_CUTS + 1], link[2 * (ILS_CUTS + 1)], place[ILS_CUTS + 1];
  bool reversed[ILS_CUTS + 1];
  int32_t *buffer; /* (n) */
} IlsCommit;

/* Takes of proposal[kick], where made[kick], what goes together, and does it to tour t and its links. The number taken. */
uint32_t ils_commit(const IlsProblem *problem, const IlsState *state, uint32_t t, const IlsProposal *proposal,
                    const bool *made, IlsCommit *work, const IlsFrame *frame, IlsNeighbours *neighbours);

#endif
