/* How long tasks will take: see draft.h.
 *
 * Solvers know the work of a task (Solver.work_all). The work that a device does in a second is measured: the first task of a
 * method, of each of its variants, on instances of like size, runs for a moment, its result is dropped, and its rate is taken for all
 * tasks of the kind. Rates differ with the size: small instances stay in the caches, and keep a device less busy.
 * Rates are kept until the process ends. */
#include "draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "solver/batch.h"

enum {
  BATCH_MEASURED = 1024,  /* tasks of a measured batch, at most */
  SEARCHES_MEASURED = 256 /* of each task of it, at least */
};
#define GROWN 1.5                     /* so many times the rate is much better */
static const double spent_most_s = 5; /* then further sizes have the rate of the next one that was measured */
static const double measure_s = 0.1;  /* of a task alone; */
static const double measure_batch_s = 0.02; /* of a batch, which is run to its end */

typedef struct Kind { /* a method and its variant on instances of like size */
  const BackendOps *ops;
  int threads; /* of the backend */
  const Solver *solver;
  const char *variant;
  int size_class;               /* size_class_of */
  double rate;                  /* units of work a second, one rank */
  double create_s, create_size; /* time before the first step, and the size that took it */
  bool batched;                 /* it has been measured in batches, too: */
  double batch_rate;            /* as rate */
  char name[INSTANCE_NAME_MAX];
} Kind;

static Kind kinds[KINDS];
static int known;
static double spent_s; /* on measuring so far */

/* The size of an instance is that of its data, as the time to prepare it grows with them. */
static double size_of(const Instance *inst) {
  InstanceArray arrays[INSTANCE_ARRAYS];
  double bytes = inst->n;
  instance_arrays(inst, arrays);
  for (int k = 0; k < INSTANCE_ARRAYS; k++) bytes += (double)arrays[k].bytes;
  return bytes;
}

/* Measures slices that double, until the moment is over or the epoch. */
static Status rate_measure(Kind *kind, const Instance *inst, const Plan *plan, Archipelago *a) {
  Progress progress = {.best = COST_NONE};
  const double start = clock_s();
  double took = 0;
  for (uint32_t steps = 1; took < measure_s && !progress.epoch_done; took = clock_s() - start) {
    TRY(kind->solver->advance(a, steps, &progress));
    if (clock_s() - start - took < measure_s / 8) steps *= 2;
  }
  const double work =
      kind->solver->work_done ? kind->solver->work_done(inst, plan, &progress) : (double)progress.moves;
  kind->rate = work / (took > 1e-6 ? took : 1e-6);
  return OK;
}

/* A few searches would be over before a device is busy: they are measured among more. */
static Plan plan_busy(const Solver *solver, const Plan *plan, uint64_t searches) {
  Plan busy = *plan;
  if (solver->enlarge) solver->enlarge(&busy, searches);
  return busy;
}

static const char *variant_of(const Solver *solver, const Plan *plan) {
  return solver->variant ? solver->variant(plan) : "";
}

Status task_fits(const Solver *solver, const Instance *inst, const Plan *plan, Backend *be) {
  Memory need;
  solver->needs(inst, be, plan, (Span){0, plan->islands}, &need);
  need.saved = 0;
  return memory_check(&need, be);
}

static Status kind_measure(Kind *kind, const Instance *inst, const Plan *plan, Backend *be) {
  Archipelago *a = NULL;
  const Plan busy = plan_busy(kind->solver, plan, (uint64_t)plan->islands * plan->epoch);
  const double start = clock_s();
  TRY(task_fits(kind->solver, inst, &busy, be));
  TRY(kind->solver->create(inst, be, &busy, (Span){0, plan->islands}, &a));
  Status status = solver_start(kind->solver, a, NULL);
  kind->create_s = clock_s() - start;
  if (status == OK) status = rate_measure(kind, inst, plan, a);
  kind->solver->destroy(a);
  return status;
}

/* Sizes of a class differ by eight times at most. */
static int size_class_of(const Instance *inst) { return (int)floor(log2(size_of(inst) + 1) / 3); }

/* The kind of that method and variant on this backend whose size is the closest; NULL: there is none. */
static Kind *kind_closest(const Solver *solver, const char *variant, int size_class, const Backend *be) {
  Kind *closest = NULL;
  for (Kind *kind = kinds; kind < kinds + known; kind++)
    if (kind->solver == solver && kind->ops == be->ops && kind->threads == be->threads &&
        strcmp(kind->variant, variant) == 0 &&
        (!closest || abs(kind->size_class - size_class) < abs(closest->size_class - size_class)))
      closest = kind;
  return closest;
}

