/* Solutions as answers of VROOM's form: see vroom_files.h.
 *
 *   {"code": 0,
 *    "summary": {"cost": 2100, "routes": 1, "unassigned": 1, ...},
 *    "unassigned": [{"id": 7, "type": "job"}],
 *    "routes": [{"vehicle": 1, "cost": 2100, ...,
 *                "steps": [{"type": "start", "arrival": 0, "duration": 0, "load": [3]},
 *                          {"type": "job", "id": 3, "job": 3, "service": 300, "arrival": 1000, ...}, ...]}]}
 *
 * The cost of the summary is the routes'; what customers cost who are left out is `left_out` beside it. Each route leaves as late as keeps its earliest
 * end; with several windows as late as makes it the shortest. */
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "io/json.h"
#include "fleet_solution.h"
#include "vroom_files.h"

/* ---- one route ---- */

typedef struct Visit { /* a step of a route */
  int32_t customer;    /* 0: the start, or the end */
  int32_t place;
  int64_t arrival, setup, waiting, service, travelled; /* travelled: time so far */
} Visit;

typedef struct Trip {
  const RoutesInstance *routes;
  const VehicleType *type;
  const int32_t *gene; /* (count) */
  int32_t count;
  Visit *visit; /* (count + 2) */
  /* Of routes with several windows or breaks: */
  FleetRoute route;
  FleetVisit *time; /* (count + 2) */
  int32_t breaks;
} Trip;

/* Sums of a route, or of all. */
typedef struct Totals {
  int64_t cost, setup, service, travel, waiting;
  int64_t delivery[ROUTES_LOADS_MAX], pickup[ROUTES_LOADS_MAX];
  int64_t start[ROUTES_LOADS_MAX]; /* on board at the departure */
} Totals;

static int64_t entry_of(const Trip *trip, const int32_t *matrix, int32_t from, int32_t to) {
  const size_t places = (size_t)trip->routes->places;
  if (from == ROUTES_OPEN || to == ROUTES_OPEN) return 0;
  return matrix[((size_t)trip->type->profile * places + (size_t)from) * places + (size_t)to];
}

static int64_t time_between(const Trip *trip, int32_t from, int32_t to) {
  return entry_of(trip, trip->routes->duration ? trip->routes->duration : trip->routes->distance, from, to);
}

static void visits_place(Trip *trip) {
  Visit *const visit = trip->visit;
  visit[0] = (Visit){.place = trip->type->place[0]};
  for (int32_t k = 1; k <= trip->count; k++) {
    const int32_t c = routes_customer(trip->gene[k - 1]);
    const RouteStop *stop = &trip->routes->stop[c];
    visit[k] = (Visit){.customer = c, .place = stop->place, .service = stop->service};
    if (visit[k - 1].place != stop->place) visit[k].setup = stop->setup;
  }
  visit[trip->count + 1] = (Visit){.place = trip->type->place[1]};
}

/* From a departure on, every stop as early as possible. */
static void visits_schedule(Trip *trip, int64_t departure) {
  int64_t clock = departure;
  trip->visit[0].arrival = departure;
  for (int32_t k = 1; k <= trip->count + 1; k++) {
    Visit *const visit = &trip->visit[k], *const before = &trip->visit[k - 1];
    const int64_t travel = time_between(trip, before->place, visit->place);
    const int64_t ready = k <= trip->count ? trip->routes->stop[visit->customer].ready : trip->type->ready[1];
    clock += travel;
    visit->arrival = clock;
    visit->travelled = before->travelled + travel;
    visit->waiting = clock + visit->setup < ready ? ready - clock - visit->setup : 0;
    clock += visit->waiting + visit->setup + visit->service;
  }
}

/* The latest departure with the end of the schedule that is there. */
static int64_t departure_latest(const Trip *trip) {
  const Visit *last = &trip->visit[trip->count + 1];
  int64_t clock = last->arrival + last->waiting;
  for (int32_t k = trip->count; k >= 0; k--) {
    const Visit *visit = &trip->visit[k];
    const int32_t due = k ? trip->routes->stop[visit->customer].due : trip->type->due[0];
    clock -= time_between(trip, visit->place, trip->visit[k + 1].place) + visit->service;
    if (due < ROUTES_LIMIT_MAX && clock > due) clock = due;
    clock -= visit->setup;
  }
  return clock > trip->type->ready[0] ? clock : trip->type->ready[0];
}

