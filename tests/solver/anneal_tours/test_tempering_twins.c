/* The annealing of tours on CUDA against the CPU, bit for bit, on a device: every design. */
#include <stdio.h>
#include "fixtures/annealing.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"

static Backend cpu, cuda;

static bool backends_open(void) {
  if (!climbing_open(&cuda, "cuda", 1)) {
    harness_skip("no device");
    return false;
  }
  return climbing_open(&cpu, "cpu", 0);
}
static void backends_close(void) {
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

static void check_case(const Instance *inst, int kind, uint32_t islands, uint32_t sweeps,
                       TemperDesign design) {
  const Plan plan = annealing_plan(inst, kind, islands, sweeps);
  char what[80];
  snprintf(what, sizeof what, "%s, %d cities, design %d", annealing_name(kind), inst->n, design);
  annealing_compare_design(&cpu, &cuda, inst, &plan, design, what);
}

static void small_ones(void) {
  if (!backends_open()) return;
  for (int c = 0; c < ANNEALING_CASES; c++) {
    Instance *inst = annealing_case(c);
    for (int kind = 0; kind < ANNEALING_KINDS; kind++)
      for (int design = TEMPER_AUTO; design <= TEMPER_BLOCK; design++)
        check_case(inst, kind, 1 + (uint32_t)(c + kind) % 3, 30, (TemperDesign)design);
    instance_free(inst);
  }
  backends_close();
}

/* So many chains that all multiprocessors have several; tours that fit in shared memory and not. */
static void large_ones(void) {
  static const int32_t cities[] = {1000, 20000, 70000};
  if (!backends_open()) return;
  for (int k = 0; k < 3; k++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, cities[k], 1e6, 0, 13 + (uint64_t)k);
    for (int design = TEMPER_AUTO; design <= TEMPER_BLOCK; design++)
      check_case(inst, k & 1, k ? 3 : 300, k ? 4 : 8, (TemperDesign)design);
    instance_free(inst);
  }
  backends_close();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_ones), TEST(large_ones), {NULL, NULL}};
  return harness_run("tempering_twins", tests);
}
