/* Ants on CUDA against those on the CPU, bit for bit, on a device. */
#include <stdio.h>
#include "fixtures/climbing.h"
#include "fixtures/foraging.h"
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

static void check_case(const Instance *inst, int kind, uint32_t islands, uint32_t ants, uint32_t iterations) {
  const Plan plan = foraging_plan(inst, kind, islands, ants, iterations);
  char what[80];
  snprintf(what, sizeof what, "%s, %d cities, %u ants", foraging_name(kind), inst->n, ants);
  foraging_compare(&cpu, &cuda, inst, &plan, what);
}

static void small_ones(void) {
  if (!backends_open()) return;
  for (int c = 0; c < FORAGING_CASES; c++) {
    Instance *inst = foraging_case(c);
    for (int kind = 0; kind < FORAGING_KINDS; kind++)
      check_case(inst, kind, 1 + (uint32_t)(c + kind) % 3, 40, 8);
    instance_free(inst);
  }
  backends_close();
}

/* So many ants that each has 16, 8 and 4 lanes; tables in shared memory and not. */
static void large_ones(void) {
  static const uint32_t islands[] = {1, 40, 80};
  if (!backends_open()) return;
  for (int k = 0; k < 3; k++) {
    Instance *few = climbing_instance(METRIC_EUC_2D, 300, 1e6, 0, 13),
             *many = climbing_instance(METRIC_EUC_2D, 4500, 1e6, 0, 14);
    check_case(few, 0, islands[k], 300, 2);
    check_case(many, 0, islands[k], 100 + 100 * (uint32_t)k, 1);
    check_case(many, 1, 1 + (uint32_t)k, 20, 2);
    check_case(many, 6, islands[k], 64, 3);
    instance_free(few);
    instance_free(many);
  }
  backends_close();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_ones), TEST(large_ones), {NULL, NULL}};
  return harness_run("aco_twins", tests);
}
