/* Recombination of two solutions of vehicle routing by whole routes (route-based crossover: Potvin and Bengio 1996, "The vehicle routing
 * problem with time windows, part II: genetic search"; the completion by routes of least overlap is that of Nagata, Braysy and Dullaert
 * 2010, "A penalty-based edge assembly memetic algorithm for the vehicle routing problem with time windows", in its simplest form).
 * Host only, local.
 *
 *   taken      Routes of `a` are sorted by their centres along a random direction (route_centre.h); the first of them, a fourth to three
 *              fourths of all, are taken as they are, at least one, and not all.
 *   completed  Routes of `b` follow in the order of the share of their customers who are served already, the first of equals first. Each
 *              gives the customers who are not served yet, in its order, while at most half of its customers are served and the child has
 *              no more routes than `a`.
 *   inserted   The others are inserted in the order of falling demand, of equals the smaller number first, each at the place of the least
 *              detour where the limits on load, duration and time windows hold, the first of equals; a customer without a place
 *              opens a route.
 * The child is a copy of `a` if the result breaks a limit, on the number of routes, too. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_CROSSOVER_H
#define CORDEE_SEARCH_ROUTES_ROUTE_CROSSOVER_H

#include "instance.h"
#include "rng.h"

/* a, b, child: (customers) genes; child is neither a nor b. ERR_MEMORY. */
Status route_crossover(const Instance *inst, const int32_t *a, const int32_t *b, RngStream stream,
                       int32_t *child);

#endif
