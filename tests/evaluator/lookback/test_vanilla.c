/* Vanilla options: published values, a tree of another kind, the integral of the payoff; that estimates of errors hold, that instruction sets agree, and
 * what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "evaluator/lookback/vanilla_price.h"
#include "fixtures/harness.h"
#include "fixtures/pricing.h"
#include "rng.h"

enum { VANILLA = LOOKBACK_VANILLA };

/* From a week to five years, from calm to wild, near the forward and far from it, with small rates and large ones. */
static LookbackOption random_option(uint64_t seed, uint32_t k, uint32_t steps) {
  const RngStream s = {seed, k, 3, RNG_INSTANCE};
  LookbackOption o = {.spot = 100, .steps = steps, .flags = VANILLA | (rng_below(s, 0, 2) ? CALL : 0)};
  const double rates[] = {0.001, 0.02, 0.2 * rng_unit(s, 1)}, yields[] = {0, 0.001, 0.2 * rng_unit(s, 2)};
  o.years = 0.02 * pow(250, rng_unit(s, 3));
  o.sigma = 0.05 * pow(20, rng_unit(s, 4));
  o.r = rates[rng_below(s, 5, 3)];
  o.q = yields[rng_below(s, 6, 3)];
  o.strike = 100 * exp(o.sigma * sqrt(o.years) * 4 * (rng_unit(s, 7) - 0.5));
  return o;
}

/* ---- values that are known ---- */

/* American puts of S = 40, r = 0.0488 (Geske and Johnson 1984), by 10,000 steps of a binomial tree: Huang, Subrahmanyam and Yu, Review of Financial
 * Studies 9 (1996), table 1; among QuantLib's tests of american options, too. By sigma, strike and years. */
static const double known[3][3][3] = {
    {{0.0062, 0.2004, 0.4328}, {0.8522, 1.5798, 1.9904}, {5.0000, 5.0883, 5.2670}},
    {{0.0774, 0.6975, 1.2198}, {1.3099, 2.4825, 3.1696}, {5.0597, 5.7056, 6.2436}},
    {{0.2466, 1.3460, 2.1549}, {1.7681, 3.3874, 4.3526}, {5.2868, 6.5099, 7.3830}}};

static void published_values(void) {
  static const double years[] = {0.0833, 0.3333, 0.5833};
  Backend be = pricing_cpu();
  for (int s = 0; s < 3; s++)
    for (int k = 0; k < 3; k++)
      for (int t = 0; t < 3; t++) {
        const LookbackOption o = {40, 0, years[t], 0.2 + 0.1 * s, 0.0488, 0, 1000, VANILLA, 35 + 5 * k};
        const LookbackQuote q = pricing_one(&be, &(PricingPlan){.extrapolate = 1}, o);
        CU_ASSERT_DOUBLE_EQUAL(q.price, known[s][k][t], 1.5e-4);
      }
  be.ops->close(&be);
}

/* ---- other ways to a price ---- */

/* The expected payoff by Simpson's rule over ten deviations. */
static double payoff_integral(const LookbackOption *o) {
  enum { PARTS = 20000 };
  const double root = o->sigma * sqrt(o->years), drift = (o->r - o->q) * o->years - root * root / 2,
               sign = o->flags & CALL ? 1 : -1;
  /* the kink is an end of the intervals */
  const double kink = (log(o->strike / o->spot) - drift) / root, end = sign > 0 ? 10 : -10;
  double sum = 0;
  for (int i = 0; i <= PARTS; i++) {
    const double z = kink + (end - kink) * i / PARTS, weight = i > 0 && i < PARTS ? 2 + i % 2 * 2 : 1;
    sum += weight * fabs(o->spot * exp(drift + root * z) - o->strike) * exp(-z * z / 2);
  }
  return exp(-o->r * o->years) * sum * fabs(end - kink) / PARTS / 3 / sqrt(2 * M_PI);
}

static void european_ones_are_the_integral(void) {
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 200; k++) {
    LookbackOption o = random_option(1, k, 1000), up = o, down = o;
    o.flags |= LOOKBACK_EUROPEAN;
    const LookbackQuote q = pricing_one(&be, &(PricingPlan){.extrapolate = 0}, o);
    CU_ASSERT_DOUBLE_EQUAL(q.price, payoff_integral(&o), 1e-8);
    CU_ASSERT_EQUAL(q.steps, 0);
    up.spot = 100.01;
    down.spot = 99.99;
    const double above = vanilla_closed(&up).price, below = vanilla_closed(&down).price;
    CU_ASSERT_DOUBLE_EQUAL(q.delta, (above - below) / 0.02, 1e-4);
    CU_ASSERT_DOUBLE_EQUAL(q.gamma, (above - 2 * q.price + below) / 1e-4, 1e-3);
  }
  be.ops->close(&be);
}

