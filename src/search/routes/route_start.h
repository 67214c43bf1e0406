/* Start solutions of vehicle routing. Deterministic, host only, local. Genes are as in problem/cvrp/cvrp.h. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_START_H
#define CORDEE_SEARCH_ROUTES_ROUTE_START_H

#include <stdbool.h>
#include "instance.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SAVINGS_NEIGHBOURS = 100 };

/* One route a customer, in the order of the customers (as Schulz et al. 2010 begin). It keeps no limit on the number of routes; windows
 * hold, as readers refuse a customer whom no route can visit alone. */
void start_star(const Instance *inst, int32_t *gene);

/* Clarke and Wright 1964, parallel version: routes are joined at their ends in the order of falling savings d(0, a) + d(0, b) - d(a, b)
 * >= 0, ties by (a, b), a < b; only pairs where one is among the SAVINGS_NEIGHBOURS nearest of the other (route_neighbours.h). Capacity
 * and durations hold. Routes come in the order of their lesser ends, each from there. With time windows routes have a direction: the end
 * of one is joined to the beginning of the other, where all windows hold, in the order that takes less time if both do (single customers).
 *
 * If a limit on the number of routes is then exceeded, the smallest routes are dissolved and their customers inserted where they cost
 * least, or where a lighter customer leaves for them, who is inserted next, or where exchanges between routes make room. If that fails,
 * the customers are packed by falling demand, first fit. ERR_NO_SOLUTION: no packing was found ("found no solution with at most 5
 * routes"), or a customer's own route is over a limit. Exactly K routes: also at least K, by splitting where it costs least. ERR_MEMORY;
 * halt_poll is honoured (ERR_STOPPED). */
Status start_savings(const Instance *inst, int threads, int32_t *gene);
/* Solver.tried: " with at most 5 routes, by savings, by dissolving routes, by packing". */
void start_tried(const Instance *inst, char *text, size_t size);
/* Whether savings may break a limit: the fleet's; or another one, as distances may violate the triangle inequality. */
bool start_may_fail(const Instance *inst);
/* The same; *found false: none was found, and gene (customers) has the routes before any was dissolved. */
Status start_savings_try(const Instance *inst, int threads, int32_t *gene, bool *found);

#ifdef __cplusplus
}
#endif
#endif
