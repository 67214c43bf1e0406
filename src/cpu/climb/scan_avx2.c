/* The Euclidean filter with 8 lanes. */
#ifdef __x86_64__
#pragma GCC target("avx2,fma")
#include <immintrin.h>
#include <math.h>
#include "scan.h"

#define LANES       8
#define LANES_ERROR 0x1.8p-12f
typedef __m256 V;
static inline V v_load(const float *p) { return _mm256_loadu_ps(p); }
static inline void v_store(float *p, V a) { _mm256_storeu_ps(p, a); }
static inline V v_set(float f) { return _mm256_set1_ps(f); }
static inline V v_sub(V a, V b) { return _mm256_sub_ps(a, b); }
static inline V v_fma(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
static inline V v_fms(V a, V b, V c) { return _mm256_fmsub_ps(a, b, c); }
static inline V v_inverse(V a) { return _mm256_rsqrt_ps(a); } /* a sixth of vsqrtps' time */
static inline V v_min(V a, V b) { return _mm256_min_ps(a, b); }
static inline V v_max(V a, V b) { return _mm256_max_ps(a, b); }
static inline float v_largest(V a) {
  float f[8], most = 0;
  _mm256_storeu_ps(f, a);
  for (int k = 0; k < 8; k++) most = f[k] > most ? f[k] : most;
  return most;
}
static inline unsigned v_at_most(V a, V b) {
  return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ));
}
static inline float v_smallest(V a) {
  __m128 m = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  m = _mm_min_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_min_ss(m, _mm_shuffle_ps(m, m, 1)));
}

#include "scan_lanes.h"

/* 9 vector instructions on two ports for 8 moves. */
const ScanOps scan_avx2 = {"AVX2", GROUP, 9.0 / 2 / 8, "vector ports", lanes_slack, lanes_minima, lanes_hits};
#endif
