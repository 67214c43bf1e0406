/* The judge of fleets: see routes.h. It follows every route customer by customer, without a line in common with what searches: whose mistakes it
 * has to find. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "routes.h"

/* ---- one route ---- */

typedef struct Judged { /* a route on its way */
  const RoutesInstance *routes;
  const VehicleType *type;
  const int32_t *gene; /* (count) customers */
  int32_t count, number;
  int32_t type_number;  /* from 1 */
  const int32_t *genes; /* (2 n) of the whole solution */
  const int32_t *at;    /* (n + 1) where in it each customer is; NULL: there are no pairs */
} Judged;

static int64_t number_of(const Judged *r, int32_t stop) {
  return routes_customer_number(r->routes, routes_customer(r->gene[stop]));
}

static const RouteStop *stop_of(const Judged *r, int32_t stop) {
  return &r->routes->stop[routes_customer(r->gene[stop])];
}

/* Of stop -1 the vehicle's start, of stop `count` its end; ROUTES_OPEN. */
static int32_t place_of(const Judged *r, int32_t stop) {
  if (stop < 0) return r->type->place[0];
  if (stop == r->count) return r->type->place[1];
  return stop_of(r, stop)->place;
}

/* The way to a stop from the one before. */
static int64_t leg(const Judged *r, const int32_t *matrix, int32_t stop) {
  const int32_t from = place_of(r, stop - 1), to = place_of(r, stop), places = r->routes->places;
  if (from == ROUTES_OPEN || to == ROUTES_OPEN) return 0;
  return matrix[((size_t)r->type->profile * (size_t)places + (size_t)from) * (size_t)places + (size_t)to];
}

static int64_t distance_to(const Judged *r, int32_t stop) { return leg(r, r->routes->distance, stop); }

/* Setup included: it passes before service. */
static int64_t time_to(const Judged *r, int32_t stop) {
  const int64_t travel = leg(r, r->routes->duration ? r->routes->duration : r->routes->distance, stop);
  if (stop == r->count || place_of(r, stop - 1) == place_of(r, stop)) return travel;
  return travel + stop_of(r, stop)->setup;
}

/* ---- limits ---- */

/* "route 2, customer 17: load 101 over capacity 100 of vehicle type 1" */
static Status load_fail(const Judged *r, int32_t stop, int32_t dimension, int64_t load) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX], at[48] = "", in[32] = "";
  const int32_t decimals = r->routes->load_decimals;
  if (stop >= 0) snprintf(at, sizeof at, ", customer %lld", (long long)number_of(r, stop));
  if (r->routes->loads > 1) snprintf(in, sizeof in, " in dimension %d", dimension + 1);
  FAIL(ERR_FORMAT, "route %d%s: load %s%s over capacity %s of vehicle type %d", r->number, at,
       cost_text(load, decimals, found), in, cost_text(r->type->capacity[dimension], decimals, limit),
       r->type_number);
}

/* What the vehicle brings from its start: not the goods of a pair. */
static int64_t loaded_for(const Judged *r, int32_t stop, int32_t dimension) {
  const bool paired = routes_pair_end(r->routes, routes_customer(r->gene[stop])) != 0;
  return paired ? 0 : stop_of(r, stop)->delivery[dimension];
}

/* The load at the departure is all deliveries; it changes stop by stop. */
static Status check_load(const Judged *r, int32_t dimension) {
  const int64_t capacity = r->type->capacity[dimension];
  int64_t load = 0;
  if (capacity == ROUTES_NO_LIMIT) return OK;
  for (int32_t k = 0; k < r->count; k++) load += loaded_for(r, k, dimension);
  if (load > capacity) return load_fail(r, -1, dimension, load);
  for (int32_t k = 0; k < r->count; k++) {
    load += (int64_t)stop_of(r, k)->pickup[dimension] - stop_of(r, k)->delivery[dimension];
    if (load > capacity) return load_fail(r, k, dimension, load);
  }
  return OK;
}

static Status check_customers(const Judged *r) {
  for (int32_t k = 0; k < r->count; k++)
    if (!routes_may_serve(r->routes, routes_customer(r->gene[k]), r->type_number - 1))
      FAIL(ERR_FORMAT, "route %d, customer %lld: vehicle type %d may not serve this customer", r->number,
           (long long)number_of(r, k), r->type_number);
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
           (long long)number_of(r, k), (long long)number_of(r, k - 1));
  if (r->routes->backhauls == BACKHAULS_NOT_ALONE && is_backhaul(r, 0))
    FAIL(ERR_FORMAT, "route %d: of backhauls only", r->number);
  return OK;
}

/* ---- pairs ---- */

