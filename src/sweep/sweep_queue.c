/* Groups of ranks, and the counter they take their units from: see sweep_state.h. Inside a sweep.
 *
 * The counter lies in a window on rank 0 and is changed by atomic operations of whoever wants a unit (MPI 3, passive target):
 * no rank hands out work. On one host the window is shared memory, and nobody waits for anybody; over a network it is the
 * network's own atomic operations, or where it has none rank 0 serves them whenever it calls MPI, once a round at least. */
#include <stdlib.h>
#include <unistd.h>
#include "sweep_state.h"

enum { WORD_NEXT, WORD_STOP, WORDS };
enum { IDLE_US = 10000 };

void group_open(const Comm *comm, int ranks_per_task, Comm *group) {
  *group = *comm, group->began = 0;
  MPI_Comm_split(comm->all, comm->rank / ranks_per_task, comm->rank, &group->all);
  MPI_Comm_rank(group->all, &group->rank);
  MPI_Comm_size(group->all, &group->size);
  MPI_Comm_split_type(group->all, MPI_COMM_TYPE_SHARED, group->rank, MPI_INFO_NULL, &group->node);
  MPI_Comm_size(group->node, &group->local_size);
}

void group_close(Comm *group) {
  MPI_Comm_free(&group->node);
  MPI_Comm_free(&group->all);
}

Status queue_open(const Comm *comm, Queue *queue) {
  const MPI_Aint bytes = comm->rank == 0 ? WORDS * (MPI_Aint)sizeof *queue->words : 0;
  const int unit = sizeof *queue->words, one_host = comm->local_size == comm->size;
  int failed = (one_host ? MPI_Win_allocate_shared : MPI_Win_allocate)(bytes, unit, MPI_INFO_NULL, comm->all,
                                                                       &queue->words, &queue->window);
  if (failed) FAIL(ERR_MEMORY, "no memory for the queue of tasks");
  MPI_Win_lock_all(0, queue->window);
  for (int k = 0; comm->rank == 0 && k < WORDS; k++) queue->words[k] = 0;
  MPI_Win_sync(queue->window);
  MPI_Barrier(comm->all);
  return OK;
}

void queue_close(Queue *queue) {
  MPI_Win_unlock_all(queue->window);
  MPI_Win_free(&queue->window);
}

static int64_t word_change(Queue *queue, int word, int64_t value, MPI_Op op) {
  int64_t before = 0;
  MPI_Fetch_and_op(&value, &before, MPI_INT64_T, 0, word, op, queue->window);
  MPI_Win_flush(0, queue->window);
  return before;
}

uint64_t queue_take(Queue *queue) { return (uint64_t)word_change(queue, WORD_NEXT, 1, MPI_SUM); }
SweepEnd queue_stopped(Queue *queue) { return (SweepEnd)word_change(queue, WORD_STOP, 0, MPI_NO_OP); }

/* Two ranks that stop at once may both be first: either reason will do. (MPI_Compare_and_swap would tell, but Open MPI 4.1.4
 * crashes in it where its transport imitates atomic operations.) */
void queue_stop(Queue *queue, SweepEnd why) {
  if (queue_stopped(queue) == SWEEP_GOING) word_change(queue, WORD_STOP, why, MPI_REPLACE);
}

void ranks_await(const Comm *comm, void (*idle)(void *self), void *self) {
  MPI_Request all;
  int there = 0;
  MPI_Ibarrier(comm->all, &all);
  for (MPI_Test(&all, &there, MPI_STATUS_IGNORE); !there; MPI_Test(&all, &there, MPI_STATUS_IGNORE)) {
    idle(self);
    usleep(IDLE_US);
  }
}
