/* Exact arithmetic of the ladder, one definition for gcc and nvcc: which move has which number, and Euclidean
 * distances from a float root. No result depends on how a root is rounded: integers put it right. */
#ifndef CORDEE_LADDER_TOUR_MOVES_H
#define CORDEE_LADDER_TOUR_MOVES_H

#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define LADDER_FN __host__ __device__ static inline
#else
#define LADDER_FN static inline
#endif

enum {
  LADDER_CITIES_MAX = 46340,  /* n * n fits 31 bits */
  LADDER_WHOLE_EXTENT = 32767 /* dx * dx + dy * dy does */
};

typedef struct LadderPair {
  int32_t i, j;
} LadderPair;

/* The m with m(m+1)/2 <= k < (m+1)(m+2)/2: the closed form in floats, corrected by integers. */
LADDER_FN uint32_t ladder_triangle_row(uint32_t k) {
  uint32_t m = (uint32_t)((sqrtf(8.0f * (float)k + 1.0f) - 1.0f) * 0.5f);
  while (m * (m + 1) / 2 > k) m--;
  while ((m + 1) * (m + 2) / 2 <= k) m++;
  return m;
}

/* Pair k of all (i, j) with 0 <= i, i + 2 <= j < n, ordered by i, then j. The triangle is counted from its
 * far end, where row m has m + 1 pairs. k < (n-1)(n-2)/2. */
LADDER_FN LadderPair ladder_pair(int32_t n, uint32_t k) {
  const uint32_t total = (uint32_t)(n - 1) * (uint32_t)(n - 2) / 2, left = total - 1 - k;
  const uint32_t m = ladder_triangle_row(left);
  LadderPair pair = {n - 3 - (int32_t)m, n - 1 - (int32_t)(left - m * (m + 1) / 2)};
  return pair;
}

/* 2-opt move k of n(n-3)/2, ordered by i, then j: all pairs but (0, n-1), which is number n-3. */
LADDER_FN LadderPair ladder_two_opt(int32_t n, uint32_t k) {
  return ladder_pair(n, k + (k >= (uint32_t)(n - 3)));
}

/* Swap k of (n-1)(n-2)/2: positions 1 <= i < j < n, ordered by i, then j. */
LADDER_FN LadderPair ladder_swap(int32_t n, uint32_t k) {
  LadderPair pair = ladder_pair(n, k);
  pair.i++;
  return pair;
}

/* sqrt(s) to the nearest integer, given any r that is floor(f) for an |f - sqrt(s)| < 1/2.
 * Let R be the answer: R*R - R < s <= R*R + R. Then r is R - 1 or R. With r = R - 1, r*r + r = R*R - R < s: one
 * more. With r = R, s <= r*r + r: none. s < 2^31, r <= 46340. */
LADDER_FN int32_t ladder_nearest_root(int32_t s, int32_t r) { return r + (s > r * r + r); }

/* TSPLIB's EUC_2D of whole-numbered differences up to LADDER_WHOLE_EXTENT. On the device the root is the special
 * function unit's, a relative error of some 2^-22, less than 0.02 of 46340. Adding 2^23 rounds it down to an
 * integer in the low bits: a conversion would queue at that same unit. */
LADDER_FN int32_t ladder_distance(int32_t dx, int32_t dy) {
  const int32_t s = dx * dx + dy * dy;
#ifdef __CUDA_ARCH__
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"((float)s));
  return ladder_nearest_root(s, __float_as_int(__fadd_rd(root, 8388608.0f)) - 0x4b000000);
#else
  return ladder_nearest_root(s, (int32_t)sqrtf((float)s));
#endif
}

#endif
