/* The relaxation behind the bound of vehicle routing: routes that may visit a customer more than once, though not with one visit between
 * (q-routes without 2-cycles). Christofides, Mingozzi, Toth: Exact algorithms for the vehicle routing problem, based on spanning tree and
 * shortest path relaxations. Mathematical Programming 20 (1981) 255-282.
 *
 * All numbers are integers: distances are multiplied by `scale`, prices are in those units. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_PATHS_H
#define CORDEE_PROBLEM_CVRP_BOUND_PATHS_H

#include "bound_jumps.h"
#include "bound_loads.h"

/* The cheapest path from the depot to a customer by its last but one node, as length << BOUND_PRED_BITS | node, and the cheapest with
 * another one there. The node BOUND_PRED_ANY is some customer. */
typedef struct BoundLabel {
  int64_t best, second;
} BoundLabel;

typedef struct BoundPaths {
  const BoundGraph *graph;
  const BoundWeights *weights;
  int64_t scale;
  BoundLabel *label; /* (limit + 1, n + 1) by weight and last customer */
  int32_t *
      jumped; /* (limit + 1, n + 1) the customer before, where the label does not tell it; NULL if rows of the graph have all arcs */
  BoundJumps jumps;
  BoundLabel *column; /* (limit + 1) scratch: one customer's labels by weight */
} BoundPaths;

#define BOUND_NO_PATH ((int64_t)1 << 62) /* a label's, if there is no path */

static inline int32_t bound_pred(int64_t label) { return (int32_t)(label & BOUND_PRED_ANY); }
static inline int64_t bound_length(int64_t label) { return label >> BOUND_PRED_BITS; }
static inline int64_t bound_label(int64_t length, int32_t pred) {
  return length * (1 << BOUND_PRED_BITS) + pred;
}

/* Release with bound_paths_free, also after a failure. ERR_MEMORY. */
Status bound_paths_make(const BoundGraph *graph, const BoundWeights *weights, int64_t scale, BoundPaths *out);
void bound_paths_free(BoundPaths *paths);

/* The labels at prices (n + 1): price[c] is taken off for a visit of c, half of price[0], an even number, for an edge of the depot. */
void bound_paths_find(BoundPaths *paths, const int64_t *price, int threads);

#endif
