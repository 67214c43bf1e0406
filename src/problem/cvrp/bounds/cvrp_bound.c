/* The bound of an instance, computed once and kept with it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cvrp_bounds.h"
#include "halt.h"
#include "problem/cvrp/cvrp.h"

/* ---- without search ---- */

static int order(const void *left, const void *right) {
  const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a > b) - (a < b);
}

Status bound_degrees(const BoundGraph *graph, BoundFleet fleet, int64_t *bound) {
  int32_t *home = malloc((size_t)graph->n * sizeof *home);
  if (!home) FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  int64_t ends = 0;
  for (int32_t c = 1; c <= graph->n; c++) {
    ends += bound_two_shortest(graph, c);
    home[c - 1] = graph->home[c];
  }
  qsort(home, (size_t)graph->n, sizeof *home, order);
  for (int32_t r = 0; r < fleet.least && r < graph->n; r++) ends += 2 * (int64_t)home[r];
  free(home);
  *bound = (ends + 1) / 2;
  return OK;
}

/* A route r with any customer c of it: |r| + 1 distances, each at least its real one less 1/2, and those add up to 2 home(c) - 1 at least;
 * truncated ones, less 1 each, to 2 home(c). */
int64_t bound_radial(const BoundGraph *graph, BoundFleet fleet) {
  const CvrpInstance *cvrp = graph->cvrp;
  if (cvrp->matrix) return 0;
  const bool truncated = cvrp->divisor < 0;
  __int128 sum = 0;
  for (int32_t c = 1; c <= graph->n; c++)
    if (graph->home[c] > 0) sum += (__int128)cvrp->demand[c] * (2 * (int64_t)graph->home[c] - !truncated);
  const int64_t edges = (int64_t)graph->n + fleet.most, lost = truncated ? edges : (edges + 1) / 2;
  const __int128 bound = (sum + cvrp->capacity - 1) / cvrp->capacity - lost;
  return bound > 0 ? (int64_t)bound : 0;
}

/* ---- bound that prices prove ---- */

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

/* ---- ascent ---- */

/* Labels of all steps together: so many a customer, and never more (some 0.1 us each, on one core). */
enum { LABELS_EACH = 10000, LABELS_MOST = 5000000 };
/* Steps: with the last weights alone if there is time for ENOUGH; else with coarser ones first, each a FIRST_PARTth of all labels at
 * most. The last weights are such that LAST steps fit in a LAST_PARTth. */
enum { STEPS_MOST = 100, ENOUGH = 60, COARSE = 40, MIDDLE = 20, LAST = 5, LAST_PART = 2, FIRST_PART = 5 };
enum { COARSER = 12, FINER = 4 }; /* the last limit over those of the levels before it */
enum { SCALE_MOST = 4096 };
enum { START_PERCENT = 30 }; /* first prices: of half of the two shortest edges */
/* A step leads so far above the bound by the length of its direction, the last of s steps a tenth of that, or 30/s^2 if that is less; a direction keeps a part of the
 * last one. */
#define STEP 0.3
#define KEPT 0.3

typedef struct Ascent {
  const BoundGraph *graph;
  BoundFleet fleet;
  int threads;
  int64_t scale;
  int64_t *price, *dual;      /* (n + 1) */
  double *visits, *direction; /* (n + 1) */
  int32_t done, steps;        /* of all levels */
  int64_t best;               /* times the scale */
} Ascent;

typedef struct Level {
  BoundWeights weights; /* owned */
  int32_t steps;
} Level;

enum { LEVELS = 3 };

/* ---- steps ---- */

/* Where the bound rises: by what a visit more or less of each customer than one, and a route more or less than the fleet has, is paid. */
static double slope(const Ascent *a, int32_t c) {
  if (c > 0) return 1 - a->visits[c];
  const double routes = a->visits[0];
  if (a->price[0] > 0 || (a->price[0] == 0 && routes < a->fleet.least)) return a->fleet.least - routes;
  if (a->price[0] < 0 || routes > a->fleet.most) return a->fleet.most - routes;
  return 0;
}

