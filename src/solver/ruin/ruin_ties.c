/* See ruin_ties.h. */
#include "ruin_ties.h"

#include <stdlib.h>
#include <string.h>

/* ---- the unit ---- */

/* Do routes cost nothing, and may customers be left out? Routes of several trips are not looked at. */
static bool prizes_alone(const RoutesInstance *routes) {
  bool optional = false;
  if (routes->route_cost || routes->balance || routes->trips || routes->release) return false;
  for (int32_t t = 0; t < routes->types; t++)
    if (routes->type[t].fixed || routes->type[t].per_distance || routes->type[t].per_duration) return false;
  for (int32_t c = 1; c <= routes->head.n; c++) optional |= routes->stop[c].prize > 0;
  return optional;
}

/* No solution is longer: its legs are at most two for every customer. */
static int64_t distance_most(const RoutesInstance *routes) {
  const size_t entries = (size_t)routes->profiles * (size_t)routes->places * (size_t)routes->places;
  int64_t most = 0;
  for (size_t k = 0; k < entries; k++) most = routes->distance[k] > most ? routes->distance[k] : most;
  return 2 * (int64_t)routes->head.n * most;
}

/* 0: sums of so large costs would not fit. */
static int32_t shift_of(const RoutesInstance *routes) {
  const int64_t distance = distance_most(routes);
  const double most = 0x1p61 / ((double)routes->head.n + 1);
  int32_t shift = 1;
  if (!prizes_alone(routes)) return 0;
  while (distance >> shift) shift++;
  return (double)routes->absent_cost * (double)((int64_t)1 << shift) < most ? shift : 0;
}

/* ---- what kernels see ---- */

static void weights_set(const RoutesInstance *routes, int32_t shift, RouteStop *stop, VehicleType *type) {
  for (int32_t c = 1; c <= routes->head.n; c++)
    if (stop[c].prize != ROUTES_REQUIRED) stop[c].prize <<= shift;
  for (int32_t t = 0; t < routes->types; t++) type[t].per_distance = 1;
}

Status ruin_ties_make(const RoutesInstance *routes, RuinTask *task) {
  const size_t stops = ((size_t)routes->head.n + 1) * sizeof(RouteStop),
               types = (size_t)routes->types * sizeof(VehicleType);
  task->shift = shift_of(routes);
  if (!task->shift) return OK;
  RouteStop *const stop = malloc(stops);
  VehicleType *const type = malloc(types);
  if (!stop || !type) {
    free(stop);
    free(type);
    FAIL(ERR_MEMORY, "no memory for the prizes of %d customers", routes->head.n);
  }
  memcpy(stop, routes->stop, stops);
  memcpy(type, routes->type, types);
  weights_set(routes, task->shift, stop, type);
  task->host.stop = stop;
  task->host.type = type;
  task->host.absent_cost <<= task->shift;
  return OK;
}

void ruin_ties_free(RuinTask *task) {
  if (!task->shift) return;
  free((void *)(uintptr_t)task->host.stop);
  free((void *)(uintptr_t)task->host.type);
}

/* ---- solutions ---- */

static int64_t leg(const RoutesInstance *routes, const VehicleType *type, int32_t from, int32_t to) {
  const size_t places = (size_t)routes->places;
  if (from < 0 || to < 0) return 0;
  return routes->distance[((size_t)type->profile * places + (size_t)from) * places + (size_t)to];
}

/* The first customer of a route comes from its start, the last one goes to its end. */
static int64_t distance_of(const RoutesInstance *routes, const int32_t *gene) {
  const int32_t n = routes->head.n;
  int64_t sum = 0;
  for (int32_t k = 0, route = -1; k < n; k++) {
    route += gene[k] < 0;
    if (gene[n + route] == ROUTES_LEFT_OUT) break;
    const VehicleType *type = &routes->type[gene[n + route]];
    const int32_t place = routes->stop[routes_customer(gene[k])].place;
    sum += leg(routes, type, gene[k] < 0 ? type->place[0] : routes->stop[routes_customer(gene[k - 1])].place,
               place);
    if (k + 1 == n || gene[k + 1] < 0) sum += leg(routes, type, place, type->place[1]);
  }
  return sum;
}

int64_t ruin_ties_cost(const Instance *inst, const RuinTask *task, const int32_t *gene, int64_t cost) {
  return task->shift ? (cost << task->shift) + distance_of(routes_of(inst), gene) : cost;
}
