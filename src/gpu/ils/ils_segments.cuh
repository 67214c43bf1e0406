/* Segment list on CUDA: lane s of a warp has segment s (src/solver/ils/ils_kernels.h). The whole warp calls
 * every function with the same arguments unless it says "by lane". Twin of src/cpu/ils/ils_segments.c. */
#ifndef CORDEE_GPU_ILS_ILS_SEGMENTS_CUH
#define CORDEE_GPU_ILS_ILS_SEGMENTS_CUH

#include "solver/ils/ils_proposal.h"

static const unsigned ILS_ALL = 0xffffffffu;

/* Positions low .. low + span of the snapshot; the first of them, in the segment's direction, is at place
 * `start`. */
struct alignas(16) IlsSegment {
  int32_t low, span, start, reversed;
};

struct IlsLocation {
  int32_t position, place, segment;
};

struct IlsSegments {
  int32_t n, count, lane;
  IlsSegment own;    /* of lane < count */
  IlsSegment *table; /* [ILS_SEGMENTS], shared: a copy, for lookups by lane */
};

__device__ static void segments_publish(const IlsSegments &v) {
  __syncwarp();
  if (v.lane < v.count) v.table[v.lane] = v.own;
  __syncwarp();
}

__device__ static void segments_open(IlsSegments &v) {
  v.count = 1;
  v.own = {0, v.n - 1, 0, 0};
  segments_publish(v);
}

__device__ static void segments_kick(IlsSegments &v, const IlsDraw &draw) {
  const int32_t p = draw.p + 1, ab = draw.a + draw.b, abc = ab + draw.c;
  v.count = 5;
  switch (v.lane) {
  case 0:
    v.own = {0, p - 1, 0, 0};
    break;
  case 1:
    v.own = {p + ab, draw.c - 1, p, 0};
    break;
  case 2:
    v.own = {p + draw.a, draw.b - 1, p + draw.c, 0};
    break;
  case 3:
    v.own = {p, draw.a - 1, p + draw.c + draw.b, 0};
    break;
  default:
    v.own = {p + abc, v.n - p - abc - 1, p + abc, 0};
  }
  segments_publish(v);
}

__device__ static int32_t segment_first(const IlsSegment &s) { return s.reversed ? s.low + s.span : s.low; }
__device__ static int32_t segment_last(const IlsSegment &s) { return s.reversed ? s.low : s.low + s.span; }

/* By lane. */
__device__ static IlsLocation segments_locate(const IlsSegments &v, int32_t position) {
  int32_t s = 0;
  for (int32_t k = 1; k < v.count; ++k) {
    const int2 segment = *reinterpret_cast<const int2 *>(v.table + k);
    if ((uint32_t)(position - segment.x) <= (uint32_t)segment.y) s = k;
  }
  const IlsSegment at = v.table[s];
  const int32_t offset = position - at.low;
  return {position, at.start + (at.reversed ? at.span - offset : offset), s};
}

/* By lane: the neighbour of a location, d = 0 the next one, 1 the previous one. */
__device__ static IlsLocation segments_next(const IlsSegments &v, const IlsLocation &at, int d) {
  IlsSegment own = v.table[at.segment];
  const int32_t step = own.reversed == d ? 1 : -1, offset = at.position - own.low + step;
  int32_t place = at.place + (d ? -1 : 1), s = at.segment + (d ? -1 : 1);
  if (place < 0) place = v.n - 1;
  if (place == v.n) place = 0;
  if ((uint32_t)offset <= (uint32_t)own.span) return {at.position + step, place, at.segment};
  if (s < 0) s = v.count - 1;
  if (s == v.count) s = 0;
  own = v.table[s];
  return {d ? segment_last(own) : segment_first(own), place, s};
}

/* Place of a position. */
__device__ static int32_t segments_place(const IlsSegments &v, int32_t position) {
  const bool here = v.lane < v.count && (uint32_t)(position - v.own.low) <= (uint32_t)v.own.span;
  const int32_t offset = position - v.own.low,
                place = v.own.start + (v.own.reversed ? v.own.span - offset : offset);
  return __shfl_sync(ILS_ALL, place, __ffs(__ballot_sync(ILS_ALL, here)) - 1);
}

