/* What a search has come to: see cordee.h. */
#ifndef CORDEE_LIBRARY_RESULT_H
#define CORDEE_LIBRARY_RESULT_H

#include "handle.h"
#include "run/run.h"

struct cordee_result {
  cordee_progress progress; /* best and bound are the result's */
  RunEnd end;
  int verified;
  char method[32];
  int32_t *solution; /* (genes) owned; NULL: none */
  size_t genes;
  cordee_trace_row *trace; /* (rows) owned */
  size_t rows;
};

/* The state of a run, for callbacks and results. */
cordee_progress progress_of(const RunView *view);

/* The view's result, judged again. ERR_MEMORY. Local. */
Status result_make(const RunView *view, cordee_result **out);
/* Rank 0's result, NULL too, on every rank. ERR_MEMORY: on every rank, and rank 0 still has its result. Collective. */
Status result_share(const Comm *comm, cordee_result **result);

#endif
