/* The readers of graphs as text. Inside this folder, and for their tests. */
#ifndef CORDEE_GRAPH_GRAPH_TEXT_H
#define CORDEE_GRAPH_GRAPH_TEXT_H

#include <stdlib.h>
#include "graph_plan.h"
#include "scan.h"

enum { WHY_MAX = 40 };

typedef struct EdgeList {
  uint32_t *ends; /* (2 * count) */
  uint64_t count, room, n;
  uint32_t first; /* number of vertex 0 in the file */
  bool directed;
  bool settled;      /* the format or a header says whether edges have directions */
  bool ambiguous;    /* it says both */
  char why[WHY_MAX]; /* what says it, for people: "general", "line 1" */
} EdgeList;

/* ERR_MEMORY. */
Status edge_add(const char *path, EdgeList *edges, uint64_t from, uint64_t to);
static inline void edges_free(EdgeList *edges) {
  free(edges->ends);
  edges->ends = NULL;
}

/* Each reads one kind of file from its first line on. ERR_FORMAT, ERR_MEMORY; edges->ends is the caller's in any case. */
Status matrix_market_edges(Scan *s, EdgeList *edges);
Status dimacs_edges(Scan *s, EdgeList *edges);
Status metis_edges(Scan *s, EdgeList *edges);
Status plain_edges(Scan *s, EdgeList *edges);

/* The number of vertices, at most GRAPH_VERTICES_MAX. ERR_FORMAT. */
Status vertices_expect(Scan *s, uint64_t *n);
/* ERR_FORMAT unless so many edges were found as `line` says. */
Status count_check(const Scan *s, const EdgeList *edges, uint64_t count, uint64_t line);
/* Does the line at `s` say that it is a banner of Matrix Market, written well or not? */
bool market_banner_is(Scan s);

/* What the comments before a list of edges say: SNAP's "# Directed graph", "# Nodes: 4 Edges: 3", KONECT's "% asym unweighted", "% 3 4 4". */
typedef struct ListHeader {
  bool directed, undirected; /* words for that */
  bool konect, bipartite;    /* KONECT numbers vertices from 1 on */
  bool dynamic;              /* its lines also take edges away: their number is no edges' */
  uint64_t line;             /* of directions */
  uint64_t edges, edges_line, nodes, nodes_line; /* lines: 0 where nothing is said */
} ListHeader;
/* Reads comments and empty lines; `s` is behind them then. */
void list_header_read(Scan *s, ListHeader *out);

/* The edges that a text holds, the caller's; `path` is for messages, and tells METIS (.graph, .metis) and lists of arcs (.el, .wel, as
 * GAP writes them). `text` need not end in a NUL. ERR_FORMAT, ERR_MEMORY. */
Status edges_parse(const char *path, const char *text, size_t bytes, GraphArcs arcs, EdgeList *edges);
/* The plan of these edges, to which the list goes over. */
GraphPlan edges_plan(EdgeList *edges);
/* The edges of a generator's words; directed: each is an arc. ERR_FORMAT. */
Status generator_plan(const char *spec, bool directed, GraphPlan *out);

#endif
