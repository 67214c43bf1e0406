/* `cordee bench matching`: the published experiments of swarms for task matching, measured on this machine.
 *
 * Quality: makespans of every method on grids of the published sizes, relative to first come, first served.
 * Times: whole runs against the number of swarms, machines and tasks, on the device and on all cores of its
 * host. Rates: updates of particle-dimensions per second, of swarms that fit in shared memory and of swarms
 * that stream from memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "problem/matching/generate_etc.h"
#include "clock.h"
#include "solver.h"
#include "text.h"
#include "bench.h"
#include "bench_machines.h"
#include "solver/local_exchange.h"

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

static Status grid_make(const Options *options, int32_t tasks, int32_t machines, Instance **out) {
  for (const EtcGenerator *g = etc_generators; g->name; g++)
    if (strcmp(g->name, "grid") == 0)
      return g->make(&(EtcPlan){.tasks = tasks, .machines = machines, .seed = options->seed}, out);
  FAIL(ERR_INTERNAL, "no generator of grids");
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

static Status quality_row(const Options *options, BenchMachines *m, Size size) {
  Instance *inst = NULL;
  Outcome fcfs, other;
  Status status = OK;
  TRY(grid_make(options, size.tasks, size.machines, &inst));
  TRY_GOTO(outcome_measure("fcfs", options, &m->device, inst, &fcfs), cleanup);
  printf("%5d x %-5d", size.tasks, size.machines);
  for (int c = 0; c < COLUMNS; c++) {
    Options own = *options;
    own.islands = columns[c].swarms;
    TRY_GOTO(options_assign(&own, FOR_SOLVE, "form", columns[c].form), cleanup);
    TRY_GOTO(outcome_measure(columns[c].method, &own, &m->device, inst, &other), cleanup);
    c_printf(" %9.3f", (double)other.cost / (double)fcfs.cost);
  }
  printf("\n");
  fflush(stdout);
cleanup:
  instance_free(inst);
  return status;
}

static Status quality_measure(const Options *options, BenchMachines *m) {
  static const Size sizes[] = {{60, 10}, {60, 15}, {70, 10}, {70, 15}, {80, 10}, {200, 40}, {1000, 100}};
  printf("\nmakespan relative to first come, first served\n%-13s", "tasks x mach.");
  for (int c = 0; c < COLUMNS; c++) printf(" %9s", columns[c].title);
  printf("\n");
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) TRY(quality_row(options, m, sizes[k]));
  return OK;
}

/* ---- times and rates ---- */

typedef struct Case {
  int32_t tasks, machines;
  uint64_t swarms, iterations;
} Case;

static Status case_measure(const Options *options, BenchMachines *m, const Case *c, bool on_host) {
  Instance *inst = NULL;
  Outcome device = {0}, host = {0};
  Options own = *options;
  char iterations[32];
  snprintf(iterations, sizeof iterations, "%llu", (unsigned long long)c->iterations);
  own.islands = c->swarms;
  TRY(options_assign(&own, FOR_SOLVE, "iterations", iterations));
  TRY(grid_make(options, c->tasks, c->machines, &inst));
  Status status = outcome_measure("pso", &own, &m->device, inst,
                                  &device); /* the first run of a kind includes loading code */
  if (status == OK) status = outcome_measure("pso", &own, &m->device, inst, &device);
  if (status == OK && on_host && m->host.ops) status = outcome_measure("pso", &own, &m->host, inst, &host);
  instance_free(inst);
  TRY(status);
  double rate = (double)device.work / device.seconds;
  c_printf("%7llu %6d %9d %11llu %11.3f %11.3g", (unsigned long long)c->swarms, c->tasks, c->machines,
           (unsigned long long)c->iterations, 1e3 * device.seconds, rate);
  if (device.how.bytes_move > 0) c_printf(" %6.0f GB/s", 1e-9 * rate * device.how.bytes_move);
  if (host.seconds > 0) c_printf(" %14.3f %7.1f", 1e3 * host.seconds, host.seconds / device.seconds);
  printf("\n");
  if (options->verbose) printf("        %s\n", device.how.shape);
  fflush(stdout);
  return OK;
}

static Status series_measure(const Options *options, BenchMachines *m, const char *title, const Case *cases,
                             int count, bool on_host) {
  printf("\n%s\n%7s %6s %9s %11s %11s %11s%s\n", title, "swarms", "tasks", "machines", "iterations",
         "time, ms", "updates/s", on_host && m->host.ops ? "  all cores, ms   times" : "");
  for (int k = 0; k < count; k++) TRY(case_measure(options, m, &cases[k], on_host));
  return OK;
}

#define SERIES(TITLE, CASES, ON_HOST)                                                                        \
  TRY(series_measure(options, m, TITLE, CASES, (int)(sizeof(CASES) / sizeof *(CASES)), ON_HOST))

static Status matching_measure(const Options *options, BenchMachines *m) {
  static const Case swarms[] = {
      {80, 8, 2, 1000}, {80, 8, 10, 1000}, {80, 8, 20, 1000}, {80, 8, 40, 1000}, {80, 8, 60, 1000}};
  static const Case machines[] = {
      {80, 2, 10, 1000}, {80, 8, 10, 1000}, {80, 20, 10, 1000}, {80, 50, 10, 1000}, {80, 100, 10, 1000}};
  static const Case tasks[] = {
      {20, 8, 10, 1000}, {40, 8, 10, 1000}, {80, 8, 10, 1000}, {160, 8, 10, 1000}, {320, 8, 10, 1000}};
  static const Case small[] = {{80, 8, 1000, 200}}, resident[] = {{80, 8, 10000, 200}},
                    streaming[] = {{1000, 100, 10000, 50}};
  bench_machines_print(m);
  TRY(quality_measure(options, m));
  SERIES("swarms of 128 particles", swarms, true);
  SERIES("machines", machines, true);
  SERIES("tasks", tasks, true);
  SERIES("many swarms", small, true);
  if (!m->host.ops) return OK; /* gigabytes: too slow on a processor */
  SERIES("swarms that live in shared memory", resident, false);
  SERIES("swarms that stream from memory", streaming, false);
  return OK;
}

Status command_bench_matching(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  BenchMachines m = {0};
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_SWARMS, argc, argv, 0, &first));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench matching: expected one rank, found %d", comm->size);
  Status status = bench_machines_open(comm, &options, &m);
  if (status == OK) status = matching_measure(&options, &m);
  bench_machines_close(&m);
  return status;
}
