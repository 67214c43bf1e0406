/* Costs of routes, and the best of all solutions: see fleet_oracle.h. */
#include "fleet_oracle.h"

#include <string.h>
#include "problem/routes/routes.h"

/* ---- one route ---- */

#define NEVER INT64_MAX

typedef struct Tour { /* of one vehicle */
  const RoutesInstance *routes;
  int32_t type, count;
  int32_t customer[ORACLE_FLEET_MOST];
} Tour;

static int64_t entry(const Tour *t, const int32_t *matrix, int32_t from, int32_t to) {
  if (from < 0 || to < 0) return 0;
  const int64_t places = t->routes->places, profile = t->routes->type[t->type].profile;
  return matrix[profile * places * places + from * places + to];
}

static int32_t place(const Tour *t, int32_t k) { return t->routes->stop[t->customer[k]].place; }

static int64_t length_of(const Tour *t) {
  const VehicleType *v = &t->routes->type[t->type];
  const int32_t *matrix = t->routes->distance;
  int64_t sum = entry(t, matrix, v->place[0], place(t, 0));
  for (int32_t k = 1; k < t->count; k++) sum += entry(t, matrix, place(t, k - 1), place(t, k));
  return sum + entry(t, matrix, place(t, t->count - 1), v->place[1]);
}

/* How many windows; one that is not listed is written to *only. */
static int32_t windows_of(const RoutesInstance *r, int32_t customer, const RoutesWindow **list,
                          RoutesWindow *only) {
  const RouteStop *s = &r->stop[customer];
  *only = (RoutesWindow){s->ready, s->due};
  *list = only;
  if (!r->window || r->window_first[customer] == r->window_first[customer + 1]) return 1;
  *list = &r->window[r->window_first[customer]];
  return r->window_first[customer + 1] - r->window_first[customer];
}

/* When service begins; NEVER: the arrival is behind all windows. */
static int64_t service_of(const RoutesInstance *r, int32_t customer, int64_t arrival) {
  const RoutesWindow *list;
  RoutesWindow only;
  int64_t least = NEVER;
  for (int32_t k = windows_of(r, customer, &list, &only) - 1; k >= 0; k--) {
    const int64_t begin = arrival > list[k].ready ? arrival : list[k].ready;
    if ((list[k].due == ROUTES_LIMIT_MAX || begin <= list[k].due) && begin < least) least = begin;
  }
  return least;
}

/* The return of a vehicle that leaves then; NEVER: it is late somewhere. */
static int64_t return_of(const Tour *t, int64_t departure) {
  const RoutesInstance *r = t->routes;
  const VehicleType *v = &r->type[t->type];
  const int32_t *matrix = r->duration ? r->duration : r->distance;
  int64_t now = departure;
  int32_t at = v->place[0];
  for (int32_t k = 0; k < t->count; k++) {
    const RouteStop *s = &r->stop[t->customer[k]];
    now += entry(t, matrix, at, s->place);
    if (s->place != at) now += s->setup;
    now = service_of(r, t->customer[k], now);
    if (now == NEVER) return NEVER;
    now += s->service;
    at = s->place;
  }
  now += entry(t, matrix, at, v->place[1]);
  if (now < v->ready[1]) now = v->ready[1];
  return v->due[1] != ROUTES_LIMIT_MAX && now > v->due[1] ? NEVER : now;
}

/* Nobody waits for a moment after the last of these. */
static int64_t last_ready(const Tour *t) {
  const VehicleType *v = &t->routes->type[t->type];
  int64_t last = v->ready[0] > v->ready[1] ? v->ready[0] : v->ready[1];
  for (int32_t k = 0; k < t->count; k++) {
    const RoutesWindow *list;
    RoutesWindow only;
    const int32_t windows = windows_of(t->routes, t->customer[k], &list, &only);
    if (list[windows - 1].ready > last) last = list[windows - 1].ready;
  }
  return last;
}

