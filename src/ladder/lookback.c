/* `cordee-ladder lookback`: published loads and tables beside the prices of `cordee price`: European calls as binomialOptions among CUDA's
 * samples has them (S 5 to 30, X 1 to 100, T 0.25 to 10, r 0.06, sigma 0.1), and Solomon's lookback puts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/lookback/pricing.h"
#include "evaluator/lookback/vanilla.h"
#include "ladders.h"
#include "rng.h"
#include "text.h"

enum { OPTIONS_FIRST = 256, OPTIONS_MOST = 1 << 20 };
#define RATE  0.06
#define SIGMA 0.1

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

static Status vanilla_measure(Backend *be, uint64_t seed, double least_s) {
  const double nodes = VANILLA_STEPS * (VANILLA_STEPS + 1) / 2.0;
  Description about;
  Calls c = {.count = 0};
  double seconds = 0;
  Status status = be->ops->lookback->describe(be, &about);
  for (uint32_t count = OPTIONS_FIRST; status == OK && seconds < least_s && count <= OPTIONS_MOST;
       count *= 4) {
    calls_free(be, &c);
    status = calls_make(be, seed, count, &c);
    if (status == OK) status = calls_time(be, &c, &seconds);
  }
  if (status == OK)
    c_printf("%-18s %8u %10.4f %12.4g %12.4g %6.1f  european calls, as in CUDA's samples: within %.1g of the "
             "closed form\n",
             "vanilla, 2,048", c.count, seconds, c.count / seconds, nodes * c.count / seconds,
             100 * nodes * c.count / seconds / about.ceiling_moves_s, worst_of(&c));
  fflush(stdout);
  calls_free(be, &c);
  return status;
}

/* ---- Solomon's method ---- */

typedef struct Published { /* Solomon 2012, tables 3.1 and 3.2 */
  double spot, years, sigma, r;
  uint32_t steps;
  double cpu, gpu, hybrid; /* as printed */
} Published;

static const Published published[] = {{50, .35, .3, .10, 1000, 6.676507, 6.676391, 6.676435},
                                      {50, 1.5, .3, .15, 5000, 12.671818, 12.670992, 12.671094},
                                      {25, .75, .3, .10, 10000, 4.895824, 4.895118, 4.895140},
                                      {25, .75, .3, .10, 15000, 4.901764, 4.900720, 4.900743},
                                      {25, .75, .3, .10, 20000, 4.913733, 4.912446, 4.912470},
                                      {25, .75, .3, .10, 30000, 4.914032, 4.911983, 4.912004}};

static Status price_timed(Backend *be, const PricingPlan *plan, const LookbackOption *option,
                          LookbackQuote *quote, double *seconds) {
  const double began = clock_s();
  const Status status = pricing_run(be, plan, 1, option, quote);
  *seconds = clock_s() - began;
  return status;
}

static Status published_measure(Backend *be, const Published *p) {
  const LookbackOption option = {p->spot, p->spot, p->years, p->sigma, p->r, 0, p->steps, 0};
  const PricingPlan plans[] = {{.method = PRICING_PUBLISHED, .precision = PRICING_SINGLE, .host_steps = 256},
                               {.method = PRICING_PUBLISHED, .host_steps = 256},
                               {.method = PRICING_TRIMMED},
                               {.method = PRICING_TRIMMED, .extrapolate = 2}};
  LookbackQuote quote[4];
  double seconds[4];
  for (int k = 0; k < 4; k++) TRY(price_timed(be, &plans[k], &option, &quote[k], &seconds[k]));
  c_printf("%6u %10.6f %10.6f %10.6f %10.6f %9.4f %10.6f %9.4f %10.6f %9.5f %10.6f\n", p->steps, p->cpu,
           p->gpu, p->hybrid, quote[0].price, seconds[0], quote[1].price, seconds[1], quote[2].price,
           seconds[2], quote[3].price);
  return OK;
}

static Status published_table(Backend *be) {
  printf("\nOne option at a time, as published (Solomon 2012): prices, and seconds with the quarter lattice "
         "of the estimate\n"
         "%6s %10s %10s %10s %10s %9s %10s %9s %10s %9s %10s\n",
         "steps", "CPU 2012", "GPU 2012", "hybrid", "single", "seconds", "double", "seconds", "trimmed",
         "seconds", "two terms");
  for (size_t k = 0; k < sizeof published / sizeof *published; k++) TRY(published_measure(be, &published[k]));
  return OK;
}

/* ---- all ---- */

static Status lookback_measure(const LadderRun *run) {
  const double least_s = run->settings->time_s > 0 ? run->settings->time_s : 0.5;
  printf("%s: %s\n%-18s %8s %10s %12s %12s %6s\n", run->be->ops->name, text_line(run->be->device_name),
         "load", "options", "seconds", "options/s", "nodes/s", "limit%");
  TRY(vanilla_measure(run->be, run->settings->seed, least_s));
  return published_table(run->be);
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("measure the vanilla calls for this time at least, in seconds; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_THREADS,
    {.name = NULL}};

const LadderEntry ladder_lookback = {
    .name = "lookback",
    .summary = "published prices of lookback options, and vanilla calls as in CUDA's samples",
    .help = "  cordee-ladder lookback --threads 1\n",
    .options = options,
    .run = lookback_measure};
