/* See bench_vanilla.h. Random calls as the sample draws them: S 5 to 30, X 1 to 100, T 0.25 to 10, r 0.06, sigma 0.1. */
#include "bench_vanilla.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/lookback/vanilla.h"
#include "rng.h"

enum { OPTIONS_FIRST = 256, OPTIONS_MOST = 1 << 20 };
#define RATE  0.06
#define SIGMA 0.1

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

Status vanilla_measure(Backend *be, uint64_t seed, double least_s) {
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
