/* Minimum 1-trees of a symmetric instance whose cities have prices (Held and Karp 1970). With prices p, an edge u v weighs
 * scale x distance + p[u] + p[v]. A 1-tree is a spanning tree and one more edge at one of its leaves, the second one there. A tour
 * without one of a city's two edges is a spanning tree of the others, so no tour weighs less than the least 1-tree of any leaf.
 *
 * Two ways: among the edges of a sparse graph (Kruskal 1956), for ascent; among all edges (Boruvka 1926, with the k-d tree
 * of city_tree.h), for the proof. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_ONE_TREE_H
#define CORDEE_PROBLEM_TSP_ONE_TREE_H

#include "city_tree.h"

/* A sparse graph over the nodes of a tree, which owns nothing of the tree. */
typedef struct EdgeGraph {
  CityTree *tree;
  int64_t scale;
  size_t edges, room;
  int32_t (*end)[2]; /* (edges) */
  int64_t *length;   /* (edges) scale x distance */
} EdgeGraph;

/* Work space, and the last 1-tree found. */
typedef struct OneTree {
  int64_t weight;        /* of the 1-tree, prices included */
  int32_t *degree;       /* (n) */
  int32_t *up;           /* (n) union-find; after one_tree_exact all 0: one group */
  int64_t *second;       /* (n) */
  uint64_t *key, *other; /* (room of the graph) */
  CityEdge *least;       /* (n) */
  size_t room;
} OneTree;

/* Every node's `width` nearest; not connected yet (one_tree_exact). Release with edge_graph_free, also after a failure. ERR_MEMORY,
 * ERR_STOPPED. */
Status edge_graph_make(CityTree *tree, int64_t scale, int32_t width, EdgeGraph *out);
void edge_graph_free(EdgeGraph *graph);
/* Another scale, a multiple of the present one. */
void edge_graph_scale(EdgeGraph *graph, int64_t scale);
/* One more edge. ERR_MEMORY. */
Status edge_graph_add(EdgeGraph *graph, int32_t u, int32_t v);

/* For n nodes. Release with one_tree_free, also after a failure. ERR_MEMORY. */
Status one_tree_make(int32_t n, OneTree *out);
void one_tree_free(OneTree *tree);

/* A least 1-tree of the graph, which is connected: one_tree_exact has been called for it. price (n). ERR_MEMORY. */
Status one_tree_find(const EdgeGraph *graph, const int64_t *price, OneTree *tree);

/* The weight of a least 1-tree of all edges, into tree->weight. Edges of its spanning tree that the graph lacks are added to it. ERR_MEMORY,
 * ERR_STOPPED. */
Status one_tree_exact(EdgeGraph *graph, const int64_t *price, OneTree *tree);

#endif
