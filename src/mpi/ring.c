/* The ring of islands: see ring.h. */
#include "ring.h"

#include <stdlib.h>
#include "bcast.h"

Span ring_span(uint32_t islands, int rank, int size) {
  uint32_t first = (uint32_t)((uint64_t)islands * rank / size),
           end = (uint32_t)((uint64_t)islands * (rank + 1) / size);
  return (Span){first, end - first};
}

/* The nearest rank in that direction that hosts an island. */
static int neighbour(const Comm *comm, uint32_t islands, int direction) {
  int rank = comm->rank;
  do rank = (rank + direction + comm->size) % comm->size;
  while (ring_span(islands, rank, comm->size).count == 0);
  return rank;
}

/* Sends the block's last migrant on and receives the one before its first. The ranks have agreed that all can. A message counts
 * in int, a whole population may be larger. */
static void migrant_pass(const Comm *comm, uint32_t islands, const char *out, char *in, size_t bytes) {
  const size_t message = (size_t)1 << 30;
  const int to = neighbour(comm, islands, 1), from = neighbour(comm, islands, -1);
  for (size_t at = 0; at < bytes; at += message) {
    const int part = (int)(bytes - at < message ? bytes - at : message);
    MPI_Sendrecv(out + at, part, MPI_BYTE, to, 0, in + at, part, MPI_BYTE, from, 0, comm->all,
                 MPI_STATUS_IGNORE);
  }
}

Status ring_exchange(const Comm *comm, const Solver *solver, Archipelago *a, uint32_t islands) {
  if (islands == 1) return OK;
  bool hosts = ring_span(islands, comm->rank, comm->size).count > 0;
  size_t bytes = hosts ? solver->migrant_bytes(a) : 0;
  char *out = calloc(1, bytes + 1), *in = calloc(1, bytes + 1);
  Status status = out && in ? OK : status_fail(ERR_MEMORY, "no memory for a migrant of %zu bytes", bytes);
  if (status == OK && hosts) status = solver->emigrate(a, out);
  status = comm_agree(comm, status);
  if (status == OK && hosts) {
    migrant_pass(comm, islands, out, in, bytes);
    status = solver->immigrate(a, in);
  }
  free(out), free(in);
  return comm_agree(comm, status);
}

void ring_best(const Comm *comm, uint32_t length, Individual *best) {
  struct {
    int64_t cost;
    int32_t rank;
    uint32_t island;
  } mine = {best->cost, comm->rank, best->island}, *all = malloc(comm->size * sizeof *all), winner = mine;
  if (!all) comm_abort(comm, 71);
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, comm->all);
  winner = all[0];
  for (int r = 1; r < comm->size; r++)
    if (all[r].cost < winner.cost) winner = all[r];
  free(all);
  best->cost = winner.cost, best->island = winner.island, best->length = length;
  if (winner.cost != COST_NONE) bytes_bcast(comm, best->gene, length * sizeof *best->gene, winner.rank);
}
