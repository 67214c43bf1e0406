/* `cordee bench batch`: small tasks per second when they share launches (solver/batch.h), and one after the
 * other. A task is a uniform instance with 1,000 climbers on 8 islands, or what the options of `solve` make
 * of it; with --instance FILE all tasks have that instance, and different seeds. Packing, transfers and
 * answers are included in the time. The batch grows until it takes --time, up to 4,096 tasks; --time 0 is 2
 * seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "problem/tsp/generators/tsp_generate.h"
#include "problem/instance_file.h"
#include "clock.h"
#include "mpi/bind.h"
#include "solver.h"
#include "solver/batch.h"
#include "solver/climb/climb_plan.h"
#include "text.h"
#include "bench.h"
#include "solver/local_exchange.h"

enum { TASKS_FIRST = 4, TASKS_MAX = 4096, TASKS_ALONE = 16 };

typedef struct Sample {
  const Solver *solver;
  BatchTask task[TASKS_MAX];
  Plan plan[TASKS_MAX];
  Instance *inst[TASKS_MAX]; /* of the tasks; NULL: the task has the first one's */
  int32_t *genes;            /* (TASKS_MAX + 1, n) the last one: workspace */
} Sample;

static void sample_free(Sample *s) {
  for (int k = 0; s && k < TASKS_MAX; k++) instance_free(s->inst[k]);
  if (s) free(s->genes);
  free(s);
}

/* Seeds count up from --seed; so do the numbers of uniform instances. */
static Status instances_make(const Options *options, int32_t n, Sample *s) {
  if (options->instance[0]) return instance_read(options->instance, &s->inst[0]);
  for (int k = 0; k < TASKS_MAX; k++)
    TRY(generator_kinds[0].make(n, options->seed + (uint64_t)k, &s->inst[k]));
  return OK;
}

static Status sample_fill(const Options *options, const BackendOps *backend, int32_t n, Sample *s) {
  Options plain = *options;
  Plan plan;
  plain.time_s = 0; /* the time is that of the measurement, not of a task */
  TRY(instances_make(options, n, s));
  const size_t genes = (size_t)s->inst[0]->n;
  TRY(solver_find(options->method, s->inst[0]->problem, &s->solver));
  TRY(options_plan(&plain, s->solver, s->inst[0], backend, &plan));
  if (!s->solver->batch || !s->solver->batch->fits(s->inst[0], &plan))
    FAIL(ERR_USAGE,
         "bench batch: expected tasks that can share launches, found %s with these options on %zu cities",
         s->solver->name, genes);
  s->genes = malloc((TASKS_MAX + 1) * genes * sizeof *s->genes);
  if (!s->genes) FAIL(ERR_MEMORY, "no memory for %d tasks of %zu cities", TASKS_MAX, genes);
  for (int k = 0; k < TASKS_MAX; k++) {
    s->plan[k] = plan;
    s->plan[k].seed = plan.seed + (uint64_t)k;
    s->task[k] = (BatchTask){.inst = s->inst[k] ? s->inst[k] : s->inst[0],
                             .plan = &s->plan[k],
                             .best = {.gene = s->genes + (size_t)k * genes}};
  }
  return OK;
}

static Status sample_make(const Options *options, const BackendOps *backend, int32_t n, Sample **out) {
  Sample *s = calloc(1, sizeof *s);
  if (!s) FAIL(ERR_MEMORY, "no memory for %d tasks", TASKS_MAX);
  Status status = sample_fill(options, backend, n, s);
  if (status == OK)
    *out = s;
  else
    sample_free(s);
  return status;
}

/* The exchange of a ring on a single rank, then the next epoch. */
static Status epoch_next(const Solver *solver, Archipelago *a, const Plan *plan, uint32_t epoch,
                         uint64_t improved) {
  const Status status = plan->islands > 1 ? local_exchange(solver, &a, 1) : OK;
  if (solver->pacing && solver->pacing->improved) solver->pacing->improved(a, improved);
  return status == OK ? solver->begin(a, epoch) : status;
}

