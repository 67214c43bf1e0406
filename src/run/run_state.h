/* Inside a run: its state and its parts. run.c is the story; run_open.c: from files to islands; run_initial.c: a given start; run_ends.c: what ends it; run_best.c: judging;
 * run_bound.c: the lower bound; run_time.c: limits in seconds; run_halt.c: giving up; run_deal.c: blocks of islands; run_record.c: history and trace; run_save.c: checkpoints. */
#ifndef CORDEE_RUN_RUN_STATE_H
#define CORDEE_RUN_RUN_STATE_H

#include "io/lock.h"
#include "checkpoint_ranks.h"
#include "deal.h"
#include "run.h"
#include "seats.h"
#include "throughput.h"
#include "trace.h"

typedef struct BoundWork BoundWork;

/* Blocks of islands by speed (run_deal.c). Arrays: (ranks), owned. */
typedef struct Dealing {
  bool on;
  DealRank *rank;     /* as they were measured */
  DealRank *forecast; /* as they are expected to be */
  RunShare *share;
  uint32_t *count;
  double look_at, every_s; /* clock reading of the next look at the speeds; time from one to the next */
  uint32_t looks;          /* so far */
  double looked_at;        /* the last look, or deal */
  double cost_s;           /* of the last deal; before, as estimated */
  double lost_s;           /* by the present blocks, against those that would have been better */
  double busy_s;           /* of this rank since the last look */
  uint64_t moves;          /* of this rank in this leg, then */
  double epoch_s;          /* of this rank's work in this epoch */
  double epochs_s;         /* the same of whole epochs since the last deal, */
  uint32_t epochs;         /* so many */
  double before_s;         /* a whole epoch's mean with the blocks before, until there is one with these */
  bool broken;             /* the epoch under way began before it */
  double done;             /* Run.done then */
} Dealing;

typedef struct Run {
  const Comm *comm;
  const RunObserver *observer;
  const RunInput *input;
  Options options; /* the plan's part from the checkpoint on resume */
  Plan plan;
  char instance_path[CHECKPOINT_TEXT_MAX]; /* absolute */
  Instance *inst;                          /* same on every rank; RunInput.inst, or owned */
  const Solver *solver;
  Seats seats;
  /* champions and the best */
  int64_t *judged;          /* (seats.span.count) cost of each champion when it was judged last; owned */
  uint32_t *origin;         /* (seats.span.count) the island where it was found; owned */
  double target;            /* in the cost's units; -infinity: none */
  char notes[1024];         /* RunView.notes */
  int32_t best_known_given; /* 1: the best known value is what the user gave an earlier leg */
  Individual best;          /* the same on every rank, its cost in the solver's unit; gene (genes) owned */
  size_t genes;             /* instance_genes */
  int32_t *scratch;         /* (genes) a solution that is examined; owned */
  int32_t *spare;           /* another one, if there are several seats; owned */
  int32_t *initial;         /* (genes) what --initial names, until the islands start; NULL: nothing; owned */
  int64_t initial_cost;     /* of that, judged */
  Trace trace;              /* rank 0 */
  double look_at;           /* clock reading before which solutions under way are not looked at */
  double examine_at;        /* clock reading before which the ranks' bests are not examined */
  bool examine_slow;        /* the last examination took so long that ends of epochs wait for that, too */
  /* tables of checkpoints; owned; they grow on rank 0 */
  HistoryRow *history;
  size_t history_rows, history_capacity;
  int64_t *champion; /* as in Checkpoint */
  uint32_t *champion_origin;
  LegRow *legs;
  size_t leg_rows;
  Throughput throughput;
  uint32_t leg;           /* the number of this one */
  double sampled_s;       /* elapsed time at the last sample */
  uint64_t sampled_moves; /* of this rank, in this leg, then */
  RunView view;           /* on every rank; observers see rank 0's */
  char *bindings;         /* rank 0 */
  /* slices and time */
  uint32_t steps;        /* of a slice, the same on every rank */
  uint32_t wanted_steps; /* of the next one, as this rank proposes; 0: no proposal */
  double step_s;         /* seconds of a step in the last whole slice of this rank; 0: there was none */
  double began;          /* clock reading from which limits in seconds count */
  double started;        /* clock reading of the first slice */
  double deadline;   /* reading of this rank's clock at which the search ends, by rank 0; INFINITY: none */
  uint64_t improved; /* Progress.improved of all ranks */
  double done;       /* share of this leg's time that is over, by rank 0 */
  Dealing dealing;
  double ending_s; /* longest time so far to find and judge the best of all */
  double before_s; /* elapsed in earlier legs */
  uint64_t before_moves, before_finished;
  /* the checkpoint */
  FileLock lock;            /* rank 0 */
  CheckpointWriter *writer; /* of the checkpoint under way; NULL: none is */
  Checkpoint saving;        /* its content; owned */
  double save_began;        /* clock reading of its start, */
  double save_next;         /* of the start of the next one */
  double save_pause;        /* seconds that it has held up the search, */
  double save_copy;         /* without waiting for the disk */
  uint64_t save_moves;      /* evaluated when it began */
  bool kept;                /* a complete checkpoint of this run is at options.checkpoint, */
  uint32_t kept_epoch;      /* of this epoch */
  char *image;              /* rank 0; owned */
  bool leg_done;            /* nothing is left: a finished run was resumed */
  BoundWork *bound;         /* of rank 0; NULL: none is computed, or it is in `view` */
} Run;

