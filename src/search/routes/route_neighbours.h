/* The nearest customers of each customer, by a k-d tree (Bentley 1975) or a row of the matrix. Deterministic, host only, local.
 *
 * Nearer is the smaller distance: of coordinates the square, which is not rounded, of a matrix its entry; then the smaller number. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_NEIGHBOURS_H
#define CORDEE_SEARCH_ROUTES_ROUTE_NEIGHBOURS_H

#include "route_data.h"

/* near (customers + 1, width): row c has the `width` customers nearest to customer c, in the order of their numbers; row 0 is not set.
 * 1 <= width < customers. ERR_MEMORY; ERR_STOPPED (halt_poll). */
Status route_neighbours(const RouteData *data, int32_t width, int threads, int32_t *near);

/* The same, every row nearest first; width 0: there are none, near is not used. */
Status route_neighbours_nearest(const RouteData *data, int32_t width, int threads, int32_t *near);

/* The same with the customers that follow c, or come before it, best, the best first: with time windows those of the least proximity
 * (route_proximity.h), then of the smaller number; without windows the nearest. */
Status route_neighbours_following(const RouteData *data, int32_t width, int threads, int32_t *near);

#endif