static int64_t within(int64_t price) {
  if (price > BOUND_PRICE_MAX) return BOUND_PRICE_MAX;
  return price < -BOUND_PRICE_MAX ? -BOUND_PRICE_MAX : price;
}

/* The price of a route is even. */
static void step(Ascent *a, int64_t bound) {
  double squares = 0;
  for (int32_t c = 0; c <= a->graph->n; c++) {
    const double kept = a->done > 0 ? KEPT : 0;
    a->direction[c] = kept * a->direction[c] + (1 - kept) * slope(a, c);
    squares += a->direction[c] * a->direction[c];
  }
  const double last = a->steps > 20 ? 30.0 / a->steps / a->steps : 0.1;
  const double part = STEP * pow(last, (double)a->done / a->steps);
  const double length = squares > 0 && bound > 0 ? part * (double)bound / squares : 0;
  for (int32_t c = 0; c <= a->graph->n; c++)
    a->price[c] = within(a->price[c] + llrint(length * a->direction[c]));
  a->price[0] -= a->price[0] % 2;
  a->done++;
}

static Status level_ascend(Ascent *a, const Level *level) {
  BoundPaths paths;
  Status status = OK;
  TRY_GOTO(bound_paths_make(a->graph, &level->weights, a->scale, &paths), end);
  for (int32_t k = 0; k < level->steps; k++) {
    TRY_GOTO(halt_check("the lower bound"), end);
    bound_paths_find(&paths, a->price, a->threads);
    const int64_t bound = bound_routes_find(&paths, a->fleet, a->price, a->dual, a->visits);
    if (bound > a->best) a->best = bound;
    step(a, bound);
  }
end:
  bound_paths_free(&paths);
  return status;
}

/* ---- levels ---- */

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t labels_allowed(int32_t n) { return smaller((int64_t)n * LABELS_EACH, LABELS_MOST); }

/* The last level's limit on weights: demands themselves where that takes a quarter more at most. */
static int32_t limit_last(const BoundGraph *graph) {
  const int64_t fits = labels_allowed(graph->n) / ((int64_t)LAST_PART * LAST * graph->n);
  const int64_t most = smaller(fits, BOUND_WEIGHT_MOST), capacity = graph->cvrp->capacity;
  return (int32_t)(4 * capacity <= 5 * most && capacity <= BOUND_WEIGHT_MOST ? capacity : most);
}

static Status weights_make(const BoundGraph *graph, int32_t most, Level *level) {
  level->weights.weight = malloc(((size_t)graph->n + 1) * sizeof *level->weights.weight);
  if (!level->weights.weight) FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  return bound_weights_make(graph->cvrp, most > 1 ? most : 1, &level->weights);
}

/* Steps of a level: none where a level before the last has weights that are not much coarser, or where weights are too many. */
static int32_t level_steps(int32_t n, const Level *level, int k, int64_t left) {
  static const int32_t wanted[] = {COARSE, MIDDLE};
  const int32_t limit = level[k].weights.limit, last = level[LEVELS - 1].weights.limit;
  if (limit > BOUND_WEIGHT_MOST) return 0;
  if (k == LEVELS - 1) return (int32_t)smaller(STEPS_MOST, left / ((int64_t)n * last));
  const bool enough = labels_allowed(n) / ((int64_t)n * last) >= ENOUGH;
  if (enough || 2 * limit > last) return 0;
  return (int32_t)smaller(wanted[k], labels_allowed(n) / FIRST_PART / ((int64_t)n * limit));
}

static void steps_share(int32_t n, Level *level) {
  int64_t left = labels_allowed(n);
  for (int k = 0; k < LEVELS; k++) {
    level[k].steps = level_steps(n, level, k, left);
    left -= (int64_t)level[k].steps * n * level[k].weights.limit;
  }
}

static Status levels_make(const BoundGraph *graph, Level *level) {
  const int32_t last = limit_last(graph);
  TRY(weights_make(graph, last / COARSER, &level[0]));
  TRY(weights_make(graph, last / FINER, &level[1]));
  TRY(weights_make(graph, last, &level[2]));
  steps_share(graph->n, level);
  return OK;
}

