/* A tile of 8 particles. */
#ifdef __x86_64__
#pragma GCC target("avx2,fma")
#include <immintrin.h>
#include <stdint.h>

#define LANES 8
typedef __m256 V;
typedef __m256i U;
typedef __m256i K; /* all bits of a lane, or none */
static inline U u_set(uint32_t a) { return _mm256_set1_epi32((int32_t)a); }
static inline U u_ramp(uint32_t first) {
  return _mm256_add_epi32(u_set(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
static inline K k_first(int32_t count) { return _mm256_cmpgt_epi32(u_set((uint32_t)count), u_ramp(0)); }
static inline int k_any(K k) { return !_mm256_testz_si256(k, k); }
static inline V v_load(const float *p, K k) { return _mm256_maskload_ps(p, k); }
static inline void v_store(float *p, K k, V a) { _mm256_maskstore_ps(p, k, a); }
static inline V v_set(float f) { return _mm256_set1_ps(f); }
static inline V v_add(V a, V b) { return _mm256_add_ps(a, b); }
static inline V v_sub(V a, V b) { return _mm256_sub_ps(a, b); }
static inline V v_mul(V a, V b) { return _mm256_mul_ps(a, b); }
static inline V v_fma(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
static inline V v_clamp(V a, V low, V high) { return _mm256_min_ps(_mm256_max_ps(a, low), high); }
static inline V v_round(V a) { return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
static inline V v_size(V a) { return _mm256_andnot_ps(v_set(-0.0f), a); }
static inline K v_less(V a, V b) { return _mm256_castps_si256(_mm256_cmp_ps(a, b, _CMP_LT_OQ)); }
static inline V v_pick(K k, V a, V b) { return _mm256_blendv_ps(b, a, _mm256_castsi256_ps(k)); }
static inline V v_bits(U a) { return _mm256_castsi256_ps(a); }
static inline U v_index(V a) { return _mm256_cvtps_epi32(a); }
static inline U u_load(const uint32_t *p, K k) { return _mm256_maskload_epi32((const int *)p, k); }
static inline void u_store(uint32_t *p, K k, U a) { _mm256_maskstore_epi32((int *)p, k, a); }
static inline U u_xor3(U a, U b, U c) { return _mm256_xor_si256(_mm256_xor_si256(b, c), a); }
static inline U u_shift(U a, int by) { return by < 0 ? _mm256_slli_epi32(a, -by) : _mm256_srli_epi32(a, by); }
static inline U u_and_or(U a, U b, U c) { return _mm256_or_si256(_mm256_and_si256(a, b), c); }
static inline K u_equal(U a, U b) { return _mm256_cmpeq_epi32(a, b); }
static inline U u_max(U a, U b) { return _mm256_max_epu32(a, b); }
static inline K u_less(U a, U b, K k) { return _mm256_andnot_si256(u_equal(u_max(a, b), a), k); }
static inline U u_add(K k, U a, U b) { return _mm256_add_epi32(a, _mm256_and_si256(b, k)); }
static inline void u_multiply(U a, uint32_t b, U *high, U *low) {
  U even = _mm256_mul_epu32(a, u_set(b)), odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), u_set(b));
  *high = _mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xaa);
  *low = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
}

#include "pso_lanes.h"

const TileOps tile_avx2 = {"AVX2", LANES, lanes_step};
#endif
