/* The relaxation behind the bound: loads as small weights, and routes without 2-cycles. */
#include <stdlib.h>
#include "cvrp_bounds.h"
#include "problem/cvrp/cvrp.h"

/* ---- loads ---- */

static int order(const void *left, const void *right) {
  const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a < b) - (a > b);
}

/* L2 for one threshold: customers over capacity - t are alone, those over a half are in different routes, whose room the others from t
 * on may use. demand (n): falling; sum[k]: of the first k. */
static int64_t packing(const int64_t *sum, int32_t capacity, int32_t alone, int32_t large, int32_t all) {
  const int64_t room = (int64_t)(large - alone) * capacity - (sum[large] - sum[alone]);
  const int64_t rest = sum[all] - sum[large] - room;
  return large + (rest > 0 ? (rest + capacity - 1) / capacity : 0);
}

static int64_t packing_best(const int32_t *demand, const int64_t *sum, int32_t n, int32_t capacity) {
  int32_t large = 0, alone = 0;
  int64_t best = 0;
  while (large < n && demand[large] > capacity - demand[large]) large++;
  for (int32_t all = large; all <= n; all++) {
    if (all < n && all > large && demand[all] == demand[all - 1]) continue;
    const int32_t t = all > large ? demand[all - 1] : capacity / 2 + 1;
    alone = 0;
    while (alone < large && demand[alone] > capacity - t) alone++;
    const int64_t found = packing(sum, capacity, alone, large, all);
    if (found > best) best = found;
  }
  return best;
}

static Status packing_find(const CvrpInstance *cvrp, int32_t *least) {
  const int32_t n = cvrp->head.n;
  int32_t *demand = malloc((size_t)n * sizeof *demand);
  int64_t *sum = malloc(((size_t)n + 1) * sizeof *sum);
  Status status = OK;
  if (!demand || !sum) FAIL_GOTO(end, ERR_MEMORY, "no memory for the lower bound of %d customers", n);
  for (int32_t k = 0; k < n; k++) demand[k] = cvrp->demand[k + 1];
  qsort(demand, (size_t)n, sizeof *demand, order);
  sum[0] = 0;
  for (int32_t k = 0; k < n; k++) sum[k + 1] = sum[k] + demand[k];
  const int64_t found = packing_best(demand, sum, n, cvrp->capacity);
  *least = found > 1 ? (int32_t)found : 1;
end : {
  free(demand);
  free(sum);
}
  return status;
}

Status bound_fleet_find(const CvrpInstance *cvrp, BoundFleet *fleet) {
  const bool exactly = cvrp->fleet == FLEET_EXACTLY;
  fleet->most = cvrp->fleet == FLEET_FREE ? cvrp->head.n : cvrp->vehicles;
  fleet->least = cvrp->vehicles;
  return exactly ? OK : packing_find(cvrp, &fleet->least);
}

/* ---- weights ---- */

/* Customers of one demand, and their weight. */
typedef struct Kind {
  int32_t demand, count, weight;
} Kind;

static int kind_order(const void *left, const void *right) {
  const Kind *a = left, *b = right;
  const int64_t l = (int64_t)a->weight * b->demand, r = (int64_t)b->weight * a->demand;
  return (l < r) - (l > r);
}

static int demand_order(const void *left, const void *right) {
  const Kind *a = left, *b = right;
  return (a->demand > b->demand) - (a->demand < b->demand);
}

/* kind (n) by rising demand; returns how many. */
static int32_t kinds_find(const CvrpInstance *cvrp, Kind *kind) {
  int32_t kinds = 0;
  for (int32_t k = 0; k < cvrp->head.n; k++) kind[k] = (Kind){cvrp->demand[k + 1], 1, 0};
  qsort(kind, (size_t)cvrp->head.n, sizeof *kind, demand_order);
  for (int32_t k = 0; k < cvrp->head.n; k++)
    if (kinds > 0 && kind[kinds - 1].demand == kind[k].demand)
      kind[kinds - 1].count++;
    else
      kind[kinds++] = kind[k];
  return kinds;
}

/* The most that customers within the capacity weigh: whole ones by falling weight for each unit of demand, and a part of the next
 * (Dantzig 1957). Orders the kinds. */
static int64_t knapsack(int64_t room, Kind *kind, int32_t kinds) {
  int64_t held = 0;
  qsort(kind, (size_t)kinds, sizeof *kind, kind_order);
  for (int32_t k = 0; k < kinds; k++) {
    const int64_t demand = (int64_t)kind[k].demand * kind[k].count;
    if (demand > room) return held + room * kind[k].weight / kind[k].demand;
    room -= demand;
    held += (int64_t)kind[k].weight * kind[k].count;
  }
  return held;
}

