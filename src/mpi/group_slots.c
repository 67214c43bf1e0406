/* See group_slots.h. */
#include "group_slots.h"

#include "collect.h"

/* How the next rank finds a slot. */
typedef struct SlotName {
  int32_t there; /* 0: it does not */
  ExportName name;
} SlotName;

static const BackendExports *exports_of(const Backend *be) { return be && be->ops ? be->ops->exports : NULL; }

static void slot_make(GroupSlots *g, bool near, SlotName *slot) {
  const BackendExports *exports = exports_of(g->backend);
  *slot = (SlotName){0};
  if (!exports || !near) return;
  slot->there = exports->make(g->backend, g->room, &g->sent, &slot->name) == OK;
  if (slot->there) return;
  g->sent = NULL;
  status_clear();
}

static void slot_import(GroupSlots *g, const SlotName *slot) {
  const BackendExports *exports = exports_of(g->backend);
  if (!exports || !slot->there) return;
  if (exports->import(g->backend, &slot->name, &g->arrived) == OK) return;
  g->arrived = NULL;
  status_clear();
}

/* A rank that is alone on the ring is its own neighbour. */
static void slots_open(GroupSlots *g, const Comm *comm, int to, int from) {
  SlotName next, previous;
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

void group_slots_fit(GroupSlots *g, const Comm *comm, int to, int from, Backend *be, size_t bytes) {
  if (bytes <= g->room) return;
  if (g->direct) slots_free(g, comm);
  *g = (GroupSlots){.room = bytes, .backend = to >= 0 ? be : NULL};
  if (to >= 0) slots_open(g, comm, to, from);
  int64_t without = to >= 0 && !(g->sent && g->arrived);
  comm_max(comm, &without, 1);
  g->direct = !without;
  if (without) slots_free(g, comm);
}

void group_slots_close(GroupSlots *g) {
  imported_leave(g);
  sent_free(g);
  *g = (GroupSlots){0};
}
