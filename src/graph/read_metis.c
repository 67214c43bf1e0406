/* METIS: "n m [fmt [ncon]]", then a line a vertex: its size, its weights, its neighbours, each perhaps with a weight. See graph_text.h. */
#include "graph_text.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Header {
  uint64_t n, edges, skip; /* skip: numbers of a line before the first neighbour */
  uint64_t neighbours;     /* that were read */
  uint64_t
      ways; /* 0 if each edge was found from both of its ends: a sum over them, and the same less for the other end */
  bool weights; /* behind each neighbour */
} Header;

static void comments_skip(Scan *s) {
  while (s->at < s->end && *s->at == '%') scan_line(s);
}

static Status header_read(Scan *s, Header *h) {
  uint64_t format = 0, weights = 1;
  comments_skip(s);
  TRY(vertices_expect(s, &h->n));
  TRY(scan_expect(s, 0, GRAPH_ARCS_MAX / 2, "the number of edges", &h->edges));
  if (!scan_line_ends(s)) TRY(scan_expect(s, 0, 111, "a format of three digits 0 or 1", &format));
  if (format % 10 > 1 || format / 10 % 10 > 1) return scan_fail(s, "a format of three digits 0 or 1");
  if (!scan_line_ends(s)) TRY(scan_expect(s, 1, 1000, "the weights of a vertex", &weights));
  if (!scan_line_ends(s)) return scan_fail(s, "no more numbers");
  h->weights = format % 10;
  h->skip = format / 100 + (format / 10 % 10 ? weights : 0);
  scan_line(s);
  return OK;
}

static Status row_read(Scan *s, Header *h, uint64_t v, EdgeList *edges) {
  uint64_t value, u;
  for (uint64_t k = 0; k < h->skip; k++) TRY(scan_expect(s, 0, INT64_MAX, "the weights of a vertex", &value));
  while (!scan_line_ends(s)) {
    TRY(scan_expect(s, 1, h->n, "a vertex, numbered from 1 on", &u));
    if (h->weights) TRY(scan_expect(s, 0, INT64_MAX, "the weight of an edge", &value));
    h->neighbours++;
    if (u - 1 > v) h->ways += digest_mix(v, u - 1);
    if (u - 1 < v) h->ways -= digest_mix(u - 1, v);
    if (u - 1 >= v) TRY(edge_add(s->path, edges, v, u - 1)); /* the other way is in the other row */
  }
  scan_line(s);
  return OK;
}

Status metis_edges(Scan *s, EdgeList *edges) {
  Header h = {.neighbours = 0};
  TRY(header_read(s, &h));
  edges->n = h.n;
  edges->first = 1;
  edges->settled = true;
  snprintf(edges->why, sizeof edges->why, "METIS");
  for (uint64_t v = 0; v < h.n; v++) {
    comments_skip(s);
    if (s->at == s->end) return scan_fail(s, "a line for each vertex");
    TRY(row_read(s, &h, v, edges));
  }
  while (s->at < s->end && (*s->at == '%' || scan_line_ends(s))) scan_line(s);
  if (s->at < s->end) return scan_fail(s, "no more lines than vertices");
  if (h.neighbours != 2 * h.edges || edges->count != h.edges || h.ways)
    FAIL(ERR_FORMAT, "%s: expected %llu edges, each in the lines of both ends, found %llu neighbours",
         s->path, (unsigned long long)h.edges, (unsigned long long)h.neighbours);
  return OK;
}