/* run_input with the given seats on every rank; NULL: one, as the options say. */
Status run_input_seated(const Comm *comm, const Options *options, const RunInput *input,
                        const SeatPlan *seats, const RunObserver *observer, RunEnd *end, int *signal_number);
/* The same of files, as run_task. */
Status run_task_seated(const Comm *comm, const Options *options, const char *file, bool resume,
                       const SeatPlan *seats, const RunObserver *observer, RunEnd *end, int *signal_number);

/* ---- from files to islands (run_open.c) ---- */

/* Reads the options, the instance or the checkpoint, and makes the islands. Collective. On failure the run can still be closed. */
Status run_open(Run *run, const SeatPlan *seats);
void run_close(Run *run);
/* Memory for the champions of this rank's islands, none of them judged. ERR_MEMORY. Local. */
Status run_champions_alloc(Run *run);

/* Names a start in memory, so that the plan is made for a start, as it is for a file's. Collective. */
void run_initial_name(Run *run);
/* The solution that the input has or --initial names, if there is one, on all ranks: run->initial. Collective. ERR_NO_INPUT,
 * ERR_FORMAT: it is none of the instance; ERR_USAGE, ERR_MEMORY. */
Status run_initial(Run *run);
/* It is the best of the run until a cheaper one is found: no answer is worse, and checkpoints have it. Where solvers' costs are the judge's.
 * Local. */
void run_initial_best(Run *run);

/* ---- what ends a run, over its legs (run_ends.c) ---- */

