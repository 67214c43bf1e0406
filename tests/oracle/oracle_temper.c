/* See oracle_temper.h. */
#include "oracle_temper.h"

#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

static philox4x32_ctr_t random_block(uint64_t seed, uint32_t who, uint64_t number, uint32_t purpose) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{who, (uint32_t)number, (uint32_t)(number >> 32), purpose}};
  return philox4x32(counter, key);
}

static int64_t length(const OracleTemper *o, const int32_t *tour) {
  const int32_t n = o->inst->n;
  int64_t sum = 0;
  for (int32_t p = 0; p < n; p++)
    sum += judge_distance(o->inst, o->order[tour[p]], o->order[tour[(p + 1) % n]]);
  return sum;
}

/* -ln u in 2^-16: halvings of 2^32 that the word is below, and a parabola between two of them. */
static int64_t exponential(uint32_t word) {
  uint64_t least = UINT64_C(1) << 31;
  int64_t halvings = 1;
  word |= 1;
  while (word < least) {
    least /= 2;
    halvings++;
  }
  const int64_t share = (int64_t)(((uint64_t)word - least) * 65536 / least);
  return halvings * 45426 - 45426 * share / 65536 - 15800 * (share * (65535 - share) / 65536) / 65536;
}

/* ---- moves: each makes `out` (n), whose cities that do not move stay where they are ---- */

/* Joins those at p and q, and the next (step 1) or previous ones (-1). */
static bool two_opt(const OracleTemper *o, int32_t p, int32_t q, int32_t step, int32_t *out) {
  const int32_t n = o->inst->n;
  if ((p + step + n) % n == q || (q + step + n) % n == p) return false;
  /* what lies between the two cuts, on both sides of them */
  const int32_t begin[2] = {step > 0 ? (p + 1) % n : p, step > 0 ? (q + 1) % n : q},
                size[2] = {(q - p + n) % n, (p - q + n) % n}, k = size[1] < size[0];
  memcpy(out, o->tour, (size_t)n * sizeof *out);
  for (int32_t i = 0; i < size[k]; i++) out[(begin[k] + i) % n] = o->tour[(begin[k] + size[k] - 1 - i) % n];
  return true;
}

static int32_t place_of(const int32_t *tour, int32_t city) {
  int32_t p = 0;
  while (tour[p] != city) p++;
  return p;
}

/* The segment of `count` cities from a on, forwards or backwards, beside c, before or after it, so that a is its neighbour. */
static bool segment(const OracleTemper *o, int32_t p, int32_t q, int32_t count, int32_t step, bool before,
                    int32_t *out) {
  const int32_t n = o->inst->n, rest = n - count;
  int32_t *ring = malloc(2 * (size_t)n * sizeof *ring), *other = ring + n, moved[3], size = 0;
  bool inside = false;
  for (int32_t i = 0; i < count; i++) {
    moved[i] = o->tour[(p + step * i + n) % n];
    inside |= (p + step * i + n) % n == q;
  }
  /* the others, from the city behind the segment on */
  const int32_t behind = step > 0 ? (p + count) % n : (p + 1) % n;
  for (int32_t i = 0; i < rest; i++) other[i] = o->tour[(behind + i) % n];
  /* it goes between other[at - 1] and other[at] */
  int32_t at = 0;
  for (int32_t i = 0; i < rest; i++)
    if (other[i] == o->tour[q]) at = before ? i : i + 1;
  const bool proposed = !inside && at > 0 && at < rest;
  for (int32_t i = 0; i < rest; i++) {
    for (int32_t k = 0; i == at && k < count; k++) ring[size++] = moved[before ? count - 1 - k : k];
    ring[size++] = other[i];
  }
  if (proposed) {
    /* of those before and behind the new place the fewer move */
    const int32_t still = 2 * at <= rest ? other[at] : other[0], shift = place_of(o->tour, still);
    const int32_t from = place_of(ring, still);
    for (int32_t i = 0; i < n; i++) out[(shift + i) % n] = ring[(from + i) % n];
  }
  free(ring);
  return proposed;
}

/* The tour that the word proposes. */
static bool propose(const OracleTemper *o, uint32_t word, int32_t *out) {
  const uint64_t n = (uint64_t)o->inst->n, share = (uint64_t)word * n % (UINT64_C(1) << 32);
  const int32_t p = (int32_t)((uint64_t)word * n >> 32);
  if (o->uniform) return two_opt(o, p, (p + 1 + (int32_t)(share * (n - 1) >> 32)) % o->inst->n, 1, out);
  const int32_t choice = (int32_t)(share * (uint64_t)o->width * 16 >> 32), slot = choice % 16;
  const int32_t q = place_of(o->tour, o->list[o->tour[p] * o->width + choice / 16]);
  if (slot < 4) return two_opt(o, p, q, slot % 2 ? -1 : 1, out);
  return segment(o, p, q, slot / 4, slot % 4 < 2 ? 1 : -1, slot % 2, out);
}

static void step_run(OracleTemper *o, const uint32_t word[2], double temperature, int32_t *next) {
  if (!propose(o, word[0], next)) return;
  const int64_t cost = length(o, next);
  if ((double)(cost - o->cost) > temperature * (double)exponential(word[1])) return;
  memcpy(o->tour, next, (size_t)o->inst->n * sizeof *next);
  o->cost = cost;
  o->made++;
}

void oracle_temper_sweep(OracleTemper *o, uint64_t sweep, uint32_t steps, double temperature) {
  int32_t *next = malloc((size_t)o->inst->n * sizeof *next);
  for (uint64_t s = sweep * steps; s < (sweep + 1) * steps; s++)
    step_run(o, random_block(o->seed, o->chain, s / 2, 0x33000000).v + s % 2 * 2, temperature, next);
  free(next);
  if (o->cost >= o->best_cost) return;
  o->best_cost = o->cost;
  memcpy(o->best, o->tour, (size_t)o->inst->n * sizeof *o->best);
}

bool oracle_temper_exchanges(uint64_t seed, uint32_t island, uint64_t number, uint32_t level,
                             const double temperature[2], const int64_t cost[2]) {
  if (cost[0] > cost[1]) return true;
  if (cost[0] == cost[1] || temperature[0] == 0) return false;
  const uint32_t word = random_block(seed, island, 64 * number + level, 0x33000002).v[0];
  return (1 / temperature[0] - 1 / temperature[1]) * (double)(cost[1] - cost[0]) <= (double)exponential(word);
}
