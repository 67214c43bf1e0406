/* `cordee-ladder annealing`: GPU designs of the annealing of tours, with the published neighbourhood and with candidates, beside
 * one core (solver/anneal_tours/temper_kernels.h). Steps a second, the median of five windows, at the temperature in the middle of
 * a cooling; designs make the same chains, which is checked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "annealing.h"
#include "cities.h"
#include "sizes.h"
#include "solver/anneal_tours/temper_archipelago.h"

enum { WINDOWS = 5, SWEEPS_CHECKED = 4, SWEEPS_MOST = 1 << 20, CORE_CHAINS = 1, NUMBERS = 3 };
static const uint32_t numbers[NUMBERS] = {132, 2112,
                                          33792}; /* of chains: an SM of a large device 1, 16, 256 */

static const LadderDesign designs[] = {
    {"core", "", "one core of the CPU", NULL, LADDER_CPU},
    {"thread", "", "as in the first codes for GPUs: a thread a chain, tours in global memory: task parallel",
     NULL, false},
    {"warp-global", "", "a warp a chain, a lane a step, tours in global memory", NULL, LADDER_GPU},
    {"block", "Wei et al. 2015", "a block a chain, a thread a step, tours in shared memory", NULL,
     LADDER_GPU},
    {"cordee", "", "a warp a chain, a lane a step, tours in shared memory", NULL, LADDER_GPU},
    {.name = NULL}};
static const TemperDesign kernels[] = {TEMPER_AUTO, TEMPER_THREAD, TEMPER_WARP_GLOBAL, TEMPER_BLOCK,
                                       TEMPER_WARP};

static const LadderColumn columns[] = {{"neighbourhood", NULL, 0},
                                       {"chains", NULL, 0},
                                       {"steps_per_s", NULL, 0},
                                       {"low", "low", 10},
                                       {"high", "high", 10},
                                       {"cores", "cores", 8},
                                       {.key = NULL}};

/* One size, neighbourhood and number of chains. */
typedef struct Case {
  const Instance *inst;
  TemperMoves moves;
  uint32_t most; /* chains */
  uint64_t seed;
  double target_s; /* of a window */
  int64_t cost;    /* of the first chain after SWEEPS_CHECKED; 0: not known yet */
  double core;     /* steps/s of a core */
  const LadderRun *run;
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

static Status chains_measure(Case *c, Backend *be, int k, uint32_t chains, double rate[WINDOWS]) {
  const TemperPlan own = {
      .moves = c->moves, .chains = 1, .sweeps = UINT32_MAX, .anneals = 1, .candidates = 8};
  Plan plan = temper_plan_make((Plan){.seed = c->seed, .islands = chains, .epoch = 1}, own);
  Archipelago *a = NULL;
  TRY(solver_tempering.complete(c->inst, be->ops, &plan));
  TRY(solver_tempering.create(c->inst, be, &plan, (Span){0, chains}, &a));
  a->rules.design = kernels[k];
  a->rules.temperature[0] = sqrt(a->hot * a->cold);
  Status status = chain_check(c, a, designs[k].name);
  if (status == OK) status = windows_measure(c, a, rate);
  solver_tempering.destroy(a);
  return status;
}

static void rates_print(const Case *c, int k, uint32_t chains, const double rate[WINDOWS]) {
  const double median = rate[WINDOWS / 2];
  const bool any = c->moves == TEMPER_UNIFORM;
  char measure[64];
  const LadderCell cells[] = {LADDER_TEXT(any ? "published" : "candidates"),
                              LADDER_NUMBER(chains),
                              LADDER_NUMBER(median),
                              LADDER_NUMBER(rate[0]),
                              LADDER_NUMBER(rate[WINDOWS - 1]),
                              LADDER_NUMBER(c->core > 0 ? median / c->core : NAN)};
  snprintf(measure, sizeof measure, "%s, %u chain%s", any ? "any move" : "candidates", chains,
           chains == 1 ? "" : "s");
  ladder_table_row(&c->run->table, &designs[k], c->inst->n, cells,
                   (const LadderMeasure[]){{measure, "steps/s", median}, {.name = NULL}});
}

static Status core_measure(Case *c) {
  Backend cpu = {.ops = backend_find("cpu")};
  double rate[WINDOWS] = {0};
  TRY(cpu.ops->open(&cpu, 0, 1));
  const Status status = chains_measure(c, &cpu, 0, CORE_CHAINS, rate);
  cpu.ops->close(&cpu);
  TRY(status);
  c->core = rate[WINDOWS / 2];
  rates_print(c, 0, CORE_CHAINS, rate);
  return OK;
}

static Status moves_measure(const LadderRun *run, Case *c) {
  double rate[WINDOWS] = {0};
  printf("\n%d cities, %s\n", c->inst->n,
         c->moves == TEMPER_UNIFORM ? "any 2-opt move, as published" : "moves to candidates");
  ladder_table_heading(&run->table);
  c->cost = 0;
  c->target_s = run->settings->time_s > 0 ? run->settings->time_s / WINDOWS : 0.1;
  if (ladder_design_runs(run, &designs[0])) TRY(core_measure(c));
  for (int k = 1; designs[k].name; k++)
    for (int m = 0; ladder_design_runs(run, &designs[k]) && m < NUMBERS && (!m || numbers[m] <= c->most);
         m++) {
      const uint32_t chains = numbers[m] < c->most ? numbers[m] : c->most;
      TRY(chains_measure(c, run->be, k, chains, rate));
      rates_print(c, k, chains, rate);
    }
  return OK;
}

static Status size_measure(const LadderRun *run, const Instance *inst, void *most) {
  for (int m = 0; m < 2; m++) {
    Case c = {.inst = inst,
              .moves = m ? TEMPER_LISTED : TEMPER_UNIFORM,
              .most = *(const uint32_t *)most,
              .seed = run->settings->seed,
              .run = run};
    TRY(moves_measure(run, &c));
  }
  return OK;
}

Status annealing_measure(const LadderRun *run, uint32_t most) {
  return ladder_sizes_measure(run, size_measure, &most);
}

static Status all_measure(const LadderRun *run) { return annealing_measure(run, numbers[NUMBERS - 1]); }

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("measure a design for this time, in seconds; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_SIZES("200,1002", "numbers of cities, taken from the beginning of the instance"),
    LADDER_INSTANCE("FILE", LADDER_CITIES_HELP),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_annealing = {.name = "annealing",
                                      .summary =
                                          "GPU designs of simulated annealing of tours, beside one CPU core",
                                      .help = "  cordee-ladder annealing --sizes 200 --csv annealing.csv\n",
                                      .options = options,
                                      .designs = designs,
                                      .columns = columns,
                                      .needs = LADDER_OF_GPU,
                                      .mark = "design,n,",
                                      .run = all_measure};
