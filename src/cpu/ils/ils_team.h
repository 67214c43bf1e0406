/* What the threads of iterated local search on the CPU have between them, kept by the backend from one call to the next: on
 * a large instance links take longer to make than a call takes. */
#ifndef CORDEE_CPU_ILS_ILS_TEAM_H
#define CORDEE_CPU_ILS_ILS_TEAM_H

#include "ils_commit.h"

typedef struct IlsHand { /* what a thread has for itself */
  IlsLinks links;
  IlsCommit room;
} IlsHand;

typedef struct IlsTeam {
  TourProblem problem; /* that it is for, so many tours and kicks of each, so many threads */
  uint32_t tours, kicks;
  int threads;
  TourProblem *own; /* (instances) */
  IlsFrame *frame;  /* (instances) */
  IlsHopes *hopes;
  IlsLink *link;         /* (tours, n) */
  int32_t *seen;         /* (tours, n) the tours that they are of */
  IlsProposal *proposal; /* (tours, kicks) */
  bool *made;            /* (tours, kicks) */
  IlsHand *hand;         /* (threads) */
} IlsTeam;

/* The backend's, its links those of the tours. ERR_MEMORY. */
Status ils_team_call(Backend *be, const IlsProblem *problem, const IlsState *state, int threads,
                     IlsTeam **team);
/* The links are those of the tours as they are now. */
void ils_team_rest(IlsTeam *team, const IlsState *state);
/* The backend has none any more: before it closes, and when coordinates may have changed. */
void ils_team_dismiss(Backend *be);

#endif
