/* The judge of fleets, one route: its customers, their order, loads and distance. See judge_fleet.c. */
#include "judge_route.h"

/* ---- stops and trips ---- */

static int32_t customer_of(const Judged *r, int32_t k) { return routes_customer(r->gene[k]); }

static long long number_of(const Judged *r, int32_t k) {
  return routes_customer_number(r->routes, customer_of(r, k));
}

static const RouteStop *stop_of(const Judged *r, int32_t k) { return &r->routes->stop[customer_of(r, k)]; }

/* Customers of a trip: of the route, from..to - 1. */
typedef struct Trip {
  int32_t number; /* from 0 */
  int32_t from, to;
} Trip;

/* The trip that begins with customer `from`. */
static Trip trip_from(const Judged *r, int32_t number, int32_t from) {
  Trip trip = {number, from, from + 1};
  while (trip.to < r->count && r->gene[trip.to] > 0) trip.to++;
  return trip;
}

/* ---- loads ---- */

/* "route 2, customer 17: load 101 over capacity 100 of vehicle type 1" */
static Status load_fail(const Judged *r, int32_t trip, int32_t stop, int32_t dimension, int64_t load) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX], at[48] = "", in[32] = "", route[JUDGED_TEXT_MAX];
  const int32_t decimals = r->routes->load_decimals;
  if (stop >= 0) snprintf(at, sizeof at, ", customer %lld", number_of(r, stop));
  if (r->routes->loads > 1) snprintf(in, sizeof in, " in dimension %d", dimension + 1);
  FAIL(ERR_FORMAT, "%s%s: load %s%s over capacity %s of vehicle type %d", judged_trip_text(r, trip, route),
       at, cost_text(load, decimals, found), in, cost_text(r->type->capacity[dimension], decimals, limit),
       r->type_number);
}

/* What the vehicle brings from its start or reload depot: not the goods of a pair. */
static int64_t loaded_for(const Judged *r, int32_t stop, int32_t dimension) {
  const bool paired = routes_pair_end(r->routes, customer_of(r, stop)) != 0;
  return paired ? 0 : stop_of(r, stop)->delivery[dimension];
}

/* The load at the departure is all deliveries; it changes stop by stop. */
static Status check_load(const Judged *r, const Trip *trip, int32_t dimension) {
  const int64_t capacity = r->type->capacity[dimension];
  int64_t load = 0;
  if (capacity == ROUTES_NO_LIMIT) return OK;
  for (int32_t k = trip->from; k < trip->to; k++) load += loaded_for(r, k, dimension);
  if (load > capacity) return load_fail(r, trip->number, -1, dimension, load);
  for (int32_t k = trip->from; k < trip->to; k++) {
    load += (int64_t)stop_of(r, k)->pickup[dimension] - stop_of(r, k)->delivery[dimension];
    if (load > capacity) return load_fail(r, trip->number, k, dimension, load);
  }
  return OK;
}

/* ---- customers ---- */

static Status check_customers(const Judged *r) {
  for (int32_t k = 0; k < r->count; k++)
    if (!routes_may_serve(r->routes, customer_of(r, k), r->type_number - 1))
      FAIL(ERR_FORMAT, "route %d, customer %lld: vehicle type %d may not serve this customer", r->number,
           number_of(r, k), r->type_number);
  if (r->count > r->type->max_stops)
    FAIL(ERR_FORMAT, "route %d: %d stops, at most %d of vehicle type %d", r->number, r->count,
         r->type->max_stops, r->type_number);
  return OK;
}

static bool is_backhaul(const Judged *r, int32_t stop) { return stop_of(r, stop)->flags & ROUTES_BACKHAUL; }

static Status check_backhauls(const Judged *r) {
  if (r->routes->backhauls == BACKHAULS_MIXED) return OK;
  for (int32_t k = 1; k < r->count; k++)
    if (is_backhaul(r, k - 1) && !is_backhaul(r, k))
      FAIL(ERR_FORMAT, "route %d, customer %lld: no backhaul, behind customer %lld, which is one", r->number,
           number_of(r, k), number_of(r, k - 1));
  if (r->routes->backhauls == BACKHAULS_NOT_ALONE && is_backhaul(r, 0))
    FAIL(ERR_FORMAT, "route %d: of backhauls only", r->number);
  return OK;
}

/* ---- pairs ---- */

