/* See cvrp.h. */
#include "cvrp.h"

Status cvrp_alloc(int32_t customers, bool coordinates, bool matrix, Instance **out) {
  const CvrpInstance like = {.head = {.problem = &problem_cvrp, .n = customers},
                             .fleet = FLEET_FREE,
                             .capacity = 1,
                             .max_duration = INT32_MAX,
                             .divisor = 1,
                             .with_coordinates = coordinates,
                             .with_matrix = matrix};
  return instance_alloc_like(&like.head, out);
}

int32_t cvrp_routes(const Instance *inst, const int32_t *gene) {
  int32_t routes = 0;
  for (int32_t k = 0; k < inst->n; k++) routes += gene[k] < 0;
  return routes;
}
