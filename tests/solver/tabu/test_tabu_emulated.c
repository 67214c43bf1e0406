/* The source of the CUDA kernels of tabu search, run on the host, against those of the CPU, bit for bit: for every order of threads and
 * whatever shared memory has at first. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/climbing.h"
#include "fixtures/forbidding.h"
#include "fixtures/harness.h"

static Backend cpu, cuda;

/* bytes: of shared memory. */
static void check_case(const Instance *inst, int kind, uint32_t searchers, uint32_t steps, size_t bytes,
                       uint64_t turn) {
  Plan plan = forbidding_plan(inst, kind, 2, searchers, steps);
  char what[80];
  plan.epoch = (steps + 1) / 2;
  snprintf(what, sizeof what, "%s, %d cities, turn %d", forbidding_name(kind), inst->n, (int)turn);
  emulated_shared(&cuda, bytes);
  emulation_turn(turn);
  forbidding_compare(&cpu, &cuda, inst, &plan, 1 + steps / 4, what);
}

/* Every kind, on every metric and size. */
static void kinds(void) {
  emulated_pair_open(&cpu, &cuda);
  for (int c = 0; c < FORBIDDING_CASES; c++) {
    Instance *inst = forbidding_case(c);
    for (int kind = 0; kind < FORBIDDING_KINDS; kind++)
      check_case(inst, kind, 1 + (uint32_t)(c + kind) % 2, 40, 228 << 10, (uint64_t)(c + kind));
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

/* Strips of several rows, tours in shared memory and not. */
static void shapes(void) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_MAN_2D, METRIC_MAX_2D, METRIC_EXPLICIT};
  static const size_t bytes[] = {228 << 10, 5 << 10};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (int m = 0; m < 4; m++) {
    Instance *inst = climbing_instance(metrics[m], 170, m == 0 ? 30 : 1e4, 0, (uint64_t)m);
    for (int b = 0; b < 2; b++)
      for (int kind = 0; kind < 4; kind += 2, turn++) check_case(inst, kind, 1, 16, bytes[b], turn);
    instance_free(inst);
  }
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(kinds), TEST(shapes), {NULL, NULL}};
  return harness_run("tabu_emulated", tests);
}
