/* Inside a run: what its parts own, and what they do for each other. run.c is the story; run_open.c: from files to islands; run_resume.c: from a
 * checkpoint; run_clock.c: limits and halting; run_best.c: judging; run_bound.c: the lower bound; run_balance.c: blocks of islands by speed;
 * tables.c: history and trace; run_save.c: checkpoints. Functions that take a Run are for these files alone. */
#ifndef CORDEE_RUN_RUN_STATE_H
#define CORDEE_RUN_RUN_STATE_H

#include "checkpoint_ranks.h"
#include "io/lock.h"
#include "islands.h"
#include "run.h"
#include "speeds.h"
#include "tables.h"

typedef struct BoundWork BoundWork;

/* Times are readings of this rank's clock (clock_s). Rank 0's limits decide for all ranks. */
typedef struct RunClock {
  const Options *options; /* of the run: its limits */
  double began;           /* from here on limits in seconds count */
  double started;         /* the first slice */
  double deadline;        /* the search ends, by rank 0; INFINITY: there is no limit */
  double done;            /* the share of this leg's time that is over, by rank 0 */
  double ending_s;        /* the longest time so far to find and judge the best of all */
  double saving_s;        /* the time of the last checkpoint */
} RunClock;

/* The best of all ranks, and this rank's champions, as they were judged. */
typedef struct RunBest {
  Individual found;  /* the same on every rank, its cost in the solver's unit; gene (genes) owned */
  int32_t *scratch;  /* (genes) a solution that is examined; owned */
  int64_t *judged;   /* (islands of this rank) the cost of each champion when it was judged last; owned */
  uint32_t *origin;  /* (islands of this rank) the island where it was found; owned */
  double look_at;    /* solutions under way are not looked at before this reading of the clock, */
  double examine_at; /* nor the ranks' bests examined before that one */
  bool examine_slow; /* the last examination took so long that ends of epochs wait for examine_at, too */
} RunBest;

/* A run ends at a cost, as the best known value and the options say. */
typedef struct RunGoal {
  double target;            /* in the cost's units; -infinity: none */
  int32_t best_known_given; /* 1: the best known value is what the user gave an earlier leg */
} RunGoal;

/* What earlier legs have done. */
typedef struct RunEarlier {
  double elapsed_s;
  uint64_t moves, finished;
  bool over; /* nothing is left to do */
} RunEarlier;

/* Steps of slices: see run.c. */
typedef struct Slices {
  uint32_t steps;  /* of a slice, the same on every rank unless ranks have steps of their own */
  uint32_t wanted; /* of the next one, as this rank proposes; 0: it proposes none */
  double step_s;   /* seconds of a step in the last whole slice of this rank; 0: there was none */
} Slices;

/* Blocks of islands by speed: see run_balance.c. Arrays: (ranks), owned. */
typedef struct Balance {
  bool on;
  RankSpeed *speed;    /* as they were measured */
  RankSpeed *forecast; /* as they are expected to be */
  RunShare *share;
  uint32_t *count;
  double look_at;   /* the next look at the speeds */
  double every_s;   /* from one look to the next */
  double looked_at; /* the last look, or the last change of blocks */
  uint32_t looks;   /* so far */
  double cost_s;    /* of the last change of blocks; before the first one, as estimated */
  double lost_s;    /* by the present blocks, against those that would have been better */
  double busy_s;    /* this rank has worked so long since the last look, */
  uint64_t moves;   /* and had evaluated so many moves in this leg then */
  double epoch_s;   /* of this rank's work in this epoch */
  double epochs_s;  /* the same of whole epochs since the last change, */
  uint32_t epochs;  /* so many */
  double before_s;  /* a whole epoch's mean with the blocks before, until there is one with these */
  bool broken;      /* the epoch under way began with other blocks */
  double done;      /* RunClock.done at the last change */
} Balance;

/* Checkpoints of a run: see run_save.c. */
typedef struct Saving {
  FileLock lock;            /* of the checkpoint; rank 0 */
  CheckpointWriter *writer; /* of the checkpoint under way; NULL: none is */
  Checkpoint content;       /* of that one; owned */
  double began;             /* the clock at its start, */
  double next;              /* and at that of the next one */
  double pause_s;           /* it has held up the search so long, */
  double copy_s;            /* so long without waiting for the disk */
  uint64_t moves;           /* evaluated when it began */
  bool kept;                /* a complete checkpoint of this run is at options.checkpoint, */
  uint32_t kept_epoch;      /* of this epoch */
  char *image;              /* rank 0; owned */
} Saving;

typedef struct Run {
  const Comm *comm;
  const RunObserver *observer;
  const RunInput *input;
  Options options; /* the plan's part from the checkpoint on resume */
  Plan plan;
  const Solver *solver;
  Instance *inst;                          /* the same on every rank; RunInput.inst, or owned */
  char instance_path[CHECKPOINT_TEXT_MAX]; /* absolute */
  size_t genes;                            /* instance_genes */
  Islands islands;
  RunClock clock;
  Slices slices;
  RunBest best;
  RunGoal goal;
  RunEarlier earlier;
  RunTables tables;
  Balance balance;
  Saving saving;
  BoundWork *bound; /* of rank 0; NULL: none is computed, or it is in `view` */
  RunView view;     /* on every rank; observers see rank 0's */
  char notes[1024]; /* RunView.notes */
  char *bindings;   /* RunView.bindings; rank 0; owned */
} Run;

/* ---- from files to islands (run_open.c, run_resume.c) ---- */

/* Begins a new run of the input's file, or goes on from its checkpoint: reads the instance, plans, makes the islands. Collective. On failure the
 * run can still be closed. */
