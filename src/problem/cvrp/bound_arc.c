/* See bound_arc.h. */
#include "bound_arc.h"

#include "cvrp_distance.h"

int32_t bound_distance(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if (cvrp->matrix) return cvrp->matrix[(size_t)a * ((size_t)cvrp->head.n + 1) + (size_t)b];
  return cvrp_plane_distance(cvrp->x[a], cvrp->y[a], cvrp->x[b], cvrp->y[b], cvrp->divisor);
}

/* Service at a begins when its window does, or later. */
static bool follows(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  return (int64_t)cvrp->ready[a] + cvrp->service_at[a] + bound_distance(cvrp, a, b) <= cvrp->due[b];
}

bool bound_usable(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  if ((int64_t)cvrp->demand[a] + cvrp->demand[b] > cvrp->capacity) return false;
  return !cvrp_has_windows(cvrp) || follows(cvrp, a, b) || follows(cvrp, b, a);
}
