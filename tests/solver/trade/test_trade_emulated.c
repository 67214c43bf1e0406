/* The source of the CUDA kernels of task trading, run on the host, against those of the CPU, bit for bit: for every order of threads and
 * whatever shared memory has at first. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/twinning.h"
#include "solver/trade/trade_plan.h"

static Backend cpu, cuda;

/* bytes: of shared memory. */
static void check_case(Instance *inst, TradeParts parts, uint32_t rounds, size_t bytes, uint64_t turn) {
  Plan plan = {.seed = 7 + (turn << 33), .islands = 2, .epoch = (rounds + 1) / 2};
  char what[80];
  *trade_plan_edit(&plan) = (TradePlan){.parts = parts,
                                        .origin = (uint32_t)(turn % 5),
                                        .depth = 1 + (uint32_t)(turn % 5),
                                        .kick = 1 + (uint32_t)(turn % 9),
                                        .rounds = rounds};
  CU_ASSERT_EQUAL_FATAL(solver_trade.complete(inst, cpu.ops, &plan), OK);
  snprintf(what, sizeof what, "%d tasks, turn %d", inst->n, (int)turn);
  emulated_shared(&cuda, bytes);
  emulation_turn(turn);
  twinning_compare(&solver_trade, &cpu, &cuda, inst, &plan, 3, what);
  instance_free(inst);
}

/* Few tasks and more than a block has threads, few machines and many, ties. */
static void sizes(void) {
  static const int32_t tasks[] = {1, 2, 5, 9, 31, 64, 100, 140}, machines[] = {1, 2, 7, 33, 5, 16, 3, 12};
  static const int64_t longest[] = {100, 4, 1000000};
  emulated_pair_open(&cpu, &cuda);
  for (int k = 0; k < 8; k++)
    for (int l = 0; l < 3; l++)
      check_case(twinning_matching(tasks[k], machines[k], longest[l], (uint64_t)(3 * k + l)),
                 (TradeParts)((k + l) % 3), l ? 8 : 12, 228 << 10, (uint64_t)(3 * k + l));
  emulated_pair_close(&cpu, &cuda);
}

/* Networks in global memory, fewer blocks than islands. */
static void little_shared_memory(void) {
  emulated_pair_open(&cpu, &cuda);
  for (int b = 0; b < 2; b++)
    check_case(twinning_matching(150, 8, 1000, (uint64_t)b), TRADE_PARTS_BOTH, 8, 2 << 10, (uint64_t)b);
  check_case(twinning_matching(1100, 4, 1000, 3), TRADE_PARTS_BOTH, 4, 228 << 10, 5);
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sizes), TEST(little_shared_memory), {NULL, NULL}};
  return harness_run("trade_emulated", tests);
}