/* "is in route 2", "is left out" */
static const char *place_text(const Judged *r, int32_t customer, char *text, size_t size) {
  const int32_t *types = r->genes + r->routes->head.n;
  int32_t group = -1, number = 0;
  for (int32_t k = 0; k <= r->at[customer]; k++)
    if (r->genes[k] < 0) number += types[++group] >= 0;
  if (types[group] == ROUTES_LEFT_OUT)
    snprintf(text, size, "is left out");
  else
    snprintf(text, size, "is in route %d", number);
  return text;
}

/* Both stops of a pair are in the route, the pickup first. */
static Status check_pairs(const Judged *r) {
  char text[48];
  const int64_t from = r->gene - r->genes;
  for (int32_t k = 0; r->at && k < r->count; k++) {
    const int32_t c = routes_customer(r->gene[k]), end = routes_pair_end(r->routes, c);
    if (!end) continue;
    const int32_t partner = end * r->routes->partner[c];
    const int64_t at = r->at[partner] - from;
    const long long name = routes_customer_number(r->routes, partner);
    if (at < 0 || at >= r->count)
      FAIL(ERR_FORMAT, "route %d, customer %lld: its %s, customer %lld, %s", r->number,
           (long long)number_of(r, k), end > 0 ? "delivery" : "pickup", name,
           place_text(r, partner, text, sizeof text));
    if (end > 0 && at < k)
      FAIL(ERR_FORMAT, "route %d, customer %lld: served before its pickup, customer %lld", r->number, name,
           (long long)number_of(r, k));
  }
  return OK;
}

/* ---- the way and its times ---- */

static Status check_distance(const Judged *r, int64_t *distance) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  const int32_t decimals = r->routes->distance_decimals;
  *distance = 0;
  for (int32_t k = 0; k <= r->count; k++) *distance += distance_to(r, k);
  if (r->type->max_distance == ROUTES_NO_LIMIT || *distance <= r->type->max_distance) return OK;
  FAIL(ERR_FORMAT, "route %d: distance %s over %s of vehicle type %d", r->number,
       cost_text(*distance, decimals, found), cost_text(r->type->max_distance, decimals, limit),
       r->type_number);
}

/* ---- times ---- */

static bool is_late(int64_t time, int32_t due) { return due < ROUTES_LIMIT_MAX && time > due; }

/* Leaves as early as possible, for the earliest end. */
static Status check_windows(const Judged *r, int64_t *end) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  const int32_t decimals = r->routes->time_decimals;
  int64_t clock = r->type->ready[0];
  for (int32_t k = 0; k < r->count; k++) {
    const RouteStop *stop = stop_of(r, k);
    clock += time_to(r, k);
    if (clock < stop->ready) clock = stop->ready;
    if (is_late(clock, stop->due))
      FAIL(ERR_FORMAT, "route %d, customer %lld: served from %s, due %s", r->number,
           (long long)number_of(r, k), cost_text(clock, decimals, found),
           cost_text(stop->due, decimals, limit));
    clock += stop->service;
  }
  clock += time_to(r, r->count);
  if (clock < r->type->ready[1]) clock = r->type->ready[1];
  *end = clock;
  if (!is_late(clock, r->type->due[1])) return OK;
  FAIL(ERR_FORMAT, "route %d: back at %s, due %s of vehicle type %d", r->number,
       cost_text(clock, decimals, found), cost_text(r->type->due[1], decimals, limit), r->type_number);
}

/* The latest departure that keeps the end: what the vehicle waits for along the way it need not leave for. A later end does not shorten a
 * route, as every minute of it is one more at most before it. */
static int64_t latest_departure(const Judged *r, int64_t end) {
  int64_t clock = end;
  for (int32_t k = r->count; k > 0; k--) {
    const RouteStop *stop = stop_of(r, k - 1);
    clock -= time_to(r, k) + stop->service;
    if (is_late(clock, stop->due)) clock = stop->due;
  }
  clock -= time_to(r, 0);
  return is_late(clock, r->type->due[0]) ? r->type->due[0] : clock;
}

static Status check_times(const Judged *r, int64_t *duration) {
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  const int32_t decimals = r->routes->time_decimals;
  int64_t end = 0;
  TRY(check_windows(r, &end));
  *duration = end - latest_departure(r, end);
  if (r->type->max_duration == ROUTES_NO_LIMIT || *duration <= r->type->max_duration) return OK;
  FAIL(ERR_FORMAT, "route %d: duration %s over %s of vehicle type %d", r->number,
       cost_text(*duration, decimals, found), cost_text(r->type->max_duration, decimals, limit),
       r->type_number);
}

static Status judge_route(const Judged *r, RoutesCost *sum) {
  int64_t distance = 0, duration = 0;
  TRY(check_customers(r));
  TRY(check_backhauls(r));
  TRY(check_pairs(r));
  for (int32_t d = 0; d < r->routes->loads; d++) TRY(check_load(r, d));
  TRY(check_distance(r, &distance));
  TRY(check_times(r, &duration));
  sum->routes += r->routes->route_cost;
  sum->fixed += r->type->fixed;
  sum->distance += r->type->per_distance * distance;
  sum->duration += r->type->per_duration * duration;
  return OK;
}

