/* Costs and gaps as people read them: of one part and of two. */
#include <string.h>
#include "cmd/human.h"
#include "fixtures/harness.h"
#include "individual.h"
#include "problem/cvrp/cvrp.h"

static void costs_of_one_part(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(3, true, false, &inst), OK);
  inst->decimals = 1;
  CU_ASSERT_STRING_EQUAL(human_cost(inst, 8273), "827.3");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 8300, 8000), "3.750%");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 8300, 0), "");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, COST_NONE, 8000), "");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 800000, 800001), "0.000%"); /* not -0.000% */
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 7999, 8000), "-0.013%");
  instance_free(inst);
}

static void costs_of_two_parts(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(3, true, false, &inst), OK);
  inst->decimals = 1, ((CvrpInstance *)inst)->route_cost = 10 * CVRP_ROUTE_COST;
  const int64_t unit = 10 * CVRP_ROUTE_COST;
  CU_ASSERT_STRING_EQUAL(human_cost(inst, 10 * unit + 8273), "10 vehicles, 827.3");
  CU_ASSERT_STRING_EQUAL(human_cost(inst, 3 * unit), "3 vehicles, 0");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 10 * unit + 8300, 10 * unit + 8000), "3.750%");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 11 * unit + 8000, 10 * unit + 8300), "+1 vehicles");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 9 * unit + 9000, 11 * unit + 8300), "-2 vehicles");
  CU_ASSERT_STRING_EQUAL(human_gap_of(inst, 9 * unit + 9000, 0), "");
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(costs_of_one_part), TEST(costs_of_two_parts), {NULL, NULL}};
  return harness_run("human", tests);
}
