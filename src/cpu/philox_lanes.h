/* Blocks of Philox4x32-10 (rng.h) of consecutive counters at once, in vector registers. */
#ifndef CORDEE_CPU_PHILOX_LANES_H
#define CORDEE_CPU_PHILOX_LANES_H

#include "rng.h"

enum { PHILOX_LANES = 64 };

/* Counters (chain, k low, k high, purpose), k = first .. first + PHILOX_LANES - 1: word w of the j-th is out[w][j]. */
static inline void philox_lanes(uint64_t seed, uint32_t chain, uint64_t first, uint32_t purpose,
                                uint32_t out[4][PHILOX_LANES]) {
  uint32_t *a = out[0], *b = out[1], *c = out[2], *d = out[3], key0 = (uint32_t)seed,
           key1 = (uint32_t)(seed >> 32);
  for (int j = 0; j < PHILOX_LANES; j++) {
    const uint64_t k = first + (uint64_t)j;
    a[j] = chain;
    b[j] = (uint32_t)k;
    c[j] = (uint32_t)(k >> 32);
    d[j] = purpose;
  }
  for (int round = 0; round < 10; round++, key0 += PHILOX_W32_0, key1 += PHILOX_W32_1)
#pragma omp simd
    for (int j = 0; j < PHILOX_LANES; j++) {
      const uint64_t x = (uint64_t)PHILOX_M4x32_0 * a[j], y = (uint64_t)PHILOX_M4x32_1 * c[j];
      a[j] = (uint32_t)(y >> 32) ^ b[j] ^ key0;
      b[j] = (uint32_t)y;
      c[j] = (uint32_t)(x >> 32) ^ d[j] ^ key1;
      d[j] = (uint32_t)x;
    }
}

#endif
