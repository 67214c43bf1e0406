/* What both twins of tabu search compute in the same way: see tabu_kernels.h. */
#ifndef CORDEE_SOLVER_TABU_TABU_STEP_H
#define CORDEE_SOLVER_TABU_TABU_STEP_H

#include "tabu_kernels.h"

/* Purposes of its streams; the second has the number of the restart in its low 24 bits. */
enum { RNG_TABU_TENURE = 0x54000000, RNG_TABU_RESTART = 0x55000000 };

RNG_FN int64_t tabu_key(int32_t a, int32_t b) {
  return a < b ? (int64_t)a << 32 | (uint32_t)b : (int64_t)b << 32 | (uint32_t)a;
}

/* A place among 2^bits, 5 <= bits <= 32. */
RNG_FN uint32_t tabu_hash(int64_t key, int bits) {
  return ((uint32_t)((uint64_t)key >> 32) * 0x9e3779b1u ^ (uint32_t)key * 0x85ebca77u) >> (32 - bits);
}

/* The bits of a filter for lists of so many places: 16 a place at least. */
RNG_FN int tabu_filter_bits(const TabuRules *rules) {
  int bits = 9;
  while ((1u << bits) < 16 * rules->window * rules->edges) bits++;
  return bits;
}

/* Steps for which what step `step` removes may not come back. */
RNG_FN int64_t tabu_tenure(const TabuRules *rules, uint64_t seed, uint32_t island, uint32_t searcher,
                           int64_t step) {
  const RngStream s = {seed, island, searcher, RNG_TABU_TENURE};
  return (int64_t)(rules->tenure - rules->spread) + rng_below(s, (uint32_t)step, 2 * rules->spread + 1);
}

RNG_FN RngStream tabu_restart(uint64_t seed, uint32_t island, uint32_t searcher, int64_t restarts) {
  const RngStream s = {seed, island, searcher, RNG_TABU_RESTART | (uint32_t)(restarts & 0xffffff)};
  return s;
}

/* Positions of the ends of the edges that move (i, j) adds and of those that it removes; returns how many. Of a swap of
 * cities with at most one between them, those beside both alone; of positions 1 and n - 1, those away from position 0. */
RNG_FN int tabu_changed(ClimbMove move, int32_t n, int32_t i, int32_t j, int32_t added[TABU_EDGES][2],
                        int32_t removed[TABU_EDGES][2]) {
  const int32_t after = j + 1 < n ? j + 1 : 0;
  int count = 0;
#define TABU_CHANGE(a, b, p, q)                                                                              \
  added[count][0] = a, added[count][1] = b, removed[count][0] = p, removed[count][1] = q, count++
  if (move == MOVE_TWO_OPT) {
    TABU_CHANGE(i, j, i, i + 1);
    TABU_CHANGE(i + 1, after, j, after);
    return count;
  }
  if (after != i - 1) {
    TABU_CHANGE(i - 1, j, i - 1, i);
    TABU_CHANGE(i, after, j, after);
  }
  if (j - i > 2) {
    TABU_CHANGE(j, i + 1, i, i + 1);
    TABU_CHANGE(j - 1, i, j - 1, j);
  }
#undef TABU_CHANGE
  return count;
}

#endif
