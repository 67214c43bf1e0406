/* See collect.h. */
#include "collect.h"

#include <string.h>
#include <unistd.h>

enum { FIRST_US = 100, IDLE_US = 10000, NODE_IDLE_US = 1000 };

void comm_max(const Comm *comm, int64_t *value, int count) {
  MPI_Allreduce(MPI_IN_PLACE, value, count, MPI_INT64_T, MPI_MAX, comm->all);
}

void comm_sum(const Comm *comm, uint64_t *value, int count) {
  MPI_Allreduce(MPI_IN_PLACE, value, count, MPI_UINT64_T, MPI_SUM, comm->all);
}

void comm_or(const Comm *comm, uint64_t *value, size_t count) {
  MPI_Allreduce(MPI_IN_PLACE, value, (int)count, MPI_UINT64_T, MPI_BOR, comm->all);
}

/* MPI's operation on elements that are rows of int64: *type's bytes each. */
/* cppcheck-suppress constParameter ; MPI_User_function has it so */
static void least_keep(void *in, void *kept, int *rows, MPI_Datatype *type) {
  const int64_t *one = in;
  int64_t *least = kept;
  int bytes;
  MPI_Type_size(*type, &bytes);
  const int count = bytes / (int)sizeof *one;
  for (int r = 0; r < *rows; r++, one += count, least += count) {
    int at = 0;
    while (at < count - 1 && one[at] == least[at]) at++;
    if (one[at] < least[at]) memcpy(least, one, (size_t)bytes);
  }
}

void comm_least(const Comm *comm, int64_t *value, int count) {
  MPI_Datatype row;
  MPI_Op least;
  MPI_Type_contiguous(count, MPI_INT64_T, &row);
  MPI_Type_commit(&row);
  MPI_Op_create(least_keep, 1, &least);
  MPI_Allreduce(MPI_IN_PLACE, value, 1, row, least, comm->all);
  MPI_Op_free(&least);
  MPI_Type_free(&row);
}

uint64_t comm_sum_below(const Comm *comm, uint64_t mine) {
  uint64_t below = 0;
  MPI_Exscan(&mine, &below, 1, MPI_UINT64_T, MPI_SUM, comm->all);
  return comm->rank == 0 ? 0 : below; /* MPI leaves it undefined on rank 0 */
}

void comm_gather(const Comm *comm, const void *mine, size_t bytes, void *all) {
  MPI_Gather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, 0, comm->all);
}

void comm_gather_all(const Comm *comm, const void *mine, size_t bytes, void *all) {
  MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm->all);
}

void node_gather_all(const Comm *comm, const void *mine, size_t bytes, void *all) {
  MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm->node);
}

void comm_gather_parts(const Comm *comm, const void *mine, void *all, const int *bytes, const int *place) {
  MPI_Gatherv(mine, bytes[comm->rank], MPI_BYTE, all, bytes, place, MPI_BYTE, 0, comm->all);
}

void node_bcast(const Comm *comm, void *data, int bytes) { MPI_Bcast(data, bytes, MPI_BYTE, 0, comm->node); }

/* Until all of them have come here; no core is kept busy. Pauses grow from FIRST_US to `every`. */
static void ranks_await(MPI_Comm ranks, useconds_t every, void (*idle)(void *self), void *self) {
  MPI_Request all;
  int there = 0;
  MPI_Ibarrier(ranks, &all);
  MPI_Test(&all, &there, MPI_STATUS_IGNORE);
  for (useconds_t pause = FIRST_US; !there; pause = 2 * pause < every ? 2 * pause : every) {
    if (idle) idle(self);
    usleep(pause);
    MPI_Test(&all, &there, MPI_STATUS_IGNORE);
  }
}

void comm_await(const Comm *comm, void (*idle)(void *self), void *self) {
  ranks_await(comm->all, IDLE_US, idle, self);
}

void node_await(const Comm *comm) { ranks_await(comm->node, NODE_IDLE_US, NULL, NULL); }
