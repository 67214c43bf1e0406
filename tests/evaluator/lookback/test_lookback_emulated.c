/* The source of the CUDA kernels of lookback lattices, run on the host, against those of the CPU, bit for bit: every tile, lattices that outgrow
 * theirs, those that no tile holds, for every order of threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/emulation.h"
#include "emulation/device.h"
#include "evaluator/lookback/vanilla.h"
#include "evaluator/lookback/vanilla_price.h"
#include "fixtures/harness.h"
#include "fixtures/pricing.h"
#include "rng.h"

enum { BOOK_MAX = 400 };

static void compare_orders(const LookbackLattice *book, uint32_t count, bool full, int orders,
                           const char *name) {
  static LookbackValue want[BOOK_MAX], got[BOOK_MAX];
  Backend cpu = pricing_cpu(), cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  CU_ASSERT_EQUAL(cpu.ops->lookback->values(&cpu, count, book, full, want), OK);
  for (int order = 0; order < orders; order++) {
    emulation_set((EmulationPlan){(EmulationOrder)order, 7, -1});
    memset(got, 0xff, sizeof got);
    CU_ASSERT_EQUAL(cuda.ops->lookback->values(&cuda, count, book, full, got), OK);
    for (uint32_t k = 0; k < count; k++) {
      const bool same = memcmp(&want[k], &got[k], sizeof got[k]) == 0;
      CU_ASSERT(same);
      if (!same)
        printf("# %s, lattice %u: %u steps, flags %u, r %g, q %g: %.17g, %.17g\n", name, k, book[k].steps,
               book[k].flags, book[k].r, book[k].q, want[k].node[0], got[k].node[0]);
    }
  }
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

static void compare(const LookbackLattice *book, uint32_t count, bool full, const char *name) {
  compare_orders(book, count, full, 3, name);
}

/* Of a seed; steps as `steps` says, random ones if it is 0. */
static void book_make(uint64_t seed, uint32_t count, uint32_t steps, LookbackLattice *book) {
  for (uint32_t k = 0; k < count; k++) {
    const RngStream s = {seed, k, 1, RNG_INSTANCE};
    const LookbackOption o = pricing_random(seed, k, rng_below(s, 0, 2), 0);
    book[k] = quote_lattice(&o, steps ? steps : 1 + rng_below(s, 1, 400));
  }
}

static void random_books(void) {
  LookbackLattice book[BOOK_MAX];
  book_make(1, 1, 3, book);
  compare(book, 1, false, "one");
  book_make(2, 33, 50, book);
  compare(book, 33, false, "small");
  book_make(3, 150, 0, book);
  compare(book, 150, false, "mixed");
}

/* American puts without yield: one lane each. */
static void narrow_ones(void) {
  LookbackLattice book[BOOK_MAX];
  book_make(4, 70, 500, book);
  for (int k = 0; k < 70; k++) {
    book[k].flags = PUT;
    book[k].q = 0;
    book[k].steps -= k % 3 * 100;
  }
  compare(book, 70, false, "narrow");
}

static void wide_ones(void) {
  LookbackLattice book[16];
  book_make(5, 16, 3000, book);
  for (int k = 0; k < 16; k++) {
    book[k].flags = k % 4 == 3 ? EUROPEAN_PUT : PUT;
    book[k].q = k % 4 == 2 ? 0.05 : 0;
  }
  compare(book, 16, false, "wide");
}

/* Without interest, or without a yield: k differs from node to node, or does not. */
static void calls_and_puts_without_one_rate(void) {
  LookbackLattice book[32];
  book_make(9, 32, 200, book);
  for (int k = 0; k < 32; k++) {
    book[k].flags = k % 2 ? CALL : PUT;
    book[k].r = k % 4 < 2 ? 0 : 0.05;
    book[k].q = k % 8 < 4 ? 0.04 : 0;
  }
  compare(book, 32, false, "one rate");
}

/* Found by search: their forecasts are too low, by a tile. */
static void those_that_outgrow_their_tile(void) {
  static const LookbackLattice book[] = {
      {0.4528, 0.0566, 0.000287, 0, 0, 1779, PUT},        {0.4646, 0.0719, 0.000107, 0, 0, 1684, PUT},
      {0.8938, 2.8456, 0.00032, 0.001025, 0, 494, PUT},   {0.2089, 0.2095, 0.005227, 0.006542, 0, 554, CALL},
      {0.9115, 4.9262, 0.006556, 0.029715, 0, 1453, PUT}, {0.1966, 0.4996, 0.171502, 0.185885, 0, 1461, CALL},
      {0.9495, 3.7734, 0.232134, 0.061923, 0, 2867, CALL}};
  compare(book, sizeof book / sizeof *book, false, "outgrown");
}

static void those_that_no_tile_holds(void) {
  LookbackLattice book[4];
  book_make(7, 4, 1500, book);
  for (int k = 0; k < 4; k++) {
    book[k].flags = PUT;
    book[k].r = 1e-9;
    book[k].q = 0.5;
    book[k].sigma = 0.3;
  }
  book[3].season = 1e9;
  compare(book, 4, false, "in memory");
}

