/* See node_ranks.h. */
#include "node_ranks.h"

#include "collect.h"

static void ranks_bcast(const void *self, void *data, size_t bytes) {
  const Comm *comm = self;
  node_await(comm);
  node_bcast(comm, data, (int)bytes);
}

static bool ranks_all(const void *self, bool mine) {
  const Comm *comm = self;
  int all = mine;
  node_await(comm);
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, comm->node);
  return all;
}

Node node_ranks(const Comm *comm) {
  int rank;
  MPI_Comm_rank(comm->node, &rank);
  return (Node){rank, comm->local_size, ranks_bcast, ranks_all, comm};
}
