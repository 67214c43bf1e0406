/* See ils_hopes.h: in plain C, by the matrix, and the choice among all. */
#include "ils_hopes.h"

#include "cpu/simd.h"

IlsAim ils_aim(const IlsFrame *f, int32_t t1) {
  const TourProblem *p = f->problem;
  const float x = ils_frame_x(f, t1), y = ils_frame_y(f, t1);
  return (IlsAim){
      {x, x, y, y, x, x, y, y}, f->slack, t1, p->matrix ? p->matrix + (size_t)t1 * (size_t)p->n : NULL};
}

static inline uint32_t by_row(const IlsAim *aim, const IlsLink *t5, int32_t over, int k) {
  return t5->city[k] != aim->t1 && aim->row[t5->city[k]] < over + t5->length[k];
}

static inline uint32_t by_place(const IlsAim *aim, const IlsLink *t5, int32_t over, int k) {
  const float dx = t5->x[k] - aim->place[0], dy = t5->y[k] - aim->place[2];
  const float reach = (float)(over + t5->length[k]) + aim->slack, most = reach > 0 ? reach : 0;
  return (t5->city[k] != aim->t1) & (dx * dx + dy * dy < most * most);
}

uint32_t ils_hopes(const IlsAim *aim, const IlsLink *t5, int32_t over) {
  if (aim->row) return by_row(aim, t5, over, 0) | by_row(aim, t5, over, 1) << 1;
  return by_place(aim, t5, over, 0) | by_place(aim, t5, over, 1) << 1;
}

static uint32_t hopes_plain(const IlsLinks *links, const IlsAim *aim, const IlsCandidate *near4,
                            int32_t width, int32_t g, int32_t least) {
  uint32_t hopes = 0;
  for (int32_t k = 0; k < width && near4[k].distance < g; k++)
    hopes |= ils_hopes(aim, ils_links_at(links, near4[k].city), g - near4[k].distance - least)
             << ILS_HOPES_BITS * k;
  return hopes;
}

IlsHopes *ils_hopes_find(const TourProblem *problem) {
#ifdef __x86_64__
  if (!problem->matrix && simd_find() != SIMD_PLAIN) return ils_hopes_avx2;
#endif
  return hopes_plain;
}
