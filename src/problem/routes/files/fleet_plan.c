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
  const int32_t due = stop_at(routes, route, k - 1).due;
  return due < ROUTES_LIMIT_MAX && time > due ? due : time;
}

/* Of a route that leaves then. */
static void visits_follow(const RoutesInstance *routes, const FleetRoute *route, int64_t departure,
                          FleetVisit *visit) {
  const int32_t *times = routes->duration ? routes->duration : routes->distance;
  const VehicleType *type = &routes->type[route->type];
  visit[0] = (FleetVisit){.arrival = departure, .begin = departure, .departure = departure};
  for (int32_t k = 1; k <= route->count + 1; k++) {
    const bool end = k == route->count + 1;
    FleetVisit *at = &visit[k];
    at->breaks = 0;
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

/* ---- times with breaks ---- */

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* Of the way to visit k, setup included. */
static int64_t time_to(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  return way_to(routes, route, routes->duration ? routes->duration : routes->distance, k) +
         setup_at(routes, route, k);
}

/* The earliest departure from visit k after an arrival; -1: it is late. */
static int64_t done_from(const RoutesInstance *routes, const FleetRoute *route, int32_t k, int64_t arrival) {
  const VehicleType *type = &routes->type[route->type];
  const bool end = k == route->count + 1;
  const int64_t begin = end ? later(arrival, type->ready[1]) : begin_from(routes, route, k, arrival);
  const int32_t due = end ? type->due[1] : stop_at(routes, route, k - 1).due;
  if (due < ROUTES_LIMIT_MAX && begin > due) return -1;
  if (end) return begin;
  const int64_t done = begin + stop_at(routes, route, k - 1).service;
  return route->step[k - 1] < 0 ? later(done, release_from(routes, route, k)) : done;
}

/* visit[k].clock and behind, from those of the visit before. */
static void clocks_go_on(const RoutesInstance *routes, const FleetRoute *route, int32_t k,
                         FleetVisit *visit) {
  int32_t count;
  const RoutesBreak *const pause = routes_breaks(routes, route->type, &count);
  for (int32_t b = 0; b <= count; b++) visit[k].clock[b] = -1;
  for (int32_t from = 0; from <= count; from++) {
    int64_t time = visit[k - 1].clock[from], arrival = time + time_to(routes, route, k);
    for (int32_t b = from; time >= 0; b++) {
      const int64_t done = done_from(routes, route, k, arrival);
      if (done >= 0 && (visit[k].clock[b] < 0 || done < visit[k].clock[b])) {
        visit[k].clock[b] = done;
        visit[k].behind[b] = from;
      }
      if (b == count || time > pause[b].due) break;
      time = later(time, pause[b].ready) + pause[b].length;
      arrival = later(arrival, pause[b].ready) + pause[b].length;
    }
  }
}

/* The earliest return after a departure; -1: a window or a break is missed. */
static int64_t clocks_set(const RoutesInstance *routes, const FleetRoute *route, int64_t departure,
                          FleetVisit *visit) {
  int32_t count;
  (void)routes_breaks(routes, route->type, &count);
  for (int32_t b = 0; b <= count; b++) visit[0].clock[b] = b ? -1 : departure;
  for (int32_t k = 1; k <= route->count + 1; k++) clocks_go_on(routes, route, k, visit);
  return visit[route->count + 1].clock[count];
}

/* From the latest arrivals at visit k, by breaks taken, to the latest departures from the visit before; -1: there is none. */
static void clocks_go_back(const RoutesInstance *routes, const FleetRoute *route, int32_t k, int64_t *clock) {
  int64_t before[ROUTES_BREAKS_MAX + 1] = {-1, -1, -1, -1, -1};
  const int64_t way = time_to(routes, route, k);
  int32_t count;
  const RoutesBreak *const pause = routes_breaks(routes, route->type, &count);
  for (int32_t to = 0; to <= count; to++) {
    int64_t time = INT64_MAX, arrival = clock[to];
    for (int32_t b = to; arrival >= 0; b--) {
      before[b] = later(before[b], earlier(arrival - way, time));
      if (b == 0 || pause[b - 1].ready + pause[b - 1].length > earlier(arrival, time)) break;
      arrival -= pause[b - 1].length;
      time = earlier(pause[b - 1].due, time - pause[b - 1].length);
    }
  }
  for (int32_t b = 0; b <= count; b++) clock[b] = before[b];
}

/* The latest begin of visit k from that of its departure; -1: there is none. */
static int64_t begin_back(const RoutesInstance *routes, const FleetRoute *route, int32_t k,
                          int64_t departure) {
  const RouteStop stop = stop_at(routes, route, k - 1);
  if (route->step[k - 1] < 0 && departure < release_from(routes, route, k)) return -1;
  const int64_t begin = begin_until(routes, route, k, departure - stop.service);
  return begin < stop.ready ? -1 : begin;
}

/* The latest departure with an end that some departure has. */
static int64_t clocks_departure(const RoutesInstance *routes, const FleetRoute *route, int64_t end) {
  int64_t clock[ROUTES_BREAKS_MAX + 1] = {-1, -1, -1, -1, -1};
  int32_t count;
  (void)routes_breaks(routes, route->type, &count);
  clock[count] = end;
  for (int32_t k = route->count + 1; k > 0; k--) {
    clocks_go_back(routes, route, k, clock);
    for (int32_t b = 0; k > 1 && b <= count; b++) clock[b] = begin_back(routes, route, k - 1, clock[b]);
  }
  return earlier(clock[0], routes->type[route->type].due[0]);
}

/* What no schedule is shorter than. */
static int64_t work_of(const RoutesInstance *routes, const FleetRoute *route) {
  int32_t count;
  const RoutesBreak *const pause = routes_breaks(routes, route->type, &count);
  int64_t work = 0;
  for (int32_t k = 1; k <= route->count + 1; k++)
    work += time_to(routes, route, k) + (k <= route->count ? stop_at(routes, route, k - 1).service : 0);
  for (int32_t b = 0; b < count; b++) work += pause[b].length;
  return work;
}

static int64_t driven_in(const RoutesBreak *pause, int64_t time, int64_t left) {
  return earlier(left, later(0, pause->ready - time));
}

FleetBreak fleet_break(const RoutesInstance *routes, const FleetRoute *route, const FleetVisit *visit,
                       int32_t k, int32_t b) {
  int32_t count;
  const RoutesBreak *const pause = routes_breaks(routes, route->type, &count);
  const int64_t way = way_to(routes, route, routes->duration ? routes->duration : routes->distance, k);
  FleetBreak found = {.end = visit[k - 1].departure};
  for (int32_t at = visit[k - 1].breaks; at <= b && at < count; at++) {
    const int64_t more = driven_in(&pause[at], found.end, way - found.driven);
    found.driven += more;
    found.arrival = found.end + more;
    found.begin = later(found.arrival, pause[at].ready);
    found.end = found.begin + pause[at].length;
  }
  return found;
}

/* The visits of the earliest return, whose clocks are set. */
static void clocks_follow(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit) {
  int32_t count;
  const RoutesBreak *const pause = routes_breaks(routes, route->type, &count);
  const int64_t departure = visit[0].clock[0];
  for (int32_t k = route->count + 1; k >= 0; k--) {
    visit[k].breaks = count;
    if (k > 0) count = visit[k].behind[count];
  }
  visit[0].arrival = visit[0].begin = visit[0].departure = departure;
  visit[0].distance = visit[0].service = 0;
  for (int32_t k = 1; k <= route->count + 1; k++) {
    FleetVisit *const at = &visit[k];
    int64_t arrival = visit[k - 1].departure + time_to(routes, route, k);
    for (int32_t b = visit[k - 1].breaks; b < at->breaks; b++)
      arrival = later(arrival, pause[b].ready) + pause[b].length;
    at->arrival = arrival - setup_at(routes, route, k);
    at->departure = at->clock[at->breaks];
    at->service = k <= route->count ? stop_at(routes, route, k - 1).service : 0;
    at->begin = k <= route->count ? begin_from(routes, route, k, arrival) : at->departure;
    at->distance = visit[k - 1].distance + way_to(routes, route, routes->distance, k);
  }
}

/* As with several windows: every return that may belong to the shortest route is tried at its latest departure. */
static void breaks_schedule(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit) {
  const VehicleType *type = &routes->type[route->type];
  const int64_t work = work_of(routes, route), first = later(type->ready[0], release_from(routes, route, 0));
  int64_t shortest = INT64_MAX, best = first;
  for (int64_t departure = first; departure <= type->due[0] && shortest > work; departure++) {
    const int64_t end = clocks_set(routes, route, departure, visit);
    if (end < 0) break;
    departure = clocks_departure(routes, route, end);
    if (end - departure >= shortest) continue;
    shortest = end - departure;
    best = departure;
  }
  (void)clocks_set(routes, route, best, visit);
  clocks_follow(routes, route, visit);
}

void fleet_schedule(const RoutesInstance *routes, const FleetRoute *route, FleetVisit *visit) {
  int32_t breaks;
  if (routes_breaks(routes, route->type, &breaks)) {
    breaks_schedule(routes, route, visit);
    return;
  }
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
