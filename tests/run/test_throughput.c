/* The table of throughput: bounded, and nothing is lost when it is made shorter. */
#include "fixtures/harness.h"
#include "run/tables.h"

#include <math.h>
#include <stdlib.h>

static void interval_add(Throughput *t, uint32_t leg, uint32_t ranks, double end, double seconds,
                         uint64_t moves) {
  ThroughputRow row[8];
  for (uint32_t r = 0; r < ranks; r++) row[r] = (ThroughputRow){end, leg, r, seconds, moves + r};
  CU_ASSERT(throughput_add(t, row, ranks) == OK);
}

static void totals(const Throughput *t, uint64_t *moves, double *seconds) {
  *moves = 0;
  *seconds = 0;
  for (size_t r = 0; r < t->rows; r++) {
    *moves += t->row[r].moves;
    *seconds += t->row[r].seconds;
  }
}

static void kept_as_added(void) {
  Throughput t;
  throughput_start(&t, NULL, 0, 0);
  const double every = t.every_s;
  for (int k = 0; k < THROUGHPUT_INTERVALS; k++) interval_add(&t, 0, 2, 5.0 * (k + 1), 5, (uint64_t)k);
  CU_ASSERT(t.rows == 2 * THROUGHPUT_INTERVALS && t.every_s == every);
  CU_ASSERT(t.row[7].elapsed_s == 20 && t.row[7].rank == 1 && t.row[7].moves == 4 && t.row[7].seconds == 5);
  free(t.row);
}

static void merged_in_pairs(void) {
  Throughput t;
  uint64_t moves;
  double seconds;
  throughput_start(&t, NULL, 0, 0);
  const double every = t.every_s;
  for (int k = 0; k <= THROUGHPUT_INTERVALS; k++) interval_add(&t, 0, 3, 5.0 * (k + 1), 5, 10);
  CU_ASSERT(t.rows == 3 * (THROUGHPUT_INTERVALS / 2 + 1) && t.every_s == 2 * every);
  CU_ASSERT(t.row[4].elapsed_s == 20 && t.row[4].rank == 1 && t.row[4].moves == 22 && t.row[4].seconds == 10);
  CU_ASSERT(t.row[t.rows - 1].seconds == 5 && t.row[t.rows - 1].moves == 12); /* the odd one out */
  totals(&t, &moves, &seconds);
  CU_ASSERT(moves == 33u * (THROUGHPUT_INTERVALS + 1) && seconds == 15.0 * (THROUGHPUT_INTERVALS + 1));
  free(t.row);
}

/* Legs of other numbers of ranks are never mixed. */
static void legs_stay_apart(void) {
  Throughput t;
  uint64_t moves, expected = 0;
  double seconds, end = 0;
  throughput_start(&t, NULL, 0, 0);
  for (uint32_t leg = 0, added = 0; added < 5 * THROUGHPUT_INTERVALS; leg++)
    for (uint32_t k = 0; k <= leg % 7 && added < 5 * THROUGHPUT_INTERVALS; k++, added++) {
      const uint32_t ranks = 1 + leg % 4;
      interval_add(&t, leg, ranks, end += 1, 1, 100);
      expected += 100 * ranks + ranks * (ranks - 1) / 2;
    }
  totals(&t, &moves, &seconds);
  CU_ASSERT(moves == expected && t.rows < 8 * THROUGHPUT_INTERVALS);
  int ranks_fit = 1, ascend = 1;
  for (size_t r = 0; r < t.rows; r++) ranks_fit &= t.row[r].rank <= t.row[r].leg % 4;
  for (size_t r = 1; r < t.rows; r++)
    ascend &= t.row[r].leg >= t.row[r - 1].leg && t.row[r].elapsed_s >= t.row[r - 1].elapsed_s;
  CU_ASSERT(ranks_fit && ascend);
  free(t.row);
}

static void long_run_resumed(void) {
  Throughput t;
  throughput_start(&t, NULL, 0, 1e6);
  CU_ASSERT(t.every_s * THROUGHPUT_INTERVALS >= 1e6 && t.every_s / 2 * THROUGHPUT_INTERVALS < 1e6);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(kept_as_added),
                                      TEST(merged_in_pairs),
                                      TEST(legs_stay_apart),
                                      TEST(long_run_resumed),
                                      {NULL, NULL}};
  return harness_run("throughput", tests);
}
