/* The judge of fleets: see routes.h. It follows every route customer by customer, without a line in common with what searches: whose mistakes it
 * has to find. Here: solutions as routes and customers who are left out; judge_route.c has the rules of a route, judge_times.c those of its
 * times. */
#include <stdlib.h>
#include <string.h>
#include "judge_route.h"

/* ---- the steps of a route ---- */

static int64_t entry(const Judged *r, const int32_t *matrix, int32_t from, int32_t to) {
  const int32_t places = r->routes->places;
  if (from == ROUTES_OPEN || to == ROUTES_OPEN) return 0;
  return matrix[((size_t)r->type->profile * (size_t)places + (size_t)from) * (size_t)places + (size_t)to];
}

/* The next step of the route leads to this place. */
static JudgedStep *step_add(Judged *r, int32_t place, int32_t trip) {
  const int32_t from = r->steps ? r->step[r->steps - 1].place : r->type->place[0];
  const int32_t *const times = r->routes->duration ? r->routes->duration : r->routes->distance;
  JudgedStep *const step = &r->step[r->steps++];
  *step = (JudgedStep){.reload = -1,
                       .place = place,
                       .trip = trip,
                       .distance = entry(r, r->routes->distance, from, place),
                       .way = entry(r, times, from, place),
                       .window = &step->one,
                       .windows = 1};
  return step;
}

/* Setup passes before service, at another place than that before. */
static void customer_add(Judged *r, int32_t customer, int32_t trip) {
  const RouteStop *const stop = &r->routes->stop[customer];
  const int32_t from = r->steps ? r->step[r->steps - 1].place : r->type->place[0], *const first =
                                                                                       r->routes
                                                                                           ->window_first;
  JudgedStep *const step = step_add(r, stop->place, trip);
  step->customer = customer;
  step->service = stop->service;
  if (from != stop->place) step->way += stop->setup;
  step->one = (RoutesWindow){stop->ready, stop->due};
  if (!first || first[customer] == first[customer + 1]) return;
  step->window = r->routes->window + first[customer];
  step->windows = first[customer + 1] - first[customer];
}

static void reload_add(Judged *r, int32_t depot, int32_t trip) {
  const RoutesReload *const reload = &r->routes->reload[depot];
  JudgedStep *const step = step_add(r, reload->place, trip);
  step->reload = depot;
  step->service = reload->service;
  step->one = (RoutesWindow){reload->ready, reload->due};
}

/* When all goods of the trip that begins with customer k of the route are there. */
static int64_t release_of(const Judged *r, int32_t k) {
  int64_t last = 0;
  for (int32_t j = k; r->routes->release && j < r->count && (j == k || r->gene[j] > 0); j++) {
    const int32_t release = r->routes->release[routes_customer(r->gene[j])];
    if (release > last) last = release;
  }
  return last;
}

