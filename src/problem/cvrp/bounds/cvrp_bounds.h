/* Lower bounds for vehicle routing. Exact integers, local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUNDS_CVRP_BOUNDS_H
#define CORDEE_PROBLEM_CVRP_BOUNDS_CVRP_BOUNDS_H

#include "problem/cvrp/cvrp.h"

/* ---- arcs ---- */

/* Arcs, as lower bounds for vehicle routing see them. */

/* The distance of two nodes. */
int32_t bound_distance(const CvrpInstance *cvrp, int32_t a, int32_t b);

/* ---- nearest customers ---- */

/* The nearest customers of one by usable arcs: the row of a matrix, or a k-d tree (Bentley 1975). */

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

/* ---- graph of nearest customers ---- */

/* What a lower bound for vehicle routing knows of distances: of each customer the nearest ones that may be visited
 * next to it, and how near any other can be. */

typedef struct BoundGraph {
  const CvrpInstance *cvrp;
  int32_t n, width;
  int32_t *
      near; /* (n + 1, width) of each customer the nearest by usable arcs, rising distances; row 0 is not set */
  int32_t *arc;    /* (n + 1, width) the distances to them */
  int32_t *count;  /* (n + 1) entries of the row */
  int32_t *beyond; /* (n + 1) no usable arc that is not in the row is shorter; INT32_MAX: the row has all */
  int32_t *home;   /* (n + 1) distances to the depot */
  int64_t slack;   /* of any two customers a, b: the distance is at least |home[a] - home[b]| - slack */
} BoundGraph;

/* Rows of `width` customers at most, 1 <= width. Release with bound_graph_free, also after a failure. ERR_MEMORY. */
Status bound_graph_make(const CvrpInstance *cvrp, int32_t width, BoundGraph *out);
void bound_graph_free(BoundGraph *graph);

/* The sum of the two shortest edges that customer c may have at once: the depot's counts twice. Rows: 2 or more. */
int64_t bound_two_shortest(const BoundGraph *graph, int32_t c);

/* ---- loads ---- */

/* What the capacity alone says: how many routes there are at least and at most, and small weights in place of
 * demands. */

/* How many routes a solution has. */
typedef struct BoundFleet {
  int32_t least; /* a bound for bin packing (L2 of Martello and Toth 1990), or the fleet's number */
  int32_t most;  /* the fleet's number, or the customers' */
} BoundFleet;

/* ERR_MEMORY. */
Status bound_fleet_find(const CvrpInstance *cvrp, BoundFleet *fleet);

/* Weights 1.. of customers, such that no route within the capacity weighs more than `limit`. */
typedef struct BoundWeights {
  int32_t *weight; /* (n + 1) the caller's; [0] is 0 */
  int32_t limit;
} BoundWeights;

/* Demands over a common divisor, rounded so that the sum of all weights over the limit is largest; weights->limit at most `most`, or
 * the most customers of a route if these are more. Demands themselves if the capacity is at most `most` and none is 0. ERR_MEMORY. */
Status bound_weights_make(const CvrpInstance *cvrp, int32_t most, BoundWeights *weights);

/* ---- arcs that the graph lacks ---- */

/* Arcs that a graph of nearest customers lacks, as one step: from whichever customer it is cheapest to come, if an
 * arc from a to b is as long as what is known of it, max(beyond[b], |home[a] - home[b]| - slack). A path with such
 * steps is no longer than a real one.
 *
 * Lengths are kept as length << BOUND_PRED_BITS | customer. */

enum {
  BOUND_PRED_BITS = 17,
  BOUND_PRED_ANY = (1 << BOUND_PRED_BITS) - 1,
  BOUND_CUSTOMERS_MOST = BOUND_PRED_ANY - 1,
  BOUND_WEIGHT_MOST = 1023
};
/* What keeps all lengths below 2^44, with 2^10 customers at most: a distance times the scale, and a price. */
#define BOUND_SCALED_MAX ((int64_t)1 << 30)
#define BOUND_PRICE_MAX  ((int64_t)1 << 31)

