/* What the threads of iterated local search on the CPU have between them, kept by the backend from one call to the next: on
 * a large instance links take longer to make than a call takes. */
#ifndef CORDEE_CPU_ILS_ILS_WORKSPACE_H
#define CORDEE_CPU_ILS_ILS_WORKSPACE_H

#include "ils_commit.h"

typedef struct IlsThread { /* what a thread has for itself */
  IlsAdjacency adjacency;
  IlsCommit commit;
} IlsThread;

typedef struct IlsWorkspace {
  TourProblem problem; /* that it is for, so many tours and kicks of each, so many threads */
  uint32_t tours, kicks;
  int threads;
  TourProblem *own; /* (instances) */
  IlsFrame *frame;  /* (instances) */
  IlsGainBounds *bounds;
  IlsNeighbours *neighbours; /* (tours, n) */
  int32_t *cached;           /* (tours, n) the tours that they are of */
  IlsProposal *proposal;     /* (tours, kicks) */
  bool *made;                /* (tours, kicks) */
  IlsThread *thread;         /* (threads) */
} IlsWorkspace;

/* The backend's, its links those of the tours. ERR_MEMORY. */
Status ils_workspace_get(Backend *be, const IlsProblem *problem, const IlsState *state, int threads,
                         IlsWorkspace **work);
/* The links are those of the tours as they are now. */
void ils_workspace_keep(IlsWorkspace *work, const IlsState *state);
/* The backend has none any more: before it closes, and when coordinates may have changed. */
void ils_workspace_drop(Backend *be);

#endif
