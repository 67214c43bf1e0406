/* See draws.h. Words of Philox4x32-10 (Salmon et al., SC11) in 64-bit lanes: a product of two words is what the next round needs, as a whole. */
#include "draws.h"

#include <immintrin.h>
#include <stddef.h>

#define MULTIPLIER_0 0xd2511f53u
#define MULTIPLIER_1 0xcd9e8d57u
#define WEYL_0       0x9e3779b9u
#define WEYL_1       0xbb67ae85u
enum { ROUNDS = 10 };

static void pairs_plain(RngStream s, uint32_t k, uint32_t m0, uint32_t *x0, uint32_t m1, uint32_t *x1) {
  for (int j = 0; j < DRAWS; j++, s.individual++) rng_below_pair(s, k, m0, &x0[j], m1, &x1[j]);
}

/* ---- AVX2: four lanes ---- */

#define AVX2 __attribute__((target("avx2"))) static

/* (high : low) * m / 2^64 */
AVX2 inline __m256i below_avx2(__m256i low, __m256i high, uint32_t m) {
  const __m256i by = _mm256_set1_epi64x(m);
  const __m256i carry = _mm256_srli_epi64(_mm256_mul_epu32(low, by), 32);
  return _mm256_srli_epi64(_mm256_add_epi64(_mm256_mul_epu32(high, by), carry), 32);
}

AVX2 inline void words_avx2(RngStream s, uint32_t k, __m256i c[4]) {
  uint32_t key0 = (uint32_t)s.seed, key1 = (uint32_t)(s.seed >> 32);
  const uint64_t v = s.individual;
  c[0] = _mm256_set1_epi64x(s.island);
  c[2] = _mm256_set1_epi64x(s.purpose);
  c[3] = _mm256_set1_epi64x(k);
  c[1] = _mm256_setr_epi64x((long long)v, (long long)v + 1, (long long)v + 2, (long long)v + 3);
  for (int round = 0; round < ROUNDS; round++, key0 += WEYL_0, key1 += WEYL_1) {
    const __m256i p0 = _mm256_mul_epu32(c[0], _mm256_set1_epi64x(MULTIPLIER_0));
    const __m256i p1 = _mm256_mul_epu32(c[2], _mm256_set1_epi64x(MULTIPLIER_1));
    c[0] = _mm256_xor_si256(_mm256_srli_epi64(p1, 32), _mm256_xor_si256(c[1], _mm256_set1_epi64x(key0)));
    c[2] = _mm256_xor_si256(_mm256_srli_epi64(p0, 32), _mm256_xor_si256(c[3], _mm256_set1_epi64x(key1)));
    c[1] = p1;
    c[3] = p0;
  }
}

AVX2 inline void store_avx2(uint32_t *to, __m256i x) {
  const __m256i even = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
  _mm_storeu_si128((__m128i *)to, _mm256_castsi256_si128(even));
}

AVX2 void pairs_avx2(RngStream s, uint32_t k, uint32_t m0, uint32_t *x0, uint32_t m1, uint32_t *x1) {
  for (int j = 0; j < DRAWS; j += 4, s.individual += 4) {
    __m256i c[4];
    words_avx2(s, k, c);
    store_avx2(x0 + j, below_avx2(c[0], c[1], m0));
    store_avx2(x1 + j, below_avx2(c[2], c[3], m1));
  }
}

/* ---- AVX-512: eight lanes ---- */

#define AVX512 __attribute__((target("avx512f"))) static

AVX512 inline __m512i below_avx512(__m512i low, __m512i high, uint32_t m) {
  const __m512i by = _mm512_set1_epi64(m);
  const __m512i carry = _mm512_srli_epi64(_mm512_mul_epu32(low, by), 32);
  return _mm512_srli_epi64(_mm512_add_epi64(_mm512_mul_epu32(high, by), carry), 32);
}

AVX512 void pairs_avx512(RngStream s, uint32_t k, uint32_t m0, uint32_t *x0, uint32_t m1, uint32_t *x1) {
  uint32_t key0 = (uint32_t)s.seed, key1 = (uint32_t)(s.seed >> 32);
  __m512i c0 = _mm512_set1_epi64(s.island), c2 = _mm512_set1_epi64(s.purpose), c3 = _mm512_set1_epi64(k);
  __m512i c1 = _mm512_add_epi64(_mm512_set1_epi64(s.individual), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
  for (int round = 0; round < ROUNDS; round++, key0 += WEYL_0, key1 += WEYL_1) {
    const __m512i p0 = _mm512_mul_epu32(c0, _mm512_set1_epi64(MULTIPLIER_0));
    const __m512i p1 = _mm512_mul_epu32(c2, _mm512_set1_epi64(MULTIPLIER_1));
    c0 = _mm512_xor_si512(_mm512_srli_epi64(p1, 32), _mm512_xor_si512(c1, _mm512_set1_epi64(key0)));
    c2 = _mm512_xor_si512(_mm512_srli_epi64(p0, 32), _mm512_xor_si512(c3, _mm512_set1_epi64(key1)));
    c1 = p1;
    c3 = p0;
  }
  _mm256_storeu_si256((__m256i *)x0, _mm512_cvtepi64_epi32(below_avx512(c0, c1, m0)));
  _mm256_storeu_si256((__m256i *)x1, _mm512_cvtepi64_epi32(below_avx512(c2, c3, m1)));
}

/* ---- the choice ---- */

const DrawPairs *draw_pairs_all(void) {
  static const DrawPairs all[] = {pairs_plain, pairs_avx2, pairs_avx512, NULL},
                         two[] = {pairs_plain, pairs_avx2, NULL}, one[] = {pairs_plain, NULL};
  if (!__builtin_cpu_supports("avx2")) return one;
  return __builtin_cpu_supports("avx512f") ? all : two;
}

DrawPairs draw_pairs(void) {
  const DrawPairs *last = draw_pairs_all();
  while (last[1]) last++;
  return *last;
}
