/* The nearest customers of one by usable arcs: the row of a matrix, or a k-d tree (Bentley 1975). Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_NEAR_H
#define CORDEE_PROBLEM_CVRP_BOUND_NEAR_H

#include "cvrp.h"

typedef struct BoundNear {
  int64_t distance; /* of the matrix, or squared and not rounded */
  int32_t customer;
} BoundNear;

typedef struct BoundTree {
  const CvrpInstance *cvrp;
  int32_t *point;    /* (n) customers: a part of the tree is a part of this */
  int32_t *lightest; /* (2n at most) least demand of each part, by its place in a heap */
  int32_t *split;    /* the same: the coordinate between its halves */
} BoundTree;

/* Release with bound_tree_free, also after a failure. ERR_MEMORY. */
Status bound_tree_make(const CvrpInstance *cvrp, BoundTree *out);
void bound_tree_free(BoundTree *tree);

/* The `width` nearest of customer c by rising (distance, customer), into near (width); returns how many there are. */
int32_t bound_nearest(const BoundTree *tree, int32_t c, int32_t width, BoundNear *near);

#endif