/* Break b is on the way to visit k. */
static bool breaks_before(const Trip *trip, int32_t k, int32_t b) {
  return trip->breaks && k > 0 && b >= trip->time[k - 1].breaks && b < trip->time[k].breaks;
}

static FleetBreak break_at(const Trip *trip, int32_t k, int32_t b) {
  return fleet_break(trip->routes, &trip->route, trip->time, k, b);
}

/* The schedule of the shortest route where customers have several windows, or drivers breaks. */
static void visits_in_windows(Trip *trip, int32_t type, int32_t *step, FleetVisit *time) {
  trip->route = (FleetRoute){.step = step, .count = trip->count, .type = type};
  trip->time = time;
  (void)routes_breaks(trip->routes, type, &trip->breaks);
  for (int32_t k = 0; k < trip->count; k++) step[k] = routes_customer(trip->gene[k]);
  fleet_schedule(trip->routes, &trip->route, time);
  trip->visit[0].arrival = time[0].departure;
  for (int32_t k = 1; k <= trip->count + 1; k++) {
    Visit *const visit = &trip->visit[k], *const before = &trip->visit[k - 1];
    visit->arrival = time[k].arrival;
    visit->waiting = time[k].begin - time[k].arrival - visit->setup;
    visit->travelled = before->travelled + time_between(trip, before->place, visit->place);
  }
}

static Totals totals_of(const Trip *trip) {
  const Visit *last = &trip->visit[trip->count + 1];
  Totals sum = {.cost = trip->type->fixed, .travel = last->travelled};
  int64_t distance = 0;
  for (int32_t k = 1; k <= trip->count + 1; k++) {
    const Visit *visit = &trip->visit[k];
    const RouteStop *stop = &trip->routes->stop[visit->customer]; /* of the end: zeros */
    distance += entry_of(trip, trip->routes->distance, trip->visit[k - 1].place, visit->place);
    sum.setup += visit->setup;
    sum.service += visit->service;
    sum.waiting += visit->waiting;
    for (int32_t d = 0; d < trip->routes->loads; d++) {
      if (!routes_pair_end(trip->routes, visit->customer)) sum.start[d] += stop->delivery[d];
      sum.delivery[d] += stop->delivery[d];
      sum.pickup[d] += stop->pickup[d];
    }
  }
  for (int32_t k = 1; k <= trip->count + 1; k++)
    for (int32_t b = 0; b < trip->breaks; b++) {
      if (!breaks_before(trip, k, b)) continue;
      const FleetBreak taken = break_at(trip, k, b);
      sum.service += taken.end - taken.begin;
      sum.waiting += taken.begin - taken.arrival;
    }
  sum.cost += trip->type->per_distance * distance;
  sum.cost += trip->type->per_duration * (last->arrival + last->waiting - trip->visit[0].arrival);
  return sum;
}

static void totals_add(Totals *sum, const Totals *more) {
  sum->cost += more->cost;
  sum->setup += more->setup;
  sum->service += more->service;
  sum->travel += more->travel;
  sum->waiting += more->waiting;
  for (int d = 0; d < ROUTES_LOADS_MAX; d++) {
    sum->delivery[d] += more->delivery[d];
    sum->pickup[d] += more->pickup[d];
  }
}

/* ---- as JSON ---- */

static json_t *time_json(const RoutesInstance *routes, int64_t units) {
  return json_cost(units, routes->time_decimals);
}

/* A time of the file's clock. */
static json_t *clock_json(const RoutesInstance *routes, int64_t units) {
  int64_t origin = routes->time_origin;
  for (int32_t k = 0; k < routes->time_decimals; k++) origin *= 10;
  return time_json(routes, units + origin);
}

static json_t *loads_json(const RoutesInstance *routes, const int64_t *load) {
  json_t *array = json_array();
  for (int32_t d = 0; d < routes->loads; d++) json_push(array, json_cost(load[d], routes->load_decimals));
  return array;
}

