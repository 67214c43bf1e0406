/* How long a sweep will still take: each kind of task is corrected by its own finished tasks. */
#include "fixtures/harness.h"
#include "sweep/sweep_state.h"

#include <math.h>

static bool near(double a, double b) { return fabs(a - b) <= 1e-9 * (1 + fabs(b)); }

static void unknown_before_the_first(void) {
  KindTime kind[2] = {{0}};
  kind_task(&kind[0], 1);
  CU_ASSERT(kinds_left(kind, 2, 1, 5) < 0);
  kind_row(&kind[0], 1, 0); /* it failed */
  CU_ASSERT(kinds_left(kind, 2, 1, 5) < 0);
}

/* Tasks of one kind take a sixth of their estimate, those of another as long as they were to take. */
static void kinds_have_factors_of_their_own(void) {
  KindTime kind[3] = {{0}};
  for (int k = 0; k < 10; k++) {
    kind_task(&kind[0], 6);
    kind_task(&kind[1], 1);
  }
  kind_task(&kind[2], 7);
  for (int k = 0; k < 4; k++) kind_row(&kind[0], 6, 1);
  CU_ASSERT(
      near(kinds_left(kind, 2, 1, 4), 6 * 1 + 10 * 1.0 / 6)); /* of the second kind nothing is known yet */
  for (int k = 0; k < 8; k++) kind_row(&kind[1], 1, 1);
  CU_ASSERT(near(kinds_left(kind, 2, 1, 12), 6 + 2));
  CU_ASSERT(
      near(kinds_left(kind, 3, 1, 12), 6 + 2 + 7 * 12.0 / 32)); /* the third: by the mean of the others */
  CU_ASSERT(near(kinds_left(kind, 2, 1, 24), 16));              /* half of the time goes elsewhere */
  CU_ASSERT(near(kinds_left(kind, 2, 2, 6), 4));                /* two groups */
}

static void first_rows_of_many_groups(void) {
  KindTime kind = {0};
  for (int k = 0; k < 16; k++) kind_task(&kind, 1);
  kind_row(&kind, 1, 1); /* the others are not done yet */
  CU_ASSERT(near(kinds_left(&kind, 1, 8, 1), 15.0 / 8));
}

static void nothing_is_left(void) {
  KindTime kind = {0};
  for (int k = 0; k < 3; k++) kind_task(&kind, 0.1);
  for (int k = 0; k < 3; k++) kind_row(&kind, 0.1, 0.3);
  CU_ASSERT(kinds_left(&kind, 1, 1, 1) == 0);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(unknown_before_the_first),
                                      TEST(kinds_have_factors_of_their_own),
                                      TEST(first_rows_of_many_groups),
                                      TEST(nothing_is_left),
                                      {NULL, NULL}};
  return harness_run("left", tests);
}
