/* The trace of a run: costs descend, it is bounded and evenly spaced, and what a search has left is dropped. */
#include "fixtures/harness.h"
#include "run/tables.h"

#include <stdlib.h>

static void added(Trace *t, double elapsed_s, int64_t best) {
  CU_ASSERT(trace_add(t, (TraceRow){elapsed_s, 1, 2, best}) == OK);
}

static void only_better_ones(void) {
  Trace t = {0};
  added(&t, 1, 50);
  added(&t, 2, 50);
  added(&t, 3, 60);
  added(&t, 4, 49);
  CU_ASSERT_FATAL(t.rows == 2);
  CU_ASSERT(t.row[0].elapsed_s == 1 && t.row[1].elapsed_s == 4 && t.row[1].best == 49);
  free(t.row);
}

static void what_was_left_is_dropped(void) {
  Trace t = {0};
  added(&t, 1, 50);
  added(&t, 2, 45);
  added(&t, 3, 40);
  trace_settle(&t, 45);
  CU_ASSERT(t.rows == 2 && t.row[1].best == 45);
  trace_settle(&t, 47);
  CU_ASSERT(t.rows == 1 && t.row[0].best == 50);
  added(&t, 4, 47);
  CU_ASSERT(t.rows == 2 && t.row[1].elapsed_s == 4);
  free(t.row);
}

static void bounded_and_even(void) {
  enum { ALL = 20 * TRACE_ROWS };
  Trace t = {0};
  int ordered = 1, even = 1;
  for (int k = 0; k < ALL; k++) added(&t, 0.001 * (k + 1), ALL - k);
  CU_ASSERT_FATAL(t.rows == TRACE_ROWS);
  CU_ASSERT(t.row[0].best == ALL && t.row[TRACE_ROWS - 1].best == 1);
  for (size_t r = 1; r < t.rows; r++)
    ordered &= t.row[r].best < t.row[r - 1].best && t.row[r].elapsed_s > t.row[r - 1].elapsed_s;
  for (size_t r = TRACE_ROWS / 2; r < t.rows; r++) even &= t.row[r].elapsed_s < 1.05 * t.row[r - 1].elapsed_s;
  CU_ASSERT(ordered && even);
  free(t.row);
}

static void looks_are_rare(void) {
  CU_ASSERT(trace_interval(0, 0) > 0 && trace_interval(100, 0) == 0.05 * 100);
  CU_ASSERT(trace_interval(100, 1) == 50);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(only_better_ones),
                                      TEST(what_was_left_is_dropped),
                                      TEST(bounded_and_even),
                                      TEST(looks_are_rare),
                                      {NULL, NULL}};
  return harness_run("run_trace", tests);
}
