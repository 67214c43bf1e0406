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
  *out = (Ring){islands, malloc((size_t)comm->size * sizeof *out->span), {0}, {0}};
  TRY(comm_agree(comm, out->span ? OK : status_fail(ERR_MEMORY, "no memory for %d spans", comm->size)));
  comm_gather_all(comm, &all, sizeof all, out->span);
  for (int k = 0; k < seats; k++)
    span[k] = ring_span_weighted(islands, below + weights_sum(weight, k), weight[k], total);
  return OK;
}

void ring_close(Ring *ring) {
  slots_close(&ring->slots);
  group_slots_close(&ring->groups);
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

/* ---- exchange ---- */

/* Of what an island sends. */
typedef struct IslandBytes {
  size_t migrant, group;
} IslandBytes;

/* Where a group begins in the slot of its migrant, if groups go through the host. */
static size_t group_at(IslandBytes bytes) {
  return (bytes.migrant + SLOT_ALIGN - 1) / SLOT_ALIGN * SLOT_ALIGN;
}
static size_t slot_bytes(const Ring *ring, IslandBytes bytes) {
  return bytes.group && !ring->groups.direct ? group_at(bytes) + bytes.group : bytes.migrant;
}

/* Waits for a copy from or to this memory. */
static Status copy_await(Backend *be, const void *dev) {
  int32_t word;
  return be->ops->download(be, &word, dev, sizeof word);
}

/* Returns when the group is in its slot. host: its place in the migrant's. */
static Status group_leave(const Solver *solver, Seat *seat, const GroupSlots *slots, char *host) {
  Backend *be = &seat->backend;
  if (!slots->direct) return solver->groups->emigrate(seat->islands, be->ops->download, host);
  TRY(solver->groups->emigrate(seat->islands, be->ops->copy, slots->own));
  return copy_await(be, slots->own);
}

/* Returns when the slot may be filled again. */
static Status group_arrive(const Solver *solver, Seat *seat, const GroupSlots *slots, const char *host) {
  Backend *be = &seat->backend;
  if (!slots->direct) return solver->groups->immigrate(seat->islands, be->ops->upload, host);
  TRY(solver->groups->immigrate(seat->islands, be->ops->copy, slots->met));
  return copy_await(be, slots->met);
}

static Status seats_emigrate(const Solver *solver, Seat *seat, int seats, const Ring *ring,
                             IslandBytes bytes) {
  for (int k = 0; k < seats; k++) {
    char *slot = ring->slots.at[k + 1];
    if (!seat[k].span.count) continue;
    TRY(solver->emigrate(seat[k].islands, slot));
    if (bytes.group) TRY(group_leave(solver, &seat[k], &ring->groups, slot + group_at(bytes)));
  }
  return OK;
}

/* Each seat receives the migrant of the one before it, the first one that in slot 0. */
static Status seats_immigrate(const Solver *solver, Seat *seat, int seats, const Ring *ring,
                              IslandBytes bytes) {
  for (int k = 0, from = 0; k < seats; k++) {
    const char *slot = ring->slots.at[from];
    if (!seat[k].span.count) continue;
    TRY(solver->immigrate(seat[k].islands, slot));
    if (bytes.group) TRY(group_arrive(solver, &seat[k], &ring->groups, slot + group_at(bytes)));
    from = k + 1;
  }
  return OK;
}

/* The same on all ranks but for `migrant`, which ranks without islands do not know. Collective. */
static IslandBytes bytes_now(const Comm *comm, const Solver *solver, const Seat *seat, int seats) {
  IslandBytes bytes = {0};
  int64_t group = 0;
  for (int k = 0; k < seats; k++)
    if (seat[k].span.count) {
      bytes.migrant = solver->migrant_bytes(seat[k].islands);
      if (solver->groups) group = (int64_t)solver->groups->bytes(seat[k].islands);
    }
  if (solver->groups) comm_max(comm, &group, 1);
  bytes.group = (size_t)group;
  return bytes;
}

/* The second agreement also tells the senders that their migrants have arrived, so that slots may be filled again. */
Status ring_exchange(const Comm *comm, Ring *ring, const Solver *solver, Seat *seat, int seats) {
  if (ring->islands == 1) return OK;
  const bool hosts = ring->span[comm->rank].count > 0;
  const int to = hosts ? neighbour(comm, ring, 1) : -1, from = hosts ? neighbour(comm, ring, -1) : -1;
  const IslandBytes bytes = bytes_now(comm, solver, seat, seats);
  group_slots_fit(&ring->groups, comm, to, from, seats == 1 ? seat : NULL, bytes.group);
  Status status = hosts ? slots_fit(&ring->slots, comm, to, from, seat, seats, slot_bytes(ring, bytes)) : OK;
  if (hosts && status == OK) status = seats_emigrate(solver, seat, seats, ring, bytes);
  status = comm_agree(comm, status);
  if (status == OK && hosts) {
    slots_pass(&ring->slots, comm, slot_bytes(ring, bytes));
    status = seats_immigrate(solver, seat, seats, ring, bytes);
  }
  return comm_agree(comm, status);
}

/* ---- the best of all ---- */

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
  best->cost = winner.cost;
  best->island = winner.island;
  best->length = length;
  if (winner.cost != COST_NONE) bytes_bcast(comm, best->gene, length * sizeof *best->gene, winner.rank);
}
