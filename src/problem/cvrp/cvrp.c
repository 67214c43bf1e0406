/* See cvrp.h. */
#include "cvrp.h"

#include <stdlib.h>
#include "problem.h"

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

Status cvrp_windows_add(CvrpInstance *cvrp) {
  const size_t bytes = ((size_t)cvrp->head.n + 1) * sizeof(int32_t);
  int32_t *ready = instance_array_alloc(bytes), *due = instance_array_alloc(bytes),
          *service_at = instance_array_alloc(bytes);
  if (!ready || !due || !service_at) {
    free(ready);
    free(due);
    free(service_at);
    FAIL(ERR_MEMORY, "no memory for the time windows of %d customers", cvrp->head.n);
  }
  cvrp->ready = ready;
  cvrp->due = due;
  cvrp->service_at = service_at;
  cvrp->with_windows = true;
  return OK;
}

Status cvrp_depth_add(CvrpInstance *cvrp) {
  const size_t nodes = (size_t)cvrp->head.n + 1;
  cvrp->z = instance_array_alloc(nodes * sizeof *cvrp->z);
  if (!cvrp->z) FAIL(ERR_MEMORY, "no memory for the coordinates of %zu nodes", nodes);
  cvrp->with_depth = true;
  return OK;
}

int32_t cvrp_routes(const Instance *inst, const int32_t *gene) {
  int32_t routes = 0;
  for (int32_t k = 0; k < inst->n; k++) routes += gene[k] < 0;
  return routes;
}
