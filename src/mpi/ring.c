/* See ring.h. */
#include "ring.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "backend.h"
#include "collect.h"
#include "comm.h"
#include "loss.h"
#include "rank_islands.h"
#include "shared_memory.h"

static void slots_close(Slots *s);

/* ---- memory for migrants ---- */

enum { SLOT_ALIGN = 16 }; /* bytes: a slot may begin with numbers of any type */

/* How the next rank finds a slot. */
typedef struct SlotName {
  char name[SHARED_NAME_MAX]; /* "": it does not */
  int64_t token;              /* the slot begins with it: the memory of that name is the one that is meant */
} SlotName;

/* ---- opening ---- */

static SlotName slot_offer(Slots *s, int rank, int *handle) {
  SlotName slot = {.token = (int64_t)getpid() << 32 ^ rank ^ (int64_t)(clock_s() * 1e6)};
  if (shared_memory_make(s->room, &s->sent, handle, slot.name) != OK)
    slot.name[0] = 0;
  else
    memcpy(s->sent.at, &slot.token, sizeof slot.token);
  status_clear();
  return slot;
}

static bool slot_find(Slots *s, const SlotName *slot) {
  if (!slot->name[0]) return false;
  if (shared_memory_find(slot->name, s->room, true, &s->arrived) != OK) {
    status_clear();
    return false;
  }
  if (memcmp(s->arrived.at, &slot->token, sizeof slot->token) == 0) return true;
  shared_memory_free(&s->arrived);
  return false;
}

/* Both sides learn whether the migrant is found in memory. A rank that is alone on the ring is its own neighbour. */
static void slots_find(Slots *s, const Comm *comm) {
  int handle = -1;
  if (s->to == comm->rank) {
    s->finds = s->found = true;
    return;
  }
  SlotName next = slot_offer(s, comm->rank, &handle), previous;
  if (!comm_near(comm, s->to)) next.name[0] = 0;
  comm_pass(comm, &next, s->to, &previous, s->from, sizeof next);
  s->finds = slot_find(s, &previous);
  comm_pass(comm, &s->finds, s->from, &s->found, s->to, sizeof s->found);
  shared_memory_named(handle);
}

/* Slots that are in no memory of a neighbour are this rank's. */
static Status slots_place(Slots *s) {
  s->memory = calloc(2, s->room);
  if (!s->memory) FAIL(ERR_MEMORY, "no memory for a migrant of %zu bytes", s->room);
  s->arriving = s->memory;
  s->leaving = s->sent.at ? s->sent.at : s->memory + s->room;
  if (s->finds) s->arriving = s->arrived.at ? s->arrived.at : s->leaving;
  return OK;
}

static void slot_pin(Backend *be, char *at, size_t room) {
  if (be->ops && be->ops->pin) be->ops->pin(be, at, room);
}

static void slot_unpin(Backend *be, char *at) {
  if (be && be->ops && be->ops->unpin) be->ops->unpin(be, at);
}

/* Opens them anew if a migrant of so many bytes does not fit. to, from: the next and the previous rank with islands.
 * Collective over the ranks that have some, with the same `bytes` on all. ERR_MEMORY: on this rank. */
static Status slots_fit(Slots *s, const Comm *comm, int to, int from, Backend *be, size_t bytes) {
  if (bytes < s->room) return OK;
  const size_t part = s->part;
  slots_close(s);
  *s = (Slots){.room = (bytes / SLOT_ALIGN + 1) * SLOT_ALIGN, .part = part, .to = to, .from = from};
  slots_find(s, comm);
  TRY(slots_place(s));
  s->backend = be;
  slot_pin(be, s->arriving, s->room);
  slot_pin(be, s->leaving, s->room);
  return OK;
}

/* Local. The backend is still open. */
static void slots_close(Slots *s) {
  slot_unpin(s->backend, s->arriving);
  slot_unpin(s->backend, s->leaving);
  shared_memory_free(&s->sent);
  shared_memory_free(&s->arrived);
  free(s->memory);
  *s = (Slots){0};
}

/* ---- passing ---- */

/* In parts: a count of MPI is an int, and a migrant may be a whole population. */
static void message_pass(const Comm *comm, const Slots *s, const char *out, size_t bytes) {
  const size_t most = s->part ? s->part : MESSAGE_MOST;
  const int to = s->found ? MPI_PROC_NULL : s->to, from = s->finds ? MPI_PROC_NULL : s->from;
  for (size_t at = 0; at < bytes; at += most) {
    const int part = (int)(bytes - at < most ? bytes - at : most);
    MPI_Sendrecv(out + at, part, MPI_BYTE, to, 0, s->arriving + at, part, MPI_BYTE, from, 0, comm->all,
                 MPI_STATUS_IGNORE);
  }
}

/* Sends on `bytes` of the slot that leaves, and awaits what arrives. Collective, as before; all have filled their
 * slots. */
