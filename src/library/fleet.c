/* Fleets of arrays, distances of coordinates, schedules and files of solutions. See cordee.h. */
#include "fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "handle.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/files/vroom_parts.h"
#include "problem/routes/routes.h"
#include "problem/routes/routes_options.h"

/* ---- what is asked for ---- */

/* Options that say what the arrays say are refused. */
static Status settings_check(const RoutesSettings *settings) {
  const char *option = NULL;
  if (settings->cvrp.scale != 0) option = "scale";
  if (settings->cvrp.metric != TSP_METRIC_FILE) option = "metric";
  if (settings->cvrp.distances != DISTANCES_AUTO) option = "distances";
  if (counted_word(settings->cvrp.fleet) != FLEET_WORD_FILE) option = "fleet";
  if (settings->matrix) option = "matrix";
  if (settings->capacity) option = "capacity";
  if (settings->speed != 0) option = "speed";
  if (settings->trips) option = "trips";
  if (settings->cvrp.objective == OBJECTIVE_COMPLETION) return cvrp_completion_refuse();
  if (!option) return OK;
  FAIL(ERR_USAGE, "%s: expected none, found one: arrays of a fleet say that themselves", option);
}

static Status count_check(const char *name, int64_t count, int64_t least, int64_t most) {
  if (count >= least && count <= most) return OK;
  FAIL(ERR_FORMAT, "%s: expected from %lld to %lld, found %lld", name, (long long)least, (long long)most,
       (long long)count);
}

static Status array_check(const char *name, const void *array, int64_t count) {
  if (array || count == 0) return OK;
  FAIL(ERR_FORMAT, "%s: expected an array, found NULL", name);
}

/* What decides how much memory is read and taken; the rest is checked when the instance is made (routes_finish). */
static Status fleet_check(const cordee_fleet *data) {
  TRY(count_check("stops", data->stops, 1, INT32_MAX / 4));
  TRY(count_check("places", data->places, 1, ROUTES_PLACES_MAX));
  TRY(count_check("types", data->types, 1, ROUTES_TYPES_MAX));
  TRY(count_check("profiles", data->profiles, 1, data->types));
  TRY(count_check("loads", data->loads, 0, ROUTES_LOADS_MAX));
  TRY(count_check("windows", data->windows, 0, INT32_MAX / 4));
  TRY(count_check("reloads", data->reloads, 0, ROUTES_RELOADS_MAX));
  TRY(count_check("breaks", data->breaks, 0, ROUTES_BREAKS_MAX * (int64_t)data->types));
  TRY(count_check("stop_bytes", (int64_t)data->stop_bytes, sizeof(cordee_stop), sizeof(cordee_stop)));
  TRY(count_check("type_bytes", (int64_t)data->type_bytes, sizeof(cordee_vehicle_type),
                  sizeof(cordee_vehicle_type)));
  TRY(array_check("stop", data->stop, data->stops));
  TRY(array_check("type", data->type, data->types));
  TRY(array_check("distance", data->distance, data->places));
  TRY(array_check("window", data->window, data->windows));
  TRY(array_check("reload", data->reload, data->reloads));
  return array_check("pause", data->pause, data->breaks);
}

/* ---- stops ---- */

static int32_t end_of(int32_t due) { return due == CORDEE_NO_LIMIT ? ROUTES_LIMIT_MAX : due; }

static Status windows_fill(const cordee_fleet *data, RoutesInstance *routes) {
  int32_t at = 0;
  for (int32_t c = 1; routes->window && c <= routes->head.n; c++) {
    const cordee_stop *from = &data->stop[c - 1];
    if (from->window_first == from->window_end) continue;
    if (from->window_first != at || from->window_end < at || from->window_end > data->windows)
      FAIL(ERR_FORMAT, "stop %d: expected windows from %d on, of %d, found %d..%d", c, at, data->windows,
           from->window_first, from->window_end);
    at = from->window_end;
  }
  if (at != data->windows)
    FAIL(ERR_FORMAT, "window: expected windows of stops, found %d of %d", at, data->windows);
  for (int32_t k = 0; k < data->windows; k++)
    routes->window[k] = (RoutesWindow){data->window[2 * k], end_of(data->window[2 * k + 1])};
  for (int32_t c = 1; routes->window && c <= routes->head.n + 1; c++) {
    const cordee_stop *before = c > 1 ? &data->stop[c - 2] : NULL;
    routes->window_first[c] = c > 1 ? routes->window_first[c - 1] : 0;
    if (before) routes->window_first[c] += before->window_end - before->window_first;
  }
  return OK;
}

