/* The filters in plain C (for any processor, and for metrics without a SIMD version), and the choice. */
#include "scan.h"

#include <math.h>
#include "cpu/simd.h"

static inline float euclid(const ScanTour *t, size_t i, size_t j) {
  float dx = t->x[i] - t->x[j], dy = t->y[i] - t->y[j];
  return sqrtf(dx * dx + dy * dy);
}

static inline float manhattan(const ScanTour *t, size_t i, size_t j) {
  return fabsf(t->x[i] - t->x[j]) + fabsf(t->y[i] - t->y[j]);
}

static inline float chebyshev(const ScanTour *t, size_t i, size_t j) {
  return fmaxf(fabsf(t->x[i] - t->x[j]), fabsf(t->y[i] - t->y[j]));
}

static inline float by_matrix(const ScanTour *t, size_t i, size_t j) {
  return (float)t->matrix[(size_t)t->city[i] * t->n + t->city[j]];
}

/* One filter from one distance function: D of a block of positions first, then its deltas. */
enum { BLOCK = 256, GROUP = 4 };

#define SCAN_FILTER(NAME, DISTANCE)                                                                          \
  static void NAME##_block(const ScanTour *t, size_t i, size_t o, size_t count, float *delta) {              \
    float d[BLOCK + 1];                                                                                      \
    for (size_t k = 0; k <= count; k++) d[k] = DISTANCE(t, i + k, i + k + o);                                \
    for (size_t k = 0; k < count; k++) delta[k] = (d[k] - t->e[i + k]) + (d[k + 1] - t->e[i + k + o]);       \
  }                                                                                                          \
  static float NAME##_minima(const ScanTour *t, float *minima) {                                             \
    return plain_minima(t, minima, NAME##_block);                                                            \
  }                                                                                                          \
  static int32_t NAME##_hits(const ScanTour *t, int32_t group, const float *work, float threshold,           \
                             ScanHit *hits) {                                                                \
    (void)work;                                                                                              \
    return plain_hits(t, group, threshold, hits, NAME##_block);                                              \
  }

typedef void Block(const ScanTour *t, size_t i, size_t o, size_t count, float *delta);

static inline size_t block_count(const ScanTour *t, size_t i) {
  return t->n - i < BLOCK ? (size_t)t->n - i : BLOCK;
}

static float plain_minima(const ScanTour *t, float *minima, Block *block) {
  float least = INFINITY, delta[BLOCK];
  for (int32_t g = 0; g < scan_groups(t->n, GROUP) && !halt_poll(); g++) {
    minima[g] = INFINITY;
    for (size_t q = 0, o = 2 + (size_t)g * GROUP; q < GROUP; q++, o++)
      for (size_t i = 0; i < (size_t)t->n; i += BLOCK) {
        block(t, i, o, block_count(t, i), delta);
        for (size_t k = 0; k < block_count(t, i); k++)
          minima[g] = delta[k] < minima[g] ? delta[k] : minima[g];
      }
    if (minima[g] < least) least = minima[g];
  }
  return least;
}

static int32_t plain_hits(const ScanTour *t, int32_t group, float threshold, ScanHit *hits, Block *block) {
  float delta[BLOCK];
  int32_t count = 0;
  for (size_t q = 0, o = 2 + (size_t)group * GROUP; q < GROUP; q++, o++)
    for (size_t i = 0; i < (size_t)t->n; i += BLOCK) {
      block(t, i, o, block_count(t, i), delta);
      for (size_t k = 0; k < block_count(t, i); k++)
        if (delta[k] <= threshold) hits[count++] = (ScanHit){(int32_t)(i + k), (int32_t)o};
    }
  return count;
}

SCAN_FILTER(euclid, euclid)
SCAN_FILTER(manhattan, manhattan)
SCAN_FILTER(chebyshev, chebyshev)
SCAN_FILTER(by_matrix, by_matrix)

static float exact_root(const ScanTour *t) {
  (void)t;
  return 0;
}

const ScanOps scan_plain = {"plain C", GROUP, 0, "", exact_root, euclid_minima, euclid_hits};
const ScanOps scan_manhattan = {"plain C", GROUP, 0, "", exact_root, manhattan_minima, manhattan_hits};
const ScanOps scan_chebyshev = {"plain C", GROUP, 0, "", exact_root, chebyshev_minima, chebyshev_hits};
const ScanOps scan_matrix = {"plain C", GROUP, 0, "", exact_root, by_matrix_minima, by_matrix_hits};

static const ScanOps *scan_euclid(void) {
#ifdef __x86_64__
  const Simd set = simd_find();
  if (set == SIMD_AVX512) return &scan_avx512;
  if (set == SIMD_AVX2) return &scan_avx2;
#endif
  return &scan_plain;
}

const ScanOps *scan_find(ClimbFilter filter) {
  switch (filter) {
  case FILTER_MANHATTAN:
    return &scan_manhattan;
  case FILTER_CHEBYSHEV:
    return &scan_chebyshev;
  case FILTER_MATRIX:
    return &scan_matrix;
  default:
    return scan_euclid();
  }
}
