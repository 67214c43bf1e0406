/* See group_slots.h. */
#include "group_slots.h"

#include "collect.h"

/* How the next rank finds a slot. */
typedef struct Card {
  int32_t there; /* 0: it does not */
  ExportName name;
} Card;

static const BackendExports *exports_of(const Backend *be) { return be && be->ops ? be->ops->exports : NULL; }

static void slot_make(GroupSlots *g, bool near, Card *card) {
  const BackendExports *exports = exports_of(g->backend);
  *card = (Card){0};
  if (!exports || !near) return;
  card->there = exports->make(g->backend, g->room, &g->own, &card->name) == OK;
  if (!card->there) {
    g->own = NULL;
    status_clear();
  }
}

static void slot_import(GroupSlots *g, const Card *card) {
  const BackendExports *exports = exports_of(g->backend);
  if (!exports || !card->there) return;
  if (exports->import(g->backend, &card->name, &g->met) != OK) {
    g->met = NULL;
    status_clear();
  }
}

/* A rank that is alone on the ring is its own neighbour. */
static void neighbours_meet(GroupSlots *g, const Comm *comm, int to, int from) {
  Card card, met;
  slot_make(g, comm_near(comm, to), &card);
  if (to == comm->rank) {
    g->met = g->own;
    return;
  }
  comm_pass(comm, &card, to, &met, from, sizeof card);
  slot_import(g, &met);
}

static void imported_leave(GroupSlots *g) {
  const BackendExports *exports = exports_of(g->backend);
  if (exports && g->met && g->met != g->own) exports->leave(g->backend, g->met);
  g->met = NULL;
}

static void own_free(GroupSlots *g) {
  const BackendExports *exports = exports_of(g->backend);
  if (exports && g->own) exports->free(g->backend, g->own);
  g->own = NULL;
}

/* No rank frees a slot that another one has imported. */
static void slots_free(GroupSlots *g, const Comm *comm) {
  imported_leave(g);
  MPI_Barrier(comm->all);
  own_free(g);
}

void group_slots_fit(GroupSlots *g, const Comm *comm, int to, int from, Seat *seat, size_t bytes) {
  if (bytes <= g->room) return;
  if (g->direct) slots_free(g, comm);
  *g = (GroupSlots){.room = bytes, .backend = to >= 0 && seat ? &seat->backend : NULL};
  if (to >= 0) neighbours_meet(g, comm, to, from);
  int64_t without = to >= 0 && !(g->own && g->met);
  comm_max(comm, &without, 1);
  g->direct = !without;
  if (without) slots_free(g, comm);
}

void group_slots_close(GroupSlots *g) {
  imported_leave(g);
  own_free(g);
  *g = (GroupSlots){0};
}
