/* Body of a tile's step, included by pso_avx512.c, pso_avx2.c and pso_plain.c after they define
 *   LANES, V and U (vectors of floats and of words), K (a mask), k_first(count), k_any
 *   v_load, v_store (masked), v_set, v_add, v_sub, v_mul, v_fma (a b + c), v_clamp, v_round, v_size (|a|), v_less,
 *   v_pick (mask ? a : b), v_bits (words as floats), v_index (to the nearest integer)
 *   u_load, u_store (masked), u_set, u_ramp, u_xor3, u_shift (right; left if negative), u_and_or (a & b | c), u_equal,
 *   u_less, u_max, u_add (where the mask says so), u_multiply (both halves of a product with a constant).
 * Every operation on floats is one of the contract's, lane by lane: as many lanes as there are give the same bits.
 *
 * Philox' first three rounds are nearly free: of the counter (swarm, p, k, purpose + block) only p differs from lane to lane
 * and only the last word from block to block, and one round moves a word on by one multiplication. What depends on the lanes
 * is computed once a tile (Stream), what depends on the block is a scalar, and three exclusive ors make round 4's input. */
#include <stdbool.h>
#include <string.h>
#include "solver/pso/pso_function.h"
#include "problem/function/function.h"
#include "problem/matching/matching.h"
#include "pso_tile.h"

#define INLINE __attribute__((always_inline)) static inline
static const uint32_t multiplier[2] = {0xD2511F53, 0xCD9E8D57};

typedef struct Stream {
  U high, low, last;     /* of lanes: M1 times word 2 after round 2; word 3 after it */
  uint32_t word2, word3; /* of all: words of round 1, less the block in word 2 */
  uint32_t word1;
} Stream;

typedef struct Words {
  U word[4];
} Words;

static inline uint32_t high_of(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b >> 32); }

INLINE Stream stream_open(const TileJob *job, uint32_t swarm, uint32_t first, uint32_t k) {
  Stream s;
  U high;
  uint32_t uniform = high_of(multiplier[1], k) ^ job->key[0][0];
  s.word1 = multiplier[1] * k;
  s.word2 = high_of(multiplier[0], swarm) ^ job->key[0][1];
  s.word3 = multiplier[0] * swarm;
  u_multiply(u_xor3(u_ramp(first), u_set(uniform), u_set(0)), multiplier[0], &high, &s.last);
  u_multiply(u_xor3(high, u_set(s.word3), u_set(job->key[1][1])), multiplier[1], &s.high, &s.low);
  return s;
}

/* The words of one block of dimensions, `block` with its purpose. */
INLINE Words stream_words(const Stream *s, const TileJob *job, uint32_t block) {
  uint32_t two = s->word2 ^ block; /* after round 1 */
  uint32_t zero = high_of(multiplier[1], two) ^ s->word1 ^ job->key[1][0],
           one = multiplier[1] * two; /* after round 2 */
  Words c;
  c.word[0] = u_xor3(s->high, u_set(one ^ job->key[2][0]), u_set(0));
  c.word[1] = s->low;
  c.word[2] = u_xor3(s->last, u_set(high_of(multiplier[0], zero) ^ job->key[2][1]), u_set(0));
  c.word[3] = u_set(multiplier[0] * zero);
#pragma GCC unroll 7
  for (int round = 3; round < 10; round++) {
    U high0, low0, high1, low1;
    u_multiply(c.word[0], multiplier[0], &high0, &low0);
    u_multiply(c.word[2], multiplier[1], &high1, &low1);
    c.word[0] = u_xor3(high1, c.word[1], u_set(job->key[round][0]));
    c.word[1] = low1;
    c.word[2] = u_xor3(high0, c.word[3], u_set(job->key[round][1]));
    c.word[3] = low0;
  }
  return c;
}

