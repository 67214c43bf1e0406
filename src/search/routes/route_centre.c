/* See route_centre.h. */
#include "route_centre.h"

#include <stdlib.h>
#include "problem/cvrp/cvrp.h"

static RouteCentre centre_of(const RouteData *data, const int32_t *gene, int32_t first, int32_t size) {
  RouteCentre c = {.first = first, .size = size};
  for (int32_t i = first; i < first + size; i++) {
    const int32_t g = cvrp_customer(gene[i]);
    c.x += data->x ? data->x[g] : route_distance(data, 1, g);
    c.y += data->y ? data->y[g] : route_distance(data, 0, g);
  }
  c.x /= size;
  c.y /= size;
  return c;
}

int32_t route_centres(const RouteData *data, const int32_t *gene, RouteCentre *out) {
  const int32_t n = data->customers;
  int32_t routes = 0;
  for (int32_t i = 0, first = 0; i < n; i++)
    if (i + 1 == n || gene[i + 1] < 0) {
      out[routes++] = centre_of(data, gene, first, i + 1 - first);
      first = i + 1;
    }
  return routes;
}

static int key_order(const void *a, const void *b) {
  const RouteCentre *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

void route_centres_sort(RouteCentre *route, int32_t count, uint64_t lot) {
  const int64_t dx = (int64_t)(lot & 0xffff) - 0x8000, dy = (int64_t)(lot >> 16 & 0xffff) - 0x8000;
  for (int32_t r = 0; r < count; r++) route[r].key = route[r].x * dx + route[r].y * dy;
  qsort(route, (size_t)count, sizeof *route, key_order);
}
