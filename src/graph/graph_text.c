/* Graphs as text: which kind it is, and what all kinds share. See graph_text.h. */
#include "graph_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "io/input.h"
#include "io/path.h"

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

Status edges_parse(const char *path, const char *text, size_t bytes, GraphArcs arcs, EdgeList *edges) {
  Scan s = {path, text, text + bytes, 1};
  *edges = (EdgeList){.n = 0};
  Status status = text_over(path, kind_read(&s, edges));
  if (status == OK && edges->n == 0)
    status = status_fail(ERR_FORMAT, "%s: expected a graph, found no vertex", path);
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
                          .ends = edges->ends};
  *edges = (EdgeList){.n = 0};
  return plan;
}
