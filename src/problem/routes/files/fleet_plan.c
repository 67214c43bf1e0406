/* Routes, vehicles and times of a solution that was judged: see fleet_solution.h. */
#include <stdlib.h>
#include "fleet_solution.h"

/* ---- routes ---- */

/* The next vehicle of a type in the order of the file; next: (types) where to look for it. */
static int32_t vehicle_take(const RoutesInstance *routes, int32_t type, int32_t *next) {
  while (next[type] < routes->vehicles && routes->vehicle[next[type]] != type) next[type]++;
  return next[type] < routes->vehicles ? next[type]++ : -1;
}

static Status plan_alloc(const RoutesInstance *routes, FleetPlan *all, int32_t **next) {
  const size_t n = (size_t)routes->head.n;
  *all = (FleetPlan){malloc(n * sizeof *all->route), malloc(2 * n * sizeof *all->step), 0};
  *next = calloc((size_t)routes->types, sizeof **next);
  if (all->route && all->step && *next) return OK;
  fleet_plan_free(all);
  free(*next);
  FAIL(ERR_MEMORY, "no memory for the routes of %zu customers", n);
}

Status fleet_plan_make(const RoutesInstance *routes, const int32_t *gene, FleetPlan *out) {
  const int32_t n = routes->head.n;
  int32_t steps = 0, trips = 0, *next;
  FleetPlan all;
  TRY(plan_alloc(routes, &all, &next));
  for (int32_t k = 0; k < n; k++) {
    const int32_t type = gene[n + (gene[k] < 0 ? trips++ : trips - 1)];
    if (gene[k] < 0 && type <= ROUTES_NEXT_TRIP) {
      all.step[steps++] = FLEET_RELOAD - (ROUTES_NEXT_TRIP - type);
      all.route[all.count - 1].count++;
    } else if (gene[k] < 0) {
      const int32_t vehicle = type == ROUTES_LEFT_OUT ? -1 : vehicle_take(routes, type, next);
      all.route[all.count] = (FleetRoute){all.step + steps, 0, type, all.count, vehicle};
      all.count++;
    }
    all.step[steps++] = routes_customer(gene[k]);
    all.route[all.count - 1].count++;
  }
  free(next);
  *out = all;
  return OK;
}

void fleet_plan_free(FleetPlan *all) {
  free(all->route);
  free(all->step);
}

/* ---- times ---- */

RouteStop fleet_step_stop(const RoutesInstance *routes, int32_t step) {
  if (step >= 0) return routes->stop[step];
  const RoutesReload *reload = &routes->reload[FLEET_RELOAD - step];
  return (RouteStop){
      .place = reload->place, .ready = reload->ready, .due = reload->due, .service = reload->service};
}

static RouteStop stop_at(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  return fleet_step_stop(routes, route->step[k]);
}

/* The latest release of the trip that begins with step k. */
static int32_t release_from(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  int32_t release = 0;
  for (; routes->release && k < route->count && route->step[k] >= 0; k++)
    if (routes->release[route->step[k]] > release) release = routes->release[route->step[k]];
  return release;
}

/* Of visit k, 0: the start, count + 1: the end. */
static int32_t place_at(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  if (k == 0) return routes->type[route->type].place[0];
  if (k == route->count + 1) return routes->type[route->type].place[1];
  return stop_at(routes, route, k - 1).place;
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
  return stop_at(routes, route, k - 1).setup;
}

/* The windows in which a visit may begin. */
static const RoutesWindow *windows_at(const RoutesInstance *routes, const FleetRoute *route, int32_t k,
                                      int32_t *count) {
  const int32_t step = route->step[k - 1];
  *count = 0;
  if (!routes->window || step < 0) return NULL;
  *count = routes->window_first[step + 1] - routes->window_first[step];
  return &routes->window[routes->window_first[step]];
}

/* The earliest begin of visit k at a time or later: where there are several windows, in one of them. */
static int64_t begin_from(const RoutesInstance *routes, const FleetRoute *route, int32_t k, int64_t time) {
  int32_t count;
  const RoutesWindow *window = windows_at(routes, route, k, &count);
  for (int32_t w = 0; w < count; w++)
    if (time <= window[w].due) return time > window[w].ready ? time : window[w].ready;
  const int32_t ready = stop_at(routes, route, k - 1).ready;
  return time > ready ? time : ready;
}

/* The latest begin at a time or before. */
static int64_t begin_until(const RoutesInstance *routes, const FleetRoute *route, int32_t k, int64_t time) {
  int32_t count;
  const RoutesWindow *window = windows_at(routes, route, k, &count);
  for (int32_t w = count - 1; w >= 0; w--)
    if (time >= window[w].ready) return time < window[w].due ? time : window[w].due;
  return time;
}

