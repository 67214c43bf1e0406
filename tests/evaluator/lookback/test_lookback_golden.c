/* Prices of lookback options against published and golden values: long double lattices, Hull's Technical Note 13, QuantLib's tests, the
 * converged ones. */
#include <math.h>
#include "fixtures/harness.h"
#include "fixtures/pricing.h"

static const PricingPlan raw = {.method = PRICING_TRIMMED}, two = {.extrapolate = 2};

typedef struct Golden { /* of a full lattice in long double, 12 digits */
  double spot, years, sigma, r, q;
  uint32_t steps;
  double price[4]; /* american put, european put, american call, european call */
} Golden;

static const Golden golden[] = {
    {50, 0.25, 0.4, 0.1, 0, 3, {5.470181376134, 5.256645087989, 6.164393061921, 6.164393061921}},
    {50, 0.25, 0.4, 0.1, 0, 100, {7.439574213908, 7.236947653489, 7.632604934123, 7.632604934123}},
    {50, 0.25, 0.4, 0.1, 0, 1000, {7.808629454691, 7.609955684229, 7.905928518321, 7.905928518321}},
    {50, 0.35, 0.3, 0.1, 0, 1000, {6.677206441390, 6.382892812322, 7.367334305863, 7.367334305863}},
    {50, 1.5, 0.3, 0.15, 0, 5000, {12.670929143986, 10.336321838636, 17.460485843952, 17.460485843952}},
    {25, 0.75, 0.3, 0.1, 0, 10000, {4.896954644768, 4.541485452265, 5.548120204586, 5.548120204586}},
    {100, 0.5, 0.3, 0.1, 0, 1000, {15.859560993249, 14.970852867628, 17.763043393687, 17.763043393687}},
    {100, 0.5, 0.3, 0.1, 0.05, 1000, {16.375811836692, 15.874806092448, 16.223314574678, 16.223287095587}},
    {100, 0.5, 0.3, 0.05, 0.1, 1000, {18.282883549980, 18.282854845210, 14.271026469968, 13.815238342825}},
    {100, 1, 0.3, 0.05, 0, 1001, {23.635389619094, 22.724370617586, 23.430965101405, 23.430965101405}},
    {100, 0.5, 0.2, 0.001, 0, 500, {11.422709429291, 11.418520458997, 10.538197591921, 10.538197591921}}};

static void each_golden(const PricingPlan *plan) {
  static const uint32_t flags[] = {PUT, EUROPEAN_PUT, CALL, EUROPEAN_CALL};
  Backend be = pricing_cpu();
  for (size_t k = 0; k < sizeof golden / sizeof *golden; k++)
    for (int f = 0; f < 4; f++) {
      const Golden *g = &golden[k];
      const LookbackOption o = {g->spot, g->spot, g->years, g->sigma, g->r, g->q, g->steps, flags[f], 0};
      const LookbackQuote quote = pricing_one(&be, plan, o);
      CU_ASSERT_DOUBLE_EQUAL(quote.price / g->price[f], 1, 1e-11);
      CU_ASSERT_EQUAL(quote.steps, g->steps);
    }
  be.ops->close(&be);
}

static void golden_values(void) { each_golden(&raw); }
static void golden_values_of_whole_lattices(void) { each_golden(&(PricingPlan){.method = PRICING_FULL}); }
static void golden_values_of_published_lattices(void) {
  each_golden(&(PricingPlan){.method = PRICING_PUBLISHED, .precision = PRICING_DOUBLE});
}

/* Durham's course sheet, question 47; Hull's Technical Note 13 is the first golden row. */
static void textbook_examples(void) {
  Backend be = pricing_cpu();
  const LookbackOption durham = {60, 60, 0.5, 0.4, 0.06, 0, 3, PUT, 0};
  CU_ASSERT_DOUBLE_EQUAL(pricing_one(&be, &raw, durham).price, 9.477962, 5e-7);
  be.ops->close(&be);
}

typedef struct Converged {
  double spot, extreme, q, r, years, sigma;
  uint32_t flags;
  double price, within;
} Converged;

