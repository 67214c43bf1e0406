/* Random options of all kinds, over all that can be priced, against finite differences and the closed form: prices that no arbitrage excludes,
 * errors that hold, gammas that are not negative. $CORDEE_OPTIONS of each kind (tools/price-errors), else a few. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "evaluator/lookback/quote.h"
#include "fixtures/harness.h"
#include "fixtures/pricing.h"
#include "rng.h"

enum { FEW = 60, GRID = 400, FINE = 3200, DEVIATION_MOST = 3 }; /* sigma sqrt(T) that the grids resolve */

typedef struct Case {
  LookbackOption option;
  PricingPlan plan;
  double price, within; /* in continuous time, and how well that is known */
} Case;

static double unit_log(RngStream s, uint32_t draw, double least, double most) {
  return least * pow(most / least, rng_unit(s, draw));
}

/* Half of the options are as traded, half from all that can be priced. */
static void market_set(RngStream s, LookbackOption *o) {
  const bool wide = rng_below(s, 0, 2);
  o->years = wide ? unit_log(s, 1, 2e-3, 20) : 0.02 + 2.98 * rng_unit(s, 1);
  o->sigma = wide ? unit_log(s, 2, 0.02, 2) : 0.05 + 0.75 * rng_unit(s, 2);
  o->r = wide ? unit_log(s, 3, 1e-5, 1) : 0.15 * rng_unit(s, 3);
  o->q = wide ? unit_log(s, 4, 1e-5, 1) : 0.15 * rng_unit(s, 4);
  if (rng_below(s, 5, 8) == 0) o->r = 0;
  if (rng_below(s, 6, 3) == 0) o->q = 0;
  if (rng_below(s, 7, 16) == 0) o->q = o->r;
}

/* How far the extreme is: a hair, some deviations, or anything. */
static double distance(RngStream s, const LookbackOption *o) {
  const double v = o->sigma * sqrt(o->years);
  const uint32_t how = rng_below(s, 8, 3);
  if (how == 0) return v * unit_log(s, 9, 1e-6, 1);
  return how == 1 ? fmin(3, 3 * v * rng_unit(s, 9)) : rng_unit(s, 9);
}

static bool case_make(uint32_t flags, bool seasoned, uint32_t k, Case *out) {
  const RngStream s = {41 + seasoned, k, flags, RNG_INSTANCE};
  LookbackOption o = {.spot = 100, .flags = flags, .steps = (uint32_t)unit_log(s, 10, 16, 2000)};
  market_set(s, &o);
  const double x = seasoned ? distance(s, &o) : 0;
  o.extreme = o.spot * exp(flags & CALL ? -x : x);
  *out = (Case){.option = o, .plan = {.extrapolate = rng_below(s, 11, 3)}};
  if (rng_below(s, 12, 4) == 0)
    out->plan = (PricingPlan){.extrapolate = 2, .tolerance = unit_log(s, 13, 2e-2, 5)};
  return pricing_check(&out->plan, &o, false) == OK;
}

/* The grid's american price, less the grid's own error for the european one; where the grid exercises, it is exact. */
static void american_find(OracleLookback o, double european, int nodes, Case *c) {
  double within_a, within_e;
  const double exercise = fabs(o.extreme - o.spot), american = oracle_lookback_grid(&o, nodes, &within_a);
  c->price = fmax(exercise, european);
  c->within = 1e-9 * o.spot;
  if (american <= exercise * (1 + 1e-12)) return;
  o.european = true;
  const double off = european - oracle_lookback_grid(&o, nodes, &within_e);
  c->price = fmax(american + off, c->price);
  c->within = 0.3 * fabs(off) + 0.1 * within_a + 1e-9 * o.spot;
}

static void reference_find(int nodes, Case *c) {
  const OracleLookback oracle = pricing_oracle(&c->option);
  const double european = european_price(&c->option);
  c->price = european;
  c->within = 1e-12 * (c->option.spot + c->option.extreme);
  if (!oracle.european) american_find(oracle, european, nodes, c);
}

static Case *cases_make(uint32_t flags, bool seasoned, uint32_t count) {
  Case *cases = malloc(count * sizeof *cases);
  uint32_t made = 0;
  for (uint32_t k = 0; made < count; k++) made += case_make(flags, seasoned, k, &cases[made]);
#pragma omp parallel for schedule(dynamic) num_threads(2)
  for (uint32_t k = 0; k < count; k++) reference_find(GRID, &cases[k]);
  return cases;
}

/* ---- what is asked of a price ---- */

static bool excluded(const Case *c, const LookbackQuote *q) {
  const LookbackOption *o = &c->option;
  const bool american = !(o->flags & LOOKBACK_EUROPEAN);
  const double forward =
      (o->extreme * exp(-o->r * o->years) - o->spot * exp(-o->q * o->years)) * (o->flags & CALL ? -1 : 1);
  const bool below = american ? q->price < fabs(o->extreme - o->spot) : q->price < fmax(0, forward);
  const bool above = (o->flags & CALL) && q->price > o->spot;
  const bool early = american && c->plan.extrapolate && (o->flags & CALL ? o->q : o->r) > 0;
  return below || above || (early && q->price < european_price(o));
}

