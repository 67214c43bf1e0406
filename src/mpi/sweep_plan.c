/* From a job's tasks to units of work, long ones first: see sweep_state.h. Inside a sweep, on rank 0.
 *
 * Every instance is read once, to know the size of its solutions, to estimate its tasks, and to learn which cannot be run at
 * all. Small alike tasks become batches (src/solver/climb_batch.h). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../io/instance_file.h"
#include "../solver/climb_batch.h"
#include "sweep_state.h"

enum { BATCH_TASKS = 4096, NO_CLASS = UINT32_MAX };
static const double batch_work = 1 << 26; /* climbers times cities that share a launch */
static const double lasting_s = 60;       /* longer tasks keep a checkpoint */

typedef struct Draft {
  SweepTask task;
  uint32_t class;
} Draft;

typedef struct Planner {
  Sweep *s;
  size_t *order; /* tasks without a row, by instance */
  Draft *draft;
  size_t waiting, drafts;
  BatchTask *class; /* a sample of each kind of small task; owns instance and plan */
  uint32_t classes;
  FILE *text;
} Planner;

Status task_options(const Sweep *s, const char *lines, Options *out) {
  char name[64], value[128];
  options_default(out);
  for (const char *at = lines; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    if (sscanf(at, "%63s = %127s", name, value) != 2) FAIL(ERR_INTERNAL, "expected name = value, found '%s'", at);
    TRY(options_assign(out, FOR_SOLVE, name, value));
  }
  for (out->backend = 0; strcmp(option_backends[out->backend], s->be.ops->name) != 0;) out->backend++;
  out->threads = s->be.threads > 0 ? (uint64_t)s->be.threads : s->options->threads;
  return OK;
}

static const Job *sorted; /* for qsort */

static int by_instance(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  const int by_path = strcmp(sorted->task[x].instance, sorted->task[y].instance);
  return by_path ? by_path : (x > y) - (x < y);
}

/* Tasks whose rows are pending, or failed and to be tried again. */
static void waiting_find(Planner *p) {
  const Sweep *s = p->s;
  for (size_t k = 0; k < s->job.tasks; k++) {
    const ResultState state = s->results ? results_state(s->results, s->job.task[k].key) : RESULT_PENDING;
    if (state == RESULT_PENDING || (state == RESULT_FAILED && s->options->retry_failed)) p->order[p->waiting++] = k;
  }
  sorted = &s->job;
  qsort(p->order, p->waiting, sizeof *p->order, by_instance);
}

/* The task cannot be run; the kept message says why. */
static Status task_set_back(Planner *p, size_t row, Status status, const char *message) {
  Sweep *s = p->s;
  Setback *back = &s->setback[s->setbacks];
  *back = (Setback){row, status_exit_code(status), strdup(message)};
  if (!back->message) FAIL(ERR_MEMORY, "no memory for a message");
  s->setbacks++;
  return OK;
}

static uint64_t text_keep(Planner *p, const char *text) {
  const uint64_t at = (uint64_t)ftell(p->text);
  fwrite(text, 1, strlen(text) + 1, p->text);
  return at;
}

/* The class of a small task; a new one keeps the instance, and *inst becomes NULL. */
static Status class_find(Planner *p, Instance **inst, const Plan *plan, uint32_t *class) {
  const BatchTask mine = {.inst = *inst, .plan = plan};
  for (*class = 0; *class < p->classes; ++*class)
    if (climb_batch_alike(&p->class[*class], &mine)) return OK;
  BatchTask *more = realloc(p->class, (p->classes + 1) * sizeof *more);
  if (more) p->class = more;
  Plan *copy = malloc(sizeof *copy);
  if (!more || !copy) {
    free(copy);
    FAIL(ERR_MEMORY, "no memory for the classes of tasks");
  }
  *copy = *plan;
  p->class[p->classes++] = (BatchTask){.inst = *inst, .plan = copy};
  *inst = NULL;
  return OK;
}

/* A task whose instance is at hand becomes a draft. Fails as the task itself would. */
static Status draft_make(Planner *p, size_t row, const Instance *inst, const char *size, Plan *plan) {
  Sweep *s = p->s;
  const Task *task = &s->job.task[row];
  Options options;
  const Solver *solver;
  TRY(task_options(s, task->options, &options));
  TRY(solver_find(options.method, inst->problem, &solver));
  TRY(options_plan(&options, solver, inst, s->be.ops, plan));
  double seconds = task_estimate(inst, solver, plan, &s->be, s->options->ranks_per_task);
  if (options.time_s > 0 && options.time_s < seconds) seconds = options.time_s;
  s->genes[row] = inst->n;
  Draft *draft = &p->draft[p->drafts++];
  draft->task = (SweepTask){.key = task->key, .row = (uint32_t)row, .n = inst->n, .estimate_s = seconds, .lasting = seconds > lasting_s};
  draft->task.instance_at = text_keep(p, task->instance), draft->task.options_at = text_keep(p, task->options);
  draft->task.size_at = text_keep(p, size);
  const bool small = solver == &solver_climb && options.time_s == 0 && climb_batchable(inst, plan);
  draft->class = small ? 0 : NO_CLASS;
  return OK;
}

/* The tasks order[first..end) of one instance. */
static Status instance_plan(Planner *p, size_t first, size_t end) {
  Instance *inst = NULL;
  Plan plan;
  char size[96] = "", message[1024] = "";
  Status read = instance_read(p->s->job.task[p->order[first]].instance, &inst), status = OK;
  if (read == OK) instance_size_text(inst, size, sizeof size);
  snprintf(message, sizeof message, "%s", status_message());
  for (size_t k = first; k < end && status == OK; k++) {
    status_clear();
    Status made = read == OK ? draft_make(p, p->order[k], inst, size, &plan) : read;
    if (made != OK) status = task_set_back(p, p->order[k], made, read == OK ? status_message() : message);
    status_clear();
  }
  instance_free(inst);
  return status;
}