/* Of a route that leaves then. */
static void visits_follow(const RoutesInstance *routes, const FleetRoute *route, int64_t departure,
                          FleetVisit *visit) {
  const int32_t *times = routes->duration ? routes->duration : routes->distance;
  const VehicleType *type = &routes->type[route->type];
  visit[0] = (FleetVisit){departure, departure, departure, 0, 0};
  for (int32_t k = 1; k <= route->count + 1; k++) {
    const bool end = k == route->count + 1;
    FleetVisit *at = &visit[k];
    at->arrival = visit[k - 1].departure + way_to(routes, route, times, k);
    at->begin = at->arrival + setup_at(routes, route, k);
    if (!end) at->begin = begin_from(routes, route, k, at->begin);
    if (end && at->begin < type->ready[1]) at->begin = type->ready[1];
    at->service = end ? 0 : stop_at(routes, route, k - 1).service;
    at->departure = at->begin + at->service;
    if (!end && route->step[k - 1] < 0 && at->departure < release_from(routes, route, k))
      at->departure = release_from(routes, route, k);
    at->distance = visit[k - 1].distance + way_to(routes, route, routes->distance, k);
  }
}

/* How much later the vehicle may leave without a later end: what it waits on its way, as far as all windows until then allow. */
static int64_t delay_most(const RoutesInstance *routes, const FleetRoute *route, const FleetVisit *visit) {
  int64_t waits = 0, delay = INT64_MAX;
  for (int32_t k = 0; k <= route->count + 1; k++) {
    const VehicleType *type = &routes->type[route->type];
    int32_t due = k == 0 ? type->due[0] : type->due[1];
    if (k > 0 && k <= route->count) due = stop_at(routes, route, k - 1).due;
    if (k > 0) waits += visit[k].begin - visit[k].arrival - setup_at(routes, route, k);
    const int64_t room = due - visit[k].begin + waits;
    if (due < ROUTES_LIMIT_MAX && k <= route->count && room < delay) delay = room;
    if (k > 0) waits += visit[k].departure - visit[k].begin - visit[k].service;
  }
  return waits < delay ? waits : delay;
}

/* Does every visit begin in a window? */
static bool visits_keep(const RoutesInstance *routes, const FleetRoute *route, const FleetVisit *visit) {
  bool keep = true;
  for (int32_t k = 1; k <= route->count; k++) {
    const int32_t due = stop_at(routes, route, k - 1).due;
    keep &= due == ROUTES_LIMIT_MAX || visit[k].begin <= due;
  }
  return keep;
}

/* Does the vehicle wait that leaves then? */
static bool waits(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit,
                  int64_t departure) {
  int64_t wait = 0;
  visits_follow(routes, route, departure, visit);
  for (int32_t k = 1; k <= route->count + 1; k++)
    wait += visit[k].begin - visit[k].arrival - setup_at(routes, route, k);
  return wait > 0;
}

/* The latest departure that keeps the end of a route with several windows. */
static int64_t departure_latest(const RoutesInstance *routes, const FleetRoute *route,
                                const FleetVisit *visit) {
  const int32_t *times = routes->duration ? routes->duration : routes->distance;
  const int32_t due = routes->type[route->type].due[0];
  int64_t time = visit[route->count + 1].begin;
  for (int32_t k = route->count + 1; k > 0; k--) {
    time -= way_to(routes, route, times, k) + setup_at(routes, route, k);
    if (k > 1) time = begin_until(routes, route, k - 1, time - stop_at(routes, route, k - 2).service);
  }
  return time < due ? time : due;
}

/* With several windows a later end may make a shorter route: each is tried at its latest departure, the next one from the departure after that on. */
static void windows_schedule(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit) {
  const VehicleType *type = &routes->type[route->type];
  const int64_t due = type->due[1] < ROUTES_LIMIT_MAX ? type->due[1] : INT64_MAX;
  int64_t shortest = INT64_MAX, best = type->ready[0];
  for (int64_t departure = best; departure <= type->due[0]; departure++) {
    visits_follow(routes, route, departure, visit);
    const int64_t end = visit[route->count + 1].begin;
    if (end > due || !visits_keep(routes, route, visit)) break;
    departure = departure_latest(routes, route, visit);
    if (end - departure < shortest) {
      shortest = end - departure;
      best = departure;
    }
    if (!waits(routes, route, visit, departure)) break;
  }
  visits_follow(routes, route, best, visit);
}

void fleet_schedule(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit) {
  if (routes->window) {
    windows_schedule(routes, route, visit);
    return;
  }
  const int32_t release = release_from(routes, route, 0), shift = routes->type[route->type].ready[0];
  const int64_t ready = release > shift ? release : shift;
  visits_follow(routes, route, ready, visit);
  visits_follow(routes, route, ready + delay_most(routes, route, visit), visit);
}

/* ---- loads ---- */

/* All deliveries of the trip that begins with step k. */
static int64_t load_from(const RoutesInstance *routes, const FleetRoute *route, int32_t dimension,
                         int32_t k) {
  int64_t load = 0;
  for (; k < route->count && route->step[k] >= 0; k++)
    if (!routes_pair_end(routes, route->step[k])) load += routes->stop[route->step[k]].delivery[dimension];
  return load;
}

void fleet_loads(const RoutesInstance *routes, const FleetRoute *route, int32_t dimension, int64_t *load) {
  load[0] = load_from(routes, route, dimension, 0);
  for (int32_t k = 0; k < route->count; k++) {
    const RouteStop stop = stop_at(routes, route, k);
    load[k + 1] = load[k] + stop.pickup[dimension] - stop.delivery[dimension];
    if (route->step[k] < 0) load[k + 1] = load_from(routes, route, dimension, k + 1);
  }
}
