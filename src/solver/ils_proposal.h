/* What a kick leaves for the end of its round, in both twins of iterated local search (ils_kernels.h). */
#ifndef CORDEE_SOLVER_ILS_PROPOSAL_H
#define CORDEE_SOLVER_ILS_PROPOSAL_H

#include "ils_kernels.h"

/* Another tour, as segments of the snapshot in its order: from position first[s] to last[s]. */
typedef struct IlsProposal {
  int64_t delta;
  int32_t count, cuts;
  int32_t first[ILS_SEGMENTS], last[ILS_SEGMENTS];
  int32_t cut[ILS_SEGMENTS]; /* ascending: positions p whose next city is no longer next to it */
} IlsProposal;

#endif