static Status stop_fill(const cordee_fleet *data, int32_t c, RoutesInstance *routes) {
  const cordee_stop *from = &data->stop[c - 1];
  RouteStop *const stop = &routes->stop[c];
  stop->prize = from->prize;
  stop->place = from->place;
  stop->ready = from->ready;
  stop->due = end_of(from->due);
  stop->service = from->service;
  stop->setup = from->setup;
  if (from->backhaul) stop->flags = ROUTES_BACKHAUL;
  memcpy(stop->delivery, from->delivery, sizeof stop->delivery);
  memcpy(stop->pickup, from->pickup, sizeof stop->pickup);
  TRY(count_check("partner", from->partner, -data->stops, data->stops));
  if (routes->partner) routes->partner[c] = from->partner;
  if (routes->cluster) routes->cluster[c] = from->group;
  if (routes->release) routes->release[c] = from->release;
  return OK;
}

static void allowed_fill(const cordee_fleet *data, RoutesInstance *routes) {
  const size_t words = routes_words(routes->types), types = (size_t)routes->types;
  for (int32_t c = 1; routes->allowed && c <= routes->head.n; c++)
    for (size_t t = 0; t < types; t++)
      if (!data->allowed[(size_t)(c - 1) * types + t])
        routes->allowed[(size_t)c * words + t / 32] &= ~(UINT32_C(1) << t % 32);
}

/* ---- types ---- */

static void type_fill(const cordee_fleet *data, int32_t t, RoutesInstance *routes) {
  const cordee_vehicle_type *from = &data->type[t];
  VehicleType *const type = &routes->type[t];
  *type = (VehicleType){.fixed = from->fixed,
                        .per_distance = from->per_distance,
                        .per_duration = from->per_duration,
                        .count = from->count,
                        .place = {from->start, from->end},
                        .ready = {from->start_ready, from->end_ready},
                        .due = {end_of(from->start_due), end_of(from->end_due)},
                        .profile = from->profile,
                        .max_distance = from->max_distance,
                        .max_duration = from->max_duration,
                        .max_stops = from->max_stops};
  memcpy(type->capacity, from->capacity, sizeof type->capacity);
  if (routes->trips) routes->trips[t] = (RoutesTrips){from->trips, from->reloads};
}

static void depots_fill(const cordee_fleet *data, RoutesInstance *routes) {
  for (int32_t d = 0; d < data->reloads; d++) {
    const cordee_reload *from = &data->reload[d];
    routes->reload[d] = (RoutesReload){from->place, from->ready, end_of(from->due), from->service};
  }
  for (int32_t k = 0; k < data->breaks; k++) {
    const cordee_break *from = &data->pause[k];
    routes->pause[k] = (RoutesBreak){from->type, from->ready, end_of(from->due), from->length};
  }
}

/* ---- all ---- */

static RoutesSizes sizes_of(const cordee_fleet *data) {
  RoutesSizes sizes = {.customers = data->stops,
                       .places = data->places,
                       .profiles = data->profiles,
                       .types = data->types,
                       .allowed = data->allowed != NULL,
                       .durations = data->duration != NULL,
                       .coordinates = data->x && data->y,
                       .windows = data->windows,
                       .reloads = data->reloads,
                       .pauses = data->breaks};
  for (int32_t k = 0; k < data->stops; k++) {
    sizes.partners |= data->stop[k].partner != 0;
    sizes.clusters |= data->stop[k].group != 0;
    sizes.releases |= data->stop[k].release != 0;
  }
  return sizes;
}

static void head_fill(const cordee_fleet *data, RoutesInstance *routes) {
  routes->head.decimals = data->cost_decimals;
  routes->loads = data->loads;
  routes->distance_decimals = data->distance_decimals;
  routes->time_decimals = data->time_decimals;
  routes->load_decimals = data->load_decimals;
  routes->backhauls = data->backhauls;
  routes->on_sphere = data->on_sphere != 0;
  snprintf(routes->metric, sizeof routes->metric, "%s", data->metric ? data->metric : "");
}

static void matrices_fill(const cordee_fleet *data, RoutesInstance *routes) {
  const size_t places = (size_t)data->places, entries = (size_t)data->profiles * places * places;
  memcpy(routes->distance, data->distance, entries * sizeof *routes->distance);
  if (routes->duration) memcpy(routes->duration, data->duration, entries * sizeof *routes->duration);
  for (size_t p = 0; routes->coordinate && p < places; p++) {
    routes->coordinate[2 * p] = data->x[p];
    routes->coordinate[2 * p + 1] = data->y[p];
  }
}

