/* The last step of readers of fleets: the costs that decide before all others. See routes.h. */
#include <stdlib.h>
#include "routes.h"
#include "routes_ranges.h"

typedef __int128 Wide;

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

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* No vehicle of the type waits longer in all: for the last of the times from which it may go on. */
static int64_t longest_wait(const RoutesInstance *routes, int32_t t) {
  int64_t wait = routes->type[t].ready[1];
  for (int32_t c = 1; c <= routes->head.n; c++) {
    wait = later(wait, routes->stop[c].ready);
    if (routes->release) wait = later(wait, routes->release[c]);
  }
  for (int32_t k = 0; k < routes->windows; k++) wait = later(wait, routes->window[k].ready);
  for (int32_t d = 0; d < routes->reloads; d++) wait = later(wait, routes->reload[d].ready);
  for (int32_t k = 0; k < routes->pauses; k++)
    if (routes->pause[k].type == t) wait = later(wait, routes->pause[k].ready);
  return wait;
}

/* What a customer adds to the duration of a route at most, beside ways and its own service: all breaks, and a reload. */
static int64_t longest_rest(const RoutesInstance *routes, int32_t t) {
  int64_t rest = 0, reload = 0;
  for (int32_t k = 0; k < routes->pauses; k++)
    if (routes->pause[k].type == t) rest += routes->pause[k].length;
  for (int32_t d = 0; d < routes->reloads; d++) reload = later(reload, routes->reload[d].service);
  return rest + reload;
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

/* Above the cost of every complete solution, but for route_cost and balance. */
static Wide dearest_sum(const RoutesInstance *routes, const Extremes *length, const Extremes *time) {
  Wide sum = 0, waits = 0;
  for (int32_t t = 0; t < routes->types; t++) {
    const Wide wait = routes->type[t].per_duration ? longest_wait(routes, t) + longest_rest(routes, t) : 0;
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

/* No route of the type takes longer: the ways to all customers and home again, or what its limits allow. */
static Wide longest_of(const RoutesInstance *routes, int32_t t, const Extremes *time) {
  const VehicleType *type = &routes->type[t];
  const int32_t *into = time->into + (size_t)type->profile * (size_t)routes->places;
  Wide longest = longest_wait(routes, t) + longest_rest(routes, t), reload = 0;
  for (int32_t d = 0; d < routes->reloads; d++)
    reload = later((int64_t)reload, (int64_t)into[routes->reload[d].place] + routes->reload[d].service);
  for (int32_t c = 1; c <= routes->head.n; c++)
    longest += into[routes->stop[c].place] + routes->stop[c].service + routes->stop[c].setup + reload;
  if (type->place[1] != ROUTES_OPEN) longest += into[type->place[1]];
  if (type->due[1] < ROUTES_LIMIT_MAX && type->due[1] - type->ready[0] < longest)
    longest = type->due[1] > type->ready[0] ? type->due[1] - type->ready[0] : 0;
  return type->max_duration < longest ? type->max_duration : longest;
}

/* What no complete solution is above. */
typedef struct Dearest {
  Wide sum, longest; /* longest: the duration of a route */
} Dearest;

static Dearest dearest_make(const RoutesInstance *routes, const Extremes *length, const Extremes *time) {
  Dearest dearest = {dearest_sum(routes, length, time), 0};
  for (int32_t t = 0; t < routes->types; t++) {
    const Wide longest = longest_of(routes, t, time);
    if (longest > dearest.longest) dearest.longest = longest;
  }
  return dearest;
}

static Status dearest_find(const RoutesInstance *routes, Dearest *dearest) {
  Extremes length = extremes_make(routes, routes->distance), time = {0};
  Status status = OK;
  if (routes->duration) time = extremes_make(routes, routes->duration);
  const Extremes *times = routes->duration ? &time : &length;
  if (length.into && length.out && times->into && times->out)
    *dearest = dearest_make(routes, &length, times);
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

static Status first_check(const RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n; c++)
    if (routes->stop[c].prize != ROUTES_REQUIRED && routes_pair_end(routes, c) >= 0)
      FAIL(ERR_FORMAT,
           "longest route first: expected customers who must be served, found customer %lld, who may be left "
           "out: say balance:W with the price W of the longest route",
           (long long)routes_customer_number(routes, c));
  return OK;
}

/* The price of the longest route where it decides: a power of ten, as absent_cost is. */
static Status balance_set(RoutesInstance *routes, const Dearest *dearest) {
  const Wide most = INT64_MAX / 4;
  Wide unit = 1;
  if (!routes->longest_first) return OK;
  TRY(first_check(routes));
  while (unit <= dearest->sum && unit <= most) unit *= 10;
  routes->balance = (int64_t)(unit <= most ? unit : most);
  return OK;
}

/* A power of ten, so that people tell the parts of a cost apart; where the longest route comes first, a multiple of what it costs. */
static Status absent_cost_set(RoutesInstance *routes, Wide dearest) {
  const Wide most = INT64_MAX / 4 / routes->head.n;
  Wide cost = 1;
  while (cost <= dearest && cost <= most) cost *= 10;
  if (routes->longest_first) cost = (dearest / routes->balance + 1) * routes->balance;
  if (cost > most && routes->longest_first)
    FAIL(
        ERR_FORMAT,
        "longest route first: expected costs with fewer digits (--scale), or balance:W with a price W of the "
        "longest route: those of %d customers, with %d decimals, could be too large for 64-bit numbers",
        routes->head.n, routes->head.decimals);
  if (cost > most)
    FAIL(ERR_FORMAT,
         "expected costs with fewer digits: those of %d customers, with %d decimals, could be too large for "
         "64-bit numbers",
         routes->head.n, routes->head.decimals);
  routes->absent_cost = (int64_t)cost;
  return OK;
}

Status routes_absence_price(const RoutesInstance *routes, double factors, int64_t *price) {
  Dearest dearest = {0, 0};
  Wide unit = 1;
  TRY(routes_ranges_check(routes));
  TRY(dearest_find(routes, &dearest));
  while (unit <= dearest.sum && unit <= INT64_MAX) unit *= 10;
  if ((double)unit * factors * 100 * routes->head.n > 9e18)
    FAIL(ERR_FORMAT,
         "expected smaller priorities, or costs with fewer digits, found prices of customers left "
         "out that 64-bit numbers do not hold: --unserved refused makes all of them required");
  *price = (int64_t)unit;
  return OK;
}

static Status costs_set(RoutesInstance *routes, bool vehicles_first) {
  Dearest dearest = {0, 0};
  if (vehicles_first && (routes->balance || routes->longest_first))
    FAIL(ERR_FORMAT, "vehicles first: expected no cost of the longest route beside them");
  TRY(dearest_find(routes, &dearest));
  TRY(balance_set(routes, &dearest));
  dearest.sum += routes->balance * dearest.longest;
  routes->route_cost = vehicles_first ? route_cost_of(routes) : 0;
  if (vehicles_first && dearest.sum >= routes->route_cost)
    FAIL(ERR_FORMAT, "vehicles first: expected costs that sum to less than %lld",
         (long long)ROUTES_ROUTE_COST);
  return absent_cost_set(routes, dearest.sum + (Wide)routes->route_cost * vehicles_most(routes));
}

Status routes_finish(RoutesInstance *routes, bool vehicles_first) {
  TRY(routes_ranges_check(routes));
  TRY(costs_set(routes, vehicles_first));
  routes->head.digest = instance_digest(&routes->head);
  return routes_reach_check(routes);
}