static bool resolved(const Case *c, const LookbackQuote *q) {
  return c->option.sigma * sqrt(c->option.years) <= DEVIATION_MOST && c->within <= 0.5 * q->error + 1e-6;
}

/* Is the price farther away than its error? By a finer grid, if the first one says so or does not know. */
static bool outside(Case *c, const LookbackQuote *q) {
  const bool european = c->option.flags & LOOKBACK_EUROPEAN;
  for (int pass = 0; pass < 2; pass++) {
    if (resolved(c, q) && fabs(q->price - c->price) <= q->error + c->within) return false;
    if (!pass && !european) reference_find(FINE, c);
  }
  return resolved(c, q);
}

static void tell(const char *what, const Case *c, const LookbackQuote *q) {
  const LookbackOption *o = &c->option;
  printf("# %s: flags %u M0 %.9g T %.9g sigma %.9g r %.9g q %.9g extrapolate %u tolerance %.3g: %.9g error "
         "%.3g gamma %.3g %u steps; "
         "expected %.9g within %.2g\n",
         what, o->flags, o->extreme, o->years, o->sigma, o->r, o->q, c->plan.extrapolate, c->plan.tolerance,
         q->price, q->error, q->gamma, q->steps, c->price, c->within);
}

/* References that are worse than the error say nothing of it: few may be. */
static void kind_check(Backend *be, uint32_t flags, bool seasoned, uint32_t count) {
  Case *cases = cases_make(flags, seasoned, count);
  uint32_t arbitrage = 0, dishonest = 0, negative = 0, silent = 0;
  for (uint32_t k = 0; k < count; k++) {
    Case *c = &cases[k];
    const LookbackQuote q = pricing_one(be, &c->plan, c->option);
    if (excluded(c, &q)) {
      arbitrage++;
      tell("arbitrage", c, &q);
    }
    if (outside(c, &q)) {
      dishonest++;
      tell("error", c, &q);
    }
    if (!(q.gamma >= 0)) {
      negative++;
      tell("gamma", c, &q);
    }
    silent += !resolved(c, &q);
  }
  printf("# %s %s, %s: %u options, %u excluded, %u outside of their error, %u gammas below 0, %u unknown\n",
         flags & LOOKBACK_EUROPEAN ? "european" : "american", flags & CALL ? "call" : "put",
         seasoned ? "seasoned" : "new", count, arbitrage, dishonest, negative, silent);
  CU_ASSERT(arbitrage == 0 && negative == 0);
  CU_ASSERT(dishonest == 0);
  CU_ASSERT(silent < 0.12 * count);
  free(cases);
}

static void kinds_check(bool seasoned) {
  const char *given = getenv("CORDEE_OPTIONS");
  const uint32_t count = given ? (uint32_t)strtoul(given, NULL, 10) : FEW;
  Backend be = pricing_cpu();
  for (uint32_t flags = 0; flags < 4; flags++) kind_check(&be, flags, seasoned, count);
  be.ops->close(&be);
}

static void new_options(void) { kinds_check(false); }
static void seasoned_options(void) { kinds_check(true); }

/* The closed form of the bounds against the textbook's and, where that divides by 0, against finite differences. */
static void european_prices_are_those_of_closed_forms(void) {
  double within;
  for (uint32_t k = 0; k < 400; k++) {
    LookbackOption o = pricing_random(3, k, k % 2, 100);
    o.flags |= LOOKBACK_EUROPEAN;
    OracleLookback oracle = pricing_oracle(&o);
    if (fabs(o.r - o.q) > 1e-3)
      CU_ASSERT_DOUBLE_EQUAL(european_price(&o), oracle_lookback_closed(&oracle), 1e-10);
    if (k >= 12) continue;
    o.q = oracle.q = o.r;
    CU_ASSERT_DOUBLE_EQUAL(european_price(&o), oracle_lookback_grid(&oracle, 1600, &within), 1e-4);
    LookbackOption near = o;
    near.q *= 1 + 1e-7;
    CU_ASSERT_DOUBLE_EQUAL(european_price(&o), european_price(&near), 1e-5);
  }
}

/* Seen with the stock at the edge of exercise: an american price below the exercise value, a negative gamma. */
static void exercise_is_the_least(void) {
  const LookbackOption seen[] = {{100, 127.102582, 1.3828, 0.199584, 0.117431, 0, 1000, PUT, 0},
                                 {100, 116.88445, 2.808725, 0.121612, 0.122335, 0, 100, PUT, 0},
                                 {100, 84.667962, 0.825529, 0.186567, 0.029674, 0.14126, 100, CALL, 0}};
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 3 * 400; k++) {
    LookbackOption o = seen[k % 3];
    const double t = (k / 3) / 400.0;
    o.extreme = o.flags & CALL ? 100 - 50 * t : 100 + 50 * t;
    for (uint32_t terms = 0; terms < 3; terms++) {
      const PricingPlan plan = {.extrapolate = terms};
      const LookbackQuote q = pricing_one(&be, &plan, o);
      CU_ASSERT(q.price >= fabs(o.extreme - o.spot) && q.gamma >= 0);
      CU_ASSERT(o.flags & CALL ? q.delta <= 1 && q.delta >= q.price / 100
                               : q.delta >= -1 && q.delta <= q.price / 100);
      CU_ASSERT(!terms || q.price >= european_price(&o));
    }
  }
  be.ops->close(&be);
}

