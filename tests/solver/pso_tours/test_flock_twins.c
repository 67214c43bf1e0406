/* Swarms of tours on CUDA against those on the CPU, bit for bit, on a device. */
#include <stdio.h>
#include "fixtures/climbing.h"
#include "fixtures/flocking.h"
#include "fixtures/harness.h"

static Backend cpu, cuda;

static void check_case(const Instance *inst, int kind, uint32_t islands, uint32_t particles) {
  const Plan plan = flocking_plan(inst, kind, islands, particles, 12);
  char what[80];
  snprintf(what, sizeof what, "kind %d, %d cities, %u particles", kind, inst->n, particles);
  flocking_compare(&cpu, &cuda, inst, &plan, what);
}

static void all_kinds(void) {
  if (!climbing_open(&cuda, "cuda", 1)) {
    harness_skip("no device");
    return;
  }
  CU_ASSERT_FATAL(climbing_open(&cpu, "cpu", 0));
  for (int kind = 0; kind < FLOCKING_KINDS; kind++) {
    for (int c = 0; c < FLOCKING_CASES; c++) {
      Instance *inst = flocking_case(c);
      check_case(inst, kind, 1 + (uint32_t)(c + kind) % 3, 1 + 30 * (uint32_t)c);
      instance_free(inst);
    }
    Instance *large = climbing_instance(METRIC_EUC_2D, kind % 2 ? 3000 : 70000, 1e6, 0, 14);
    check_case(large, kind, 1, 6);
    instance_free(large);
  }
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(all_kinds), {NULL, NULL}};
  return harness_run("flock_twins", tests);
}
