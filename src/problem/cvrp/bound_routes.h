/* The bound that prices prove, by the relaxation of bound_paths.h, and the direction in which prices change it. Local, host only.
 *
 * Of all routes through customer c let r(c) be the one with the least length for each unit of weight, prices taken off. Then
 *
 *   dual(c) = price(c) + weight(c) length(r(c)) / weight(r(c)), rounded down
 *
 * add up to no more than the length of any route, over its customers: each one's share of the route's length is at least as large as
 * what its own best route offers. So the sum of all dual(c), and price(0) for each route, is no more than the cost of any solution. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_ROUTES_H
#define CORDEE_PROBLEM_CVRP_BOUND_ROUTES_H

#include "bound_paths.h"

/* At the prices of bound_paths_find: the bound, times the scale. dual (n + 1) as above, [0] is 0; visits (n + 1): how often the routes
 * r(c) visit each customer, r(c) taken weight(c) / weight(r(c)) times; [0] is the number of routes. */
int64_t bound_routes_find(const BoundPaths *paths, BoundFleet fleet, const int64_t *price, int64_t *dual,
                          double *visits);

#endif