/* ---- the whole solution ---- */

/* A bit a customer in visits[]: n visits in range, none twice, so none is missing. */
static Status check_visits(const RoutesInstance *routes, const int32_t *gene, uint8_t *visits) {
  const int32_t n = routes->head.n;
  if (gene[0] >= 0) FAIL(ERR_FORMAT, "expected a route that begins with the first customer, found none");
  for (int32_t k = 0; k < n; k++) {
    const int64_t customer = gene[k] < 0 ? -(int64_t)gene[k] : gene[k];
    if (customer < 1 || customer > n)
      FAIL(ERR_FORMAT, "expected customers from 1 to %d, found %lld", n, (long long)customer);
    if (visits[customer / 8] >> customer % 8 & 1)
      FAIL(ERR_FORMAT, "customer %lld is there twice",
           (long long)routes_customer_number(routes, (int32_t)customer));
    visits[customer / 8] |= (uint8_t)(1 << customer % 8);
  }
  return OK;
}

static void leave_out(const RoutesInstance *routes, const int32_t *gene, int32_t count, RoutesCost *sum) {
  for (int32_t k = 0; k < count; k++) {
    const int64_t prize = routes->stop[routes_customer(gene[k])].prize;
    if (prize == ROUTES_REQUIRED)
      sum->missing += routes->absent_cost;
    else
      sum->prizes += prize;
  }
}

/* The customers from gene[at] to the next beginning. */
static int32_t count_from(const int32_t *gene, int32_t at, int32_t n) {
  int32_t count = 1;
  while (at + count < n && gene[at + count] > 0) count++;
  return count;
}

/* Routes one after the other; places: Judged.at; used: vehicles of each type. */
static Status judge_all(const RoutesInstance *routes, const int32_t *gene, const int32_t *places,
                        int32_t *used, RoutesCost *sum) {
  const int32_t n = routes->head.n;
  const int32_t *types = gene + n;
  int32_t number = 0, count;
  for (int32_t at = 0; at < n; at += count, number++) {
    const int32_t t = types[number];
    count = count_from(gene, at, n);
    if (t == ROUTES_LEFT_OUT) {
      if (at + count < n)
        FAIL(ERR_FORMAT, "route %d: expected the customers left out behind all routes", number + 1);
      leave_out(routes, gene + at, count, sum);
      continue;
    }
    if (t < 0 || t >= routes->types)
      FAIL(ERR_FORMAT, "route %d: expected a vehicle type from 1 to %d, found %lld", number + 1,
           routes->types, t + 1LL);
    const Judged route = {routes, &routes->type[t], gene + at, count, number + 1, t + 1, gene, places};
    TRY(judge_route(&route, sum));
    used[t]++;
  }
  for (; number < n; number++)
    if (types[number] != ROUTES_LEFT_OUT)
      FAIL(ERR_FORMAT, "route %d: expected no vehicle type, as it has no customers, found %lld", number + 1,
           types[number] + 1LL);
  return OK;
}

static Status check_counts(const RoutesInstance *routes, const int32_t *used) {
  for (int32_t t = 0; t < routes->types; t++)
    if (used[t] > routes->type[t].count)
      FAIL(ERR_FORMAT, "%d routes of vehicle type %d, at most %d allowed", used[t], t + 1,
           routes->type[t].count);
  return OK;
}

Status judge_fleet(const Instance *inst, const int32_t *gene, int64_t *cost, RoutesCost *parts) {
  const RoutesInstance *routes = routes_of(inst);
  uint8_t *visits = calloc((size_t)inst->n / 8 + 1, 1);
  int32_t *used = calloc((size_t)routes->types, sizeof *used);
  int32_t *at = routes->partner ? calloc((size_t)inst->n + 1, sizeof *at) : NULL;
  RoutesCost sum = {0};
  Status status = OK;
  if (!visits || !used || (routes->partner && !at))
    FAIL_GOTO(cleanup, ERR_MEMORY, "no memory to judge routes of %d customers", inst->n);
  TRY_GOTO(check_visits(routes, gene, visits), cleanup);
  for (int32_t k = 0; k < inst->n && at; k++) at[routes_customer(gene[k])] = k;
  TRY_GOTO(judge_all(routes, gene, at, used, &sum), cleanup);
  TRY_GOTO(check_counts(routes, used), cleanup);
  *cost = sum.routes + sum.fixed + sum.distance + sum.duration + sum.prizes + sum.missing;
  if (parts) *parts = sum;
cleanup:
  free(visits);
  free(used);
  free(at);
  return status;
}
