/* Where two tours differ, for both backends: the edges, and how a city pairs its edges of one tour with those
 * of the other. The contract is in recombine_kernels.h. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_ENDS_H
#define CORDEE_SEARCH_EAX_RECOMBINE_ENDS_H

#include "recombine_kernels.h"
#include "thread_group.h"

/* A tour and its inverse. */
typedef struct RecombineRing {
  const int32_t *tour, *position;
} RecombineRing;

typedef struct RecombineParents {
  const RecombineTask *task;
  RecombinePair pair;
  RecombineRing parent_a, parent_b;
  const int32_t *
      entry; /* (n) entries before each position of parent A: the entry of the edge after it, if parent B lacks that */
  const int32_t *city; /* (2 d) of each end */
} RecombineParents;

/* A city's neighbours in one tour, before and after, and which of these edges the other tour lacks. */
typedef struct RecombineSides {
  int32_t city[2], differs[2];
} RecombineSides;

GROUP_FN void ring_neighbours(RecombineRing r, int32_t n, int32_t v, int32_t city[2]) {
  const int32_t p = r.position[v];
  city[0] = r.tour[p ? p - 1 : n - 1];
  city[1] = r.tour[p + 1 < n ? p + 1 : 0];
}

/* Does parent B lack the edge after position p of parent A? */
GROUP_FN int32_t edge_differs(const RecombineParents *x, int32_t p) {
  const int32_t n = x->task->problem.n, next = x->parent_a.tour[p + 1 < n ? p + 1 : 0];
  int32_t city[2];
  ring_neighbours(x->parent_b, n, x->parent_a.tour[p], city);
  return city[0] != next && city[1] != next;
}

GROUP_FN void city_sides(const RecombineParents *x, int32_t v, RecombineSides *a, RecombineSides *b) {
  ring_neighbours(x->parent_a, x->task->problem.n, v, a->city);
  ring_neighbours(x->parent_b, x->task->problem.n, v, b->city);
  for (int k = 0; k < 2; k++) {
    a->differs[k] = a->city[k] != b->city[0] && a->city[k] != b->city[1];
    b->differs[k] = b->city[k] != a->city[0] && b->city[k] != a->city[1];
  }
}

/* The side (0: before) of `to` that is paired with side `from` of the other tour, at city v. */
GROUP_FN int32_t side_paired(const RecombineParents *x, int32_t v, int32_t from, const RecombineSides *to) {
  return to->differs[0] && to->differs[1] ? from ^ recombine_bit(x->task, x->pair, v) : to->differs[1];
}

/* The end that is reached from `end` along its paired edge of parent B. */
GROUP_FN int32_t end_partner(const RecombineParents *x, int32_t end) {
  RecombineSides a, b;
  const int32_t v = x->city[end], n = x->task->problem.n;
  city_sides(x, v, &a, &b);
  const int32_t leaves = side_paired(x, v, !(end & 1), &b), w = b.city[leaves];
  city_sides(x, w, &a, &b);
  const int32_t p = x->parent_a.position[w];
  return side_paired(x, w, !leaves, &a) ? 2 * x->entry[p] : 2 * x->entry[p ? p - 1 : n - 1] + 1;
}

#endif
