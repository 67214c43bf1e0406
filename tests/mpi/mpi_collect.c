/* What ranks collect (src/mpi/collect.h): the least of all their rows. */
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ranks_harness.h"
#include "mpi/collect.h"

/* The first number that differs decides; each rank is the one that has the least. */
static void least_of_rows(void) {
  for (int winner = 0; winner < comm.size; winner++)
    for (int decides = 0; decides < 4; decides++) {
      const bool mine = comm.rank == winner;
      int64_t row[4] = {-5, 0, INT64_MIN, 7}, want[4];
      memcpy(want, row, sizeof row);
      for (int k = decides + 1; k < 4; k++) row[k] = mine ? 100 : -100 - comm.rank;
      row[decides] = mine ? row[decides] : row[decides] + 1 + comm.rank;
      for (int k = decides + 1; k < 4; k++) want[k] = 100;
      comm_least(&comm, row, 4);
      CU_ASSERT_EQUAL(memcmp(row, want, sizeof want), 0);
    }
}

/* Numbers beyond 32 bits, one to a row, rows that are equal. */
static void least_of_numbers(void) {
  int64_t one = (int64_t)1 << (40 + comm.rank), same[2] = {3, -9};
  comm_least(&comm, &one, 1);
  comm_least(&comm, same, 2);
  CU_ASSERT(one == (int64_t)1 << 40 && same[0] == 3 && same[1] == -9);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(least_of_rows), TEST(least_of_numbers), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "collect", tests);
}