static void place_add(const RoutesInstance *routes, int32_t place, json_t *object) {
  if (routes->coordinate) {
    json_t *location = json_array();
    for (int k = 0; k < 2; k++) json_push(location, json_real(routes->coordinate[2 * place + k]));
    json_add(object, "location", location);
  }
  if (!routes->coordinate || strcmp(routes->metric, "EXPLICIT") == 0)
    json_add(object, "location_index", json_integer(place + routes->first_place));
}

static void totals_put(const RoutesInstance *routes, const Totals *sum, json_t *object) {
  json_add(object, "cost", json_cost(sum->cost, routes->head.decimals));
  json_add(object, "delivery", loads_json(routes, sum->delivery));
  json_add(object, "pickup", loads_json(routes, sum->pickup));
  json_add(object, "setup", time_json(routes, sum->setup));
  json_add(object, "service", time_json(routes, sum->service));
  json_add(object, "duration", time_json(routes, sum->travel));
  json_add(object, "waiting_time", time_json(routes, sum->waiting));
}

/* load: behind the step, which changes it. */
static json_t *step_json(const Trip *trip, int32_t k, int64_t *load) {
  const RoutesInstance *routes = trip->routes;
  const Visit *visit = &trip->visit[k];
  const RouteStop *stop = &routes->stop[visit->customer];
  json_t *step = json_object();
  const char *type = k ? "end" : "start";
  if (visit->customer) type = fleet_stop_word(routes, visit->customer);
  json_add(step, "type", json_string(type));
  if (visit->customer) {
    const int64_t number = routes_customer_number(routes, visit->customer);
    json_add(step, "id", json_integer(number));
    if (!routes_pair_end(routes, visit->customer)) json_add(step, "job", json_integer(number));
  }
  place_add(routes, visit->place, step);
  json_add(step, "setup", time_json(routes, visit->setup));
  json_add(step, "service", time_json(routes, visit->service));
  json_add(step, "waiting_time", time_json(routes, visit->waiting));
  for (int32_t d = 0; d < routes->loads; d++) load[d] += stop->pickup[d] - stop->delivery[d];
  json_add(step, "load", loads_json(routes, load));
  json_add(step, "arrival", clock_json(routes, visit->arrival));
  json_add(step, "duration", time_json(routes, visit->travelled));
  return step;
}

/* Break b on the way to visit k, as VROOM has it: waits are for its window where the way is over before. */
static json_t *break_json(const Trip *trip, int32_t vehicle, int32_t k, int32_t b, const int64_t *load) {
  const RoutesInstance *routes = trip->routes;
  const FleetBreak taken = break_at(trip, k, b);
  json_t *step = json_object();
  json_add(step, "type", json_string("break"));
  json_add(step, "id", json_integer(routes_break_number(routes, vehicle, b)));
  json_add(step, "setup", time_json(routes, 0));
  json_add(step, "service", time_json(routes, taken.end - taken.begin));
  json_add(step, "waiting_time", time_json(routes, taken.begin - taken.arrival));
  json_add(step, "load", loads_json(routes, load));
  json_add(step, "arrival", clock_json(routes, taken.arrival));
  json_add(step, "duration", time_json(routes, trip->visit[k - 1].travelled + taken.driven));
  return step;
}

static json_t *steps_json(const Trip *trip, int32_t vehicle, const Totals *sum) {
  json_t *steps = json_array();
  int64_t load[ROUTES_LOADS_MAX];
  memcpy(load, sum->start, sizeof load);
  for (int32_t k = 0; k <= trip->count + 1; k++) {
    for (int32_t b = 0; b < trip->breaks; b++)
      if (breaks_before(trip, k, b)) json_push(steps, break_json(trip, vehicle, k, b, load));
    if (trip->visit[k].place != ROUTES_OPEN) json_push(steps, step_json(trip, k, load));
  }
  return steps;
}

/* ---- all routes ---- */

typedef struct Answer {
  const RoutesInstance *routes;
  const int32_t *gene;
  int32_t *used; /* (types) vehicles so far */
  Visit *visit;  /* (n + 2) */
  Totals sum;
  json_t *route, *unassigned; /* arrays */
  FleetVisit *time;           /* (customers + 2) and */
  int32_t *step;              /* (customers) of a route with several windows or breaks */
} Answer;

/* The next vehicle of the type that the file lists, -1: it lists none. */
static int32_t vehicle_next(Answer *a, int32_t t) {
  int32_t skip = a->used[t]++;
  for (int32_t v = 0; v < a->routes->vehicles; v++)
    if (a->routes->vehicle[v] == t && skip-- == 0) return v;
  return -1;
}

