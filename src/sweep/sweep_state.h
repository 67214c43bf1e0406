/* Inside a sweep: its state and its parts, lowest first. Each part uses those above it in this file only. */
#ifndef CORDEE_SWEEP_SWEEP_STATE_H
#define CORDEE_SWEEP_SWEEP_STATE_H

#include "backend.h"
#include "mpi/message.h"
#include "mpi/shared_words.h"
#include "sweep.h"

/* ---- the queue of units (sweep_queue.c) ---- */

typedef struct Queue { /* the next unit and the reason to stop, on rank 0, for every rank at any time */
  SharedWords words;
} Queue;

Status queue_open(const Comm *comm, Queue *queue); /* collective; ERR_MEMORY */
void queue_close(Queue *queue);                    /* collective */
uint64_t queue_take(Queue *queue);                 /* the next number: 0, 1, 2, ... Local */
void queue_stop(Queue *queue, SweepEnd why);       /* for all who ask; the first reason stays. Local */
SweepEnd queue_stopped(Queue *queue);              /* SWEEP_GOING: not stopped. Local */

/* ---- rows (sweep_row.c) ---- */

/* Collects the row of a task that runs through run_task. Of the group's first rank. */
typedef struct Collector {
  ResultRow row;
  int32_t *gene; /* (row.n), owned; NULL: none yet */
} Collector;

void row_clear(ResultRow *row);                                    /* zeros, no best */
void row_provenance(ResultRow *row, const Backend *be, int ranks); /* host, device, version, now */
void row_instance(ResultRow *row, const Instance *inst);
void row_trace(ResultRow *row, double elapsed_s, uint64_t searches, int64_t best);
/* A failed row with the kept message, which is cleared. */
void row_fail(ResultRow *row, Status status);
/* A verified row, but for provenance and the text of its end. */
void row_fill(ResultRow *row, const Instance *inst, const Solver *solver, const Plan *plan, const Outcome *o);
/* The same of a task that runs through run_task, with its solution. */
void row_collect(Collector *c, const RunView *view);

/* ---- how long it will still take (sweep_left.c) ---- */

enum { KINDS = 64 }; /* of tasks, at most; further ones have no estimate and are of the last kind */

typedef struct KindTime { /* of the tasks of a kind */
  double left_s;          /* estimates of those without a row; */
  double done_s, took_s;  /* estimates of those with one, and how long they took */
  size_t tasks, rows;     /* without and with a row */
} KindTime;

void kind_task(KindTime *kind, double estimate_s);               /* a task to do */
void kind_row(KindTime *kind, double estimate_s, double took_s); /* has a row now; took_s 0: it failed */
/* Seconds until all tasks have their rows, when they have been worked on for wall_s; < 0: unknown. */
double kinds_left(const KindTime *kind, int kinds, int groups, double wall_s);

/* ---- the sweep ---- */

typedef struct Sweep {
  const Comm *comm;
  const Options *options;
  const SweepObserver *observer;
  Comm group;
  Queue queue;
  WorkList work;
  Backend be; /* of this rank, open during the whole sweep: for batches and estimates */
  Collector collector;
  Outbox outbox;                     /* rows on their way to rank 0 */
  Message *rows;                     /* rows that will be sent together, NULL: none; */
  size_t rows_room;                  /* bytes that it has room for */
  double polled_s;                   /* clock reading of the last question to the queue whether to stop */
  SweepEnd stop;                     /* its last answer */
  double started;                    /* clock reading */
  char folder[OPTION_PATH_MAX - 64]; /* of checkpoints of long tasks */
  /* rank 0 */
  Job job;
  Results *results;
  int32_t *genes;         /* (job.tasks) of a solution; 0: the task has a row, or cannot be run */
  RejectedTask *rejected; /* (rejections) */
  size_t rejections;
  SweepView view;
  char *bindings;
  char measured[512];
  Status write_status; /* of the results */
  char write_message[1024];
  KindTime kind[KINDS];
  double row_left_s, row_at; /* kinds_left at the last row, its clock reading */
  double planned;            /* clock reading when the planning was done */
  int senders_left;          /* groups that may still send rows */
} Sweep;

