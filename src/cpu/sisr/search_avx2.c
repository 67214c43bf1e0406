/* The loops of search_body.h with 8 lanes. */
#ifdef __x86_64__
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#include <immintrin.h>
#include <stdint.h>

/* The lanes of eight that are <= most. */
static inline uint32_t within(__m256i values, __m256i most) {
  return ~(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(values, most))) & 0xff;
}

static inline uint32_t bounds_within(const int32_t *bound, int32_t most) {
  const __m256i limit = _mm256_set1_epi32(most);
  uint32_t lanes = 0;
  for (int j = 0; j < 32; j += 8) lanes |= within(_mm256_load_si256((const void *)(bound + j)), limit) << j;
  return lanes;
}

static inline uint32_t near_bounds(const uint16_t *near, const int32_t *nearby, int32_t beyond,
                                   const int32_t *reach, int32_t most, int32_t *bound) {
  const __m256i limit = _mm256_set1_epi32(most);
  uint32_t lanes = 0;
  for (int j = 0; j < 32; j += 8) {
    const __m256i v = _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)(near + j))),
                  d = _mm256_loadu_si256((const void *)(nearby + j)),
                  detour = _mm256_add_epi32(d, _mm256_min_epi32(d, _mm256_set1_epi32(beyond))),
                  b = _mm256_sub_epi32(detour, _mm256_i32gather_epi32(reach, v, 4));
    _mm256_store_si256((void *)(bound + j), b);
    lanes |= within(b, limit) << j;
  }
  return lanes;
}

static inline uint32_t ends_within(const int32_t *load, int32_t room, const int32_t *span, int32_t least) {
  uint32_t lanes = 0;
  for (int j = 0; j < 16; j += 8) {
    const __m256i l = _mm256_loadu_si256((const void *)(load + j)),
                  s = _mm256_loadu_si256((const void *)(span + j));
    lanes |= (within(l, _mm256_set1_epi32(room)) & within(_mm256_set1_epi32(least), s)) << j;
  }
  return lanes;
}

static inline uint32_t keys_below(const uint32_t *key, uint32_t mine, uint32_t *same) {
  const __m256i sign = _mm256_set1_epi32(INT32_MIN),
                m = _mm256_xor_si256(_mm256_set1_epi32((int32_t)mine), sign);
  uint32_t not_less = 0, less_or_same = 0;
  for (int j = 0; j < 32; j += 8) {
    const __m256i k = _mm256_xor_si256(_mm256_load_si256((const void *)(key + j)), sign);
    not_less |= within(m, k) << j;
    less_or_same |= within(k, m) << j;
  }
  *same = not_less & less_or_same;
  return ~not_less;
}

#include "search_body.h"

const SearchOps search_avx2 = {body_place, body_words, body_limit, body_sort};
#endif