static Status epochs_run(const Solver *solver, Archipelago *a, const Plan *plan, Individual *best,
                         Progress *progress) {
  for (uint32_t epoch = 0;;) {
    do {
      TRY(solver->advance(a, UINT32_MAX, progress));
    } while (!progress->epoch_done);
    TRY(solver->best(a, false, best));
    if (++epoch == solver->epochs(plan)) return OK;
    TRY(epoch_next(solver, a, plan, epoch, progress->improved));
    if (solver->pacing && solver->pacing->over && solver->pacing->over(a)) return OK;
  }
}

static bool same_answer(const BatchTask *task, const Individual *best, const Progress *progress) {
  return best->cost == task->best.cost && best->island == task->best.island &&
         progress->moves == task->moves &&
         memcmp(best->gene, task->best.gene, (size_t)task->inst->n * sizeof *best->gene) == 0;
}

/* Runs a task on its own, as a rank would. Its answer must be that of the batch. gene (n): workspace. */
static Status task_alone(Backend *be, const Solver *solver, const BatchTask *task, int32_t *gene) {
  Archipelago *a = NULL;
  Progress progress = {0};
  Individual best = {.gene = gene};
  TRY(solver->create(task->inst, be, task->plan, (Span){0, task->plan->islands}, &a));
  Status status = solver_start(solver, a, NULL);
  if (status == OK) status = epochs_run(solver, a, task->plan, &best, &progress);
  solver->destroy(a);
  if (status == OK && !same_answer(task, &best, &progress))
    FAIL(ERR_INTERNAL, "cost %lld in a batch, %lld alone: please report this", (long long)task->best.cost,
         (long long)best.cost);
  return status;
}

static Status row_measure(Backend *be, Sample *s, double seconds) {
  size_t tasks = TASKS_FIRST;
  double start, took;
  for (;; tasks *= 4) {
    start = clock_s();
    TRY(batch_solve(s->solver->batch, be, s->task, tasks, &(BatchStop){.asked = NULL}));
    took = clock_s() - start;
    if (took >= seconds || tasks == TASKS_MAX) break;
  }
  int alone = tasks < TASKS_ALONE ? (int)tasks : TASKS_ALONE;
  uint64_t moves = 0;
  for (size_t k = 0; k < tasks; k++) moves += s->task[k].moves;
  start = clock_s();
  for (int k = 0; k < alone; k++)
    TRY(task_alone(be, s->solver, &s->task[k], s->genes + TASKS_MAX * (size_t)s->task[k].inst->n));
  double rate = (double)tasks / took, rate_alone = alone / (clock_s() - start);
  c_printf("%10d %8zu %10.3f %12.4g %12.4g %12.4g %7.1f\n", s->task[0].inst->n, tasks, took,
           (double)moves / took, rate, rate_alone, rate / rate_alone);
  fflush(stdout);
  return OK;
}

static Status size_measure(const Options *options, Backend *be, int32_t n) {
  Sample *s = NULL;
  TRY(sample_make(options, be->ops, n, &s));
  Status status = row_measure(be, s, options->time_s > 0 ? options->time_s : 2);
  sample_free(s);
  return status;
}

static Status sizes_measure(const Options *options, Backend *be) {
  printf("%s: %s\n%10s %8s %10s %12s %12s %12s %7s\n", be->ops->name, text_line(be->device_name), "cities",
         "tasks", "seconds", "moves/s", "tasks/s", "alone/s", "times");
  if (options->instance[0]) return size_measure(options, be, 0);
  const char *at = options->batch_sizes;
  for (int32_t n; options_list_next(&at, &n);) TRY(size_measure(options, be, n));
  return OK;
}

Status command_bench_batch(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  Backend be;
  int first;
  options_default(&options);
  snprintf(options.method, sizeof options.method, "%s", solver_climb.name);
  TRY(options_parse(&options, FOR_BATCH, argc, argv, 0, &first));
  TRY(bench_instance_check(&options));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench batch: expected one rank, found %d", comm->size);
  TRY(rank_bind(comm, option_backends[options.backend], (int)options.threads, &be));
  Status status = sizes_measure(&options, &be);
  be.ops->close(&be);
  return status;
}