__device__ static IlsSegment segment_from(const IlsSegment &s, int32_t lane) {
  return {__shfl_sync(ILS_ALL, s.low, lane), __shfl_sync(ILS_ALL, s.span, lane),
          __shfl_sync(ILS_ALL, s.start, lane), __shfl_sync(ILS_ALL, s.reversed, lane)};
}

/* Splits a segment so that one begins at place i < n; returns its number. The table is not updated. */
__device__ static int32_t segments_split(IlsSegments &v, int32_t i) {
  const int32_t s = 31 - __clz(__ballot_sync(ILS_ALL, v.lane < v.count && v.own.start <= i));
  const int32_t left = i - __shfl_sync(ILS_ALL, v.own.start, s);
  if (!left) return s;
  const IlsSegment before = segment_from(v.own, v.lane > s ? v.lane - 1 : v.lane);
  v.own = before;
  ++v.count;
  if (v.lane == s) {
    const int32_t right = v.own.span + 1 - left;
    v.own.low += v.own.reversed ? right : 0;
    v.own.span = left - 1;
  } else if (v.lane == s + 1) {
    v.own.low += v.own.reversed ? 0 : left;
    v.own.span -= left;
    v.own.start = i;
  }
  return s + 1;
}

/* Reverses the path from place i to place j, around the tour. True: its complement was reversed instead, so
 * the list now runs in the other direction. The table is not updated. */
__device__ static bool segments_flip(IlsSegments &v, int32_t i, int32_t j) {
  const bool wraps = i > j;
  if (wraps) {
    const int32_t first = j + 1;
    j = i - 1;
    i = first;
    if (i > j) return true; /* the whole tour */
  }
  const int32_t a = segments_split(v, i), b = j + 1 == v.n ? v.count - 1 : segments_split(v, j + 1) - 1;
  const bool inside = v.lane >= a && v.lane <= b;
  const IlsSegment opposite = segment_from(v.own, inside ? a + b - v.lane : v.lane);
  if (inside)
    v.own = {opposite.low, opposite.span, i + j - opposite.start - opposite.span, !opposite.reversed};
  return wraps;
}

/* Joins segments that continue each other, and updates the table. */
__device__ static void segments_join(IlsSegments &v) {
  const IlsSegment s = segment_from(v.own, v.lane ? v.lane - 1 : 0), t = v.own;
  const bool forward = (!s.reversed || !s.span) && (!t.reversed || !t.span) && s.low + s.span + 1 == t.low;
  const bool reversed = (s.reversed || !s.span) && (t.reversed || !t.span) && t.low + t.span + 1 == s.low;
  int32_t way;
  if (v.lane == 0)
    way = 0;
  else if (forward)
    way = 1;
  else if (reversed)
    way = -1;
  else
    way = 0;
  const bool head = v.lane < v.count && !way;
  const uint32_t heads = __ballot_sync(ILS_ALL, head);
  if (__popc(heads) == v.count) {
    segments_publish(v);
    return;
  }
  const uint32_t later = v.lane < 31 ? heads >> (v.lane + 1) : 0;
  const int32_t next = later ? v.lane + __ffs(later) : v.count; /* the first head after this one */
  const int32_t low = __shfl_sync(ILS_ALL, v.own.low, next - 1),
                start = __shfl_sync(ILS_ALL, v.own.start, next & 31);
  const int32_t second = __shfl_down_sync(ILS_ALL, way, 1);
  __syncwarp();
  if (head) {
    const bool joined = next > v.lane + 1, back = joined && second < 0;
    const int32_t end = later ? start : v.n;
    v.table[__popc(heads & ((1u << v.lane) - 1))] = {back ? low : v.own.low, end - v.own.start - 1,
                                                     v.own.start, joined ? back : v.own.reversed};
  }
  __syncwarp();
  v.count = __popc(heads);
  v.own = v.table[v.lane < v.count ? v.lane : 0];
}

#endif