/* c (u + 1/2) / 2^16 of the low half, the middle or the high half of a word. */
INLINE V scaled_low(float c, float offset, U word) {
  return v_fma(v_set(c), v_bits(u_and_or(u_shift(word, -7), u_set(0xffffu << 7), u_set(0x3f800000u))),
               v_set(offset));
}
INLINE V scaled_middle(float c, float offset, U word) {
  return v_fma(v_set(c), v_bits(u_and_or(u_shift(word, 1), u_set(0xffffu << 7), u_set(0x3f800000u))),
               v_set(offset));
}
INLINE V scaled_high(float c, float offset, U word) {
  return v_fma(v_set(c), v_bits(u_and_or(u_shift(word, 9), u_set(0xffffu << 7), u_set(0x3f800000u))),
               v_set(offset));
}

/* A tile in progress; rows of its arrays are P apart. It has a copy of all that rows need: otherwise the
 * compiler would reload values after each store, which might have changed them. */
typedef struct Tile {
  const TileJob *job;
  float *x, *v, *b; /* of row 0 */
  const float *g, *h;
  const uint32_t *ticks;
  size_t particles, machines;
  int32_t n;
  uint32_t s;
  K lanes;
  bool discrete;
  float w, c[3], offset[3], chi, speed, low, high, per_range;
} Tile;

INLINE V repulsion(const Tile *tile, float h, float g, V x, U word) {
  if (h == g) return v_set(0);
  V size = v_fma(v_sub(v_set(0), v_size(v_sub(x, v_set(h)))), v_set(tile->per_range), v_set(1));
  size = v_pick(v_less(x, v_set(h)), v_sub(v_set(0), size), size);
  return v_mul(scaled_middle(tile->c[2], tile->offset[2], word), size);
}

/* pso_move and pso_place of row t; returns the new position. */
INLINE V row_move(const Tile *tile, int32_t t, U word, bool pushed) {
  const size_t at = (size_t)t * tile->particles;
  V x = v_load(tile->x + at, tile->lanes), v = v_load(tile->v + at, tile->lanes),
    b = v_load(tile->b + at, tile->lanes);
  float g = tile->g[t];
  V push = pushed ? repulsion(tile, tile->h[t], g, x, word) : v_set(0);
  V a1 = scaled_low(tile->c[0], tile->offset[0], word), a2 = scaled_high(tile->c[1], tile->offset[1], word);
  V sum = v_fma(a1, v_sub(b, x), v_fma(v_set(tile->w), v, push));
  sum = v_mul(v_set(tile->chi), v_fma(a2, v_sub(v_set(g), x), sum));
  v = v_clamp(sum, v_set(-tile->speed), v_set(tile->speed));
  v = v_pick(v_less(v_size(v), v_set(PSO_STILL)), v_set(0), v);
  x = v_clamp(v_add(x, v), v_set(tile->low), v_set(tile->high));
  if (tile->discrete) x = v_round(x);
  v_store(tile->v + at, tile->lanes, v);
  v_store(tile->x + at, tile->lanes, x);
  return x;
}

/* Adds row t's ticks to the loads of the machines. `machines`: 0: there are none; TILE_MACHINES + 1: loads are in memory;
 * else a constant not below M, so that the loads stay in registers. */
INLINE void row_load(const Tile *tile, int32_t t, V x, const int machines, U *loads, uint32_t *memory) {
  const uint32_t *ticks = tile->ticks + (size_t)t * tile->machines;
  if (machines == 0) return;
  U index = v_index(x);
  if (machines > TILE_MACHINES) {
    uint32_t machine[LANES];
    /* lint: use-of-uninitialized-value: index has all lanes */
    memcpy(machine, &index, sizeof machine);
    for (uint32_t l = 0; l < LANES; l++) memory[machine[l] * LANES + l] += ticks[machine[l]];
    return;
  }
#pragma GCC unroll 16
  for (int j = 0; j < machines; j++)
    loads[j] = u_add(u_equal(index, u_set((uint32_t)j)), loads[j], u_set(ticks[j]));
}

