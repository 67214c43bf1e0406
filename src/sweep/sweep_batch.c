/* A batch of small alike tasks of a sweep, on one rank (src/solver/batch.h): see sweep_state.h.
 *
 * Each task gets the solution that it gets alone, and a row of its own, judged or failed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/instance_file.h"
#include "solver/batch.h"
#include "sweep_state.h"

typedef struct Batch { /* arrays of `tasks` */
  const SweepTask **from;
  const Solver *solver; /* of all */
  BatchTask *task;
  Instance **inst;            /* read for this task, owned; NULL: that of an earlier task is used */
  InstanceSettings *settings; /* that it was read with */
  Plan *plan;
  int64_t *published, *best_known; /* of the instance (-1: not read yet), of the task */
  size_t tasks;
} Batch;

static bool batch_stop(void *self) {
  Sweep *s = self;
  rows_poll(s);
  return sweep_stopping(s);
}

static Status batch_alloc(size_t tasks, Batch *b) {
  *b = (Batch){.from = malloc(tasks * sizeof *b->from),
               .task = calloc(tasks, sizeof *b->task),
               .inst = calloc(tasks, sizeof *b->inst),
               .settings = malloc(tasks * sizeof *b->settings),
               .plan = malloc(tasks * sizeof *b->plan),
               .published = malloc(tasks * sizeof *b->published),
               .best_known = malloc(tasks * sizeof *b->best_known)};
  if (!b->from || !b->task || !b->inst || !b->settings || !b->plan || !b->published || !b->best_known)
    FAIL(ERR_MEMORY, "no memory for a batch of %zu tasks", tasks);
  return OK;
}

static void batch_free(Batch *b) {
  for (size_t t = 0; t < b->tasks; t++) instance_free(b->inst[t]), free(b->task[t].best.gene);
  free(b->from), free(b->task), free(b->inst), free(b->settings), free(b->plan), free(b->published),
      free(b->best_known);
}

/* The instance of the task at b->tasks: that of an earlier task from the same file with the same settings, or read now. */
static Status instance_find(const Sweep *s, Batch *b, const char *path, const Options *options,
                            const Instance **inst) {
  const size_t here = b->tasks;
  b->published[here] = -1;
  options_instance(options, &b->settings[here]);
  for (size_t t = here; t > 0; t--)
    if (strcmp(task_instance(&s->work, b->from[t - 1]), path) == 0 &&
        memcmp(&b->settings[t - 1], &b->settings[here], sizeof *b->settings) == 0)
      return *inst = b->task[t - 1].inst, b->published[here] = b->published[t - 1], OK;
  TRY(instance_read_set(path, &b->settings[here], &b->inst[here]));
  *inst = b->inst[here];
  return OK;
}

/* The value given with the task, or the published one, which is read once an instance. */
static Status task_best_known(const char *path, const Instance *inst, const InstanceSettings *settings,
                              double given, int64_t *published, int64_t *best_known) {
  if (given == 0 && *published < 0) TRY(best_known_find(path, inst, settings, 0, published));
  *best_known = *published;
  return given == 0 ? OK : best_known_find(path, inst, settings, given, best_known);
}

/* Prepares the task at b->tasks as run_open would. */
static Status task_open(Sweep *s, Batch *b, const SweepTask *from) {
  const size_t t = b->tasks;
  const char *path = task_instance(&s->work, from);
  Options options;
  const Instance *inst;
  TRY(task_options(s, task_option_lines(&s->work, from), &options));
  TRY(instance_find(s, b, path, &options, &inst));
  TRY(solver_find(options.method, inst->problem, &b->solver));
  TRY(options_plan(&options, b->solver, inst, s->be.ops, &b->plan[t]));
  TRY(task_best_known(path, inst, &b->settings[t], options.best_known, &b->published[t], &b->best_known[t]));
  b->from[t] = from;
  b->task[t] =
      (BatchTask){.inst = inst,
                  .plan = &b->plan[t],
                  .best = {.cost = COST_NONE, .gene = malloc(instance_genes(inst) * sizeof(int32_t))}};
  if (!b->task[t].best.gene) FAIL(ERR_MEMORY, "no memory for a solution of %zu genes", instance_genes(inst));
  const Batching *batching = b->solver->batch;
  if (t > 0 && !(batching && batching->fits(inst, &b->plan[t]) && batching->alike(&b->task[0], &b->task[t])))
    FAIL(ERR_FORMAT, "the instance has changed while the sweep ran: found n = %d", inst->n);
  return OK;
}

