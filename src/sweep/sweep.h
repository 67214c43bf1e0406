/* Many tasks in one MPI job, shared out over groups of ranks: the story of `cordee sweep` (sweep_run in sweep.c). */
#ifndef CORDEE_SWEEP_SWEEP_H
#define CORDEE_SWEEP_SWEEP_H

#include "io/results/results.h"
#include "run/run.h"
#include "tasks/draft.h"
#include "job.h"

typedef struct SweepTask { /* a task to run */
  uint64_t key;
  uint64_t inputs, instance_digest; /* what its row is to be made from (TaskInputs) */
  double estimate_s;                /* on a group */
  uint32_t row;                     /* of the job and of the results */
  uint32_t kind;                    /* of its estimate: a method, its variant, a class of sizes */
  uint64_t instance_at, options_at,
      size_at;  /* offsets into WorkList.text of Task's texts and of instance_size_text's */
  int32_t n;    /* genes of a solution */
  bool lasting; /* long: keeps a checkpoint */
} SweepTask;

typedef struct WorkList { /* what is to be done, long units first; the same on every rank */
  SweepTask *task;
  WorkUnit *unit;
  char *text;
  uint64_t tasks, units, text_bytes;
} WorkList;

typedef struct RejectedTask { /* a task that cannot be run at all */
  size_t row;                 /* of the job */
  int exit_code;
  uint64_t inputs; /* as SweepTask's */
  char *message;
} RejectedTask;

/* Rows of the old file that do not stand, so that their tasks run again, or that stand for a reason of their own. */
typedef struct SweepStanding {
  size_t changed; /* their inputs are others now; */
  size_t version; /* by a version with other answers; */
  size_t unknown; /* by a version that did not keep what they were made from; */
  size_t moved;   /* taken over by tasks whose instance has the same content at another place; */
  size_t unread;  /* stand, although the instance cannot be read any more */
  const char *first_changed, *first_unread; /* instance of one of them; NULL: none */
} SweepStanding;

typedef enum SweepEnd {
  SWEEP_GOING,
  SWEEP_FINISHED, /* every task has its row */
  SWEEP_TIME,     /* --time is over */
  SWEEP_LIMIT,    /* the batch job's own end is near */
  SWEEP_SIGNAL,   /* a signal of mpi/stop.h */
  SWEEP_ERROR     /* a device was lost, or the results cannot be written */
} SweepEnd;

/* The state of a sweep for observers, on rank 0. Valid during the call. */
typedef struct SweepView {
  const char *job_path, *results_path;
  const Job *job;
  const WorkList *work;
  const RejectedTask *rejected; /* (rejections) */
  size_t rejections;
  const char *backend, *device; /* of rank 0 */
  const char *bindings;         /* rank_bindings' lines */
  const char *measured;         /* what the estimates are based on */
  int ranks, groups, ranks_per_task;
  size_t tasks, verified,
      failed;        /* of the job; rows of it in that state now, those of earlier sweeps included */
  size_t incomplete; /* of the verified ones, at the end (result_incomplete) */
  size_t earlier;    /* rows of earlier sweeps that were kept */
  SweepStanding standing;
  size_t ran;        /* rows written by this one */
  size_t running;    /* tasks that were begun and have no row yet, on all groups */
  double elapsed_s;  /* since the start */
  double estimate_s; /* for all units on all groups */
  double left_s;     /* from the estimates and how they held so far; < 0: unknown */
  double limit_s;    /* --time; 0: none */
  SweepEnd end;
} SweepView;

/* Called on rank 0 only. planned: once, before anything runs, and the only call with --dry-run; row: for each row that is
 * written; progress: several times a second; row_final: at the end, for every row of the job; ended: once, last. */
typedef struct SweepObserver {
  void *self;
  void (*planned)(void *self, const SweepView *view);
  void (*row)(void *self, const SweepView *view, const ResultRow *row);
  void (*progress)(void *self, const SweepView *view);
  void (*row_final)(void *self, const ResultRow *row);
  void (*ended)(void *self, const SweepView *view);
} SweepObserver;

typedef struct SweepOutcome { /* the same on every rank */
  SweepEnd end;
  uint64_t failed, incomplete; /* rows of the job */
} SweepOutcome;

/* Checks that results and log are other files than those the sweep reads: the job file, and the instances of `job` (NULL: not
 * read yet). To be called before a log is opened. ERR_USAGE: two are the same. Local, for rank 0. */
Status sweep_files_check(const Options *options, const char *job_path, const Job *job,
                         const char *results_path);

/* Runs the job at `job_path`; the rows go to `results_path`. A task that fails has a row that says so, and the sweep goes on.
 * Collective: every rank returns the same. ERR_NO_INPUT, ERR_FORMAT: of the job file; ERR_IO: results; ERR_DEVICE;
 * ERR_USAGE. */
Status sweep_run(const Comm *comm, const Options *options, const char *job_path, const char *results_path,
                 const SweepObserver *observer, SweepOutcome *outcome);

#endif
