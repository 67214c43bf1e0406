/* Costs and gaps as people read them: of one part and of two. */
#include <math.h>
#include <string.h>
#include "cmd/human.h"
#include "fixtures/harness.h"
#include "individual.h"
#include "problem/cvrp/cvrp.h"

static void costs_of_one_part(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(3, true, false, &inst), OK);
  inst->decimals = 1;
  CU_ASSERT_STRING_EQUAL(human_cost(cost_form(inst), 8273), "827.3");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 8300, 8000), "3.750%");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 8300, 0), "");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), COST_NONE, 8000), "");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 800000, 800001), "0.000%"); /* not -0.000% */
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 7999, 8000), "-0.013%");
  instance_free(inst);
}

static void costs_of_two_parts(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(cvrp_alloc(3, true, false, &inst), OK);
  inst->decimals = 1;
  ((CvrpInstance *)inst)->route_cost = 10 * CVRP_ROUTE_COST;
  const int64_t unit = 10 * CVRP_ROUTE_COST;
  CU_ASSERT_STRING_EQUAL(human_cost(cost_form(inst), 10 * unit + 8273), "10 vehicles, 827.3");
  CU_ASSERT_STRING_EQUAL(human_cost(cost_form(inst), 3 * unit), "3 vehicles, 0");
  CU_ASSERT_STRING_EQUAL(human_cost(cost_form(inst), unit + 5), "1 vehicle, 0.5");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 10 * unit + 8300, 10 * unit + 8000), "3.750%");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 11 * unit + 8000, 10 * unit + 8300), "+1 vehicle");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 9 * unit + 8000, 10 * unit + 8300), "-1 vehicle");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 9 * unit + 9000, 11 * unit + 8300), "-2 vehicles");
  CU_ASSERT_STRING_EQUAL(human_gap_of(cost_form(inst), 9 * unit + 9000, 0), "");
  instance_free(inst);
}

/* Of rows and checkpoints, by their options. */
static void forms_are_told(void) {
  const int64_t unit = 100 * CVRP_ROUTE_COST;
  const CostForm two = cost_form_told(&problem_cvrp, "fleet = file\nobjective = vehicles\n", 2, 0),
                 one = cost_form_told(&problem_cvrp, "fleet = file\nobjective = distance\n", 2, 0),
                 none = cost_form_told(NULL, "objective = vehicles\n", 2, 0);
  CU_ASSERT(two.unit == unit && one.unit == 0 && none.unit == 0 && none.decimals == 2);
  CU_ASSERT_DOUBLE_EQUAL(cost_gap_percent(two, 11 * unit + 5, 10 * unit + 9), 10, 1e-12);
  CU_ASSERT_DOUBLE_EQUAL(cost_gap_percent(two, 10 * unit + 5, 10 * unit + 4), 25, 1e-12);
  CU_ASSERT_DOUBLE_EQUAL(cost_gap_percent(one, 900, 1000), -10, 1e-12);
  CU_ASSERT_DOUBLE_EQUAL(cost_gap_percent(one, -900, -1000), 10, 1e-12);
  CU_ASSERT(isnan(cost_gap_percent(two, COST_NONE, unit)) && isnan(cost_gap_percent(two, unit, 0)) &&
            isnan(cost_gap_percent(one, 5, COST_NONE)));
}

/* Costs count what is left of 550: 495 is a hundredth less than 500. */
static void gaps_of_what_is_collected(void) {
  const CostForm form = cost_form_told(NULL, "", 0, 550);
  CU_ASSERT_DOUBLE_EQUAL(cost_gap_percent(form, 55, 50), 1, 1e-12);
  CU_ASSERT(isnan(cost_gap_percent(form, 55, 0)) && isnan(cost_gap_percent(form, 55, 550)) &&
            isnan(cost_gap_percent(form, COST_NONE, 50)));
  CU_ASSERT_STRING_EQUAL(human_gap_of(form, 55, 50), "1.000%");
  CU_ASSERT_STRING_EQUAL(human_gap_of(form, 55, 0), "");
  CU_ASSERT_STRING_EQUAL(human_collected(form, 55), "collected 495 of 550");
  CU_ASSERT_STRING_EQUAL(human_collected(form, 551), "");
}

static void one_and_many(void) {
  CU_ASSERT_STRING_EQUAL(human_things(1, "schedules"), "1 schedule");
  CU_ASSERT_STRING_EQUAL(human_things(2, "schedules"), "2 schedules");
  CU_ASSERT_STRING_EQUAL(human_things(0, "particle iterations"), "0 particle iterations");
  CU_ASSERT_STRING_EQUAL(human_things(1, "epochs of chains"), "1 epoch of chains");
  CU_ASSERT_STRING_EQUAL(human_things(12345, "kicks"), "12.3k kicks");
  CU_ASSERT_STRING_EQUAL(human_things(1, "work"), "1 work");
}

static void moments(void) {
  CU_ASSERT_STRING_EQUAL(human_moment(0.0293), "29.3ms");
  CU_ASSERT_STRING_EQUAL(human_moment(0.00035), "350us");
  CU_ASSERT_STRING_EQUAL(human_moment(1.25), human_seconds(1.25));
  CU_ASSERT_STRING_EQUAL(human_moment(61), "1m01s");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(costs_of_one_part),
                                      TEST(costs_of_two_parts),
                                      TEST(forms_are_told),
                                      TEST(gaps_of_what_is_collected),
                                      TEST(one_and_many),
                                      TEST(moments),
                                      {NULL, NULL}};
  return harness_run("human", tests);
}