static Status decimals_check(const cordee_fleet *data) {
  TRY(count_check("distance_decimals", data->distance_decimals, 0, data->cost_decimals));
  TRY(count_check("time_decimals", data->time_decimals, 0, 9));
  TRY(count_check("load_decimals", data->load_decimals, 0, 9));
  if (data->duration || data->distance_decimals == data->time_decimals) return OK;
  FAIL(ERR_FORMAT, "time_decimals: expected those of distances, %d, as there is no duration, found %d",
       data->distance_decimals, data->time_decimals);
}

/* As many stops without a prize as possible are served: each has a price above all other costs, a pair two. */
static Status unserved_allow(const CvrpSettings *said, RoutesInstance *routes) {
  int64_t price;
  TRY(fleet_unserved_check(said));
  TRY(routes_absence_price(routes, routes->head.n, &price));
  for (int32_t c = 1; c <= routes->head.n; c++)
    if (routes->stop[c].prize == ROUTES_REQUIRED)
      routes->stop[c].prize = routes_pair_end(routes, c) ? 2 * price : price;
  return OK;
}

static Status fleet_fill(const cordee_fleet *data, const RoutesSettings *all, RoutesInstance *routes) {
  const CvrpSettings *said = &all->cvrp;
  head_fill(data, routes);
  matrices_fill(data, routes);
  for (int32_t c = 1; c <= data->stops; c++) TRY(stop_fill(data, c, routes));
  TRY(windows_fill(data, routes));
  allowed_fill(data, routes);
  for (int32_t t = 0; t < data->types; t++) type_fill(data, t, routes);
  depots_fill(data, routes);
  if (all->unserved == UNSERVED_ALLOWED) TRY(unserved_allow(said, routes));
  TRY(fleet_prizes_set(said, routes));
  TRY(fleet_balance_set(said, routes));
  return routes_finish(routes, said->objective == OBJECTIVE_VEHICLES);
}

Status fleet_of_arrays(const cordee_fleet *given, const void *settings, Instance **out) {
  const RoutesSettings *said = settings;
  Instance *inst;
  cordee_fleet data;
  if (!given) FAIL(ERR_FORMAT, "data: expected a cordee_fleet, found NULL");
  TRY(struct_copy("cordee_fleet", given, sizeof data, sizeof data, &data));
  TRY(settings_check(said));
  TRY(fleet_check(&data));
  TRY(decimals_check(&data));
  const RoutesSizes sizes = sizes_of(&data);
  TRY(routes_alloc(&sizes, &inst));
  const Status status = fleet_fill(&data, said, (RoutesInstance *)inst);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  *out = inst;
  return OK;
}

/* ---- distances ---- */

static Status how_find(const char *how, CvrpDistances *out) {
  for (int k = 0; how && cvrp_distances_words[k]; k++)
    if (strcmp(cvrp_distances_words[k], how) == 0 && k != DISTANCES_AUTO) {
      *out = (CvrpDistances)k;
      return OK;
    }
  FAIL(ERR_USAGE, "how: expected rounded, truncated or real, found %s", how ? how : "NULL");
}

static Status distances_take(Draft *draft, int on_sphere, const char *how, double speed, double *distance,
                             double *duration) {
  CvrpDistances words = DISTANCES_REAL;
  TRY(how_find(how, &words));
  TRY(on_sphere ? draft_sphere_make(draft, speed / 3.6) : draft_plane_make(draft, words));
  const DraftMatrix *matrix = draft->matrix;
  const size_t bytes = draft_entries(draft) * sizeof *distance;
  memcpy(distance, matrix->metres, bytes);
  if (duration) memcpy(duration, matrix->seconds ? matrix->seconds : matrix->metres, bytes);
  return OK;
}

static Status distances_make(int on_sphere, const char *how, double speed, int32_t n, const double *x,
                             const double *y, double *distance, double *duration) {
  Draft draft = {.path = "coordinates", .places = n};
  if (!x || !y || !distance) FAIL(ERR_USAGE, "expected x, y and room for distances, found NULL");
  TRY(count_check("n", n, 1, ROUTES_PLACES_MAX));
  if (!(speed >= 0 && speed <= 1e6))
    FAIL(ERR_USAGE, "speed: expected from 0 to 1000000 km/h, found another number");
  draft.coordinate = malloc(2 * (size_t)n * sizeof *draft.coordinate);
  if (!draft.coordinate) FAIL(ERR_MEMORY, "no memory for %d places", n);
  for (int32_t p = 0; p < n; p++) {
    draft.coordinate[2 * p] = x[p];
    draft.coordinate[2 * p + 1] = y[p];
  }
  const Status status = distances_take(&draft, on_sphere, how, speed, distance, duration);
  draft_free(&draft);
  return status;
}

