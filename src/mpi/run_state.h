/* Inside a run: its parts, shared by run.c (the story), run_open.c (from files to islands) and run_save.c. */
#ifndef CORDEE_MPI_RUN_STATE_H
#define CORDEE_MPI_RUN_STATE_H

#include "../io/checkpoint.h"
#include "ring.h"
#include "run.h"

typedef struct Run {
  const Comm *comm;
  const RunObserver *observer;
  Options options; /* the plan's part from the checkpoint on resume */
  Plan plan;
  char instance_path[CHECKPOINT_TEXT_MAX]; /* absolute */
  Instance *inst;                          /* same on every rank */
  Backend backend;
  const Solver *solver;
  Span span;
  Archipelago *islands;
  int64_t *judged;         /* (span.count) cost of each champion when it was judged last; owned */
  double target;         /* in the cost's units; -infinity: none */
  Individual best;       /* judged, the same on every rank; gene (n) owned */
  HistoryRow *history;   /* owned; grows on rank 0 */
  size_t history_rows, history_room;
  RunView view;          /* on every rank; observers see rank 0's */
  char *bindings;        /* rank 0 */
  uint32_t steps;        /* a slice, on this rank */
  double started, saved; /* clock readings */
  double before_s;       /* elapsed in earlier legs */
  uint64_t before_moves, before_climbers;
  bool leg_done;         /* nothing left: a finished run was resumed */
} Run;

double run_clock(void); /* seconds, monotonic */

/* Steps 1 to 4 of the flow. Collective. On failure the run can still be closed. */
Status run_open(Run *run, const char *file, bool resume);
void run_close(Run *run);

/* Appends a history row (rank 0). ERR_MEMORY. Local. */
Status run_history(Run *run);

/* Writes the checkpoint if one is kept. Collective. */
Status run_save(Run *run);

/* Judges a tour against the cost it claims. ERR_INTERNAL if they differ. Local. */
Status run_judge(const Run *run, const Individual *individual);

typedef enum BestKind {
  BEST_SO_FAR,     /* finished climbers: what is shown on the way. Which of equals, depends on the moment */
  BEST_UNFINISHED, /* and tours under way: what a stopped run has to show */
  BEST_EPOCH       /* at an epoch's end: of equals the one on the lowest island, on every machine */
} BestKind;

/* Brings run->best up to date with every rank's islands, judged. Collective. */
Status run_best(Run *run, BestKind kind);

#endif
