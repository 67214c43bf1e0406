/* See oracle_route_optimum.h. */
#include "oracle_route_optimum.h"

#include <stdlib.h>
#include "oracle_routes.h"
#include "problem/cvrp/cvrp.h"

static int64_t *filled(size_t count, int64_t value) {
  int64_t *made = malloc(count * sizeof *made);
  if (!made) abort();
  for (size_t k = 0; k < count; k++) made[k] = value;
  return made;
}

/* Held and Karp: path[s * n + c] is the shortest from the depot through all of s that ends at its customer c. */
static int64_t *paths_find(const Instance *inst) {
  const size_t n = (size_t)inst->n, subsets = (size_t)1 << n;
  int64_t *path = filled(subsets * n, ORACLE_NO_ROUTE);
  for (size_t c = 0; c < n; c++)
    path[((size_t)1 << c) * n + c] = oracle_route_distance(inst, 0, (int32_t)c + 1);
  for (size_t s = 1; s < subsets; s++)
    for (size_t c = 0; c < n; c++)
      for (size_t d = 0; d < n && path[s * n + c] < ORACLE_NO_ROUTE; d++) {
        if (s >> d & 1) continue;
        const size_t to = (s | (size_t)1 << d) * n + d;
        const int64_t length = path[s * n + c] + oracle_route_distance(inst, (int32_t)c + 1, (int32_t)d + 1);
        if (length < path[to]) path[to] = length;
      }
  return path;
}

static bool allowed(const CvrpInstance *cvrp, size_t subset, int64_t length) {
  int64_t load = 0, service = 0;
  for (int32_t c = 1; c <= cvrp->head.n; c++)
    if (subset >> (c - 1) & 1) {
      load += cvrp->demand[c];
      service += cvrp->service;
    }
  return load <= cvrp->capacity &&
         (cvrp->max_duration == INT32_MAX || length + service <= cvrp->max_duration);
}

/* A route so far: it leaves the depot as soon as it can. */
typedef struct Way {
  size_t subset;
  int32_t last;
  int64_t time, length; /* at the end of service there */
} Way;

/* All orders that keep the time windows. */
static void timed_routes(const Instance *inst, Way way, int64_t *route) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  for (int32_t c = 1; c <= inst->n; c++) {
    const size_t bit = (size_t)1 << (c - 1);
    const int64_t travel = oracle_route_distance(inst, way.last, c), home = oracle_route_distance(inst, c, 0);
    const int64_t there = way.time + travel, begin = there > cvrp->ready[c] ? there : cvrp->ready[c];
    if (way.subset & bit || begin > cvrp->due[c]) continue;
    const Way next = {way.subset | bit, c, begin + cvrp->service_at[c], way.length + travel};
    const int64_t length = next.length + home;
    const bool in = next.time + home <= cvrp->due[0] && allowed(cvrp, next.subset, length);
    if (in && length < route[next.subset]) route[next.subset] = length;
    timed_routes(inst, next, route);
  }
}

static void untimed_routes(const Instance *inst, int64_t *route) {
  const size_t n = (size_t)inst->n, subsets = (size_t)1 << n;
  int64_t *path = paths_find(inst);
  for (size_t s = 1; s < subsets; s++) {
    for (size_t c = 0; c < n; c++) {
      if (!(s >> c & 1)) continue;
      const int64_t length = path[s * n + c] + oracle_route_distance(inst, (int32_t)c + 1, 0);
      if (length < route[s]) route[s] = length;
    }
    if (!allowed(cvrp_of(inst), s, route[s])) route[s] = ORACLE_NO_ROUTE;
  }
  free(path);
}

int64_t *oracle_subset_routes(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  int64_t *route = filled((size_t)1 << inst->n, ORACLE_NO_ROUTE);
  if (cvrp_has_windows(cvrp))
    timed_routes(inst, (Way){0, 0, cvrp->ready[0], 0}, route);
  else
    untimed_routes(inst, route);
  route[0] = 0;
  return route;
}

/* least[k * subsets + s]: of k routes that visit s. The customer of the lowest bit is in the last of them. */
int64_t oracle_route_optimum(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  const size_t n = (size_t)inst->n, subsets = (size_t)1 << n;
  int64_t *route = oracle_subset_routes(inst), *least = filled((n + 1) * subsets, ORACLE_NO_ROUTE);
  int64_t best = ORACLE_NO_ROUTE;
  least[0] = 0;
  for (size_t k = 1; k <= n; k++) {
    for (size_t s = 1; s < subsets; s++)
      for (size_t part = s; part > 0; part = (part - 1) & s) {
        const int64_t rest = least[(k - 1) * subsets + (s & ~part)];
        if (!(part & s & -s) || rest == ORACLE_NO_ROUTE || route[part] == ORACLE_NO_ROUTE) continue;
        if (rest + route[part] < least[k * subsets + s]) least[k * subsets + s] = rest + route[part];
      }
    const bool in = cvrp->fleet == FLEET_FREE || (int32_t)k == cvrp->vehicles ||
                    (cvrp->fleet == FLEET_AT_MOST && (int32_t)k < cvrp->vehicles);
    const int64_t found = least[k * subsets + subsets - 1];
    if (in && found < ORACLE_NO_ROUTE && found + (int64_t)k * cvrp->route_cost < best)
      best = found + (int64_t)k * cvrp->route_cost;
  }
  free(route);
  free(least);
  return best;
}
