/* The normal form of a giant tour (solver/routes/giant_tour.h), of what kernels know of an instance. */
#include "three_opt_place.h"

int32_t tour_normalize(const RouteData *data, int32_t routes_most, int32_t *tour, int32_t n) {
  int32_t kept = 1, routes = 0;
  for (int32_t p = 1; p < n; p++) {
    routes += tour[p] && !tour[kept - 1];
    if (tour[p] || tour[kept - 1]) tour[kept++] = tour[p];
  }
  if (!data->closed && routes < data->customers && routes < routes_most) tour[kept++] = 0;
  return kept;
}
