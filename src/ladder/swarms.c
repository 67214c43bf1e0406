/* `cordee-ladder swarms`: particle swarms for task matching as published, a kernel for each part of an iteration, beside the library's own
 * on one core, on all cores and on the device. All of them end in the same state, which is checked. */
#include <stdlib.h>
#include <string.h>
#include "cities.h"
#include "ladders.h"
#include "swarm_table.h"
#include "text.h"

enum {
  PARTICLES = 128,
  ITERATIONS_LEAST = 4,
  ITERATIONS_MOST = 1000,
  FITS_PUBLISHED = 30,
  FITS_NO_MORE = 32
};
/* Of the core that a run is shortened for; rates of one are 2e8 to 6e8. */
static const double core_updates_s = 4e8, core_seconds = 0.5;

/* What a run measures on. */
typedef struct Machines {
  const LadderRun *run;
  const SwarmLadderKernels *ops; /* NULL: no GPU */
  Backend core, cores;           /* of the host; `core` is the same with one thread */
} Machines;

/* One size. */
typedef struct Case {
  Machines *m;
  SwarmSeries series;
  SwarmSize size;
  Instance *inst;
  SwarmOwn want; /* of all cores: what all others must reach */
  double core_s, cores_s;
  PsoState got;
  SwarmLadder *ladder;
  double moved_s;              /* of kernels-shared */
  SwarmTimes *shared, *global; /* of the two published designs; NULL: nobody asks */
} Case;

/* ---- one design, one size ---- */

static const LadderDesign *design_named(const char *name) { return ladder_design_named(swarm_designs, name); }

static void row_print(const Case *c, const char *name, double seconds, const SwarmTimes *times) {
  const bool host = ladder_design_named(swarm_designs, name)->place == LADDER_CPU;
  const bool turned = strcmp(name, "by-particle") == 0;
  const SwarmFigure figure = {.series = c->series,
                              .size = c->size,
                              .seconds = seconds,
                              .core_s = strcmp(name, "core") == 0 ? 0 : c->core_s,
                              .cores_s = host ? 0 : c->cores_s,
                              .times = times,
                              .dimension_s = turned && c->series == SERIES_SHARES ? c->moved_s : 0};
  swarm_row(&c->m->run->table, design_named(name), &figure);
}

/* The library's swarms on a processor; the first run of a kind on a device includes loading code. */
static Status own_measure(Case *c, const char *name, Backend *be, double *seconds) {
  const bool device = design_named(name)->place == LADDER_GPU;
  SwarmOwn own;
  if (!ladder_design_runs(c->m->run, design_named(name))) return OK;
  for (int turn = device ? 0 : 1; turn < 2; turn++) {
    Status status = swarm_own_run(be, c->inst, &c->size, &own);
    if (status == OK) status = swarm_state_compare(&c->want.plan, name, &c->want.state, &own.state);
    *seconds = own.seconds;
    swarm_own_free(&own);
    TRY(status);
  }
  row_print(c, name, *seconds, NULL);
  return OK;
}

static Status kernels_check(Case *c, int k, SwarmTimes *times, bool apart) {
  const SwarmLadderKernels *const ops = c->m->ops;
  TRY(ops->run(c->ladder, k, apart, times));
  if (apart && c->series == SERIES_WAVES) return OK; /* gigabytes: once is enough */
  TRY(ops->state(c->ladder, k, &c->got));
  return swarm_state_compare(&c->want.plan, ops->design(k)->name, &c->want.state, &c->got);
}

static void times_keep(Case *c, const char *name, const SwarmTimes *times) {
  const bool shared = strcmp(name, "kernels-shared") == 0;
  if (shared) c->moved_s = swarm_moved_s(times);
  if (c->series != SERIES_MACHINES) return;
  if (shared && c->size.machines == FITS_PUBLISHED) *c->shared = *times;
  if (strcmp(name, "kernels-global") == 0 && c->size.machines == FITS_NO_MORE) *c->global = *times;
}

/* Once with the kernels timed apart, which also is the warm-up, once as published. */
static Status kernels_measure(Case *c, int k) {
  const SwarmLadderKernels *const ops = c->m->ops;
  const LadderDesign *const design = design_named(ops->design(k)->name);
  SwarmTimes apart, whole;
  uint32_t resident;
  if (!design) FAIL(ERR_INTERNAL, "ladder: no text for the design %s", ops->design(k)->name);
  if (!ladder_design_runs(c->m->run, design)) return OK;
  TRY(ops->resident(c->ladder, k, &resident));
  if (!resident) {
    ladder_table_left_out(&c->m->run->table, design, c->size.machines,
                          "the loads of so many machines do not fit into shared memory");
    return OK;
  }
  TRY(kernels_check(c, k, &apart, true));
  TRY(kernels_check(c, k, &whole, false));
  times_keep(c, design->name, &apart);
  row_print(c, design->name, whole.total, &apart);
  return OK;
}

