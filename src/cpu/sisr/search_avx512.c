/* The loops of search_body.h with 16 lanes. */
#ifdef __x86_64__
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,bmi,bmi2,lzcnt,fma,popcnt,prefer-vector-width=512")
#include <immintrin.h>
#include <stdint.h>

static inline uint32_t bounds_within(const int32_t *bound, int32_t most) {
  const __m512i limit = _mm512_set1_epi32(most);
  const uint32_t low = _mm512_cmple_epi32_mask(_mm512_load_si512(bound), limit),
                 high = _mm512_cmple_epi32_mask(_mm512_load_si512(bound + 16), limit);
  return low | high << 16;
}

static inline uint32_t near_bounds(const uint16_t *near, const int32_t *nearby, int32_t beyond,
                                   const int32_t *reach, int32_t most, int32_t *bound) {
  const __m512i limit = _mm512_set1_epi32(most);
  uint32_t lanes = 0;
  for (int j = 0; j < 32; j += 16) {
    const __m512i v = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)(near + j))),
                  d = _mm512_loadu_si512(nearby + j),
                  detour = _mm512_add_epi32(d, _mm512_min_epi32(d, _mm512_set1_epi32(beyond))),
                  b = _mm512_sub_epi32(detour, _mm512_i32gather_epi32(v, reach, 4));
    _mm512_store_si512(bound + j, b);
    lanes |= (uint32_t)_mm512_cmple_epi32_mask(b, limit) << j;
  }
  return lanes;
}

static inline uint32_t ends_within(const int32_t *load, int32_t room, const int32_t *span, int32_t least) {
  const __mmask16 loads = _mm512_cmple_epi32_mask(_mm512_loadu_si512(load), _mm512_set1_epi32(room));
  return _mm512_mask_cmpge_epi32_mask(loads, _mm512_loadu_si512(span), _mm512_set1_epi32(least));
}

static inline uint32_t keys_below(const uint32_t *key, uint32_t mine, uint32_t *same) {
  const __m512i m = _mm512_set1_epi32((int32_t)mine), low = _mm512_load_si512(key),
                high = _mm512_load_si512(key + 16);
  *same = _mm512_cmpeq_epu32_mask(low, m) | (uint32_t)_mm512_cmpeq_epu32_mask(high, m) << 16;
  return _mm512_cmplt_epu32_mask(low, m) | (uint32_t)_mm512_cmplt_epu32_mask(high, m) << 16;
}

#include "search_body.h"

const SearchOps search_avx512 = {body_place, body_words, body_limit, body_sort};
#endif
