/* See bound_loads.h. */
#include "bound_loads.h"

#include <stdlib.h>

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
