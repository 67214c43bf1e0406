/* A segment hierarchy of one resource: how it is built and what it gives, the same in C and CUDA. ref_levels.h says where segments
 * stand, ref_segment.h what they are. */
#ifndef CORDEE_SOLVER_THREE_OPT_REF_HIERARCHY_H
#define CORDEE_SOLVER_THREE_OPT_REF_HIERARCHY_H

#include "ref_levels.h"
#include "ref_segment.h"

typedef struct RefHierarchy {
  RefLevels levels;
  RefResource resource;
  RefSegment *segment; /* (levels.first[levels.levels]) */
} RefHierarchy;

/* The segment from point p of level l to the next point q to the left or the right: a step of the tour, or a whole block below. */
CVRP_HD static inline RefSegment ref_link(const RefHierarchy *h, const RouteData *data, const int32_t *tour,
                                          int32_t l, int32_t p, int32_t q) {
  if (l) return h->segment[ref_place(&h->levels, l - 1, p, q)];
  const int32_t moved = h->resource == REF_LOAD ? 0 : route_distance(data, tour[p], tour[q]);
  return ref_step(data, h->resource, tour[q], moved);
}

/* The segments that begin at a point of a block of level l, the one with that number, 0 <= point < side, in both directions. Levels
 * are built from the lowest up; the points of one level in any order, all at once if need be. */
CVRP_HD static inline void ref_build(const RefHierarchy *h, const RouteData *data, const int32_t *tour,
                                     int32_t l, int32_t block, int32_t point) {
  const RefLevels *levels = &h->levels;
  const int32_t step = (int32_t)1 << levels->shift[l], begin = ref_block_begin(levels, l, block);
  const int32_t p = begin + point * step, end = ref_block_end(levels, l, block);
  RefSegment so_far = ref_stay();
  for (int32_t q = p + step; q <= end && q < levels->n; q += step) {
    so_far = ref_join(so_far, ref_link(h, data, tour, l, q - step, q));
    h->segment[ref_place(levels, l, p, q)] = so_far;
  }
  if (p >= levels->n) return;
  so_far = ref_stay();
  for (int32_t q = p - step; q >= begin; q -= step) {
    so_far = ref_join(so_far, ref_link(h, data, tour, l, q + step, q));
    h->segment[ref_place(levels, l, p, q)] = so_far;
  }
}

/* The part of the tour from position p to position q, backwards if p > q. */
CVRP_HD static inline RefSegment ref_part(const RefHierarchy *h, int32_t p, int32_t q) {
  const RefLevels *levels = &h->levels;
  const int32_t back = p > q;
  int32_t low = back ? q : p, high = back ? p : q;
  RefSegment first = ref_stay(), last = ref_stay();
  for (int32_t l = 0; low < high; l++) {
    if (high <= ref_block_end(levels, l, ref_block(levels, l, low))) {
      first = ref_join(first, h->segment[ref_place(levels, l, back ? high : low, back ? low : high)]);
      break;
    }
    const int32_t up = levels->shift[l + 1], next = (((low - 1) >> up) + 1) << up,
                  before = (high >> up) << up;
    if (back ? before < high : low < next)
      first = ref_join(
          first, h->segment[back ? ref_place(levels, l, high, before) : ref_place(levels, l, low, next)]);
    if (back ? low < next : before < high)
      last = ref_join(h->segment[back ? ref_place(levels, l, next, low) : ref_place(levels, l, before, high)],
                      last);
    low = next;
    high = before;
  }
  return ref_join(first, last);
}

#endif