Status run_begin(Run *run);
Status run_resume(Run *run);
/* What comes after either of them: the lower bound, this leg's rows, what observers see. Collective. */
Status run_complete(Run *run);
void run_close(Run *run);

/* Their steps. */
/* The instance at that path and its best known value, on all ranks. Collective. */
Status run_instance(Run *run, const char *path);
/* Chooses the solver and the backend, and completes the plan for them: both are kept in checkpoints. Collective. */
Status run_plan(Run *run);
/* Shares the islands among the ranks, and takes memory for the best, after it is known that there is enough for all. Collective. */
Status run_share(Run *run);
/* Locks the checkpoint: no other process may write it. resumed: the file that is resumed; NULL: none. Collective. */
Status run_lock(Run *run, const char *resumed);
/* Adds a line to run->notes, while there is room. */
void run_note(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- files (run_files.c) ---- */

/* The checkpoint of a run that is resumed from `file`, unless --checkpoint names one: checkpoint[OPTION_PATH_MAX]. */
void run_checkpoint_path(const char *file, char *checkpoint);
/* Checks that a checkpoint can be kept at `path` (links followed) without harm to existing files: its name can be extended,
 * PATH.prev is a checkpoint or absent and, for a run that is resumed from `resumed` (NULL: none is), PATH is absent or of that
 * run. ERR_USAGE. Local. */
Status run_checkpoint_check(const char *path, const char *resumed);
/* A new run does not overwrite the checkpoint of another by accident. ERR_USAGE, ERR_IO. Local, on rank 0. */
Status run_checkpoint_absent(const Options *options);

/* ---- time (run_clock.c) ---- */

/* The limit in seconds: the run's own or that of the sweep, whichever is sooner; 0: none. Local. */
double run_limit_s(const Options *options);

/* On rank 0's clock. */
typedef struct TimeLeft {
  int64_t us;   /* that the search may still take, so that the run ends in time; INT64_MAX: no limit */
  int64_t done; /* the share of this leg's time for searching that is over, in 2^-30 */
} TimeLeft;

/* Whether a limit is reached, and what is left: local, on rank 0. All ranks take over what rank 0 has found. */
RunEnd clock_up(const RunClock *clock);
TimeLeft clock_left(const RunClock *clock);
void clock_agree(RunClock *clock, TimeLeft left);

/* Whether the run has no budget and follows the clock (SolverPacing.pace). */
bool run_paced(const Run *run);
/* Reading of this rank's clock at which work under way is given up (halt.h): a second after the limit; while there is no
 * solution, after twice the run's own limit; with --stop-before, when half of that time is over. INFINITY: never. */
double run_halt_s(const Run *run);
/* Why the ranks, which have all got ERR_STOPPED, were stopped. Collective. */
RunEnd run_halt_end(const Run *run, int *signal_number);

/* ---- judging (run_best.c) ---- */

typedef enum BestKind {
  BEST_SO_FAR,     /* of finished searches; which one of equal cost, depends on the moment */
  BEST_UNFINISHED, /* solutions under way included: for a run that is stopped */
  BEST_EPOCH       /* at an epoch's end: of equal cost the one on the lowest island, on every machine */
} BestKind;

/* Memory for the best, and for the champions of this rank's islands, none of them judged. ERR_MEMORY. Local. */
Status best_alloc(RunBest *best, size_t genes, uint32_t islands);
/* Champions of other islands: none of them is judged. ERR_MEMORY. Local. */
Status best_champions_renew(RunBest *best, uint32_t islands);
void best_free(RunBest *best);

/* Brings run->best up to date with the islands of every rank, judged. Collective. */
Status run_best(Run *run, BestKind kind);
/* Looks at the best solution under way and puts it into the trace, judged; the best of the run stays as it is. Collective. */
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

/* ---- blocks of islands by speed (run_balance.c) ----
 *
 * Nothing is done where the ranks share equally (Balance.on). */

Status run_balance_open(Run *run); /* collective. ERR_MEMORY */
void balance_free(Balance *b);
/* The length of this rank's slices as part of the usual length, where ranks share by speed and have steps of their own: less on a slow rank, so
 * that fast ones do not wait for it. Local. */
double run_balance_slice(const Run *run);
/* This rank has worked so long. Local. */
void balance_spent(Balance *b, double took_s);
/* An epoch is over. Local. */
void balance_epoch(Balance *b);
/* Whether the speeds are to be looked at: local, on rank 0. */
typedef enum BalanceDue { BALANCE_LATER, BALANCE_AT_EPOCH, BALANCE_NOW } BalanceDue;
BalanceDue balance_due(const Balance *b, double deadline);
/* Looks at the speeds, and redistributes the islands if that is worth it. Collective. Errors as islands_redistribute. */
Status run_balance(Run *run);
/* RunClock.done for archipelagos that were made by the last change of blocks. Local. */
double run_balance_pace(const Run *run);
/* Brings view.shares up to date. Collective. */
void run_balance_gather(Run *run);

/* ---- tables of checkpoints (tables.c) ---- */

/* Appends a history row, with the islands' champions as judged. Collective. ERR_MEMORY. */
Status run_history(Run *run);
/* Appends this leg's rows to the table of legs. Collective. ERR_MEMORY. */
Status run_leg(Run *run);
/* Whether an interval of the throughput is over: local, on rank 0. */
bool run_sample_due(const Run *run);
/* Appends its rows. Collective. ERR_MEMORY. */
Status run_sample(Run *run);

/* ---- checkpoints (run_save.c), if one is kept ----
 *
 * In the background: run_save_begin when one is due, then run_save_step whenever no rank is checkpoint_busy, until saving.writer
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
void saving_end(Saving *saving);

#endif
