/* A batch of small alike tasks on one rank (src/solver/batch.h): see tasks.h.
 *
 * Each task gets the solution that it gets alone, judged, or its failure. */
#include <stdio.h>
#include <stdlib.h>
#include "clock.h"
#include "estimate.h"
#include "solver/batch.h"
#include "tasks.h"

typedef struct Batch { /* arrays of `room` */
  Tasks *all;
  uint64_t *number;
  OpenTask *open;
  BatchTask *task;
  size_t tasks;
} Batch;

static bool batch_stop(void *self) {
  Tasks *t = self;
  t->host->poll(t->self);
  return tasks_stopping(t);
}

static Status batch_alloc(size_t room, Batch *b) {
  b->number = malloc(room * sizeof *b->number);
  b->open = malloc(room * sizeof *b->open);
  b->task = calloc(room, sizeof *b->task);
  if (b->number && b->open && b->task) return OK;
  FAIL(ERR_MEMORY, "no memory for a batch of %zu tasks", room);
}

static void batch_free(Batch *b) {
  for (size_t k = 0; k < b->tasks; k++) free(b->task[k].best.gene);
  free(b->number);
  free(b->open);
  free(b->task);
}

/* Prepares a task at b->tasks. */
static Status task_open(Batch *b, uint64_t number) {
  OpenTask *open = &b->open[b->tasks];
  TRY(b->all->host->open(b->all->self, number, open));
  const Batching *batching = open->solver->batch;
  BatchTask task = {.inst = open->inst, .plan = &open->plan, .best = {.cost = COST_NONE}};
  const size_t genes = instance_genes(task.inst);
  if (b->tasks > 0 && !(batching && batching->fits(task.inst, task.plan) && batching->alike(b->task, &task)))
    FAIL(ERR_FORMAT, "the instance has changed while the sweep ran: found n = %d", task.inst->n);
  task.best.gene = malloc(genes * sizeof *task.best.gene);
  if (!task.best.gene) FAIL(ERR_MEMORY, "no memory for a solution of %zu genes", genes);
  b->number[b->tasks] = number;
  b->task[b->tasks++] = task;
  return OK;
}

/* A task that cannot be prepared leaves the batch. */
static Status batch_open(Batch *b, const WorkUnit *unit) {
  const TasksHost *host = b->all->host;
  TRY(batch_alloc(unit->count, b));
  for (uint64_t number = unit->first; number < unit->first + unit->count; number++) {
    const Status status = task_open(b, number);
    if (status == ERR_STOPPED) return status;
    if (status != OK) TRY(host->failed(b->all->self, number, status));
  }
  return OK;
}

/* Task k has no clock, so it is finished, or the batch was stopped. */
static Status answer_give(const Batch *b, size_t k, double elapsed_s) {
  const TasksHost *host = b->all->host;
  const BatchTask *task = &b->task[k];
  TaskAnswer answer = {.task = &b->open[k],
                       .outcome = {.finished = task->finished,
                                   .moves = task->moves,
                                   .elapsed_s = elapsed_s,
                                   .best_known = b->open[k].best_known},
                       .batch = b->tasks,
                       .whole = task->whole};
  if (!task->whole && task->best.cost == COST_NONE) return OK;
  const Status status = outcome_judge(&answer.outcome, task->inst, &task->best);
  return status == OK ? host->answer(b->all->self, b->number[k], &answer)
                      : host->failed(b->all->self, b->number[k], status);
}

static Status batch_run(Tasks *t, const WorkUnit *unit) {
  Batch b = {.all = t};
  BatchStop stop = {.asked = batch_stop, .self = t};
  const double start = clock_s();
  Status status = t->host->begin(t->self, unit->first, unit->count);
  if (status == OK) status = batch_open(&b, unit);
  if (status == OK && b.tasks) status = task_fits(b.open->solver, b.open->inst, &b.open->plan, &t->be);
  if (status == OK && b.tasks) status = batch_solve(b.open->solver->batch, &t->be, b.task, b.tasks, &stop);
  const double each_s = (clock_s() - start) / (double)(b.tasks ? b.tasks : 1);
  for (size_t k = 0; k < b.tasks && status == OK; k++) status = answer_give(&b, k, each_s);
  t->host->end(t->self);
  batch_free(&b);
  return status;
}

/* All tasks have failed for the reason that is kept. */
static Status unit_fail(Tasks *t, const WorkUnit *unit, Status why) {
  char message[STATUS_MESSAGE_MAX];
  snprintf(message, sizeof message, "%s", status_message());
  for (uint64_t number = unit->first; number < unit->first + unit->count; number++) {
    status_clear();
    TRY(t->host->failed(t->self, number, status_fail(why, "%s", message)));
  }
  return OK;
}

/* A batch that does not fit into memory is halved, and one that fails by a task's fault, until that task is alone. */
Status tasks_batch(Tasks *t, const WorkUnit *unit) {
  Status status = batch_run(t, unit);
  if (status == OK || status == ERR_DEVICE) return status;
  if (status == ERR_STOPPED) { /* no answer of a batch that was given up counts */
    status_clear();
    tasks_stopping(t);
    return OK;
  }
  if (unit->count == 1 || (status != ERR_MEMORY && status != ERR_FORMAT)) return unit_fail(t, unit, status);
  status_clear();
  const uint64_t half = unit->count / 2;
  TRY(tasks_batch(t, &(WorkUnit){.first = unit->first, .count = half}));
  return tasks_batch(t, &(WorkUnit){.first = unit->first + half, .count = unit->count - half});
}
