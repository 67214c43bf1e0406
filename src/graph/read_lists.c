/* Files with a line an edge that say how many there are: Matrix Market (coordinate), DIMACS. */
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "graph_text.h"
#include "memory.h"
#include "read_pairs.h"

/* ---- lists that say how many ---- */

/* "expected a vertex from 1 to 100" */
static Status vertex_expect(Scan *s, uint64_t first, uint64_t n, uint64_t *out) {
  char what[64];
  scan_blanks(s);
  const char *const from = s->at;
  if (scan_count(s, out) && *out >= first && *out < n + first) {
    *out -= first;
    return OK;
  }
  s->at = from;
  snprintf(what, sizeof what, "a vertex from %llu to %llu", (unsigned long long)first,
           (unsigned long long)(n + first - 1));
  return scan_fail(s, what);
}

Status vertices_expect(Scan *s, uint64_t *n) {
  char what[64];
  scan_blanks(s);
  const char *const from = s->at;
  const bool number = s->at < s->end && c_isdigit(*s->at);
  if (scan_count(s, n) && *n >= 1 && *n <= GRAPH_VERTICES_MAX) return OK;
  const bool many = number && *n != 0;
  s->at = from;
  snprintf(what, sizeof what, "%s %llu%s", many ? "at most" : "the number of vertices, from 1 to",
           (unsigned long long)GRAPH_VERTICES_MAX, many ? " vertices" : "");
  return scan_fail(s, what);
}

Status count_check(const Scan *s, const EdgeList *edges, uint64_t count, uint64_t line) {
  if (edges->count == count) return OK;
  FAIL(ERR_FORMAT, "%s:%llu: expected %llu edges or arcs as this line says, found %llu", s->path,
       (unsigned long long)line, (unsigned long long)count, (unsigned long long)edges->count);
}

/* Two vertices, and whatever stands behind them on the line. */
static Status pair_read(Scan *s, EdgeList *edges) {
  uint64_t from = 0, to = 0;
  TRY(vertex_expect(s, edges->first, edges->n, &from));
  TRY(vertex_expect(s, edges->first, edges->n, &to));
  scan_line(s);
  return edge_add(s->path, edges, from, to);
}

/* Lines of two vertices, whatever stands behind them, as far as they are usual; the next one is not. */
static Status usual_read(Scan *s, EdgeList *edges, const char *kinds) {
  const PairForm form = {kinds, "", ' ', 0, edges->first, edges->n + edges->first - 1};
  PairsFound found = {.largest_line = 0};
  return pairs_read(s, edges, &form, &found);
}

/* ---- Matrix Market ---- */

static const char banner[] = "matrixmarket";

/* The next word is that one, whatever its case. */
static bool word_matches(Scan *s, const char *text) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  return bytes == strlen(text) && c_strncasecmp(word, text, bytes) == 0;
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

static bool line_has(const Scan *s, const char *end, const char *text) {
  const size_t bytes = strlen(text);
  for (const char *at = s->at; (size_t)(end - at) >= bytes; at++)
    if (c_strncasecmp(at, text, bytes) == 0) return true;
  return false;
}

bool market_banner_is(Scan s) {
  scan_blanks(&s);
  if (s.at == s.end || *s.at != '%') return false;
  const char *const stop = memchr(s.at, '\n', (size_t)(s.end - s.at)), *const end = stop ? stop : s.end;
  if (line_has(&s, end, banner)) return true;
  return line_has(&s, end, "matrix") && (line_has(&s, end, "coordinate") || line_has(&s, end, "array"));
}