/* The least over all departures; NEVER: none is in time. */
static int64_t duration_of(const Tour *t) {
  const VehicleType *v = &t->routes->type[t->type];
  const int64_t last = last_ready(t);
  int64_t least = NEVER;
  for (int64_t departure = v->ready[0]; departure <= last; departure++) {
    if (v->due[0] != ROUTES_LIMIT_MAX && departure > v->due[0]) break;
    const int64_t back = return_of(t, departure);
    if (back != NEVER && back - departure < least) least = back - departure;
  }
  return least;
}

/* Of a pickup its delivery, of a delivery minus its pickup, else 0. */
static int32_t partner_of(const Tour *t, int32_t k) {
  return t->routes->partner ? t->routes->partner[t->customer[k]] : 0;
}

/* -1: the tour does not visit the customer. */
static int32_t position(const Tour *t, int32_t customer) {
  for (int32_t k = 0; k < t->count; k++)
    if (t->customer[k] == customer) return k;
  return -1;
}

static bool pairs_fit(const Tour *t) {
  for (int32_t k = 0; k < t->count; k++) {
    const int32_t partner = partner_of(t, k);
    if (partner > 0 && position(t, partner) < k) return false;
    if (partner < 0 && (position(t, -partner) < 0 || position(t, -partner) > k)) return false;
  }
  return true;
}

/* The load just behind stop k, -1: at the departure; from what is still to be delivered and what is picked up already. */
static int64_t load_behind(const Tour *t, int32_t k, int32_t dimension) {
  int64_t load = 0;
  for (int32_t j = 0; j < t->count; j++) {
    const RouteStop *s = &t->routes->stop[t->customer[j]];
    if (partner_of(t, j))
      load += j <= k && position(t, partner_of(t, j)) > k ? s->pickup[dimension] : 0;
    else
      load += j > k ? s->delivery[dimension] : s->pickup[dimension];
  }
  return load;
}

static bool loads_fit(const Tour *t) {
  for (int32_t d = 0; d < t->routes->loads; d++)
    for (int32_t k = -1; k < t->count; k++)
      if (load_behind(t, k, d) > t->routes->type[t->type].capacity[d]) return false;
  return true;
}

static bool backhaul(const Tour *t, int32_t k) {
  return (t->routes->stop[t->customer[k]].flags & ROUTES_BACKHAUL) != 0;
}

static bool order_fits(const Tour *t) {
  bool linehauls = false;
  if (t->routes->backhauls == BACKHAULS_MIXED) return true;
  for (int32_t k = 0; k < t->count; k++) {
    linehauls |= !backhaul(t, k);
    for (int32_t j = k + 1; j < t->count; j++)
      if (backhaul(t, k) && !backhaul(t, j)) return false;
  }
  return linehauls || t->routes->backhauls == BACKHAULS_LAST;
}

static bool customers_fit(const Tour *t) {
  for (int32_t k = 0; k < t->count; k++)
    if (t->routes->allowed) {
      const size_t words = ((size_t)t->routes->types + 31) / 32;
      const uint32_t word = t->routes->allowed[(size_t)t->customer[k] * words + (size_t)t->type / 32];
      if (!(word & (uint32_t)1 << t->type % 32)) return false;
    }
  return t->count <= t->routes->type[t->type].max_stops;
}

/* NEVER: it breaks a limit. */
static int64_t cost_of(const Tour *t) {
  const VehicleType *v = &t->routes->type[t->type];
  if (!customers_fit(t) || !order_fits(t) || !pairs_fit(t) || !loads_fit(t)) return NEVER;
  const int64_t length = length_of(t), duration = duration_of(t);
  if (duration == NEVER) return NEVER;
  if (v->max_distance != ROUTES_NO_LIMIT && length > v->max_distance) return NEVER;
  if (v->max_duration != ROUTES_NO_LIMIT && duration > v->max_duration) return NEVER;
  return t->routes->route_cost + v->fixed + v->per_distance * length + v->per_duration * duration;
}

