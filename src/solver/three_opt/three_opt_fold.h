/* What both twins of the 3-opt kernels compute in the same way: folded values, conditions of feasibility, labels.
 *
 * The two ends of edge e are its first, x[e], and its next, x[e + 1]. Each way to join the parts uses each of the six ends of the three
 * edges in one new edge. So the length of a removed edge is split between its ends, and the change of the cost is the sum of three
 * folded values d(u, v) - share(u) - share(v), one for each new edge.
 *
 * The load of an end is that of its part of the route: up to the first end, or from the next one on. So are times (distances and
 * service). With cuts in three different routes each new route is two such parts and the edge between them: a condition on a pair of
 * ends. Two cuts p < q in one route and a third, t, in another give four new tours (ThreeOptStrip). Three cuts in one route
 * leave its load as it is, and its duration changes by the change of the cost, so moves that improve are feasible. */
#ifndef CORDEE_SOLVER_THREE_OPT_THREE_OPT_FOLD_H
#define CORDEE_SOLVER_THREE_OPT_THREE_OPT_FOLD_H

#include "three_opt_kernels.h"

/* Of a pair that no feasible move may join. Two folded values are never below -2^29 together. */
#define THREE_OPT_INFINITE ((int32_t)1 << 29)
/* The distance of two depots in a closed fleet: infinite when folded, too. */
#define THREE_OPT_BANNED ((int32_t)3 << 28)

/* The shares of an edge's length. */
CVRP_HD static inline int32_t three_opt_first_share(int32_t length) { return length >> 1; }
CVRP_HD static inline int32_t three_opt_next_share(int32_t length) { return length - (length >> 1); }

/* The edges j and k of a triple and the pairs of ends that ways 4 to 7 join: i.first with j.next and so on.
 *   4  (i.first, j.next)  (i.next, k.first)  (j.first, k.next)
 *   5  (i.first, j.first) (i.next, k.first)  (j.next, k.next)
 *   6  (i.first, k.first) (i.next, j.next)   (j.first, k.next)
 *   7  (i.first, j.next)  (i.next, k.next)   (j.first, k.first) */

/* Cuts p < q in one route, t in another; the segment is x[p + 1..q]. */
typedef enum ThreeOptStrip {
  STRIP_MOVED,  /* the segment into edge t: (p.first, q.next) (p.next, t.first) (q.first, t.next) */
  STRIP_TURNED, /* the same, reversed:      (p.first, q.next) (q.first, t.first) (p.next, t.next) */
  STRIP_HEADS,  /* heads of both routes with the segment between them, and their tails:
                   (p.first, q.first) (p.next, t.first) (q.next, t.next) */
  STRIP_TAILS,  /* heads of both routes, and their tails with the segment between them:
                   (p.first, t.first) (p.next, q.next) (q.first, t.next) */
  STRIPS
} ThreeOptStrip;

/* The way that such a move has; after: t > q. */
CVRP_HD static inline int32_t three_opt_strip_way(ThreeOptStrip strip, int after) {
  switch (strip) {
  case STRIP_MOVED:
    return 4;
  case STRIP_TURNED:
    return after ? 7 : 6;
  case STRIP_HEADS:
    return after ? 5 : 7;
  default:
    return after ? 6 : 5;
  }
}

/* The smallest label of the 2-opt move that removes p and q. q > p + 1: otherwise it changes nothing. */
CVRP_HD static inline ThreeOptMove three_opt_pair_move(int32_t p, int32_t q, int32_t delta) {
  const ThreeOptMove move = {delta, 0, p ? p : 1, q, p ? 2 : 3};
  return move;
}

/* Whether a comes before b: the order of moves. */
CVRP_HD static inline int three_opt_before(ThreeOptMove a, ThreeOptMove b) {
  if (a.delta != b.delta) return a.delta < b.delta;
  if (a.delta == 0) return 0;
  if (a.i != b.i) return a.i < b.i;
  if (a.j != b.j) return a.j < b.j;
  return a.k != b.k ? a.k < b.k : a.way < b.way;
}

#endif
