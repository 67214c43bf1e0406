/* How long the next slice is to be (src/slice.h). */
#include <math.h>
#include "fixtures/harness.h"
#include "slice.h"

static void steps_approach_the_length(void) {
  CU_ASSERT_EQUAL(slice_next(8, 0.01, 0.2, INFINITY), 32);
  CU_ASSERT_EQUAL(slice_next(8, 0.1, 0.2, INFINITY), 16);
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, INFINITY), 8);
  CU_ASSERT_EQUAL(slice_next(8, 0.29, 0.2, INFINITY), 8);
  CU_ASSERT_EQUAL(slice_next(8, 0.4, 0.2, INFINITY), 4);
  CU_ASSERT_EQUAL(slice_next(3, 0.4, 0.2, INFINITY), 1);
  CU_ASSERT_EQUAL(slice_next(2, 0.4, 0.2, INFINITY), 1);
}

static void steps_stay_in_range(void) {
  CU_ASSERT_EQUAL(slice_next(1, 10, 0.2, INFINITY), 1);
  CU_ASSERT_EQUAL(slice_next(UINT32_MAX, 0, 0.2, INFINITY), UINT32_MAX);
  CU_ASSERT_EQUAL(slice_next(UINT32_MAX / 3, 1e-9, 0.2, INFINITY), UINT32_MAX / 3 * 2);
}

static void the_time_left_caps_the_steps(void) {
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, 0.1), 4);
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, 0), 1);
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, -1), 1);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(steps_approach_the_length),
                                      TEST(steps_stay_in_range),
                                      TEST(the_time_left_caps_the_steps),
                                      {NULL, NULL}};
  return harness_run("slice", tests);
}