static void vehicle_put(const Answer *a, int32_t t, int32_t v, json_t *object) {
  const RoutesInstance *routes = a->routes;
  int64_t number = (int64_t)json_array_size(a->route) + 1;
  if (v >= 0) number = routes->id ? routes->id[routes->head.n + 1 + v] : v + 1;
  json_add(object, "vehicle", json_integer(number));
  if (v < 0) json_add(object, "type", json_integer(t + 1));
}

static void route_add(Answer *a, int32_t begin, int32_t end, int32_t t) {
  Trip trip = {.routes = a->routes,
               .type = &a->routes->type[t],
               .gene = a->gene + begin,
               .count = end - begin,
               .visit = a->visit};
  json_t *object = json_object();
  visits_place(&trip);
  if (a->routes->window || a->routes->pauses) {
    visits_in_windows(&trip, t, a->step, a->time);
  } else {
    visits_schedule(&trip, trip.type->ready[0]);
    visits_schedule(&trip, departure_latest(&trip));
  }
  const Totals sum = totals_of(&trip);
  const int32_t vehicle = vehicle_next(a, t);
  vehicle_put(a, t, vehicle, object);
  totals_put(a->routes, &sum, object);
  json_add(object, "steps", steps_json(&trip, vehicle, &sum));
  json_push(a->route, object);
  totals_add(&a->sum, &sum);
}

static void left_out_add(Answer *a, int32_t begin, int32_t end) {
  for (int32_t k = begin; k < end; k++) {
    const int32_t c = routes_customer(a->gene[k]);
    json_t *object = json_object();
    json_add(object, "id", json_integer(routes_customer_number(a->routes, c)));
    json_add(object, "type", json_string(fleet_stop_word(a->routes, c)));
    place_add(a->routes, a->routes->stop[c].place, object);
    json_push(a->unassigned, object);
  }
}

static void groups_add(Answer *a) {
  const int32_t n = a->routes->head.n;
  for (int32_t begin = 0, end, group = 0; begin < n; begin = end, group++) {
    for (end = begin + 1; end < n && a->gene[end] > 0;) end++;
    if (a->gene[n + group] == ROUTES_LEFT_OUT)
      left_out_add(a, begin, end);
    else
      route_add(a, begin, end, a->gene[n + group]);
  }
}

static json_t *summary_json(const Answer *a, int64_t cost, int64_t longest) {
  const RoutesInstance *routes = a->routes;
  json_t *summary = json_object();
  const int64_t first = (int64_t)json_array_size(a->route) * routes->route_cost + longest * routes->balance;
  totals_put(routes, &a->sum, summary);
  if (routes->balance) json_add(summary, "longest_route", json_cost(longest, routes->time_decimals));
  json_add(summary, "routes", json_count(json_array_size(a->route)));
  json_add(summary, "unassigned", json_count(json_array_size(a->unassigned)));
  if (cost - first != a->sum.cost)
    json_add(summary, "left_out", json_cost(cost - first - a->sum.cost, routes->head.decimals));
  return summary;
}

Status vroom_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  const RoutesInstance *routes = routes_of(inst);
  Answer a = {.routes = routes, .gene = gene, .route = json_array(), .unassigned = json_array()};
  json_t *all = json_object();
  a.used = calloc((size_t)routes->types, sizeof *a.used);
  a.visit = malloc(((size_t)inst->n + 2) * sizeof *a.visit);
  a.time = malloc(((size_t)inst->n + 2) * sizeof *a.time);
  a.step = malloc((size_t)inst->n * sizeof *a.step);
  const bool whole = a.used && a.visit && a.time && a.step;
  if (whole) groups_add(&a);
  json_add(all, "code", json_integer(0));
  json_add(all, "summary", summary_json(&a, cost, routes_longest(inst, gene)));
  json_add(all, "unassigned", a.unassigned);
  json_add(all, "routes", a.route);
  free(a.used);
  free(a.visit);
  free(a.time);
  free(a.step);
  if (whole) return json_write(path, all);
  json_decref(all);
  FAIL(ERR_MEMORY, "%s: no memory for an answer of %d customers", path, inst->n);
}
