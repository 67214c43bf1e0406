/* The solver "sisr" from a given solution (src/solver/sisr/sisr_state.c). */
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/sisr_islands.h"
#include "problem/judge.h"

/* All chains begin with a given solution, champions too; a run of it ends no worse, and is no other for slices and legs. */
static void initial(void) {
  for (SISR_CASES(size)) {
    RouteCase one = ruin_case_make(size, 1);
    const size_t n = (size_t)one.inst->n;
    int32_t given[CUSTOMERS_MOST];
    int64_t cost;
    const Plan plan = sisr_plan_for(one.inst, 40, 4);
    Archipelago *a = sisr_started(one.inst, &plan, NULL);
    Progress progress = {.epoch_done = false};
    CU_ASSERT_EQUAL(solver_sisr.advance(a, 1 << 20, &progress), OK);
    memcpy(given, a->now.gene, n * sizeof *given);
    CU_ASSERT_EQUAL_FATAL(judge_solution(one.inst, given, &cost), OK);
    solver_sisr.destroy(a);
    a = sisr_started(one.inst, &plan, given);
    for (uint32_t c = 0; c < a->chains; c++) CU_ASSERT_EQUAL(a->cost[c], cost);
    CU_ASSERT(a->champions.cost[0] == cost && a->champions.cost[ISLANDS - 1] == cost && a->unit > 0);
    CU_ASSERT_EQUAL(solver_sisr.advance(a, 1, &progress), OK);
    a = sisr_again(a, 0);
    while (!progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_sisr.advance(a, 1, &progress), OK);
    sisr_champions_check(a);
    CU_ASSERT(progress.best <= cost && a->champions.cost[0] <= cost && a->champions.cost[1] <= cost);
    solver_sisr.destroy(a);
    route_case_free(&one);
  }
}

static void temperatures_are_usual(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 2);
  Plan plan = sisr_plan_make((Plan){.seed = 1}, (SisrPlan){.cold = 0.01});
  CU_ASSERT(sisr_complete(one.inst, sisr_be.ops, &plan) == OK && sisr_plan(&plan)->hot == 0.5);
  plan = sisr_plan_make((Plan){.seed = 1, .initial = true}, (SisrPlan){.cold = 0.01});
  CU_ASSERT(sisr_complete(one.inst, sisr_be.ops, &plan) == OK && sisr_plan(&plan)->hot == 0.125);
  route_case_free(&one);
}

int main(void) {
  sisr_be.ops = backend_find("cpu");
  if (sisr_be.ops->open(&sisr_be, 0, 2) != OK) return 1;
  static const HarnessTest tests[] = {TEST(initial), TEST(temperatures_are_usual), {NULL, NULL}};
  const int result = harness_run("sisr_initial", tests);
  sisr_be.ops->close(&sisr_be);
  return result;
}
