/* Inside a sweep: its state and its parts, lowest first. Each part uses those above it in this file only. */
#ifndef CORDEE_SWEEP_SWEEP_STATE_H
#define CORDEE_SWEEP_SWEEP_STATE_H

#include "mpi/message.h"
#include "problem/instance_file.h"
#include "sweep.h"
#include "tasks/draft.h"
#include "tasks/tasks.h"

/* ---- rows (sweep_rows.c) ---- */

/* Collects the row of a task that runs through run_task. Of the group's first rank. */
typedef struct Collector {
  ResultRow row;
  int32_t *gene; /* (row.n), owned; NULL: none yet */
} Collector;

void row_clear(ResultRow *row);                                    /* zeros, no best */
void row_provenance(ResultRow *row, const Backend *be, int ranks); /* host, device, version, now */
void row_trace(ResultRow *row, double elapsed_s, uint64_t searches, int64_t best);
/* A failed row with the kept message, which is cleared. */
void row_fail(ResultRow *row, Status status);
/* A verified row, but for provenance and the text of its end. */
void row_fill(ResultRow *row, const Instance *inst, const Solver *solver, const Plan *plan, const Outcome *o);
/* The same of a task that runs through run_task, with its solution. */
void row_collect(Collector *c, const RunView *view);

/* ---- how long it will still take (sweep_rows.c) ---- */

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

typedef struct BatchFiles { /* of the batch under way; arrays of `count` tasks from `first` on */
  uint64_t first;
  size_t count;
  Instance **inst;            /* read for this task, owned; NULL: that of an earlier task is used */
  const Instance **used;      /* NULL: it could not be read */
  InstanceSettings *settings; /* that it was read with */
  int64_t *published;         /* best known value of the instance; -1: not read yet */
} BatchFiles;

typedef struct TaskInputs { /* of a task of the job: what its row is made from, and its row in the old file */
  uint64_t inputs;          /* ResultRow.inputs */
  uint64_t instance_digest; /* of the instance as it was read for the plan; 0: it cannot be read */
  int64_t best_known;       /* 0: unknown */
  uint64_t moved_from;      /* ResultTask's */
  ResultState row;          /* of the row that stands; RESULT_PENDING: the task is to run */
  bool again;               /* there is a row that does not stand */
} TaskInputs;

typedef struct Sweep {
  const Comm *comm;
  const Options *options;
  const SweepObserver *observer;
  Tasks tasks; /* has the units */
  WorkList work;
  BatchFiles files;
  Collector collector;
  Outbox outbox;                     /* rows on their way to rank 0 */
  Message *rows;                     /* rows that will be sent together, NULL: none; */
  size_t rows_room;                  /* bytes that it has room for */
  double started;                    /* clock reading */
  char folder[OPTION_PATH_MAX - 64]; /* of checkpoints of long tasks */
  /* rank 0 */
  Job job;
  Results *results;
  TaskInputs *made;       /* (job.tasks) */
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

/* ---- one task's options and checkpoint (sweep_rows.c) ---- */

/* A task's options on top of the sweep's. ERR_USAGE. */
Status task_options(const Sweep *s, const char *lines, Options *out);

void task_checkpoint_path(const Sweep *s, const SweepTask *task, char *path, size_t size);
bool task_checkpoint_exists(const Sweep *s, const SweepTask *task); /* from an earlier sweep */

/* ---- which rows of the old file stand (sweep_plan.c), on rank 0 ---- */

typedef struct Reading { /* of an instance: what tasks of equal settings share */
  Instance *inst;
  InstanceSettings settings;
  Status status;
  char size[96], message[1024];
} Reading;

/* What a task of the job is made from now, and whether its row stands: fills in s->made[row], and counts. */
Status task_stand(Sweep *s, size_t row, const Reading *r);

/* ---- the work list (sweep_plan.c), on rank 0 ---- */

/* Fills work, genes and rejected for the job's tasks that have no row yet. ERR_MEMORY. Local. */
Status sweep_plan(Sweep *s);
void work_list_free(WorkList *work);

/* ---- when it stops (sweep_rows.c) ---- */

int sweep_enough(void *self);        /* TasksHost.enough: signals and clocks */
double sweep_left_s(const Sweep *s); /* of --time; 0: no limit */
/* Clock reading at which work under way is given up (halt.h); INFINITY: never. */
double sweep_halt_s(void *self);

/* ---- rows in a message (sweep_rows.c) ---- */

enum { ROW_PACKED_MOST = sizeof(ResultRow) + sizeof(uint64_t) * (1 + (sizeof(ResultRow) / 8 + 63) / 64) };
/* Bytes that a row with its genes, if it is verified, needs at most. */
size_t row_packed_most(const ResultRow *row);
/* The row of a task of the work list, and its genes, as bytes; how many. */
size_t row_pack(uint64_t task, const ResultRow *row, const int32_t *gene, char *out);
/* The same back; gene: in `in`, not aligned; bytes that were read. */
size_t row_unpack(const char *in, uint64_t *task, ResultRow *row, const char **gene);

/* ---- rows on their way to the results (sweep_rows.c) ---- */

/* Writes a row. Rank 0. */
void row_commit(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene);
/* Sends a row to rank 0 without waiting; rank 0 writes its own at once. gene (row->n) if it is verified. Local. ERR_MEMORY. */
Status row_send(Sweep *s, const SweepTask *task, ResultRow *row, const int32_t *gene);
/* Between slices of work: frees what has arrived; rank 0 also writes the rows that have come, and shows progress. Local. */
void rows_poll(void *self);
/* All rows are at rank 0 and written. Called by the first rank of every group. ERR_MEMORY, ERR_IO: the results'. */
Status rows_finish(void *self);

void view_refresh(Sweep *s); /* its clocks; rank 0 */

/* ---- units: what TasksHost asks for (sweep_task.c, sweep_task.c) ---- */

/* Runs one task, over the group. OK also if the task failed: that is its row. ERR_DEVICE, ERR_MEMORY end the sweep. */
Status sweep_task_alone(void *self, uint64_t task);

Status sweep_batch_begin(void *self, uint64_t first, uint64_t count);
Status sweep_batch_open(void *self, uint64_t task, OpenTask *out);
void sweep_batch_end(void *self);
Status sweep_batch_answer(void *self, uint64_t task, const TaskAnswer *answer);
Status sweep_task_failed(void *self, uint64_t task, Status status);

#endif
