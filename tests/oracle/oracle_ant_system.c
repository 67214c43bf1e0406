/* See oracle_ant_system.h. */
#include "oracle_ant_system.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

static double length(const OracleAntSystem *o, int32_t a, int32_t b) {
  return (double)judge_distance(o->inst, o->order[a], o->order[b]);
}

static double tour_length(const OracleAntSystem *o, const int32_t *tour) {
  double sum = 0;
  for (int32_t p = 0; p < o->inst->n; p++) sum += length(o, tour[p], tour[(p + 1) % o->inst->n]);
  return sum;
}

/* Below 1. */
static double draw(const OracleAntSystem *o, uint32_t iteration, uint32_t ant, int32_t step) {
  philox4x32_key_t key = {{(uint32_t)o->seed, (uint32_t)(o->seed >> 32)}};
  philox4x32_ctr_t counter = {{o->island, iteration, 0x32000000u + ant, (uint32_t)step / 4}};
  return philox4x32(counter, key).v[step % 4] / 4294967296.0;
}

/* ---- tours ---- */

static double attraction(const OracleAntSystem *o, int32_t a, int32_t b) {
  return pow(o->tau[a * o->inst->n + b], o->alpha) * pow(1 / (length(o, a, b) + o->offset), o->beta);
}

/* Cities are asked in the order of their numbers mod 32. */
static int32_t choose(const OracleAntSystem *o, const bool *visited, int32_t city, double share) {
  const int32_t n = o->inst->n;
  double all = 0, sum = 0;
  int32_t next = -1;
  for (int32_t c = 0; c < n; c++)
    if (!visited[c]) all += attraction(o, city, c);
  for (int32_t rest = 0; rest < 32 && next < 0; rest++)
    for (int32_t c = rest; c < n && next < 0; c += 32) {
      if (!visited[c]) sum += attraction(o, city, c);
      if (!visited[c] && sum > share * all) next = c;
    }
  return next;
}

static void ant_build(const OracleAntSystem *o, uint32_t iteration, uint32_t ant, int32_t *tour) {
  const int32_t n = o->inst->n;
  bool *visited = calloc((size_t)n, sizeof *visited);
  for (int32_t s = 0; s < n; s++) {
    const double share = draw(o, iteration, ant, s);
    tour[s] = s ? choose(o, visited, tour[s - 1], share) : (int32_t)(share * n);
    visited[tour[s]] = true;
  }
  free(visited);
}

/* ---- trails ---- */

static void leave(OracleAntSystem *o, const int32_t *tour, double amount) {
  const int32_t n = o->inst->n;
  for (int32_t p = 0; p < n; p++) {
    const int32_t a = tour[p], b = tour[(p + 1) % n];
    o->tau[a * n + b] += amount;
    o->tau[b * n + a] += amount;
  }
}

/* The ant before which `rank` others come. */
static uint32_t ant_of_rank(const OracleAntSystem *o, const double *cost, uint32_t rank) {
  for (uint32_t k = 0; k < o->ants; k++) {
    uint32_t before = 0;
    for (uint32_t j = 0; j < o->ants; j++) before += cost[j] < cost[k] || (j < k && cost[j] == cost[k]);
    if (before == rank) return k;
  }
  return o->ants;
}

static void ranks_leave(OracleAntSystem *o, const int32_t *tour, const double *cost) {
  const double all = o->ranks * (o->ranks + 1.0) / 2;
  leave(o, o->best, o->rho * o->q / o->best_cost * o->ranks / all);
  for (uint32_t weight = o->ranks - 1; weight; weight--) {
    const uint32_t ant = ant_of_rank(o, cost, o->ranks - 1 - weight);
    if (ant < o->ants) leave(o, tour + ant * (size_t)o->inst->n, o->rho * o->q / cost[ant] * weight / all);
  }
}

static void max_min_leave(OracleAntSystem *o, const int32_t *tour, const double *cost, uint32_t iteration) {
  const uint32_t ant = ant_of_rank(o, cost, 0);
  const double most = o->q / o->best_cost, least = most * o->least;
  if (iteration)
    leave(o, tour + ant * (size_t)o->inst->n, o->rho * o->q / cost[ant]);
  else
    leave(o, o->best, o->rho * most);
  for (int32_t k = 0; k < o->inst->n * o->inst->n; k++) o->tau[k] = fmin(fmax(o->tau[k], least), most);
}

void oracle_ant_system_iterate(OracleAntSystem *o, uint32_t iteration) {
  const size_t n = (size_t)o->inst->n;
  int32_t *tour = malloc(o->ants * n * sizeof *tour);
  double *cost = calloc(o->ants, sizeof *cost);
  for (uint32_t k = 0; k < o->ants; k++) {
    ant_build(o, iteration, k, tour + k * n);
    cost[k] = tour_length(o, tour + k * n);
  }
  const uint32_t ant = ant_of_rank(o, cost, 0);
  if (cost[ant] < o->best_cost) {
    o->best_cost = cost[ant];
    memcpy(o->best, tour + ant * n, n * sizeof *tour);
  }
  for (size_t k = 0; k < n * n; k++) o->tau[k] *= 1 - o->rho;
  for (uint32_t k = 0; k < o->ants && o->deposits == ORACLE_EVERY; k++)
    leave(o, tour + k * n, o->q / cost[k]);
  if (o->deposits == ORACLE_RANKS) ranks_leave(o, tour, cost);
  if (o->deposits == ORACLE_MAX_MIN) max_min_leave(o, tour, cost, iteration);
  free(tour);
  free(cost);
}
