/* The last step of readers of fleets: ranges of all members, and the costs that decide before all others. See routes.h. */
#include <stdlib.h>
#include <stdio.h>
#include "routes.h"

typedef __int128 Wide;

/* ---- messages ---- */

typedef struct Subject { /* what a message is about */
  const RoutesInstance *routes;
  const char *kind;  /* "customer", "vehicle type" */
  int64_t number;    /* as the file has it */
  int32_t dimension; /* of loads, from 1; 0: none */
} Subject;

static Status range_fail(const Subject *s, const char *what, const char *expected, int64_t found) {
  char dimension[32] = "";
  if (s->dimension) snprintf(dimension, sizeof dimension, " in dimension %d", s->dimension);
  FAIL(ERR_FORMAT, "%s %lld: expected %s %s%s, found %lld", s->kind, (long long)s->number, what, expected,
       dimension, (long long)found);
}

/* 0..least..most, in the units of the instance. */
static Status range_check(const Subject *s, const char *what, int64_t value, int64_t least, int64_t most) {
  char expected[64];
  if (value >= least && value <= most) return OK;
  snprintf(expected, sizeof expected, "from %lld to %lld", (long long)least, (long long)most);
  return range_fail(s, what, expected, value);
}

static Status window_check(const Subject *s, const char *what, int32_t ready, int32_t due) {
  char expected[64];
  TRY(range_check(s, what, ready, 0, ROUTES_LIMIT_MAX));
  TRY(range_check(s, what, due, 0, ROUTES_LIMIT_MAX));
  if (ready <= due) return OK;
  snprintf(expected, sizeof expected, "that ends at %d or later", ready);
  return range_fail(s, what, expected, due);
}

/* A limit, or none. */
static Status limit_check(const Subject *s, const char *what, int32_t value, int32_t least) {
  return value == ROUTES_NO_LIMIT ? OK : range_check(s, what, value, least, ROUTES_LIMIT_MAX);
}

/* ---- ranges ---- */

static Status head_check(const RoutesInstance *routes) {
  const Subject s = {routes, routes->head.name, routes->head.n, 0};
  TRY(range_check(&s, "customers", routes->head.n, 1, INT32_MAX / 4));
  TRY(range_check(&s, "places", routes->places, 1, ROUTES_PLACES_MAX));
  TRY(range_check(&s, "vehicle types", routes->types, 1, ROUTES_TYPES_MAX));
  TRY(range_check(&s, "matrices", routes->profiles, 1, routes->types));
  TRY(range_check(&s, "dimensions of loads", routes->loads, 0, ROUTES_LOADS_MAX));
  TRY(range_check(&s, "vehicles", routes->vehicles, 0, INT32_MAX / 4));
  TRY(range_check(&s, "decimals of costs", routes->head.decimals, 0, 9));
  return range_check(&s, "backhauls", routes->backhauls, BACKHAULS_MIXED, BACKHAULS_NOT_ALONE);
}

static Status stop_loads_check(Subject *s, const RouteStop *stop) {
  for (int32_t d = 0; d < ROUTES_LOADS_MAX; d++) {
    const int32_t most = d < s->routes->loads ? ROUTES_LIMIT_MAX : 0;
    s->dimension = d + 1;
    TRY(range_check(s, "a delivery", stop->delivery[d], 0, most));
    TRY(range_check(s, "a pickup", stop->pickup[d], 0, most));
  }
  s->dimension = 0;
  return OK;
}

