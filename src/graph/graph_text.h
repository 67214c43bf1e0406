/* The readers of graphs as text. Inside this folder, and for their tests. */
#ifndef CORDEE_GRAPH_GRAPH_TEXT_H
#define CORDEE_GRAPH_GRAPH_TEXT_H

#include <stdlib.h>
#include "graph_plan.h"
#include "scan.h"

typedef struct EdgeList {
  uint32_t *ends; /* (2 * count) */
  uint64_t count, room, n;
  uint32_t first; /* number of vertex 0 in the file */
  bool directed;
} EdgeList;

/* ERR_MEMORY. */
Status edge_add(EdgeList *edges, uint64_t from, uint64_t to);
static inline void edges_free(EdgeList *edges) { free(edges->ends), edges->ends = NULL; }

/* Each reads one kind of file from its first line on. ERR_FORMAT, ERR_MEMORY; edges->ends is the caller's in any case. */
Status matrix_market_edges(Scan *s, EdgeList *edges);
Status dimacs_edges(Scan *s, EdgeList *edges);
Status metis_edges(Scan *s, EdgeList *edges);
Status plain_edges(Scan *s, EdgeList *edges);

/* The edges that a text holds, the caller's; `path` is for messages, and METIS is known by its end: .graph or .metis. `text` need not
 * end in a NUL. ERR_FORMAT, ERR_MEMORY. */
Status edges_parse(const char *path, const char *text, size_t bytes, EdgeList *edges);
/* The plan of these edges, to which the list goes over. */
GraphPlan edges_plan(EdgeList *edges);
/* The edges of a generator's words. ERR_FORMAT. */
Status generator_plan(const char *spec, GraphPlan *out);

#endif
