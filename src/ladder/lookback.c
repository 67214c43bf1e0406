/* `cordee-ladder lookback`: published loads and tables beside the prices of `cordee price`: European calls as binomialOptions among CUDA's
 * samples has them (S 5 to 30, X 1 to 100, T 0.25 to 10, r 0.06, sigma 0.1), and Solomon's lookback puts; their times are lattice_curves.h's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/lookback/pricing.h"
#include "evaluator/lookback/vanilla.h"
#include "ladders.h"
#include "lattice_curves.h"
#include "rng.h"
#include "text.h"

enum { OPTIONS_FIRST = 256, OPTIONS_MOST = 1 << 20, PRICE_DESIGNS = 5 /* the first ones */ };
#define RATE  0.06
#define SIGMA 0.1

/* ---- designs ---- */

/* Prices of Solomon 2012, tables 3.1 and 3.2 (the options of 10,000 steps and more again), by steps. */
#define PRICE(MEASURE, STEPS, VALUE, CARD)                                                                   \
  { MEASURE, STEPS, VALUE, CARD, "2012" }
static const LadderFigure by_cpu[] = {PRICE("price", "1000", "6.676507", "CPU"),
                                      PRICE("price", "5000", "12.671818", "CPU"),
                                      PRICE("price", "10000", "4.895824", "CPU"),
                                      PRICE("price", "15000", "4.901764", "CPU"),
                                      PRICE("price", "20000", "4.913733", "CPU"),
                                      PRICE("price", "30000", "4.914032", "CPU"),
                                      PRICE("price, table 3.2", "10000", "4.895786", "Intel CPU"),
                                      PRICE("price, table 3.2", "15000", "4.901701", "Intel CPU"),
                                      PRICE("price, table 3.2", "20000", "4.913624", "Intel CPU"),
                                      PRICE("price, table 3.2", "30000", "4.913840", "Intel CPU"),
                                      {.value = NULL}};
static const LadderFigure by_gpu[] = {PRICE("price", "1000", "6.676391", "GTX 260"),
                                      PRICE("price", "5000", "12.670992", "GTX 260"),
                                      PRICE("price", "10000", "4.895118", "GTX 260"),
                                      PRICE("price", "15000", "4.900720", "GTX 260"),
                                      PRICE("price", "20000", "4.912446", "GTX 260"),
                                      PRICE("price", "30000", "4.911983", "GTX 260"),
                                      PRICE("hybrid price", "1000", "6.676435", "GTX 260"),
                                      PRICE("hybrid price", "5000", "12.671094", "GTX 260"),
                                      PRICE("hybrid price", "10000", "4.895140", "GTX 260"),
                                      PRICE("hybrid price", "15000", "4.900743", "GTX 260"),
                                      PRICE("hybrid price", "20000", "4.912470", "GTX 260"),
                                      PRICE("hybrid price", "30000", "4.912004", "GTX 260"),
                                      PRICE("price, table 3.2", "10000", "4.895808", "GTX 570"),
                                      PRICE("price, table 3.2", "15000", "4.901758", "GTX 570"),
                                      PRICE("price, table 3.2", "20000", "4.913828", "GTX 570"),
                                      PRICE("price, table 3.2", "30000", "4.914063", "GTX 570"),
                                      PRICE("hybrid, table 3.2", "10000", "4.895805", "GTX 570"),
                                      PRICE("hybrid, table 3.2", "15000", "4.901771", "GTX 570"),
                                      PRICE("hybrid, table 3.2", "20000", "4.913815", "GTX 570"),
                                      PRICE("hybrid, table 3.2", "30000", "4.914051", "GTX 570"),
                                      {.value = NULL}};
static const LadderFigure by_steps[] = {{"speed-up, single", "30000", "101", "GTX 260", "2012"},
                                        {.value = NULL}};
static const LadderFigure by_left[] = {{"copy, single", "256", "0.02", "GTX 260", "2012"}, {.value = NULL}};

