/* See flow_pack.h. A packed network is its structure, its tails and heads, and its capacities, each from a multiple of 8 on. */
#include "flow_pack.h"

#include <string.h>

enum { ALIGNED = 8 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED; }

/* Where its arrays lie, and the end. */
static size_t parts_place(const Network *n, size_t place[3]) {
  const size_t ends = aligned(n->arcs * sizeof *n->tail);
  place[0] = aligned(sizeof *n);
  place[1] = place[0] + ends;
  place[2] = place[1] + ends;
  return place[2] + n->arcs * sizeof *n->capacity;
}

void flow_pack(const Network *n, char *to) {
  size_t place[3];
  Network plain = *n;
  parts_place(n, place);
  plain.tail = plain.head = NULL;
  plain.capacity = NULL;
  memcpy(to, &plain, sizeof plain);
  memcpy(to + place[0], n->tail, n->arcs * sizeof *n->tail);
  memcpy(to + place[1], n->head, n->arcs * sizeof *n->head);
  memcpy(to + place[2], n->capacity, n->arcs * sizeof *n->capacity);
}

Status flow_unpack(const char *from, Network *out) {
  Network plain;
  size_t place[3];
  memcpy(&plain, from, sizeof plain);
  parts_place(&plain, place);
  TRY(network_alloc(plain.vertices, plain.arcs, out));
  out->own_vertices = plain.own_vertices;
  out->own_arcs = plain.own_arcs;
  out->source = plain.source;
  out->sink = plain.sink;
  memcpy(out->tail, from + place[0], plain.arcs * sizeof *out->tail);
  memcpy(out->head, from + place[1], plain.arcs * sizeof *out->head);
  memcpy(out->capacity, from + place[2], plain.arcs * sizeof *out->capacity);
  return OK;
}

size_t flow_packed_bytes(const Network *n) {
  size_t place[3];
  return aligned(parts_place(n, place));
}
