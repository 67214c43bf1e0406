/* Searchers on CUDA against those on the CPU, bit for bit, on a device. */
#include <stdio.h>
#include "fixtures/climbing.h"
#include "fixtures/forbidding.h"
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

static void check_case(const Instance *inst, int kind, uint32_t islands, uint32_t searchers, uint32_t steps) {
  const Plan plan = forbidding_plan(inst, kind, islands, searchers, steps);
  char what[80];
  snprintf(what, sizeof what, "%s, %d cities, %u searchers", forbidding_name(kind), inst->n, searchers);
  forbidding_compare(&cpu, &cuda, inst, &plan, 20, what);
}

static void small_ones(void) {
  if (!backends_open()) return;
  for (int c = 0; c < FORBIDDING_CASES; c++) {
    Instance *inst = forbidding_case(c);
    for (int kind = 0; kind < FORBIDDING_KINDS; kind++)
      check_case(inst, kind, 1 + (uint32_t)(c + kind) % 3, 40, 300);
    instance_free(inst);
  }
  backends_close();
}

/* Every shape of launch: few and many searchers, tours in shared memory and not. */
static void large_ones(void) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_MAN_2D, METRIC_MAX_2D, METRIC_EXPLICIT};
  if (!backends_open()) return;
  for (int m = 0; m < 4; m++)
    for (int kind = 0; kind < FORBIDDING_KINDS; kind++) {
      Instance *few = climbing_instance(metrics[m], 300, 1e6, 0, 13),
               *many = climbing_instance(metrics[m], m == 3 ? 2000 : 12000, 1e6, 0, 14);
      check_case(few, kind, 2, 1, 700);
      check_case(few, kind, 3, 150, 60);
      check_case(many, kind, 1, 3, 12);
      instance_free(few);
      instance_free(many);
    }
  backends_close();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_ones), TEST(large_ones), {NULL, NULL}};
  return harness_run("tabu_twins", tests);
}
