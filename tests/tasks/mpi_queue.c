/* The queue of units on any number of ranks: each unit is taken once, none is left out, and the first reason to stop stays
 * (src/tasks/tasks.c). */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "tasks/tasks.h"
#include "fixtures/ranks_harness.h"

enum { SIGNAL = 4, TIME = 2 }; /* reasons */

/* Every rank takes units as fast as it can until they are through. Together they have each of them once. */
static void take_all(const Comm *of, uint64_t units) {
  int *taken = calloc(units + 1, sizeof *taken);
  uint64_t last = 0;
  Queue queue;
  CU_ASSERT_EQUAL_FATAL(queue_open(of, &queue), OK);
  for (uint64_t unit = queue_take(&queue), first = 1; unit < units; unit = queue_take(&queue), first = 0) {
    CU_ASSERT(first || unit > last);
    taken[unit]++;
    last = unit;
  }
  MPI_Allreduce(MPI_IN_PLACE, taken, (int)units, MPI_INT, MPI_SUM, of->all);
  int wrong = 0;
  for (uint64_t u = 0; u < units; u++) wrong += taken[u] != 1;
  CU_ASSERT_EQUAL(wrong, 0);
  queue_close(&queue);
  free(taken);
}

static void each_unit_once(void) {
  for (uint64_t units = 1; units <= 10000; units *= 10) take_all(&comm, units);
}

/* As over a network, where the window is no shared memory. */
static void each_unit_once_over_a_network(void) {
  Comm spread = comm;
  spread.local_size = 0;
  take_all(&spread, 1000);
}

static void first_reason_stays(void) {
  Queue queue;
  CU_ASSERT_EQUAL_FATAL(queue_open(&comm, &queue), OK);
  CU_ASSERT_EQUAL(queue_stopped(&queue), 0);
  MPI_Barrier(comm.all);
  if (comm.rank == comm.size - 1) queue_stop(&queue, SIGNAL);
  MPI_Barrier(comm.all);
  CU_ASSERT_EQUAL(queue_stopped(&queue), SIGNAL);
  MPI_Barrier(comm.all);
  queue_stop(&queue, TIME);
  MPI_Barrier(comm.all);
  CU_ASSERT_EQUAL(queue_stopped(&queue), SIGNAL);
  CU_ASSERT(queue_take(&queue) < (uint64_t)comm.size); /* the other word is as it was */
  queue_close(&queue);
}

/* What every rank counts, all see. */
static void counts_add_up(void) {
  Queue queue;
  CU_ASSERT_EQUAL_FATAL(queue_open(&comm, &queue), OK);
  CU_ASSERT_EQUAL(queue_counted(&queue), 0);
  MPI_Barrier(comm.all);
  for (int k = 0; k < 100; k++) queue_count(&queue, (uint64_t)comm.rank + 1);
  MPI_Barrier(comm.all);
  CU_ASSERT_EQUAL(queue_counted(&queue), (uint64_t)(50 * comm.size * (comm.size + 1)));
  CU_ASSERT(queue_take(&queue) < (uint64_t)comm.size && queue_stopped(&queue) == 0);
  queue_close(&queue);
}

/* Consecutive ranks, the last group with what is left. */
static void groups_partition(void) {
  for (int each = 1; each <= comm.size; each++) {
    Comm group;
    comm_split(&comm, each, &group);
    const int first = comm.rank / each * each, left = comm.size - first;
    CU_ASSERT_EQUAL(group.rank, comm.rank - first);
    CU_ASSERT_EQUAL(group.size, left < each ? left : each);
    CU_ASSERT_EQUAL(group.local_rank, comm.local_rank);
    comm_split_free(&group);
  }
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(each_unit_once),     TEST(each_unit_once_over_a_network),
                                      TEST(first_reason_stays), TEST(counts_add_up),
                                      TEST(groups_partition),   {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "queue", tests);
}
