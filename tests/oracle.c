/* The oracle: see oracle.h. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "judge.h"

/* Draw k of a stream, scaled to 0..m-1 by the full 128-bit product. */
static uint32_t draw_below(uint64_t seed, uint32_t island, uint32_t climber, uint32_t purpose, uint32_t k, uint32_t m) {
  philox4x32_ctr_t counter = {{island, climber, purpose, k / 2}};
  philox4x32_key_t key = {{(uint32_t)(seed % 4294967296u), (uint32_t)(seed / 4294967296u)}};
  philox4x32_ctr_t out = philox4x32_R(10, counter, key);
  uint64_t draw = out.v[2 * (k % 2)] + 4294967296u * out.v[2 * (k % 2) + 1];
  return (uint32_t)((unsigned __int128)draw * m >> 64);
}

void oracle_random(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, int32_t *tour) {
  for (int32_t p = 0; p < n; p++) tour[p] = p;
  for (int32_t p = n - 1; p > 0; p--) {
    int32_t q = (int32_t)draw_below(seed, island, climber, 0, p, p + 1), city = tour[p];
    tour[p] = tour[q];
    tour[q] = city;
  }
}

static int int_order(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

void oracle_kick(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, const int32_t *champion,
                 int32_t *tour) {
  /* The k-th of the values 1..n-1 not taken yet, three times. */
  int32_t cut[3], taken = 0;
  for (int d = 0; d < 3; d++) {
    int32_t k = (int32_t)draw_below(seed, island, climber, 1, d, n - 1 - d);
    for (int32_t v = 1; v < n; v++) {
      int free_value = 1;
      for (int32_t t = 0; t < taken; t++) free_value &= cut[t] != v;
      if (free_value && k-- == 0) {
        cut[taken++] = v;
        break;
      }
    }
  }
  qsort(cut, 3, sizeof cut[0], int_order);
  int32_t p = 0;
  for (int32_t q = 0; q < cut[0]; q++) tour[p++] = champion[q];
  for (int32_t q = cut[1]; q < cut[2]; q++) tour[p++] = champion[q];
  for (int32_t q = cut[0]; q < cut[1]; q++) tour[p++] = champion[q];
  for (int32_t q = cut[2]; q < n; q++) tour[p++] = champion[q];
}

/* The judge's distances of the instance asked for last, so that small tests need not wait for trigonometry. */
static const int64_t *distances(const Instance *inst) {
  static int64_t *table;
  static uint64_t digest;
  static int32_t n;
  if (table && digest == inst->digest && n == inst->n) return table;
  free(table);
  n = inst->n, digest = inst->digest, table = malloc(sizeof *table * n * n);
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b < n; b++) table[a * n + b] = judge_distance(inst, a, b);
  return table;
}

int64_t oracle_move(const Instance *inst, const int32_t *tour, int32_t *i, int32_t *j) {
  int32_t n = inst->n;
  const int64_t *d = distances(inst);
  int64_t best = 0;
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = a + 2; b < n; b++) {
      if (a == 0 && b == n - 1) continue;
      int32_t t0 = tour[a], t1 = tour[a + 1], t2 = tour[b], t3 = tour[b + 1 < n ? b + 1 : 0];
      int64_t delta = d[t0 * n + t2] + d[t1 * n + t3] - d[t0 * n + t1] - d[t2 * n + t3];
      if (delta < best) best = delta, *i = a, *j = b;
    }
  return best;
}

void oracle_apply(int32_t n, int32_t *tour, int32_t i, int32_t j) {
  int32_t inner = j - i, first = i + 1, length = inner;
  if (inner > n - inner) first = j + 1, length = n - inner;
  int32_t *part = malloc(sizeof *part * length);
  for (int32_t k = 0; k < length; k++) part[k] = tour[(first + k) % n];
  for (int32_t k = 0; k < length; k++) tour[(first + k) % n] = part[length - 1 - k];
  free(part);
}

uint32_t oracle_climb(const Instance *inst, int32_t *tour, uint32_t steps) {
  for (uint32_t done = 0; done < steps; done++) {
    int32_t i = 0, j = 0;
    if (oracle_move(inst, tour, &i, &j) >= 0) return done + 1;
    oracle_apply(inst->n, tour, i, j);
  }
  return steps;
}

int64_t oracle_cost(const Instance *inst, const int32_t *tour) {
  int64_t cost = 0;
  for (int32_t p = 0; p < inst->n; p++) cost += judge_distance(inst, tour[p], tour[(p + 1) % inst->n]);
  return cost;
}
