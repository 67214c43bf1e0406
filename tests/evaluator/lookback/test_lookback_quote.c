/* From lattices to prices: against the closed form, sensitivities against differences, estimates of errors against converged prices,
 * tolerances, and options that cannot be priced. */
#include <math.h>
#include <stdlib.h>
#include "fixtures/harness.h"
#include "fixtures/pricing.h"

static const PricingPlan two = {.extrapolate = 2};

static void european_prices_are_those_of_the_closed_form(void) {
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 60; k++) {
    LookbackOption o = pricing_random(3, k, k % 2, 2000);
    o.flags |= LOOKBACK_EUROPEAN;
    const OracleLookback closed = pricing_oracle(&o);
    const LookbackQuote quote = pricing_one(&be, &two, o);
    CU_ASSERT_DOUBLE_EQUAL(quote.price, oracle_lookback_closed(&closed), 4e-4);
    CU_ASSERT(fabs(quote.price - oracle_lookback_closed(&closed)) <= quote.error);
  }
  be.ops->close(&be);
}

static double closed_at(OracleLookback o, double spot) {
  o.spot = spot;
  return oracle_lookback_closed(&o);
}

static void sensitivities_are_derivatives(void) {
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 40; k++) {
    LookbackOption o = pricing_random(4, k, true, 2000);
    o.flags |= LOOKBACK_EUROPEAN;
    const OracleLookback c = pricing_oracle(&o);
    const double h = 1e-3 * o.spot, below = closed_at(c, o.spot - h), at = closed_at(c, o.spot),
                 above = closed_at(c, o.spot + h);
    const LookbackQuote quote = pricing_one(&be, &two, o);
    CU_ASSERT_DOUBLE_EQUAL(quote.delta, (above - below) / (2 * h), 1e-3);
    CU_ASSERT_DOUBLE_EQUAL(quote.gamma, (above - 2 * at + below) / (h * h), 1e-4);
  }
  be.ops->close(&be);
}

/* A new option's price is proportional to the stock, and the extreme moves with it: what an option that is a hair older has. */
static void delta_of_a_new_option_is_price_by_stock(void) {
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 12; k++) {
    LookbackOption o = pricing_random(6, k, false, 4000);
    const LookbackQuote quote = pricing_one(&be, &two, o);
    CU_ASSERT_DOUBLE_EQUAL(quote.delta, quote.price / o.spot, 1e-12);
    o.extreme *= o.flags & LOOKBACK_CALL ? 1 - 1e-9 : 1 + 1e-9;
    const LookbackQuote older = pricing_one(&be, &two, o);
    CU_ASSERT_DOUBLE_EQUAL(older.delta, quote.delta, 2e-4);
    CU_ASSERT_DOUBLE_EQUAL(older.price, quote.price, 1e-4);
  }
  be.ops->close(&be);
}

/* ---- errors ---- */

enum { OPTIONS = 1000 };

static void quotes_of(Backend *be, bool seasoned, uint32_t extrapolate, uint32_t steps, double tolerance,
                      LookbackQuote *quotes) {
  const PricingPlan plan = {.extrapolate = extrapolate, .tolerance = tolerance};
  LookbackOption *options = malloc(OPTIONS * sizeof *options);
  for (uint32_t k = 0; k < OPTIONS; k++) options[k] = pricing_random(8, k, seasoned, steps);
  CU_ASSERT_EQUAL(pricing_run(be, &plan, OPTIONS, options, quotes), OK);
  free(options);
}

static int honest(const LookbackQuote *quotes, const LookbackQuote *converged) {
  int within = 0;
  for (int k = 0; k < OPTIONS; k++)
    within += fabs(quotes[k].price - converged[k].price) <= quotes[k].error + converged[k].error;
  return within;
}

/* Raw prices, and such with one and two terms extrapolated: at least 99% are within their estimate. */
static void estimates_are_honest(void) {
  static LookbackQuote converged[OPTIONS], quotes[OPTIONS];
  Backend be = pricing_cpu();
  for (int seasoned = 0; seasoned < 2; seasoned++) {
    quotes_of(&be, seasoned, 2, 8192, 0, converged);
    for (uint32_t terms = 0; terms <= 2; terms++)
      for (uint32_t steps = 250; steps <= 1000; steps *= 4) {
        quotes_of(&be, seasoned, terms, steps, 0, quotes);
        CU_ASSERT(honest(quotes, converged) >= 0.99 * OPTIONS);
      }
  }
  be.ops->close(&be);
}

/* Puts and calls, american and european, without and with a yield: of each kind at least 95% are within their estimate, which the
 * others do not hide. */
static void every_kind_is_honest(const LookbackQuote *quotes, const LookbackQuote *converged, bool seasoned) {
  int all[8] = {0}, within[8] = {0};
  for (uint32_t k = 0; k < OPTIONS; k++) {
    const LookbackOption o = pricing_random(8, k, seasoned, 0);
    const uint32_t kind = o.flags | (o.q > 0) << 2;
    all[kind]++;
    within[kind] += fabs(quotes[k].price - converged[k].price) <= quotes[k].error;
  }
  for (int kind = 0; kind < 8; kind++) CU_ASSERT(all[kind] > 50 && within[kind] >= 0.95 * all[kind]);
}

