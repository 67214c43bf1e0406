/* From a job's tasks to the work list, long units first: see sweep_state.h. On rank 0.
 *
 * Every instance is read once: for the size of its solutions, for the estimates of its tasks, and to find tasks that cannot be
 * run. Small alike tasks become batches (src/solver/batch.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "io/input.h"
#include "problem/instance_file.h"
#include "solver/batch.h"
#include "sweep_state.h"

enum { BATCH_TASKS = 4096, NO_CLASS = UINT32_MAX };
static const double batch_work = 1 << 26; /* climbers or tours, times cities, of a launch */
static const double batch_s = 30;         /* longest batch: a kill loses all of it */
static const double lasting_s = 60;       /* longer tasks keep a checkpoint */

typedef struct Draft {
  SweepTask task;
  double workers;
  uint32_t class; /* NO_CLASS: runs alone */
} Draft;

typedef struct Class { /* alike small tasks, as Batching.alike compares them */
  const Solver *solver;
  Instance *inst; /* instance_outline, owned */
  Plan plan;
} Class;

typedef struct Planner {
  Sweep *s;
  size_t *order; /* tasks without a row, by instance */
  Draft *draft;
  size_t waiting, drafts;
  Class *class;
  uint32_t classes;
  FILE *text;
  size_t text_bytes; /* the stream's */
} Planner;

static const Job *sorted; /* for qsort */

static int by_instance(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  const int by_path = strcmp(sorted->task[x].instance, sorted->task[y].instance);
  return by_path ? by_path : (x > y) - (x < y);
}

/* Finds the tasks whose rows are pending, or failed and to be retried. */
static void waiting_find(Planner *p) {
  const Sweep *s = p->s;
  for (size_t k = 0; k < s->job.tasks; k++) {
    const ResultState state = s->results ? results_state(s->results, s->job.task[k].key) : RESULT_PENDING;
    if (state == RESULT_PENDING || (state == RESULT_FAILED && s->options->retry_failed))
      p->order[p->waiting++] = k;
  }
  sorted = &s->job;
  qsort(p->order, p->waiting, sizeof *p->order, by_instance);
}

static Status task_reject(Planner *p, size_t row, Status status, const char *message) {
  Sweep *s = p->s;
  RejectedTask *task = &s->rejected[s->rejections];
  *task = (RejectedTask){row, status_exit_code(status), strdup(message)};
  /* lint: malloc-leak: the sweep has it */
  if (!task->message) FAIL(ERR_MEMORY, "no memory for a message");
  s->rejections++;
  return OK;
}

static uint64_t text_keep(Planner *p, const char *text) {
  const uint64_t at = (uint64_t)ftell(p->text);
  fwrite(text, 1, strlen(text) + 1, p->text);
  return at;
}

static Status class_find(Planner *p, const Solver *solver, const Instance *inst, const Plan *plan,
                         uint32_t *class) {
  const BatchTask mine = {.inst = inst, .plan = plan};
  for (*class = 0; *class < p->classes; ++*class)
    if (p->class[*class].solver == solver &&
        solver->batch->alike(&(BatchTask){.inst = p->class[*class].inst, .plan = &p->class[*class].plan},
                             &mine))
      return OK;
  Class *more = realloc(p->class, (p->classes + 1) * sizeof *more);
  if (!more) FAIL(ERR_MEMORY, "no memory for the classes of tasks");
  p->class = more;
  p->class[p->classes] = (Class){solver, instance_outline(inst), *plan};
  if (!p->class[p->classes].inst) FAIL(ERR_MEMORY, "no memory for the classes of tasks");
  p->classes++;
  return OK;
}

/* Whether the task can be in a batch: nothing but its budget ends it, and its solver has batches. */
static bool task_shares(const Options *options, const Solver *solver, const Instance *inst,
                        const Plan *plan) {
  const bool target = options->target > -INFINITY && solver->epochs(plan) > 1;
  return solver->batch && options->time_s == 0 && !target && solver->batch->fits(inst, plan);
}