/* A task that cannot be measured will say why when it is run. */
static Kind *kind_find(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be) {
  const char *variant = variant_of(solver, plan);
  const int size_class = size_class_of(inst);
  Kind *closest = kind_closest(solver, variant, size_class, be), *kind = kinds + known;
  if (closest && (closest->size_class == size_class || spent_s > spent_most_s || known == KINDS - 1))
    return closest;
  if (known == KINDS - 1) return kind; /* the last one stays empty */
  const double start = clock_s();
  *kind = (Kind){.ops = be->ops,
                 .threads = be->threads,
                 .solver = solver,
                 .variant = variant,
                 .size_class = size_class,
                 .create_size = size_of(inst)};
  snprintf(kind->name, sizeof kind->name, "%s", inst->name);
  if (kind_measure(kind, inst, plan, be) != OK) status_clear();
  spent_s += clock_s() - start;
  known++;
  return kind;
}

uint32_t task_kind(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be) {
  return (uint32_t)(kind_find(inst, solver, plan, be) - kinds);
}

/* The time of a batch of so many copies of the task. */
static Status batch_time(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be,
                         size_t tasks, double *took) {
  BatchTask *task = calloc(tasks, sizeof *task);
  const size_t each = instance_genes(inst);
  int32_t *genes = malloc(tasks * each * sizeof *genes);
  Status status = task && genes ? OK : status_fail(ERR_MEMORY, "no memory for a batch of %zu tasks", tasks);
  for (size_t t = 0; task && genes && t < tasks; t++)
    task[t] = (BatchTask){.inst = inst, .plan = plan, .best = {.gene = genes + t * each}};
  const double start = clock_s();
  if (status == OK) status = batch_solve(solver->batch, be, task, tasks, &(BatchStop){.asked = NULL});
  *took = clock_s() - start;
  free(task);
  free(genes);
  return status;
}

/* The plan that batches are measured with. */
static Plan plan_sampled(const Solver *solver, const Plan *plan) {
  Plan sample = plan_busy(solver, plan, SEARCHES_MEASURED);
  if (solver->batch->sample) solver->batch->sample(&sample);
  return sample;
}

/* Measures batches that grow until the device is busy for a moment, and no larger batch can have a much better rate: a task alone may leave most of it
 * idle. added_rate: that of the tasks which the last batch had and the one before had not. The rate of a large batch comes near it. */
static void batch_measure(Kind *kind, const Instance *inst, const Plan *plan, Backend *be) {
  const Plan sample = plan_sampled(kind->solver, plan);
  double took = 0, took_before = 0, added_rate = 0;
  size_t tasks_before = 0;
  if (task_fits(kind->solver, inst, &sample, be) != OK) {
    status_clear();
    return;
  }
  const double work = kind->solver->work_all(inst, &sample);
  for (size_t tasks = 1; tasks <= BATCH_MEASURED; tasks *= 4) {
    if (took >= measure_batch_s && added_rate <= GROWN * kind->batch_rate) break;
    if (batch_time(inst, kind->solver, &sample, be, tasks, &took) != OK) break;
    kind->batch_rate = (double)tasks * work / took;
    const bool slower = tasks_before && took > took_before;
    added_rate = slower ? (double)(tasks - tasks_before) * work / (took - took_before) : INFINITY;
    tasks_before = tasks;
    took_before = took;
  }
  status_clear();
}

double batch_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be,
                      double alone_s) {
  Kind *kind = kind_find(inst, solver, plan, be);
  if (alone_s > measure_s && !solver->batch->sample) return alone_s;
  if (!kind->batched) {
    kind->batched = true;
    batch_measure(kind, inst, plan, be);
  }
  return kind->batch_rate > 0 ? solver->work_all(inst, plan) / kind->batch_rate : alone_s;
}

double task_estimate(const Instance *inst, const Solver *solver, const Plan *plan, Backend *be, int ranks) {
  const Kind *kind = kind_find(inst, solver, plan, be);
  const double shared = (uint32_t)ranks < plan->islands ? (uint32_t)ranks : plan->islands;
  const double before = kind->create_size > 0 ? kind->create_s * size_of(inst) / kind->create_size : 0;
  return 0.002 + before + (kind->rate > 0 ? solver->work_all(inst, plan) / kind->rate / shared : 0);
}

void estimates_describe(char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (const Kind *kind = kinds; kind < kinds + known && used < size; kind++)
    used += (size_t)snprintf(text + used, size - used, "%s%s%s%s%s on %s", used ? ", " : "",
                             kind->solver->name, kind->variant[0] ? " (" : "", kind->variant,
                             kind->variant[0] ? ")" : "", kind->name);
}
