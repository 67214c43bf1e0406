/* `cordee-ladder annealing`: GPU designs of the annealing of tours, with the published neighbourhood and with candidates, beside
 * one core (solver/anneal_tours/temper_kernels.h). Steps a second, the median of five windows, at the temperature in the middle of
 * a cooling; designs make the same chains, which is checked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "clock.h"
#include "annealing.h"
#include "cities.h"
#include "solver/anneal_tours/temper_archipelago.h"
#include "text.h"

enum { WINDOWS = 5, SWEEPS_CHECKED = 4, SWEEPS_MOST = 1 << 20, CORE_CHAINS = 1, NUMBERS = 3 };
static const uint32_t numbers[NUMBERS] = {132, 2112,
                                          33792}; /* of chains: an SM of a large device 1, 16, 256 */

typedef struct Design {
  const char *name, *source;
  TemperDesign is;
} Design;

static const Design designs[] = {
    {"thread", "a thread a chain, tours in global memory: task parallel", TEMPER_THREAD},
    {"warp-global", "a warp a chain, a lane a step, tours in global memory", TEMPER_WARP_GLOBAL},
    {"block", "a block a chain, a thread a step, tours in shared memory: as Wei et al. 2015", TEMPER_BLOCK},
    {"cordee", "a warp a chain, a lane a step, tours in shared memory", TEMPER_WARP}};
enum { DESIGNS = sizeof designs / sizeof *designs };

/* One size, neighbourhood and number of chains. */
typedef struct Case {
  const Instance *inst;
  TemperMoves moves;
  uint32_t most; /* chains */
  uint64_t seed;
  double target_s; /* of a window */
  int64_t cost;    /* of the first chain after SWEEPS_CHECKED; 0: not known yet */
  double core;     /* steps/s of a core */
  FILE *csv;       /* or NULL */
  const char *device;
} Case;

static Status sweeps_time(Archipelago *a, uint32_t count, double *seconds) {
  const double start = clock_s();
  TRY(a->be->ops->tempering->advance(a->be, &a->problem, &a->rules, &a->state, count));
  a->state.sweeps += count;
  TRY(temper_costs_download(a));
  *seconds = clock_s() - start;
  return OK;
}

/* The first chain is the same in all designs. */
static Status chain_check(Case *c, Archipelago *a, const char *name) {
  double seconds;
  TRY(sweeps_time(a, SWEEPS_CHECKED, &seconds));
  if (!c->cost) c->cost = a->cost[0];
  if (c->cost == a->cost[0]) return OK;
  FAIL(ERR_INTERNAL, "ladder: %s: expected a tour of %lld after %d sweeps, found %lld", name,
       (long long)c->cost, SWEEPS_CHECKED, (long long)a->cost[0]);
}

static Status windows_measure(const Case *c, Archipelago *a, double rate[WINDOWS]) {
  double seconds;
  TRY(sweeps_time(a, 1, &seconds));
  const double wanted = ceil(c->target_s / (seconds + 1e-9));
  const uint32_t sweeps = wanted < SWEEPS_MOST ? (uint32_t)wanted : SWEEPS_MOST;
  for (int w = 0; w < WINDOWS; w++) {
    TRY(sweeps_time(a, sweeps, &seconds));
    rate[w] = (double)sweeps * a->rules.sweep * a->state.chains / seconds;
  }
  qsort(rate, WINDOWS, sizeof *rate, ladder_order);
  return OK;
}

static Status chains_measure(Case *c, Backend *be, const Design *d, uint32_t chains, double rate[WINDOWS]) {
  const TemperPlan own = {
      .moves = c->moves, .chains = 1, .sweeps = UINT32_MAX, .anneals = 1, .candidates = 8};
  Plan plan = temper_plan_make((Plan){.seed = c->seed, .islands = chains, .epoch = 1}, own);
  Archipelago *a = NULL;
  TRY(solver_tempering.complete(c->inst, be->ops, &plan));
  TRY(solver_tempering.create(c->inst, be, &plan, (Span){0, chains}, &a));
  a->rules.design = d->is;
  a->rules.temperature[0] = sqrt(a->hot * a->cold);
  Status status = chain_check(c, a, d->name);
  if (status == OK) status = windows_measure(c, a, rate);
  solver_tempering.destroy(a);
  return status;
}

