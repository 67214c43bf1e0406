/* Numbers of moves, start tours and block sizes of the restart ladder, one definition for gcc and nvcc. */
#ifndef CORDEE_LADDER_RESTART_MOVES_H
#define CORDEE_LADDER_RESTART_MOVES_H

#include "tour_moves.h"

enum {
  RESTART_CITIES_MAX = 4096,    /* of which a matrix is made */
  RESTART_CALCULATED_MAX = 2049 /* the published formula has its first wrong pair at one city more */
};

/* Pairs (i, j) with 0 <= i, i + 2 <= j < n. (0, n-1) is one of them, and always changes nothing. */
LADDER_FN uint32_t restart_pairs(int32_t n) { return (uint32_t)(n - 1) * (uint32_t)(n - 2) / 2; }

/* Pair k by the published closed form, in floats as it is: right up to RESTART_CALCULATED_MAX cities. */
LADDER_FN LadderPair restart_calculated(int32_t n, uint32_t k) {
  const int32_t left = (int32_t)(restart_pairs(n) - k);
  const int32_t row = (int32_t)floorf((-1.0f + sqrtf(1.0f + 8.0f * (float)left)) / 2.0f + 0.9999f);
  LadderPair pair = {n - 2 - row, 0};
  pair.j = pair.i + 2 - left + row * (row + 1) / 2;
  return pair;
}

/* Threads of a block, by the number of pairs. */
LADDER_FN uint32_t restart_threads(int32_t n) {
  uint32_t threads = 1024;
  while (threads > 32 && restart_pairs(n) <= threads / 2) threads /= 2;
  return threads;
}

/* A linear congruential generator, modulus 2^31; its state begins with seed + climber. */
LADDER_FN uint32_t restart_draw(uint32_t *state) {
  *state = (1103515245u * *state + 12345u) & 0x7fffffffu;
  return *state >> 8;
}

/* The place that city at position p of the identity is exchanged with, for p = 1..n-1: not 0, where the tour closes. */
LADDER_FN int32_t restart_place(uint32_t *state, int32_t n) {
  return 1 + (int32_t)(restart_draw(state) % (uint32_t)(n - 1));
}

#endif
