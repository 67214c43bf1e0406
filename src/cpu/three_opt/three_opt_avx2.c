/* The loops with 8 and 16 lanes. */
#ifdef __x86_64__
#pragma GCC target("avx2,fma")
#include <immintrin.h>
#include "three_opt_body.h"

#define ROWS    2
#define COLUMNS 1
#define V       __m256i

static inline __m256i load(const void *p) { return _mm256_loadu_si256(p); }

static int32_t smallest_32(__m256i a) {
  __m128i four = _mm_min_epi32(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
  four = _mm_min_epi32(four, _mm_shuffle_epi32(four, 0x4e));
  four = _mm_min_epi32(four, _mm_shuffle_epi32(four, 0xb1));
  return _mm_cvtsi128_si32(four);
}

static int32_t smallest_16(__m256i a) {
  const __m128i eight = _mm_min_epi16(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
  const __m128i biased = _mm_xor_si128(eight, _mm_set1_epi16(INT16_MIN));
  return (int16_t)(_mm_extract_epi16(_mm_minpos_epu16(biased), 0) ^ 0x8000);
}

#define NAME(f)       f##_32
#define Value         int32_t
#define LANES         8
#define GROUP         6
#define FAR           (2 * THREE_OPT_INFINITE)
#define v_load(p)     load(p)
#define v_set(f)      _mm256_set1_epi32(f)
#define v_add(a, b)   _mm256_add_epi32(a, b)
#define v_last(a, b)  _mm256_add_epi32(a, b)
#define v_min(a, b)   _mm256_min_epi32(a, b)
#define v_smallest(a) smallest_32(a)
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

#define NAME(f)       f##_16
#define Value         int16_t
#define LANES         16
#define GROUP         12
#define FAR           INT16_MAX
#define v_set(f)      _mm256_set1_epi16(f)
#define v_add(a, b)   _mm256_add_epi16(a, b)
#define v_last(a, b)  _mm256_adds_epi16(a, b)
#define v_min(a, b)   _mm256_min_epi16(a, b)
#define v_smallest(a) smallest_16(a)
#include "three_opt_lanes.h"

const ThreeOptOps three_opt_avx2 = {"AVX2",          8,          body_distances,   body_fold,
                                    body_narrow,     minima_32,  minima_16,        body_strip_ends,
                                    body_strip_mask, body_strip, body_strip_timed, body_smallest,
                                    body_pairs};
#endif
