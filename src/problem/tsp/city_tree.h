/* A k-d tree over the cities of an instance (Bentley 1975), for lower bounds: the nearest cities of one, and the cheapest edge that leaves a
 * group when every city has a price. Cities with coordinates in the plane have a tree; those of a matrix or table are scanned.
 *
 * Nodes are cities in the order of the tree, so that near ones have near numbers. A distance is TSPLIB's exact integer. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_CITY_TREE_H
#define CORDEE_PROBLEM_TSP_CITY_TREE_H

#include "tsp.h"

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

#endif