static Status stop_check(const RoutesInstance *routes, int32_t c) {
  const RouteStop *stop = &routes->stop[c];
  Subject s = {routes, "customer", routes_customer_number(routes, c), 0};
  TRY(range_check(&s, "a place", stop->place, 0, routes->places - 1));
  TRY(window_check(&s, "a time window", stop->ready, stop->due));
  TRY(range_check(&s, "a service time", stop->service, 0, ROUTES_LIMIT_MAX));
  TRY(range_check(&s, "a setup time", stop->setup, 0, ROUTES_LIMIT_MAX));
  if (stop->prize != ROUTES_REQUIRED) TRY(range_check(&s, "a prize", stop->prize, 0, INT64_MAX));
  TRY(range_check(&s, "a mark of backhauls", stop->flags, 0,
                  routes->backhauls == BACKHAULS_MIXED ? 0 : ROUTES_BACKHAUL));
  return stop_loads_check(&s, stop);
}

/* The amounts of a pair are picked up at one stop and delivered at the other, which has no prize. */
static Status pair_loads_check(Subject *s, const RouteStop *from, const RouteStop *to) {
  for (int32_t d = 0; d < s->routes->loads; d++) {
    s->dimension = d + 1;
    TRY(range_check(s, "a delivery at the pickup of a pair", from->delivery[d], 0, 0));
    TRY(range_check(s, "a pickup at the delivery of a pair", to->pickup[d], 0, 0));
    TRY(range_check(s, "what its pickup gives, a delivery,", to->delivery[d], from->pickup[d],
                    from->pickup[d]));
  }
  s->dimension = 0;
  return range_check(s, "a prize of a delivery, as that of the pair is its pickup's,", to->prize, 0, 0);
}

static Status partner_check(const RoutesInstance *routes, int32_t c) {
  Subject s = {routes, "customer", routes_customer_number(routes, c), 0};
  const int32_t partner = routes->partner[c], n = routes->head.n;
  if (!partner) return OK;
  TRY(range_check(&s, "a partner", partner, -n, n));
  if (routes->partner[routes_customer(partner)] != (partner > 0 ? -c : c))
    FAIL(ERR_FORMAT, "customer %lld: expected a partner whose partner it is, found customer %lld",
         (long long)s.number, (long long)routes_customer_number(routes, routes_customer(partner)));
  if (routes->backhauls != BACKHAULS_MIXED)
    FAIL(ERR_FORMAT, "customer %lld: expected no pair of pickup and delivery, as there are backhauls",
         (long long)s.number);
  if (partner > 0) return OK;
  return pair_loads_check(&s, &routes->stop[-partner], &routes->stop[c]);
}

static Status type_ends_check(const Subject *s, const VehicleType *type) {
  static const char *const windows[] = {"a window of the departure", "a window of the return"};
  for (int end = 0; end < 2; end++) {
    TRY(window_check(s, windows[end], type->ready[end], type->due[end]));
    if (type->place[end] != ROUTES_OPEN)
      TRY(range_check(s, end ? "an end place" : "a start place", type->place[end], 0, s->routes->places - 1));
  }
  return OK;
}

static Status capacities_check(Subject *s, const VehicleType *type) {
  for (int32_t d = 0; d < ROUTES_LOADS_MAX; d++) {
    s->dimension = d + 1;
    if (d < s->routes->loads)
      TRY(limit_check(s, "a capacity", type->capacity[d], 0));
    else
      TRY(range_check(s, "a capacity", type->capacity[d], 0, 0));
  }
  s->dimension = 0;
  return OK;
}

static Status type_check(const RoutesInstance *routes, int32_t t) {
  const VehicleType *type = &routes->type[t];
  Subject s = {routes, "vehicle type", t + 1, 0};
  TRY(range_check(&s, "a fixed cost", type->fixed, 0, INT64_MAX));
  TRY(range_check(&s, "a cost of distance", type->per_distance, 0, INT64_MAX));
  TRY(range_check(&s, "a cost of time", type->per_duration, 0, INT64_MAX));
  TRY(limit_check(&s, "a number of vehicles", type->count, 1));
  TRY(range_check(&s, "a matrix", type->profile, 0, routes->profiles - 1));
  TRY(limit_check(&s, "a limit on distance", type->max_distance, 0));
  TRY(limit_check(&s, "a limit on duration", type->max_duration, 0));
  TRY(limit_check(&s, "a limit on stops", type->max_stops, 1));
  TRY(type_ends_check(&s, type));
  return capacities_check(&s, type);
}

