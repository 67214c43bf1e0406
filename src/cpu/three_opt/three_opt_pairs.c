/* 2-opt moves, ways 1 to 3. See three_opt_place.h. */
#include "three_opt_place.h"

/* Edges q at a time: distances of two positions are scratch. */
enum { SPAN = PANEL };

static int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/* The smallest delta of edge p and edges from..to - 1, in one route or all in others than p's. */
static int32_t span_minimum(const ThreeOptPlace *place, int32_t p, int32_t from, int32_t to) {
  int32_t d0[SPAN + 1], d1[SPAN + 1], smallest = 0;
  for (int32_t q = from; q < to; q += SPAN) {
    const int32_t count = smaller(SPAN, to - q);
    const PairJob job = {.ends = place->ends,
                         .d0 = place_distances(place, p, q, count + 1, d0),
                         .d1 = place_distances(place, p + 1, q, count + 1, d1),
                         .p = p,
                         .q = q,
                         .count = count,
                         .capacity = place->data.capacity,
                         .max_duration = place->data.max_duration,
                         .checked = from >= place->route_end[p]};
    smallest = smaller(smallest, place->ops->pairs(&job));
  }
  return smallest;
}

void pair_minima(ThreeOptPlace *place, int32_t p) {
  const int32_t end = smaller(p + PAIR_ROWS, place->edges);
  for (; p < end; p++)
    place->pairs[p] = smaller(span_minimum(place, p, p + 1, place->route_end[p]),
                              span_minimum(place, p, place->route_end[p], place->edges));
}

/* The first q of from..to - 1 with this delta, or -1. */
static int32_t span_find(const ThreeOptPlace *place, int32_t p, int32_t from, int32_t to, int32_t delta) {
  for (int32_t q = from; q < to; q += SPAN) {
    const int32_t end = smaller(q + SPAN, to);
    if (span_minimum(place, p, q, end) != delta) continue;
    for (; q < end; q++)
      if (span_minimum(place, p, q, q + 1) == delta) return q;
  }
  return -1;
}

int32_t pair_find(const ThreeOptPlace *place, int32_t p, int32_t delta) {
  const int32_t q = span_find(place, p, p + 1, place->route_end[p], delta);
  return q >= 0 ? q : span_find(place, p, place->route_end[p], place->edges, delta);
}
