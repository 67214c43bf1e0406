/* See oracle_routes.h. */
#include "oracle_routes.h"

#include <stdlib.h>
#include "problem/cvrp/cvrp.h"

/* Less than `high`: the integer nearest to sqrt(s) / q, the upper one of two, the largest k with (2k - 1)^2 q^2 <= 4 s, or 0; with
 * q < 0 the largest k with (2k)^2 q^2 <= 4 s. */
static int64_t rounded_root(__int128 s, __int128 q, int64_t high) {
  const int64_t nearest = q > 0;
  int64_t low = 0;
  while (high - low > 1) {
    const int64_t k = low + (high - low) / 2;
    if ((__int128)(2 * k - nearest) * (2 * k - nearest) * q * q <= 4 * s)
      low = k;
    else
      high = k;
  }
  return low;
}

int64_t oracle_route_distance(const Instance *inst, int32_t a, int32_t b) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  if (cvrp->matrix) return cvrp->matrix[(size_t)a * (size_t)(inst->n + 1) + (size_t)b];
  const int64_t dx = (int64_t)cvrp->x[a] - cvrp->x[b], dy = (int64_t)cvrp->y[a] - cvrp->y[b];
  return rounded_root((__int128)dx * dx + (__int128)dy * dy, cvrp->divisor, llabs(dx) + llabs(dy) + 2);
}

typedef struct Table {
  const CvrpInstance *cvrp;
  int64_t *distance; /* (nodes, nodes); NULL: computed when they are asked for */
} Table;

static Table table_of(const Instance *inst) {
  const size_t nodes = (size_t)inst->n + 1;
  Table table = {cvrp_of(inst), malloc(nodes * nodes * sizeof *table.distance)};
  if (!table.distance) abort();
  for (size_t a = 0; a < nodes; a++)
    for (size_t b = 0; b < nodes; b++)
      table.distance[a * nodes + b] = oracle_route_distance(inst, (int32_t)a, (int32_t)b);
  return table;
}

static int64_t between(const Table *table, int32_t a, int32_t b) {
  if (!table->distance) return oracle_route_distance(&table->cvrp->head, a, b);
  return table->distance[(size_t)a * (size_t)(table->cvrp->head.n + 1) + (size_t)b];
}

static int64_t cost_of(const Table *table, const int32_t *tour, int32_t n) {
  int64_t cost = 0;
  for (int32_t p = 0; p + 1 < n; p++) cost += between(table, tour[p], tour[p + 1]);
  return cost;
}

/* A drive through the whole tour. */
static bool windows_kept(const Table *table, const int32_t *tour, int32_t n) {
  const CvrpInstance *cvrp = table->cvrp;
  int64_t now = cvrp->ready[0];
  for (int32_t p = 1; p < n; p++) {
    now += between(table, tour[p - 1], tour[p]);
    if (now > cvrp->due[tour[p]]) return false;
    if (tour[p] == 0)
      now = cvrp->ready[0];
    else
      now = (now < cvrp->ready[tour[p]] ? cvrp->ready[tour[p]] : now) + cvrp->service_at[tour[p]];
  }
  return true;
}

static bool feasible(const Table *table, const int32_t *tour, int32_t n) {
  const CvrpInstance *cvrp = table->cvrp;
  int64_t load = 0, duration = 0;
  if (cvrp->with_windows && !windows_kept(table, tour, n)) return false;
  for (int32_t p = 1; p < n; p++) {
    if (cvrp->fleet == FLEET_EXACTLY && tour[p - 1] == 0 && tour[p] == 0) return false;
    load += cvrp->demand[tour[p]];
    duration += between(table, tour[p - 1], tour[p]) + (tour[p] ? cvrp->service : 0);
    if (tour[p]) continue;
    if (load > cvrp->capacity) return false;
    if (cvrp->max_duration != INT32_MAX && duration > cvrp->max_duration) return false;
    load = duration = 0;
  }
  return true;
}

int64_t oracle_giant_cost(const Instance *inst, const int32_t *tour, int32_t n) {
  return cost_of(&(Table){cvrp_of(inst), NULL}, tour, n);
}

bool oracle_giant_feasible(const Instance *inst, const int32_t *tour, int32_t n) {
  return feasible(&(Table){cvrp_of(inst), NULL}, tour, n);
}

/* Appends tour[first..last] to out, which has *count nodes; back: from last to first. */
static void append(const int32_t *tour, int32_t first, int32_t last, bool back, int32_t *out,
                   int32_t *count) {
  for (int32_t p = first; p <= last; p++) out[(*count)++] = tour[back ? first + last - p : p];
}

void oracle_three_opt_neighbour(const int32_t *tour, int32_t n, OracleMove move, int32_t *out) {
  static const struct {
    bool swapped, back1, back2;
  } ways[8] = {{false, false, false}, {false, true, false}, {false, false, true}, {true, true, true},
               {true, false, false},  {false, true, true},  {true, false, true},  {true, true, false}};
  const bool back1 = ways[move.way].back1, back2 = ways[move.way].back2;
  int32_t count = 0;
  append(tour, 0, move.i, false, out, &count);
  if (ways[move.way].swapped) {
    append(tour, move.j + 1, move.k, back2, out, &count);
    append(tour, move.i + 1, move.j, back1, out, &count);
  } else {
    append(tour, move.i + 1, move.j, back1, out, &count);
    append(tour, move.j + 1, move.k, back2, out, &count);
  }
  append(tour, move.k + 1, n - 1, false, out, &count);
}

/* Moves come in the order of (i, j, k, way): the first of equal ones stays. */
static void better(OracleMove move, OracleMove *best) {
  if (move.delta < best->delta) *best = move;
}

OracleScan oracle_three_opt(const Instance *inst, const int32_t *tour, int32_t n, OracleMove *rows) {
  const Table table = table_of(inst);
  const int64_t cost = cost_of(&table, tour, n);
  int32_t *other = malloc((size_t)n * sizeof *other);
  OracleScan scan = {0};
  if (!other) abort();
  for (int32_t i = 0; rows && i < n - 1; i++) rows[i] = (OracleMove){0};
  for (int32_t i = 0; i < n - 1; i++) {
    for (int32_t j = i + 1; j < n - 1; j++)
      for (int32_t k = j + 1; k < n - 1; k++)
        for (int32_t way = 1; way <= 7; way++) {
          OracleMove move = {0, i, j, k, way};
          oracle_three_opt_neighbour(tour, n, move, other);
          if (!feasible(&table, other, n)) continue;
          move.delta = cost_of(&table, other, n) - cost;
          scan.feasible++;
          scan.improving += move.delta < 0;
          better(move, &scan.best);
          if (rows) better(move, &rows[way == 2 ? j : i]);
        }
  }
  free(table.distance);
  free(other);
  return scan;
}
