/* `cordee-ladder matching`: the published experiments of swarms for task matching, measured on this machine.
 *
 * Quality: makespans of every method on grids of the published sizes, relative to first come, first served.
 * Times: whole runs against the number of swarms, machines and tasks, on the device and on all cores of its
 * host. Rates: updates of particle-dimensions per second, of swarms that fit in shared memory and of swarms
 * that stream from memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "problem/matching/etc.h"
#include "clock.h"
#include "solver.h"
#include "text.h"
#include "ladders.h"
#include "mpi/bind.h"
#include "solver/local_exchange.h"

typedef struct Machines {
  const LadderSettings *settings;
  Backend *device, *host; /* host: all cores beside a GPU; NULL: the device is the host */
} Machines;

typedef struct Outcome {
  int64_t cost;
  double seconds; /* of all epochs and exchanges; without start and transfer of the instance */
  uint64_t work;
  Description how;
} Outcome;

static Status epochs_run(const Solver *solver, Archipelago *a, const Plan *plan, Progress *progress) {
  for (uint32_t e = 0; e < solver->epochs(plan); e++) {
    if (e) TRY(solver->begin(a, e));
    progress->epoch_done = false;
    while (!progress->epoch_done) TRY(solver->advance(a, 1u << 20, progress));
    if (plan->islands > 1) TRY(local_exchange(solver, &a, 1));
  }
  return OK;
}

static Status outcome_measure(const char *method, const Options *options, Backend *be, const Instance *inst,
                              Outcome *out) {
  const Solver *solver;
  Options own = *options;
  Plan plan;
  Archipelago *a = NULL;
  Progress progress = {.best = COST_NONE};
  TRY(solver_find(method, inst->problem, &solver));
  TRY(options_plan(&own, solver, inst, be->ops, &plan));
  TRY(solver->create(inst, be, &plan, (Span){0, plan.islands}, &a));
  double start = clock_s();
  Status status = epochs_run(solver, a, &plan, &progress);
  *out = (Outcome){.cost = progress.best, .seconds = clock_s() - start, .work = progress.moves};
  if (status == OK) status = solver->describe(a, &out->how);
  solver->destroy(a);
  return status;
}

static Status grid_make(uint64_t seed, int32_t tasks, int32_t machines, Instance **out) {
  for (const EtcGenerator *g = etc_generators; g->name; g++)
    if (strcmp(g->name, "grid") == 0)
      return g->make(&(EtcPlan){.tasks = tasks, .machines = machines, .seed = seed}, out);
  FAIL(ERR_INTERNAL, "no generator of grids");
}

/* The options of `cordee solve`, all usual but the seed. */
static void options_usual(const Machines *m, Options *options) {
  options_default(options);
  options->seed = m->settings->seed;
}

/* ---- quality ---- */

typedef struct Size {
  int32_t tasks, machines;
} Size;

/* A method as a column of the table: the options that make it. */
typedef struct Column {
  const char *title, *method;
  const char *form;
  uint64_t swarms;
} Column;

static const Column columns[] = {{"min-min", "min-min", "real", 0},     {"max-min", "max-min", "real", 0},
                                 {"sufferage", "sufferage", "real", 0}, {"pso", "pso", "real", 10},
                                 {"discrete", "pso", "discrete", 10},   {"one swarm", "pso", "real", 1},
                                 {"60 swarms", "pso", "real", 60}};
enum { COLUMNS = sizeof columns / sizeof *columns };

static Status quality_row(const Machines *m, Size size) {
  Instance *inst = NULL;
  Options options;
  Outcome fcfs, other;
  Status status = OK;
  options_usual(m, &options);
  TRY(grid_make(options.seed, size.tasks, size.machines, &inst));
  TRY_GOTO(outcome_measure("fcfs", &options, m->device, inst, &fcfs), cleanup);
  printf("%5d x %-5d", size.tasks, size.machines);
  for (int c = 0; c < COLUMNS; c++) {
    Options own = options;
    own.islands = columns[c].swarms;
    TRY_GOTO(options_assign(&own, FOR_SOLVE, "form", columns[c].form), cleanup);
    TRY_GOTO(outcome_measure(columns[c].method, &own, m->device, inst, &other), cleanup);
    c_printf(" %9.3f", (double)other.cost / (double)fcfs.cost);
  }
  printf("\n");
  fflush(stdout);
cleanup:
  instance_free(inst);
  return status;
}

static Status quality_measure(const Machines *m) {
  static const Size sizes[] = {{60, 10}, {60, 15}, {70, 10}, {70, 15}, {80, 10}, {200, 40}, {1000, 100}};
  printf("\nmakespan relative to first come, first served\n%-13s", "tasks x mach.");
  for (int c = 0; c < COLUMNS; c++) printf(" %9s", columns[c].title);
  printf("\n");
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) TRY(quality_row(m, sizes[k]));
  return OK;
}