int cordee_distances(cordee *c, int on_sphere, const char *how, double speed, int32_t n, const double *x,
                     const double *y, double *distance, double *duration) {
  const Status status = call_begin(c);
  if (status != OK) return (int)status;
  return call_end(c, distances_make(on_sphere, how, speed, n, x, y, distance, duration));
}

/* ---- schedules ---- */

typedef struct Scheduled { /* a route, and where its visits go */
  const RoutesInstance *routes;
  FleetVisit *visit; /* (2 n + 2) */
  int64_t *load;     /* (2 n + 1) */
  cordee_visit *out;
} Scheduled;

static int32_t place_of(const RoutesInstance *routes, const FleetRoute *route, int32_t k) {
  if (k == 0) return routes->type[route->type].place[0];
  if (k == route->count + 1) return routes->type[route->type].place[1];
  return fleet_step_stop(routes, route->step[k - 1]).place;
}

static cordee_visit_kind kind_of(const FleetRoute *route, int32_t k) {
  if (k == 0) return CORDEE_VISIT_START;
  if (k == route->count + 1) return CORDEE_VISIT_END;
  return route->step[k - 1] >= 0 ? CORDEE_VISIT_STOP : CORDEE_VISIT_RELOAD;
}

/* Visit k of a route, without its loads. */
static cordee_visit visit_of(const Scheduled *s, const FleetRoute *route, int32_t k, int32_t trip) {
  const FleetVisit *from = &s->visit[k];
  const cordee_visit_kind kind = kind_of(route, k);
  cordee_visit visit = {.route = route->number,
                        .type = route->type,
                        .vehicle = route->vehicle,
                        .trip = trip,
                        .kind = (int32_t)kind,
                        .stop = kind == CORDEE_VISIT_STOP ? route->step[k - 1] : 0,
                        .place = place_of(s->routes, route, k),
                        .reload = kind == CORDEE_VISIT_RELOAD ? FLEET_RELOAD - route->step[k - 1] : -1,
                        .pause = -1,
                        .arrival = from->arrival,
                        .begin = from->begin,
                        .departure = from->departure,
                        .distance = from->distance};
  if (kind == CORDEE_VISIT_STOP && visit.place != place_of(s->routes, route, k - 1))
    visit.setup = s->routes->stop[visit.stop].setup;
  return visit;
}

/* Break b on the way from visit k - 1 to visit k. */
static cordee_visit break_of(const Scheduled *s, const FleetRoute *route, int32_t k, int32_t b) {
  const FleetBreak taken = fleet_break(s->routes, route, s->visit, k, b);
  return (cordee_visit){.route = route->number,
                        .type = route->type,
                        .vehicle = route->vehicle,
                        .kind = CORDEE_VISIT_BREAK,
                        .place = CORDEE_OPEN,
                        .reload = -1,
                        .pause = b,
                        .arrival = taken.arrival,
                        .begin = taken.begin,
                        .departure = taken.end,
                        .distance = s->visit[k - 1].distance};
}

/* Breaks that a schedule takes on the way to visit k. */
static int32_t breaks_to(const FleetVisit *visit, int32_t k) {
  return k > 0 ? visit[k].breaks - visit[k - 1].breaks : 0;
}

static void loads_put(const Scheduled *s, const FleetRoute *route, int32_t d, cordee_visit *out) {
  fleet_loads(s->routes, route, d, s->load);
  for (int32_t k = 0; k <= route->count + 1; k++) {
    for (int32_t b = breaks_to(s->visit, k); b > 0; b--) (out++)->load[d] = s->load[k - 1];
    (out++)->load[d] = s->load[k <= route->count ? k : route->count];
  }
}

/* Returns where the next route goes. */
static cordee_visit *route_put(const Scheduled *s, const FleetRoute *route) {
  cordee_visit *out = s->out;
  int32_t trip = 0;
  fleet_schedule(s->routes, route, s->visit);
  for (int32_t k = 0; k <= route->count + 1; k++) {
    const int32_t first = k > 0 ? s->visit[k - 1].breaks : 0;
    trip += kind_of(route, k) == CORDEE_VISIT_RELOAD;
    for (int32_t b = 0; b < breaks_to(s->visit, k); b++) *out++ = break_of(s, route, k, first + b);
    *out++ = visit_of(s, route, k, trip);
  }
  for (int32_t d = 0; d < s->routes->loads; d++) loads_put(s, route, d, s->out);
  return out;
}