static Status row_send_failure(Sweep *s, const SweepTask *from, Status status) {
  ResultRow row;
  row_clear(&row);
  row_provenance(&row, &s->be, 1);
  row_fail(&row, status);
  return row_send(s, from, &row, NULL);
}

/* A task that cannot be prepared leaves the batch. */
static Status task_drop(Sweep *s, Batch *b, const SweepTask *from, Status status) {
  instance_free(b->inst[b->tasks]), free(b->task[b->tasks].best.gene);
  b->inst[b->tasks] = NULL, b->task[b->tasks] = (BatchTask){0};
  return row_send_failure(s, from, status);
}

static Status batch_open(Sweep *s, const SweepUnit *unit, Batch *b) {
  TRY(batch_alloc(unit->count, b));
  for (uint64_t t = unit->first; t < unit->first + unit->count; t++) {
    Status status = task_open(s, b, &s->work.task[t]);
    if (status == ERR_STOPPED) return status;
    if (status == OK)
      b->tasks++;
    else
      TRY(task_drop(s, b, &s->work.task[t], status));
  }
  return OK;
}

/* The row of task t. It has no clock, so it is finished. */
static void task_row(const Sweep *s, const Batch *b, size_t t, double elapsed_s, ResultRow *row) {
  const BatchTask *task = &b->task[t];
  Outcome o = {.finished = task->finished,
               .moves = task->moves,
               .elapsed_s = elapsed_s,
               .best_known = b->best_known[t]};
  row_clear(row);
  row_instance(row, task->inst);
  row_provenance(row, &s->be, 1);
  const Status status = outcome_judge(&o, task->inst, &task->best);
  if (status != OK) {
    row_fail(row, status);
    return;
  }
  row_fill(row, task->inst, b->solver, task->plan, &o);
  row->batch = (uint32_t)b->tasks;
  snprintf(row->end, sizeof row->end, "finished");
}

static Status rows_send(Sweep *s, const Batch *b, double elapsed_s) {
  ResultRow row;
  for (size_t t = 0; t < b->tasks; t++) {
    task_row(s, b, t, elapsed_s / (double)b->tasks, &row);
    TRY(row_send(s, b->from[t], &row, b->task[t].best.gene));
  }
  return OK;
}

static Status batch_run(Sweep *s, const SweepUnit *unit) {
  Batch b = {0};
  BatchStop stop = {.asked = batch_stop, .self = s};
  double start = clock_s();
  Status status = OK;
  TRY_GOTO(batch_open(s, unit, &b), cleanup);
  if (b.tasks) TRY_GOTO(sweep_fits(b.solver, b.task->inst, b.task->plan, &s->be), cleanup);
  if (b.tasks) TRY_GOTO(batch_solve(b.solver->batch, &s->be, b.task, b.tasks, &stop), cleanup);
  if (!stop.stopped) status = rows_send(s, &b, clock_s() - start);
cleanup:
  batch_free(&b);
  return status;
}

/* A batch that does not fit into memory is halved, and one that fails by a task's fault, until that task is alone. */
Status unit_run_batch(Sweep *s, const SweepUnit *unit) {
  Status status = batch_run(s, unit);
  if (status == OK || status == ERR_DEVICE) return status;
  if (status == ERR_STOPPED) { /* no answer of a stopped batch counts */
    status_clear();
    sweep_stopping(s);
    return OK;
  }
  if (unit->count == 1 || (status != ERR_MEMORY && status != ERR_FORMAT)) {
    for (uint64_t t = unit->first; t < unit->first + unit->count; t++)
      TRY(row_send_failure(s, &s->work.task[t], status));
    return OK;
  }
  status_clear();
  const uint64_t half = unit->count / 2;
  TRY(unit_run_batch(s, &(SweepUnit){.first = unit->first, .count = half}));
  return unit_run_batch(s, &(SweepUnit){.first = unit->first + half, .count = unit->count - half});
}