/* How demands are rounded: (demand * parts + shift) / capacity, 1 at least. */
typedef struct Rounding {
  int64_t parts, shift;
  int64_t sum, limit; /* of all weights, and of a route's */
} Rounding;

static int32_t weigh(const CvrpInstance *cvrp, const Rounding *rounding, int32_t demand) {
  const int64_t weight = (demand * rounding->parts + rounding->shift) / cvrp->capacity;
  return weight > 1 ? (int32_t)weight : 1;
}

static void rounding_try(const CvrpInstance *cvrp, Kind *kind, int32_t kinds, Rounding *rounding) {
  rounding->sum = 0;
  for (int32_t k = 0; k < kinds; k++) {
    kind[k].weight = weigh(cvrp, rounding, kind[k].demand);
    rounding->sum += (int64_t)kind[k].weight * kind[k].count;
  }
  rounding->limit = knapsack(cvrp->capacity, kind, kinds);
}

/* A limit within `most` first, then the larger sum for the limit. */
static bool rounding_better(const Rounding *a, const Rounding *b, int32_t most) {
  if (a->limit > most || b->limit > most) return a->limit < b->limit;
  return a->sum * b->limit > b->sum * a->limit;
}

enum { SHIFTS = 8, PARTS = 16 };

Status bound_weights_make(const CvrpInstance *cvrp, int32_t most, BoundWeights *weights) {
  Rounding best = {.limit = INT64_MAX};
  Kind *kind = malloc((size_t)cvrp->head.n * sizeof *kind);
  if (!kind) FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", cvrp->head.n);
  const int32_t kinds = kinds_find(cvrp, kind);
  const int64_t first = cvrp->capacity <= most ? cvrp->capacity : most;
  for (int64_t turn = 0; turn < SHIFTS * PARTS; turn++) {
    Rounding made = {first - first * (turn / SHIFTS) / (2 * PARTS), turn % SHIFTS * cvrp->capacity / SHIFTS,
                     0, 0};
    rounding_try(cvrp, kind, kinds, &made);
    if (turn == 0 || rounding_better(&made, &best, most)) best = made;
  }
  weights->weight[0] = 0;
  weights->limit = (int32_t)best.limit;
  for (int32_t c = 1; c <= cvrp->head.n; c++) weights->weight[c] = weigh(cvrp, &best, cvrp->demand[c]);
  free(kind);
  return OK;
}

/* ---- arcs that the graph lacks ---- */

enum { BLOCK = 64 };
#define FROM    ((int64_t)1 << BOUND_PRED_BITS)
#define NOWHERE ((int64_t)1 << 62)

typedef struct Home {
  int32_t distance, customer;
} Home;

static int home_order(const void *left, const void *right) {
  const Home *a = left, *b = right;
  return (a->distance > b->distance) - (a->distance < b->distance);
}