/* The part of a checkpoint that says so. */
void run_ends_keep(const Run *run, CheckpointMeta *meta);
/* Adds a line to run->notes, while there is room. */
void run_note(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Goes on with the best known value that the run began with, unless another one is given, and notes what ends this leg otherwise than the one before.
 * Before the plan is made. ERR_USAGE: the checkpoint was made from other inputs than Options.inputs. The same on every rank. Local. */
Status run_ends_resume(Run *run, const char *file, const CheckpointMeta *meta);

/* The checkpoint of a run that is resumed from `file`, unless --checkpoint names one: checkpoint[OPTION_PATH_MAX]. */
void run_checkpoint_path(const char *file, char *checkpoint);

/* Checks that a checkpoint can be kept at `path` (links followed) without harm to existing files: its name can be extended,
 * PATH.prev is a checkpoint or absent and, for a run that is resumed from `resumed` (NULL: none is), PATH is absent or of that
 * run. ERR_USAGE. Local. */
Status run_checkpoint_check(const char *path, const char *resumed);

/* A new run does not overwrite the checkpoint of another by accident. ERR_USAGE, ERR_IO. Local. */
Status run_checkpoint_absent(const Run *run);

/* ---- time (run_time.c, run_halt.c) ---- */

/* The limit in seconds: the run's own or that of the sweep, whichever is sooner; 0: none. Local. */
double run_limit_s(const Options *options);

/* On rank 0's clock. */
typedef struct TimeLeft {
  int64_t us;   /* that the search may still take, so that the run ends in time; INT64_MAX: no limit */
  int64_t done; /* share of this leg's time for searching that is over, in 2^-30 */
} TimeLeft;

/* Whether a limit is reached, and what is left: local, on rank 0. All ranks take over what rank 0 has found. */
RunEnd run_time_up(const Run *run);
TimeLeft run_time_left(const Run *run);
void run_time_agree(Run *run, TimeLeft left);

/* Whether the run has no budget and follows the clock (SolverPacing.pace). */
bool run_paced(const Run *run);

/* Reading of this rank's clock at which work under way is given up (halt.h): a second after the limit; while there is no
 * solution, after twice the run's own limit; with --stop-before, when half of that time is over. INFINITY: never. */
double run_halt_s(const Run *run);
/* Why the ranks, which have all got ERR_STOPPED, were stopped. Collective. */
RunEnd run_halt_end(const Run *run, int *signal_number);
/* Ends a run whose round was given up: finds the best so far, makes no new checkpoint. Collective. */
Status run_halted(Run *run, RunEnd *end, int *signal_number);

/* ---- blocks of islands by speed (run_deal.c) ----
 *
 * Nothing is done where the ranks share equally (Dealing.on). */

Status run_deal_open(Run *run); /* collective. ERR_MEMORY */
void run_deal_close(Run *run);
/* The length of this rank's slices as part of the usual length, where ranks share by speed and have steps of their own: less on a slow rank, so
 * that fast ones do not wait for it. Local. */
double run_deal_slice(const Run *run);
/* This rank has worked so long. Local. */
void run_deal_spent(Run *run, double took_s);
/* An epoch is over. Local. */
void run_deal_epoch(Run *run);
/* Whether the speeds are to be looked at: local, on rank 0. */
typedef enum DealDue { DEAL_LATER, DEAL_AT_EPOCH, DEAL_NOW } DealDue;
DealDue run_deal_due(const Run *run);
/* Looks at the speeds, and deals the islands anew if that is worth it. Collective. Errors as seats_deal. */
Status run_deal(Run *run, Progress *progress);
/* Run.done for archipelagos that were made by the last deal. Local. */
double run_deal_pace(const Run *run);
/* Brings view.shares up to date. moves: of this rank, in this leg. Collective. */
void run_deal_gather(Run *run, uint64_t moves);

/* ---- judging (run_best.c) ---- */

typedef enum BestKind {
  BEST_SO_FAR,     /* of finished searches; which one of equal cost, depends on the moment */
  BEST_UNFINISHED, /* solutions under way included: for a run that is stopped */
  BEST_EPOCH       /* at an epoch's end: of equal cost the one on the lowest island, on every machine */
} BestKind;

/* Brings run->best up to date with the islands of every rank, judged. Collective. */
Status run_best(Run *run, BestKind kind);

/* Looks at the best solution under way and puts it into the trace, judged; the best of the run stays as it is. Collective. */
bool run_look_due(const Run *run); /* local, on rank 0 */
Status run_look(Run *run);

/* At an epoch's end: the best, and every new champion of this rank's islands, before it migrates or is stored. Collective. */
Status run_epoch_judge(Run *run);

/* ---- the proven lower bound (run_bound.c) ----
 *
 * A thread of rank 0 computes it beside the search, which loses no time where a processor is idle. Where the best
 * known value is given, rows of a sweep have none, nor has a run whose bound takes long (Problem.bound_slow). */

Status run_bound_begin(Run *run); /* local. ERR_MEMORY */
/* Shows it as soon as it is there. Local. */
void run_bound_look(Run *run);
/* Waits for it when the run is over; after a limit in seconds until run_halt_s, near the batch job's end not at all, and
 * never after a signal: what is given up stays unknown. Collective. ERR_MEMORY. */
Status run_bound_end(Run *run, RunEnd end);
/* Gives up the one under way, if there is one. Local. */
void run_bound_drop(Run *run);

/* ---- history (run_record.c) ---- */

/* Appends a history row, with the islands' champions as judged. Collective. ERR_MEMORY. */
Status run_history(Run *run);

/* Appends this leg's rows to the table of legs. Collective. ERR_MEMORY. */
Status run_leg(Run *run);

/* Whether an interval of the throughput is over: local, on rank 0. */
bool run_sample_due(const Run *run);
/* Appends its rows. moves: of this rank, in this leg. Collective. ERR_MEMORY. */
Status run_sample(Run *run, uint64_t moves);

/* Copies best, history, legs, throughput and trace into the empty *c, on rank 0. ERR_MEMORY. Local. */
Status run_record(const Run *run, Checkpoint *c);

/* ---- checkpoints (run_save.c), if one is kept ----
 *
 * In the background: run_save_begin when one is due, then run_save_step whenever no rank is checkpoint_busy, until run->writer
 * is NULL. At once: run_save. Collective, if not said otherwise. ERR_IO, ERR_MEMORY, ERR_DEVICE: the last complete checkpoint
 * remains, and the message names it. */

bool run_save_due(const Run *run); /* local, on rank 0 */
/* Seconds from the start of a checkpoint to that of the next, if one holds up the search for pause_s. every_s 0: as often as
 * possible. */
double run_save_interval(double every_s, double pause_s);
Status run_save_begin(Run *run);
Status run_save_step(Run *run);
/* Finishes the one under way, if there is one, then writes another. */
Status run_save(Run *run);
/* The same in memory, if that was asked for: view.image. */
Status run_save_image(Run *run);
/* Finishes the one under way, if there is one. */
Status run_save_finish(Run *run);
/* Cancels the one under way, if there is one. Local. */
void run_save_end(Run *run);

#endif