/* Every break of the type is taken once. */
static size_t visits_count(const RoutesInstance *routes, const FleetPlan *plan) {
  size_t count = 0;
  for (int32_t r = 0; r < plan->count; r++) {
    const FleetRoute *route = &plan->route[r];
    int32_t breaks;
    if (route->type == ROUTES_LEFT_OUT) continue;
    (void)routes_breaks(routes, route->type, &breaks);
    count += (size_t)route->count + 2 + (size_t)breaks;
  }
  return count;
}

static Status visits_put(const RoutesInstance *routes, const FleetPlan *plan, cordee_visit *out) {
  const size_t most = 2 * (size_t)routes->head.n + 2;
  Scheduled s = {routes, malloc(most * sizeof *s.visit), malloc(most * sizeof *s.load), out};
  const bool room = s.visit && s.load;
  for (int32_t r = 0; room && r < plan->count; r++) {
    const FleetRoute *route = &plan->route[r];
    if (route->type == ROUTES_LEFT_OUT) continue;
    s.out = route_put(&s, route);
  }
  free(s.visit);
  free(s.load);
  if (!room) FAIL(ERR_MEMORY, "no memory for visits of %d customers", routes->head.n);
  return OK;
}

static Status plan_schedule(const RoutesInstance *routes, const int32_t *gene, cordee_schedule *schedule) {
  FleetPlan plan;
  Status status = OK;
  TRY(fleet_plan_make(routes, gene, &plan));
  schedule->count = visits_count(routes, &plan);
  if (schedule->visits && schedule->room < schedule->count)
    status = status_fail(ERR_USAGE, "room: expected %zu visits, found %zu", schedule->count, schedule->room);
  else if (schedule->visits)
    status = visits_put(routes, &plan, schedule->visits);
  fleet_plan_free(&plan);
  return status;
}

/* Without what routes and the longest one count where they come first, and without prices of customers who must be served. */
static Status costs_put(const RoutesInstance *routes, const int32_t *gene, cordee_schedule *schedule) {
  RoutesCost parts;
  int64_t cost;
  int32_t first;
  TRY(judge_fleet(&routes->head, gene, &cost, &parts));
  schedule->fixed = parts.fixed;
  schedule->distance = parts.distance;
  schedule->duration = parts.duration;
  schedule->prizes = parts.prizes;
  schedule->balance = routes->longest_first ? 0 : parts.balance;
  schedule->longest = parts.longest;
  schedule->missing = routes_missing(&routes->head, gene, &first);
  return OK;
}

static Status schedule_make(const cordee_instance *instance, const int32_t *gene, cordee_schedule *schedule) {
  int64_t cost;
  if (!instance || !gene || !schedule)
    FAIL(ERR_USAGE, "expected an instance, a solution and a schedule, found NULL");
  if (schedule->bytes != sizeof *schedule || schedule->visit_bytes != sizeof *schedule->visits)
    FAIL(ERR_USAGE, "bytes, visit_bytes: expected the sizes of a cordee_schedule and a cordee_visit");
  if (instance->inst->problem != &problem_routes)
    FAIL(ERR_USAGE, "expected a fleet, found an instance of %s", instance->inst->problem->words.title);
  const RoutesInstance *routes = routes_of(instance->inst);
  TRY(judge_solution(instance->inst, gene, &cost));
  schedule->loads = routes->loads;
  schedule->distance_decimals = routes->distance_decimals;
  schedule->time_decimals = routes->time_decimals;
  schedule->load_decimals = routes->load_decimals;
  schedule->time_origin = routes->time_origin;
  TRY(costs_put(routes, gene, schedule));
  return plan_schedule(routes, gene, schedule);
}

int cordee_schedule_make(cordee *c, const cordee_instance *instance, const int32_t *solution,
                         cordee_schedule *schedule) {
  const Status status = call_begin(c);
  if (status != OK) return (int)status;
  return call_end(c, schedule_make(instance, solution, schedule));
}

/* ---- files of solutions ---- */

static Status write_solution(const cordee_instance *instance, const int32_t *gene, const char *path) {
  int64_t cost;
  if (!instance || !gene || !path || !path[0])
    FAIL(ERR_USAGE, "expected an instance, a solution and a path, found NULL");
  TRY(judge_solution(instance->inst, gene, &cost));
  TRY(solution_form_check(path, instance->inst));
  return solution_write(path, instance->inst, gene, cost);
}

int cordee_solution_write(cordee *c, const cordee_instance *instance, const int32_t *solution,
                          const char *path) {
  const Status status = call_begin(c);
  if (status != OK) return (int)status;
  return call_end(c, write_solution(instance, solution, path));
}
