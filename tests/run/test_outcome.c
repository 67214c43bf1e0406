/* The cost at which a run ends: the larger of --target and of the gap to the best known value. */
#include <math.h>
#include "fixtures/harness.h"
#include "run/outcome.h"

static double target(int64_t best_known, int decimals, double cost, double gap) {
  const Outcome o = {.best_known = best_known};
  return outcome_target(&o, decimals, cost, gap);
}

static void costs_alone(void) {
  CU_ASSERT_EQUAL(target(0, 0, 5, -INFINITY), 5);
  CU_ASSERT_EQUAL(target(200, 2, 5, -INFINITY), 500);
  CU_ASSERT_EQUAL(target(200, 0, -INFINITY, -INFINITY), -INFINITY);
}

static void gaps_of_what_is_known(void) {
  CU_ASSERT_EQUAL(target(200, 0, -INFINITY, 1), 202);
  CU_ASSERT_EQUAL(target(200, 3, -INFINITY, 0), 200);
  CU_ASSERT_EQUAL(target(-200, 0, -INFINITY, 1),
                  -198); /* costs below 0: gaps are above the best all the same */
  CU_ASSERT_EQUAL(target(0, 0, -INFINITY, 1), -INFINITY);
}

static void the_larger_ends(void) {
  CU_ASSERT_EQUAL(target(200, 0, 201, 1), 202);
  CU_ASSERT_EQUAL(target(200, 0, 203, 1), 203);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(costs_alone), TEST(gaps_of_what_is_known), TEST(the_larger_ends), {NULL, NULL}};
  return harness_run("outcome", tests);
}
