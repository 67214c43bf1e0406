/* What the capacity alone says: how many routes there are at least and at most, and small weights in place of demands. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_LOADS_H
#define CORDEE_PROBLEM_CVRP_BOUND_LOADS_H

#include "cvrp.h"

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

#endif