/* Moves all rows. Returns the makespan of a matching. */
INLINE U tile_move(const Tile *tile, uint32_t first, uint32_t k, const bool pushed, const int machines,
                   uint32_t *memory) {
  const TileJob *job = tile->job;
  const int32_t n = tile->n;
  const Stream stream = stream_open(job, job->state->first + tile->s, first, k);
  U loads[TILE_MACHINES + 1], worst = u_set(0);
#pragma GCC unroll 16
  for (int j = 0; j < machines && machines <= TILE_MACHINES; j++) loads[j] = u_set(0);
  if (machines > TILE_MACHINES) memset(memory, 0, sizeof(uint32_t) * LANES * (size_t)job->problem->machines);
  int32_t t = 0;
  for (; t + 4 <= n; t += 4) {
    const Words word = stream_words(&stream, job, RNG_SWARM + (uint32_t)t / 4);
#pragma GCC unroll 4
    for (int32_t d = 0; d < 4; d++)
      row_load(tile, t + d, row_move(tile, t + d, word.word[d], pushed), machines, loads, memory);
  }
  if (t < n) {
    const Words word = stream_words(&stream, job, RNG_SWARM + (uint32_t)t / 4);
    for (int32_t d = 0; t + d < n; d++)
      row_load(tile, t + d, row_move(tile, t + d, word.word[d], pushed), machines, loads, memory);
  }
#pragma GCC unroll 16
  for (int j = 0; j < machines && machines <= TILE_MACHINES; j++) worst = u_max(worst, loads[j]);
  for (int32_t j = 0; machines > TILE_MACHINES && j < job->problem->machines; j++)
    worst = u_max(worst, u_load(memory + (size_t)j * LANES, k_first(LANES)));
  return worst;
}

/* The values of a test function at the tile's positions, as in pso_function.h. */
INLINE U tile_values(const Tile *tile, const FunctionKind kind) {
  const PsoProblem *q = tile->job->problem;
  const int32_t n = q->n;
  float row[LANES], next[LANES], a[PSO_PARTS][LANES] = {{0}}, b[PSO_PARTS][LANES] = {{0}};
  uint32_t key[LANES];
  U keys;
  const float *x = tile->x;
  V ahead = v_load(x, tile->lanes);
  for (int32_t t = 0; t < n; t++) {
    float *sum = a[pso_function_part(t)], *waves = b[pso_function_part(t)];
    memcpy(row, &ahead, sizeof row);
    if (t + 1 < n) ahead = v_load(x += q->particles, tile->lanes);
    memcpy(next, &ahead, sizeof next);
#pragma omp simd
    for (int l = 0; l < LANES; l++) {
      PsoSum s = pso_function_add(kind, (PsoSum){sum[l], waves[l]}, t, n, row[l], next[l]);
      sum[l] = s.a;
      waves[l] = s.b;
    }
  }
  for (int half = PSO_PARTS / 2; half; half /= 2)
    for (int j = 0; j < half; j++)
      for (int l = 0; l < LANES; l++) {
        PsoSum s =
            pso_function_join(kind, (PsoSum){a[j][l], b[j][l]}, (PsoSum){a[j + half][l], b[j + half][l]});
        a[j][l] = s.a;
        b[j][l] = s.b;
      }
  for (int l = 0; l < LANES; l++)
    key[l] = pso_function_key(pso_function_value(kind, n, (PsoSum){a[0][l], b[0][l]}));
  memcpy(&keys, key, sizeof keys);
  return keys;
}

