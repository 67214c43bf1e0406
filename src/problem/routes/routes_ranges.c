/* Ranges of all members of an instance of fleets: see routes_ranges.h. */
#include "routes_ranges.h"
#include <stdio.h>
#include <stdlib.h>

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
  TRY(range_check(&s, "time windows", routes->windows, 0, INT32_MAX / 4));
  TRY(range_check(&s, "reload depots", routes->reloads, 0, ROUTES_RELOADS_MAX));
  TRY(range_check(&s, "breaks", routes->pauses, 0, INT32_MAX / 4));
  TRY(range_check(&s, "decimals of costs", routes->head.decimals, 0, 9));
  TRY(range_check(&s, "a price of the longest route", routes->balance, 0, INT64_MAX / 4));
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

/* ---- clusters ---- */

/* A cluster has one prize: first[k] is its first customer, 0: none yet. */
static Status cluster_check(const RoutesInstance *routes, int32_t c, int32_t *first) {
  const Subject s = {routes, "customer", routes_customer_number(routes, c), 0};
  const int32_t cluster = routes->cluster[c];
  char expected[64];
  TRY(range_check(&s, "a cluster", cluster, 0, routes->head.n));
  if (!cluster) return OK;
  if (routes->partner && routes->partner[c])
    FAIL(ERR_FORMAT, "customer %lld: expected no cluster, as it is of a pair of pickup and delivery",
         (long long)s.number);
  if (!first[cluster]) first[cluster] = c;
  const RouteStop *const of = &routes->stop[first[cluster]];
  if (routes->stop[c].prize == of->prize) return OK;
  snprintf(expected, sizeof expected, "of %lld, as customer %lld of the same cluster", (long long)of->prize,
           (long long)routes_customer_number(routes, first[cluster]));
  return range_fail(&s, "a prize", expected, routes->stop[c].prize);
}

static Status clusters_check(const RoutesInstance *routes) {
  Status status = OK;
  if (!routes->cluster) return OK;
  int32_t *first = calloc((size_t)routes->head.n + 1, sizeof *first);
  if (!first) FAIL(ERR_MEMORY, "no memory for clusters of %d customers", routes->head.n);
  for (int32_t c = 1; c <= routes->head.n && status == OK; c++) status = cluster_check(routes, c, first);
  free(first);
  return status;
}

/* ---- times ---- */

/* The windows of a customer rise, are apart, and begin and end with its ready and due. */
static Status windows_check(const RoutesInstance *routes, int32_t c) {
  const Subject s = {routes, "customer", routes_customer_number(routes, c), 0};
  const int32_t from = routes->window_first[c], to = routes->window_first[c + 1];
  const RoutesWindow *const window = routes->window;
  TRY(range_check(&s, "a last window", to, from, routes->windows));
  if (from == to) return OK;
  for (int32_t k = from; k < to; k++) {
    TRY(window_check(&s, "a time window", window[k].ready, window[k].due));
    if (k > from)
      TRY(range_check(&s, "a begin of a time window, behind the one before,", window[k].ready,
                      (int64_t)window[k - 1].due + 1, ROUTES_LIMIT_MAX));
  }
  TRY(range_check(&s, "a begin of all time windows", routes->stop[c].ready, window[from].ready,
                  window[from].ready));
  return range_check(&s, "an end of all time windows", routes->stop[c].due, window[to - 1].due,
                     window[to - 1].due);
}

static Status all_windows_check(const RoutesInstance *routes) {
  const Subject s = {routes, routes->head.name, routes->head.n, 0};
  if (!routes->window) return OK;
  TRY(range_check(&s, "a first window", routes->window_first[1], 0, 0));
  for (int32_t c = 1; c <= routes->head.n; c++) TRY(windows_check(routes, c));
  return range_check(&s, "a last window", routes->window_first[routes->head.n + 1], routes->windows,
                     routes->windows);
}

static Status releases_check(const RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n && routes->release; c++) {
    const Subject s = {routes, "customer", routes_customer_number(routes, c), 0};
    TRY(range_check(&s, "a release time", routes->release[c], 0, ROUTES_LIMIT_MAX));
  }
  return OK;
}

/* ---- trips and breaks ---- */

/* A route has as many reloads as customers at most: their service sums to a time. */
static Status reloads_check(const RoutesInstance *routes) {
  for (int32_t d = 0; d < routes->reloads; d++) {
    const Subject s = {routes, "reload depot", d + 1, 0};
    const RoutesReload *const reload = &routes->reload[d];
    TRY(range_check(&s, "a place", reload->place, 0, routes->places - 1));
    TRY(window_check(&s, "a time window", reload->ready, reload->due));
    TRY(range_check(&s, "a service time", reload->service, 0, ROUTES_LIMIT_MAX / routes->head.n));
  }
  for (int32_t t = 0; t < routes->types && routes->trips; t++) {
    const Subject s = {routes, "vehicle type", t + 1, 0};
    TRY(limit_check(&s, "a number of trips", routes->trips[t].most, 1));
    TRY(range_check(&s, "a set of reload depots", routes->trips[t].reloads, 0,
                    ((int64_t)1 << routes->reloads) - 1));
  }
  return OK;
}

/* Breaks come by rising types, some of each. */
static Status breaks_check(const RoutesInstance *routes) {
  int32_t before = 0, count = 0;
  int64_t sum = 0;
  for (int32_t k = 0; k < routes->pauses; k++) {
    const Subject s = {routes, "break", k + 1, 0};
    const RoutesBreak *const pause = &routes->pause[k];
    const Subject type = {routes, "vehicle type", pause->type + 1, 0};
    TRY(range_check(&s, "a vehicle type, not below that of the break before,", pause->type, before,
                    routes->types - 1));
    TRY(window_check(&s, "a time window", pause->ready, pause->due));
    TRY(range_check(&s, "a length", pause->length, 0, ROUTES_LIMIT_MAX));
    count = pause->type == before ? count + 1 : 1;
    sum = pause->type == before ? sum + pause->length : pause->length;
    before = pause->type;
    TRY(range_check(&type, "breaks", count, 0, ROUTES_BREAKS_MAX));
    TRY(range_check(&type, "a sum of breaks", sum, 0, ROUTES_LIMIT_MAX));
  }
  return OK;
}

/* ---- all ---- */

Status routes_ranges_check(const RoutesInstance *routes) {
  TRY(head_check(routes));
  for (int32_t t = 0; t < routes->types; t++) TRY(type_check(routes, t));
  for (int32_t c = 1; c <= routes->head.n; c++) TRY(stop_check(routes, c));
  for (int32_t c = 1; c <= routes->head.n && routes->partner; c++) TRY(partner_check(routes, c));
  TRY(clusters_check(routes));
  TRY(all_windows_check(routes));
  TRY(releases_check(routes));
  TRY(reloads_check(routes));
  TRY(breaks_check(routes));
  for (int32_t k = 0; k < routes->vehicles; k++) {
    const Subject s = {routes, "vehicle", k + 1, 0};
    TRY(range_check(&s, "a type", routes->vehicle[k], 0, routes->types - 1));
  }
  TRY(matrix_check(routes, "distance", routes->distance));
  TRY(matrix_check(routes, "duration", routes->duration));
  return sums_check(routes);
}
