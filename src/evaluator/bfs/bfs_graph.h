/* The graph of a run and its machine on this rank: made by the backend where it can and has room, else by the host. */
#ifndef CORDEE_EVALUATOR_BFS_BFS_GRAPH_H
#define CORDEE_EVALUATOR_BFS_BFS_GRAPH_H

#include "bfs_kernels.h"
#include "node.h"

typedef struct BfsGraph {
  Backend *be;
  Graph *graph;
  BfsMachine *machine;
  bool by_backend; /* the rows lie there alone until bfs_graph_rows */
  bool lent;       /* the graph is another's */
  GraphArcs arcs;  /* that were asked for */
  char said[GRAPH_SAID_MAX];
  double read_s, made_s,
      placed_s; /* reading a file; making rows; bringing them to the backend: within made_s if it made them */
} BfsGraph;

/* What `spec` names (graph_open). The host's graphs, and those of files, are made by one rank of the node and shared: collective over it; OK and
 * without a graph if another rank has failed. node NULL: local. Close it also when it fails. ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY (before anything large is taken),
 * ERR_DEVICE, ERR_STOPPED. */
Status bfs_graph_open(Backend *be, const char *spec, GraphArcs arcs, const Node *node, BfsGraph *out);
/* The same for a graph that is there, and stays the caller's. Local. ERR_MEMORY, ERR_DEVICE. */
Status bfs_graph_lend(Backend *be, Graph *graph, BfsGraph *out);
void bfs_graph_close(BfsGraph *g);
/* The host has graph->to and graph->in_to, too. ERR_MEMORY, ERR_DEVICE. */
Status bfs_graph_rows(BfsGraph *g);

/* "16777216 vertices, 201326254 arcs, directed (line 1), made by cuda in 0.09 s (2.2e+09 arcs/s)" */
enum { BFS_GRAPH_TEXT_MAX = 160 };
void bfs_graph_text(const BfsGraph *g, char text[BFS_GRAPH_TEXT_MAX]);

#endif