static Status matrix_check(const RoutesInstance *routes, const char *what, const int32_t *matrix) {
  const size_t places = (size_t)routes->places, all = (size_t)routes->profiles * places * places;
  for (size_t k = 0; matrix && k < all; k++) {
    if (matrix[k] >= 0 && matrix[k] <= ROUTES_DISTANCE_MAX) continue;
    const long long from = (long long)(k / places % places) + routes->first_place,
                    to = (long long)(k % places) + routes->first_place;
    FAIL(ERR_FORMAT, "expected a %s from place %lld to place %lld from 0 to %d, found %d", what, from, to,
         ROUTES_DISTANCE_MAX, matrix[k]);
  }
  return OK;
}

/* Loads that no capacity limits are sums of all. */
static Status sums_check(const RoutesInstance *routes) {
  for (int32_t d = 0; d < routes->loads; d++) {
    int64_t sum = 0;
    bool free = false;
    for (int32_t c = 1; c <= routes->head.n; c++)
      sum += (int64_t)routes->stop[c].delivery[d] + routes->stop[c].pickup[d];
    for (int32_t t = 0; t < routes->types; t++) free |= routes->type[t].capacity[d] == ROUTES_NO_LIMIT;
    if (free && sum > ROUTES_LIMIT_MAX)
      FAIL(ERR_FORMAT, "expected loads that sum to %d at most where no capacity limits them, found %lld",
           ROUTES_LIMIT_MAX, (long long)sum);
  }
  return OK;
}

static Status ranges_check(const RoutesInstance *routes) {
  TRY(head_check(routes));
  for (int32_t t = 0; t < routes->types; t++) TRY(type_check(routes, t));
  for (int32_t c = 1; c <= routes->head.n; c++) TRY(stop_check(routes, c));
  for (int32_t c = 1; c <= routes->head.n && routes->partner; c++) TRY(partner_check(routes, c));
  for (int32_t k = 0; k < routes->vehicles; k++) {
    const Subject s = {routes, "vehicle", k + 1, 0};
    TRY(range_check(&s, "a type", routes->vehicle[k], 0, routes->types - 1));
  }
  TRY(matrix_check(routes, "distance", routes->distance));
  TRY(matrix_check(routes, "duration", routes->duration));
  return sums_check(routes);
}

/* ---- the dearest solutions ---- */

/* The largest entries into and out of places, to and from all others: what a customer adds to a route at most. */
typedef struct Extremes {
  int32_t *into, *out; /* (profiles, places) */
} Extremes;

static Extremes extremes_make(const RoutesInstance *routes, const int32_t *matrix) {
  const size_t places = (size_t)routes->places, rows = (size_t)routes->profiles * places;
  Extremes e = {calloc(rows, sizeof *e.into), calloc(rows, sizeof *e.out)};
  for (size_t row = 0; e.into && e.out && row < rows; row++)
    for (size_t to = 0; to < places; to++) {
      const int32_t entry = matrix[row * places + to];
      int32_t *const into = &e.into[row / places * places + to];
      if (entry > *into) *into = entry;
      if (entry > e.out[row]) e.out[row] = entry;
    }
  return e;
}

static void extremes_free(Extremes *e) {
  free(e->into);
  free(e->out);
}

/* No vehicle of the type waits longer in all: for the last of the times from which it may go on. */
static int64_t longest_wait(const RoutesInstance *routes, const VehicleType *type) {
  int64_t wait = type->ready[1];
  for (int32_t c = 1; c <= routes->head.n; c++)
    if (routes->stop[c].ready > wait) wait = routes->stop[c].ready;
  return wait;
}

