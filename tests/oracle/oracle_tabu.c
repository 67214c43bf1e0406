/* See oracle_tabu.h. */
#include "oracle_tabu.h"

#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/tsp/tsp.h"

static int64_t draw(const OracleTabu *o, uint32_t purpose, uint64_t number, int64_t below) {
  philox4x32_key_t key = {{(uint32_t)o->seed, (uint32_t)(o->seed >> 32)}};
  philox4x32_ctr_t counter = {{o->island, o->searcher, purpose, (uint32_t)number / 2}};
  philox4x32_ctr_t block = philox4x32(counter, key);
  const uint64_t word = (uint64_t)block.v[2 * (number % 2) + 1] << 32 | block.v[2 * (number % 2)];
  return (int64_t)(((unsigned __int128)word * (unsigned __int128)below) >> 64);
}

static int64_t length(const OracleTabu *o, const int32_t *tour) {
  int64_t sum = 0;
  for (int32_t p = 0; p < o->inst->n; p++)
    sum += judge_distance(o->inst, tour[p], tour[(p + 1) % o->inst->n]);
  return sum;
}

static void shuffled(const OracleTabu *o, uint32_t purpose, int32_t *tour) {
  for (int32_t p = 0; p < o->inst->n; p++) tour[p] = p;
  for (int32_t p = o->inst->n - 1; p > 0; p--) {
    const int64_t q = draw(o, purpose, (uint64_t)p, p + 1);
    const int32_t city = tour[p];
    tour[p] = tour[q];
    tour[q] = city;
  }
}

/* ---- moves ---- */

/* Reverses positions from..to, which may go round. */
static void reversed(int32_t *tour, int32_t n, int32_t from, int32_t count) {
  int32_t *copy = malloc((size_t)n * sizeof *copy);
  memcpy(copy, tour, (size_t)n * sizeof *copy);
  for (int32_t k = 0; k < count; k++) tour[(from + k) % n] = copy[(from + count - 1 - k) % n];
  free(copy);
}

static void applied(const OracleTabu *o, int32_t i, int32_t j, int32_t *tour) {
  const int32_t n = o->inst->n, city = tour[i];
  if (o->swap) {
    tour[i] = tour[j];
    tour[j] = city;
  } else if (2 * (j - i) <= n)
    reversed(tour, n, i + 1, j - i);
  else
    reversed(tour, n, j + 1, n - (j - i));
}

static bool has_edge(const int32_t *tour, int32_t n, int32_t a, int32_t b) {
  for (int32_t p = 0; p < n; p++) {
    const int32_t c = tour[p], d = tour[(p + 1) % n];
    if ((c == a && d == b) || (c == b && d == a)) return true;
  }
  return false;
}

static bool edge_tabu(const OracleTabu *o, int32_t a, int32_t b) {
  for (int64_t s = o->forgotten; s < o->step; s++)
    for (int k = 0; k < o->removals[s] && o->until[s] >= o->step; k++)
      if ((o->removed[s][k][0] == a && o->removed[s][k][1] == b) ||
          (o->removed[s][k][0] == b && o->removed[s][k][1] == a))
        return true;
  return false;
}

/* Ends of the edges of `from` that `to` does not have, in any order; returns how many. */
static int lost(const int32_t *from, const int32_t *to, int32_t n, int32_t edge[4][2]) {
  int count = 0;
  for (int32_t p = 0; p < n; p++)
    if (!has_edge(to, n, from[p], from[(p + 1) % n])) {
      edge[count][0] = from[p];
      edge[count][1] = from[(p + 1) % n];
      count++;
    }
  return count;
}

static bool is_move(const OracleTabu *o, int32_t i, int32_t j) {
  return o->swap ? i >= 1 : j - i >= 2 && !(i == 0 && j == o->inst->n - 1);
}