/* ---- the whole ---- */

static int64_t scale_find(const BoundGraph *graph) {
  int64_t longest = 1, scale = 1;
  for (int32_t c = 1; c <= graph->n; c++) {
    const size_t row = (size_t)c * (size_t)graph->width;
    if (graph->home[c] > longest) longest = graph->home[c];
    if (graph->beyond[c] != INT32_MAX && graph->beyond[c] > longest) longest = graph->beyond[c];
    for (int32_t k = 0; k < graph->count[c]; k++)
      if (graph->arc[row + (size_t)k] > longest) longest = graph->arc[row + (size_t)k];
  }
  while (scale < SCALE_MOST && 2 * scale * longest <= BOUND_SCALED_MAX) scale *= 2;
  return scale;
}

static Status ascent_make(Ascent *a) {
  const size_t nodes = (size_t)a->graph->n + 1;
  a->scale = scale_find(a->graph);
  a->price = calloc(nodes, sizeof *a->price);
  a->dual = calloc(nodes, sizeof *a->dual);
  a->visits = calloc(nodes, sizeof *a->visits);
  a->direction = calloc(nodes, sizeof *a->direction);
  if (!a->price || !a->dual || !a->visits || !a->direction)
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", a->graph->n);
  for (int32_t c = 1; c <= a->graph->n; c++)
    a->price[c] = within(bound_two_shortest(a->graph, c) * a->scale * START_PERCENT / 200);
  return OK;
}

static void ascent_free(Ascent *a) {
  free(a->price);
  free(a->dual);
  free(a->visits);
  free(a->direction);
}

static Status levels_ascend(Ascent *a, const Level *level) {
  TRY(ascent_make(a));
  for (int k = 0; k < LEVELS; k++) a->steps += level[k].steps;
  for (int k = 0; k < LEVELS; k++)
    if (level[k].steps > 0) TRY(level_ascend(a, &level[k]));
  return OK;
}

Status bound_ascend(const BoundGraph *graph, BoundFleet fleet, int threads, int64_t *bound) {
  Ascent a = {.graph = graph, .fleet = fleet, .threads = threads, .scale = 1, .best = 0};
  Level level[LEVELS] = {{.steps = 0}};
  Status status = OK;
  if (graph->n > BOUND_CUSTOMERS_MOST) goto end;
  TRY_GOTO(levels_make(graph, level), end);
  TRY_GOTO(levels_ascend(&a, level), end);
end:
  *bound = (a.best + a.scale - 1) / a.scale;
  for (int k = 0; k < LEVELS; k++) free(level[k].weights.weight);
  ascent_free(&a);
  return status;
}

/* ---- bound ---- */

enum { WIDTH = 16, WIDTH_SMALL = 127 };

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

/* Rows of small instances have all arcs. */
static Status bound_find(const CvrpInstance *cvrp, int threads, int64_t *bound) {
  BoundGraph graph;
  BoundFleet fleet;
  int64_t degrees = 0, ascent = 0;
  Status status = bound_fleet_find(cvrp, &fleet);
  if (status != OK) return status;
  TRY_GOTO(bound_graph_make(cvrp, cvrp->head.n <= WIDTH_SMALL ? WIDTH_SMALL : WIDTH, &graph), end);
  TRY_GOTO(bound_degrees(&graph, fleet, &degrees), end);
  TRY_GOTO(bound_ascend(&graph, fleet, threads, &ascent), end);
  *bound = cvrp->route_cost * fleet.least + larger(ascent, larger(degrees, bound_radial(&graph, fleet)));
end:
  bound_graph_free(&graph);
  return status;
}

Status cvrp_bound(const Instance *inst, int threads, int64_t *bound) {
  CvrpBound *proven = cvrp_of(inst)->proven;
  if (!proven->known) TRY(bound_find(cvrp_of(inst), threads, &proven->bound));
  proven->known = true;
  *bound = proven->bound;
  return OK;
}