/* ---- one size ---- */

/* So many that a core is done in about --time; of shares in eight times as long, since a run has one start. */
static uint32_t iterations_of(const LadderRun *run, SwarmSeries series, const SwarmSize *size) {
  const double each = run->settings->time_s > 0 ? run->settings->time_s : core_seconds,
               seconds = series == SERIES_SHARES ? 8 * each : each;
  const double most = seconds * core_updates_s / ((double)size->swarms * size->tasks * PARTICLES);
  if (most < ITERATIONS_LEAST) return ITERATIONS_LEAST;
  return most < ITERATIONS_MOST ? (uint32_t)most : ITERATIONS_MOST;
}

static Status designs_measure(Case *c) {
  const SwarmLadderKernels *const ops = c->m->ops;
  TRY(own_measure(c, "core", &c->m->core, &c->core_s));
  TRY(own_measure(c, "cores", &c->m->cores, &c->cores_s));
  if (!ops) return OK;
  TRY(ops->open(c->m->run->be, &c->want.plan, &c->ladder));
  TRY(swarm_state_make(&c->want.plan, &c->got));
  for (int k = 0; ops->design(k); k++) TRY(kernels_measure(c, k));
  double seconds;
  return own_measure(c, "ours", c->m->run->be, &seconds);
}

static Status case_measure(Machines *m, SwarmSeries series, const SwarmSize *size, SwarmTimes *shared,
                           SwarmTimes *global) {
  Case c = {.m = m, .series = series, .size = *size, .shared = shared, .global = global};
  c.size.seed = m->run->settings->seed;
  c.size.iterations = iterations_of(m->run, series, size);
  TRY(swarm_grid(&c.size, &c.inst));
  Status status = swarm_own_run(&m->cores, c.inst, &c.size, &c.want);
  if (status == OK) status = designs_measure(&c);
  if (m->ops) m->ops->close(c.ladder);
  swarm_state_free(&c.got);
  swarm_own_free(&c.want);
  instance_free(c.inst);
  return status;
}

/* ---- series ---- */

static Status series_measure(Machines *m, SwarmSeries series, const char *title, const SwarmSize *sizes,
                             size_t count) {
  SwarmTimes shared = {0}, global = {0};
  printf("\n%s\n", title);
  ladder_table_heading(&m->run->table);
  for (size_t k = 0; k < count; k++) TRY(case_measure(m, series, &sizes[k], &shared, &global));
  const SwarmSize jump = {.tasks = 80, .machines = FITS_NO_MORE, .swarms = 10};
  if (shared.total > 0 && global.total > 0) swarm_jump_row(&m->run->table, &jump, &shared, &global);
  return OK;
}

#define SWARMS_TITLE                   "80 tasks, 8 machines; n: swarms"
#define SERIES(M, ALONG, TITLE, SIZES) series_measure(M, ALONG, TITLE, SIZES, sizeof(SIZES) / sizeof *(SIZES))

/* How many swarms the device has at once: blocks of the fitness with loads in shared memory. */
static Status wave_find(Machines *m, const SwarmSize *size, uint32_t *wave) {
  SwarmOwn own;
  SwarmLadder *ladder = NULL;
  Instance *inst = NULL;
  TRY(swarm_grid(size, &inst));
  Status status = swarm_own_run(&m->cores, inst, size, &own);
  if (status == OK) status = m->ops->open(m->run->be, &own.plan, &ladder);
  if (status == OK) status = m->ops->resident(ladder, 0, wave);
  m->ops->close(ladder);
  swarm_own_free(&own);
  instance_free(inst);
  return status;
}

