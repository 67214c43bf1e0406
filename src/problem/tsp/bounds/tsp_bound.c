/* The bound of an instance: the assignment of directed ones, the 1-tree of the others after subgradient steps. */
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "halt.h"
#include "problem/tsp/metric.h"
#include "problem/tsp/tsp.h"
#include "tsp_bounds.h"

/* ---- ascent ---- */

/* A step raises the price of cities with more than two edges in the least 1-tree, and lowers that of leaves. Degrees
 * of the last two steps count, as in Volgenant and Jonker 1982; steps shrink geometrically. The 1-trees are those of
 * a sparse graph. From time to time the least one of all edges is found: it proves a bound, and what the graph lacks
 * of it is added, so that clustered instances do not climb along edges that are missing. */

enum {
  WIDTH = 5, /* nearest of each city in the sparse graph at first */
  STEPS_MOST = 8000,
  STEPS_LEAST = 100,
  STEPS_CITIES = 30000000, /* steps x cities */
  CITIES_MOST = 2000000,
  CITIES_TABLE = 5000, /* where distances come from a table */
  PROOFS = 40,         /* proofs on the way, */
  PROOFS_FEW = 6,      /* and of large instances, for which they take long: */
  LARGE = 20000,
  LARGE_TABLE = 2000,
  UNIT_BITS = 18 /* the mean edge is about 2^18 long when scaled */
};

static const double ASTRAY = 0.1; /* of the best bound */
static const double FIRST = 4, FIRST_LARGE = 1,
                    LAST = 1e-3;          /* steps, in mean edges of the least spanning tree */
static const double NOW = 0.6, OLD = 0.4; /* what degrees of this step and the one before count */

typedef struct Ascent {
  CityTree tree;
  EdgeGraph graph;
  OneTree one;
  int64_t *price, *best; /* (n) of nodes */
  int64_t most;          /* proven by the best prices, scaled */
  int32_t *last;         /* (n) degrees of the step before */
  double mean;           /* edge of the least spanning tree, scaled */
  int32_t steps, proofs;
} Ascent;

static bool has_table(const TspInstance *tsp) {
  return metric_has_matrix(tsp->metric) || metric_is_table(tsp->metric);
}

bool tsp_ascends(const TspInstance *tsp) {
  const int32_t most = has_table(tsp) ? CITIES_TABLE : CITIES_MOST;
  return tsp->metric != METRIC_DIRECTED && !tsp->path && tsp->head.n >= 3 && tsp->head.n <= most;
}

static int32_t steps_of(int32_t n) {
  const int32_t steps = STEPS_CITIES / n;
  if (steps > STEPS_MOST) return STEPS_MOST;
  if (steps < STEPS_LEAST) return STEPS_LEAST;
  return steps;
}

/* ---- proofs ---- */

static int64_t all_prices(const Ascent *a) {
  int64_t sum = 0;
  for (int32_t k = 0; k < a->tree.n; k++) sum += a->price[k];
  return sum;
}

static Status prove(Ascent *a, int64_t *proven) {
  TRY(one_tree_exact(&a->graph, a->price, &a->one));
  *proven = a->one.weight - 2 * all_prices(a);
  if (*proven <= a->most) return OK;
  a->most = *proven;
  memcpy(a->best, a->price, (size_t)a->tree.n * sizeof *a->best);
  return OK;
}

/* Where the graph lacked so much that its 1-tree promised far more, ascent goes on from the best prices. */
static Status prove_on_the_way(Ascent *a) {
  const int64_t promised = a->one.weight - 2 * all_prices(a);
  int64_t proven;
  TRY(prove(a, &proven));
  if ((double)(promised - proven) > ASTRAY * fabs((double)a->most))
    memcpy(a->price, a->best, (size_t)a->tree.n * sizeof *a->price);
  return one_tree_find(&a->graph, a->price, &a->one);
}

/* ---- steps ---- */

/* Whether the 1-tree is no tour yet. */
static bool step(Ascent *a, double length) {
  bool moved = false;
  for (int32_t k = 0; k < a->tree.n; k++) {
    const int32_t now = a->one.degree[k] - 2, old = a->last[k] - 2;
    a->price[k] += llrint(length * (NOW * now + OLD * old));
    a->last[k] = a->one.degree[k];
    moved |= now != 0;
  }
  return moved;
}

/* Proofs are denser at first, while prices move far. */
static bool proof_due(const Ascent *a, int32_t k) {
  const double now = sqrt((double)k / a->steps) * a->proofs, next = sqrt((k + 1.0) / a->steps) * a->proofs;
  return floor(next) > floor(now);
}

static double step_length(const Ascent *a, int32_t k) {
  const double first = a->tree.n <= LARGE ? FIRST : FIRST_LARGE;
  return a->mean * first * pow(LAST / first, (double)k / a->steps);
}

static Status steps_take(Ascent *a) {
  int64_t proven;
  for (int32_t k = 0; k < a->steps; k++) {
    TRY(halt_check("the lower bound"));
    TRY(one_tree_find(&a->graph, a->price, &a->one));
    if (proof_due(a, k)) TRY(prove_on_the_way(a));
    if (!k) memcpy(a->last, a->one.degree, (size_t)a->tree.n * sizeof *a->last);
    if (!step(a, step_length(a, k))) break;
  }
  return prove(a, &proven);
}

/* ---- the whole ---- */

