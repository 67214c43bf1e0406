/* `cordee-ladder matching`: the published experiments of swarms for task matching, measured on this machine.
 *
 * Quality: makespans of every method on grids of the published sizes, relative to first come, first served.
 * Times: whole runs against the number of swarms, machines and tasks, on the device and on all cores of its
 * host. Rates: updates of particle-dimensions per second, of swarms that fit in shared memory and of swarms
 * that stream from memory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/matching/etc.h"
#include "clock.h"
#include "solver.h"
#include "text.h"
#include "ladders.h"
#include "mpi/bind.h"
#include "solver/local_exchange.h"

/* ---- designs ---- */

/* Makespans relative to first come, first served: table 6.2 of Solomon 2012, by tasks; the measure has the machines. */
#define OF(MACHINES, TASKS, VALUE)                                                                           \
  { MACHINES " machines", TASKS, VALUE, "GTX 260", "2012" }
static const LadderFigure ten_swarms[] = {
    OF("10", "60", ".906"), OF("15", "60", ".935"),   OF("10", "70", ".939"),     OF("15", "70", ".941"),
    OF("10", "80", ".964"), OF("40", "200", "1.322"), OF("100", "1000", "3.106"), {.value = NULL}};
static const LadderFigure one_swarm[] = {
    OF("10", "60", ".925"), OF("15", "60", ".921"),   OF("10", "70", ".923"),     OF("15", "70", ".933"),
    OF("10", "80", ".934"), OF("40", "200", "1.312"), OF("100", "1000", "3.109"), {.value = NULL}};

#define THESIS "Solomon 2012"
static const LadderDesign designs[] = {
    {"min-min", "", "the heuristic", NULL, LADDER_CPU},
    {"max-min", "", "the heuristic", NULL, LADDER_CPU},
    {"sufferage", "", "the heuristic", NULL, LADDER_CPU},
    {"pso", THESIS, "ten swarms of 128 particles that exchange particles", ten_swarms, LADDER_CPU},
    {"discrete", "", "the same with positions that are machines", NULL, LADDER_CPU},
    {"one-swarm", THESIS, "one swarm", one_swarm, LADDER_CPU},
    {"sixty-swarms", "", "sixty swarms", NULL, LADDER_CPU},
    {.name = NULL}};

static const LadderColumn columns[] = {{"tasks", "tasks", 6},
                                       {"machines", "machines", 8},
                                       {"swarms", "swarms", 7},
                                       {"iterations", "iterations", 10},
                                       {"updates_per_s", "updates/s", 10},
                                       {"gb_per_s", "GB/s", 7},
                                       {.key = NULL}};

/* ---- a run ---- */