typedef struct BoundJumps {
  const BoundGraph *graph;
  int64_t scale;
  int32_t *at;        /* (n) customers by rising home */
  int32_t *from, *to; /* (n + 1) places of those whose home is as near to the customer's as beyond + slack */
  int64_t *length;    /* (n) by place */
  int64_t *least;     /* (n / BLOCK + 1) of each block of places */
  int64_t *nearer,
      *farther; /* (n + 1) least length - home of places before, and length + home of those from here on */
} BoundJumps;

/* Lengths of paths by their last customer: best(c) of (n + 1), `stride` numbers apart, whose low bits are anything. */
void bound_jumps_set(BoundJumps *jumps, const int64_t *best, int32_t stride);
/* The shortest to customer c, and in its low bits from where. */
int64_t bound_jump(const BoundJumps *jumps, int32_t c);

/* ---- paths ---- */

/* The relaxation behind the bound of vehicle routing: routes that may visit a customer more than once, though not
 * with one visit between (q-routes without 2-cycles). Christofides, Mingozzi, Toth: Exact algorithms for the vehicle
 * routing problem, based on spanning tree and shortest path relaxations. Mathematical Programming 20 (1981) 255-282.
 *
 * All numbers are integers: distances are multiplied by `scale`, prices are in those units. */

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

/* ---- without search ---- */

/* Two lower bounds for vehicle routing that take no search. Exact integers. */

/* Every edge has two ends, and every customer is the end of two: so half of its two shortest usable edges, where the depot's counts twice,
 * summed over all customers; and half of the depot's shortest edges, two for each route of the least number, where each customer's counts
 * twice. Rounded up. The graph's rows: 2 or more. ERR_MEMORY. */
Status bound_degrees(const BoundGraph *graph, BoundFleet fleet, int64_t *bound);

/* In the plane: a route is at least twice as long as the way to any of its customers, so also than their mean by demand, and it
 * carries the capacity at most (Haimovich and Rinnooy Kan 1985). What rounding takes from the triangle inequality is taken off:
 * n + the most routes times a half, or 1 if distances are truncated. 0 with a matrix, or where that is more. */
int64_t bound_radial(const BoundGraph *graph, BoundFleet fleet);

/* ---- bound that prices prove ---- */

/* The bound that prices prove, by the relaxation to paths (bound_paths_find), and the direction in which prices change it.
 *
 * Of all routes through customer c let r(c) be the one with the least length for each unit of weight, prices taken
 * off. Then
 *
 *   dual(c) = price(c) + weight(c) length(r(c)) / weight(r(c)), rounded down
 *
 * add up to no more than the length of any route, over its customers: each one's share of the route's length is at
 * least as large as what its own best route offers. So the sum of all dual(c), and price(0) for each route, is no
 * more than the cost of any solution. */

/* At the prices of bound_paths_find: the bound, times the scale. dual (n + 1) as above, [0] is 0; visits (n + 1): how often the routes
 * r(c) visit each customer, r(c) taken weight(c) / weight(r(c)) times; [0] is the number of routes. */
int64_t bound_routes_find(const BoundPaths *paths, BoundFleet fleet, const int64_t *price, int64_t *dual,
                          double *visits);

/* ---- ascent ---- */

/* Prices that make the bound of bound_routes_find large: subgradient steps, from coarse weights to fine ones. So many
 * steps by the size of the instance alone, so the answer is the same everywhere. */

/* The best bound found, rounded up to whole units; 0 where the instance is too large for a few steps. threads change no bit of it.
 * ERR_MEMORY; ERR_STOPPED (halt_check). */
Status bound_ascend(const BoundGraph *graph, BoundFleet fleet, int threads, int64_t *bound);

/* ---- bound ---- */

/* The proven bound of an instance of vehicle routing, computed once and kept with it. */

typedef struct CvrpBound {
  bool known;
  int64_t bound;
} CvrpBound;

/* Problem.bound: the largest of those without a search (bound_radial and others) and that of bound_ascend. Computed at the first call for an instance by so many threads, which
 * change no bit of it; by one thread of the process at a time. Of time windows only those of two customers that no route can visit one after the other are looked at, of durations nothing. ERR_MEMORY; ERR_STOPPED. */
Status cvrp_bound(const Instance *inst, int threads, int64_t *bound);

#endif