/* The best admissible move; false: there is none. */
static bool chosen(const OracleTabu *o, int32_t *best_i, int32_t *best_j, int64_t *best_delta) {
  const int32_t n = o->inst->n;
  int32_t *copy = malloc((size_t)n * sizeof *copy), edge[4][2];
  bool found = false;
  for (int32_t i = 0; i < n; i++)
    for (int32_t j = i + 1; j < n; j++) {
      if (!is_move(o, i, j)) continue;
      memcpy(copy, o->tour, (size_t)n * sizeof *copy);
      applied(o, i, j, copy);
      const int64_t delta = length(o, copy) - o->cost;
      if (found && delta >= *best_delta) continue;
      bool tabu = false;
      const int count = lost(copy, o->tour, n, edge);
      for (int k = 0; k < count; k++) tabu = tabu || edge_tabu(o, edge[k][0], edge[k][1]);
      if (tabu && o->cost + delta >= o->best_cost) continue;
      found = true;
      *best_i = i;
      *best_j = j;
      *best_delta = delta;
    }
  free(copy);
  return found;
}

/* ---- steps ---- */

static void keep(OracleTabu *o) {
  o->best_cost = o->cost;
  memcpy(o->best, o->tour, (size_t)o->inst->n * sizeof *o->best);
}

static void bridged(OracleTabu *o, uint32_t purpose) {
  const int32_t n = o->inst->n, *from = o->champion ? o->champion : o->best;
  int64_t cut[3];
  for (int k = 0; k < 3; k++) {
    cut[k] = 1 + draw(o, purpose, (uint64_t)k, n - 1 - k);
    for (int64_t value = 1; value < n; value++) /* raised past the earlier ones, from the lowest on */
      for (int q = 0; q < k; q++)
        if (cut[q] == value && cut[k] >= value) cut[k]++;
  }
  for (int a = 0; a < 3; a++)
    for (int b = a + 1; b < 3; b++)
      if (cut[b] < cut[a]) {
        const int64_t kept = cut[a];
        cut[a] = cut[b];
        cut[b] = kept;
      }
  int32_t *copy = malloc((size_t)n * sizeof *copy), p = 0;
  for (int64_t k = 0; k < cut[0]; k++) copy[p++] = from[k];
  for (int64_t k = cut[1]; k < cut[2]; k++) copy[p++] = from[k];
  for (int64_t k = cut[0]; k < cut[1]; k++) copy[p++] = from[k];
  for (int64_t k = cut[2]; k < n; k++) copy[p++] = from[k];
  memcpy(o->tour, copy, (size_t)n * sizeof *copy);
  free(copy);
}

static void restarted(OracleTabu *o) {
  const uint32_t purpose = 0x55000000u + (uint32_t)o->restarts;
  if (o->inst->n < 8)
    shuffled(o, purpose, o->tour);
  else
    bridged(o, purpose);
  o->cost = length(o, o->tour);
  o->since = 0;
  o->restarts++;
  o->forgotten = o->step;
  if (o->cost < o->best_cost) keep(o);
}

void oracle_tabu_step(OracleTabu *o) {
  int32_t i, j, *const before = malloc((size_t)o->inst->n * sizeof *before);
  int64_t delta = 0;
  if (o->cost == INT64_MAX) {
    shuffled(o, 0, o->tour);
    o->cost = length(o, o->tour);
    keep(o);
  }
  if (o->since >= o->patience) restarted(o);
  memcpy(before, o->tour, (size_t)o->inst->n * sizeof *before);
  o->removals[o->step] = 0;
  if (chosen(o, &i, &j, &delta)) {
    applied(o, i, j, o->tour);
    o->cost += delta;
    o->removals[o->step] = lost(before, o->tour, o->inst->n, o->removed[o->step]);
    o->until[o->step] =
        o->step + o->tenure - o->spread + draw(o, 0x54000000u, (uint64_t)o->step, 2 * o->spread + 1);
  }
  o->step++;
  o->since++;
  if (o->cost < o->best_cost) {
    keep(o);
    o->since = 0;
  }
  free(before);
}
