/* Lower bounds on tours, and what they are computed with: assignments, 1-trees, trees of cities. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_BOUNDS_TSP_BOUNDS_H
#define CORDEE_PROBLEM_TSP_BOUNDS_TSP_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>
#include "instance.h"
#include "problem/tsp/tsp.h"
#include "status.h"

/* ---- assignment ---- */

/* The assignment problem, and with it a lower bound on directed tours: every city has exactly one successor and is
 * that of exactly one, but the successors need not form one cycle. */

/* A cheapest assignment and its dual values: cost[i, j] - row[i] - column[j] >= 0, and 0 where i is assigned to j. All of it, with `total`,
 * which is the sum of the dual values and the assignment's cost, depends on the costs only. */
typedef struct Assignment {
  int64_t total;
  int64_t *row, *column; /* (n) each */
  int32_t *to;           /* (n) the column of each row */
} Assignment;

/* Shortest augmenting paths after column reduction, reduction transfer and augmenting row reduction (Jonker and Volgenant 1987), O(n^3).
 * cost (n, n), values of at most 2^29. *out is owned by the caller (assignment_free). ERR_MEMORY, ERR_STOPPED (halt.h). */
Status assignment_solve(int32_t n, const int32_t *cost, Assignment **out);
void assignment_free(Assignment *assignment); /* NULL allowed */

/* ---- sparse assignment ---- */

/* A cheapest assignment of the columns to the rows of a matrix that has few entries. Local, host only; a
 * full matrix has the assignment above. */

/* The entries row by row: those of row i are first[i] .. first[i + 1] - 1. */
typedef struct SparseEntries {
  int32_t n;
  const int32_t *first;  /* (n + 1) */
  const int32_t *column; /* (first[n]) each at most once in a row */
} SparseEntries;

/* column (n) of each row: the sum of cost (first[n]), each 0 to 2^40, is least. Column and row reduction, then shortest augmenting paths
 * by a heap (Jonker and Volgenant 1987), in O(n m log n) for m entries. The result depends on the arguments only.
 * ERR_FORMAT: there is no assignment. ERR_MEMORY, ERR_STOPPED (halt.h). */
Status sparse_assignment(const SparseEntries *entries, const int64_t *cost, int32_t *column);

/* ---- patches ---- */

/* A directed tour from an assignment: its cycles are joined by patches (Karp 1979). */

/* The arc from a to b; 0 to and from the city beyond a path's ends (tsp_fixed_nodes). */
int64_t patching_arc(const TspInstance *tsp, int32_t a, int32_t b);

/* Cycles of a permutation. next (n). ERR_MEMORY. */
Status patching_cycles(int32_t n, const int32_t *next, int32_t *cycles);

/* Makes next (n), a permutation of the cities, one cycle. A patch replaces two arcs a -> a', b' -> b of different cycles by a -> b, b' -> a'.
 * The cheapest of those for which `arcs` has a -> b is made first; of equal ones, the first arc's. A patch that others have made dearer waits
 * for its turn. If cycles are left, the smallest one is joined by its cheapest patch of all, and so on. The result depends on the arguments
 * only. ERR_MEMORY, ERR_STOPPED (halt.h). */
Status patching_join(const TspInstance *tsp, const SparseEntries *arcs, int32_t *next);

/* ---- tree of cities ---- */

/* A k-d tree over the cities of an instance (Bentley 1975), for lower bounds: the nearest cities of one, and the
 * cheapest edge that leaves a group when every city has a price. Cities with coordinates in the plane have a tree;
 * those of a matrix or table are scanned.
 *
 * Nodes are cities in the order of the tree, so that near ones have near numbers. A distance is TSPLIB's exact
 * integer. */

/* A part of the tree has a place in a heap: the whole at 1, the halves of that at p at 2p and 2p + 1. */
typedef struct CityPart {
  double low[2], high[2]; /* the box of its cities */
  int64_t cheapest;       /* the least price in it */
  int32_t group;          /* that of all its nodes; -1: they have several */
} CityPart;

typedef struct CityTree {
  const TspInstance *tsp;
  int32_t n;
  int32_t *city;  /* (n) of each node */
  double *at[2];  /* (n) coordinates of each node; NULL without a tree */
  CityPart *part; /* NULL without a tree */
  int32_t *table; /* (n, n) distances without a tree: `made`, or the instance's matrix */
  int32_t *made;
} CityTree;