/* The first place whose home is at least `distance`. */
static int32_t place_of(const Home *home, int32_t n, int64_t distance) {
  int32_t low = 0, high = n;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (home[middle].distance < distance)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void windows_find(BoundJumps *jumps, const Home *home) {
  const BoundGraph *graph = jumps->graph;
  for (int32_t c = 1; c <= graph->n; c++) {
    const int64_t near = graph->beyond[c] + graph->slack;
    jumps->from[c] = place_of(home, graph->n, graph->home[c] - near);
    jumps->to[c] = place_of(home, graph->n, graph->home[c] + near + 1);
  }
}

static Status arrays_make(BoundJumps *jumps) {
  const size_t nodes = (size_t)jumps->graph->n + 1;
  jumps->at = malloc(nodes * sizeof *jumps->at);
  jumps->from = malloc(nodes * sizeof *jumps->from);
  jumps->to = malloc(nodes * sizeof *jumps->to);
  jumps->length = malloc(nodes * sizeof *jumps->length);
  jumps->least = malloc((nodes / BLOCK + 1) * sizeof *jumps->least);
  jumps->nearer = malloc(nodes * sizeof *jumps->nearer);
  jumps->farther = malloc(nodes * sizeof *jumps->farther);
  if (jumps->at && jumps->from && jumps->to && jumps->length && jumps->least && jumps->nearer &&
      jumps->farther)
    return OK;
  FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", jumps->graph->n);
}

/* Release with bound_jumps_free, also after a failure. ERR_MEMORY. */
static Status bound_jumps_make(const BoundGraph *graph, int64_t scale, BoundJumps *out) {
  *out = (BoundJumps){.graph = graph, .scale = scale};
  TRY(arrays_make(out));
  Home *home = malloc((size_t)graph->n * sizeof *home);
  if (!home) FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  for (int32_t c = 1; c <= graph->n; c++) home[c - 1] = (Home){graph->home[c], c};
  qsort(home, (size_t)graph->n, sizeof *home, home_order);
  for (int32_t p = 0; p < graph->n; p++) out->at[p] = home[p].customer;
  windows_find(out, home);
  free(home);
  return OK;
}

/* Release with bound_jumps_free, also after a failure. ERR_MEMORY. */
static void bound_jumps_free(BoundJumps *jumps) {
  free(jumps->at);
  free(jumps->from);
  free(jumps->to);
  free(jumps->length);
  free(jumps->least);
  free(jumps->nearer);
  free(jumps->farther);
}

void bound_jumps_set(BoundJumps *jumps, const int64_t *best, int32_t stride) {
  const int32_t n = jumps->graph->n, *home = jumps->graph->home;
  for (int32_t p = 0; p < n; p += BLOCK) jumps->least[p / BLOCK] = NOWHERE;
  jumps->nearer[0] = jumps->farther[n] = NOWHERE;
  for (int32_t p = 0; p < n; p++) {
    const int32_t c = jumps->at[p];
    const int64_t found = best[(size_t)c * (size_t)stride], length = found >= NOWHERE ? NOWHERE : found;
    jumps->length[p] = length < NOWHERE ? (length & -FROM) | c : NOWHERE;
    if (jumps->length[p] < jumps->least[p / BLOCK]) jumps->least[p / BLOCK] = jumps->length[p];
    const int64_t away = length < NOWHERE ? jumps->length[p] - home[c] * jumps->scale * FROM : NOWHERE;
    jumps->nearer[p + 1] = away < jumps->nearer[p] ? away : jumps->nearer[p];
  }
  for (int32_t p = n; p-- > 0;) {
    const int64_t length = jumps->length[p];
    const int64_t back = length < NOWHERE ? length + home[jumps->at[p]] * jumps->scale * FROM : NOWHERE;
    jumps->farther[p] = back < jumps->farther[p + 1] ? back : jumps->farther[p + 1];
  }
}

static int64_t least_between(const BoundJumps *jumps, int32_t from, int32_t to) {
  int64_t least = NOWHERE;
  while (from < to) {
    const bool whole = from % BLOCK == 0 && to - from >= BLOCK;
    const int64_t found = whole ? jumps->least[from / BLOCK] : jumps->length[from];
    if (found < least) least = found;
    from += whole ? BLOCK : 1;
  }
  return least;
}

static int64_t longer(int64_t length, int64_t distance) {
  return length < NOWHERE ? length + distance * FROM : NOWHERE;
}

int64_t bound_jump(const BoundJumps *jumps, int32_t c) {
  const BoundGraph *graph = jumps->graph;
  const int32_t from = jumps->from[c], to = jumps->to[c];
  const int64_t home = graph->home[c] * jumps->scale, slack = graph->slack * jumps->scale;
  int64_t least = longer(least_between(jumps, from, to), graph->beyond[c] * jumps->scale);
  const int64_t outward = longer(jumps->nearer[from], home - slack),
                inward = longer(jumps->farther[to], -home - slack);
  if (outward < least) least = outward;
  return inward < least ? inward : least;
}

/* ---- paths ---- */

Status bound_paths_make(const BoundGraph *graph, const BoundWeights *weights, int64_t scale,
                        BoundPaths *out) {
  const size_t labels = ((size_t)weights->limit + 1) * ((size_t)graph->n + 1);
  *out = (BoundPaths){.graph = graph, .weights = weights, .scale = scale};
  bool jumps = false;
  for (int32_t c = 1; c <= graph->n; c++) jumps = jumps || graph->beyond[c] != INT32_MAX;
  out->label = malloc(labels * sizeof *out->label);
  out->column = malloc(((size_t)weights->limit + 1) * sizeof *out->column);
  out->jumped = jumps ? malloc(labels * sizeof *out->jumped) : NULL;
  if (!out->label || !out->column || (jumps && !out->jumped))
    FAIL(ERR_MEMORY, "no memory for the lower bound of %d customers", graph->n);
  return jumps ? bound_jumps_make(graph, scale, &out->jumps) : OK;
}

void bound_paths_free(BoundPaths *paths) {
  free(paths->label);
  free(paths->column);
  free(paths->jumped);
  bound_jumps_free(&paths->jumps);
}

/* All paths of one weight, and the shortest of them. */
typedef struct Row {
  const BoundLabel *label; /* (n + 1) */
  int64_t least;
} Row;

static void label_offer(BoundLabel *label, int64_t found) {
  if (found < label->best) {
    label->second = label->best;
    label->best = found;
  } else if (found < label->second)
    label->second = found;
}

/* To customer c by the arcs of its row. Neighbours come by rising distance, so the rest is longer than both paths that are there when
 * even the shortest path of all is. */
static BoundLabel by_arcs(const BoundPaths *paths, const Row *row, int32_t c) {
  const BoundGraph *graph = paths->graph;
  const int32_t *near = graph->near + (size_t)c * (size_t)graph->width;
  const int32_t *arc = graph->arc + (size_t)c * (size_t)graph->width;
  BoundLabel made = {BOUND_NO_PATH, BOUND_NO_PATH};
  for (int32_t k = 0; k < graph->count[c]; k++) {
    const int64_t distance = arc[k] * paths->scale;
    if (bound_label(row->least + distance, 0) >= made.second) break;
    const BoundLabel from = row->label[near[k]];
    const int64_t path = bound_pred(from.best) == c ? from.second : from.best;
    label_offer(&made, bound_label(bound_length(path) + distance, near[k]));
  }
  return made;
}

/* The same by other arcs, if the best of them might be shorter. */
static void by_jump(BoundPaths *paths, const Row *row, int32_t c, size_t at, BoundLabel *made) {
  const int32_t beyond = paths->graph->beyond[c];
  if (beyond == INT32_MAX || bound_label(row->least + beyond * paths->scale, 0) >= made->second) return;
  const int64_t jump = bound_jump(&paths->jumps, c);
  if (jump >= BOUND_NO_PATH) return;
  paths->jumped[at] = bound_pred(jump);
  label_offer(made, jump | BOUND_PRED_ANY);
}

static void path_end(BoundLabel *label, int64_t price) {
  if (label->best < BOUND_NO_PATH) label->best -= bound_label(price, 0);
  if (label->second < BOUND_NO_PATH) label->second -= bound_label(price, 0);
}

/* The row of weight q, ready to be extended. False: it has no path. */
static bool row_begin(BoundPaths *paths, int32_t q, Row *row) {
  const size_t nodes = (size_t)paths->graph->n + 1;
  *row = (Row){paths->label + (size_t)q * nodes, BOUND_NO_PATH};
  for (size_t c = 1; c < nodes; c++)
    if (row->label[c].best < row->least) row->least = row->label[c].best;
  if (row->least >= BOUND_NO_PATH) return false;
  row->least = bound_length(row->least);
  if (paths->jumped) bound_jumps_set(&paths->jumps, &row->label->best, 2);
  return true;
}

static void customer_reach(BoundPaths *paths, const Row *row, int32_t q, int32_t c, const int64_t *price) {
  const int32_t weight = q + paths->weights->weight[c];
  if (weight > paths->weights->limit) return;
  const size_t at = (size_t)weight * ((size_t)paths->graph->n + 1) + (size_t)c;
  BoundLabel made = {BOUND_NO_PATH, BOUND_NO_PATH};
  if (q == 0)
    made.best = bound_label(paths->graph->home[c] * paths->scale - price[0] / 2, 0);
  else {
    made = by_arcs(paths, row, c);
    by_jump(paths, row, c, at, &made);
  }
  path_end(&made, price[c]);
  paths->label[at] = made;
}

enum { MANY = 1000 }; /* customers that are worth more than one thread */

void bound_paths_find(BoundPaths *paths, const int64_t *price, int threads) {
  const int32_t n = paths->graph->n;
  const size_t labels = ((size_t)paths->weights->limit + 1) * ((size_t)n + 1);
  for (size_t k = 0; k < labels; k++) paths->label[k] = (BoundLabel){BOUND_NO_PATH, BOUND_NO_PATH};
  for (int32_t q = 0; q < paths->weights->limit; q++) {
    Row row;
    if (!row_begin(paths, q, &row) && q > 0) continue;
#pragma omp parallel for num_threads(threads) if (n >= MANY) schedule(static)
    for (int32_t c = 1; c <= n; c++) customer_reach(paths, &row, q, c, price);
  }
}