static void steps_make(Judged *r) {
  int32_t trip = 0;
  r->steps = 0;
  r->release = release_of(r, 0);
  for (int32_t k = 0; k < r->count; k++) {
    if (k && r->gene[k] < 0) {
      trip++;
      reload_add(r, ROUTES_NEXT_TRIP - r->types[trip], trip);
      r->step[r->steps - 1].release = release_of(r, k);
    }
    customer_add(r, routes_customer(r->gene[k]), trip);
  }
  step_add(r, r->type->place[1], trip)->one = (RoutesWindow){r->type->ready[1], r->type->due[1]};
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

typedef struct Solution { /* on its way */
  const RoutesInstance *routes;
  const int32_t *gene;
  uint8_t *visits;
  int32_t *at;   /* (n + 1) Judged.at; NULL: there are no pairs */
  int32_t *used; /* (types) vehicles */
  int32_t *
      cluster; /* (n + 1) of each cluster the customer who is served or whose prize is paid, 0: none yet; NULL: no clusters */
  JudgedStep *step; /* (2 n) */
  RoutesCost sum;
} Solution;

/* Its prize, that of a cluster once. */
static void leave_out(Solution *s, int32_t customer) {
  const int32_t cluster = s->cluster ? s->routes->cluster[customer] : 0;
  const int64_t prize = s->routes->stop[customer].prize;
  if (cluster && s->cluster[cluster]) return;
  if (cluster) s->cluster[cluster] = customer;
  if (prize == ROUTES_REQUIRED)
    s->sum.missing += s->routes->absent_cost;
  else
    s->sum.prizes += prize;
}

/* No two customers of a cluster are served. */
static Status check_clusters(Solution *s, const Judged *route) {
  for (int32_t k = 0; s->cluster && k < route->count; k++) {
    const int32_t customer = routes_customer(route->gene[k]), cluster = s->routes->cluster[customer];
    if (!cluster) continue;
    if (s->cluster[cluster])
      FAIL(ERR_FORMAT, "route %d, customer %lld: an alternative, customer %lld, is served already",
           route->number, (long long)routes_customer_number(s->routes, customer),
           (long long)routes_customer_number(s->routes, s->cluster[cluster]));
    s->cluster[cluster] = customer;
  }
  return OK;
}

/* The customers from gene[at] to the next beginning. */
static int32_t count_from(const int32_t *gene, int32_t at, int32_t n) {
  int32_t count = 1;
  while (at + count < n && gene[at + count] > 0) count++;
  return count;
}

static bool is_next_trip(const RoutesInstance *routes, int32_t gene) {
  return routes->trips && gene <= ROUTES_NEXT_TRIP;
}

/* The customers and trips of the route that begins at gene[at] with trip k. */
static Status route_find(const Solution *s, int32_t at, int32_t k, Judged *route) {
  const int32_t n = s->routes->head.n, *const types = s->gene + n;
  route->gene = s->gene + at;
  route->types = types + k;
  do {
    const int64_t depot = ROUTES_NEXT_TRIP - (int64_t)route->types[route->trips];
    if (route->trips && depot >= s->routes->reloads)
      FAIL(ERR_FORMAT, "route %d, trip %d: expected a reload depot from 1 to %d, found %lld", route->number,
           route->trips + 1, s->routes->reloads, (long long)depot + 1);
    route->trips++;
    route->count += count_from(s->gene, at + route->count, n);
  } while (at + route->count < n && is_next_trip(s->routes, route->types[route->trips]));
  return OK;
}

static Status judge_next(Solution *s, int32_t at, int32_t k, int32_t number, Judged *route) {
  const RoutesInstance *const routes = s->routes;
  const int32_t type = s->gene[routes->head.n + k];
  if (type < 0 || type >= routes->types)
    FAIL(ERR_FORMAT, "route %d: expected a vehicle type from 1 to %d, found %lld", number, routes->types,
         type + 1LL);
  *route = (Judged){.routes = routes,
                    .type = &routes->type[type],
                    .type_number = type + 1,
                    .number = number,
                    .genes = s->gene,
                    .at = s->at,
                    .step = s->step};
  TRY(route_find(s, at, k, route));
  TRY(check_clusters(s, route));
  steps_make(route);
  s->used[type]++;
  return judge_route(route, &s->sum);
}

static Status judge_left_out(Solution *s, int32_t at, int32_t number) {
  const int32_t n = s->routes->head.n;
  if (at + count_from(s->gene, at, n) < n)
    FAIL(ERR_FORMAT, "route %d: expected the customers left out behind all routes", number);
  for (int32_t k = at; k < n; k++) leave_out(s, routes_customer(s->gene[k]));
  return OK;
}

/* Routes one after the other, then the customers left out. */
static Status judge_all(Solution *s) {
  const int32_t n = s->routes->head.n, *const types = s->gene + n;
  int32_t at = 0, trips = 0, number = 1;
  for (; at < n && types[trips] != ROUTES_LEFT_OUT; number++) {
    Judged route;
    TRY(judge_next(s, at, trips, number, &route));
    at += route.count;
    trips += route.trips;
  }
  if (at < n) {
    TRY(judge_left_out(s, at, number++));
    trips++;
  }
  for (int32_t k = trips; k < n; k++)
    if (types[k] != ROUTES_LEFT_OUT)
      FAIL(ERR_FORMAT, "route %d: expected no vehicle type, as it has no customers, found %lld",
           number + k - trips, types[k] + 1LL);
  return OK;
}

static Status check_counts(const RoutesInstance *routes, const int32_t *used) {
  for (int32_t t = 0; t < routes->types; t++)
    if (used[t] > routes->type[t].count)
      FAIL(ERR_FORMAT, "%d route%s of vehicle type %d, at most %d allowed", used[t], used[t] == 1 ? "" : "s",
           t + 1, routes->type[t].count);
  return OK;
}

static Status solution_alloc(Solution *s) {
  const RoutesInstance *const routes = s->routes;
  const size_t nodes = (size_t)routes->head.n + 1;
  s->visits = calloc(nodes / 8 + 1, 1);
  s->used = calloc((size_t)routes->types, sizeof *s->used);
  s->step = malloc(2 * nodes * sizeof *s->step);
  s->at = routes->partner ? calloc(nodes, sizeof *s->at) : NULL;
  s->cluster = routes->cluster ? calloc(nodes, sizeof *s->cluster) : NULL;
  if (s->visits && s->used && s->step && (s->at || !routes->partner) && (s->cluster || !routes->cluster))
    return OK;
  FAIL(ERR_MEMORY, "no memory to judge routes of %d customers", routes->head.n);
}

static void solution_free(Solution *s) {
  free(s->visits);
  free(s->used);
  free(s->step);
  free(s->at);
  free(s->cluster);
}

Status judge_fleet(const Instance *inst, const int32_t *gene, int64_t *cost, RoutesCost *parts) {
  Solution s = {.routes = routes_of(inst), .gene = gene};
  Status status = OK;
  TRY_GOTO(solution_alloc(&s), cleanup);
  TRY_GOTO(check_visits(s.routes, gene, s.visits), cleanup);
  for (int32_t k = 0; k < inst->n && s.at; k++) s.at[routes_customer(gene[k])] = k;
  TRY_GOTO(judge_all(&s), cleanup);
  TRY_GOTO(check_counts(s.routes, s.used), cleanup);
  s.sum.balance = s.routes->balance * s.sum.longest;
  *cost = s.sum.routes + s.sum.fixed + s.sum.distance + s.sum.duration + s.sum.prizes + s.sum.missing +
          s.sum.balance;
  if (parts) *parts = s.sum;
cleanup:
  solution_free(&s);
  return status;
}

int64_t routes_longest(const Instance *inst, const int32_t *gene) {
  RoutesCost parts = {0};
  int64_t cost;
  if (routes_of(inst)->balance && judge_fleet(inst, gene, &cost, &parts) != OK) status_clear();
  return parts.longest;
}