/* An edge and its weight: scale x distance + both prices. */
typedef struct CityEdge {
  int64_t weight;
  int32_t u, v;
} CityEdge;

/* Release with city_tree_free, also after a failure. ERR_MEMORY, ERR_STOPPED (halt_check). */
Status city_tree_make(const TspInstance *tsp, CityTree *out);
void city_tree_free(CityTree *tree);

/* The distance of two nodes. */
int32_t node_distance(const CityTree *tree, int32_t u, int32_t v);

/* The `width` nearest of a node by rising distance, into near (width); returns how many there are. */
int32_t city_nearest(const CityTree *tree, int32_t node, int32_t width, int32_t *near);

/* Prices and groups for city_leave: both (n), which stay the caller's and may not change before the next call. */
void city_groups_set(CityTree *tree, const int64_t *price, const int32_t *group);

/* A least edge from a node to one of another group, if it is less than *least: then *least becomes that edge. Whether it did. */
bool city_leave(const CityTree *tree, const int64_t *price, const int32_t *group, int64_t scale, int32_t node,
                CityEdge *least);

/* ---- 1-trees of a sparse graph ---- */

/* Minimum 1-trees of a symmetric instance whose cities have prices (Held and Karp 1970). With prices p, an edge u v
 * weighs scale x distance + p[u] + p[v]. A 1-tree is a spanning tree and one more edge at one of its leaves, the
 * second one there. A tour without one of a city's two edges is a spanning tree of the others, so no tour weighs less
 * than the least 1-tree of any leaf.
 *
 * Two ways: among the edges of a sparse graph (Kruskal 1956), for ascent; among all edges (Boruvka 1926, with the k-d
 * tree of cities above), for the proof. */

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

/* For n nodes. Release with one_tree_free, also after a failure. ERR_MEMORY. */
Status one_tree_make(int32_t n, OneTree *out);
void one_tree_free(OneTree *tree);

/* A least 1-tree of the graph, which is connected: one_tree_exact has been called for it. price (n). ERR_MEMORY. */
Status one_tree_find(const EdgeGraph *graph, const int64_t *price, OneTree *tree);

/* The weight of a least 1-tree of all edges, into tree->weight. Edges of its spanning tree that the graph lacks are added to it. ERR_MEMORY,
 * ERR_STOPPED. */
Status one_tree_exact(EdgeGraph *graph, const int64_t *price, OneTree *tree);

/* ---- ascent ---- */

/* Prices that make the least 1-tree large: the bound of Held and Karp (1970, 1971), by subgradient steps. */

/* Prices and what they prove: with them no 1-tree of all edges weighs less than `weight`, and every tour weighs scale x its
 * length + 2 x all prices. */
typedef struct TspAscent {
  int64_t scale, weight;
  int64_t bound;  /* (weight - 2 x all prices) / scale, rounded up: no tour is shorter */
  int64_t *price; /* (n) of each city; free() */
} TspAscent;

/* Whether the bound of an instance is computed: not of directed ones, paths, fewer than 3 cities, and those that would take too long. */
bool tsp_ascends(const TspInstance *tsp);

/* Of such an instance. As many steps as its size allows, in integers and one thread: the answer is the same everywhere. out->price is also to
 * be freed after a failure. ERR_MEMORY, ERR_STOPPED (halt_check). */
Status tsp_ascend(const TspInstance *tsp, TspAscent *out);

/* ---- bound ---- */

/* Lower bounds, computed once and kept with the instance: the assignment of directed ones, 1-trees of the others
 *. */

typedef struct TspBound TspBound;

TspBound *tsp_bound_make(void); /* nothing known yet; NULL: no memory */
void tsp_bound_free(TspBound *bound);

/* The cheapest assignment of a directed instance, of a path with the city beyond its ends (tsp_fixed_nodes), whose arcs are 0; the
 * instance owns it. Threads may ask at once: one computes, the others wait.
 * ERR_MEMORY, ERR_STOPPED. */
Status tsp_assignment(const Instance *inst, const Assignment **out);

/* Problem.bound; 0, none, where tsp_ascends says no. Threads may ask at once, as above. */
Status tsp_bound(const Instance *inst, int threads, int64_t *bound);
/* Problem.bound_slow: of 1-trees. */
bool tsp_bound_slow(const Instance *inst);

#endif