static Status banner_read(Scan *s, EdgeList *edges) {
  static const char *const fields[] = {"pattern", "integer", "unsigned-integer", "real", "double",
                                       "complex", NULL};
  static const char *const mirrored[] = {"symmetric", "skew-symmetric", "hermitian", NULL};
  const char *const line = s->at, *word;
  while (s->at < s->end && (*s->at == '%' || scan_is_blank(*s->at))) s->at++;
  if (!word_matches(s, banner)) {
    s->at = line;
    return scan_fail(s, "'%%MatrixMarket matrix coordinate ...'");
  }
  scan_word(s, &word);
  if (!word_matches((s->at = word, s), "matrix")) {
    s->at = word;
    return scan_fail(s, "matrix, the only object that is a graph");
  }
  scan_word(s, &word);
  if (!word_matches((s->at = word, s), "coordinate")) {
    s->at = word;
    return scan_fail(s, "coordinate, a matrix with a line an entry");
  }
  scan_word(s, &word);
  s->at = word;
  if (!word_one_of(s, fields)) return scan_fail(s, "pattern, integer, real or complex");
  scan_word(s, &word);
  s->at = word;
  edges->directed = !word_one_of(s, mirrored);
  if (edges->directed && !word_matches(s, "general")) {
    s->at = word;
    return scan_fail(s, "general, symmetric, skew-symmetric or hermitian");
  }
  snprintf(edges->why, sizeof edges->why, "%.*s", (int)(s->at - word), word);
  edges->settled = true;
  scan_line(s);
  return OK;
}

static Status entry_read(Scan *s, EdgeList *edges) {
  if (*s->at != '%' && !scan_line_ends(s)) return pair_read(s, edges);
  scan_line(s);
  return OK;
}

Status matrix_market_edges(Scan *s, EdgeList *edges) {
  uint64_t columns, count;
  TRY(banner_read(s, edges));
  while (s->at < s->end && (*s->at == '%' || scan_line_ends(s))) scan_line(s);
  TRY(vertices_expect(s, &edges->n));
  TRY(scan_expect(s, edges->n, edges->n, "as many columns as rows", &columns));
  TRY(scan_expect(s, 0, GRAPH_ARCS_MAX, "the number of entries", &count));
  const uint64_t line = s->line;
  edges->first = 1;
  for (scan_line(s); s->at < s->end;) {
    TRY(usual_read(s, edges, ""));
    if (s->at < s->end) TRY(entry_read(s, edges));
  }
  return count_check(s, edges, count, line);
}

/* ---- DIMACS ---- */

typedef struct Problem { /* the line p */
  uint64_t count, line;
} Problem;

/* "p sp N M", "p max N M" (arcs), "p edge N M", "p col N M" (edges). */
static Status problem_read(Scan *s, EdgeList *edges, Problem *p) {
  static const char *const arcs[] = {"sp", "max", "asn", "min", NULL}, *const both[] = {"edge", "col", NULL};
  const char *word;
  if (edges->n) return scan_fail(s, "one line 'p'");
  scan_word(s, &word);
  s->at = word;
  edges->directed = word_one_of(s, arcs);
  if (!edges->directed && !word_one_of(s, both)) return scan_fail(s, "sp, max, asn, min, edge or col");
  snprintf(edges->why, sizeof edges->why, "p %.*s", (int)(s->at - word), word);
  edges->settled = true;
  TRY(vertices_expect(s, &edges->n));
  TRY(scan_expect(s, 0, GRAPH_ARCS_MAX, "the number of arcs", &p->count));
  edges->first = 1;
  p->line = s->line;
  scan_line(s);
  return OK;
}

static Status dimacs_line(Scan *s, EdgeList *edges, Problem *p) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  char kind;
  if (bytes == 1)
    kind = *word;
  else if (bytes)
    kind = '?';
  else
    kind = 'c';
  if (kind == 'p') return problem_read(s, edges, p);
  if (kind == 'a' || kind == 'e')
    return edges->n ? pair_read(s, edges) : scan_fail(s, "a line 'p' before it");
  if (kind != 'c' && kind != 'n') {
    s->at = word;
    return scan_fail(s, "a line that begins with c, p, n, a or e");
  }
  scan_line(s);
  return OK;
}

Status dimacs_edges(Scan *s, EdgeList *edges) {
  Problem p = {.line = 0};
  while (s->at < s->end) {
    if (edges->n) TRY(usual_read(s, edges, "ae"));
    if (s->at < s->end) TRY(dimacs_line(s, edges, &p));
  }
  return count_check(s, edges, p.count, p.line);
}
