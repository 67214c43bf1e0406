/* One task from instance to verified result, over all ranks: the story of the program (run_task in run.c). */
#ifndef CORDEE_RUN_RUN_H
#define CORDEE_RUN_RUN_H

#include <limits.h>
#include <stdbool.h>
#include "io/checkpoint/checkpoint.h"
#include "options/options.h"
#include "mpi/comm.h"
#include "outcome.h"

typedef enum RunEnd {
  RUN_GOING,
  RUN_FINISHED, /* the whole budget is spent */
  RUN_TARGET,   /* the target is reached */
  RUN_TIME,     /* the time limit is reached */
  RUN_LIMIT,    /* the batch job's own end is near */
  RUN_ASKED,    /* the observer asked for it */
  RUN_SIGNAL,   /* a signal of mpi/stop.h */
  RUN_FAILED    /* an error; the best found until then is still shown */
} RunEnd;

/* A rank of a run in which blocks of islands follow the speeds of the ranks. */
typedef struct RunShare {
  char backend[16];
  uint32_t islands;
  uint32_t guess;        /* of its speed, before it was measured */
  uint64_t moves;        /* in this leg */
  double epoch_s;        /* seconds that an epoch takes it, since it has these islands; 0: not known yet */
  uint64_t window_moves; /* moves, and seconds of work, since the speeds were looked at last */
  double window_s;
} RunShare;

/* The state of a run for observers, on rank 0. Owned by the run; valid during the call. */
typedef struct RunView {
  const Instance *inst;
  const Plan *plan;
  const Options *options; /* as given, those of a checkpoint included; what is used is in plan */
  const Solver *solver;
  const char *backend;       /* of rank 0 */
  const char *bindings;      /* rank_bindings' lines */
  const char *checkpoint;    /* "" if none is kept */
  const char *instance_path; /* absolute */
  Description how;           /* the kernels on rank 0 */
  int ranks;
  const RunShare *shares; /* (ranks), as they were looked at last; NULL: the ranks share equally */
  Outcome outcome;        /* so far, all legs */
  uint32_t epoch, epochs; /* finished, in all */
  uint64_t budget;        /* Outcome.finished of the whole run; 0: open */
  uint64_t leg_finished, leg_moves;
  double leg_s;
  double limit_s;                   /* of this leg; 0: none */
  double job_left_s;                /* until the batch job's end, at the start; 0: unknown */
  uint32_t champions;               /* the number of islands, the first ones, */
  const struct HistoryRow *history; /* (history_rows) so far */
  size_t history_rows;
  const int64_t *champion; /* with these champions as of the last epoch (COST_NONE: none) */
  const TraceRow
      *trace; /* (trace_rows) how the best came down; the last one may be of a solution under way */
  size_t trace_rows;
  bool resumed;
  double saved_s;       /* duration of the last checkpoint, from the copy to the file in place */
  double save_pause_s;  /* the part of it during which the search stood still */
  double save_pauses_s; /* the same of all checkpoints of this leg */
  double next_save_s;   /* until the next one is due; 0: now, or one is being written */
  uint64_t saved_bytes; /* its size; 0: none written yet */
  uint64_t saved_moves; /* evaluated while it was written */
  const char *image; /* (image_bytes) the checkpoint at the end of the run, if it was asked for; NULL: none */
  uint64_t image_bytes;
  const char *warning; /* about the checkpoint's lock, for logs; "": none */
  const char *
      notes; /* what a resumed run does otherwise than the one before it, how a start was read, lines; "": nothing */
  bool bound_awaited; /* the search is over, the lower bound is not */
  RunEnd end;
} RunView;

/* Called on rank 0 only. started: once; progress: every round (a fraction of a second), and once if the run waits for its lower bound
 * (RunView.bound_awaited); saved: after each checkpoint; ended: once, with the final result. */
typedef struct RunObserver {
  void *self;
  void (*started)(void *self, const RunView *view);
  void (*progress)(void *self, const RunView *view);
  void (*saved)(void *self, const RunView *view);
  void (*ended)(void *self, const RunView *view);
  /* Before `started`: whether what the observer is to do can be done; a failure ends the run. NULL: always. */
  Status (*ready)(void *self, const RunView *view);
  /* Every round, before `progress`: whether the run is to end now, with its best so far and its checkpoint. NULL: never. */
  bool (*enough)(void *self, const RunView *view);
} RunObserver;

/* What can be resumed of a run that is under way. */
typedef struct RunKept {
  bool there;          /* a complete checkpoint of this run */
  char path[PATH_MAX]; /* where, or where it will be; "": the run has none */
} RunKept;

/* What a run solves. */
typedef struct RunInput {
  const char *
      file; /* the instance, or with `resume` the checkpoint; RUN_IN_MEMORY: there is no file of the instance */
  bool resume;
  const Instance *
      inst; /* this one, the same on every rank, instead of the file's; it outlives the run. NULL: `file` is read */
  bool in_memory;         /* the checkpoint that is resumed has no file that could be overwritten */
  bool keep;              /* RunView.image at the end; the same on every rank */
  const int32_t *initial; /* (genes) rank 0's solution to start from, instead of --initial; NULL: none */
  RunKept *kept;          /* is kept up to date, on each rank; NULL: nobody asks */
} RunInput;

#define RUN_IN_MEMORY ":memory:" /* the path of an instance that was never in a file, in checkpoints */

/* The file that --initial FILE means for an instance at that path: FILE, or in a folder the one with the instance's name. ERR_USAGE: the path is too
 * long. Local. */
Status run_initial_path(const char *given, const Instance *inst, const char *instance, char path[PATH_MAX]);

/* Checks that the files which the run reads and writes are distinct; `instance` "": not known yet. To be called before a log is
 * opened. ERR_USAGE: two are the same. Local, for rank 0. */
Status run_files_check(const Options *options, const char *file, const char *instance, bool resume);

/* Refuses options of a new run that have no effect without a checkpoint. ERR_USAGE. Local. */
Status run_options_check(const Options *options);

/* Where `cordee resume FILE --or-start INSTANCE` starts: from the newest sound checkpoint, or from the instance. */
typedef struct RunBeginning { /* the same on every rank */
  char file[PATH_MAX];        /* RunInput.file */
  bool resume;
  char warning[3 * PATH_MAX]; /* for rank 0 to print; "": none */
} RunBeginning;

/* FILE if it is sound; else FILE.prev if that is, with a warning; else options->or_start if neither exists. Sets
 * options->checkpoint to FILE and options->instance to or_start, so that a checkpoint of another instance is refused.
 * Collective; every rank returns the same. ERR_USAGE: --checkpoint was given too; ERR_FORMAT, ERR_NO_INPUT:
 * a file exists, and neither can be resumed. Nothing is written. */
Status run_newest(const Comm *comm, const char *file, Options *options, RunBeginning *out);

/* Solves an instance, or goes on from a checkpoint. Collective: every rank returns the same Status. Signals end it where somebody listens to
 * them (mpi/stop.h). *end and *stop_signal (0: none) say how it ended. ERR_STOPPED: a signal came or the time was over before the islands were
 * made (*end says which); the observer has not been called, and there is nothing new to resume. ERR_FORMAT, too: `initial` is no solution of the
 * instance. */
Status run_task(const Comm *comm, const Options *options, const RunInput *input, const RunObserver *observer,
                RunEnd *end, int *stop_signal);

#endif