/* These grow by a node in almost each step; one of them where another one was. */
static void those_that_grow_in_memory(void) {
  static const LookbackLattice book[] = {{0.3, 1, 0.05, 0, 0, 15300, EUROPEAN_PUT},
                                         {0.3, 1, 0.05, 0, 0, 15200, EUROPEAN_PUT},
                                         {0.3, 1, 0.05, 0, 0, 15100, EUROPEAN_PUT}};
  compare_orders(book, 3, false, 1, "grown in memory");
}

static void whole_ones(void) {
  LookbackLattice book[20];
  book_make(8, 20, 0, book);
  book[0].steps = 40;
  book[1].steps = 1100;
  compare(book, 20, true, "whole");
}

static void layers_agree(void) {
  Backend cpu = pricing_cpu(), cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  for (uint32_t k = 0; k < 12; k++) {
    const LookbackOption o = pricing_random(9, k, false, 30 + 40 * k);
    const PricingPlan plan = {
        .method = PRICING_PUBLISHED, .precision = (PricingPrecision)(k % 2), .host_steps = k % 3 * 100};
    CU_ASSERT_EQUAL(pricing_one(&cpu, &plan, o).price, pricing_one(&cuda, &plan, o).price);
  }
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

static void vanilla_ones(void) {
  enum { TREES = 3 };
  Backend cpu = pricing_cpu(), cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  VanillaTree trees[TREES];
  double want[TREES], got[TREES];
  for (int k = 0; k < TREES; k++) trees[k] = vanilla_tree(20 + k, 15 + 4 * k, 0.5 + k, 0.2, 0.06);
  CU_ASSERT_EQUAL(cpu.ops->lookback->vanilla(&cpu, TREES, trees, want), OK);
  emulation_set((EmulationPlan){ORDER_RANDOM, 3, -1});
  CU_ASSERT_EQUAL(cuda.ops->lookback->vanilla(&cuda, TREES, trees, got), OK);
  CU_ASSERT_EQUAL(memcmp(want, got, sizeof want), 0);
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

/* In shared memory and, the last one, in the workspace. */
static void american_ones(void) {
  enum { TREES = 6 };
  static const uint32_t steps[TREES] = {3, 5, 129, 257, 301, 2101};
  static AmericanTree trees[TREES];
  static AmericanValue want[TREES], got[TREES];
  Backend cpu = pricing_cpu(), cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  for (int k = 0; k < TREES; k++) {
    const LookbackOption o = {100,       0, 0.2 + k, 0.3, 0.05, 0.03, 1, LOOKBACK_VANILLA | (uint32_t)k % 2,
                              80 + 9 * k};
    trees[k] = vanilla_tree_of(&o, steps[k]);
  }
  pricing_trees(&cpu, TREES, trees, want);
  for (int order = 0; order < 3; order++) {
    emulation_set((EmulationPlan){(EmulationOrder)order, 7, -1});
    memset(got, 0, sizeof got);
    pricing_trees(&cuda, order ? TREES - 1 : TREES, trees, got);
    CU_ASSERT_EQUAL(memcmp(want, got, sizeof *want * (order ? TREES - 1 : TREES)), 0);
  }
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

/* American and european ones, new and seasoned, with and without an end where they are exercised; of each size one at least. */
static void finite_differences(void) {
  enum { OPTIONS = 11 };
  static LookbackLattice options[OPTIONS];
  static GridValue want[OPTIONS], got[OPTIONS];
  Backend cpu = pricing_cpu(), cuda;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&cuda), OK);
  for (uint32_t k = 0; k < OPTIONS; k++) {
    LookbackOption o = pricing_random(10, k, false, 1);
    o.flags = k % 4;
    if (k > 3) o.extreme = o.flags & CALL ? 90 : 110;
    if (k == 2) o = (LookbackOption){100, 100, 0.3, 0.4, 0.001, 0.09, 1, PUT, 0};
    options[k] = quote_lattice(&o, k < 8 ? 128u : 128u << (k - 7));
  }
  pricing_grids(&cpu, OPTIONS, options, want);
  for (int order = 0; order < 3; order++) {
    const uint32_t count = order ? 5 : OPTIONS;
    emulation_set((EmulationPlan){(EmulationOrder)order, 7, -1});
    memset(got, 0xff, sizeof got);
    pricing_grids(&cuda, count, options, got);
    for (uint32_t k = 0; k < count; k++) {
      const bool same = memcmp(&want[k], &got[k], sizeof *got) == 0;
      CU_ASSERT(same);
      if (!same) printf("# option %u: %.17g, %.17g\n", k, want[k].price[0], got[k].price[0]);
    }
  }
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

static const HarnessTest tests[] = {TEST(random_books),
                                    TEST(narrow_ones),
                                    TEST(calls_and_puts_without_one_rate),
                                    TEST(wide_ones),
                                    TEST(those_that_outgrow_their_tile),
                                    TEST(those_that_no_tile_holds),
                                    TEST(those_that_grow_in_memory),
                                    TEST(whole_ones),
                                    TEST(layers_agree),
                                    TEST(vanilla_ones),
                                    TEST(american_ones),
                                    TEST(finite_differences),
                                    {NULL, NULL}};

int main(void) { return harness_run("CUDA kernels of lookback lattices on the host", tests); }