static U tile_function(const Tile *tile) {
  switch (tile->job->problem->function) {
  case FUNCTION_SPHERE:
    return tile_values(tile, FUNCTION_SPHERE);
  case FUNCTION_ROSENBROCK:
    return tile_values(tile, FUNCTION_ROSENBROCK);
  case FUNCTION_RASTRIGIN:
    return tile_values(tile, FUNCTION_RASTRIGIN);
  case FUNCTION_ACKLEY:
    return tile_values(tile, FUNCTION_ACKLEY);
  case FUNCTION_GRIEWANK:
    return tile_values(tile, FUNCTION_GRIEWANK);
  default:
    return tile_values(tile, FUNCTION_SCHWEFEL);
  }
}

/* Replaces b by x where x is better. */
static void tile_keep(const Tile *tile, U fitness, int32_t first) {
  const PsoProblem *q = tile->job->problem;
  const PsoState *st = tile->job->state;
  uint32_t *kept = st->b_fitness + (size_t)tile->s * (size_t)q->particles + first;
  K better = u_less(fitness, u_load(kept, tile->lanes), tile->lanes);
  if (!k_any(better)) return;
  u_store(kept, better, fitness);
  for (size_t t = 0, at = 0; t < (size_t)tile->n; t++, at += tile->particles)
    v_store(tile->b + at, better, v_load(tile->x + at, tile->lanes));
}

INLINE Tile tile_open(const TileJob *job, uint32_t s, int32_t first, int32_t count, float w) {
  const PsoProblem *q = job->problem;
  const PsoState *st = job->state;
  const size_t row = (size_t)s * (size_t)q->n, at = row * (size_t)q->particles + (size_t)first;
  return (Tile){.job = job,
                .x = st->x + at,
                .v = st->v + at,
                .b = st->b + at,
                .g = st->g + row,
                .h = st->h + row,
                .ticks = job->ticks,
                .particles = (size_t)q->particles,
                .machines = (size_t)q->machines,
                .n = q->n,
                .s = s,
                .lanes = k_first(count),
                .discrete = q->discrete,
                .w = w,
                .c = {q->c1, q->c2, q->c3},
                .offset = {job->offset[0], job->offset[1], job->offset[2]},
                .chi = q->chi,
                .speed = q->speed,
                .low = q->low,
                .high = q->high,
                .per_range = q->per_range};
}

/* The variants of a move, with constants for the compiler. */
#define MOVE_CASE(name, pushed, machines)                                                                    \
  __attribute__((noinline)) static U name(const TileJob *job, uint32_t s, int32_t first, int32_t count,      \
                                          float w, uint32_t k, uint32_t *loads) {                            \
    const Tile tile = tile_open(job, s, first, count, w);                                                    \
    return tile_move(&tile, (uint32_t)first, k, pushed, machines, loads);                                    \
  }
#define MOVE_CASES(machines)                                                                                 \
  MOVE_CASE(move_##machines, false, machines) MOVE_CASE(push_##machines, true, machines)
MOVE_CASES(0)
MOVE_CASES(4)
MOVE_CASES(8)
MOVE_CASES(12)
MOVE_CASES(16)
MOVE_CASES(17)

typedef U MoveCase(const TileJob *job, uint32_t s, int32_t first, int32_t count, float w, uint32_t k,
                   uint32_t *loads);
static MoveCase *const moves[2][6] = {{move_0, move_4, move_8, move_12, move_16, move_17},
                                      {push_0, push_4, push_8, push_12, push_16, push_17}};

static void lanes_step(const TileJob *job, uint32_t s, int32_t first, int32_t count, float w, uint32_t k,
                       uint32_t *loads) {
  const PsoProblem *q = job->problem;
  int which;
  if (q->problem != PSO_MATCHING)
    which = 0;
  else if (q->machines <= TILE_MACHINES)
    which = (q->machines + 3) / 4;
  else
    which = 5;
  const bool pushed = (job->state->first + s) % 2 && job->state->h_known[s];
  U fitness = moves[pushed][which](job, s, first, count, w, k, loads);
  const Tile tile = tile_open(job, s, first, count, w);
  if (!which) fitness = tile_function(&tile);
  tile_keep(&tile, fitness, first);
}
