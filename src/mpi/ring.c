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

Status ring_open(const Comm *comm, uint32_t islands, uint32_t weight, Ring *out) {
  const uint64_t below = comm_sum_below(comm, weight);
  uint64_t total = weight;
  comm_sum(comm, &total, 1);
  const Span span = ring_span_weighted(islands, below, weight, total);
  *out = (Ring){.islands = islands, .span = malloc((size_t)comm->size * sizeof *out->span)};
  TRY(comm_agree(comm, out->span ? OK : status_fail(ERR_MEMORY, "no memory for %d spans", comm->size)));
  comm_gather_all(comm, &span, sizeof span, out->span);
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
static Status group_leave(const Solver *solver, RankIslands *local, const GroupSlots *slots, char *host) {
  Backend *be = &local->backend;
  if (!slots->direct) return solver->groups->emigrate(local->archipelago, be->ops->download, host);
  TRY(solver->groups->emigrate(local->archipelago, be->ops->copy, slots->sent));
  return copy_await(be, slots->sent);
}

/* Returns when the slot may be filled again. */
static Status group_arrive(const Solver *solver, RankIslands *local, const GroupSlots *slots,
                           const char *host) {
  Backend *be = &local->backend;
  if (!slots->direct) return solver->groups->immigrate(local->archipelago, be->ops->upload, host);
  TRY(solver->groups->immigrate(local->archipelago, be->ops->copy, slots->arrived));
  return copy_await(be, slots->arrived);
}

static Status migrant_leave(const Solver *solver, RankIslands *local, const Ring *ring, IslandBytes bytes) {
  char *slot = ring->slots.leaving;
  TRY(solver->emigrate(local->archipelago, slot));
  return bytes.group ? group_leave(solver, local, &ring->groups, slot + group_at(bytes)) : OK;
}

static Status migrant_arrive(const Solver *solver, RankIslands *local, const Ring *ring, IslandBytes bytes) {
  const char *slot = ring->slots.arriving;
  TRY(solver->immigrate(local->archipelago, slot));
  return bytes.group ? group_arrive(solver, local, &ring->groups, slot + group_at(bytes)) : OK;
}

/* The same on all ranks but for `migrant`, which ranks without islands do not know. Collective. */
static IslandBytes bytes_now(const Comm *comm, const Solver *solver, const RankIslands *local) {
  const bool groups = local->span.count && solver->groups;
  int64_t group = groups ? (int64_t)solver->groups->bytes(local->archipelago) : 0;
  if (solver->groups) comm_max(comm, &group, 1);
  return (IslandBytes){.migrant = local->span.count ? solver->migrant_bytes(local->archipelago) : 0,
                       .group = (size_t)group};
}

/* The second agreement also says to the senders that their migrants have arrived, so that slots may be filled again. */
Status ring_exchange(const Comm *comm, Ring *ring, const Solver *solver, RankIslands *local) {
  if (ring->islands == 1) return OK;
  const bool hosts = ring->span[comm->rank].count > 0;
  const int to = hosts ? neighbour(comm, ring, 1) : -1, from = hosts ? neighbour(comm, ring, -1) : -1;
  const IslandBytes bytes = bytes_now(comm, solver, local);
  group_slots_fit(&ring->groups, comm, to, from, &local->backend, bytes.group);
  Status status =
      hosts ? slots_fit(&ring->slots, comm, to, from, &local->backend, slot_bytes(ring, bytes)) : OK;
  if (hosts && status == OK) status = migrant_leave(solver, local, ring, bytes);
  status = comm_agree(comm, status);
  if (status == OK && hosts) {
    slots_pass(&ring->slots, comm, slot_bytes(ring, bytes));
    status = migrant_arrive(solver, local, ring, bytes);
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