/* Makes a draft of a task whose instance has been read. Fails as the task itself would. */
static Status draft_make(Planner *p, size_t row, const Instance *inst, const char *size) {
  Sweep *s = p->s;
  const Task *task = &s->job.task[row];
  Options options;
  const Solver *solver;
  Plan plan;
  TRY(task_options(s, task->options, &options));
  TRY(solver_find(options.method, inst->problem, &solver));
  TRY(options_plan(&options, solver, inst, s->be.ops, &plan));
  double seconds = task_estimate(inst, solver, &plan, &s->be, s->options->ranks_per_task);
  if (options.time_s > 0 && (options.time_s < seconds || solver->epochs(&plan) == EPOCHS_OPEN))
    seconds = options.time_s;
  uint32_t class = NO_CLASS;
  double workers = 0;
  if (seconds < batch_s && task_shares(&options, solver, inst, &plan)) {
    seconds = batch_estimate(inst, solver, &plan, &s->be, seconds), workers = solver->batch->workers(&plan);
    TRY(class_find(p, solver, inst, &plan, &class));
  }
  s->genes[row] = inst->n;
  Draft *draft = &p->draft[p->drafts++];
  *draft = (Draft){{.key = task->key,
                    .row = (uint32_t)row,
                    .kind = task_kind(inst, solver, &plan, &s->be),
                    .n = inst->n,
                    .estimate_s = seconds,
                    .instance_at = text_keep(p, task->instance),
                    .options_at = text_keep(p, task->options),
                    .size_at = text_keep(p, size)},
                   workers,
                   class};
  draft->task.lasting = seconds > lasting_s || task_checkpoint_exists(s, &draft->task);
  return OK;
}

/* The instance is read now and again when its task runs, which a pipe does not allow. */
static Status instance_load(const char *path, const InstanceSettings *settings, Instance **out) {
  if (!input_is_stream(path)) return instance_read_set(path, settings, out);
  FAIL(ERR_FORMAT, "%s: expected a plain file: a sweep reads its instances more than once", path);
}

typedef struct Reading { /* of an instance: what tasks of equal settings share */
  Instance *inst;
  InstanceSettings settings;
  Status status;
  char size[96], message[1024];
} Reading;

/* What the task's options say of its instance: nothing if they are wrong, which draft_make tells. */
static void task_settings(const Planner *p, size_t row, InstanceSettings *settings) {
  Options options;
  if (task_options(p->s, p->s->job.task[row].options, &options) != OK) options_default(&options);
  status_clear();
  options_instance(&options, settings);
}

/* first: no task has read it yet. */
static void instance_reread(const Planner *p, size_t row, bool first, Reading *r) {
  InstanceSettings settings;
  task_settings(p, row, &settings);
  if (!first && memcmp(&settings, &r->settings, sizeof settings) == 0) return;
  instance_free(r->inst);
  *r = (Reading){.settings = settings};
  r->status = instance_load(p->s->job.task[row].instance, &settings, &r->inst);
  if (r->status == OK) instance_size_text(r->inst, r->size, sizeof r->size);
  snprintf(r->message, sizeof r->message, "%s", status_message());
}

/* The tasks order[first..end) of one instance. */
static Status instance_plan(Planner *p, size_t first, size_t end) {
  Reading r = {.inst = NULL};
  Status status = OK;
  for (size_t k = first; k < end && status == OK; k++) {
    const size_t row = p->order[k];
    instance_reread(p, row, k == first, &r);
    if (r.status == ERR_STOPPED) return r.status;
    status_clear();
    const Status made = r.status == OK ? draft_make(p, row, r.inst, r.size) : r.status;
    if (made != OK) status = task_reject(p, row, made, r.status == OK ? status_message() : r.message);
    status_clear();
  }
  instance_free(r.inst);
  return status;
}

static Status instances_plan(Planner *p) {
  const Task *task = p->s->job.task;
  for (size_t first = 0, end; first < p->waiting; first = end) {
    for (end = first + 1;
         end < p->waiting && strcmp(task[p->order[first]].instance, task[p->order[end]].instance) == 0;)
      end++;
    TRY(halt_check("the planning of the sweep"));
    TRY(instance_plan(p, first, end));
  }
  return OK;
}

/* Orders drafts by class, then as in the job. */
static int by_class(const void *a, const void *b) {
  const Draft *x = a, *y = b;
  if (x->class != y->class) return x->class < y->class ? -1 : 1;
  return (x->task.row > y->task.row) - (x->task.row < y->task.row);
}

