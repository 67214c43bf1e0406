/* Groups of ranks take units until there are no more: see tasks.h. */
#include "tasks.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "halt.h"
#include "mpi/bind.h"
#include "mpi/collect.h"
#include "mpi/stop.h"
#include "solver/batch.h"

/* ---- the queue ---- */

enum { WORD_NEXT, WORD_STOP, WORD_COUNT, WORDS };

Status queue_open(const Comm *comm, Queue *queue) { return shared_words_open(comm, WORDS, &queue->words); }
void queue_close(Queue *queue) { shared_words_close(&queue->words); }

uint64_t queue_take(Queue *queue) { return (uint64_t)shared_word_add(&queue->words, WORD_NEXT, 1); }
uint64_t queue_taken(Queue *queue) { return (uint64_t)shared_word_get(&queue->words, WORD_NEXT); }
int queue_stopped(Queue *queue) { return (int)shared_word_get(&queue->words, WORD_STOP); }

/* Two ranks that stop at once may both believe to be first: either reason will do. */
void queue_stop(Queue *queue, int why) {
  if (!queue_stopped(queue)) shared_word_set(&queue->words, WORD_STOP, why);
}

void queue_count(Queue *queue, uint64_t more) { shared_word_add(&queue->words, WORD_COUNT, (int64_t)more); }
uint64_t queue_counted(Queue *queue) { return (uint64_t)shared_word_get(&queue->words, WORD_COUNT); }

/* ---- ranks and backends ---- */

Status tasks_open(Tasks *t, const Comm *comm, const Options *options, uint64_t ranks_per_task) {
  t->comm = comm;
  t->ranks_per_task = ranks_per_task < (uint64_t)comm->size ? (int)ranks_per_task : comm->size;
  t->groups = (comm->size + t->ranks_per_task - 1) / t->ranks_per_task;
  return rank_bind(comm, option_backends[options->backend], (int)options->threads, &t->be);
}

void tasks_close(Tasks *t) {
  if (t->be.ops) t->be.ops->close(&t->be);
}

void tasks_options(const Tasks *t, Options *options) {
  for (options->backend = 0; strcmp(option_backends[options->backend], t->be.ops->name) != 0;)
    options->backend++;
  if (t->be.threads > 0) options->threads = (uint64_t)t->be.threads;
}

/* ---- stopping ---- */

void tasks_stop(Tasks *t, int why) {
  t->stop = why;
  queue_stop(&t->queue, why);
}

uint64_t tasks_begun(Tasks *t) {
  const uint64_t taken = queue_taken(&t->queue);
  uint64_t tasks = 0;
  for (uint64_t u = 0; u < taken && u < t->units; u++) tasks += t->unit[u].count;
  return tasks;
}

/* The other groups are asked once a second: over a network the answer may take a moment. If they stop, a signal is noted, so
 * that the task under way ends in good order. */
bool tasks_stopping(Tasks *t) {
  const double now = clock_s();
  if (now - t->polled_s >= 1) {
    t->polled_s = now;
    t->stop = queue_stopped(&t->queue);
  }
  const int others = t->stop, why = others ? others : t->host->enough(t->self);
  if (why != others) tasks_stop(t, why);
  if (others && !stop_signal()) stop_note(SIGTERM);
  return why != 0;
}

/* ---- a batch of small alike tasks on one rank (src/solver/batch.h) ----
 *
 * Each task gets the solution that it gets alone, judged, or its failure. */

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
static Status tasks_batch(Tasks *t, const WorkUnit *unit) {
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

/* ---- all units ---- */

/* The next unit of this group; units or more: none. Collective over the group. */
static uint64_t unit_next(Tasks *t) {
  uint64_t unit = t->units;
  if (t->group.rank == 0) {
    t->host->poll(t->self);
    if (!tasks_stopping(t)) unit = queue_take(&t->queue);
  }
  bytes_bcast(&t->group, &unit, sizeof unit, 0);
  return unit;
}

static Status unit_run(Tasks *t, const WorkUnit *unit) {
  if (unit->count > 1) return comm_agree(&t->group, t->group.rank == 0 ? tasks_batch(t, unit) : OK);
  const Status status = t->host->alone(t->self, unit->first);
  halt_watch(stop_signal, t->host->halt_s(t->self));
  return status;
}

static Status units_run(Tasks *t) {
  for (uint64_t unit = unit_next(t); unit < t->units; unit = unit_next(t)) {
    const Status status = unit_run(t, &t->unit[unit]);
    if (status == OK) continue;
    if (t->group.rank == 0) queue_stop(&t->queue, t->host->failure);
    return status;
  }
  return OK;
}

static void idle(void *self) {
  Tasks *t = self;
  if (t->group.rank == 0) t->host->poll(t->self);
  tasks_stopping(t);
}

/* If a group fails, the others still end with their answers sent. */
Status tasks_run(Tasks *t, int *why) {
  TRY(queue_open(t->comm, &t->queue));
  comm_split(t->comm, t->ranks_per_task, &t->group);
  halt_watch(stop_signal, t->host->halt_s(t->self));
  if (t->comm->rank == 0) t->host->started(t->self);
  Status status = units_run(t);
  const Status sent = t->group.rank == 0 ? t->host->sent(t->self) : OK;
  comm_await(t->comm, idle, t);
  halt_rest();
  status = comm_agree(t->comm, status != OK ? status : sent);
  *why = queue_stopped(&t->queue);
  comm_split_free(&t->group);
  queue_close(&t->queue);
  return status;
}
