/* The second table of `cordee bench price`: options a second at an error, of lattices with two terms extrapolated and of finite differences. The
 * error is the root mean square of random options of all kinds at S = 100, from the finest differences or, of european options, the closed
 * form; the fewest steps that reach it are timed from options to quotes. */
#include "bench_price_error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "clock.h"
#include "evaluator/lookback/pricing.h"
#include "rng.h"

enum { SAMPLE = 64, OPTIONS_FIRST = 64, OPTIONS_MOST = 1 << 20 };

typedef struct Way {
  const char *name;
  PricingMethod method;
  uint32_t extrapolate, least, most; /* steps */
} Way;

static const Way ways[] = {{"lattice", PRICING_TRIMMED, 2, 256, 65536},
                           {"grid", PRICING_GRID, 0, GRID_STEPS_LEAST, GRID_STEPS_MOST / 2}};
static const double errors[] = {1e-3, 1e-4, 1e-5};
enum { WAYS = sizeof ways / sizeof *ways, ERRORS = sizeof errors / sizeof *errors };

/* Puts and calls, american and european, half of them seasoned: T 0.1 to 2, sigma 0.1 to 0.6, r 0.01 to 0.1, q to 0.1. */
static LookbackOption option_make(uint64_t seed, uint32_t k, uint32_t steps) {
  const RngStream s = {seed, k, 7, RNG_INSTANCE};
  const double away = k / 4 % 2 ? rng_unit(s, 4) : 0;
  LookbackOption o = {.spot = 100, .steps = steps, .flags = k % 4};
  o.years = 0.1 + 1.9 * rng_unit(s, 0);
  o.sigma = 0.1 + 0.5 * rng_unit(s, 1);
  o.r = 0.01 + 0.09 * rng_unit(s, 2);
  o.q = 0.1 * rng_unit(s, 3);
  o.extreme = o.spot * (o.flags & LOOKBACK_CALL ? 1 - 0.2 * away : 1 + 0.2 * away);
  return o;
}

/* Quotes of the first `count` options by a way. */
static Status quotes_make(Backend *be, const Way *way, uint64_t seed, uint32_t steps, uint32_t count,
                          LookbackOption *options, LookbackQuote *quotes) {
  const PricingPlan plan = {.method = way->method, .extrapolate = way->extrapolate};
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t k = 0; k < count; k++) options[k] = option_make(seed, k, steps);
  return pricing_run(be, &plan, count, options, quotes);
}

static Status references_make(Backend *be, uint64_t seed, double *references) {
  static const Way finest = {"", PRICING_GRID, 0, 0, 0};
  LookbackOption options[SAMPLE];
  LookbackQuote quotes[SAMPLE];
  TRY(quotes_make(be, &finest, seed, GRID_STEPS_MOST, SAMPLE, options, quotes));
  for (int k = 0; k < SAMPLE; k++)
    references[k] = options[k].flags & LOOKBACK_EUROPEAN ? european_price(&options[k]) : quotes[k].price;
  return OK;
}

static Status error_find(Backend *be, const Way *way, uint64_t seed, uint32_t steps, const double *references,
                         double *error) {
  LookbackOption options[SAMPLE];
  LookbackQuote quotes[SAMPLE];
  double sum = 0;
  TRY(quotes_make(be, way, seed, steps, SAMPLE, options, quotes));
  for (int k = 0; k < SAMPLE; k++)
    sum += (quotes[k].price - references[k]) * (quotes[k].price - references[k]);
  *error = sqrt(sum / SAMPLE);
  return OK;
}

/* Options a second: of a book that grows until it takes least_s. */
static Status way_time(Backend *be, const Way *way, uint64_t seed, uint32_t steps, double least_s,
                       double *rate) {
  LookbackOption *options = malloc(OPTIONS_MOST * sizeof *options);
  LookbackQuote *quotes = malloc(OPTIONS_MOST * sizeof *quotes);
  Status status = options && quotes ? OK : status_fail(ERR_MEMORY, "no memory for %d options", OPTIONS_MOST);
  double seconds = 0;
  for (uint32_t count = OPTIONS_FIRST; status == OK && seconds < least_s && count <= OPTIONS_MOST;
       count *= 4) {
    const double began = clock_s();
    status = quotes_make(be, way, seed, steps, count, options, quotes);
    seconds = clock_s() - began;
    *rate = count / seconds;
  }
  free(options);
  free(quotes);
  return status;
}

static Status way_measure(Backend *be, const Way *way, uint64_t seed, double least_s,
                          const double *references) {
  uint32_t steps = way->least;
  double error = 0, rate = 0;
  TRY(error_find(be, way, seed, steps, references, &error));
  for (int k = 0; k < ERRORS; k++) {
    while (error > errors[k] && steps < way->most)
      TRY(error_find(be, way, seed, steps *= 2, references, &error));
    if (error > errors[k]) {
      c_printf("%-18s %8.0e %10s\n", way->name, errors[k], "not reached");
      continue;
    }
    TRY(way_time(be, way, seed, steps, least_s, &rate));
    c_printf("%-18s %8.0e %10u %12.3g %12.4g\n", way->name, errors[k], steps, error, rate);
    fflush(stdout);
  }
  return OK;
}

Status bench_price_errors(Backend *be, uint64_t seed, double least_s) {
  double references[SAMPLE];
  TRY(references_make(be, seed, references));
  printf("\nAll kinds at S = 100, to quotes with estimates; root mean square error of %d options\n"
         "%-18s %8s %10s %12s %12s\n",
         SAMPLE, "method", "error", "steps", "found", "options/s");
  for (int k = 0; k < WAYS; k++) TRY(way_measure(be, &ways[k], seed, least_s, references));
  return OK;
}