/* ---- given solutions ---- */

/* How many customers of the cluster of one are in a set; of no cluster: only this one. Sets: bit c - 1 for customer c. */
static int32_t alternatives_in(const RoutesInstance *routes, int32_t customer, int32_t set) {
  int32_t count = 0;
  const int32_t cluster = routes->cluster ? routes->cluster[customer] : 0;
  for (int32_t c = 1; c <= routes->head.n; c++)
    count += (set >> (c - 1) & 1) && (c == customer || (cluster && routes->cluster[c] == cluster));
  return count;
}

/* What it costs that all others than `served` are left out, the first of each cluster for all of it; NEVER: two of a cluster are served. *missing:
 * of those who must be served. */
static int64_t absence_of(const RoutesInstance *routes, int32_t served, int32_t *missing) {
  int64_t sum = 0;
  *missing = 0;
  for (int32_t c = 1; c <= routes->head.n; c++) {
    const int32_t in = alternatives_in(routes, c, served);
    if (in > 1) return NEVER;
    if (in == 1 || alternatives_in(routes, c, (1 << (c - 1)) - 1) > 0) continue;
    *missing += routes->stop[c].prize < 0;
    sum += routes->stop[c].prize < 0 ? routes->absent_cost : routes->stop[c].prize;
  }
  return sum;
}

/* Genes as lists: list[k][0..size[k]) of type gene[n + k]. How many; 0: they are none. */
static int32_t lists_of(const Instance *inst, const int32_t *gene,
                        int32_t list[ORACLE_FLEET_MOST][ORACLE_FLEET_MOST], int32_t *size) {
  bool seen[ORACLE_FLEET_MOST + 1] = {false};
  int32_t lists = 0;
  for (int32_t k = 0; k < inst->n; k++) {
    const int64_t customer = gene[k] > 0 ? gene[k] : -(int64_t)gene[k];
    if (customer < 1 || customer > inst->n || seen[customer] || (k == 0 && gene[k] > 0)) return 0;
    seen[customer] = true;
    if (gene[k] < 0) size[lists++] = 0;
    list[lists - 1][size[lists - 1]++] = (int32_t)customer;
  }
  for (int32_t k = lists; k < inst->n; k++)
    if (gene[inst->n + k] != -1) return 0;
  return lists;
}

bool oracle_fleet_cost(const Instance *inst, const int32_t *gene, int64_t *cost) {
  const RoutesInstance *routes = routes_of(inst);
  int32_t list[ORACLE_FLEET_MOST][ORACLE_FLEET_MOST], size[ORACLE_FLEET_MOST], used[64] = {0};
  const int32_t lists = lists_of(inst, gene, list, size);
  int64_t sum = 0;
  int32_t served = 0, missing;
  for (int32_t k = 0; k < lists; k++) {
    const int32_t type = gene[inst->n + k];
    if (type < -1 || type >= routes->types || (type == -1 && k < lists - 1)) return false;
    if (type == -1) continue;
    for (int32_t j = 0; j < size[k]; j++) served |= 1 << (list[k][j] - 1);
    Tour tour = {.routes = routes, .type = type, .count = size[k]};
    memcpy(tour.customer, list[k], sizeof tour.customer);
    const int64_t of_tour = cost_of(&tour);
    if (of_tour == NEVER || ++used[type] > routes->type[type].count) return false;
    sum += of_tour;
  }
  const int64_t absence = absence_of(routes, served, &missing);
  if (!lists || absence == NEVER) return false;
  *cost = sum + absence;
  return true;
}

/* ---- the best solution ---- */

enum { SUBSETS = 1 << ORACLE_FLEET_MOST, TYPES_MOST = 8 };

typedef struct Found { /* the best route of a subset of customers, bit c - 1 for customer c, by type */
  int64_t cost;
  int32_t order[ORACLE_FLEET_MOST];
} Found;

