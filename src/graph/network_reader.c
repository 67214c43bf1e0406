/* What readers of networks share: see network_read.h. */
#include "network_read.h"

#include <stdlib.h>
#include "memory.h"

/* ---- arcs ---- */

/* Of a network and its flow, at least; of the shortest line of an arc with its end, "1 2\n". */
enum { NETWORK_VERTEX_BYTES = 24, NETWORK_ARC_BYTES = 64, LINE_BYTES_LEAST = 4 };

long long reader_lines_most(const NetworkReader *r) {
  const long long most = (r->lx.end - r->lx.at) / LINE_BYTES_LEAST + 1;
  return most < NETWORK_ARCS_MAX ? most : NETWORK_ARCS_MAX;
}

Status reader_sizes(NetworkReader *r, long long vertices, long long lines) {
  const uint64_t arcs = (uint64_t)lines * (r->undirected ? 2 : 1);
  TRY(memory_claim(r->lx.path, NETWORK_VERTEX_BYTES * (uint64_t)vertices + NETWORK_ARC_BYTES * arcs,
                   "a network of %lld vertices and %llu arcs", vertices, (unsigned long long)arcs));
  r->begun = true;
  r->said = (uint64_t)lines;
  r->said_line = r->lx.line;
  TRY(network_alloc((uint32_t)vertices, arcs, r->network));
  r->network->arcs = 0;
  return OK;
}

Status reader_ends(NetworkReader *r, uint32_t end[2]) {
  for (int k = 0; k < 2; k++) {
    long long vertex;
    if (!lexer_integer(&r->lx, 1, r->network->vertices, &vertex))
      return lexer_fail(&r->lx, "a vertex, 1 to %u", r->network->vertices);
    end[k] = (uint32_t)vertex - 1;
  }
  return OK;
}

static void arc_put(Network *n, uint32_t tail, uint32_t head, int64_t capacity) {
  n->tail[n->arcs] = tail;
  n->head[n->arcs] = head;
  n->capacity[n->arcs++] = capacity;
}

/* Room for two more arcs. */
static Status room_make(NetworkReader *r) {
  Network *const n = r->network;
  if (n->arcs + (uint64_t)2 <= n->room) return OK;
  const uint64_t more = n->room + n->room / 2 + 2;
  if (n->arcs + (uint64_t)2 > NETWORK_ARCS_MAX)
    return lexer_fail(&r->lx, "at most %d arcs, of which an edge is two", NETWORK_ARCS_MAX);
  TRY(memory_claim(r->lx.path, NETWORK_ARC_BYTES * more, "a network of %llu arcs", (unsigned long long)more));
  return network_grow(n, more);
}

Status reader_arc(NetworkReader *r, const uint32_t end[2], int64_t capacity, bool edge) {
  Network *const n = r->network;
  edge = (edge || r->undirected) && end[0] != end[1];
  if (edge || n->arcs == n->room) TRY(room_make(r));
  arc_put(n, end[0], end[1], capacity);
  capacity_count(&r->capacities, capacity, r->lx.line);
  if (edge) {
    arc_put(n, end[1], end[0], capacity);
    capacity_count(&r->capacities, capacity, r->lx.line);
    n->edges = true;
  }
  r->lines++;
  return OK;
}

/* ---- terminals ---- */

Status terminal_add(Terminals *t, uint32_t vertex) {
  if (t->count == t->room) {
    const uint32_t room = t->room ? 2 * t->room : 16;
    uint32_t *more = realloc(t->vertex, room * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %u terminals", room);
    t->vertex = more;
    t->room = room;
  }
  t->vertex[t->count++] = vertex;
  return OK;
}
