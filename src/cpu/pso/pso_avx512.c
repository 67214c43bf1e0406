/* A tile of 16 particles. */
#ifdef __x86_64__
#pragma GCC target("avx512f,avx512dq,avx512vl,fma,prefer-vector-width=512")
#include <immintrin.h>
#include <stdint.h>

#define LANES 16
typedef __m512 V;
typedef __m512i U;
typedef __mmask16 K;
static inline K k_first(int32_t count) { return (K)((1u << count) - 1); }
static inline int k_any(K k) { return k != 0; }
static inline V v_load(const float *p, K k) { return _mm512_maskz_loadu_ps(k, p); }
static inline void v_store(float *p, K k, V a) { _mm512_mask_storeu_ps(p, k, a); }
static inline V v_set(float f) { return _mm512_set1_ps(f); }
static inline V v_add(V a, V b) { return _mm512_add_ps(a, b); }
static inline V v_sub(V a, V b) { return _mm512_sub_ps(a, b); }
static inline V v_mul(V a, V b) { return _mm512_mul_ps(a, b); }
static inline V v_fma(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
static inline V v_clamp(V a, V low, V high) { return _mm512_min_ps(_mm512_max_ps(a, low), high); }
static inline V v_round(V a) {
  return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
static inline V v_size(V a) { return _mm512_abs_ps(a); }
static inline K v_less(V a, V b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
static inline V v_pick(K k, V a, V b) { return _mm512_mask_blend_ps(k, b, a); }
static inline V v_bits(U a) { return _mm512_castsi512_ps(a); }
static inline U v_index(V a) { return _mm512_cvtps_epi32(a); }
static inline U u_load(const uint32_t *p, K k) { return _mm512_maskz_loadu_epi32(k, p); }
static inline void u_store(uint32_t *p, K k, U a) { _mm512_mask_storeu_epi32(p, k, a); }
static inline U u_set(uint32_t a) { return _mm512_set1_epi32((int32_t)a); }
static inline U u_ramp(uint32_t first) {
  return _mm512_add_epi32(u_set(first),
                          _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}
static inline U u_xor3(U a, U b, U c) { return _mm512_ternarylogic_epi32(a, b, c, 0x96); }
static inline U u_shift(U a, int by) {
  return by < 0 ? _mm512_slli_epi32(a, (unsigned)-by) : _mm512_srli_epi32(a, (unsigned)by);
}
static inline U u_and_or(U a, U b, U c) { return _mm512_ternarylogic_epi32(a, b, c, 0xea); }
static inline K u_equal(U a, U b) { return _mm512_cmpeq_epi32_mask(a, b); }
static inline K u_less(U a, U b, K k) { return _mm512_mask_cmplt_epu32_mask(k, a, b); }
static inline U u_max(U a, U b) { return _mm512_max_epu32(a, b); }
static inline U u_add(K k, U a, U b) { return _mm512_mask_add_epi32(a, k, a, b); }
static inline void u_multiply(U a, uint32_t b, U *high, U *low) {
  U even = _mm512_mul_epu32(a, u_set(b)), odd = _mm512_mul_epu32(_mm512_srli_epi64(a, 32), u_set(b));
  *high = _mm512_mask_shuffle_epi32(odd, 0x5555, even, _MM_PERM_DDBB);
  *low = _mm512_mask_shuffle_epi32(even, 0xaaaa, odd, _MM_PERM_CCAA);
}

#include "pso_lanes.h"

const TileOps tile_avx512 = {"AVX-512", LANES, lanes_step};
#endif
