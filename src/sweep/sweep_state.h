/* Inside a sweep: its parts, shared by sweep.c (the story) and its rooms. */
#ifndef CORDEE_SWEEP_SWEEP_STATE_H
#define CORDEE_SWEEP_SWEEP_STATE_H

#include "backend.h"
#include "sweep.h"

/* ---- groups of ranks and what they take (sweep_queue.c) ---- */

typedef struct Queue { /* two words on rank 0 that every rank may reach at any time */
  MPI_Win window;
  int64_t *words;
} Queue;

/* Consecutive ranks that share a task, with communicators of their own. local_rank stays that of the whole job, so that
 * groups of one host take different GPUs. Collective. */
void group_open(const Comm *comm, int ranks_per_task, Comm *group);
void group_close(Comm *group);

Status queue_open(const Comm *comm, Queue *queue); /* collective; ERR_MEMORY */
void queue_close(Queue *queue);                    /* collective */
uint64_t queue_take(Queue *queue);                 /* the next number: 0, 1, 2, ... Local */
void queue_stop(Queue *queue, SweepEnd why);       /* tells all who ask; the first reason stays. Local */
SweepEnd queue_stopped(Queue *queue);              /* SWEEP_GOING: nobody did. Local */

/* Waits for all ranks without keeping a core busy; `idle` is called a hundred times a second. Collective. */
void ranks_await(const Comm *comm, void (*idle)(void *self), void *self);

/* ---- rows (sweep_row.c) ---- */

/* Collects the row of a task that runs through run_task. Of the group's first rank. */
typedef struct Collector {
  ResultRow row;
  int32_t *gene; /* (row.n), owned; NULL: none yet */
} Collector;

void row_clear(ResultRow *row);                                    /* zeros, no best */
void row_provenance(ResultRow *row, const Backend *be, int ranks); /* host, device, version, now */
void row_instance(ResultRow *row, const Instance *inst);
void row_trace(ResultRow *row, double elapsed_s, uint64_t climbers, int64_t best);
/* The row of a failure: its message is the kept one, which is cleared. */
void row_fail(ResultRow *row, Status status);
/* From what a run shows; the end's text is the caller's. */
void row_collect(Collector *c, const RunView *view);

/* ---- the sweep ---- */

typedef struct Sweep {
  const Comm *comm;
  const Options *options;
  const SweepObserver *observer;
  Comm group;
  Queue queue;
  Agenda agenda;
  Backend be; /* of this rank, open during the whole sweep: batches, and its figures */
  Collector collector;
  struct Parcel *parcel;             /* rows under way to rank 0 (sweep_post.c) */
  double asked;                      /* clock reading when the queue was last asked whether to stop */
  SweepEnd told;                     /* what it said */
  double started;                    /* clock reading */
  char folder[OPTION_PATH_MAX - 64]; /* of checkpoints of long tasks */
  /* rank 0 */
  Job job;
  Results *results;
  int32_t *genes;   /* (job.tasks) room of each row */
  Setback *setback; /* tasks that failed before they could be run */
  size_t setbacks;
  SweepView view;
  char *bindings;
  char measured[512];
  Status landing; /* of writing rows */
  char landing_message[1024];
  double estimate_s, done_estimate_s,
      planned;      /* of all units, of rows written; clock reading when it was planned */
  int leaders_left; /* that may still send */
} Sweep;

static inline const char *task_instance(const Agenda *a, const SweepTask *task) {
  return a->text + task->instance_at;
}
static inline const char *task_option_lines(const Agenda *a, const SweepTask *task) {
  return a->text + task->options_at;
}

void view_refresh(Sweep *s); /* its clocks; rank 0 */
void sweep_show(Sweep *s);   /* progress; rank 0 */

/* ---- planning (sweep_plan.c), on rank 0 ---- */

/* Fills agenda, genes and setbacks of the job's tasks that have no row yet. ERR_MEMORY. Local. */
Status sweep_plan(Sweep *s);
void agenda_free(Agenda *agenda);

/* A task's options on top of the sweep's. ERR_USAGE. */
Status task_options(const Sweep *s, const char *lines, Options *out);

/* ---- estimates (sweep_estimate.c) ---- */

/* Seconds for a task on so many ranks; the first task of a kind is run for a moment to learn the device's rate. */
double task_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be, int ranks);
/* The same for a task that may be in a batch, which takes alone_s alone; the first one of a kind is measured. */
double batch_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be,
                      double alone_s);
/* Whether there is memory for such a task: in a batch no more than some hundred megabytes of others are beside it. ERR_MEMORY. */
Status sweep_fits(const Solver *solver, const Instance *inst, const Plan *plan, Backend *be);
void estimates_tell(char *text, size_t size); /* what was measured: "climb on uniform-200-1, anneal on ..." */

/* Seconds until all are done if each of `groups` takes the next unit when it is free. */
double units_makespan(const Agenda *agenda, int groups);

/* ---- rows on their way (sweep_post.c) ---- */

/* Hands a row to rank 0. gene (row->n) if it is verified. Local; rank 0 writes at once. ERR_MEMORY. */
Status row_post(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene);
void posts_receive(Sweep *s);  /* rank 0: writes what has come */
void posts_test(Sweep *s);     /* forgets rows that have arrived */
Status posts_finish(Sweep *s); /* all rows are at rank 0 and written; every leader calls it */
void row_land(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene); /* rank 0 */

/* ---- units (sweep_task.c, sweep_batch.c) ---- */

/* Is the sweep to end? Asks signals, clocks and the other groups, and tells these. */
bool sweep_stopping(Sweep *s);
double sweep_left_s(const Sweep *s); /* of --time; 0: no limit */
double sweep_halt_s(
    const Sweep
        *s); /* reading of the clock from which on what is under way is given up (halt.h); INFINITY: never */
void checkpoint_name(const Sweep *s, const SweepTask *task, char *path, size_t size);
bool checkpoint_there(const Sweep *s, const SweepTask *task); /* of an earlier sweep */
void checkpoint_remove(const Sweep *s, const SweepTask *task);

/* One task, over the group. OK also if the task failed: that is its row. ERR_DEVICE, ERR_MEMORY end the sweep. */
Status unit_run_task(Sweep *s, const SweepTask *task);
/* Many small tasks on this rank. */
Status unit_run_batch(Sweep *s, const SweepUnit *unit);

#endif
