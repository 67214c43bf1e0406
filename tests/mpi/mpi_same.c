/* What ranks mean by a call: any rank that differs is found, the lowest one is named, and every rank knows. */
#include "mpi/collect.h"

#include <stdio.h>
#include <string.h>
#include "fixtures/ranks_harness.h"

static void equal_texts(void) {
  CU_ASSERT_EQUAL(comm_same_text(&comm, "call", "solve a"), OK);
  CU_ASSERT_EQUAL(comm_same(&comm, "call", 7, comm.rank ? "one way" : "another"), OK);
}

/* Ranks from `first` to `last` say something else, each its own. */
static void other_texts(int first, int last) {
  char text[32], want[128];
  const bool other = comm.rank >= first && comm.rank <= last;
  snprintf(text, sizeof text, "solve %d", other ? comm.rank : 0);
  snprintf(want, sizeof want,
           "expected the same call on every rank, found on rank 0: solve 0; on rank %d: solve %d", first,
           first);
  CU_ASSERT_EQUAL(comm_same_text(&comm, "call", text), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), want);
  status_clear();
}

static void each_rank_counts(void) {
  for (int rank = 1; rank < comm.size; rank++) other_texts(rank, rank);
}

static void the_lowest_is_named(void) {
  for (int rank = 1; rank < comm.size; rank++) other_texts(rank, comm.size - 1);
}

/* Longer than a message: still compared as a whole. */
static void long_texts(void) {
  char text[2 * SAME_TEXT_MAX];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  CU_ASSERT_EQUAL(comm_same_text(&comm, "call", text), OK);
  text[sizeof text - 2] = comm.rank == comm.size - 1 ? 'y' : 'x';
  CU_ASSERT_EQUAL(comm_same_text(&comm, "call", text), comm.size > 1 ? ERR_USAGE : OK);
  if (comm.size > 1) CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "xxx...; on rank "));
  status_clear();
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(equal_texts), TEST(each_rank_counts), TEST(the_lowest_is_named), TEST(long_texts), {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "same", tests);
}
