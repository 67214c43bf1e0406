/* Which of two time limits a run goes by (src/run/run_time.c): its own, or that of the sweep it is in. */
#include "fixtures/harness.h"
#include "run/run_state.h"

static double limit_of(double own_s, double cut_s) {
  Options options = {.time_s = own_s, .cut_s = cut_s};
  return run_limit_s(&options);
}

static void the_sooner_limit_counts(void) {
  CU_ASSERT_EQUAL(limit_of(0, 0), 0); /* none */
  CU_ASSERT_EQUAL(limit_of(5, 0), 5);
  CU_ASSERT_EQUAL(limit_of(0, 7), 7);
  CU_ASSERT_EQUAL(limit_of(5, 7), 5);
  CU_ASSERT_EQUAL(limit_of(7, 5), 5);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(the_sooner_limit_counts), {NULL, NULL}};
  return harness_run("run_time", tests);
}
