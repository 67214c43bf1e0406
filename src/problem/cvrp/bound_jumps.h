/* Arcs that a graph of nearest customers lacks, as one step: from whichever customer it is cheapest to come, if an arc from a to b is as
 * long as what is known of it, max(beyond[b], |home[a] - home[b]| - slack). A path with such steps is no longer than a real one.
 *
 * Lengths are kept as length << BOUND_PRED_BITS | customer. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_JUMPS_H
#define CORDEE_PROBLEM_CVRP_BOUND_JUMPS_H

#include "bound_graph.h"

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

/* Release with bound_jumps_free, also after a failure. ERR_MEMORY. */
Status bound_jumps_make(const BoundGraph *graph, int64_t scale, BoundJumps *out);
void bound_jumps_free(BoundJumps *jumps);

/* Lengths of paths by their last customer: best(c) of (n + 1), `stride` numbers apart, whose low bits are anything. */
void bound_jumps_set(BoundJumps *jumps, const int64_t *best, int32_t stride);
/* The shortest to customer c, and in its low bits from where. */
int64_t bound_jump(const BoundJumps *jumps, int32_t c);

#endif