/* Up to three times as many, where the time of the fitness rises in steps. */
static Status waves_measure(Machines *m) {
  static const double of_wave[] = {0.5, 1, 1.0625, 2, 2.0625, 3};
  enum { WAVES = sizeof of_wave / sizeof *of_wave };
  const SwarmSize size = {.tasks = 40, .machines = 8, .swarms = 2, .iterations = 1};
  SwarmSize sizes[WAVES];
  char title[96];
  uint32_t wave = 0;
  TRY(wave_find(m, &size, &wave));
  for (int k = 0; k < WAVES; k++) {
    sizes[k] = size;
    sizes[k].swarms = wave > 1 ? (uint32_t)(of_wave[k] * wave) : 1 + (uint32_t)k;
  }
  snprintf(title, sizeof title, "40 tasks, 8 machines, of which the device has %u swarms at once; n: swarms",
           wave);
  return SERIES(m, SERIES_WAVES, title, sizes);
}

/* Those of --sizes alone. */
static Status chosen_measure(Machines *m) {
  SwarmSize by_swarms[LADDER_SIZES_MAX];
  LadderSizes sizes;
  TRY(ladder_sizes_parse(m->run->settings->sizes, &sizes));
  for (int k = 0; k < sizes.count; k++)
    by_swarms[k] = (SwarmSize){.tasks = 80, .machines = 8, .swarms = (uint32_t)sizes.n[k]};
  return series_measure(m, SERIES_SWARMS, SWARMS_TITLE, by_swarms, (size_t)sizes.count);
}

static Status all_measure(Machines *m) {
  static const SwarmSize swarms[] = {{80, 8, 2, 0, 0},  {80, 8, 10, 0, 0}, {80, 8, 20, 0, 0},
                                     {80, 8, 30, 0, 0}, {80, 8, 40, 0, 0}, {80, 8, 50, 0, 0},
                                     {80, 8, 54, 0, 0}, {80, 8, 56, 0, 0}, {80, 8, 60, 0, 0}};
  static const SwarmSize machines[] = {{80, 2, 10, 0, 0},  {80, 10, 10, 0, 0}, {80, 20, 10, 0, 0},
                                       {80, 30, 10, 0, 0}, {80, 32, 10, 0, 0}, {80, 50, 10, 0, 0},
                                       {80, 70, 10, 0, 0}, {80, 100, 10, 0, 0}};
  static const SwarmSize tasks[] = {{80, 8, 10, 0, 0},  {160, 8, 10, 0, 0},  {320, 8, 10, 0, 0},
                                    {500, 8, 10, 0, 0}, {1000, 8, 10, 0, 0}, {2000, 8, 10, 0, 0}};
  static const SwarmSize shares[] = {{1000, 10, 60, 0, 0}, {1000, 100, 60, 0, 0}};
  TRY(SERIES(m, SERIES_SWARMS, SWARMS_TITLE, swarms));
  if (m->ops) TRY(waves_measure(m));
  TRY(SERIES(m, SERIES_MACHINES, "80 tasks, 10 swarms; n: machines", machines));
  TRY(SERIES(m, SERIES_TASKS, "8 machines, 10 swarms; n: tasks", tasks));
  return SERIES(m, SERIES_SHARES, "shares of the kernels: 1000 tasks, 60 swarms; n: machines", shares);
}

static Status swarms_measure(const LadderRun *run) {
  Machines m = {.run = run, .ops = run->designs ? run->designs->swarms : NULL};
  m.cores = *run->be;
  if (m.ops) {
    const int threads = run->settings->threads ? (int)run->settings->threads : run->be->threads;
    m.cores = (Backend){.ops = &backend_cpu};
    TRY(m.cores.ops->open(&m.cores, 0, threads));
  }
  m.core = m.cores;
  m.core.threads = 1;
  ladder_legend(run);
  if (m.ops) printf("cpu: %s\n", text_line(m.cores.device_name));
  printf("times of an iteration of swarms of %d particles, exchanges included\n", PARTICLES);
  const Status status = run->settings->sizes[0] ? chosen_measure(&m) : all_measure(&m);
  if (m.ops) m.cores.ops->close(&m.cores);
  return status;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("time that one core gets for a size, in seconds; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_THREADS,
    LADDER_SIZES(NULL, "measure these numbers of swarms alone, with 80 tasks and 8 machines"),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_swarms = {
    .name = "swarms",
    .summary = "published GPU kernels of particle swarms for task matching, and what each of them takes",
    .help = "All designs end in the state that --method pso has with the same seed.\n"
            "  cordee-ladder swarms --csv swarms.csv\n"
            "  cordee-ladder swarms --sizes 10,60 --designs core,cores\n",
    .options = options,
    .designs = swarm_designs,
    .columns = swarm_columns,
    .needs = LADDER_OF_BOTH,
    .mark = "design,n,",
    .run = swarms_measure};
