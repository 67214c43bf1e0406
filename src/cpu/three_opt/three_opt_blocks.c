/* Blocks of triples: their minima, and the move that has a given delta. See three_opt_place.h. */
#include "three_opt_place.h"

void block_minima(const Frame *frame, Worker *worker, int32_t i, int32_t ni, int32_t j, int32_t nj,
                  int32_t *row) {
  const ThreeOptOps *ops = frame->place->ops;
  const int32_t own = (j - frame->from) / frame->panel, last = (frame->to - frame->from - 1) / frame->panel;
  const void *ij = frame_rows(frame, worker, 0, i, ni, own);
  for (int32_t panel = own; panel <= last; panel++) {
    const int32_t edge = frame->from + panel * frame->panel;
    const void *ik = panel == own ? ij : frame_rows(frame, worker, 1, i, ni, panel);
    const void *jk = i == j && ni == nj ? ik : frame_rows(frame, worker, 2, j, nj, panel);
    const Block block = {.ij = ij,
                         .ik = ik,
                         .jk = jk,
                         .ni = ni,
                         .nj = nj,
                         .column = (j - frame->from) % frame->panel,
                         .k = j + 1 - edge,
                         .width = panel_width(frame, panel)};
    (frame->packed ? ops->minima_packed : ops->minima)(&block, row);
  }
}

static int32_t value_at(const Frame *frame, const void *row, int table, int32_t column) {
  const int32_t at = table * frame->panel + column;
  return frame->packed ? ((const int16_t *)row)[at] : ((const int32_t *)row)[at];
}

/* The first way that gives a triple this delta, or 0. */
static int32_t triple_way(const Frame *frame, const Block *b, int32_t k, int32_t delta) {
  const int32_t crossed = value_at(frame, b->ij, TABLE_NF, b->column);
  const int32_t firsts = value_at(frame, b->ij, TABLE_FF, b->column);
  const int32_t nexts = value_at(frame, b->ij, TABLE_NN, b->column);
  const int32_t ik_fn = value_at(frame, b->ik, TABLE_FN, k), ik_ff = value_at(frame, b->ik, TABLE_FF, k);
  const int32_t ik_nn = value_at(frame, b->ik, TABLE_NN, k), jk_nf = value_at(frame, b->jk, TABLE_NF, k);
  const int32_t jk_nn = value_at(frame, b->jk, TABLE_NN, k), jk_ff = value_at(frame, b->jk, TABLE_FF, k);
  if (crossed + ik_fn + jk_nf == delta) return 4;
  if (firsts + ik_fn + jk_nn == delta) return 5;
  if (ik_ff + nexts + jk_nf == delta) return 6;
  return crossed + ik_nn + jk_ff == delta ? 7 : 0;
}

/* The first (k, way) of edges i and j. */
static bool pair_of_edges_find(const Frame *frame, Worker *worker, int32_t i, int32_t j, ThreeOptMove *move) {
  const int32_t own = (j - frame->from) / frame->panel, last = (frame->to - frame->from - 1) / frame->panel;
  const void *ij = frame_rows(frame, worker, 0, i, 1, own);
  for (int32_t panel = own; panel <= last; panel++) {
    const int32_t edge = frame->from + panel * frame->panel, width = panel_width(frame, panel);
    const Block block = {.ij = ij,
                         .ik = panel == own ? ij : frame_rows(frame, worker, 1, i, 1, panel),
                         .jk = frame_rows(frame, worker, 2, j, 1, panel),
                         .column = (j - frame->from) % frame->panel};
    for (int32_t k = j + 1 > edge ? j + 1 - edge : 0; k < width; k++) {
      const int32_t way = triple_way(frame, &block, k, move->delta);
      if (!way) continue;
      *move = (ThreeOptMove){move->delta, i, j, edge + k, way};
      return true;
    }
  }
  return false;
}

/* The smallest delta of row i with each of nj edges j from j on. */
static void edges_minima(const Frame *frame, Worker *worker, int32_t i, int32_t j, int32_t nj,
                         int32_t *smallest) {
  const ThreeOptOps *ops = frame->place->ops;
  const int32_t own = (j - frame->from) / frame->panel;
  const int32_t last = (frame->to - frame->from - 1) / frame->panel;
  const void *ij = frame_rows(frame, worker, 0, i, 1, own);
  for (int32_t panel = own; panel <= last; panel++) {
    const char *jk = frame_rows(frame, worker, 2, j, nj, panel);
    Block block = {.ij = ij,
                   .ik = panel == own ? ij : frame_rows(frame, worker, 1, i, 1, panel),
                   .ni = 1,
                   .nj = 1,
                   .width = panel_width(frame, panel)};
    for (int32_t c = 0; c < nj; c++) {
      block.jk = jk + (size_t)c * ROW_BYTES;
      block.column = (j - frame->from) % frame->panel + c;
      block.k = j + c + 1 - frame->from - panel * frame->panel;
      (frame->packed ? ops->minima_packed : ops->minima)(&block, &smallest[c]);
    }
  }
}

bool block_find(const Frame *frame, Worker *worker, int32_t i, int32_t j, int32_t nj, ThreeOptMove *move) {
  int32_t smallest[BLOCK] = {0};
  edges_minima(frame, worker, i, j, nj, smallest);
  for (int32_t c = j > i ? 0 : i + 1 - j; c < nj; c++)
    if (smallest[c] == move->delta && pair_of_edges_find(frame, worker, i, j + c, move)) return true;
  return false;
}
