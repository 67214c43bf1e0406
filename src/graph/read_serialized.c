/* GAP's serialized graphs, .sg: whether there are directions (a byte), the numbers of arcs and vertices (64 bits), where each row begins (64 bits, one
 * more than vertices), the rows (32 bits), and with directions the same two arrays of the reversed arcs. Lowest byte first. */
#include <stdio.h>
#include "graph_text.h"
#include "halt.h"

enum { HEAD_BYTES = 17, POLL_ROWS = 1 << 14 };

typedef struct Serialized {
  const Scan *s;
  bool directed;
  uint64_t n, arcs;
} Serialized;

typedef struct SerializedRows {
  const char *name;           /* for messages */
  const char *offset, *heads; /* where they begin in the file */
} SerializedRows;

static uint64_t number_at(const char *at, size_t bytes) {
  uint64_t value = 0;
  for (size_t k = bytes; k-- > 0;) value = value << 8 | (unsigned char)at[k];
  return value;
}

static Status head_read(const Scan *s, Serialized *out) {
  const uint64_t bytes = (uint64_t)(s->end - s->at);
  if (bytes < HEAD_BYTES)
    FAIL(ERR_FORMAT, "%s: expected a serialized graph (.sg) of %d bytes or more, found %llu", s->path,
         HEAD_BYTES, (unsigned long long)bytes);
  const uint64_t directed = number_at(s->at, 1);
  *out = (Serialized){s, directed != 0, number_at(s->at + 9, 8), number_at(s->at + 1, 8)};
  if (directed > 1)
    FAIL(ERR_FORMAT,
         "%s: expected 0 or 1 as the first byte, which says whether there are directions, found %llu",
         s->path, (unsigned long long)directed);
  if (out->n < 1 || out->n > INT32_MAX)
    FAIL(ERR_FORMAT, "%s: expected 1 to %d vertices (bytes 9 to 16), found %llu", s->path, INT32_MAX,
         (unsigned long long)out->n);
  if (out->arcs > GRAPH_ARCS_MAX)
    FAIL(ERR_FORMAT, "%s: expected at most %llu arcs (bytes 1 to 8), found %llu", s->path,
         (unsigned long long)GRAPH_ARCS_MAX, (unsigned long long)out->arcs);
  const uint64_t rows = 8 * (out->n + 1) + 4 * out->arcs,
                 size = HEAD_BYTES + (out->directed ? 2 * rows : rows);
  if (bytes == size) return OK;
  FAIL(ERR_FORMAT, "%s: expected %llu bytes for %llu vertices and %llu arcs, found %llu", s->path,
       (unsigned long long)size, (unsigned long long)out->n, (unsigned long long)out->arcs,
       (unsigned long long)bytes);
}

/* Row v is from *first to *end. */
static Status row_bounds(const Serialized *g, const SerializedRows *r, uint64_t v, uint64_t *first,
                         uint64_t *end) {
  *first = number_at(r->offset + 8 * v, 8);
  *end = number_at(r->offset + 8 * (v + 1), 8);
  if (v == 0 && *first != 0)
    FAIL(ERR_FORMAT, "%s: %s: expected the first row to begin at 0, found %llu", g->s->path, r->name,
         (unsigned long long)*first);
  const bool last = v + 1 == g->n;
  if (*end >= *first && *end <= g->arcs && (!last || *end == g->arcs)) return OK;
  FAIL(ERR_FORMAT, "%s: %s: expected row %llu to end from %llu to %llu, found %llu", g->s->path, r->name,
       (unsigned long long)v, (unsigned long long)(last ? g->arcs : *first), (unsigned long long)g->arcs,
       (unsigned long long)*end);
}

static Status head_at(const Serialized *g, const SerializedRows *r, uint64_t k, uint64_t *out) {
  *out = number_at(r->heads + 4 * k, 4);
  if (*out < g->n) return OK;
  FAIL(ERR_FORMAT, "%s: %s: expected neighbour %llu from 0 to %llu, found %lld", g->s->path, r->name,
       (unsigned long long)k, (unsigned long long)(g->n - 1), (long long)(int32_t)*out);
}

/* Adds the arcs, or each edge once, to `edges` unless it is NULL. *ways: a sum over arcs from v to u; `turned`: over arcs from u to v. */
static Status rows_walk(const Serialized *g, const SerializedRows *r, EdgeList *edges, uint64_t *ways,
                        uint64_t *turned) {
  uint64_t first, end, u;
  *ways = *turned = 0;
  for (uint64_t v = 0; v < g->n; v++) {
    if (v % POLL_ROWS == 0 && halt_due()) return OK; /* text_over says so */
    TRY(row_bounds(g, r, v, &first, &end));
    for (uint64_t k = first; k < end; k++) {
      TRY(head_at(g, r, k, &u));
      *ways += digest_mix(v, u);
      *turned += digest_mix(u, v);
      if (edges && (g->directed || u >= v)) TRY(edge_add(g->s->path, edges, v, u));
    }
  }
  return OK;
}

Status serialized_edges(Scan *s, EdgeList *edges) {
  Serialized g;
  uint64_t ways, turned, reversed, back;
  TRY(head_read(s, &g));
  const char *const offset = s->at + HEAD_BYTES, *const heads = offset + 8 * (g.n + 1);
  const SerializedRows out = {"rows", offset, heads},
                       in = {"reversed rows", heads + 4 * g.arcs, heads + 4 * g.arcs + 8 * (g.n + 1)};
  edges->n = g.n;
  edges->directed = g.directed;
  edges->settled = true;
  snprintf(edges->why, sizeof edges->why, ".sg");
  TRY(rows_walk(&g, &out, edges, &ways, &turned));
  if (!g.directed && ways != turned)
    FAIL(ERR_FORMAT, "%s: expected each edge in the rows of both ends, found one in one row alone", s->path);
  if (!g.directed) return OK;
  TRY(rows_walk(&g, &in, NULL, &reversed, &back));
  if (back == ways) return OK;
  FAIL(ERR_FORMAT, "%s: expected the reversed rows to have the same arcs as the rows, found others", s->path);
}
