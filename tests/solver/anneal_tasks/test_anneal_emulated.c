/* The source of the CUDA kernels of task annealing, run on the host, against those of the CPU, bit for bit: for every order of threads and
 * whatever shared memory has at first. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/twinning.h"
#include "solver/anneal_tasks/anneal_plan.h"

static Backend cpu, cuda;

/* bytes: of shared memory. */
static void check_case(Instance *inst, uint32_t chains, uint64_t epoch, uint32_t steps, size_t bytes,
                       uint64_t turn) {
  Plan plan = {.seed = 7 + (turn << 33), .islands = 2, .epoch = epoch};
  char what[80];
  *anneal_plan_edit(&plan) = (AnnealPlan){
      .chains = chains, .epochs = 3, .temperature = 0.04, .reheat = 0.02, .cold = 1e-4, .reference = 0.05};
  CU_ASSERT_EQUAL_FATAL(solver_anneal.complete(inst, cpu.ops, &plan), OK);
  snprintf(what, sizeof what, "%d tasks, turn %d", inst->n, (int)turn);
  emulated_shared(&cuda, bytes);
  emulation_turn(turn);
  twinning_compare(&solver_anneal, &cpu, &cuda, inst, &plan, steps, what);
  instance_free(inst);
}

/* Sizes around a warp's, few machines and many, ties; slices within stages and over several. */
static void sizes(void) {
  static const int32_t tasks[] = {1, 2, 5, 9, 31, 33, 64, 100}, machines[] = {1, 2, 7, 33, 5, 16, 3, 40};
  static const int64_t longest[] = {100, 20, 1000000};
  emulated_pair_open(&cpu, &cuda);
  for (int k = 0; k < 8; k++)
    for (int l = 0; l < 3; l++)
      check_case(twinning_matching(tasks[k], machines[k], longest[l], (uint64_t)(3 * k + l)),
                 1 + (uint32_t)(k + l) % 6, l ? 300 : 2000, l == 1 ? 1 : 100, 228 << 10,
                 (uint64_t)(3 * k + l));
  emulated_pair_close(&cpu, &cuda);
}

/* One warp a block, and states in global memory, fewer blocks than chains. */
static void little_shared_memory(void) {
  static const size_t bytes[] = {64 << 10, 16 << 10, 2 << 10};
  emulated_pair_open(&cpu, &cuda);
  for (int b = 0; b < 3; b++)
    check_case(twinning_matching(300, 8, 1000, (uint64_t)b), 7, 500, 100, bytes[b], (uint64_t)b);
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sizes), TEST(little_shared_memory), {NULL, NULL}};
  return harness_run("anneal_emulated", tests);
}
