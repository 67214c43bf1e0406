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

Node leader_ranks(const Comm *comm, Comm *between) {
  int first;
  MPI_Comm_rank(comm->node, &first);
  *between = (Comm){.all = MPI_COMM_NULL};
  MPI_Comm_split(comm->all, first == 0 ? 0 : MPI_UNDEFINED, comm->rank, &between->node);
  if (between->node == MPI_COMM_NULL) return (Node){.size = 0};
  MPI_Comm_size(between->node, &between->local_size);
  return node_ranks(between);
}

void leader_ranks_close(Comm *between) {
  if (between->node != MPI_COMM_NULL) MPI_Comm_free(&between->node);
}