static Status ascent_make(const TspInstance *tsp, Ascent *a) {
  const int32_t n = tsp->head.n;
  const size_t nodes = (size_t)n;
  *a = (Ascent){.most = INT64_MIN, .steps = steps_of(n)};
  const int32_t large = has_table(tsp) ? LARGE_TABLE : LARGE;
  a->proofs = n <= large ? PROOFS : PROOFS_FEW;
  a->price = calloc(nodes, sizeof *a->price);
  a->best = calloc(nodes, sizeof *a->best);
  a->last = calloc(nodes, sizeof *a->last);
  if (!a->price || !a->best || !a->last) FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", n);
  TRY(city_tree_make(tsp, &a->tree));
  TRY(edge_graph_make(&a->tree, 1, WIDTH < n - 1 ? WIDTH : n - 1, &a->graph));
  return one_tree_make(n, &a->one);
}

static void ascent_free(Ascent *a) {
  city_tree_free(&a->tree);
  edge_graph_free(&a->graph);
  one_tree_free(&a->one);
  free(a->price);
  free(a->best);
  free(a->last);
}

/* The first proof is that of no prices, in whole units; the scale follows from it. */
static Status scale_find(Ascent *a) {
  int64_t scale = 1, proven;
  TRY(prove(a, &proven));
  const double mean = (double)a->most / a->tree.n;
  while (2 * mean * (double)scale < (1 << UNIT_BITS) && scale < 1 << UNIT_BITS) scale *= 2;
  edge_graph_scale(&a->graph, scale);
  a->most *= scale;
  a->mean = mean * (double)scale;
  return OK;
}

static Status prices_give(const Ascent *a, TspAscent *out) {
  int64_t sum = 0;
  out->price = malloc((size_t)a->tree.n * sizeof *out->price);
  if (!out->price) FAIL(ERR_MEMORY, "no memory for the lower bound of %d cities", a->tree.n);
  for (int32_t k = 0; k < a->tree.n; k++) {
    out->price[a->tree.city[k]] = a->best[k];
    sum += a->best[k];
  }
  out->scale = a->graph.scale;
  out->weight = a->most + 2 * sum;
  out->bound = a->most / out->scale + (a->most > 0 && a->most % out->scale);
  return OK;
}

Status tsp_ascend(const TspInstance *tsp, TspAscent *out) {
  Ascent a;
  *out = (TspAscent){.scale = 0};
  Status status = ascent_make(tsp, &a);
  if (status == OK) status = scale_find(&a);
  if (status == OK) status = steps_take(&a);
  if (status == OK) status = prices_give(&a, out);
  ascent_free(&a);
  return status;
}

/* ---- bound ---- */

struct TspBound {
  pthread_mutex_t mutex;
  Assignment *assignment; /* NULL: not yet */
  bool ascended;
  int64_t bound; /* by ascent */
};

TspBound *tsp_bound_make(void) {
  TspBound *bound = calloc(1, sizeof *bound);
  if (bound) pthread_mutex_init(&bound->mutex, NULL);
  return bound;
}

void tsp_bound_free(TspBound *bound) {
  if (!bound) return;
  assignment_free(bound->assignment);
  pthread_mutex_destroy(&bound->mutex);
  free(bound);
}

/* Waits for another thread's computation, as long as halting is not due. */
static Status bound_lock(TspBound *bound) {
  const struct timespec moment = {.tv_nsec = 1000000};
  while (pthread_mutex_trylock(&bound->mutex) != 0) {
    TRY(halt_check("the lower bound"));
    nanosleep(&moment, NULL);
  }
  return OK;
}

/* A path's matrix has a row and a column more. */
static Status assignment_find(const TspInstance *tsp, Assignment **out) {
  const size_t n = (size_t)tsp->head.n, nodes = n + 1;
  if (!tsp->path) return assignment_solve(tsp->head.n, tsp->matrix, out);
  int32_t *matrix = calloc(nodes * nodes, sizeof *matrix);
  if (!matrix) FAIL(ERR_MEMORY, "no memory for the assignment of %d cities", tsp->head.n);
  for (size_t a = 0; a < n; a++) memcpy(matrix + a * nodes, tsp->matrix + a * n, n * sizeof *matrix);
  matrix[nodes * nodes - 1] = DISTANCE_MAX;
  const Status status = assignment_solve(tsp->head.n + 1, matrix, out);
  free(matrix);
  return status;
}

Status tsp_assignment(const Instance *inst, const Assignment **out) {
  TspBound *bound = tsp_of(inst)->bound;
  TRY(bound_lock(bound));
  const Status status = bound->assignment ? OK : assignment_find(tsp_of(inst), &bound->assignment);
  *out = bound->assignment;
  pthread_mutex_unlock(&bound->mutex);
  return status;
}

static Status directed_bound(const Instance *inst, int64_t *bound) {
  const Assignment *found;
  TRY(tsp_assignment(inst, &found));
  *bound = found->total;
  return OK;
}

static Status ascent_find(const TspInstance *tsp, TspBound *bound) {
  TspAscent ascent;
  const Status status = tsp_ascend(tsp, &ascent);
  if (status == OK) bound->bound = ascent.bound > 0 ? ascent.bound : 0;
  bound->ascended = status == OK;
  free(ascent.price);
  return status;
}

static Status ascent_bound(const Instance *inst, int64_t *out) {
  TspBound *bound = tsp_of(inst)->bound;
  TRY(bound_lock(bound));
  const Status status = bound->ascended ? OK : ascent_find(tsp_of(inst), bound);
  *out = bound->bound;
  pthread_mutex_unlock(&bound->mutex);
  return status;
}

bool tsp_bound_slow(const Instance *inst) { return tsp_of(inst)->metric != METRIC_DIRECTED; }

Status tsp_bound(const Instance *inst, int threads, int64_t *bound) {
  (void)threads;
  *bound = 0;
  if (!tsp_bound_slow(inst)) return directed_bound(inst, bound);
  return tsp_ascends(tsp_of(inst)) ? ascent_bound(inst, bound) : OK;
}