static void rates_print(const Case *c, const Design *d, uint32_t chains, const double rate[WINDOWS]) {
  const double median = rate[WINDOWS / 2];
  c_printf("%-12s %8u %12.4g %12.4g %10.1f  %s\n", d->name, chains, median, median / chains, median / c->core,
           d->source);
  fflush(stdout);
  if (!c->csv) return;
  c_fprintf(c->csv, "%s,%d,%s,%u,%.6g,%.6g,%.6g,", d->name, c->inst->n,
            c->moves == TEMPER_UNIFORM ? "published" : "candidates", chains, median, rate[0],
            rate[WINDOWS - 1]);
  text_csv(c->csv, c->device);
  fputc('\n', c->csv);
}

static Status core_measure(Case *c) {
  static const Design core = {"core", "one core of the CPU", TEMPER_AUTO};
  Backend cpu = {.ops = backend_find("cpu")};
  double rate[WINDOWS] = {0};
  TRY(cpu.ops->open(&cpu, 0, 1));
  const Status status = chains_measure(c, &cpu, &core, CORE_CHAINS, rate);
  cpu.ops->close(&cpu);
  TRY(status);
  c->core = rate[WINDOWS / 2];
  rates_print(c, &core, CORE_CHAINS, rate);
  return OK;
}

static Status moves_measure(const LadderRun *run, Case *c) {
  double rate[WINDOWS] = {0};
  printf("\n%d cities, %s\n%-12s %8s %12s %12s %10s\n", c->inst->n,
         c->moves == TEMPER_UNIFORM ? "any 2-opt move, as published" : "moves to candidates", "design",
         "chains", "steps/s", "a chain", "cores");
  c->cost = 0;
  c->target_s = run->settings->time_s > 0 ? run->settings->time_s / WINDOWS : 0.1;
  TRY(core_measure(c));
  for (int k = 0; k < DESIGNS; k++)
    for (int m = 0; m < NUMBERS && (!m || numbers[m] <= c->most); m++) {
      const uint32_t chains = numbers[m] < c->most ? numbers[m] : c->most;
      TRY(chains_measure(c, run->be, &designs[k], chains, rate));
      rates_print(c, &designs[k], chains, rate);
    }
  return OK;
}

static Status size_measure(const LadderRun *run, const Instance *all, int32_t n, uint32_t most) {
  Instance *inst = NULL;
  Status status = OK;
  TRY(ladder_cities_first(all, n, &inst));
  for (int m = 0; m < 2 && status == OK; m++) {
    Case c = {.inst = inst,
              .moves = m ? TEMPER_LISTED : TEMPER_UNIFORM,
              .most = most,
              .seed = run->settings->seed,
              .csv = run->csv,
              .device = run->be->device_name};
    status = moves_measure(run, &c);
  }
  instance_free(inst);
  return status;
}

Status annealing_measure(const LadderRun *run, uint32_t most) {
  LadderSizes sizes;
  Instance *all = NULL;
  TRY(ladder_sizes_parse(run->settings->sizes, &sizes));
  TRY(ladder_cities_read(run->settings->instance, sizes.largest, run->settings->seed, &all));
  printf("%s: %s\nfirst n cities of %s\n", run->be->ops->name, text_line(run->be->device_name),
         text_line(all->name));
  if (run->csv) fprintf(run->csv, "design,n,neighbourhood,chains,steps_per_s,low,high,device\n");
  Status status = OK;
  for (int s = 0; s < sizes.count && status == OK; s++) status = size_measure(run, all, sizes.n[s], most);
  instance_free(all);
  return status;
}

static Status all_measure(const LadderRun *run) { return annealing_measure(run, numbers[NUMBERS - 1]); }

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("measure a design for this time, in seconds; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_SIZES("200,1002", "numbers of cities, taken from the beginning of the instance"),
    LADDER_INSTANCE("FILE", LADDER_CITIES_HELP),
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_annealing = {.name = "annealing",
                                      .summary =
                                          "GPU designs of simulated annealing of tours, beside one CPU core",
                                      .help = "  cordee-ladder annealing --sizes 200 --csv annealing.csv\n",
                                      .options = options,
                                      .needs = LADDER_OF_GPU,
                                      .mark = "design,n,",
                                      .run = all_measure};