static int by_estimate(const void *a, const void *b) {
  const SweepUnit *x = a, *y = b;
  if (x->estimate_s != y->estimate_s) return x->estimate_s > y->estimate_s ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* How many tasks of a class make a unit: few enough that every group gets some, enough to keep a device busy. */
static size_t batch_tasks(const Planner *p, size_t first, size_t count) {
  const Draft *draft = &p->draft[first];
  const size_t groups = (size_t)p->s->view.groups, share = (count + groups - 1) / groups;
  const double most = batch_work / (draft->workers * draft->task.n);
  size_t tasks = share < BATCH_TASKS ? share : BATCH_TASKS;
  if (tasks > most) tasks = (size_t)most;
  if ((double)tasks * draft->task.estimate_s > batch_s) tasks = (size_t)(batch_s / draft->task.estimate_s);
  return draft->class == NO_CLASS || tasks < 1 ? 1 : tasks;
}

static void unit_add(WorkList *a, uint64_t first, uint64_t count) {
  SweepUnit *unit = &a->unit[a->units++];
  *unit = (SweepUnit){.first = first, .count = count};
  for (uint64_t t = first; t < first + count; t++) unit->estimate_s += a->task[t].estimate_s;
}

static void class_cut(const Planner *p, WorkList *a, size_t first, size_t count) {
  const size_t most = batch_tasks(p, first, count);
  for (size_t at = 0; at < count; at += most) unit_add(a, first + at, count - at < most ? count - at : most);
}

/* Drafts become the work list. */
static Status work_fill(Planner *p, WorkList *a) {
  a->task = malloc((p->drafts + 1) * sizeof *a->task), a->unit = malloc((p->drafts + 1) * sizeof *a->unit);
  if (!a->task || !a->unit) FAIL(ERR_MEMORY, "no memory for %zu tasks", p->drafts);
  qsort(p->draft, p->drafts, sizeof *p->draft, by_class);
  for (size_t t = 0; t < p->drafts; t++) a->task[t] = p->draft[t].task;
  a->tasks = p->drafts;
  for (size_t first = 0, end; first < p->drafts; first = end) {
    for (end = first + 1; end < p->drafts && p->draft[end].class == p->draft[first].class;) end++;
    class_cut(p, a, first, end - first);
  }
  qsort(a->unit, a->units, sizeof *a->unit, by_estimate);
  return OK;
}

static Status planner_open(Planner *p) {
  const size_t tasks = p->s->job.tasks + 1;
  p->order = malloc(tasks * sizeof *p->order), p->draft = malloc(tasks * sizeof *p->draft);
  p->s->genes = calloc(tasks, sizeof *p->s->genes), p->s->rejected = malloc(tasks * sizeof *p->s->rejected);
  p->text = open_memstream(&p->s->work.text, &p->text_bytes);
  if (!p->order || !p->draft || !p->s->genes || !p->s->rejected || !p->text)
    FAIL(ERR_MEMORY, "no memory for %zu tasks", tasks);
  text_keep(p, ""); /* never empty */
  return OK;
}

static Status planner_close(Planner *p) {
  WorkList *a = &p->s->work;
  Status status = OK;
  if (p->text) {
    a->text_bytes = (uint64_t)ftell(p->text);
    if (fclose(p->text) != 0) status = status_fail(ERR_MEMORY, "no memory for the tasks' texts");
  }
  for (uint32_t k = 0; k < p->classes; k++) free(p->class[k].inst);
  free(p->order), free(p->draft), free(p->class);
  return status;
}

Status sweep_plan(Sweep *s) {
  Planner p = {.s = s};
  Status status = OK;
  TRY_GOTO(planner_open(&p), cleanup);
  waiting_find(&p);
  TRY_GOTO(instances_plan(&p), cleanup);
  TRY_GOTO(work_fill(&p, &s->work), cleanup);
  estimates_tell(s->measured, sizeof s->measured);
cleanup:;
  Status closed = planner_close(&p);
  return status != OK ? status : closed;
}

void work_list_free(WorkList *work) {
  free(work->task), free(work->unit), free(work->text);
  *work = (WorkList){0};
}
