/* Inside a run: its parts, shared by run.c (the story), run_open.c (from files to islands),
 * run_time.c (limits in seconds), run_record.c (what it remembers of itself) and run_save.c (checkpoints). */
#ifndef CORDEE_RUN_RUN_STATE_H
#define CORDEE_RUN_RUN_STATE_H

#include "io/lock.h"
#include "checkpoint_ranks.h"
#include "run.h"
#include "seats.h"
#include "throughput.h"

typedef struct Run {
  const Comm *comm;
  const RunObserver *observer;
  Options options; /* the plan's part from the checkpoint on resume */
  Plan plan;
  char instance_path[CHECKPOINT_TEXT_MAX]; /* absolute */
  Instance *inst;                          /* same on every rank */
  const Solver *solver;
  Seats seats;
  int64_t *judged;  /* (seats.span.count) cost of each champion when it was judged last; owned */
  uint32_t *origin; /* (seats.span.count) the island where it was found; owned */
  double target;    /* in the cost's units; -infinity: none */
  Individual best;  /* the same on every rank, its cost in the solver's unit; gene (genes) owned */
  size_t genes;     /* instance_genes */
  int32_t *scratch; /* (genes) owned: a gene that is examined */
  int32_t *spare;   /* another one, if there are several seats */
  double look_next; /* clock reading: a new best is not looked at before */
  /* for checkpoints; owned; they grow on rank 0 */
  HistoryRow *history;
  size_t history_rows, history_room;
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
  uint32_t steps, wish;  /* of a slice, the same on every rank; what this one wants of the next, 0: nothing */
  double began, started; /* clock readings: from which limits in seconds count; of the first slice */
  double
      deadline; /* reading of this rank's clock at which the search ends, as rank 0 said last; INFINITY: none */
  uint64_t improved; /* Progress.improved of all ranks */
  double done;       /* share of this leg's time that is over, as rank 0 said last */
  double ending_s;   /* the longest that it has taken to find and judge the best of all, in seconds */
  double before_s;   /* elapsed in earlier legs */
  uint64_t before_moves, before_climbers;
  FileLock lock;                /* rank 0 */
  CheckpointWriter *writer;     /* of the checkpoint under way; NULL: none is */
  Checkpoint saving;            /* what it writes; owned */
  double save_began, save_next; /* clock readings: of the last one, of the next one */
  double save_pause,
      save_copy;       /* for how long it held up the search; the same without waiting for the disk */
  uint64_t save_moves; /* evaluated when it began */
  bool kept;           /* a complete checkpoint of this run is at options.checkpoint, */
  uint32_t kept_epoch; /* of this epoch */
  bool leg_done;       /* nothing left: a finished run was resumed */
} Run;

/* run_task with the seats of this rank as planned; NULL: one, as the options say. */
Status run_task_seated(const Comm *comm, const Options *options, const char *file, bool resume,
                       const SeatPlan *seats, const RunObserver *observer, RunEnd *end, int *signal_number);

/* Steps 1 to 4 of the flow. Collective. On failure the run can still be closed. */
Status run_open(Run *run, const char *file, bool resume, const SeatPlan *seats);
void run_close(Run *run);

/* Where a run that is resumed from `file` is kept, unless --checkpoint says (room for OPTION_PATH_MAX). */
void run_checkpoint_path(const char *file, char *checkpoint);

/* Whether a checkpoint can be kept at `path` (links followed) without harm to what is there: its name leaves room for
 * others beside it, PATH.prev is a checkpoint, if it is there; and, of a run that is resumed from `resumed` (NULL: none is),
 * so is PATH, and of that run. ERR_USAGE. Local. */
Status run_checkpoint_check(const char *path, const char *resumed);

/* Appends a history row, with the islands' champions as judged. Collective. ERR_MEMORY. */
Status run_history(Run *run);

/* Appends this leg's rows to the table of legs. Collective. ERR_MEMORY. */
Status run_leg(Run *run);

/* Throughput: whether an interval is over (rank 0), and its rows; moves: of this rank, in this leg. ERR_MEMORY. The second
 * is collective. */
bool run_sample_due(const Run *run);
Status run_sample(Run *run, uint64_t moves);

/* Copies best, history, legs and throughput into the empty *c, on rank 0. ERR_MEMORY. Local. */
Status run_record(const Run *run, Checkpoint *c);

/* Checkpoints, if one is kept. In the background: when one is due (rank 0), run_save_begin; then, whenever the threads of
 * all ranks are through (checkpoint_busy), run_save_step, until run->writer is NULL. At once: run_save, which finishes the
 * one under way first. Collective. ERR_IO, ERR_MEMORY, ERR_DEVICE: the last one remains, and the message names it. */
bool run_save_due(const Run *run);
/* From the start of a checkpoint to that of the next, if one holds up the search for pause_s. every_s 0: no time. */
double run_save_interval(double every_s, double pause_s);
Status run_save_begin(Run *run);
Status run_save_step(Run *run);
Status run_save(Run *run);
/* Only the one under way is finished, if there is one. */
Status run_save_finish(Run *run);
/* Gives up the one under way, if there is one. Local. */
void run_save_end(Run *run);

/* The limit in seconds: the run's own or that of its surroundings, whichever is sooner; 0: none. Local. */
double run_limit_s(const Options *options);

/* On rank 0's clock. */
typedef struct TimeLeft {
  int64_t us;   /* that the search may still take, so that the run ends in time; INT64_MAX: no limit */
  int64_t done; /* share of this leg's time for searching that is over, in 2^-30 */
} TimeLeft;

/* Whether a limit is reached, and what is left: local, for rank 0. All ranks take note of what rank 0 has said. */
RunEnd run_time_up(const Run *run);
TimeLeft run_time_left(const Run *run);
void run_time_agree(Run *run, TimeLeft left);

/* Reading of this rank's clock from which on what is under way is given up (halt.h): a second after the limit; while there is
 * nothing to show, after twice the run's own limit; when half of what is kept before a batch job's end is over. INFINITY: never. */
double run_halt_s(const Run *run);
/* What the ranks, which have all got ERR_STOPPED, were stopped by. Collective. */
RunEnd run_halt_end(const Run *run, int *signal_number);
/* A round was given up: the best so far is found, no new checkpoint is made. Collective. */
Status run_halted(Run *run, RunEnd *end, int *signal_number);

/* The solver has no budget and goes by the clock. */
bool run_paced(const Run *run);

typedef enum BestKind {
  BEST_SO_FAR,     /* finished climbers: what is shown on the way. Which of equals, depends on the moment */
  BEST_UNFINISHED, /* and tours under way: what a stopped run has to show */
  BEST_EPOCH       /* at an epoch's end: of equals the one on the lowest island, on every machine */
} BestKind;

/* Brings run->best up to date with every rank's islands, judged. Collective. */
Status run_best(Run *run, BestKind kind);

/* Judges every champion of this rank's islands that is new, before it migrates or is stored. Collective. */
Status run_judge_champions(Run *run);

#endif
