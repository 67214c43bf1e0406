/* Distances, and tables of folded values. See three_opt_place.h. */
#include "three_opt_place.h"

#include <omp.h>

static const int32_t *kept_distances(const ThreeOptPlace *place, int32_t p) {
  return place->distance + (uint64_t)p * distance_stride(place->nodes);
}

const int32_t *place_distances(const ThreeOptPlace *place, int32_t p, int32_t from, int32_t count,
                               int32_t *buffer) {
  if (place->distance) return kept_distances(place, p) + from;
  place->ops->distances(&place->view, p, from, count, buffer);
  return buffer;
}

int32_t place_distance(const ThreeOptPlace *place, int32_t p, int32_t q) {
  const int32_t a = place->tour[p], b = place->tour[q];
  if (place->data.closed && !a && !b) return THREE_OPT_BANNED;
  return route_distance(&place->data, a, b);
}

Frame three_opt_cube(const ThreeOptPlace *place, bool packed) {
  const bool kept = packed == (place->evaluator == THREE_OPT_PACKED);
  return (Frame){
      place, 0, place->edges, true, packed, packed ? PANEL_PACKED : PANEL, kept ? place->whole : NULL};
}

Frame three_opt_route(const ThreeOptPlace *place, int32_t first) {
  return (Frame){place, first, place->route_end[first], false, false, PANEL, NULL};
}

/* Panel p has rows for the edges of panels 0 to p. */
uint64_t panel_offset(int32_t panel, bool packed) {
  return (uint64_t)panel * ((uint64_t)panel + 1) / 2 * (packed ? PANEL_PACKED : PANEL) * ROW_BYTES;
}

int32_t panel_width(const Frame *frame, int32_t panel) {
  const int32_t left = frame->to - frame->from - panel * frame->panel;
  return left >= frame->panel ? frame->panel : (left + PAD - 1) / PAD * PAD;
}

static int32_t within(int32_t value, int32_t most) {
  if (value < 0) return 0;
  if (value > most) return most;
  return value;
}

/* d: distances of positions row and row + 1. */
static void make_row(const Frame *frame, Worker *worker, int32_t row, int32_t panel, const int32_t *d0,
                     const int32_t *d1, void *out) {
  const ThreeOptPlace *place = frame->place;
  const int32_t edge = frame->from + panel * frame->panel, width = panel_width(frame, panel);
  const int32_t lo = frame->cube ? place->route_end[row] : row + 1;
  const FoldJob job = {.ends = place->ends,
                       .d0 = d0,
                       .d1 = d1,
                       .f = row,
                       .edge = edge,
                       .width = width,
                       .panel = frame->panel,
                       .lo = within(lo - edge, width),
                       .hi = within(frame->to - edge, width),
                       .capacity = place->data.capacity,
                       .max_duration = place->data.max_duration,
                       .checked = frame->cube};
  place->ops->fold(&job, frame->packed ? worker->folded : out);
  if (!frame->packed) return;
  for (int table = 0; table < TABLES; table++)
    place->ops->narrow(worker->folded + table * frame->panel, width, place->shift, place->infinite,
                       (int16_t *)out + table * frame->panel);
}

static void make_rows(const Frame *frame, Worker *worker, int32_t row, int32_t count, int32_t panel,
                      void *out) {
  const int32_t edge = frame->from + panel * frame->panel, width = panel_width(frame, panel);
  const int32_t *d1 = place_distances(frame->place, row, edge, width + 1, worker->distance[0]);
  for (int32_t r = 0; r < count; r++) {
    const int32_t *d0 = d1;
    d1 = place_distances(frame->place, row + r + 1, edge, width + 1, worker->distance[~r & 1]);
    make_row(frame, worker, row + r, panel, d0, d1, (char *)out + (size_t)r * ROW_BYTES);
  }
}

const void *frame_rows(const Frame *frame, Worker *worker, int slot, int32_t row, int32_t count,
                       int32_t panel) {
  if (frame->whole)
    return (const char *)frame->whole + panel_offset(panel, frame->packed) + (uint64_t)row * ROW_BYTES;
  make_rows(frame, worker, row, count, panel, worker->tile[slot]);
  return worker->tile[slot];
}

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

static void prepare_distances(ThreeOptPlace *place) {
  if (!place->distance) return;
#pragma omp parallel for schedule(static) num_threads(place->threads)
  for (int32_t p = 0; p < place->n; p++)
    place->ops->distances(&place->view, p, 0, place->n + PAD, (int32_t *)(uintptr_t)kept_distances(place, p));
}

/* A group of rows is in the panels from its own on. */
static void prepare_cube(ThreeOptPlace *place) {
  if (!place->whole) return;
  const Frame frame = three_opt_cube(place, place->evaluator == THREE_OPT_PACKED);
  const int32_t panels = (place->edges - 1) / frame.panel + 1, groups = (place->edges - 1) / BLOCK + 1;
#pragma omp parallel for schedule(dynamic) collapse(2) num_threads(place->threads)
  for (int32_t panel = 0; panel < panels; panel++)
    for (int32_t g = 0; g < groups; g++) {
      if (g * BLOCK / frame.panel > panel) continue;
      Worker *worker = &place->workers[omp_get_thread_num()];
      const void *out = frame_rows(&frame, worker, 0, g * BLOCK, 0, panel);
      make_rows(&frame, worker, g * BLOCK, smaller(BLOCK, place->edges - g * BLOCK), panel,
                (void *)(uintptr_t)out);
    }
}

void place_prepare(ThreeOptPlace *place, bool cube) {
  if (place->prepared == PREPARED_CUBE) return;
  if (place->prepared == PREPARED_NONE) prepare_distances(place);
  if (cube) prepare_cube(place);
  place->prepared = cube ? PREPARED_CUBE : PREPARED_DISTANCES;
}
