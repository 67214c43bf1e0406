/* Graphs as text: which kind it is, and what all kinds share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "graph_plan.h"
#include "graph_text.h"
#include "io/input.h"
#include "io/path.h"

/* ---- METIS ---- */

/* METIS: "n m [fmt [ncon]]", then a line a vertex: its size, its weights, its neighbours, each perhaps with a weight. */

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

static Status metis_edges(Scan *s, EdgeList *edges) {
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

/* ---- kinds ---- */

/* "NAME", or "NAME.gz" and the like. */
static bool name_ends(const char *path, const char *end) {
  const size_t length = path_unpacked(path), more = strlen(end);
  return length >= more && c_strncasecmp(path + length - more, end, more) == 0;
}

/* DIMACS begins with lines of comments, "c" alone or with text, and then "p ...". */
static bool is_dimacs(Scan s) {
  for (; s.at < s.end; scan_line(&s)) {
    const char *word;
    const size_t bytes = scan_word(&s, &word);
    if (bytes == 1 && *word == 'p') return true;
    if (bytes && !(bytes == 1 && *word == 'c')) return false;
  }
  return false;
}

/* Among the comments before the first line of something else. */
static bool is_matrix_market(Scan *s) {
  for (Scan ahead = *s; ahead.at < ahead.end; scan_line(&ahead)) {
    if (scan_line_ends(&ahead)) continue;
    if (market_banner_is(ahead)) {
      *s = ahead;
      return true;
    }
    if (*ahead.at != '%' && *ahead.at != '#') return false;
  }
  return false;
}

static Status kind_read(Scan *s, EdgeList *edges) {
  if (name_ends(s->path, ".sg")) return serialized_edges(s, edges);
  if (name_ends(s->path, ".wsg"))
    FAIL(ERR_FORMAT, "%s: expected a graph without weights (.sg, .el), found one with weights (.wsg)",
         s->path);
  if (is_matrix_market(s)) return matrix_market_edges(s, edges);
  if (name_ends(s->path, ".mtx"))
    return scan_fail(s, "'%%MatrixMarket matrix coordinate ...' before a matrix");
  if (is_dimacs(*s)) return dimacs_edges(s, edges);
  if (name_ends(s->path, ".graph") || name_ends(s->path, ".metis")) return metis_edges(s, edges);
  TRY(plain_edges(s, edges));
  if (edges->settled || (!name_ends(s->path, ".el") && !name_ends(s->path, ".wel"))) return OK;
  edges->directed = true;
  snprintf(edges->why, sizeof edges->why, "%s", name_ends(s->path, ".wel") ? ".wel" : ".el");
  return OK;
}

/* What the caller says goes before a header that gives directions; directions that are not there cannot be had. */
static Status arcs_settle(const char *path, GraphArcs arcs, EdgeList *edges) {
  if (arcs == GRAPH_DIRECTED && edges->settled && !edges->directed)
    FAIL(ERR_FORMAT, "%s: expected a graph with directions beside --directed, found one without (%s)", path,
         edges->why);
  if (arcs == GRAPH_AS_SAID && edges->ambiguous)
    FAIL(ERR_FORMAT,
         "%s: expected a header that says whether edges have directions, found both: say --directed or "
         "--undirected",
         path);
  if (arcs == GRAPH_AS_SAID && !edges->why[0])
    snprintf(edges->why, sizeof edges->why, "--directed reads arcs");
  if (arcs == GRAPH_AS_SAID || (edges->settled && edges->directed == (arcs == GRAPH_DIRECTED))) return OK;
  edges->directed = arcs == GRAPH_DIRECTED;
  snprintf(edges->why, sizeof edges->why, "%s", edges->directed ? "--directed" : "--undirected");
  return OK;
}

Status naming_check(const char *spec, GraphNaming naming, const char *found) {
  if (naming != GRAPH_IDS_SPARSE && naming != GRAPH_IDS_NAMES) return OK;
  FAIL(ERR_FORMAT, "%s: expected a list of edges beside --ids %s, found %s", spec,
       naming == GRAPH_IDS_NAMES ? "names" : "sparse", found);
}

Status edges_parse(const char *path, const char *text, size_t bytes, GraphArcs arcs, GraphNaming naming,
                   int threads, EdgeList *edges) {
  Scan s = {path, text, text + bytes, 1};
  *edges = (EdgeList){.naming = naming, .threads = threads};
  Status status = text_over(path, kind_read(&s, edges));
  if (status == OK && edges->n == 0)
    status = status_fail(ERR_FORMAT, "%s: expected a graph, found no vertex", path);
  if (status == OK && !edges->ids.id) status = naming_check(path, naming, "another format");
  if (status == OK) status = arcs_settle(path, arcs, edges);
  if (status != OK) edges_free(edges);
  return status;
}

GraphPlan edges_plan(EdgeList *edges) {
  const GraphPlan plan = {.kind = GRAPH_LISTED,
                          .n = (uint32_t)edges->n,
                          .first = edges->first,
                          .directed = edges->directed,
                          .count = edges->count,
                          .ends = edges->ends,
                          .ids = edges->ids};
  *edges = (EdgeList){.n = 0};
  return plan;
}
