/* See giant_tour.h. */
#include "giant_tour.h"

#include "problem/cvrp/cvrp.h"
#include "route_data.h"

/* Whether a tour of so many routes has an empty one that moves may use. */
static bool route_to_spare(const RouteData *data, int32_t routes_most, int32_t routes) {
  return !data->closed && routes < data->customers && routes < routes_most;
}

int32_t giant_tour_of(const Instance *inst, const int32_t *gene, int32_t *tour) {
  const RouteData data = route_data_of(inst);
  int32_t nodes = 0, routes = 0;
  for (int32_t k = 0; k < inst->n; k++) {
    if (gene[k] < 0) {
      tour[nodes++] = 0;
      routes++;
    }
    tour[nodes++] = cvrp_customer(gene[k]);
  }
  tour[nodes++] = 0;
  if (route_to_spare(&data, cvrp_routes_most(cvrp_of(inst)), routes)) tour[nodes++] = 0;
  return nodes;
}

void giant_tour_genes(const int32_t *tour, int32_t nodes, int32_t *gene) {
  for (int32_t p = 1; p < nodes; p++)
    if (tour[p]) *gene++ = tour[p - 1] ? tour[p] : -tour[p];
}

int32_t giant_tour_normal(const RouteData *data, int32_t routes_most, int32_t *tour, int32_t nodes) {
  int32_t kept = 1;
  for (int32_t p = 1; p < nodes; p++)
    if (tour[p] || tour[kept - 1]) tour[kept++] = tour[p];
  if (route_to_spare(data, routes_most, giant_tour_routes(tour, kept))) tour[kept++] = 0;
  return kept;
}

int32_t giant_tour_normalize(const Instance *inst, int32_t *tour, int32_t nodes) {
  const RouteData data = route_data_of(inst);
  return giant_tour_normal(&data, cvrp_routes_most(cvrp_of(inst)), tour, nodes);
}

int64_t giant_tour_cost(const Instance *inst, const int32_t *tour, int32_t nodes) {
  const RouteData data = route_data_of(inst);
  int64_t cost = 0;
  for (int32_t p = 1; p < nodes; p++) cost += route_distance(&data, tour[p - 1], tour[p]);
  return cost;
}

int32_t giant_tour_routes(const int32_t *tour, int32_t nodes) {
  int32_t routes = 0;
  for (int32_t p = 1; p < nodes; p++) routes += tour[p] && !tour[p - 1];
  return routes;
}
