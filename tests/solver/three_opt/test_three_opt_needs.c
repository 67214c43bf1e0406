/* The solver "3opt" says what memory it needs (Solver.needs): no more than it takes, and most of it. */
#include <malloc.h>
#include <stdio.h>
#include "fixtures/descending.h"
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "solver/three_opt/three_opt_plan.h"

static uint64_t in_use(void) {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

static void check_needs(const RoutePlan *size, ThreeOptPlan own) {
  Backend be = backend_here();
  RouteCase one = route_case_make(size, 4);
  const Plan plan = plan_of(one.inst, &be, own, 0);
  Memory need;
  solver_three_opt.needs(one.inst, &be, &plan, one_island, &need);
  const uint64_t before = in_use();
  Archipelago *a = island_make(one.inst, &be, &plan);
  const double taken = (double)(in_use() - before), said = (double)(need.host + need.device);
  CU_ASSERT(said <= 1.01 * taken && said >= 0.9 * taken);
  if (said > 1.01 * taken || said < 0.9 * taken)
    printf("# %s: %.0f of %.0f bytes\n", size->name, said, taken);
  FieldSet fields = {0};
  CU_ASSERT_EQUAL(solver_three_opt.save(a, &fields), OK);
  CU_ASSERT(need.saved >= sizeof(int32_t) * (size_t)one.inst->n);
  fieldset_free(&fields);
  solver_three_opt.destroy(a);
  route_case_free(&one);
  be.ops->close(&be);
}

static const RoutePlan larger[] = {
    {"thousand", ROUTES_PLANE, 1000, 60, 10, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"thousand, a matrix", ROUTES_MATRIX, 900, 40, 10, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"thousand, durations", ROUTES_PLANE, 1000, 30, 10, 40, 3, 0, FLEET_FREE, 0, 0},
    {.name = NULL}};

static void needs_what_it_takes(void) {
  if (in_use() == 0) { /* a sanitizer's malloc does not count */
    harness_skip("malloc does not tell what is in use");
    return;
  }
  for (const RoutePlan *size = larger; size->name; size++)
    for (ThreeOptSelection selection = SELECT_BEST; selection <= SELECT_DISJOINT; selection++)
      for (ThreeOptEvaluator e = 0; e <= THREE_OPT_PACKED; e++)
        check_needs(size, (ThreeOptPlan){.evaluator = e, .selection = selection});
  for (const RoutePlan *size = larger; size->name; size++)
    check_needs(size, (ThreeOptPlan){.evaluator = THREE_OPT_HIERARCHY, .selection = SELECT_BEST});
}

int main(void) {
  static const HarnessTest tests[] = {TEST(needs_what_it_takes), {NULL, NULL}};
  return harness_run("three_opt_needs", tests);
}