/* The tree of Cox, Ross and Rubinstein by its textbook formulas. */
static double textbook_tree(const LookbackOption *o, int steps) {
  static long double f[2001];
  const long double dt = o->years / (long double)steps, s = o->sigma * sqrtl(dt), down = expl(-s);
  const long double p = (expl((o->r - o->q) * dt) - down) / (expl(s) - down), discount = expl(-o->r * dt);
  for (int layer = steps; layer >= 0; layer--)
    for (int i = 0; i <= layer; i++) {
      const long double gain = o->spot * expl(s * (2 * i - layer)) - o->strike;
      const long double exercise = o->flags & CALL ? gain : -gain;
      const long double wait = layer < steps ? discount * (p * f[i + 1] + (1 - p) * f[i]) : 0;
      f[i] = exercise > wait ? exercise : wait;
    }
  return (double)f[0];
}

static void american_ones_are_near_the_textbooks(void) {
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 40; k++) {
    const LookbackOption o = random_option(2, k, 1000);
    const LookbackQuote q = pricing_one(&be, &(PricingPlan){.extrapolate = 1}, o);
    const double scale = o.spot * o.sigma * sqrt(o.years);
    CU_ASSERT_DOUBLE_EQUAL(q.price, textbook_tree(&o, 1000), 1e-3 * scale + 2 * q.error);
  }
  be.ops->close(&be);
}

/* ---- estimates ---- */

static void errors_cover(uint32_t extrapolate, uint32_t steps) {
  enum { OPTIONS = 300 };
  Backend be = pricing_cpu();
  int outside = 0;
  for (uint32_t k = 0; k < OPTIONS; k++) {
    const LookbackOption o = random_option(5, k, steps), fine = random_option(5, k, 3000);
    const LookbackQuote q = pricing_one(&be, &(PricingPlan){.extrapolate = extrapolate}, o);
    const LookbackQuote near = pricing_one(&be, &(PricingPlan){.extrapolate = 1}, fine);
    const double exercise = o.flags & CALL ? o.spot - o.strike : o.strike - o.spot;
    outside += fabs(q.price - near.price) > q.error + near.error / 2;
    CU_ASSERT(q.price >= exercise && q.price >= vanilla_closed(&o).price && q.gamma >= 0);
  }
  CU_ASSERT(outside * 100 <= OPTIONS);
  if (outside) printf("# %u terms, %u steps: %d of %d outside\n", extrapolate, steps, outside, OPTIONS);
  be.ops->close(&be);
}

static void errors_are_covered(void) {
  errors_cover(0, 200);
  errors_cover(1, 100);
  errors_cover(1, 501);
}

/* Found by search: levels that agree by chance, near the edge of exercise. */
static void errors_cover_the_edge(void) {
  const LookbackOption seen[] = {{100, 0, 1.77512, 0.170983, 0.0518742, 0.00573957, 1000, VANILLA, 121.80945},
                                 {100, 0, 1.15811, 0.0777949, 0.188369, 0, 1000, VANILLA, 101.53847}};
  Backend be = pricing_cpu();
  for (size_t k = 0; k < sizeof seen / sizeof *seen; k++) {
    LookbackOption fine = seen[k];
    fine.steps = 8000;
    const PricingPlan plan = {.extrapolate = 1};
    const LookbackQuote q = pricing_one(&be, &plan, seen[k]), near = pricing_one(&be, &plan, fine);
    CU_ASSERT(fabs(q.price - near.price) <= q.error);
  }
  be.ops->close(&be);
}

static void a_tolerance_is_reached(void) {
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 60; k++) {
    const LookbackOption o = random_option(6, k, 1), fine = random_option(6, k, 6000);
    const PricingPlan plan = {.extrapolate = 2, .tolerance = 5e-3};
    const LookbackQuote q = pricing_one(&be, &plan, o),
                        near = pricing_one(&be, &(PricingPlan){.extrapolate = 1}, fine);
    CU_ASSERT(q.error <= 5e-3);
    CU_ASSERT_DOUBLE_EQUAL(q.price, near.price, 5e-3);
  }
  be.ops->close(&be);
}

