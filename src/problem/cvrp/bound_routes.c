/* See bound_routes.h. */
#include "bound_routes.h"

/* A path to a customer: one of the two labels of a weight. */
typedef struct Half {
  int64_t label;
  int32_t weight;
} Half;

/* A route through a customer: two paths that end there. */
typedef struct Route {
  int64_t length; /* prices taken off */
  int32_t weight;
  Half half[2];
} Route;

static const BoundLabel *label_of(const BoundPaths *paths, int32_t weight, int32_t c) {
  return paths->label + (size_t)weight * ((size_t)paths->graph->n + 1) + c;
}

/* Whether both may be one route: no customer stands before c and after it. */
static bool joined(int64_t a, int64_t b) {
  return bound_pred(a) != bound_pred(b) || bound_pred(a) == 0 || bound_pred(a) == BOUND_PRED_ANY;
}

/* The least path by a measure of those offered, and the least of those that may be joined with it. */
typedef struct Least {
  int64_t measure[2];
  Half half[2];
} Least;

static void least_offer(Least *least, int64_t measure, Half half) {
  if (measure >= least->measure[1]) return;
  const bool fits = joined(half.label, least->half[0].label);
  if (measure < least->measure[0]) {
    if (fits) {
      least->measure[1] = least->measure[0];
      least->half[1] = least->half[0];
    }
    least->measure[0] = measure;
    least->half[0] = half;
  } else if (fits) {
    least->measure[1] = measure;
    least->half[1] = half;
  }
}

/* Routes through a customer, measured by how far they are below a ratio of length to weight, times that weight. */
typedef struct Through {
  const BoundLabel *label; /* (limit + 1) of the customer by weight */
  int32_t own, limit;      /* its weight, and a route's */
  int64_t price;
  int64_t length;
  int32_t weight; /* of the ratio */
} Through;

static int64_t measure_of(const Through *t, Half half) {
  return t->weight * bound_length(half.label) - t->length * half.weight;
}

/* A path with the least of those that it may be joined with, if that is the least route. */
static void route_offer(const Through *t, const Least *least, Half half, int64_t *best, Route *route) {
  if (half.label >= BOUND_NO_PATH) return;
  const int k = joined(half.label, least->half[0].label) ? 0 : 1;
  if (least->measure[k] == INT64_MAX) return;
  const int64_t measure = measure_of(t, half) + least->measure[k];
  if (measure >= *best) return;
  *best = measure;
  route->half[0] = half;
  route->half[1] = least->half[k];
}

/* The route of least measure: each path is joined with one of those that leave room for it. */
static Route route_least(const Through *t) {
  Least least = {{INT64_MAX, INT64_MAX}, {{0, 0}, {0, 0}}};
  Route route = {0};
  int64_t best = INT64_MAX;
  for (int32_t p = t->own; p <= t->limit; p++) {
    const BoundLabel a = t->label[p], b = t->label[t->limit + t->own - p];
    if (a.best < BOUND_NO_PATH) least_offer(&least, measure_of(t, (Half){a.best, p}), (Half){a.best, p});
    if (a.second < BOUND_NO_PATH)
      least_offer(&least, measure_of(t, (Half){a.second, p}), (Half){a.second, p});
    route_offer(t, &least, (Half){b.best, t->limit + t->own - p}, &best, &route);
    route_offer(t, &least, (Half){b.second, t->limit + t->own - p}, &best, &route);
  }
  route.length = bound_length(route.half[0].label) + bound_length(route.half[1].label) + t->price;
  route.weight = route.half[0].weight + route.half[1].weight - t->own;
  return route;
}

/* The least ratio (Dinkelbach 1967): that of a route which none is below. The first ratio may be any. */
static Route route_through(Through *t) {
  for (;;) {
    const Route route = route_least(t);
    const bool same = route.length * t->weight == t->length * route.weight;
    t->length = route.length;
    t->weight = route.weight;
    if (same) return route;
  }
}

static void path_visit(const BoundPaths *paths, int32_t c, Half half, double share, double *visits) {
  const size_t nodes = (size_t)paths->graph->n + 1;
  int64_t label = half.label;
  for (int32_t weight = half.weight, at = c; bound_pred(label) != 0;) {
    const bool jump = bound_pred(label) == BOUND_PRED_ANY;
    const int32_t from = jump ? paths->jumped[(size_t)weight * nodes + (size_t)at] : bound_pred(label);
    weight -= paths->weights->weight[at];
    const BoundLabel *next = label_of(paths, weight, from);
    label = !jump && bound_pred(next->best) == at ? next->second : next->best;
    at = from;
    visits[at] += share;
  }
}

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

int64_t bound_routes_find(const BoundPaths *paths, BoundFleet fleet, const int64_t *price, int64_t *dual,
                          double *visits) {
  const int32_t n = paths->graph->n;
  int64_t bound = price[0] * (price[0] > 0 ? fleet.least : fleet.most);
  for (int32_t c = 0; c <= n; c++) visits[c] = 0;
  dual[0] = 0;
  Through t = {.label = paths->column, .limit = paths->weights->limit, .length = 0, .weight = 1};
  for (int32_t c = 1; c <= n; c++) {
    for (int32_t q = 0; q <= t.limit; q++) paths->column[q] = *label_of(paths, q, c);
    t.own = paths->weights->weight[c];
    t.price = price[c];
    const Route route = route_through(&t);
    const double share = (double)t.own / route.weight;
    dual[c] = price[c] + floor_divide(t.own * route.length, route.weight);
    bound += dual[c];
    visits[0] += share;
    visits[c] += share;
    path_visit(paths, c, route.half[0], share, visits);
    path_visit(paths, c, route.half[1], share, visits);
  }
  return bound;
}
