/* The ring of islands: see ring.h. */
#include "ring.h"

#include <stdlib.h>
#include "bcast.h"
#include "collect.h"

Span ring_span_weighted(uint32_t islands, uint64_t below, uint64_t weight, uint64_t total) {
  const uint32_t first = (uint32_t)((uint64_t)islands * below / total),
                 end = (uint32_t)((uint64_t)islands * (below + weight) / total);
  return (Span){first, end - first};
}

Span ring_span(uint32_t islands, int rank, int size) {
  return ring_span_weighted(islands, (uint64_t)rank, 1, (uint64_t)size);
}

static uint64_t weights_sum(const uint32_t *weight, int seats) {
  uint64_t sum = 0;
  for (int k = 0; k < seats; k++) sum += weight[k];
  return sum;
}

Status ring_open(const Comm *comm, uint32_t islands, const uint32_t *weight, int seats, Ring *out,
                 Span *span) {
  const uint64_t mine = weights_sum(weight, seats), below = comm_sum_below(comm, mine);
  uint64_t total = mine;
  comm_sum(comm, &total, 1);
  const Span all = ring_span_weighted(islands, below, mine, total);
  *out = (Ring){islands, malloc((size_t)comm->size * sizeof *out->span)};
  TRY(comm_agree(comm, out->span ? OK : status_fail(ERR_MEMORY, "no memory for %d spans", comm->size)));
  comm_gather_all(comm, &all, sizeof all, out->span);
  for (int k = 0; k < seats; k++)
    span[k] = ring_span_weighted(islands, below + weights_sum(weight, k), weight[k], total);
  return OK;
}

void ring_close(Ring *ring) {
  free(ring->span);
  *ring = (Ring){0};
}

/* The nearest rank in that direction that hosts an island. */
static int neighbour(const Comm *comm, const Ring *ring, int direction) {
  int rank = comm->rank;
  do rank = (rank + direction + comm->size) % comm->size;
  while (ring->span[rank].count == 0);
  return rank;
}

/* Sends this rank's last migrant on and receives the one before its first island. In parts: a count of MPI is an int, and a
 * migrant may be a whole population. */
static void migrant_pass(const Comm *comm, const Ring *ring, const char *out, char *in, size_t bytes) {
  const size_t message = (size_t)1 << 30;
  const int to = neighbour(comm, ring, 1), from = neighbour(comm, ring, -1);
  for (size_t at = 0; at < bytes; at += message) {
    const int part = (int)(bytes - at < message ? bytes - at : message);
    MPI_Sendrecv(out + at, part, MPI_BYTE, to, 0, in + at, part, MPI_BYTE, from, 0, comm->all,
                 MPI_STATUS_IGNORE);
  }
}

enum { SLOT_ALIGN = 16 }; /* bytes: a slot may begin with numbers of any type */

/* Slots have `room` bytes. Seat k's migrant into slot k + 1; *last: the slot of the last one. */
static Status seats_emigrate(const Solver *solver, const Seat *seat, int seats, char *slot, size_t room,
                             int *last) {
  for (int k = 0; k < seats; k++) {
    if (!seat[k].span.count) continue;
    *last = k + 1;
    TRY(solver->emigrate(seat[k].islands, slot + (size_t)*last * room));
  }
  return OK;
}

/* Each seat receives the migrant of the one before it, the first one that in slot 0. */
static Status seats_immigrate(const Solver *solver, const Seat *seat, int seats, const char *slot,
                              size_t room) {
  for (int k = 0, from = 0; k < seats; k++) {
    if (!seat[k].span.count) continue;
    TRY(solver->immigrate(seat[k].islands, slot + (size_t)from * room));
    from = k + 1;
  }
  return OK;
}

static size_t migrant_size(const Solver *solver, const Seat *seat, int seats) {
  for (int k = 0; k < seats; k++)
    if (seat[k].span.count) return solver->migrant_bytes(seat[k].islands);
  return 0;
}

Status ring_exchange(const Comm *comm, const Ring *ring, const Solver *solver, const Seat *seat, int seats) {
  if (ring->islands == 1) return OK;
  const size_t bytes = migrant_size(solver, seat, seats), room = (bytes / SLOT_ALIGN + 1) * SLOT_ALIGN;
  int last = 0;
  char *slot = calloc((size_t)seats + 1, room);
  Status status = slot ? OK : status_fail(ERR_MEMORY, "no memory for a migrant of %zu bytes", bytes);
  if (status == OK) status = seats_emigrate(solver, seat, seats, slot, room, &last);
  status = comm_agree(comm, status);
  if (status == OK && last) {
    migrant_pass(comm, ring, slot + (size_t)last * room, slot, bytes);
    status = seats_immigrate(solver, seat, seats, slot, room);
  }
  free(slot);
  return comm_agree(comm, status);
}

void ring_best(const Comm *comm, uint32_t length, Individual *best) {
  struct {
    int64_t cost;
    int32_t rank;
    uint32_t island;
  } mine = {best->cost, comm->rank, best->island}, *all = malloc(comm->size * sizeof *all), winner = mine;
  if (!all) comm_abort(comm, 71);
  comm_gather_all(comm, &mine, sizeof mine, all);
  /* cppcheck-suppress nullPointerRedundantCheck ; comm_abort does not return */
  winner = all[0];
  for (int r = 1; r < comm->size; r++)
    if (all[r].cost < winner.cost) winner = all[r];
  free(all);
  best->cost = winner.cost, best->island = winner.island, best->length = length;
  if (winner.cost != COST_NONE) bytes_bcast(comm, best->gene, length * sizeof *best->gene, winner.rank);
}
