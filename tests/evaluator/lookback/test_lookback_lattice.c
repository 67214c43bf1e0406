/* Lattices of the CPU against the long double oracle, and against each other: every node, every instruction set, whatever stands in the
 * other lanes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/lookback/lattice_size.h"
#include "evaluator/lookback/vanilla.h"
#include "fixtures/harness.h"
#include "fixtures/pricing.h"
#include "rng.h"

/* The oracle's value of node j in the kernels' terms: beyond the payoff or the forward, in units of the extreme. */
static double oracle_beyond(const OracleLookback *o, int steps, int j, const long double *row) {
  const long double away = j * (long double)o->sigma * sqrtl((long double)o->years / steps),
                    extreme = expl(o->call ? -away : away), sign = o->call ? -1 : 1;
  /* a call without yield, a put without interest are never exercised: their kernels are those of european ones */
  const bool forward = o->european || (o->call ? o->q : o->r) == 0;
  const long double money = forward ? expl(-(long double)o->r * o->years) : 1,
                    stock = forward ? expl(-(long double)o->q * o->years) : 1;
  return (double)((row[j] - sign * (extreme * money - stock)) / extreme);
}

static void lattice_compare(Backend *be, LookbackOption option, uint32_t steps) {
  enum { LAST = 40 };
  const OracleLookback o = pricing_oracle(&option);
  const double s = option.sigma * sqrt(option.years / steps);
  long double row[LAST + 1];
  oracle_lookback_row(&o, (int)steps, LAST, row);
  for (int at = 0; at + LOOKBACK_NODES - 1 <= LAST; at += LOOKBACK_NODES) {
    LookbackLattice lattice = quote_lattice(&option, steps);
    lattice.season = at ? s * (at + LOOKBACK_NODES / 2 - 0.5) : 0;
    const LookbackValue value = pricing_nodes(be, lattice, false);
    for (int k = 0; k < LOOKBACK_NODES; k++)
      CU_ASSERT_DOUBLE_EQUAL(value.node[k], oracle_beyond(&o, (int)steps, at + k, row), 3e-13);
  }
}

static void nodes_are_the_oracles(void) {
  static const uint32_t steps[] = {1, 2, 3, 7, 50, 301};
  Backend be = pricing_cpu();
  for (uint32_t k = 0; k < 120; k++) {
    LookbackOption o = pricing_random(11, k, false, 0);
    if (k % 10 == 9) o.r = 0;
    if (k % 10 == 8) {
      o.r = 1e-5;
      o.q = 0.2;
    } /* most nodes have a source above 0 */
    if (k % 10 == 7) o.q = o.r;
    if (o.sigma < 0.2) o.sigma = 0.2;
    lattice_compare(&be, o, steps[k % 6]);
  }
  be.ops->close(&be);
}

/* ---- what stands beside ---- */

enum { BOOK = 61 };

static void book_make(LookbackLattice *book) {
  for (uint32_t k = 0; k < BOOK; k++) {
    const LookbackOption o = pricing_random(5, k, k % 3 == 0, 0);
    book[k] = quote_lattice(&o, k % 4 ? 200 : 16 + 37 * k);
  }
}

static void book_values(const LookbackLattice *book, int threads, bool full, LookbackValue *values) {
  Backend be = pricing_cpu();
  be.threads = threads;
  CU_ASSERT_EQUAL(be.ops->lookback->values(&be, BOOK, book, full, values), OK); /* its memory is the host's */
  be.ops->close(&be);
}

static void a_value_depends_on_its_lattice_alone(void) {
  LookbackLattice book[BOOK];
  LookbackValue together[BOOK], alone;
  Backend be = pricing_cpu();
  book_make(book);
  book_values(book, 2, false, together);
  for (int k = 0; k < BOOK; k++) {
    alone = pricing_nodes(&be, book[k], false);
    CU_ASSERT(memcmp(&alone, &together[k], sizeof alone) == 0);
  }
  be.ops->close(&be);
}

static void what_is_left_out_changes_no_digit(void) {
  LookbackLattice book[BOOK];
  LookbackValue trimmed[BOOK], whole[BOOK];
  book_make(book);
  book_values(book, 1, false, trimmed);
  book_values(book, 1, true, whole);
  CU_ASSERT(memcmp(trimmed, whole, sizeof trimmed) == 0);
}

static void instruction_sets_agree(void) {
  static const char *const sets[] = {"avx512", "avx2"};
  LookbackLattice book[BOOK];
  LookbackValue plain[BOOK], values[BOOK];
  book_make(book);
  if (!harness_simd("plain")) return;
  book_values(book, 2, false, plain);
  for (int k = 0; k < 2; k++) {
    if (!harness_simd(sets[k])) continue;
    memset(values, 0, sizeof values);
    book_values(book, 2, false, values);
    CU_ASSERT(memcmp(plain, values, sizeof values) == 0);
  }
  harness_simd(NULL);
}

