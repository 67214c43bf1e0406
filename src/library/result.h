/* What a search has come to: see cordee.h. */
#ifndef CORDEE_LIBRARY_RESULT_H
#define CORDEE_LIBRARY_RESULT_H

#include "handle.h"
#include "mpi/comm.h"
#include "run/run.h"

/* ---- arrays that callers give room for ---- */

/* Arrays that callers may give room for, on any rank. */

typedef struct Wanted {
  void *own; /* the caller's; NULL: it wants none */
  size_t bytes;
  void *at; /* on rank 0: where to put the values; NULL: no rank wants them */
  bool any; /* a rank wants them */
} Wanted;

/* Room on rank 0, if any rank wants the values; bytes: rank 0's count. Release with wanted_close. Collective. ERR_MEMORY. */
Status wanted_open(const Comm *comm, void *own, size_t bytes, Wanted *out);
/* Rank 0's values to all that want them. Collective. ERR_MEMORY. */
Status wanted_give(const Comm *comm, const Wanted *wanted);
void wanted_close(Wanted *wanted);

/* ---- results ---- */

struct cordee_result {
  cordee_progress progress; /* best and bound are the result's */
  RunEnd end;
  int verified;
  char method[32];
  char warning[256]; /* of its cost; "": none */
  int32_t *solution; /* (genes) owned; NULL: none */
  size_t genes;
  cordee_trace_row *trace; /* (rows) owned */
  size_t rows;
  Status status;    /* of the search */
  char *checkpoint; /* (checkpoint_bytes) owned; NULL: none */
  size_t checkpoint_bytes;
  char *message; /* (message_bytes) owned, with its end; NULL: none */
  size_t message_bytes;
};

/* The state of a run, for callbacks and results. */
cordee_progress progress_of(const RunView *view);

/* The view's result, judged again. ERR_MEMORY. Local. */
Status result_make(const RunView *view, cordee_result **out);
/* Without a solution: how it ended, and why. ERR_MEMORY. Local. */
Status result_none(RunEnd end, Status status, const char *message, cordee_result **out);
/* How the search ended; where there is no memory for a message, without it. Local. */
void result_tell(cordee_result *result, Status status, const char *message);

/* results[count], each made by one rank at most and NULL on the others, become the same on every rank. ERR_MEMORY: on every rank, and each still
 * has those that it made. Collective. */
Status results_share(const Comm *comm, cordee_result **results, size_t count);

#endif