/* What a customer adds to the cost at most: the way to it and away from it, and a vehicle of its own. */
static Wide dearest_of(const RoutesInstance *routes, int32_t c, int32_t t, const Extremes *length,
                       const Extremes *time) {
  const VehicleType *type = &routes->type[t];
  const RouteStop *stop = &routes->stop[c];
  const size_t at = (size_t)type->profile * (size_t)routes->places + (size_t)stop->place;
  const Wide distance = (Wide)length->into[at] + length->out[at],
             duration = (Wide)time->into[at] + time->out[at] + stop->service + stop->setup;
  return type->fixed + distance * type->per_distance + duration * type->per_duration;
}

/* Above the cost of every complete solution, but for route_cost. */
static Wide dearest_sum(const RoutesInstance *routes, const Extremes *length, const Extremes *time) {
  Wide sum = 0, waits = 0;
  for (int32_t t = 0; t < routes->types; t++) {
    const Wide wait = routes->type[t].per_duration ? longest_wait(routes, &routes->type[t]) : 0;
    if (wait * routes->type[t].per_duration > waits) waits = wait * routes->type[t].per_duration;
  }
  for (int32_t c = 1; c <= routes->head.n; c++) {
    Wide most = 0;
    for (int32_t t = 0; t < routes->types; t++) {
      const Wide cost = routes_may_serve(routes, c, t) ? dearest_of(routes, c, t, length, time) : 0;
      if (cost > most) most = cost;
    }
    sum += most + waits + (routes->stop[c].prize > 0 ? routes->stop[c].prize : 0);
  }
  return sum;
}

static Status dearest_find(const RoutesInstance *routes, Wide *sum) {
  Extremes length = extremes_make(routes, routes->distance), time = {0};
  Status status = OK;
  if (routes->duration) time = extremes_make(routes, routes->duration);
  const Extremes *times = routes->duration ? &time : &length;
  if (length.into && length.out && times->into && times->out)
    *sum = dearest_sum(routes, &length, times);
  else
    status = status_fail(ERR_MEMORY, "no memory for the costs of %d customers", routes->head.n);
  extremes_free(&length);
  extremes_free(&time);
  return status;
}

/* ---- costs that decide first ---- */

static int64_t vehicles_most(const RoutesInstance *routes) {
  int64_t most = 0;
  for (int32_t t = 0; t < routes->types; t++) most += routes->type[t].count;
  return most < routes->head.n ? most : routes->head.n;
}

static int64_t route_cost_of(const RoutesInstance *routes) {
  int64_t cost = ROUTES_ROUTE_COST;
  for (int32_t k = 0; k < routes->head.decimals; k++) cost *= 10;
  return cost;
}

/* A power of ten, so that people tell the parts of a cost apart. */
static Status absent_cost_set(RoutesInstance *routes, Wide dearest) {
  const Wide most = INT64_MAX / 4 / routes->head.n;
  Wide cost = 1;
  while (cost <= dearest && cost <= most) cost *= 10;
  if (cost > most)
    FAIL(ERR_FORMAT,
         "expected costs with fewer digits: those of %d customers, with %d decimals, could be too large for "
         "64-bit numbers",
         routes->head.n, routes->head.decimals);
  routes->absent_cost = (int64_t)cost;
  return OK;
}

static Status costs_set(RoutesInstance *routes, bool vehicles_first) {
  Wide dearest = 0;
  TRY(dearest_find(routes, &dearest));
  routes->route_cost = vehicles_first ? route_cost_of(routes) : 0;
  if (vehicles_first && dearest >= routes->route_cost)
    FAIL(ERR_FORMAT, "vehicles first: expected costs that sum to less than %lld",
         (long long)ROUTES_ROUTE_COST);
  return absent_cost_set(routes, dearest + (Wide)routes->route_cost * vehicles_most(routes));
}

Status routes_finish(RoutesInstance *routes, bool vehicles_first) {
  TRY(ranges_check(routes));
  TRY(costs_set(routes, vehicles_first));
  routes->head.digest = instance_digest(&routes->head);
  return routes_reach_check(routes);
}