static void deep_in_the_money_nothing_is_left(void) {
  Backend be = pricing_cpu();
  const LookbackOption o = {100, 1e6, 1, 0.3, 0.05, 0, 100, PUT, 0};
  const LookbackValue value = pricing_nodes(&be, quote_lattice(&o, 100), false);
  for (int k = 0; k < LOOKBACK_NODES; k++) CU_ASSERT_EQUAL(value.node[k], 0);
  CU_ASSERT_EQUAL(pricing_one(&be, &(PricingPlan){.extrapolate = 0}, o).price, 1e6 - 100);
  be.ops->close(&be);
}

/* ---- vanilla options ---- */

static double normal(double x) { return 0.5 * erfc(-x / sqrt(2)); }

/* Near the closed form of Black and Scholes, the same whatever the instruction set and beside whatever others. */
static void vanilla_calls_are_black_and_scholes(void) {
  enum { TREES = 11 };
  static const char *const sets[] = {"plain", "avx2", NULL};
  VanillaTree trees[TREES];
  double values[TREES], others[TREES];
  Backend be = pricing_cpu();
  for (int k = 0; k < TREES; k++) trees[k] = vanilla_tree(10 + k, 16, 0.5 + k, 0.15, 0.06);
  CU_ASSERT_EQUAL(be.ops->lookback->vanilla(&be, TREES, trees, values), OK);
  for (int k = 0; k < TREES; k++) {
    const double years = 0.5 + k, root = 0.15 * sqrt(years),
                 d = (log((10 + k) / 16.0) + 0.06 * years) / root + root / 2;
    CU_ASSERT_DOUBLE_EQUAL(values[k], (10 + k) * normal(d) - 16 * exp(-0.06 * years) * normal(d - root),
                           2e-3);
  }
  for (int k = 0; k < 3; k++) {
    harness_simd(sets[k]);
    CU_ASSERT_EQUAL(be.ops->lookback->vanilla(&be, TREES - 3, trees + 3, others), OK);
    CU_ASSERT_EQUAL(memcmp(others, values + 3, (TREES - 3) * sizeof *others), 0);
  }
  be.ops->close(&be);
}

/* ---- forecasts ---- */

enum { FORECASTS = 1500 };

/* The highest node that is computed, from the recurrence. */
static uint32_t lattice_top(const LookbackLattice *l) {
  const Lattice c = lattice_of(l);
  double *g = calloc(l->steps + LOOKBACK_NODES + 2, sizeof *g), source = c.source;
  uint32_t top = 0;
  while (top < l->steps && c.slope * pow(c.ratio, top + 1) + c.base > 0) top++;
  for (uint32_t left = l->steps; left > 0; left--, source *= c.fade) {
    double before = g[0], power = 1;
    g[0] = fmax(0, c.up * g[1] + (c.first * g[0] + source));
    for (uint32_t j = 1; j <= top; j++) {
      const double here = g[j];
      power *= c.ratio;
      g[j] = fmax(0, c.up * g[j + 1] + c.down * before + c.base + c.slope * power);
      before = here;
    }
    if (top < LOOKBACK_NODES + left - 2 && g[top] > 0) top++;
  }
  free(g);
  return top;
}

/* Of american options with yields, calls and puts: what is sorted and cut by. */
static void forecasts_are_near(void) {
  int near = 0;
  for (uint32_t k = 0; k < FORECASTS; k++) {
    LookbackOption o = pricing_random(31, k, k % 2, 0);
    o.flags &= LOOKBACK_CALL;
    if (o.q == 0) o.q = 0.03;
    const LookbackLattice l = quote_lattice(&o, 300);
    const double top = lattice_top(&l), found = lattice_size(&l).top;
    near += fabs(found - top) <= 0.1 * top + 1;
  }
  CU_ASSERT(near >= 0.98 * FORECASTS);
  if (near < 0.98 * FORECASTS) printf("# %d of %d\n", near, FORECASTS);
}

static const HarnessTest tests[] = {TEST(nodes_are_the_oracles),
                                    TEST(a_value_depends_on_its_lattice_alone),
                                    TEST(what_is_left_out_changes_no_digit),
                                    TEST(instruction_sets_agree),
                                    TEST(deep_in_the_money_nothing_is_left),
                                    TEST(vanilla_calls_are_black_and_scholes),
                                    TEST(forecasts_are_near),
                                    {NULL, NULL}};

int main(void) { return harness_run("lookback lattices", tests); }