static inline const char *task_instance(const WorkList *work, const SweepTask *task) {
  return work->text + task->instance_at;
}
static inline const char *task_option_lines(const WorkList *work, const SweepTask *task) {
  return work->text + task->options_at;
}

/* ---- one task's options and checkpoint (sweep_options.c) ---- */

/* A task's options on top of the sweep's. ERR_USAGE. */
Status task_options(const Sweep *s, const char *lines, Options *out);

void task_checkpoint_path(const Sweep *s, const SweepTask *task, char *path, size_t size);
bool task_checkpoint_exists(const Sweep *s, const SweepTask *task); /* from an earlier sweep */
void task_checkpoint_remove(const Sweep *s, const SweepTask *task); /* and the files beside it */

/* ---- estimates (sweep_estimate.c) ---- */

/* Seconds for a task on so many ranks; the first task of a kind is run for a moment to learn the device's rate. A kind is a method and
 * its variant on instances of like size. */
double task_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be, int ranks);
uint32_t task_kind(const Instance *inst, const Solver *solver, const Plan *plan,
                   Backend *be); /* below KINDS */
/* Seconds for a task that may be in a batch and takes alone_s alone; the first one of a kind is measured. */
double batch_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be,
                      double alone_s);
/* Whether there is memory for such a task, some hundred megabytes of its batch included. ERR_MEMORY. */
Status sweep_fits(const Solver *solver, const Instance *inst, const Plan *plan, Backend *be);
void estimates_tell(char *text, size_t size); /* what was measured: "climb on uniform-200-1, anneal on ..." */

/* Seconds until all are done if each of `groups` takes the next unit when it is free. */
double units_makespan(const WorkList *work, int groups);

/* ---- the work list (sweep_plan.c), on rank 0 ---- */

/* Fills work, genes and rejected for the job's tasks that have no row yet. ERR_MEMORY. Local. */
Status sweep_plan(Sweep *s);
void work_list_free(WorkList *work);

/* ---- when it stops (sweep_stop.c) ---- */

/* Is the sweep to end? Checks signals, clocks and the other groups, and tells them. Local. */
bool sweep_stopping(Sweep *s);
double sweep_left_s(const Sweep *s); /* of --time; 0: no limit */
/* Clock reading at which work under way is given up (halt.h); INFINITY: never. */
double sweep_halt_s(const Sweep *s);

/* ---- rows in a message (sweep_pack.c) ---- */

enum { ROW_PACKED_MOST = sizeof(ResultRow) + sizeof(uint64_t) * (1 + (sizeof(ResultRow) / 8 + 63) / 64) };
/* Bytes that a row with its genes, if it is verified, needs at most. */
size_t row_packed_most(const ResultRow *row);
/* The row of a task of the work list, and its genes, as bytes; how many. */
size_t row_pack(uint64_t task, const ResultRow *row, const int32_t *gene, char *out);
/* The same back; gene: in `in`, not aligned; bytes that were read. */
size_t row_unpack(const char *in, uint64_t *task, ResultRow *row, const char **gene);

/* ---- rows on their way to the results (sweep_message.c) ---- */

/* Writes a row. Rank 0. */
void row_commit(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene);
/* Sends a row to rank 0 without waiting; rank 0 writes its own at once. gene (row->n) if it is verified. Local. ERR_MEMORY. */
Status row_send(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene);
/* Between slices of work: frees what has arrived; rank 0 also writes the rows that have come, and shows progress. Local. */
void rows_poll(Sweep *s);
/* All rows are at rank 0 and written. Called by the first rank of every group. ERR_MEMORY, ERR_IO: the results'. */
Status rows_finish(Sweep *s);

void view_refresh(Sweep *s); /* its clocks; rank 0 */

/* ---- units (sweep_task.c, sweep_batch.c) ---- */

/* Runs one task, over the group. OK also if the task failed: that is its row. ERR_DEVICE, ERR_MEMORY end the sweep. */
Status unit_run_task(Sweep *s, const SweepTask *task);
/* Runs many small tasks on this rank. */
Status unit_run_batch(Sweep *s, const SweepUnit *unit);

#endif