/* Of 1,000 to 4,000 steps with two terms extrapolated. European ones as in QuantLib's tests (Haug 1998; Broadie, Glasserman and Kou 1999),
 * american ones converged at 128,000 to 512,000 steps. */
static const Converged converged[] = {{120, 100, .06, .1, .5, .3, EUROPEAN_CALL, 25.3533, 1e-4},
                                      {100, 100, 0, .05, 1, .3, EUROPEAN_CALL, 23.7884, 1e-4},
                                      {100, 100, 0, .05, .2, .3, EUROPEAN_CALL, 10.7190, 1e-4},
                                      {110, 100, 0, .05, .2, .3, EUROPEAN_CALL, 14.4597, 1e-4},
                                      {100, 100, 0, .1, .5, .3, EUROPEAN_PUT, 15.3526, 1e-4},
                                      {100, 110, 0, .1, .5, .3, EUROPEAN_PUT, 16.8468, 1e-4},
                                      {100, 120, 0, .1, .5, .3, EUROPEAN_PUT, 21.0645, 2e-4},
                                      {50, 50, 0, .1, .25, .4, PUT, 7.9888254, 2e-5},
                                      {50, 50, 0, .1, .35, .3, PUT, 6.8338703, 3.5e-5},
                                      {50, 50, 0, .15, 1.5, .3, PUT, 12.8329795, 1.4e-4},
                                      {25, 25, 0, .1, .75, .3, PUT, 4.9356152, 2.2e-5},
                                      {100, 100, 0, .1, .5, .3, PUT, 16.2424658, 6e-5},
                                      {100, 110, 0, .1, .5, .3, PUT, 17.9690, 2e-4},
                                      {100, 120, 0, .1, .5, .3, PUT, 22.9082, 4e-4}};

static void converged_values(void) {
  Backend be = pricing_cpu();
  for (size_t k = 0; k < sizeof converged / sizeof *converged; k++) {
    const Converged *c = &converged[k];
    const LookbackOption o = {c->spot, c->extreme, c->years, c->sigma, c->r, c->q, 4000, c->flags, 0};
    const LookbackQuote quote = pricing_one(&be, &two, o);
    CU_ASSERT_DOUBLE_EQUAL(quote.price, c->price, c->within);
    CU_ASSERT(fabs(quote.price - c->price) <= quote.error + 6e-5); /* printed with 4 digits */
  }
  be.ops->close(&be);
}

/* What the publication printed in single precision, and what is true: tolerances are those of other compilers' libraries. */
static void published_single_precision(void) {
  static const struct {
    double spot, years, sigma, r;
    uint32_t steps;
    double printed, exact;
  } rows[] = {{50, .35, .3, .1, 1000, 6.676507, 6.677206441},
              {50, 1.5, .3, .15, 5000, 12.671818, 12.670929144},
              {25, .75, .3, .1, 10000, 4.895824, 4.896954645}};
  const PricingPlan single = {.method = PRICING_PUBLISHED, .precision = PRICING_SINGLE},
                    exact = {.method = PRICING_TRIMMED};
  Backend be = pricing_cpu();
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const LookbackOption o = {
        rows[k].spot, rows[k].spot, rows[k].years, rows[k].sigma, rows[k].r, 0, rows[k].steps, PUT, 0};
    CU_ASSERT_DOUBLE_EQUAL(pricing_one(&be, &single, o).price, rows[k].printed, 1e-4);
    CU_ASSERT_DOUBLE_EQUAL(pricing_one(&be, &exact, o).price, rows[k].exact, 1e-9);
  }
  be.ops->close(&be);
}

static const HarnessTest tests[] = {TEST(golden_values),
                                    TEST(golden_values_of_whole_lattices),
                                    TEST(golden_values_of_published_lattices),
                                    TEST(textbook_examples),
                                    TEST(converged_values),
                                    TEST(published_single_precision),
                                    {NULL, NULL}};

int main(void) { return harness_run("lookback golden values", tests); }
