/* Task trading on CUDA against the CPU, bit for bit, where there is a device: blocks of both sizes, networks in shared and in global memory. */
#include <stdio.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/twinning.h"
#include "solver/trade/trade_plan.h"

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

static void check_case(int32_t tasks, int32_t machines, TradeParts parts, uint32_t islands, uint32_t rounds) {
  Instance *inst = twinning_matching(tasks, machines, 1000000, (uint64_t)tasks);
  Plan plan = {.seed = 11, .islands = islands, .epoch = (rounds + 1) / 2};
  char what[80];
  *trade_plan_edit(&plan) = (TradePlan){.parts = parts, .depth = 4, .kick = 8, .rounds = rounds};
  CU_ASSERT_EQUAL_FATAL(solver_trade.complete(inst, cpu.ops, &plan), OK);
  snprintf(what, sizeof what, "%d tasks, %d machines", tasks, machines);
  twinning_compare(&solver_trade, &cpu, &cuda, inst, &plan, 7, what);
  instance_free(inst);
}

static void small_ones(void) {
  if (!backends_open()) return;
  for (int32_t k = 1; k <= 24; k++) check_case(k * k, k, (TradeParts)(k % 3), 1 + (uint32_t)k % 9, 30);
  backends_close();
}

static void large_ones(void) {
  if (!backends_open()) return;
  check_case(512, 16, TRADE_PARTS_BOTH, 300, 20);
  check_case(1500, 40, TRADE_PARTS_BOTH, 5, 20);
  check_case(2000, 200, TRADE_PARTS_BOTH, 3, 8);
  backends_close();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(small_ones), TEST(large_ones), {NULL, NULL}};
  return harness_run("trade_twins", tests);
}
