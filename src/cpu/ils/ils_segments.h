/* Segment list: the tour of one kick as at most ILS_SEGMENTS segments of the snapshot
 * (src/solver/ils/ils_kernels.h). A move takes time proportional to the number of segments, whatever n is.
 * Twin of src/gpu/ils/ils_segments.cuh. */
#ifndef CORDEE_CPU_ILS_ILS_SEGMENTS_H
#define CORDEE_CPU_ILS_ILS_SEGMENTS_H

#include <stdbool.h>
#include "solver/ils/ils_proposal.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

typedef struct IlsSegments {
  int32_t n, count;
  _Alignas(16) int32_t low[ILS_SEGMENTS];
  _Alignas(16) int32_t high[ILS_SEGMENTS]; /* positions low .. high of the snapshot; high < 0: unused */
  int32_t start[ILS_SEGMENTS];             /* place of the first city */
  bool reversed[ILS_SEGMENTS];
} IlsSegments;

/* The snapshot, in one segment. */
void ils_segments_open(IlsSegments *v, int32_t n);
/* The snapshot after the double bridge of a kick. */
void ils_segments_kick(IlsSegments *v, int32_t n, IlsDraw draw);
/* Reverses the path from place i to place j, around the tour. True: its complement was reversed instead, so
 * the list now runs in the other direction. Adds two segments at most. */
bool ils_segments_flip(IlsSegments *v, int32_t i, int32_t j);
/* Joins segments that continue each other. */
void ils_segments_join(IlsSegments *v);
/* The proposal of a joined list. */
void ils_segments_propose(const IlsSegments *v, int64_t delta, IlsProposal *out);

static inline int32_t ils_segments_first(const IlsSegments *v, int32_t s) {
  return v->reversed[s] ? v->high[s] : v->low[s];
}
static inline int32_t ils_segments_last(const IlsSegments *v, int32_t s) {
  return v->reversed[s] ? v->low[s] : v->high[s];
}

static inline int32_t ils_segments_find(const IlsSegments *v, int32_t position) {
  int32_t s = 0;
#ifdef __SSE2__ /* eight at a time: the branches of a scan would be mispredicted nearly every time */
  const __m128i at = _mm_set1_epi32(position);
  for (;; s += 8) {
    const __m128i *low = (const __m128i *)(v->low + s), *high = (const __m128i *)(v->high + s);
    const __m128i a = _mm_or_si128(_mm_cmpgt_epi32(low[0], at), _mm_cmpgt_epi32(at, high[0])),
                  b = _mm_or_si128(_mm_cmpgt_epi32(low[1], at), _mm_cmpgt_epi32(at, high[1]));
    const int outside = _mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(a, b), _mm_set1_epi16(-1)));
    if (outside != 0xffff) return s + __builtin_ctz(~(unsigned)outside);
  }
#else
  while (position < v->low[s] || position > v->high[s]) s++;
  return s;
#endif
}

/* The place of a position. */
static inline int32_t ils_segments_place(const IlsSegments *v, int32_t position) {
  int32_t s = ils_segments_find(v, position), back = -(int32_t)v->reversed[s];
  int32_t first = (v->low[s] & ~back) | (v->high[s] & back);
  return v->start[s] + (((position - first) ^ back) - back);
}

#endif
