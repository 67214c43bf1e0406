/* See node_ranks.h. */
#include "node_ranks.h"

#include <unistd.h>

enum { IDLE_US = 1000 };

/* Until every rank has come here: whoever works meanwhile has the cores. */
static void ranks_await(const Comm *comm) {
  MPI_Request all;
  int there = 0;
  MPI_Ibarrier(comm->node, &all);
  for (MPI_Test(&all, &there, MPI_STATUS_IGNORE); !there; MPI_Test(&all, &there, MPI_STATUS_IGNORE))
    usleep(IDLE_US);
}

static void ranks_bcast(const void *self, void *data, size_t bytes) {
  const Comm *comm = self;
  ranks_await(comm);
  MPI_Bcast(data, (int)bytes, MPI_BYTE, 0, comm->node);
}

static bool ranks_all(const void *self, bool mine) {
  const Comm *comm = self;
  int all = mine;
  ranks_await(comm);
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, comm->node);
  return all;
}

Node node_ranks(const Comm *comm) {
  int rank;
  MPI_Comm_rank(comm->node, &rank);
  return (Node){rank, comm->local_size, ranks_bcast, ranks_all, comm};
}