static const LadderDesign designs[] = {
    {"vanilla", "CUDA's sample binomialOptions", "European calls, within `error` of Black and Scholes 1973",
     NULL, LADDER_CPU},
    {"single", "Solomon 2012", "quarter lattice of the estimate, in single precision", by_gpu, LADDER_CPU},
    {"double", "Solomon 2012", "the same in double precision", by_cpu, LADDER_CPU},
    {"trimmed", "", "nodes of no effect are left out", by_cpu, LADDER_CPU},
    {"two-terms", "", "the same, extrapolated from two trees", by_cpu, LADDER_CPU},
    {"core", "Solomon 2012", "times: all nodes, a layer after the other, two arrays, by one core", NULL,
     LADDER_CPU},
    {"cores", "", "the nodes of a layer shared by all cores", NULL, LADDER_CPU},
    {"trimmed-core", "", "nodes of no effect are left out, one core", NULL, LADDER_CPU},
    {"layers", "", "a launch a layer, a thread a node, children by the caches: --method published", NULL,
     LADDER_GPU},
    {"staged", "Solomon 2012", "children staged in shared memory, a power in each thread", by_steps,
     LADDER_GPU},
    {"staged-table", "", "the same with a table of powers", NULL, LADDER_GPU},
    {"hybrid", "Solomon 2012", "staged-table, and the last 256 layers by a core of the host", by_left,
     LADDER_GPU},
    {"tile", "", "nodes of no effect are left out, the others in registers", NULL, LADDER_GPU},
    {.name = NULL}};

static const LadderColumn columns[] = {LATTICE_COLUMNS(LATTICE_TITLE, LATTICE_NO_TITLE)};

#define NO_TIMES LADDER_TEXT(""), LADDER_TEXT(""), LADDER_TEXT(""), LADDER_TEXT(""), LADDER_TEXT("")

/* ---- calls on trees of 2,048 steps ---- */

typedef struct Calls {
  uint32_t count;
  VanillaTree *tree;
  double *closed, *value;   /* closed: Black and Scholes 1973 */
  void *tree_be, *value_be; /* on the backend */
} Calls;

static void calls_free(Backend *be, Calls *c) {
  be->ops->free(be, c->tree_be);
  be->ops->free(be, c->value_be);
  free(c->tree);
  free(c->closed);
  free(c->value);
  *c = (Calls){.count = 0};
}

static double normal(double x) { return 0.5 * erfc(-x / sqrt(2)); }

static void call_draw(uint64_t seed, uint32_t k, VanillaTree *tree, double *closed) {
  const RngStream s = {seed, k, 1, RNG_INSTANCE};
  const double spot = 5 + 25 * rng_unit(s, 0), strike = 1 + 99 * rng_unit(s, 1),
               years = 0.25 + 9.75 * rng_unit(s, 2);
  const double root = SIGMA * sqrt(years), d = (log(spot / strike) + RATE * years) / root + root / 2;
  *tree = vanilla_tree(spot, strike, years, SIGMA, RATE);
  *closed = spot * normal(d) - strike * exp(-RATE * years) * normal(d - root);
}

static Status calls_make(Backend *be, uint64_t seed, uint32_t count, Calls *out) {
  *out = (Calls){count,
                 malloc(count * sizeof *out->tree),
                 malloc(count * sizeof(double)),
                 malloc(count * sizeof(double)),
                 NULL,
                 NULL};
  if (!out->tree || !out->closed || !out->value) FAIL(ERR_MEMORY, "no memory for %u vanilla options", count);
  for (uint32_t k = 0; k < count; k++) call_draw(seed, k, &out->tree[k], &out->closed[k]);
  TRY(be->ops->alloc(be, count * sizeof *out->tree, &out->tree_be));
  TRY(be->ops->alloc(be, count * sizeof(double), &out->value_be));
  return be->ops->upload(be, out->tree_be, out->tree, count * sizeof *out->tree);
}

static Status calls_time(Backend *be, const Calls *c, double *seconds) {
  double last;
  const double began = clock_s();
  TRY(be->ops->lookback->vanilla(be, c->count, c->tree_be, c->value_be));
  TRY(be->ops->download(be, &last, (char *)c->value_be + (c->count - 1) * sizeof last, sizeof last));
  *seconds = clock_s() - began;
  return be->ops->download(be, c->value, c->value_be, c->count * sizeof *c->value);
}

static double worst_of(const Calls *c) {
  double worst = 0;
  for (uint32_t k = 0; k < c->count; k++) worst = fmax(worst, fabs(c->value[k] - c->closed[k]));
  return worst;
}