typedef struct Machines {
  const LadderRun *run;
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

/* A design: the options that make it. */
typedef struct Column {
  const char *design, *method;
  const char *form;
  uint64_t swarms;
} Column;

static const Column kinds[] = {{"min-min", "min-min", "real", 0},     {"max-min", "max-min", "real", 0},
                               {"sufferage", "sufferage", "real", 0}, {"pso", "pso", "real", 10},
                               {"discrete", "pso", "discrete", 10},   {"one-swarm", "pso", "real", 1},
                               {"sixty-swarms", "pso", "real", 60}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static Status kind_measure(const Machines *m, const Column *kind, const Instance *inst, Size size,
                           int64_t first_come) {
  const LadderDesign *const design = ladder_design_named(designs, kind->design);
  Options own;
  Outcome found;
  char measure[32];
  if (!ladder_design_runs(m->run, design)) return OK;
  options_usual(m, &own);
  own.islands = kind->swarms;
  TRY(options_assign(&own, FOR_SOLVE, "form", kind->form));
  TRY(outcome_measure(kind->method, &own, m->device, inst, &found));
  const LadderCell cells[] = {LADDER_NUMBER(size.tasks),
                              LADDER_NUMBER(size.machines),
                              LADDER_NUMBER(kind->swarms ? (double)kind->swarms : NAN),
                              LADDER_NUMBER(NAN),
                              LADDER_NUMBER(NAN),
                              LADDER_NUMBER(NAN)};
  snprintf(measure, sizeof measure, "%d machines", size.machines);
  ladder_table_row(
      &m->run->table, design, size.tasks, cells,
      (const LadderMeasure[]){{measure, "of FCFS", (double)found.cost / (double)first_come}, {.name = NULL}});
  return OK;
}

static Status quality_rows(const Machines *m, Size size) {
  Instance *inst = NULL;
  Options options;
  Outcome fcfs;
  options_usual(m, &options);
  TRY(grid_make(options.seed, size.tasks, size.machines, &inst));
  Status status = outcome_measure("fcfs", &options, m->device, inst, &fcfs);
  for (int c = 0; c < KINDS && status == OK; c++) status = kind_measure(m, &kinds[c], inst, size, fcfs.cost);
  instance_free(inst);
  return status;
}

static Status quality_measure(const Machines *m) {
  static const Size sizes[] = {{60, 10}, {60, 15}, {70, 10}, {70, 15}, {80, 10}, {200, 40}, {1000, 100}};
  printf("\nmakespan relative to first come, first served (FCFS); n: tasks\n");
  ladder_table_heading(&m->run->table);
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) TRY(quality_rows(m, sizes[k]));
  return OK;
}

/* ---- times and rates ---- */

typedef struct Case {
  int32_t tasks, machines;
  uint64_t swarms, iterations;
} Case;

/* What a series goes through, which is n of its rows. */
typedef enum Along { ALONG_SWARMS, ALONG_MACHINES, ALONG_TASKS } Along;

static int64_t along_of(const Case *c, Along along) {
  if (along == ALONG_SWARMS) return (int64_t)c->swarms;
  return along == ALONG_MACHINES ? c->machines : c->tasks;
}

static void case_row(const Machines *m, const Case *c, Along along, const Outcome *device,
                     const Outcome *host) {
  static const char *const names[][2] = {{"by swarms", "by swarms, cores"},
                                         {"by machines", "by machines, cores"},
                                         {"by tasks", "by tasks, cores"}};
  const double rate = (double)device->work / device->seconds, bytes = device->how.bytes_move;
  const LadderCell cells[] = {LADDER_NUMBER(c->tasks),
                              LADDER_NUMBER(c->machines),
                              LADDER_NUMBER((double)c->swarms),
                              LADDER_NUMBER((double)c->iterations),
                              LADDER_NUMBER(rate),
                              LADDER_NUMBER(bytes > 0 ? 1e-9 * rate * bytes : NAN)};
  ladder_table_row(
      &m->run->table, ladder_design_named(designs, "pso"), along_of(c, along), cells,
      (const LadderMeasure[]){{names[along][0], "ms", 1e3 * device->seconds},
                              {host->seconds > 0 ? names[along][1] : NULL, "ms", 1e3 * host->seconds},
                              {.name = NULL}});
  if (m->settings->verbose) printf("        %s\n", device->how.shape);
}

static Status case_measure(const Machines *m, const Case *c, Along along, bool on_host) {
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
  if (status == OK) case_row(m, c, along, &device, &host);
  return status;
}

static Status series_measure(const Machines *m, const char *title, const Case *cases, int count, Along along,
                             bool on_host) {
  printf("\n%s\n", title);
  ladder_table_heading(&m->run->table);
  for (int k = 0; k < count; k++) TRY(case_measure(m, &cases[k], along, on_host));
  return OK;
}

#define SERIES(TITLE, CASES, ALONG, ON_HOST)                                                                 \
  TRY(series_measure(m, TITLE, CASES, (int)(sizeof(CASES) / sizeof *(CASES)), ALONG, ON_HOST))

static Status experiments_measure(const Machines *m) {
  static const Case swarms[] = {
      {80, 8, 2, 1000}, {80, 8, 10, 1000}, {80, 8, 20, 1000}, {80, 8, 40, 1000}, {80, 8, 60, 1000}};
  static const Case machines[] = {
      {80, 2, 10, 1000}, {80, 8, 10, 1000}, {80, 20, 10, 1000}, {80, 50, 10, 1000}, {80, 100, 10, 1000}};
  static const Case tasks[] = {
      {20, 8, 10, 1000}, {40, 8, 10, 1000}, {80, 8, 10, 1000}, {160, 8, 10, 1000}, {320, 8, 10, 1000}};
  static const Case small[] = {{80, 8, 1000, 200}}, resident[] = {{80, 8, 10000, 200}},
                    streaming[] = {{1000, 100, 10000, 50}};
  ladder_legend(m->run);
  if (m->host) printf("%s: %s\n", m->host->ops->name, text_line(m->host->device_name));
  TRY(quality_measure(m));
  if (!ladder_design_runs(m->run, ladder_design_named(designs, "pso"))) return OK;
  SERIES("swarms of 128 particles; n: swarms", swarms, ALONG_SWARMS, true);
  SERIES("n: machines", machines, ALONG_MACHINES, true);
  SERIES("n: tasks", tasks, ALONG_TASKS, true);
  SERIES("many swarms; n: swarms", small, ALONG_SWARMS, true);
  if (!m->host) return OK; /* gigabytes: too slow on a processor */
  SERIES("swarms that live in shared memory; n: swarms", resident, ALONG_SWARMS, false);
  SERIES("swarms that stream from memory; n: tasks", streaming, ALONG_TASKS, false);
  return OK;
}

static Status matching_measure(const LadderRun *run) {
  Backend host = {.ops = NULL};
  Machines m = {.run = run, .settings = run->settings, .device = run->be};
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
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {"verbose", KIND_FLAG, OPTION_FIELD(LadderSettings, verbose), .help = "print how the kernels run"},
    {.name = NULL}};

const LadderEntry ladder_matching = {.name = "matching",
                                     .summary =
                                         "the published experiments of particle swarms for task matching",
                                     .help = "  cordee-ladder matching --seed 3\n",
                                     .options = options,
                                     .designs = designs,
                                     .columns = columns,
                                     .mark = "design,n,",
                                     .run = matching_measure};
