/* The Euclidean filter with 8 lanes. */
#ifdef __x86_64__
#pragma GCC target("avx2,fma")
#include <immintrin.h>
#include <math.h>
#include "scan.h"

#define LANES 8
#define LANES_ERROR 0.0f
typedef __m256 V;
static inline V v_load(const float *p) { return _mm256_loadu_ps(p); }
static inline V v_set(float f) { return _mm256_set1_ps(f); }
static inline V v_add(V a, V b) { return _mm256_add_ps(a, b); }
static inline V v_sub(V a, V b) { return _mm256_sub_ps(a, b); }
static inline V v_fma(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
static inline V v_root(V a) { return _mm256_sqrt_ps(a); }
static inline V v_min(V a, V b) { return _mm256_min_ps(a, b); }
static inline V v_max(V a, V b) { return _mm256_max_ps(a, b); }
static inline float v_largest(V a) {
  float f[8], most = 0;
  _mm256_storeu_ps(f, a);
  for (int k = 0; k < 8; k++) most = f[k] > most ? f[k] : most;
  return most;
}
static inline unsigned v_at_most(V a, V b) { return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_LE_OQ)); }
static inline float v_smallest(V a) {
  __m128 m = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  m = _mm_min_ps(m, _mm_movehl_ps(m, m));
  return _mm_cvtss_f32(_mm_min_ss(m, _mm_shuffle_ps(m, m, 1)));
}
static inline V v_next(V a, V b) {
  __m256 middle = _mm256_permute2f128_ps(a, b, 0x21);
  return _mm256_castsi256_ps(_mm256_alignr_epi8(_mm256_castps_si256(middle), _mm256_castps_si256(a), 4));
}

#include "scan_lanes.h"

/* vsqrtps: 6 cycles for 8 moves from Skylake on. */
const ScanOps scan_avx2 = {"AVX2", 6.0 / 8, "square roots", lanes_slack, lanes_minima, lanes_hits};
#endif
