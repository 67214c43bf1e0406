/* Giant tours: all routes of a solution as one sequence of nodes, with a copy of the depot (node 0) before the first, between any two
 * and after the last (Christofides and Eilon 1969; Irnich 2008). Two depots in a row are an empty route. Host only, local.
 *
 * Normal form: no empty route, but a single one at the end if the fleet has a vehicle left, which moves may use: if there are fewer
 * routes than customers and fewer than the fleet's limit (free: none; exactly K: such a tour has no spare route). */
#ifndef CORDEE_SEARCH_ROUTES_GIANT_TOUR_H
#define CORDEE_SEARCH_ROUTES_GIANT_TOUR_H

#include "instance.h"
#include "route_data.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Nodes of the longest giant tour: the star's, one route a customer. */
static inline int32_t giant_tour_most(int32_t customers) { return 2 * customers + 1; }

/* tour (giant_tour_most) in normal form of a solution gene (customers); returns its nodes. */
int32_t giant_tour_of(const Instance *inst, const int32_t *gene, int32_t *tour);
/* The inverse: gene (customers) of a giant tour with or without empty routes. */
void giant_tour_genes(const int32_t *tour, int32_t nodes, int32_t *gene);
/* Brings tour into normal form, in place; routes keep their order. Returns its nodes. */
int32_t giant_tour_normalize(const Instance *inst, int32_t *tour, int32_t nodes);
/* The same of what kernels know of an instance; routes_most: the fleet's limit (cvrp_routes_most). */
int32_t giant_tour_normal(const RouteData *data, int32_t routes_most, int32_t *tour, int32_t nodes);
/* The sum of its distances, by route_distance. */
int64_t giant_tour_cost(const Instance *inst, const int32_t *tour, int32_t nodes);
/* The number of its routes that are not empty. */
int32_t giant_tour_routes(const int32_t *tour, int32_t nodes);

#ifdef __cplusplus
}
#endif
#endif