typedef struct Search {
  const RoutesInstance *routes;
  Found (*found)[TYPES_MOST];
  int32_t subset[ORACLE_FLEET_MOST], type[ORACLE_FLEET_MOST], used[TYPES_MOST]; /* the routes so far */
  int32_t count, out;                                                           /* out: the subset left out */
  int64_t best;
  int32_t *gene;
  bool complete;
} Search;

/* All orders of the customers of `rest` behind the tour's. */
static void orders_try(Search *s, Tour *t, int32_t subset, int32_t rest) {
  Found *found = &s->found[subset][t->type];
  if (!rest) {
    const int64_t cost = cost_of(t);
    if (cost >= found->cost) return;
    found->cost = cost;
    memcpy(found->order, t->customer, sizeof found->order);
    return;
  }
  for (int32_t c = 1; c <= s->routes->head.n; c++) {
    if (!(rest >> (c - 1) & 1)) continue;
    t->customer[t->count++] = c;
    orders_try(s, t, subset, rest & ~(1 << (c - 1)));
    t->count--;
  }
}

static void routes_find(Search *s) {
  for (int32_t subset = 1; subset < 1 << s->routes->head.n; subset++)
    for (int32_t t = 0; t < s->routes->types; t++) {
      Tour tour = {.routes = s->routes, .type = t};
      s->found[subset][t].cost = NEVER;
      orders_try(s, &tour, subset, subset);
    }
}

static int32_t gene_put(int32_t *gene, int32_t at, const int32_t *order, int32_t count) {
  for (int32_t k = 0; k < count; k++) gene[at + k] = k ? order[k] : -order[k];
  return at + count;
}

static void best_keep(Search *s, int64_t cost, bool complete) {
  const int32_t n = s->routes->head.n;
  int32_t at = 0, out[ORACLE_FLEET_MOST], outs = 0;
  s->best = cost;
  s->complete = complete;
  if (!s->gene) return;
  for (int32_t k = 0; k < n; k++) s->gene[n + k] = -1;
  for (int32_t k = 0; k < s->count; k++) {
    at = gene_put(s->gene, at, s->found[s->subset[k]][s->type[k]].order,
                  __builtin_popcount((unsigned)s->subset[k]));
    s->gene[n + k] = s->type[k];
  }
  for (int32_t c = 1; c <= n; c++)
    if (s->out >> (c - 1) & 1) out[outs++] = c;
  gene_put(s->gene, at, out, outs);
}

/* The lowest customer of `rest` is left out, or in a route with any others of them. */
static void solutions_try(Search *s, int32_t rest, int64_t cost) {
  if (!rest) {
    int32_t missing;
    const int64_t absence = absence_of(s->routes, ~s->out, &missing);
    if (absence != NEVER && cost + absence < s->best) best_keep(s, cost + absence, missing == 0);
    return;
  }
  const int32_t low = rest & -rest;
  s->out |= low;
  solutions_try(s, rest & ~low, cost);
  s->out &= ~low;
  for (int32_t subset = rest; subset > 0; subset = (subset - 1) & rest)
    for (int32_t t = 0; t < s->routes->types && subset & low; t++) {
      if (s->used[t] == s->routes->type[t].count || s->found[subset][t].cost == NEVER) continue;
      s->subset[s->count] = subset;
      s->type[s->count] = t;
      s->count++;
      s->used[t]++;
      solutions_try(s, rest & ~subset, cost + s->found[subset][t].cost);
      s->used[t]--;
      s->count--;
    }
}

bool oracle_fleet_optimum(const Instance *inst, int64_t *cost, int32_t *gene) {
  static Found found[SUBSETS][TYPES_MOST];
  Search search = {.routes = routes_of(inst), .found = found, .best = NEVER, .gene = gene};
  routes_find(&search);
  solutions_try(&search, (1 << inst->n) - 1, 0);
  *cost = search.best;
  return search.complete;
}