static void tolerances_are_kept(void) {
  static const double tolerances[] = {1, 0.1, 0.01};
  static LookbackQuote converged[OPTIONS], quotes[OPTIONS];
  Backend be = pricing_cpu();
  for (int seasoned = 0; seasoned < 2; seasoned++) {
    quotes_of(&be, seasoned, 2, 8192, 0, converged);
    for (size_t t = 0; t < sizeof tolerances / sizeof *tolerances; t++) {
      int near = 0, reached = 0;
      quotes_of(&be, seasoned, 2, 0, tolerances[t], quotes);
      for (int k = 0; k < OPTIONS; k++) {
        near += fabs(quotes[k].price - converged[k].price) <= tolerances[t];
        reached += quotes[k].error <= tolerances[t] && quotes[k].steps >= TOLERANCE_STEPS_LEAST;
      }
      CU_ASSERT(near >= 0.99 * OPTIONS);
      CU_ASSERT_EQUAL(reached, OPTIONS);
      CU_ASSERT(honest(quotes, converged) >= 0.99 * OPTIONS);
      every_kind_is_honest(quotes, converged, seasoned);
    }
  }
  be.ops->close(&be);
}

static void a_tolerance_takes_steps_that_could_be_given(void) {
  static LookbackQuote quotes[OPTIONS];
  Backend be = pricing_cpu();
  quotes_of(&be, true, 2, 0, 1e-2, quotes);
  const LookbackOption o = pricing_random(8, 3, true, quotes[3].steps);
  const LookbackQuote given = pricing_one(&be, &two, o);
  CU_ASSERT(given.price == quotes[3].price && given.delta == quotes[3].delta &&
            given.error == quotes[3].error);
  be.ops->close(&be);
}

/* ---- what cannot be priced ---- */

static void refused(LookbackOption o, const PricingPlan *plan, const char *message) {
  CU_ASSERT_EQUAL(pricing_check(plan, &o, true), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  status_clear();
}

static void options_out_of_range_are_refused(void) {
  const LookbackOption good = {100, 100, 1, 0.3, 0.05, 0, 100, PUT, 0};
  const PricingPlan raw = {.extrapolate = 0}, published = {.method = PRICING_PUBLISHED};
  LookbackOption o = good;
  o.sigma = -0.3;
  refused(o, &raw, "sigma: expected a number above 0, at most 10, found -0.3");
  o = good;
  o.spot = NAN;
  refused(o, &raw, "S: expected a number above 0, at most 1e+20, found nan");
  o = good;
  o.years = 0;
  refused(o, &raw, "T: expected a number above 0, at most 100, found 0");
  o = good;
  o.r = -0.01;
  refused(o, &raw, "r: expected a number from 0, at most 1, found -0.01");
  o = good;
  o.q = INFINITY;
  refused(o, &raw, "q: expected a number from 0, at most 1, found inf");
  o = good;
  o.steps = 0;
  refused(o, &raw, "N: expected a number from 1, at most 1e+06, found 0");
  o = good;
  o.extreme = 99;
  refused(o, &raw, "M0: expected the maximum so far, S = 100 or more, found 99");
  o.extreme = 101;
  o.flags = CALL;
  refused(o, &raw, "M0: expected the minimum so far, S = 100 or less, found 101");
  o = good;
  o.extreme = 101;
  refused(o, &published, "M0: expected S = 100, as the published method has it, found 101");
  o = good;
  o.sigma = 0.001;
  refused(o, &raw,
          "expected a probability from 0 to 1 that the stock rises, found 5.50495 on 25 steps: more steps, "
          "or other rates");
  CU_ASSERT_EQUAL(pricing_check(&raw, &good, true), OK);
}

/* The stock grows by r - q: a yield as high as the rate leaves the probability near 1/2, one without a rate takes it below 0. */
static void yields_count_in_probabilities(void) {
  const LookbackOption even = {100, 100, 1, 0.05, 0.9, 0.9, 100, PUT, 0};
  const PricingPlan raw = {.extrapolate = 0};
  LookbackOption o = even;
  CU_ASSERT_EQUAL(pricing_check(&raw, &even, true), OK);
  o.r = 0;
  refused(o, &raw,
          "expected a probability from 0 to 1 that the stock rises, found -1.27046 on 25 steps: more "
          "steps, or other rates");
  o.q = 0;
  CU_ASSERT_EQUAL(pricing_check(&raw, &o, true), OK);
  o.r = 0.9;
  CU_ASSERT_EQUAL(pricing_check(&raw, &o, true), ERR_FORMAT);
  status_clear();
}

static const HarnessTest tests[] = {TEST(european_prices_are_those_of_the_closed_form),
                                    TEST(sensitivities_are_derivatives),
                                    TEST(delta_of_a_new_option_is_price_by_stock),
                                    TEST(estimates_are_honest),
                                    TEST(tolerances_are_kept),
                                    TEST(a_tolerance_takes_steps_that_could_be_given),
                                    TEST(options_out_of_range_are_refused),
                                    TEST(yields_count_in_probabilities),
                                    {NULL, NULL}};

int main(void) { return harness_run("lookback quotes", tests); }
