/* Two lower bounds for vehicle routing that take no search. Exact integers, local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_SIMPLE_H
#define CORDEE_PROBLEM_CVRP_BOUND_SIMPLE_H

#include "bound_graph.h"
#include "bound_loads.h"

/* Every edge has two ends, and every customer is the end of two: so half of its two shortest usable edges, where the depot's counts twice,
 * summed over all customers; and half of the depot's shortest edges, two for each route of the least number, where each customer's counts
 * twice. Rounded up. The graph's rows: 2 or more. ERR_MEMORY. */
Status bound_degrees(const BoundGraph *graph, BoundFleet fleet, int64_t *bound);

/* In the plane: a route is at least twice as long as the way to any of its customers, so also than their mean by demand, and it
 * carries the capacity at most (Haimovich and Rinnooy Kan 1985). What rounding takes from the triangle inequality is taken off:
 * n + the most routes times a half, or 1 if distances are truncated. 0 with a matrix, or where that is more. */
int64_t bound_radial(const BoundGraph *graph, BoundFleet fleet);

#endif
