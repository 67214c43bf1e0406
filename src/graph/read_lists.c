/* Files with a line an edge: Matrix Market (coordinate), DIMACS, plain lists. See graph_text.h. */
#include "graph_text.h"

#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"

/* "expected a vertex from 1 to 100" */
static Status vertex_expect(Scan *s, uint64_t first, uint64_t n, uint64_t *out) {
  char what[64];
  scan_blanks(s);
  const char *const from = s->at;
  if (scan_count(s, out) && *out >= first && *out < n + first) return *out -= first, OK;
  s->at = from;
  snprintf(what, sizeof what, "a vertex from %llu to %llu", (unsigned long long)first,
           (unsigned long long)(n + first - 1));
  return scan_fail(s, what);
}

/* Two vertices, and whatever stands behind them on the line. */
static Status pair_read(Scan *s, EdgeList *edges) {
  uint64_t from, to;
  TRY(vertex_expect(s, edges->first, edges->n, &from));
  TRY(vertex_expect(s, edges->first, edges->n, &to));
  scan_line(s);
  return edge_add(edges, from, to);
}

/* ---- Matrix Market ---- */

/* The next word is that one, whatever its case. */
static bool word_matches(Scan *s, const char *text) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  bool same = bytes == strlen(text);
  for (size_t k = 0; same && k < bytes; k++) same = c_tolower(word[k]) == text[k];
  return same;
}

static bool word_one_of(Scan *s, const char *const *words) {
  const Scan before = *s;
  for (; *words; words++) {
    *s = before;
    if (word_matches(s, *words)) return true;
  }
  *s = before;
  return false;
}

static Status banner_read(Scan *s, EdgeList *edges) {
  static const char *const fields[] = {"pattern", "integer", "real", "double", "complex", NULL};
  static const char *const mirrored[] = {"symmetric", "skew-symmetric", "hermitian", NULL};
  const char *word;
  scan_word(s, &word);
  if (!word_matches(s, "matrix") || !word_matches(s, "coordinate") || !word_one_of(s, fields))
    return s->at = word, scan_fail(s, "'%%MatrixMarket matrix coordinate', the field and the symmetry");
  edges->directed = !word_one_of(s, mirrored);
  if (edges->directed && !word_matches(s, "general"))
    return s->at = word, scan_fail(s, "general, symmetric, skew-symmetric or hermitian");
  scan_line(s);
  return OK;
}

Status matrix_market_edges(Scan *s, EdgeList *edges) {
  uint64_t columns, count;
  TRY(banner_read(s, edges));
  while (s->at < s->end && (*s->at == '%' || scan_line_ends(s))) scan_line(s);
  TRY(scan_expect(s, 1, GRAPH_VERTICES_MAX, "the rows, columns and entries of a square matrix", &edges->n));
  TRY(scan_expect(s, edges->n, edges->n, "as many columns as rows", &columns));
  TRY(scan_expect(s, 0, GRAPH_ARCS_MAX, "the number of entries", &count));
  edges->first = 1;
  for (scan_line(s); s->at < s->end;) {
    if (*s->at == '%' || scan_line_ends(s)) {
      scan_line(s);
      continue;
    }
    if (edges->count == count) return scan_fail(s, "no more entries than the first line says");
    TRY(pair_read(s, edges));
  }
  if (edges->count < count) return scan_fail(s, "as many entries as the first line says");
  return OK;
}

/* ---- DIMACS ---- */

/* "p sp N M", "p max N M" (arcs), "p edge N M", "p col N M" (edges). */
static Status problem_read(Scan *s, EdgeList *edges) {
  static const char *const arcs[] = {"sp", "max", "asn", "min", NULL}, *const both[] = {"edge", "col", NULL};
  uint64_t count;
  if (edges->n) return scan_fail(s, "one line 'p'");
  edges->directed = word_one_of(s, arcs);
  if (!edges->directed && !word_one_of(s, both)) return scan_fail(s, "sp, max, asn, min, edge or col");
  TRY(scan_expect(s, 1, GRAPH_VERTICES_MAX, "the number of vertices", &edges->n));
  TRY(scan_expect(s, 0, GRAPH_ARCS_MAX, "the number of arcs", &count));
  edges->first = 1;
  scan_line(s);
  return OK;
}

static Status dimacs_line(Scan *s, EdgeList *edges) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  const char kind = bytes == 1 ? *word : bytes ? '?' : 'c';
  if (kind == 'p') return problem_read(s, edges);
  if (kind == 'a' || kind == 'e')
    return edges->n ? pair_read(s, edges) : scan_fail(s, "a line 'p' before it");
  if (kind != 'c' && kind != 'n')
    return s->at = word, scan_fail(s, "a line that begins with c, p, n, a or e");
  scan_line(s);
  return OK;
}

Status dimacs_edges(Scan *s, EdgeList *edges) {
  while (s->at < s->end) TRY(dimacs_line(s, edges));
  return OK;
}

/* ---- plain ---- */

/* Lines of two vertices, numbered from 0 on, and perhaps a weight. */
Status plain_edges(Scan *s, EdgeList *edges) {
  while (s->at < s->end) {
    uint64_t end[2];
    if (scan_line_ends(s) || *s->at == '#' || *s->at == '%') {
      scan_line(s);
      continue;
    }
    for (int e = 0; e < 2; e++) {
      TRY(scan_expect(s, 0, GRAPH_VERTICES_MAX - 1, "two vertices, numbered from 0 on", &end[e]));
      if (end[e] >= edges->n) edges->n = end[e] + 1;
    }
    scan_line(s);
    TRY(edge_add(edges, end[0], end[1]));
  }
  return OK;
}