/* ---- times and rates ---- */

typedef struct Case {
  int32_t tasks, machines;
  uint64_t swarms, iterations;
} Case;

static Status case_measure(const Machines *m, const Case *c, bool on_host) {
  Instance *inst = NULL;
  Outcome device = {0}, host = {0};
  Options own;
  char iterations[32];
  options_usual(m, &own);
  snprintf(iterations, sizeof iterations, "%llu", (unsigned long long)c->iterations);
  own.islands = c->swarms;
  TRY(options_assign(&own, FOR_SOLVE, "iterations", iterations));
  TRY(grid_make(own.seed, c->tasks, c->machines, &inst));
  Status status = outcome_measure("pso", &own, m->device, inst,
                                  &device); /* the first run of a kind includes loading code */
  if (status == OK) status = outcome_measure("pso", &own, m->device, inst, &device);
  if (status == OK && on_host && m->host) status = outcome_measure("pso", &own, m->host, inst, &host);
  instance_free(inst);
  TRY(status);
  double rate = (double)device.work / device.seconds;
  c_printf("%7llu %6d %9d %11llu %11.3f %11.3g", (unsigned long long)c->swarms, c->tasks, c->machines,
           (unsigned long long)c->iterations, 1e3 * device.seconds, rate);
  if (device.how.bytes_move > 0) c_printf(" %6.0f GB/s", 1e-9 * rate * device.how.bytes_move);
  if (host.seconds > 0) c_printf(" %14.3f %7.1f", 1e3 * host.seconds, host.seconds / device.seconds);
  printf("\n");
  if (m->settings->verbose) printf("        %s\n", device.how.shape);
  fflush(stdout);
  return OK;
}

static Status series_measure(const Machines *m, const char *title, const Case *cases, int count,
                             bool on_host) {
  printf("\n%s\n%7s %6s %9s %11s %11s %11s%s\n", title, "swarms", "tasks", "machines", "iterations",
         "time, ms", "updates/s", on_host && m->host ? "  all cores, ms   times" : "");
  for (int k = 0; k < count; k++) TRY(case_measure(m, &cases[k], on_host));
  return OK;
}

#define SERIES(TITLE, CASES, ON_HOST)                                                                        \
  TRY(series_measure(m, TITLE, CASES, (int)(sizeof(CASES) / sizeof *(CASES)), ON_HOST))

static Status experiments_measure(const Machines *m) {
  static const Case swarms[] = {
      {80, 8, 2, 1000}, {80, 8, 10, 1000}, {80, 8, 20, 1000}, {80, 8, 40, 1000}, {80, 8, 60, 1000}};
  static const Case machines[] = {
      {80, 2, 10, 1000}, {80, 8, 10, 1000}, {80, 20, 10, 1000}, {80, 50, 10, 1000}, {80, 100, 10, 1000}};
  static const Case tasks[] = {
      {20, 8, 10, 1000}, {40, 8, 10, 1000}, {80, 8, 10, 1000}, {160, 8, 10, 1000}, {320, 8, 10, 1000}};
  static const Case small[] = {{80, 8, 1000, 200}}, resident[] = {{80, 8, 10000, 200}},
                    streaming[] = {{1000, 100, 10000, 50}};
  printf("%s: %s\n", m->device->ops->name, text_line(m->device->device_name));
  if (m->host) printf("%s: %s\n", m->host->ops->name, text_line(m->host->device_name));
  TRY(quality_measure(m));
  SERIES("swarms of 128 particles", swarms, true);
  SERIES("machines", machines, true);
  SERIES("tasks", tasks, true);
  SERIES("many swarms", small, true);
  if (!m->host) return OK; /* gigabytes: too slow on a processor */
  SERIES("swarms that live in shared memory", resident, false);
  SERIES("swarms that stream from memory", streaming, false);
  return OK;
}

static Status matching_measure(const LadderRun *run) {
  Backend host = {.ops = NULL};
  Machines m = {.settings = run->settings, .device = run->be};
  if (run->be->ops != &backend_cpu) {
    TRY(rank_bind(run->comm, "cpu", (int)run->settings->threads, &host));
    m.host = &host;
  }
  const Status status = experiments_measure(&m);
  if (m.host) host.ops->close(&host);
  return status;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_BACKEND,
    LADDER_THREADS,
    {"verbose", KIND_FLAG, OPTION_FIELD(LadderSettings, verbose), .help = "print how the kernels run"},
    {.name = NULL}};

const LadderEntry ladder_matching = {.name = "matching",
                                     .summary =
                                         "the published experiments of particle swarms for task matching",
                                     .help = "  cordee-ladder matching --seed 3\n",
                                     .options = options,
                                     .run = matching_measure};
