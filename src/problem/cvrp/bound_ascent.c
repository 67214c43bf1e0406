/* See bound_ascent.h. */
#include "bound_ascent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bound_routes.h"
#include "halt.h"

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
