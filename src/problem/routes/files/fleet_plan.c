/* Routes, vehicles and times of a solution that was judged: see fleet_solution.h. */
#include <stdlib.h>
#include "fleet_solution.h"

/* ---- routes ---- */

/* The next vehicle of a type in the order of the file; next: (types) where to look for it. */
static int32_t vehicle_take(const RoutesInstance *routes, int32_t type, int32_t *next) {
  while (next[type] < routes->vehicles && routes->vehicle[next[type]] != type) next[type]++;
  return next[type] < routes->vehicles ? next[type]++ : -1;
}

Status fleet_plan_make(const RoutesInstance *routes, const int32_t *gene, FleetPlan *out) {
  const int32_t n = routes->head.n;
  FleetPlan all = {malloc((size_t)n * sizeof *all.route), 0};
  int32_t *next = calloc((size_t)routes->types, sizeof *next);
  if (!all.route || !next) {
    free(all.route);
    free(next);
    FAIL(ERR_MEMORY, "no memory for the routes of %d customers", n);
  }
  for (int32_t k = 0; k < n; k++) {
    const int32_t type = gene[n + all.count];
    if (gene[k] < 0) {
      const int32_t vehicle = type == ROUTES_LEFT_OUT ? -1 : vehicle_take(routes, type, next);
      all.route[all.count] = (FleetRoute){gene + k, 0, type, all.count, vehicle};
      all.count++;
    }
    all.route[all.count - 1].count++;
  }
  free(next);
  *out = all;
  return OK;
}

void fleet_plan_free(FleetPlan *all) { free(all->route); }

/* ---- times ---- */

static const RouteStop *stop_at(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  return &routes->stop[routes_customer(route->gene[k])];
}

/* Of visit k, 0: the start, count + 1: the end. */
static int32_t place_at(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  if (k == 0) return routes->type[route->type].place[0];
  if (k == route->count + 1) return routes->type[route->type].place[1];
  return stop_at(routes, route, k - 1)->place;
}

/* An entry of the way to visit k. */
static int64_t way_to(const RoutesInstance *routes, const FleetRoute *route, const int32_t *matrix,
                      int32_t k) {
  const int32_t from = place_at(routes, route, k - 1), to = place_at(routes, route, k);
  const size_t places = (size_t)routes->places;
  if (from == ROUTES_OPEN || to == ROUTES_OPEN) return 0;
  return matrix[((size_t)routes->type[route->type].profile * places + (size_t)from) * places + (size_t)to];
}

static int64_t setup_at(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  if (k > route->count || place_at(routes, route, k - 1) == place_at(routes, route, k)) return 0;
  return stop_at(routes, route, k - 1)->setup;
}

/* Of a route that leaves then. */
static void visits_follow(const RoutesInstance *routes, const FleetRoute *route, int64_t departure,
                          FleetVisit *visit) {
  const int32_t *times = routes->duration ? routes->duration : routes->distance;
  const VehicleType *type = &routes->type[route->type];
  visit[0] = (FleetVisit){departure, departure, departure, 0};
  for (int32_t k = 1; k <= route->count + 1; k++) {
    const bool end = k == route->count + 1;
    const int64_t ready = end ? type->ready[1] : stop_at(routes, route, k - 1)->ready;
    FleetVisit *at = &visit[k];
    at->arrival = visit[k - 1].departure + way_to(routes, route, times, k);
    at->begin = at->arrival + setup_at(routes, route, k);
    if (at->begin < ready) at->begin = ready;
    at->departure = at->begin + (end ? 0 : stop_at(routes, route, k - 1)->service);
    at->distance = visit[k - 1].distance + way_to(routes, route, routes->distance, k);
  }
}

/* How much later the vehicle may leave without a later end: what it waits on its way, as far as all windows until then allow. */
static int64_t delay_most(const RoutesInstance *routes, const FleetRoute *route, const FleetVisit *visit) {
  int64_t waits = 0, delay = INT64_MAX;
  for (int32_t k = 0; k <= route->count + 1; k++) {
    const VehicleType *type = &routes->type[route->type];
    int32_t due = k == 0 ? type->due[0] : type->due[1];
    if (k > 0 && k <= route->count) due = stop_at(routes, route, k - 1)->due;
    if (k > 0) waits += visit[k].begin - visit[k].arrival - setup_at(routes, route, k);
    const int64_t room = due - visit[k].begin + waits;
    if (due < ROUTES_LIMIT_MAX && k <= route->count && room < delay) delay = room;
  }
  return waits < delay ? waits : delay;
}

void fleet_schedule(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit) {
  const int64_t ready = routes->type[route->type].ready[0];
  visits_follow(routes, route, ready, visit);
  visits_follow(routes, route, ready + delay_most(routes, route, visit), visit);
}

/* ---- loads ---- */

void fleet_loads(const RoutesInstance *routes, const FleetRoute *route, int32_t dimension, int64_t *load) {
  load[0] = 0;
  for (int32_t k = 0; k < route->count; k++) {
    const bool paired = routes_pair_end(routes, routes_customer(route->gene[k])) != 0;
    if (!paired) load[0] += stop_at(routes, route, k)->delivery[dimension];
  }
  for (int32_t k = 0; k < route->count; k++)
    load[k + 1] = load[k] + stop_at(routes, route, k)->pickup[dimension] -
                  stop_at(routes, route, k)->delivery[dimension];
}
