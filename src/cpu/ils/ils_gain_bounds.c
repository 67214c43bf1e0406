/* See ils_gain_bounds.h: the plain C version, the version by matrix, and the choice. */
#include "ils_gain_bounds.h"

#include "cpu/simd.h"

IlsReference ils_reference(const IlsFrame *f, int32_t t1) {
  const TourProblem *p = f->problem;
  const float x = ils_frame_x(f, t1), y = ils_frame_y(f, t1);
  return (IlsReference){
      {x, x, y, y, x, x, y, y}, f->slack, t1, p->matrix ? p->matrix + (size_t)t1 * (size_t)p->n : NULL};
}

static inline uint32_t by_row(const IlsReference *reference, const IlsNeighbours *t5, int32_t over, int k) {
  return t5->city[k] != reference->t1 && reference->row[t5->city[k]] < over + t5->length[k];
}

static inline uint32_t by_place(const IlsReference *reference, const IlsNeighbours *t5, int32_t over, int k) {
  const float dx = t5->x[k] - reference->place[0], dy = t5->y[k] - reference->place[2];
  const float reach = (float)(over + t5->length[k]) + reference->slack, most = reach > 0 ? reach : 0;
  return (t5->city[k] != reference->t1) & (dx * dx + dy * dy < most * most);
}

uint32_t ils_gain_bounds(const IlsReference *reference, const IlsNeighbours *t5, int32_t over) {
  if (reference->row) return by_row(reference, t5, over, 0) | by_row(reference, t5, over, 1) << 1;
  return by_place(reference, t5, over, 0) | by_place(reference, t5, over, 1) << 1;
}

static uint32_t bounds_plain(const IlsAdjacency *adjacency, const IlsReference *reference,
                             const IlsCandidate *near4, int32_t width, int32_t g, int32_t least) {
  uint32_t open = 0;
  for (int32_t k = 0; k < width && near4[k].distance < g; k++)
    open |=
        ils_gain_bounds(reference, ils_adjacency_at(adjacency, near4[k].city), g - near4[k].distance - least)
        << ILS_BOUND_BITS * k;
  return open;
}

IlsGainBounds *ils_gain_bounds_find(const TourProblem *problem) {
#ifdef __x86_64__
  if (!problem->matrix && simd_find() != SIMD_PLAIN) return ils_gain_bounds_avx2;
#endif
  return bounds_plain;
}