/* "is in route 2", "is in trip 2 of route 1", "is left out" */
static const char *place_text(const Judged *r, int32_t customer, char text[JUDGED_TEXT_MAX]) {
  const int32_t *types = r->genes + r->routes->head.n;
  int32_t group = -1, number = 0, trip = 0;
  for (int32_t k = 0; k <= r->at[customer]; k++) {
    if (r->genes[k] > 0) continue;
    trip = types[++group] >= 0 ? 1 : trip + 1;
    number += types[group] >= 0;
  }
  if (types[group] == ROUTES_LEFT_OUT)
    snprintf(text, JUDGED_TEXT_MAX, "is left out");
  else if (r->routes->trips)
    snprintf(text, JUDGED_TEXT_MAX, "is in trip %d of route %d", trip, number);
  else
    snprintf(text, JUDGED_TEXT_MAX, "is in route %d", number);
  return text;
}

/* Both stops of a pair are in the trip, the pickup first. */
static Status check_pairs(const Judged *r, const Trip *trip) {
  char text[JUDGED_TEXT_MAX], route[JUDGED_TEXT_MAX];
  const int64_t first = r->gene - r->genes;
  judged_trip_text(r, trip->number, route);
  for (int32_t k = trip->from; r->at && k < trip->to; k++) {
    const int32_t end = routes_pair_end(r->routes, customer_of(r, k));
    if (!end) continue;
    const int32_t partner = end * r->routes->partner[customer_of(r, k)];
    const int64_t at = r->at[partner] - first;
    const long long name = routes_customer_number(r->routes, partner);
    if (at < trip->from || at >= trip->to)
      FAIL(ERR_FORMAT, "%s, customer %lld: its %s, customer %lld, %s", route, number_of(r, k),
           end > 0 ? "delivery" : "pickup", name, place_text(r, partner, text));
    if (end > 0 && at < k)
      FAIL(ERR_FORMAT, "%s, customer %lld: served before its pickup, customer %lld", route, name,
           number_of(r, k));
  }
  return OK;
}

/* ---- trips ---- */

static Status check_trip(const Judged *r, const Trip *trip) {
  const int32_t gene = r->types[trip->number], depot = ROUTES_NEXT_TRIP - gene;
  TRY(check_pairs(r, trip));
  for (int32_t d = 0; d < r->routes->loads; d++) TRY(check_load(r, trip, d));
  if (!trip->number) return OK;
  if (r->routes->trips[r->type_number - 1].reloads >> depot & 1) return OK;
  FAIL(ERR_FORMAT, "route %d, trip %d: vehicle type %d may not load again at reload depot %d", r->number,
       trip->number + 1, r->type_number, depot + 1);
}

static Status check_trips(const Judged *r) {
  int32_t from = 0;
  for (int32_t k = 0; k < r->trips; k++) {
    const Trip trip = trip_from(r, k, from);
    TRY(check_trip(r, &trip));
    from = trip.to;
  }
  if (r->trips == 1 || r->trips <= r->routes->trips[r->type_number - 1].most) return OK;
  FAIL(ERR_FORMAT, "route %d: %d trips, at most %d of vehicle type %d", r->number, r->trips,
       r->routes->trips[r->type_number - 1].most, r->type_number);
}

/* ---- the whole route ---- */

static Status check_distance(const Judged *r, int64_t *distance) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  const int32_t decimals = r->routes->distance_decimals;
  *distance = 0;
  for (int32_t k = 0; k < r->steps; k++) *distance += r->step[k].distance;
  if (r->type->max_distance == ROUTES_NO_LIMIT || *distance <= r->type->max_distance) return OK;
  FAIL(ERR_FORMAT, "route %d: distance %s over %s of vehicle type %d", r->number,
       cost_text(*distance, decimals, found), cost_text(r->type->max_distance, decimals, limit),
       r->type_number);
}

Status judge_route(const Judged *r, RoutesCost *sum) {
  int64_t distance = 0, duration = 0;
  TRY(check_customers(r));
  TRY(check_backhauls(r));
  TRY(check_trips(r));
  TRY(check_distance(r, &distance));
  TRY(judge_times(r, &duration));
  sum->routes += r->routes->route_cost;
  sum->fixed += r->type->fixed;
  sum->distance += r->type->per_distance * distance;
  sum->duration += r->type->per_duration * duration;
  if (r->routes->balance && duration > sum->longest) sum->longest = duration;
  return OK;
}
