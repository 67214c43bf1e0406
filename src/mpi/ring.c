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
  *out = (Ring){islands, malloc((size_t)comm->size * sizeof *out->span), {0}};
  TRY(comm_agree(comm, out->span ? OK : status_fail(ERR_MEMORY, "no memory for %d spans", comm->size)));
  comm_gather_all(comm, &all, sizeof all, out->span);
  for (int k = 0; k < seats; k++)
    span[k] = ring_span_weighted(islands, below + weights_sum(weight, k), weight[k], total);
  return OK;
}

void ring_close(Ring *ring) {
  slots_close(&ring->slots);
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

static Status seats_emigrate(const Solver *solver, Seat *seat, int seats, const Slots *slots) {
  for (int k = 0; k < seats; k++)
    if (seat[k].span.count) TRY(solver->emigrate(seat[k].islands, slots->at[k + 1]));
  return OK;
}

/* Each seat receives the migrant of the one before it, the first one that in slot 0. */
static Status seats_immigrate(const Solver *solver, Seat *seat, int seats, const Slots *slots) {
  for (int k = 0, from = 0; k < seats; k++) {
    if (!seat[k].span.count) continue;
    TRY(solver->immigrate(seat[k].islands, slots->at[from]));
    from = k + 1;
  }
  return OK;
}

static size_t migrant_size(const Solver *solver, const Seat *seat, int seats) {
  for (int k = 0; k < seats; k++)
    if (seat[k].span.count) return solver->migrant_bytes(seat[k].islands);
  return 0;
}

/* Puts this rank's migrants into their slots. */
static Status migrants_leave(const Comm *comm, Ring *ring, const Solver *solver, Seat *seat, int seats,
                             size_t bytes) {
  Slots *slots = &ring->slots;
  TRY(slots_fit(slots, comm, neighbour(comm, ring, 1), neighbour(comm, ring, -1), seat, seats, bytes));
  return seats_emigrate(solver, seat, seats, slots);
}

/* The second agreement also tells the senders that their migrants have arrived, so that slots may be filled again. */
Status ring_exchange(const Comm *comm, Ring *ring, const Solver *solver, Seat *seat, int seats) {
  if (ring->islands == 1) return OK;
  const size_t bytes = migrant_size(solver, seat, seats);
  const bool hosts = ring->span[comm->rank].count > 0;
  Status status = hosts ? migrants_leave(comm, ring, solver, seat, seats, bytes) : OK;
  status = comm_agree(comm, status);
  if (status == OK && hosts) {
    slots_pass(&ring->slots, comm, bytes);
    status = seats_immigrate(solver, seat, seats, &ring->slots);
  }
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
