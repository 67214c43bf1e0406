/* One move of exhaustive 3-opt by itself, the same in C and CUDA: its parts, its change of the cost from the three edges removed and
 * the three added, its feasibility from the segment hierarchy (three_opt_kernels.h has the moves). */
#ifndef CORDEE_SOLVER_THREE_OPT_REF_MOVE_H
#define CORDEE_SOLVER_THREE_OPT_REF_MOVE_H

#include "ref_hierarchy.h"
#include "three_opt_kernels.h"

/* The new tour: positions 0..i, then from a to a_end, from b to b_end (backwards if the end is less), then k + 1..n - 1. */
typedef struct RefParts {
  int32_t a, a_end, b, b_end;
} RefParts;

CVRP_HD static inline RefParts ref_parts(int32_t i, int32_t j, int32_t k, int32_t way) {
  const int32_t swapped = way == 3 || way == 4 || way >= 6,
                back1 = way == 1 || way == 3 || way == 5 || way == 7,
                back2 = way == 2 || way == 3 || way == 5 || way == 6;
  const int32_t begin1 = back1 ? j : i + 1, end1 = back1 ? i + 1 : j;
  const int32_t begin2 = back2 ? k : j + 1, end2 = back2 ? j + 1 : k;
  RefParts parts;
  parts.a = swapped ? begin2 : begin1;
  parts.a_end = swapped ? end2 : end1;
  parts.b = swapped ? begin1 : begin2;
  parts.b_end = swapped ? end1 : end2;
  return parts;
}

/* What a move is evaluated with. */
typedef struct RefTour {
  const RouteData *data;
  const int32_t *tour; /* (n) */
  int32_t n;
  const RefHierarchy *hierarchy; /* (ref_resources) */
} RefTour;

CVRP_HD static inline int32_t ref_edge(const RefTour *r, int32_t p, int32_t q) {
  return route_distance(r->data, r->tour[p], r->tour[q]);
}

/* The change of the cost. */
CVRP_HD static inline int32_t ref_delta(const RefTour *r, int32_t i, int32_t j, int32_t k, int32_t way) {
  const RefParts parts = ref_parts(i, j, k, way);
  const int32_t removed = ref_edge(r, i, i + 1) + ref_edge(r, j, j + 1) + ref_edge(r, k, k + 1);
  return ref_edge(r, i, parts.a) + ref_edge(r, parts.a_end, parts.b) + ref_edge(r, parts.b_end, k + 1) -
         removed;
}

/* `before`, the edge to position q from position p, the part from q to `end`; as it is if it is infeasible. */
CVRP_HD static inline RefSegment ref_append(const RefTour *r, const RefHierarchy *h, RefSegment before,
                                            int32_t p, int32_t q, int32_t end) {
  if (!before.f) return before;
  const int32_t moved = h->resource == REF_LOAD ? 0 : ref_edge(r, p, q);
  const RefSegment step = ref_step(r->data, h->resource, r->tour[q], moved);
  return ref_join(ref_join(before, step), ref_part(h, q, end));
}

CVRP_HD static inline int ref_keeps(const RefTour *r, const RefHierarchy *h, int32_t i, RefParts parts,
                                    int32_t k) {
  RefSegment tour = ref_part(h, 0, i);
  tour = ref_append(r, h, tour, i, parts.a, parts.a_end);
  tour = ref_append(r, h, tour, parts.a_end, parts.b, parts.b_end);
  tour = ref_append(r, h, tour, parts.b_end, k + 1, r->n - 1);
  return ref_carry(tour, ref_begin(r->data, h->resource)) >= 0;
}

/* Whether two depots are joined. */
CVRP_HD static inline int ref_empties(const RefTour *r, int32_t i, RefParts parts, int32_t k) {
  const int32_t *x = r->tour;
  return (!x[i] && !x[parts.a]) || (!x[parts.a_end] && !x[parts.b]) || (!x[parts.b_end] && !x[k + 1]);
}

/* != 0: the new tour keeps every limit. */
CVRP_HD static inline int ref_feasible(const RefTour *r, int32_t i, int32_t j, int32_t k, int32_t way) {
  const RefParts parts = ref_parts(i, j, k, way);
  if (r->data->closed && ref_empties(r, i, parts, k)) return 0;
  for (int resource = 0; resource < ref_resources(r->data); resource++)
    if (!ref_keeps(r, &r->hierarchy[resource], i, parts, k)) return 0;
  return 1;
}

#endif
