/* Randomness is a pure function: Philox4x32-10 of Random123 (Salmon et al., SC11), one header for gcc and nvcc.
 *
 *   key     = seed (64 bits)
 *   counter = (island, individual, purpose, block)     one block yields two 64-bit draws
 *
 * No generator state exists to upload, migrate or checkpoint. Draw k of a (island, individual, purpose) stream is
 * words 2(k mod 2), 2(k mod 2)+1 of block k/2, low word first. */
#ifndef CORDEE_RNG_H
#define CORDEE_RNG_H

#include <math.h>
#include <stdint.h>
/* Philox needs no intrinsics: without their headers (64,000 lines) a unit compiles in half the time, to the same code. */
#ifndef R123_USE_X86INTRIN_H
#define R123_USE_X86INTRIN_H 0
#endif
#ifndef R123_USE_SSE
#define R123_USE_SSE 0
#endif
#include <Random123/philox.h>

#ifdef __CUDACC__
#define RNG_FN __host__ __device__ static inline
#else
#define RNG_FN static inline
#endif

/* purposes; never renumber. RNG_SEARCH and those that follow it: the low byte, an epoch above it */
enum {
  RNG_TOUR = 0,
  RNG_KICK = 1,
  RNG_CITY = 2,
  RNG_CENTRE = 3,
  RNG_TASK = 4,
  RNG_MACHINE = 5,
  RNG_EDGE = 6,
  RNG_SEARCH = 7,
  RNG_RECOMBINE = 8,
  RNG_RING = 9,
  RNG_CUSTOMER = 10,
  RNG_INSTANCE = 11
};

typedef struct RngStream {
  uint64_t seed;
  uint32_t island, individual, purpose;
} RngStream;

RNG_FN uint64_t rng_draw(RngStream s, uint32_t k) {
  philox4x32_key_t key = {{(uint32_t)s.seed, (uint32_t)(s.seed >> 32)}};
  philox4x32_ctr_t ctr = {{s.island, s.individual, s.purpose, k >> 1}};
  philox4x32_ctr_t r = philox4x32(ctr, key);
  return (k & 1) ? (uint64_t)r.v[3] << 32 | r.v[2] : (uint64_t)r.v[1] << 32 | r.v[0];
}

/* Draw k as a number below m > 0: floor(draw * m / 2^64) (Lemire 2019 without rejection, bias under m / 2^64). */
RNG_FN uint32_t rng_below(RngStream s, uint32_t k, uint32_t m) {
  uint64_t r = rng_draw(s, k), low = (r & 0xffffffffu) * m, high = (r >> 32) * m;
  return (uint32_t)((high + (low >> 32)) >> 32);
}

/* Draws 2k and 2k + 1, which one block has, as numbers below m0 and m1. */
RNG_FN void rng_below_pair(RngStream s, uint32_t k, uint32_t m0, uint32_t *x0, uint32_t m1, uint32_t *x1) {
  philox4x32_key_t key = {{(uint32_t)s.seed, (uint32_t)(s.seed >> 32)}};
  philox4x32_ctr_t ctr = {{s.island, s.individual, s.purpose, k}};
  philox4x32_ctr_t r = philox4x32(ctr, key);
  *x0 = (uint32_t)(((uint64_t)r.v[1] * m0 + ((uint64_t)r.v[0] * m0 >> 32)) >> 32);
  *x1 = (uint32_t)(((uint64_t)r.v[3] * m1 + ((uint64_t)r.v[2] * m1 >> 32)) >> 32);
}

/* Of a word that is not 0. */
RNG_FN int32_t rng_leading_zeros(uint32_t word) {
#ifdef __CUDA_ARCH__
  return __clz((int)word);
#else
  return __builtin_clz(word);
#endif
}

/* -ln u, u = (word | 1) / 2^32: the exponent, and a polynomial for the mantissa that is off by less than 1e-6. */
RNG_FN float rng_exponential(uint32_t word) {
  const int32_t zeros = rng_leading_zeros(word | 1);
  const float t = (float)((word | 1) << zeros >> 8 & 0x7fffff) * 0x1p-23f;
  float log = 0.0104858726f;
  log = fmaf(log, t, -0.0541751422f);
  log = fmaf(log, t, 0.133351162f);
  log = fmaf(log, t, -0.225006938f);
  log = fmaf(log, t, 0.327937186f);
  log = fmaf(log, t, -0.499423295f);
  log = fmaf(log, t, 0.999978542f);
  return fmaf((float)(zeros + 1), 0.69314718f, -log * t);
}

/* Draw k as a double in [0, 1) with 53 bits. */
RNG_FN double rng_unit(RngStream s, uint32_t k) { return (double)(rng_draw(s, k) >> 11) * 0x1p-53; }

#endif
