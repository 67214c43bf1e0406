/* The ring of islands: see ring.h. */
#include "ring.h"

#include <stdlib.h>
#include <string.h>
#include "bcast.h"

Span ring_span(uint32_t islands, int rank, int size) {
  uint32_t first = (uint32_t)((uint64_t)islands * rank / size), end = (uint32_t)((uint64_t)islands * (rank + 1) / size);
  return (Span){first, end - first};
}

/* A migrant as it travels. */
typedef struct Parcel {
  int64_t cost;
  uint32_t island, length;
  int32_t gene[];
} Parcel;

static size_t parcel_bytes(uint32_t length) { return sizeof(Parcel) + length * sizeof(int32_t); }

static Status parcel_pack(const Solver *solver, Archipelago *a, uint32_t i, Parcel *parcel) {
  Individual champion = {.gene = parcel->gene};
  TRY(solver->champion(a, i, &champion));
  parcel->cost = champion.cost, parcel->island = champion.island, parcel->length = champion.length;
  return OK;
}

static Status parcel_deliver(const Solver *solver, Archipelago *a, uint32_t i, Parcel *parcel) {
  if (parcel->cost == COST_NONE) return OK;
  Individual migrant = {parcel->cost, parcel->island, parcel->length, parcel->gene};
  return solver->immigrate(a, i, &migrant);
}

/* The nearest rank in that direction that hosts an island. */
static int neighbour(const Comm *comm, uint32_t islands, int direction) {
  int rank = comm->rank;
  do rank = (rank + direction + comm->size) % comm->size;
  while (ring_span(islands, rank, comm->size).count == 0);
  return rank;
}

/* Sends the block's last champion on, receives the one before its first, and shifts the rest by one. */
static Status block_exchange(const Comm *comm, const Solver *solver, Archipelago *a, uint32_t islands, Span span,
                             size_t bytes, Parcel *out, Parcel *in) {
  /* A rank that fails here still takes part, with an empty parcel, so that no neighbour waits for ever. */
  Status status = parcel_pack(solver, a, span.count - 1, out);
  if (status != OK) out->cost = COST_NONE;
  MPI_Sendrecv(out, (int)bytes, MPI_BYTE, neighbour(comm, islands, 1), 0, in, (int)bytes, MPI_BYTE,
               neighbour(comm, islands, -1), 0, comm->all, MPI_STATUS_IGNORE);
  for (uint32_t i = 0; i < span.count && status == OK; i++) {
    TRY(parcel_pack(solver, a, i, out)); /* before its own migrant changes it */
    TRY(parcel_deliver(solver, a, i, in));
    Parcel *next = in;
    in = out, out = next;
  }
  return status;
}

Status ring_exchange(const Comm *comm, const Solver *solver, Archipelago *a, uint32_t islands, uint32_t length) {
  if (islands == 1) return OK;
  Span span = ring_span(islands, comm->rank, comm->size);
  size_t bytes = parcel_bytes(length);
  Parcel *out = calloc(1, bytes), *in = calloc(1, bytes);
  Status status = out && in ? OK : status_fail(ERR_MEMORY, "no memory for a migrant of %u genes", length);
  status = comm_agree(comm, status);
  if (status == OK && span.count) status = block_exchange(comm, solver, a, islands, span, bytes, out, in);
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
