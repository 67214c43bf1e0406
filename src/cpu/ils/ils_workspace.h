/* The workspace of iterated local search on the CPU. The backend keeps it from call to call: on a large
 * instance filling the adjacency cache takes longer than a call. */
#ifndef CORDEE_CPU_ILS_ILS_WORKSPACE_H
#define CORDEE_CPU_ILS_ILS_WORKSPACE_H

#include "ils_commit.h"

typedef struct IlsThread { /* of a thread */
  IlsAdjacency adjacency;
  IlsCommit commit;
} IlsThread;

typedef struct IlsWorkspace {
  TourProblem problem; /* what the workspace was made for: problem, tours, kicks of each, threads */
  uint32_t tours, kicks;
  int threads;
  TourProblem *own; /* (instances) */
  IlsFrame *frame;  /* (instances) */
  IlsGainBounds *bounds;
  IlsNeighbours *neighbours; /* (tours, n) */
  int32_t *cached;           /* (tours, n) the tours that `neighbours` is of */
  IlsProposal *proposal;     /* (tours, kicks) */
  bool *made;                /* (tours, kicks) */
  IlsThread *thread;         /* (threads) */
} IlsWorkspace;

/* The backend's workspace, made if there is none that fits. Its adjacency cache is that of state's tours.
 * ERR_MEMORY. */
Status ils_workspace_get(Backend *be, const IlsProblem *problem, const IlsState *state, int threads,
                         IlsWorkspace **work);
/* After a call: the adjacency cache is that of the tours as they are now. */
void ils_workspace_keep(IlsWorkspace *work, const IlsState *state);
/* Frees the workspace: when coordinates may have changed. */
void ils_workspace_drop(Backend *be);

#endif
