/* See draft.h. */
#include "draft.h"

#include <math.h>
#include <stdlib.h>
#include "solver/batch.h"

enum { BATCH_TASKS = 4096, NO_CLASS = UINT32_MAX };
static const double batch_work = 1 << 26; /* climbers or tours, times cities, of a launch */
static const double batch_s = 30;         /* longest batch: a kill loses all of it */

struct DraftClass { /* alike small tasks, as Batching.alike compares them */
  const Solver *solver;
  Instance *inst; /* instance_outline, owned */
  Plan plan;
};

static Status class_find(Drafts *d, const Solver *solver, const Instance *inst, const Plan *plan,
                         uint32_t *class) {
  const BatchTask task = {.inst = inst, .plan = plan};
  for (*class = 0; *class < d->classes; ++*class)
    if (d->class[*class].solver == solver &&
        solver->batch->alike(&(BatchTask){.inst = d->class[*class].inst, .plan = &d->class[*class].plan},
                             &task))
      return OK;
  DraftClass *more = realloc(d->class, (d->classes + 1) * sizeof *more);
  if (!more) FAIL(ERR_MEMORY, "no memory for the classes of tasks");
  d->class = more;
  d->class[d->classes] = (DraftClass){solver, instance_outline(inst), *plan};
  if (!d->class[d->classes].inst) FAIL(ERR_MEMORY, "no memory for the classes of tasks");
  d->classes++;
  return OK;
}

/* Whether the task can be in a batch: nothing but its budget ends it, and its solver has batches. */
static bool task_shares(const Options *options, const Solver *solver, const Instance *inst,
                        const Plan *plan) {
  const bool target = fmax(options->target, options->target_gap) > -INFINITY && solver->epochs(plan) > 1;
  return solver->batch && options->time_s == 0 && !target && solver->batch->fits(inst, plan);
}

static Status drafts_reserve(Drafts *d) {
  if (d->count < d->room) return OK;
  const size_t room = d->room ? 2 * d->room : 64;
  Draft *more = realloc(d->draft, room * sizeof *more);
  if (!more) FAIL(ERR_MEMORY, "no memory for %zu tasks", room);
  d->draft = more;
  d->room = room;
  return OK;
}

Status draft_add(Drafts *d, uint64_t task, const Instance *inst, const Options *options, bool alone) {
  const Solver *solver;
  Plan plan;
  Draft draft = {.task = task, .class = NO_CLASS, .n = inst->n};
  TRY(drafts_reserve(d));
  TRY(solver_find(options->method, inst->problem, &solver));
  TRY(options_plan(options, solver, inst, d->be->ops, &plan));
  double seconds = task_estimate(inst, solver, &plan, d->be, d->ranks_per_task);
  if (options->time_s > 0 && (options->time_s < seconds || solver->epochs(&plan) == EPOCHS_OPEN))
    seconds = options->time_s;
  if (!alone && seconds < batch_s && task_shares(options, solver, inst, &plan)) {
    seconds = batch_estimate(inst, solver, &plan, d->be, seconds);
    draft.workers = solver->batch->workers(&plan);
    TRY(class_find(d, solver, inst, &plan, &draft.class));
  }
  draft.kind = task_kind(inst, solver, &plan, d->be);
  draft.estimate_s = seconds;
  d->draft[d->count++] = draft;
  return OK;
}

static int by_class(const void *a, const void *b) {
  const Draft *x = a, *y = b;
  if (x->class != y->class) return x->class < y->class ? -1 : 1;
  return (x->task > y->task) - (x->task < y->task);
}

static int by_estimate(const void *a, const void *b) {
  const WorkUnit *x = a, *y = b;
  if (x->estimate_s != y->estimate_s) return x->estimate_s > y->estimate_s ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* How many tasks of a class make a unit: few enough that every group gets some, enough to keep a device busy. */
static size_t batch_tasks(const Drafts *d, size_t first, size_t count) {
  const Draft *draft = &d->draft[first];
  const size_t groups = (size_t)d->groups, share = (count + groups - 1) / groups;
  const double most = batch_work / (draft->workers * draft->n);
  size_t tasks = share < BATCH_TASKS ? share : BATCH_TASKS;
  if (tasks > most) tasks = (size_t)most;
  if ((double)tasks * draft->estimate_s > batch_s) tasks = (size_t)(batch_s / draft->estimate_s);
  return draft->class == NO_CLASS || tasks < 1 ? 1 : tasks;
}

static void class_cut(const Drafts *d, size_t first, size_t end, WorkUnit *unit, uint64_t *units) {
  const size_t most = batch_tasks(d, first, end - first);
  for (size_t at = first; at < end; at += most) {
    WorkUnit *cut = &unit[(*units)++];
    *cut = (WorkUnit){.first = at, .count = end - at < most ? end - at : most};
    for (uint64_t t = at; t < at + cut->count; t++) cut->estimate_s += d->draft[t].estimate_s;
  }
}

Status drafts_cut(Drafts *d, WorkUnit **out, uint64_t *units) {
  WorkUnit *unit = malloc((d->count + 1) * sizeof *unit);
  if (!unit) FAIL(ERR_MEMORY, "no memory for %zu tasks", d->count);
  *out = unit;
  *units = 0;
  if (d->count == 0) return OK;
  qsort(d->draft, d->count, sizeof *d->draft, by_class);
  for (size_t first = 0, end; first < d->count; first = end) {
    for (end = first + 1; end < d->count && d->draft[end].class == d->draft[first].class;) end++;
    class_cut(d, first, end, unit, units);
  }
  qsort(unit, *units, sizeof *unit, by_estimate);
  return OK;
}

void drafts_free(Drafts *d) {
  for (uint32_t k = 0; k < d->classes; k++) free(d->class[k].inst);
  free(d->class);
  free(d->draft);
}

double units_makespan(const WorkUnit *unit, uint64_t units, int groups) {
  enum { MOST = 4096 };
  double free_s[MOST] = {0}, end = 0;
  const int count = groups < MOST ? groups : MOST;
  for (uint64_t u = 0; u < units; u++) {
    int first = 0;
    for (int g = 1; g < count; g++)
      if (free_s[g] < free_s[first]) first = g;
    free_s[first] += unit[u].estimate_s;
    if (free_s[first] > end) end = free_s[first];
  }
  return end;
}
