/* See ils_gain_bounds.h: by coordinates, two candidates at a time, with two neighbours each. */
#ifdef __x86_64__
#pragma GCC target("avx2")
#include <immintrin.h>
#include "ils_gain_bounds.h"

typedef struct Lanes { /* of two candidates: x x y y and d d c c each */
  __m256 place;
  __m256i edges;
} Lanes;

static inline __m256i join(const void *a, const void *b) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(a)), _mm_load_si128(b), 1);
}

static inline Lanes lanes_load(const IlsNeighbours *a, const IlsNeighbours *b) {
  return (Lanes){_mm256_castsi256_ps(join(a->x, b->x)), join(a->length, b->length)};
}

/* Bits 0 and 1, 4 and 5: the neighbours. */
static inline uint32_t lanes_bounds(const IlsReference *reference, Lanes t5, __m256i over) {
  const __m256 gap = _mm256_sub_ps(t5.place, _mm256_load_ps(reference->place)),
               squares = _mm256_mul_ps(gap, gap),
               square = _mm256_add_ps(squares, _mm256_permute_ps(squares, 0xee));
  const __m256 reach = _mm256_add_ps(_mm256_cvtepi32_ps(_mm256_add_epi32(t5.edges, over)),
                                     _mm256_set1_ps(reference->slack)),
               most = _mm256_max_ps(reach, _mm256_setzero_ps());
  const __m256i closed =
      _mm256_cmpeq_epi32(_mm256_shuffle_epi32(t5.edges, 0xee), _mm256_set1_epi32(reference->t1));
  const __m256 pays = _mm256_cmp_ps(square, _mm256_mul_ps(most, most), _CMP_LT_OQ);
  return (uint32_t)_mm256_movemask_ps(_mm256_andnot_ps(_mm256_castsi256_ps(closed), pays));
}

uint32_t ils_gain_bounds_avx2(const IlsAdjacency *adjacency, const IlsReference *reference,
                              const IlsCandidate *near4, int32_t width, int32_t g, int32_t least) {
  uint32_t open = 0;
  int32_t k = 0;
  for (; k < width && near4[k].distance < g; k += 2) {
    const IlsCandidate *a = near4 + k, *b = a + (k + 1 < width);
    const __m256i gone =
                      _mm256_inserti128_si256(_mm256_set1_epi32(a->distance), _mm_set1_epi32(b->distance), 1),
                  over = _mm256_sub_epi32(_mm256_set1_epi32(g - least), gone);
    open |= lanes_bounds(
                reference,
                lanes_load(ils_adjacency_at(adjacency, a->city), ils_adjacency_at(adjacency, b->city)), over)
            << ILS_BOUND_BITS * k;
  }
  if (!k) return 0;
  const int32_t end = k < width ? k : width;
  const uint32_t over = (k > width) | (near4[end - 1].distance >= g); /* the last candidate does not count */
  return open & 0x33333333u & ~(ILS_BOUND_BOTH * over << ILS_BOUND_BITS * (k - 1));
}
#endif
