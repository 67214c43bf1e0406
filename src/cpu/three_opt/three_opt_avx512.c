/* The loops with 16 and 32 lanes. */
#ifdef __x86_64__
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,prefer-vector-width=512")
#include <immintrin.h>
#include "three_opt_body.h"

#define ROWS    2
#define COLUMNS 3
#define V       __m512i

#define NAME(f)       f##_32
#define Value         int32_t
#define LANES         16
#define GROUP         6
#define FAR           (2 * THREE_OPT_INFINITE)
#define v_load(p)     _mm512_loadu_si512(p)
#define v_set(f)      _mm512_set1_epi32(f)
#define v_add(a, b)   _mm512_add_epi32(a, b)
#define v_last(a, b)  _mm512_add_epi32(a, b)
#define v_min(a, b)   _mm512_min_epi32(a, b)
#define v_smallest(a) _mm512_reduce_min_epi32(a)
#include "three_opt_lanes.h"

#undef NAME
#undef Value
#undef LANES
#undef GROUP
#undef FAR
#undef v_set
#undef v_add
#undef v_last
#undef v_min
#undef v_smallest

static int32_t smallest_16(__m512i a) {
  const __m256i half = _mm256_min_epi16(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64(a, 1));
  const __m128i quarter = _mm_min_epi16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  const __m128i biased = _mm_xor_si128(quarter, _mm_set1_epi16(INT16_MIN));
  return (int16_t)(_mm_extract_epi16(_mm_minpos_epu16(biased), 0) ^ 0x8000);
}

#define NAME(f)       f##_16
#define Value         int16_t
#define LANES         32
#define GROUP         12
#define FAR           INT16_MAX
#define v_set(f)      _mm512_set1_epi16(f)
#define v_add(a, b)   _mm512_add_epi16(a, b)
#define v_last(a, b)  _mm512_adds_epi16(a, b)
#define v_min(a, b)   _mm512_min_epi16(a, b)
#define v_smallest(a) smallest_16(a)
#include "three_opt_lanes.h"

const ThreeOptOps three_opt_avx512 = {"AVX-512",       16,         body_distances,   body_fold,
                                      body_narrow,     minima_32,  minima_16,        body_strip_ends,
                                      body_strip_mask, body_strip, body_strip_timed, body_smallest,
                                      body_pairs};
#endif
