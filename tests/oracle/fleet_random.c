/* Random tiny instances of fleets: see fleet_oracle.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fleet_oracle.h"
#include "problem/routes/routes.h"

/* ---- draws ---- */

typedef struct Draws { /* splitmix64 */
  uint64_t state;
  uint32_t features;
} Draws;

static uint64_t word_draw(Draws *d) {
  uint64_t z = d->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* least..most */
static int32_t draw(Draws *d, int32_t least, int32_t most) {
  return least + (int32_t)(word_draw(d) % (uint64_t)(most - least + 1));
}

static bool one_in(Draws *d, int32_t count) { return draw(d, 1, count) == 1; }

static bool has(const Draws *d, uint32_t feature) { return d->features & feature; }

/* ---- matrices ---- */

enum { GRID = 15, HORIZON = 60 };

static void matrix_draw(Draws *d, const RoutesInstance *routes, int32_t *matrix) {
  const int32_t places = routes->places;
  int32_t x[4 * ORACLE_FLEET_MOST], y[4 * ORACLE_FLEET_MOST];
  for (int32_t p = 0; p < places; p++) {
    x[p] = draw(d, 0, GRID);
    y[p] = draw(d, 0, GRID);
  }
  for (int32_t a = 0; a < places; a++)
    for (int32_t b = 0; b < places; b++) {
      const int32_t plane = (int32_t)(hypot(x[a] - x[b], y[a] - y[b]) + 0.5);
      const int32_t any = a == b ? 0 : draw(d, 0, GRID);
      matrix[a * places + b] = has(d, ORACLE_DIRECTED) ? any : plane;
    }
}

static void matrices_draw(Draws *d, RoutesInstance *routes) {
  const size_t square = (size_t)routes->places * (size_t)routes->places;
  for (int32_t p = 0; p < routes->profiles; p++) {
    matrix_draw(d, routes, routes->distance + (size_t)p * square);
    if (routes->duration) matrix_draw(d, routes, routes->duration + (size_t)p * square);
  }
}

/* ---- stops ---- */

static void load_draw(Draws *d, const RoutesInstance *routes, RouteStop *stop) {
  const bool back = stop->flags & ROUTES_BACKHAUL;
  for (int32_t k = 0; k < routes->loads; k++) {
    if (!back || one_in(d, 4)) stop->delivery[k] = draw(d, 0, 5);
    if (back || (has(d, ORACLE_PICKUPS) && one_in(d, 2))) stop->pickup[k] = draw(d, 0, 5);
  }
}

static void window_draw(Draws *d, RouteStop *stop) {
  stop->service = draw(d, 0, 4);
  if (one_in(d, 4)) return;
  stop->ready = draw(d, 0, HORIZON / 2);
  stop->due = stop->ready + draw(d, 0, HORIZON / 3);
}

static void stop_draw(Draws *d, const RoutesInstance *routes, int32_t c) {
  RouteStop *stop = &routes->stop[c];
  stop->place = has(d, ORACLE_SETUPS) ? draw(d, 0, routes->places - 1) : c;
  if (routes->backhauls != BACKHAULS_MIXED && one_in(d, 2)) stop->flags = ROUTES_BACKHAUL;
  load_draw(d, routes, stop);
  if (has(d, ORACLE_WINDOWS)) window_draw(d, stop);
  if (has(d, ORACLE_SETUPS)) stop->setup = draw(d, 0, 5);
  if (has(d, ORACLE_PRIZES) && one_in(d, 2)) stop->prize = draw(d, 0, 2 * GRID);
}

/* ---- pairs ---- */

static void pair_draw(Draws *d, const RoutesInstance *routes, int32_t from, int32_t to) {
  routes->partner[from] = to;
  routes->partner[to] = -from;
  routes->stop[to].prize = 0;
  for (int32_t k = 0; k < routes->loads; k++) {
    routes->stop[from].delivery[k] = routes->stop[to].pickup[k] = 0;
    routes->stop[from].pickup[k] = routes->stop[to].delivery[k] = draw(d, 0, 5);
  }
}

/* Most customers, with one of those behind them: whose number may be that of the pickup or of the delivery. */
static void pairs_draw(Draws *d, const RoutesInstance *routes) {
  const int32_t n = routes->head.n;
  for (int32_t c = 1; routes->partner && c < n; c++) {
    const int32_t other = draw(d, c + 1, n);
    if (one_in(d, 4) || routes->partner[c] || routes->partner[other]) continue;
    if (one_in(d, 2))
      pair_draw(d, routes, c, other);
    else
      pair_draw(d, routes, other, c);
  }
}

/* ---- clusters, windows ---- */

/* One or two, whose customers have the prize of the first. */
static void clusters_draw(Draws *d, const RoutesInstance *routes) {
  const int32_t n = routes->head.n, from = draw(d, 1, n);
  int32_t first[2 * ORACLE_FLEET_MOST] = {0};
  for (int32_t c = 1; routes->cluster && c <= n; c++) {
    if (one_in(d, 3) || (routes->partner && routes->partner[c])) continue;
    const int32_t cluster = from < n ? from + draw(d, 0, 1) : from;
    if (!first[cluster]) first[cluster] = c;
    routes->cluster[c] = cluster;
    routes->stop[c].prize = routes->stop[first[cluster]].prize;
  }
}

enum { WINDOWS = 3 }; /* of a customer, at most */

/* Of none to three, where a customer who has one may have none listed; customer 1 has one or more. */
static void windows_draw(Draws *d, RoutesInstance *routes) {
  int32_t used = 0;
  for (int32_t c = 1; routes->window && c <= routes->head.n; c++) {
    RouteStop *const stop = &routes->stop[c];
    routes->window_first[c] = used;
    const int32_t count = draw(d, c == 1, WINDOWS);
    for (int32_t k = 0, at = draw(d, 0, HORIZON / 4); k < count; k++) {
      const int32_t due = at + draw(d, 0, HORIZON / 6);
      routes->window[used++] = (RoutesWindow){at, due};
      at = due + draw(d, 1, HORIZON / 4);
    }
    if (!count) continue;
    if (one_in(d, 3)) routes->window[used - 1].due = ROUTES_LIMIT_MAX;
    stop->ready = routes->window[routes->window_first[c]].ready;
    stop->due = routes->window[used - 1].due;
  }
  if (routes->window) routes->windows = routes->window_first[routes->head.n + 1] = used;
}

/* ---- vehicle types ---- */

static void ends_draw(Draws *d, const RoutesInstance *routes, VehicleType *type) {
  for (int end = 0; end < 2; end++) {
    if (has(d, ORACLE_DEPOTS)) type->place[end] = draw(d, 0, routes->places - 1);
    if (has(d, ORACLE_OPEN) && one_in(d, 2)) type->place[end] = ROUTES_OPEN;
  }
  if (!has(d, ORACLE_SHIFTS)) return;
  type->ready[0] = draw(d, 0, HORIZON / 4);
  if (one_in(d, 2)) type->due[0] = type->ready[0] + draw(d, 0, HORIZON / 4);
  type->ready[1] = draw(d, 0, HORIZON);
  if (one_in(d, 2)) type->due[1] = type->ready[1] + draw(d, 0, HORIZON);
}

static void limits_draw(Draws *d, VehicleType *type) {
  if (one_in(d, 2)) type->max_distance = draw(d, GRID, 4 * GRID);
  if (one_in(d, 2)) type->max_duration = draw(d, GRID, 5 * GRID);
  if (one_in(d, 2)) type->max_stops = draw(d, 1, 4);
}

static void type_draw(Draws *d, const RoutesInstance *routes, int32_t t) {
  VehicleType *type = &routes->type[t];
  const bool many = has(d, ORACLE_TYPES);
  for (int32_t k = 0; k < routes->loads; k++)
    type->capacity[k] = one_in(d, 12) ? ROUTES_NO_LIMIT : draw(d, 5, many ? 16 : 12);
  if (many) {
    type->fixed = draw(d, 0, 2 * GRID);
    type->per_distance = draw(d, 0, 3);
  }
  if (has(d, ORACLE_TIME_COSTS)) type->per_duration = draw(d, 0, 3);
  if (has(d, ORACLE_COUNTS)) type->count = draw(d, 1, 2);
  type->profile = draw(d, 0, routes->profiles - 1);
  ends_draw(d, routes, type);
  if (has(d, ORACLE_LIMITS)) limits_draw(d, type);
}

/* ---- releases, trips, breaks ---- */

static void releases_draw(Draws *d, const RoutesInstance *routes) {
  for (int32_t c = 1; routes->release && c <= routes->head.n; c++)
    if (one_in(d, 2)) routes->release[c] = draw(d, 0, HORIZON / 2);
}

static void trips_draw(Draws *d, const RoutesInstance *routes) {
  for (int32_t k = 0; k < routes->reloads; k++) {
    RoutesReload *const reload = &routes->reload[k];
    *reload = (RoutesReload){draw(d, 0, routes->places - 1), 0, ROUTES_LIMIT_MAX, draw(d, 0, 4)};
    if (one_in(d, 2)) continue;
    reload->ready = draw(d, 0, HORIZON / 2);
    if (one_in(d, 2)) reload->due = reload->ready + draw(d, 0, HORIZON);
  }
  for (int32_t t = 0; t < routes->types && routes->trips; t++)
    routes->trips[t] = (RoutesTrips){one_in(d, 3) ? ROUTES_NO_LIMIT : draw(d, 1, 3),
                                     (uint32_t)draw(d, 0, (1 << routes->reloads) - 1)};
}

/* The first type has one or two; lists are as long as there are breaks. */
static void breaks_draw(Draws *d, RoutesInstance *routes) {
  int32_t used = 0;
  for (int32_t t = 0; routes->pause && t < routes->types; t++)
    for (int32_t k = draw(d, t == 0, 2), at = 0; k > 0; k--) {
      at += draw(d, 0, HORIZON / 3);
      routes->pause[used++] = (RoutesBreak){t, at, at + draw(d, 0, HORIZON / 2), draw(d, 0, 9)};
    }
  if (routes->pause) routes->pauses = used;
}

static void balance_draw(Draws *d, RoutesInstance *routes) {
  bool required = true;
  if (!has(d, ORACLE_BALANCE)) return;
  for (int32_t c = 1; c <= routes->head.n; c++)
    required &= routes->stop[c].prize == ROUTES_REQUIRED || (routes->partner && routes->partner[c] < 0);
  routes->balance = draw(d, 1, 4);
  routes->longest_first = required && one_in(d, 2);
}

static void allowed_draw(Draws *d, const RoutesInstance *routes) {
  for (int32_t c = 1; routes->allowed && c <= routes->head.n; c++)
    routes->allowed[c] = (uint32_t)draw(d, 1, (1 << routes->types) - 1);
}

/* ---- instances ---- */

static Draws draws_of(uint64_t seed, uint32_t features) {
  Draws d = {seed, 0};
  for (int k = 0; k < 32; k++)
    if ((features >> k & 1) && !one_in(&d, 3)) d.features |= (uint32_t)1 << k;
  return d;
}

static RoutesSizes sizes_draw(Draws *d, int32_t n_most) {
  const int32_t n = draw(d, 1, n_most < ORACLE_FLEET_MOST ? n_most : ORACLE_FLEET_MOST);
  const bool many = has(d, ORACLE_TYPES | ORACLE_DEPOTS | ORACLE_PROFILES | ORACLE_ALLOWED);
  RoutesSizes sizes = {.customers = n, .places = n + 1, .profiles = 1, .types = many ? draw(d, 1, 3) : 1};
  if (has(d, ORACLE_DEPOTS)) sizes.places += draw(d, 0, 2);
  if (has(d, ORACLE_SETUPS)) sizes.places = draw(d, 1, n + 1);
  if (has(d, ORACLE_PROFILES)) sizes.profiles = draw(d, 1, sizes.types);
  sizes.durations = has(d, ORACLE_DURATIONS);
  sizes.allowed = has(d, ORACLE_ALLOWED);
  sizes.partners = has(d, ORACLE_PAIRS) && !has(d, ORACLE_BACKHAULS);
  sizes.clusters = has(d, ORACLE_CLUSTERS);
  sizes.windows = has(d, ORACLE_SEVERAL_WINDOWS) ? WINDOWS * n : 0;
  sizes.releases = has(d, ORACLE_RELEASES);
  sizes.reloads = has(d, ORACLE_TRIPS) ? draw(d, 1, 2) : 0;
  sizes.pauses = has(d, ORACLE_BREAKS) ? 2 * sizes.types : 0;
  return sizes;
}

Status oracle_fleet_draw(uint64_t seed, int32_t n_most, uint32_t features, Instance **out) {
  Draws d = draws_of(seed, features);
  const RoutesSizes sizes = sizes_draw(&d, n_most);
  if (routes_alloc(&sizes, out) != OK) abort();
  RoutesInstance *routes = (RoutesInstance *)*out;
  strcpy(routes->head.name, "random");
  routes->loads = has(&d, ORACLE_LOADS) ? draw(&d, 0, 3) : 1;
  if (has(&d, ORACLE_BACKHAULS)) routes->backhauls = draw(&d, BACKHAULS_LAST, BACKHAULS_NOT_ALONE);
  matrices_draw(&d, routes);
  for (int32_t c = 1; c <= sizes.customers; c++) stop_draw(&d, routes, c);
  pairs_draw(&d, routes);
  if (routes->cluster) clusters_draw(&d, routes);
  windows_draw(&d, routes);
  for (int32_t t = 0; t < sizes.types; t++) type_draw(&d, routes, t);
  allowed_draw(&d, routes);
  releases_draw(&d, routes);
  trips_draw(&d, routes);
  breaks_draw(&d, routes);
  balance_draw(&d, routes);
  const Status status = routes_finish(routes, has(&d, ORACLE_FEW_FIRST) && !routes->balance);
  if (status != OK && status != ERR_NO_SOLUTION) abort();
  status_clear();
  routes->head.digest = instance_digest(*out);
  return status;
}

void oracle_fleet_random(uint64_t seed, int32_t n_most, uint32_t features, Instance **out) {
  for (uint64_t turn = 0;; turn++) {
    if (oracle_fleet_draw(seed ^ turn << 40, n_most, features, out) == OK) return;
    instance_free(*out);
  }
}
