/* The length of slices (src/slice.h): towards the usual one, no longer than the time that is left, never none. */
#include <math.h>
#include "fixtures/harness.h"
#include "slice.h"

static void towards_the_usual_length(void) {
  CU_ASSERT_EQUAL(slice_next(8, 0.4, 0.2, INFINITY), 4);
  CU_ASSERT_EQUAL(slice_next(2, 1, 0.2, INFINITY), 1);
  CU_ASSERT_EQUAL(slice_next(1, 9, 0.2, INFINITY), 1);
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, INFINITY), 8);
  CU_ASSERT_EQUAL(slice_next(8, 0.1, 0.2, INFINITY), 16);
  CU_ASSERT_EQUAL(slice_next(8, 0.01, 0.2, INFINITY), 32);
}

static void within_the_time_that_is_left(void) {
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, 0.1), 2);
  CU_ASSERT_EQUAL(slice_next(8, 0.01, 0.2, 0.04), 16);
  CU_ASSERT_EQUAL(slice_next(8, 0.01, 0.2, 0.01), 8);
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, 0), 1);
  CU_ASSERT_EQUAL(slice_next(8, 0.2, 0.2, -1), 1);
}

/* The time left counts also where the last slice says nothing. */
static void shorter_at_the_end(void) {
  CU_ASSERT_EQUAL(slice_shorter(8, 0.02, INFINITY), 0);
  CU_ASSERT_EQUAL(slice_shorter(8, 0.02, 0.4), 0);
  CU_ASSERT_EQUAL(slice_shorter(8, 0.02, 0.2), 5);
  CU_ASSERT_EQUAL(slice_shorter(8, 0.02, -1), 1);
  CU_ASSERT_EQUAL(slice_shorter(8, 0, 0.1), 0);
}

/* Waiting for others ends with the shortest slice, so none is far from the usual length. */
static void as_long_as_the_others(void) {
  CU_ASSERT_EQUAL(slice_even(1000, 0.16, 0.2, INFINITY), 1250);
  CU_ASSERT_EQUAL(slice_even(1000, 0.3, 0.2, INFINITY), 666);
  CU_ASSERT_EQUAL(slice_even(8, 0.001, 0.2, INFINITY), 32);
  CU_ASSERT_EQUAL(slice_even(2, 9, 0.2, INFINITY), 1);
  CU_ASSERT_EQUAL(slice_even(8, 0, 0.2, INFINITY), 32);
  CU_ASSERT_EQUAL(slice_even(1000, 0.2, 0.2, 0.1), 250);
  CU_ASSERT_EQUAL(slice_even(1000, 0.2, 0.2, -1), 1);
}

static void counts_do_not_overflow(void) {
  CU_ASSERT_EQUAL(slice_even(UINT32_MAX, 0.001, 0.2, INFINITY), UINT32_MAX);
  CU_ASSERT_EQUAL(slice_next(UINT32_MAX, 0.001, 0.2, INFINITY), UINT32_MAX);
  CU_ASSERT_EQUAL(slice_next(UINT32_MAX / 2, 0.1, 0.2, INFINITY), UINT32_MAX / 2);
}

int main(void) {
  const HarnessTest tests[] = {TEST(towards_the_usual_length), TEST(within_the_time_that_is_left),
                               TEST(shorter_at_the_end),       TEST(as_long_as_the_others),
                               TEST(counts_do_not_overflow),   {NULL, NULL}};
  return harness_run("slice", tests);
}
