/* The designs of the lookback lattice on a device, run on the host: every layer bit for bit that of the host's twin, golden prices, the same
 * price for any number of layers that are left to the host. And the ladder itself, on the pretended device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "evaluator/lookback/layers.h"
#include "fixtures/harness.h"
#include "fixtures/pricing.h"
#include "ladder/ladders.h"
#include "ladder/lattice_host.h"
#include "ladder/lattice_kernels.h"

enum { STEPS_MOST = 300 };

extern const LatticeKernels lattice_ladder_kernels_emulated;
static const LatticeKernels *const ops = &lattice_ladder_kernels_emulated;

static LookbackLayers lattice_of_option(const LookbackOption *o, bool single) {
  LookbackLayers l = published_layers(o, o->steps, single);
  l.payoff = published_payoffs(&l);
  CU_ASSERT_PTR_NOT_NULL_FATAL(l.payoff);
  return l;
}

static size_t size_of(const LookbackLayers *l) { return l->single ? sizeof(float) : sizeof(double); }

/* ---- layers ---- */

static void check_layer(Backend *be, const LookbackLayers *l, LatticePlan plan) {
  double want[STEPS_MOST + 1], got[STEPS_MOST + 1], copy_s = -1;
  CU_ASSERT_EQUAL_FATAL(lattice_host(l, 1, plan.left, want), OK);
  CU_ASSERT_EQUAL_FATAL(ops->staged(be, l, &plan, got, &copy_s), OK);
  const bool same = memcmp(want, got, (plan.left + 1) * size_of(l)) == 0;
  CU_ASSERT(same && copy_s >= 0);
  if (!same)
    printf("# %u steps, %u left, blocks of %u, table %d: differs\n", l->steps, plan.left, plan.threads,
           plan.table);
}

/* Puts and calls of both styles; layers that end in a block, at its last thread and behind it. */
static void layers(void) {
  static const uint32_t steps[] = {1, 2, 63, 64, 65, 130, STEPS_MOST};
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  for (uint32_t k = 0; k < 4 * sizeof steps / sizeof *steps; k++) {
    LookbackOption o = pricing_random(3, k, false, steps[k / 4]);
    o.flags = k % 4;
    const LookbackLayers l = lattice_of_option(&o, k / 4 % 2);
    emulation_turn(k);
    check_layer(&be, &l, (LatticePlan){k % 3 ? 64 : 256, 0, true});
    check_layer(&be, &l, (LatticePlan){64, l.steps / 2, false});
    check_layer(&be, &l, (LatticePlan){96, l.steps, k % 2});
    free((void *)l.payoff);
  }
  be.ops->close(&be);
}

/* The device's own powers are the host's here. */
static void payoffs(void) {
  Backend be;
  double got[STEPS_MOST + 1];
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  for (uint32_t k = 0; k < 4; k++) {
    const LookbackOption o = {100, 100, .5, .3, .1, .05, STEPS_MOST, k / 2 ? CALL : PUT, 0};
    const LookbackLayers l = lattice_of_option(&o, k % 2);
    CU_ASSERT_EQUAL(ops->payoffs(&be, &l, got), OK);
    CU_ASSERT_EQUAL(memcmp(got, l.payoff, (STEPS_MOST + 1) * size_of(&l)), 0);
    free((void *)l.payoff);
  }
  be.ops->close(&be);
}

/* ---- prices ---- */

static double price_of(Backend *be, const LookbackOption *o, bool single, LatticePlan plan) {
  const LookbackLayers l = lattice_of_option(o, single);
  double layer[STEPS_MOST + 1], value = 0, copy_s;
  CU_ASSERT_EQUAL_FATAL(ops->staged(be, &l, &plan, layer, &copy_s), OK);
  CU_ASSERT_EQUAL_FATAL(layers_host(&l, plan.left, layer, &value), OK);
  free((void *)l.payoff);
  return o->spot * value;
}

/* Long double lattices of 100 steps. */
static void golden(void) {
  static const double price[] = {7.439574213908, 7.236947653489, 7.632604934123, 7.632604934123};
  static const uint32_t flags[] = {PUT, EUROPEAN_PUT, CALL, EUROPEAN_CALL};
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  for (int k = 0; k < 4; k++)
    for (int table = 0; table < 2; table++) {
      const LookbackOption o = {50, 50, .25, .4, .1, 0, 100, flags[k], 0};
      const LatticePlan plan = {64, 0, table};
      CU_ASSERT_DOUBLE_EQUAL(price_of(&be, &o, false, plan) / price[k], 1, 1e-9);
    }
  be.ops->close(&be);
}

static void hybrids(void) {
  static const uint32_t lefts[] = {1, 64, 128, 199, 200};
  Backend be;
  const LookbackOption o = {25, 25, .75, .3, .1, 0, 200, PUT, 0};
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  for (int single = 0; single < 2; single++) {
    const double want = price_of(&be, &o, single, (LatticePlan){256, 0, true});
    for (size_t k = 0; k < sizeof lefts / sizeof *lefts; k++)
      CU_ASSERT_EQUAL(price_of(&be, &o, single, (LatticePlan){256, lefts[k], true}), want);
  }
  be.ops->close(&be);
}

/* ---- the ladder ---- */

static Status ladder_text(const LatticeKernels *kernels, const char *chosen, char **text) {
  const LadderDesigns all = {.lattice = kernels};
  LadderSettings settings = {.seed = 1, .time_s = 1e-6, .sizes = "20,140"};
  Backend be;
  size_t bytes = 0;
  snprintf(settings.chosen, sizeof settings.chosen, "%s", chosen);
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_lookback,
                   .settings = &settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(text, &bytes)};
  ladder_begin(&run);
  const Status status = ladder_lookback.run(&run);
  fclose(run.csv);
  be.ops->close(&be);
  return status;
}

/* Of each precision: two sizes of 6 designs (a core, all cores and four on the device), of double precision 2 more, a time and a speed-up
 * each; two thresholds with a share; five block sizes. */
static void table(void) {
  char *text = NULL;
  int lines = 0;
  CU_ASSERT_EQUAL(ladder_text(ops, "core,cores,trimmed-core,layers,staged,staged-table,hybrid,tile", &text),
                  OK);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_EQUAL(lines, 1 + 2 * (2 * 6 * 2 + 2 * 2 + 5) + 2 * 2 * 2);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nhybrid,128,"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nstaged-table,1024,"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\ntile,140,"));
  free(text);
}

/* A layer that is wrong by its last bit, in a design whose price must be right. */
static Status staged_wrong(Backend *be, const LookbackLayers *lattice, const LatticePlan *plan, void *layer,
                           double *copy_s) {
  const Status status = ops->staged(be, lattice, plan, layer, copy_s);
  if (plan->left == lattice->steps / 2) ((char *)layer)[0] ^= 1;
  return status;
}

static void wrong_layers(void) {
  const LatticeKernels wrong = {staged_wrong, ops->payoffs};
  static const char *const chosen[] = {"staged", "staged-table"};
  for (int k = 0; k < 2; k++) {
    char *text = NULL;
    CU_ASSERT_EQUAL(ladder_text(&wrong, chosen[k], &text), ERR_INTERNAL);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), chosen[k]));
    status_clear();
    free(text);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(layers), TEST(payoffs),      TEST(golden), TEST(hybrids),
                                      TEST(table),  TEST(wrong_layers), {NULL, NULL}};
  return harness_run("lattice_ladder_emulated", tests);
}
