/* `cordee bench batch`: small tasks a second when they share launches (solver/climb_batch.h), and one after the other. A task
 * is a uniform instance with 1,000 climbers on 8 islands; packing, transfers and answers are within the time. The batch grows
 * until it takes --time, up to 4,096 tasks; --time 0 is 2 seconds. */
#include <stdio.h>
#include <stdlib.h>
#include "../io/generate.h"
#include "../mpi/bind.h"
#include "../mpi/run_state.h"
#include "../solver/climb_batch.h"
#include "command.h"

enum { TASKS_FIRST = 4, TASKS_MAX = 4096, TASKS_ALONE = 16 };

typedef struct Sample {
  BatchTask task[TASKS_MAX];
  Plan plan;
  int32_t *genes; /* (TASKS_MAX, n) */
} Sample;

static void sample_free(Sample *s) {
  for (int k = 0; s && k < TASKS_MAX; k++) instance_free((Instance *)s->task[k].inst);
  if (s) free(s->genes);
  free(s);
}

static Status sample_fill(const Options *options, const BackendOps *backend, int32_t n, Sample *s) {
  s->genes = malloc((size_t)TASKS_MAX * n * sizeof *s->genes);
  if (!s->genes) FAIL(ERR_MEMORY, "no memory for %d tasks of %d cities", TASKS_MAX, n);
  s->plan = (Plan){.seed = options->seed, .climbers = 1000, .move = (ClimbMove)options->move};
  for (int k = 0; k < TASKS_MAX; k++) {
    Instance *inst = NULL;
    TRY(generator_kinds[0].make(n, options->seed + (uint64_t)k, &inst));
    s->task[k] = (BatchTask){.inst = inst, .plan = &s->plan, .best = {.gene = s->genes + (size_t)k * n}};
  }
  return solver_climb.complete(s->task[0].inst, backend, &s->plan);
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

/* A task on its own, as a rank would run it; it must come to what it came to in the batch. */
static Status task_alone(Backend *be, const BatchTask *task) {
  Archipelago *a = NULL;
  Progress progress = {0};
  Status status = OK;
  TRY(solver_climb.create(task->inst, be, task->plan, (Span){0, task->plan->islands}, &a));
  while (status == OK && !progress.epoch_done) status = solver_climb.advance(a, UINT32_MAX, &progress);
  solver_climb.destroy(a);
  if (status == OK && (progress.best != task->best.cost || progress.moves != task->moves))
    FAIL(ERR_INTERNAL, "cost %lld in a batch, %lld alone: please report this", (long long)task->best.cost,
         (long long)progress.best);
  return status;
}

static Status row_measure(Backend *be, Sample *s, double seconds) {
  size_t tasks = TASKS_FIRST;
  double start, took;
  bool stopped;
  for (;; tasks *= 4) {
    start = run_clock();
    TRY(climb_batch(be, s->task, tasks, NULL, NULL, &stopped));
    took = run_clock() - start;
    if (took >= seconds || tasks == TASKS_MAX) break;
  }
  int alone = tasks < TASKS_ALONE ? (int)tasks : TASKS_ALONE;
  uint64_t moves = 0;
  for (size_t k = 0; k < tasks; k++) moves += s->task[k].moves;
  start = run_clock();
  for (int k = 0; k < alone; k++) TRY(task_alone(be, &s->task[k]));
  double rate = (double)tasks / took, rate_alone = alone / (run_clock() - start);
  printf("%10d %8zu %10.3f %12.4g %12.4g %12.4g %7.1f\n", s->task[0].inst->n, tasks, took,
         (double)moves / took, rate, rate_alone, rate / rate_alone);
  fflush(stdout);
  return OK;
}

static Status sizes_measure(const Options *options, Backend *be) {
  double seconds = options->time_s > 0 ? options->time_s : 2;
  printf("%s: %s\n%10s %8s %10s %12s %12s %12s %7s\n", be->ops->name, be->device_name, "cities", "tasks",
         "seconds", "moves/s", "tasks/s", "alone/s", "times");
  for (const char *at = options->sizes; *at;) {
    char *end;
    Sample *s = NULL;
    long n = strtol(at, &end, 10);
    if (end == at || n < 1 || n > BATCH_CITIES || (*end && *end != ','))
      FAIL(ERR_USAGE, "--sizes: expected numbers of cities up to %d with commas between, found '%s'",
           BATCH_CITIES, at);
    TRY(sample_make(options, be->ops, (int32_t)n, &s));
    Status status = row_measure(be, s, seconds);
    sample_free(s);
    TRY(status);
    at = end + (*end == ',');
  }
  return OK;
}

Status command_bench_batch(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  Backend be;
  int first;
  options_default(&options);
  snprintf(options.sizes, sizeof options.sizes, "52,100,200");
  TRY(options_parse(&options, FOR_BENCH, argc, argv, 0, &first));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench batch: expected one rank, found %d", comm->size);
  TRY(rank_bind(comm, option_backends[options.backend], (int)options.threads, &be));
  Status status = sizes_measure(&options, &be);
  be.ops->close(&be);
  return status;
}
