/* The trace of a row: how the best came down, in RESULT_TRACE entries at most, spread over the orders of magnitude of time. */
#include <math.h>
#include "fixtures/harness.h"
#include "sweep/sweep_state.h"

static ResultRow row;

static int64_t best_at(int k) { return 1000000 - k; }

/* An improvement at each of so many moments: a geometric series, or an arithmetic one. */
static void improve(int count, double ratio, double step) {
  double s = 0.001;
  row_clear(&row);
  for (int k = 0; k < count; k++, s = s * ratio + step) {
    row_trace(&row, s, (uint64_t)k, best_at(k));
    row_trace(&row, s * 1.0001, (uint64_t)k + 1, best_at(k)); /* none */
  }
}

static void entries_check(int last) {
  for (int k = 0; k < row.trace_rows; k++) {
    CU_ASSERT_EQUAL(row.trace_best[k], best_at((int)row.trace_searches[k]));
    CU_ASSERT(k == 0 || row.trace_s[k] > row.trace_s[k - 1]);
  }
  CU_ASSERT_EQUAL(row.trace_searches[0], 0);
  CU_ASSERT_EQUAL(row.trace_searches[row.trace_rows - 1], last);
}

static void few(void) {
  improve(RESULT_TRACE, 1, 1);
  CU_ASSERT_EQUAL_FATAL(row.trace_rows, RESULT_TRACE);
  for (int k = 0; k < RESULT_TRACE; k++) CU_ASSERT_EQUAL(row.trace_searches[k], k);
  entries_check(RESULT_TRACE - 1);
}

/* Early ones stay: later ones, a thousand times as many, do not drive them out. */
static void spread(void) {
  improve(10000, 1, 0.001); /* 0.001 to 10 s */
  CU_ASSERT_EQUAL_FATAL(row.trace_rows, RESULT_TRACE);
  entries_check(9999);
  int before[4] = {0}; /* entries up to 0.01, 0.1, 1, 10 s */
  for (int k = 0; k < RESULT_TRACE; k++)
    for (int d = 0; d < 4; d++) before[d] += row.trace_s[k] < 0.00999 * pow(10, d);
  CU_ASSERT(before[0] >= 3);
  for (int d = 1; d < 4; d++) CU_ASSERT(before[d] - before[d - 1] >= 3);
}

static void alike(void) {
  improve(500, 1.02, 0); /* 10 orders of magnitude, as many in each */
  CU_ASSERT_EQUAL_FATAL(row.trace_rows, RESULT_TRACE);
  entries_check(499);
  for (int k = 1; k + 1 < RESULT_TRACE; k++)
    CU_ASSERT(row.trace_s[k + 1] / row.trace_s[k] < 4); /* 1.36 if they were even */
}

static void none(void) {
  row_clear(&row);
  row_trace(&row, 1, 1, COST_NONE);
  CU_ASSERT_EQUAL(row.trace_rows, 0);
}

static const HarnessTest tests[] = {TEST(few), TEST(spread), TEST(alike), TEST(none), {NULL, NULL}};

int main(void) { return harness_run("trace", tests); }
