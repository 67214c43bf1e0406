/* The published lookback lattice shared by threads: the layers of the library bit for bit, golden prices. And the ladder of times on the CPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "evaluator/lookback/layers.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/pricing.h"
#include "ladder/ladders.h"
#include "ladder/designs.h"
#include "ladder/lattice_host.h"
#include "ladder/lattice_kernels.h"

static LookbackLayers lattice_of_option(const LookbackOption *o, bool single) {
  LookbackLayers l = published_layers(o, o->steps, single);
  l.payoff = published_payoffs(&l);
  CU_ASSERT_PTR_NOT_NULL_FATAL(l.payoff);
  return l;
}

/* ---- layers ---- */

/* From the layer with `left` before it the library reaches its own price, and the layer is the same however many threads share it. */
static void check_layers(const LookbackOption *o, bool single, uint32_t left) {
  const LookbackLayers l = lattice_of_option(o, single);
  const size_t bytes = ((size_t)left + 1) * (single ? sizeof(float) : sizeof(double));
  double *const one = malloc((left + 1) * sizeof *one), *const many = malloc((left + 1) * sizeof *many);
  double want, got;
  CU_ASSERT_EQUAL_FATAL(layers_host(&l, l.steps, l.payoff, &want), OK);
  CU_ASSERT_EQUAL_FATAL(lattice_host(&l, 1, left, one), OK);
  CU_ASSERT_EQUAL_FATAL(layers_host(&l, left, one, &got), OK);
  CU_ASSERT_EQUAL(got, want);
  for (int threads = 2; threads <= 4; threads++) {
    CU_ASSERT_EQUAL_FATAL(lattice_host(&l, threads, left, many), OK);
    CU_ASSERT_EQUAL(memcmp(one, many, bytes), 0);
  }
  free(one);
  free(many);
  free((void *)l.payoff);
}

static void layers(void) {
  static const uint32_t steps[] = {1, 2, 511, 512, 1700, 2049};
  for (uint32_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    const LookbackOption o = pricing_random(5, k, false, steps[k]);
    check_layers(&o, k % 2, 0);
    check_layers(&o, k % 2 == 0, steps[k] / 2);
    check_layers(&o, k % 2, steps[k]);
  }
}

static void golden(void) {
  static const double price[] = {6.677206441390, 6.382892812322, 7.367334305863, 7.367334305863};
  static const uint32_t flags[] = {PUT, EUROPEAN_PUT, CALL, EUROPEAN_CALL};
  for (int k = 0; k < 4; k++) {
    const LookbackOption o = {50, 50, .35, .3, .1, 0, 1000, flags[k], 0};
    const LookbackLayers l = lattice_of_option(&o, false);
    double value;
    CU_ASSERT_EQUAL_FATAL(lattice_host(&l, 3, 0, &value), OK);
    CU_ASSERT_DOUBLE_EQUAL(50 * value / price[k], 1, 1e-9);
    free((void *)l.payoff);
  }
}

/* ---- the ladder ---- */

/* Two sizes: a core and all cores in both precisions, the trimmed lattice in double precision; each with a time and a speed-up. */
static void table(void) {
  const LadderSettings settings = {
      .seed = 1, .time_s = 1e-6, .sizes = "30,700", .chosen = "core,cores,trimmed-core"};
  Backend be = pricing_cpu();
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  LadderRun run = {
      .ladder = &ladder_lookback, .settings = &settings, .be = &be, .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_lookback.run(&run), OK);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_EQUAL(lines, 1 + 2 * (2 + 2 + 1) * 2);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\ncores,700,,,,,,,"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\ntrimmed-core,30,,,,,,,"));
  free(text);
  be.ops->close(&be);
}

/* ---- the designs on a device ---- */

static void check_staged(const LatticeKernels *ops, Backend *be, const LookbackOption *o, LatticePlan plan) {
  LookbackLayers l = lattice_of_option(o, plan.threads == 64);
  void *const payoff = (void *)l.payoff, *const made = calloc(o->steps + 1, sizeof(double));
  double *const want = calloc(plan.left + 1, sizeof *want), *const got = calloc(plan.left + 1, sizeof *got);
  double copy_s;
  if (!plan.table) { /* the device's own powers */
    CU_ASSERT_EQUAL_FATAL(ops->payoffs(be, &l, made), OK);
    l.payoff = made;
  }
  CU_ASSERT_EQUAL_FATAL(lattice_host(&l, 1, plan.left, want), OK);
  CU_ASSERT_EQUAL_FATAL(ops->staged(be, &l, &plan, got, &copy_s), OK);
  CU_ASSERT_EQUAL(memcmp(want, got, (plan.left + 1) * sizeof *want), 0);
  free(payoff);
  free(made);
  free(want);
  free(got);
}

static void device(void) {
  const LadderDesigns *all;
  Backend be;
  if (!climbing_open(&be, "cuda", 1)) {
    harness_skip("no device");
    return;
  }
  CU_ASSERT_EQUAL_FATAL(ladder_designs_find(&all), OK);
  for (uint32_t k = 0; k < 16; k++) {
    const LookbackOption o = pricing_random(7, k, false, 250 + 5 * k);
    check_staged(all->lattice, &be, &o, (LatticePlan){k % 2 ? 64 : 256, 0, k / 2 % 2});
    check_staged(all->lattice, &be, &o, (LatticePlan){k % 2 ? 64 : 1024, o.steps / 2, k / 2 % 2});
  }
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(layers), TEST(golden), TEST(table), TEST(device), {NULL, NULL}};
  return harness_run("lattice_ladder", tests);
}