/* ---- one answer ---- */

static void instruction_sets_agree(void) {
  enum { TREES = 25 };
  static const char *const sets[] = {"plain", "avx2", NULL};
  static AmericanTree trees[TREES];
  static AmericanValue want[TREES], got[TREES];
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < TREES; k++) {
    const LookbackOption o = random_option(7, k, 1);
    trees[k] = vanilla_tree_of(&o, 3 + 14 * k);
  }
  pricing_trees(&be, TREES, trees, want);
  for (int k = 0; k < 3; k++) {
    if (!harness_simd(sets[k])) continue;
    memset(got, 0, sizeof got);
    pricing_trees(&be, TREES, trees, got);
    CU_ASSERT_EQUAL(memcmp(want, got, sizeof want), 0);
  }
  harness_simd(NULL);
  be.ops->close(&be);
}

/* Both payoffs in one call, in any order: each has the quote that it has alone. */
static void payoffs_mix(void) {
  enum { OPTIONS = 12 };
  LookbackOption options[OPTIONS];
  LookbackQuote quotes[OPTIONS];
  const PricingPlan plan = {.extrapolate = 2};
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < OPTIONS; k++)
    options[k] = k % 3 ? random_option(8, k, 100 + k) : pricing_random(8, k, false, 100 + k);
  CU_ASSERT_EQUAL_FATAL(pricing_run(&be, &plan, OPTIONS, options, quotes), OK);
  for (uint32_t k = 0; k < OPTIONS; k++) {
    const LookbackQuote alone = pricing_one(&be, &plan, options[k]);
    CU_ASSERT(alone.price == quotes[k].price && alone.delta == quotes[k].delta &&
              alone.steps == quotes[k].steps);
  }
  be.ops->close(&be);
}

/* ---- what is refused ---- */

static void refused(LookbackOption o, PricingPlan plan, const char *message) {
  CU_ASSERT_EQUAL(pricing_check(&plan, &o, true), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  if (strcmp(status_message(), message) != 0) fprintf(stderr, "# found: %s\n", status_message());
  status_clear();
  CU_ASSERT_EQUAL(pricing_check(&plan, &o, false), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "");
}

static void what_is_refused(void) {
  const LookbackOption good = {100, 0, 1, 0.3, 0.05, 0.02, 1000, VANILLA, 90};
  const PricingPlan plan = {.extrapolate = 1};
  LookbackOption o = good;
  CU_ASSERT_EQUAL(pricing_check(&plan, &o, true), OK);
  o.strike = 0;
  refused(o, plan, "strike: expected a number above 0, at most 1e+20, found 0");
  o.strike = NAN;
  refused(o, plan, "strike: expected a number above 0, at most 1e+20, found nan");
  o = good;
  o.extreme = 100;
  refused(o, plan, "M0: expected none of a vanilla option, found 100");
  o = good;
  o.steps = 70000;
  refused(o, plan, "N: expected at most 65536 steps of an american vanilla option, found 70000");
  o.flags |= LOOKBACK_EUROPEAN;
  CU_ASSERT_EQUAL(pricing_check(&plan, &o, true), OK);
  refused(good, (PricingPlan){.method = PRICING_PUBLISHED},
          "payoff: expected lookback, as the published method has it, found vanilla");
  o = good;
  o.sigma = 0.001;
  o.steps = 8;
  refused(o, plan,
          "expected a probability from 0 to 1 that the stock rises, found 9.20356 on 3 steps: more steps, or "
          "other "
          "rates");
  o = good;
  o.flags = 0;
  o.extreme = 100;
  refused(o, plan, "strike: expected floating of a lookback option, found 90 (payoff vanilla has a strike)");
}

static const HarnessTest tests[] = {TEST(published_values),
                                    TEST(european_ones_are_the_integral),
                                    TEST(american_ones_are_near_the_textbooks),
                                    TEST(errors_are_covered),
                                    TEST(errors_cover_the_edge),
                                    TEST(a_tolerance_is_reached),
                                    TEST(instruction_sets_agree),
                                    TEST(payoffs_mix),
                                    TEST(what_is_refused),
                                    {NULL, NULL}};

int main(void) { return harness_run("vanilla options", tests); }
