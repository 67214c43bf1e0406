/* The source of the CUDA kernels of particle swarms, run on the host, against those of the CPU, bit for bit: for every order of threads and
 * whatever shared memory has at first. */
#include <stdio.h>
#include "emulation/emulation.h"
#include "emulation/pair.h"
#include "fixtures/twinning.h"
#include "problem/function/function.h"
#include "solver/pso/pso_plan.h"

static Backend cpu, cuda;

/* bytes: of shared memory. Three swarms, so that one is driven by another's best, and one takes part in both. */
static void check_case(Instance *inst, PsoForm form, uint32_t particles, size_t bytes, uint64_t turn) {
  char what[80];
  Plan plan = pso_plan_make((Plan){.seed = 0x123456789abu + turn, .islands = 3, .epoch = 4},
                            (PsoPlan){.particles = particles,
                                      .iterations = 9,
                                      .migrants = particles < 3 ? 1 : 3,
                                      .form = form,
                                      .inertia = (PsoInertia)(turn % 2),
                                      .w = 0.9,
                                      .decay = 0.995,
                                      .c1 = 2.0,
                                      .c2 = 1.4,
                                      .c3 = 1.0});
  CU_ASSERT_EQUAL_FATAL(solver_pso.complete(inst, cpu.ops, &plan), OK);
  snprintf(what, sizeof what, "%d dimensions, %u particles, turn %d", inst->n, particles, (int)turn);
  emulated_shared(&cuda, bytes);
  emulation_turn(turn);
  twinning_compare(&solver_pso, &cpu, &cuda, inst, &plan, 1 + turn % 5, what);
  instance_free(inst);
}

/* Swarms in shared memory and in global memory; loads by columns, by atomics and in global memory. */
static const size_t rooms[] = {228 << 10, 12 << 10, 4 << 10};

static void matchings(void) {
  static const int32_t sizes[][3] = {/* tasks, machines, particles */
                                     {1, 1, 1},   {2, 1, 17},  {3, 2, 16},    {5, 3, 33},
                                     {13, 12, 8}, {40, 33, 9}, {30, 100, 18}, {101, 6, 40}};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int r = 0; r < 3; r++, turn++)
      check_case(twinning_matching(sizes[k][0], sizes[k][1], turn % 2 ? 10 : INT64_C(1) << 50, turn),
                 turn % 3 ? FORM_REAL : FORM_DISCRETE, (uint32_t)sizes[k][2], rooms[r], turn);
  emulated_pair_close(&cpu, &cuda);
}

static void functions(void) {
  static const int32_t dimensions[] = {1, 3, 4, 33};
  uint64_t turn = 0;
  emulated_pair_open(&cpu, &cuda);
  for (int kind = 0; kind < FUNCTION_COUNT; kind++)
    for (int d = 0; d < 4; d++, turn++) {
      Instance *inst = NULL;
      CU_ASSERT_EQUAL_FATAL(function_alloc((FunctionKind)kind, dimensions[d], &inst), OK);
      inst->digest = instance_digest(inst);
      check_case(inst, FORM_REAL, 5 + 29 * (uint32_t)d, rooms[turn % 3], turn);
    }
  emulated_pair_close(&cpu, &cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(matchings), TEST(functions), {NULL, NULL}};
  return harness_run("pso_emulated", tests);
}
