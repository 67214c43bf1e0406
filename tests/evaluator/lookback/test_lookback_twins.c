/* CUDA against the CPU, bit for bit: books of all kinds of lattices, and layers. Skipped without a device. */
#include <stdlib.h>
#include <string.h>
#include "evaluator/lookback/vanilla.h"
#include "evaluator/lookback/vanilla_price.h"
#include "fixtures/harness.h"
#include "fixtures/pricing.h"
#include "rng.h"

enum { BOOK = 20000 };

static bool cuda_open(Backend *be) {
  *be = (Backend){.ops = backend_find("cuda")};
  if (!be->ops || be->ops->devices() == 0) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(be->ops->open(be, 0, 1), OK);
  return true;
}

static void values_of(Backend *be, uint32_t count, const LookbackLattice *book, bool full,
                      LookbackValue *values) {
  void *lattices, *all;
  CU_ASSERT_EQUAL_FATAL(be->ops->alloc(be, count * sizeof *book, &lattices), OK);
  CU_ASSERT_EQUAL_FATAL(be->ops->alloc(be, count * sizeof *values, &all), OK);
  CU_ASSERT_EQUAL(be->ops->upload(be, lattices, book, count * sizeof *book), OK);
  CU_ASSERT_EQUAL(be->ops->lookback->values(be, count, lattices, full, all), OK);
  CU_ASSERT_EQUAL(be->ops->download(be, values, all, count * sizeof *values), OK);
  be->ops->free(be, lattices);
  be->ops->free(be, all);
}

/* Of `count` lattices of `steps`, or of 1 to 2,000 if it is 0. */
static void compare(Backend *cuda, uint32_t count, uint32_t steps, bool full) {
  LookbackLattice *book = malloc(count * sizeof *book);
  LookbackValue *want = malloc(count * sizeof *want), *got = malloc(count * sizeof *got);
  Backend cpu = pricing_cpu();
  for (uint32_t k = 0; k < count; k++) {
    const RngStream s = {steps, k, 2, RNG_INSTANCE};
    LookbackOption o = pricing_random(steps, k, rng_below(s, 0, 2), 0);
    if (k % 50 == 49) {
      o.r = 1e-4;
      o.q = 0.3;
    }
    book[k] = quote_lattice(&o, steps ? steps : 1 + rng_below(s, 1, 2000));
  }
  values_of(&cpu, count, book, full, want);
  values_of(cuda, count, book, full, got);
  CU_ASSERT(memcmp(want, got, count * sizeof *want) == 0);
  cpu.ops->close(&cpu);
  free(book);
  free(want);
  free(got);
}

static void books_agree(void) {
  Backend cuda;
  if (!cuda_open(&cuda)) return;
  compare(&cuda, 1, 3, false);
  compare(&cuda, BOOK, 0, false);
  compare(&cuda, BOOK / 4, 1000, false);
  compare(&cuda, 200, 10000, false);
  compare(&cuda, 300, 600, true);
  compare(&cuda, 10, 3000, true);
  cuda.ops->close(&cuda);
}

static void layers_agree(void) {
  Backend cpu, cuda;
  if (!cuda_open(&cuda)) return;
  cpu = pricing_cpu();
  for (uint32_t k = 0; k < 12; k++) {
    const LookbackOption o = pricing_random(9, k, false, 30 + 200 * k);
    const PricingPlan plan = {
        .method = PRICING_PUBLISHED, .precision = (PricingPrecision)(k % 2), .host_steps = k % 3 * 256};
    CU_ASSERT_EQUAL(pricing_one(&cpu, &plan, o).price, pricing_one(&cuda, &plan, o).price);
  }
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

static void vanilla_of(Backend *be, uint32_t count, const VanillaTree *trees, double *values) {
  void *trees_be, *values_be;
  CU_ASSERT_EQUAL_FATAL(be->ops->alloc(be, count * sizeof *trees, &trees_be), OK);
  CU_ASSERT_EQUAL_FATAL(be->ops->alloc(be, count * sizeof *values, &values_be), OK);
  CU_ASSERT_EQUAL(be->ops->upload(be, trees_be, trees, count * sizeof *trees), OK);
  CU_ASSERT_EQUAL(be->ops->lookback->vanilla(be, count, trees_be, values_be), OK);
  CU_ASSERT_EQUAL(be->ops->download(be, values, values_be, count * sizeof *values), OK);
  be->ops->free(be, trees_be);
  be->ops->free(be, values_be);
}

static void vanilla_agrees(void) {
  enum { TREES = 300 };
  static VanillaTree trees[TREES];
  static double want[TREES], got[TREES];
  Backend cpu, cuda;
  if (!cuda_open(&cuda)) return;
  cpu = pricing_cpu();
  for (int k = 0; k < TREES; k++)
    trees[k] = vanilla_tree(5 + k % 29, 1 + k % 100, 0.25 + 0.03 * k, 0.1, 0.06);
  vanilla_of(&cpu, TREES, trees, want);
  vanilla_of(&cuda, TREES, trees, got);
  CU_ASSERT_EQUAL(memcmp(want, got, sizeof want), 0);
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

/* Of 3 to 5,000 steps, in launches of several sizes. */
static void american_agrees(void) {
  enum { TREES = 600 };
  static AmericanTree trees[TREES];
  static AmericanValue want[TREES], got[TREES];
  Backend cpu, cuda;
  if (!cuda_open(&cuda)) return;
  cpu = pricing_cpu();
  for (uint32_t k = 0; k < TREES; k++) {
    const RngStream s = {3, k, 2, RNG_INSTANCE};
    LookbackOption o = pricing_random(3, k, false, 1);
    o.strike = 60 + 80 * rng_unit(s, 0);
    trees[k] = vanilla_tree_of(&o, (k % 50 ? 3 + rng_below(s, 1, 1500) : 5000) | 1);
  }
  pricing_trees(&cpu, TREES, trees, want);
  pricing_trees(&cuda, TREES, trees, got);
  CU_ASSERT_EQUAL(memcmp(want, got, sizeof want), 0);
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

/* Of all sizes; those of the least are more than a piece. */
static void grids_agree(void) {
  enum { OPTIONS = 40000 };
  LookbackLattice *const options = malloc(OPTIONS * sizeof *options);
  GridValue *const want = calloc(OPTIONS, sizeof *want), *const got = calloc(OPTIONS, sizeof *got);
  Backend cpu, cuda;
  if (cuda_open(&cuda)) {
    cpu = pricing_cpu();
    for (uint32_t k = 0; k < OPTIONS; k++) {
      const LookbackOption o = pricing_random(4, k, k % 2, 0);
      options[k] = quote_lattice(&o, k % 50 ? 128 : 256u << k / 50 % 3);
    }
    pricing_grids(&cpu, OPTIONS, options, want);
    pricing_grids(&cuda, OPTIONS, options, got);
    CU_ASSERT(memcmp(want, got, OPTIONS * sizeof *want) == 0);
    cpu.ops->close(&cpu);
    cuda.ops->close(&cuda);
  }
  free(options);
  free(want);
  free(got);
}

static const HarnessTest tests[] = {TEST(books_agree),     TEST(layers_agree), TEST(vanilla_agrees),
                                    TEST(american_agrees), TEST(grids_agree),  {NULL, NULL}};

int main(void) { return harness_run("lookback lattices on CUDA", tests); }