static Status vanilla_measure(const LadderRun *run, double least_s) {
  const double nodes = VANILLA_STEPS * (VANILLA_STEPS + 1) / 2.0;
  Backend *const be = run->be;
  Description about;
  Calls c = {.count = 0};
  double seconds = 0;
  Status status = be->ops->lookback->describe(be, &about);
  for (uint32_t count = OPTIONS_FIRST; status == OK && seconds < least_s && count <= OPTIONS_MOST;
       count *= 4) {
    calls_free(be, &c);
    status = calls_make(be, run->settings->seed, count, &c);
    if (status == OK) status = calls_time(be, &c, &seconds);
  }
  const double rate = nodes * c.count / seconds;
  const LadderCell cells[] = {LADDER_NUMBER(c.count),      LADDER_NUMBER(seconds),
                              LADDER_NUMBER(rate),         LADDER_NUMBER(100 * rate / about.ceiling_moves_s),
                              LADDER_NUMBER(worst_of(&c)), NO_TIMES};
  if (status == OK)
    ladder_table_row(&run->table, &designs[0], VANILLA_STEPS, cells,
                     (const LadderMeasure[]){{"options", "1/s", c.count / seconds}, {.name = NULL}});
  calls_free(be, &c);
  return status;
}

/* ---- Solomon's method ---- */

/* Spot, years, volatility and rate of the published options; the figures have their prices. */
static const LookbackOption published[] = {
    {50, 50, .35, .3, .10, 0, 1000, 0, 0},  {50, 50, 1.5, .3, .15, 0, 5000, 0, 0},
    {25, 25, .75, .3, .10, 0, 10000, 0, 0}, {25, 25, .75, .3, .10, 0, 15000, 0, 0},
    {25, 25, .75, .3, .10, 0, 20000, 0, 0}, {25, 25, .75, .3, .10, 0, 30000, 0, 0}};

static Status published_measure(const LadderRun *run, const LadderDesign *design, const PricingPlan *plan,
                                const LookbackOption *option) {
  LookbackQuote quote;
  const double began = clock_s();
  TRY(pricing_run(run->be, plan, 1, option, &quote));
  const LadderCell cells[] = {LADDER_NUMBER(1),   LADDER_NUMBER(clock_s() - began),
                              LADDER_NUMBER(NAN), LADDER_NUMBER(NAN),
                              LADDER_NUMBER(NAN), NO_TIMES};
  static const char *const names[] = {"price", "hybrid price", "price, table 3.2", "hybrid, table 3.2"};
  LadderMeasure measures[sizeof names / sizeof *names + 1] = {{names[0], "", quote.price}};
  for (size_t k = 1, count = 1; k < sizeof names / sizeof *names; k++)
    if (ladder_figure(design, names[k], option->steps))
      measures[count++] = (LadderMeasure){names[k], "", quote.price};
  ladder_table_row(&run->table, design, option->steps, cells, measures);
  return OK;
}

static Status published_rows(const LadderRun *run) {
  static const PricingPlan plans[] = {
      {.method = PRICING_PUBLISHED, .precision = PRICING_SINGLE, .host_steps = 256},
      {.method = PRICING_PUBLISHED, .host_steps = 256},
      {.method = PRICING_TRIMMED},
      {.method = PRICING_TRIMMED, .extrapolate = 2}};
  for (size_t p = 0; p < sizeof plans / sizeof *plans; p++)
    for (size_t k = 0; k < sizeof published / sizeof *published; k++)
      if (ladder_design_runs(run, &designs[1 + p]))
        TRY(published_measure(run, &designs[1 + p], &plans[p], &published[k]));
  return OK;
}

/* ---- all ---- */

static Status prices_measure(const LadderRun *run) {
  const double least_s = run->settings->time_s > 0 ? run->settings->time_s : 0.5;
  bool any = false;
  for (int d = 0; d < PRICE_DESIGNS; d++) any |= ladder_design_runs(run, &designs[d]);
  if (!any) return OK;
  printf("\nn: steps of a tree; lookback options one at a time\n");
  ladder_table_heading(&run->table);
  if (ladder_design_runs(run, &designs[0])) TRY(vanilla_measure(run, least_s));
  return published_rows(run);
}

static Status lookback_measure(const LadderRun *run) {
  ladder_legend(run);
  TRY(prices_measure(run));
  return lattice_curves(run);
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME(
        "measure vanilla calls, and each time of a lattice, for this time at least, in seconds; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_THREADS,
    LADDER_SIZES("1000,2000,5000,10000,15000,20000,30000",
                 "numbers of steps of the times; thresholds and blocks have the largest"),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_lookback = {
    .name = "lookback",
    .summary = "published prices and times of lookback options, and vanilla calls as in CUDA's samples",
    .help =
        "  cordee-ladder lookback --threads 1\n"
        "  cordee-ladder lookback --designs core,cores,staged,hybrid --sizes 1000,30000 --csv lattice.csv\n",
    .options = options,
    .designs = designs,
    .columns = columns,
    .digits = 7,
    .needs = LADDER_OF_BOTH,
    .mark = "design,n,",
    .run = lookback_measure};