/* Three whose errors were a tenth to four fifths of the distance, with two terms; the prices are those of the grid. */
static void errors_cover_the_edge(void) {
  const LookbackOption seen[] = {
      {100, 127.102582, 1.3828, 0.199584, 0.117431, 0, 1000, PUT, 0},
      {100, 134.396097, 2.756579, 0.145944, 0.117224, 0.128805, 1000, PUT, 0},
      {100, 100, 5.63013144, 0.620472763, 0.000273489527, 0.593108353, 131072, CALL, 0}};
  static const double price[] = {27.129226, 34.711142, 24.793173};
  Backend be = pricing_cpu();
  for (int k = 0; k < 3; k++) {
    const LookbackQuote q = pricing_one(&be, &(PricingPlan){.extrapolate = 2}, seen[k]);
    CU_ASSERT(fabs(q.price - price[k]) <= q.error && q.error < 0.1);
  }
  be.ops->close(&be);
}

/* Seen outside of their errors by up to the double: near european and far from the extreme, where levels agree by chance, with one term, two,
 * none and a tolerance. The prices are those of the grid. */
static void errors_cover_what_levels_hide(void) {
  static const struct {
    LookbackOption option;
    PricingPlan plan;
    double price;
  } seen[] = {{{100, 126.404338, 0.00838932562, 0.731297972, 3.97351254e-05, 0, 90, PUT, 0},
               {.extrapolate = 1},
               26.4052116},
              {{100, 153.824034, 0.0329774497, 0.696769852, 0.00114436489, 0, 160, PUT, 0},
               {.extrapolate = 1},
               53.8252302},
              {{100, 112.099441, 0.00406251195, 0.776229155, 0.000539500415, 0, 48, PUT, 0},
               {.extrapolate = 1},
               12.1369646},
              {{100, 45.9467175, 0.647101582, 0.362640107, 0.000328095852, 0.000257037694, 68, CALL, 0},
               {.extrapolate = 1},
               54.0946904},
              {{100, 91.2732364, 0.598956936, 0.0727401371, 0, 0.000509280986, 197, CALL, 0},
               {.extrapolate = 2},
               8.94262638},
              {{100, 99.9709798, 0.583920785, 0.814885671, 0.00367985478, 0.457022099, 61, CALL, 0},
               {.extrapolate = 0},
               30.6184989},
              {{100, 176.714, 0.0751, 0.5067, 8e-5, 8e-5, 53, PUT, 0}, {.extrapolate = 0}, 76.7140801},
              {{100, 266.788979, 1.99718754, 1.76779177, 0.0227868084, 0.00845400681, 0, PUT, 0},
               {.extrapolate = 2, .tolerance = 2.27},
               462.747812}};
  Backend be = pricing_cpu();
  for (size_t k = 0; k < sizeof seen / sizeof *seen; k++) {
    const LookbackQuote q = pricing_one(&be, &seen[k].plan, seen[k].option);
    CU_ASSERT(fabs(q.price - seen[k].price) <= q.error);
  }
  be.ops->close(&be);
}

/* As quoted: a tolerance takes other steps for each, and extrapolation is no bound of itself. */
static void american_is_never_below_european(void) {
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 4 * 400; k++) {
    Case c;
    if (!case_make(k & CALL, k & 2, k / 4, &c)) continue;
    if (!c.plan.tolerance && !c.plan.extrapolate) c.plan.extrapolate = 1 + k / 4 % 2;
    if (pricing_check(&c.plan, &c.option, false) != OK) continue;
    LookbackOption european = c.option;
    european.flags |= LOOKBACK_EUROPEAN;
    const LookbackQuote a = pricing_one(&be, &c.plan, c.option), e = pricing_one(&be, &c.plan, european);
    CU_ASSERT(a.price >= e.price && e.price <= european_price(&european));
    if (c.option.extreme == c.option.spot) {
      CU_ASSERT_DOUBLE_EQUAL(a.delta, a.price / 100, 1e-12);
      CU_ASSERT_DOUBLE_EQUAL(e.delta, e.price / 100, 1e-12);
    }
  }
  be.ops->close(&be);
}

static const HarnessTest tests[] = {TEST(new_options),
                                    TEST(seasoned_options),
                                    TEST(european_prices_are_those_of_closed_forms),
                                    TEST(exercise_is_the_least),
                                    TEST(errors_cover_the_edge),
                                    TEST(errors_cover_what_levels_hide),
                                    TEST(american_is_never_below_european),
                                    {NULL, NULL}};

int main(void) { return harness_run("lookback bounds", tests); }