static void slots_pass(const Slots *s, const Comm *comm, size_t bytes) {
  if (!s->finds || !s->found) message_pass(comm, s, s->leaving, bytes);
}

/* ---- memory for groups ---- */

/* How the next rank finds a slot. */
typedef struct GroupName {
  int32_t there; /* 0: it does not */
  ExportName name;
} GroupName;

static const BackendExports *exports_of(const Backend *be) { return be && be->ops ? be->ops->exports : NULL; }

static void slot_make(GroupSlots *g, bool near, GroupName *slot) {
  const BackendExports *exports = exports_of(g->backend);
  *slot = (GroupName){0};
  if (!exports || !near) return;
  slot->there = exports->make(g->backend, g->room, &g->sent, &slot->name) == OK;
  if (slot->there) return;
  g->sent = NULL;
  status_clear();
}

static void slot_import(GroupSlots *g, const GroupName *slot) {
  const BackendExports *exports = exports_of(g->backend);
  if (!exports || !slot->there) return;
  if (exports->import(g->backend, &slot->name, &g->arrived) == OK) return;
  g->arrived = NULL;
  status_clear();
}

/* A rank that is alone on the ring is its own neighbour. */
static void slots_open(GroupSlots *g, const Comm *comm, int to, int from) {
  GroupName next, previous;
  slot_make(g, comm_near(comm, to), &next);
  if (to == comm->rank) {
    g->arrived = g->sent;
    return;
  }
  comm_pass(comm, &next, to, &previous, from, sizeof next);
  slot_import(g, &previous);
}

static void imported_leave(GroupSlots *g) {
  const BackendExports *exports = exports_of(g->backend);
  if (exports && g->arrived && g->arrived != g->sent) exports->leave(g->backend, g->arrived);
  g->arrived = NULL;
}

static void sent_free(GroupSlots *g) {
  const BackendExports *exports = exports_of(g->backend);
  if (exports && g->sent) exports->free(g->backend, g->sent);
  g->sent = NULL;
}

/* No rank frees a slot that another one has imported. */
static void slots_free(GroupSlots *g, const Comm *comm) {
  imported_leave(g);
  MPI_Barrier(comm->all);
  sent_free(g);
}

/* Opens them anew for groups of more bytes than before, on this rank's backend. to, from: the next and the previous
 * rank with islands; to is -1 on a rank without. Collective, with the same `bytes` on all. */
static void group_slots_fit(GroupSlots *g, const Comm *comm, int to, int from, Backend *be, size_t bytes) {
  if (bytes <= g->room) return;
  if (g->direct) slots_free(g, comm);
  *g = (GroupSlots){.room = bytes, .backend = to >= 0 ? be : NULL};
  if (to >= 0) slots_open(g, comm, to, from);
  int64_t without = to >= 0 && !(g->sent && g->arrived);
  comm_max(comm, &without, 1);
  g->direct = !without;
  if (without) slots_free(g, comm);
}

/* Local. The backend is still open; no rank uses the slots any more. */
static void group_slots_close(GroupSlots *g) {
  imported_leave(g);
  sent_free(g);
  *g = (GroupSlots){0};
}

/* ---- ring ---- */

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
  TRY(comm_alive());
  const Span span = ring_span_weighted(islands, below, weight, total);
  *out = (Ring){.islands = islands, .span = malloc((size_t)comm->size * sizeof *out->span)};
  TRY(comm_agree(comm, out->span ? OK : status_fail(ERR_MEMORY, "no memory for %d spans", comm->size)));
  comm_gather_all(comm, &span, sizeof span, out->span);
  return comm_alive();
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
  int64_t group = 0;
  if (solver->groups) {
    if (local->span.count) group = (int64_t)solver->groups->bytes(local->archipelago);
    comm_max(comm, &group, 1);
  }
  return (IslandBytes){.migrant = local->span.count ? solver->migrant_bytes(local->archipelago) : 0,
                       .group = (size_t)group};
}

/* The second agreement also says to the senders that their migrants have arrived, so that slots may be filled again. */
Status ring_exchange(const Comm *comm, Ring *ring, const Solver *solver, RankIslands *local) {
  if (ring->islands == 1) return OK;
  const bool hosts = ring->span[comm->rank].count > 0;
  const int to = hosts ? neighbour(comm, ring, 1) : -1, from = hosts ? neighbour(comm, ring, -1) : -1;
  const IslandBytes bytes = bytes_now(comm, solver, local);
  TRY(comm_alive());
  group_slots_fit(&ring->groups, comm, to, from, &local->backend, bytes.group);
  Status status =
      hosts ? slots_fit(&ring->slots, comm, to, from, &local->backend, slot_bytes(ring, bytes)) : OK;
  if (hosts && status == OK) status = migrant_leave(solver, local, ring, bytes);
  status = comm_agree(comm, status);
  if (status == OK && hosts) {
    slots_pass(&ring->slots, comm, slot_bytes(ring, bytes));
    status = comm_alive();
  }
  if (status == OK && hosts) {
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
