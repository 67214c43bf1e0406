/* Graphs as text: which kind it is, and what all kinds share. See graph_text.h. */
#include "graph_text.h"

#include <stdlib.h>
#include <string.h>

/* "NAME", or "NAME.gz". */
static bool name_ends(const char *path, const char *end) {
  size_t length = strlen(path);
  if (length > 3 && strcmp(path + length - 3, ".gz") == 0) length -= 3;
  return length >= strlen(end) && strncmp(path + length - strlen(end), end, strlen(end)) == 0;
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

static Status kind_read(Scan *s, EdgeList *edges) {
  static const char banner[] = "%%MatrixMarket";
  if ((size_t)(s->end - s->at) >= strlen(banner) && strncmp(s->at, banner, strlen(banner)) == 0)
    return matrix_market_edges(s, edges);
  if (is_dimacs(*s)) return dimacs_edges(s, edges);
  if (name_ends(s->path, ".graph") || name_ends(s->path, ".metis")) return metis_edges(s, edges);
  return plain_edges(s, edges);
}

Status edges_parse(const char *path, const char *text, size_t bytes, EdgeList *edges) {
  Scan s = {path, text, text + bytes, 1};
  *edges = (EdgeList){.n = 0};
  Status status = kind_read(&s, edges);
  if (status == OK && edges->n == 0)
    status = status_fail(ERR_FORMAT, "%s: expected a graph, found no vertex", path);
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
