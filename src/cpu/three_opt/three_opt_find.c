/* The moves that have the minima of rows. See three_opt_place.h. */
#include "three_opt.h"

static int32_t joined(const ThreeOptPlace *place, int32_t u, int32_t v) {
  return place_distance(place, u, v);
}

/* ---- strips ---- */

static bool loads_fit(const ThreeOptPlace *place, int32_t e, int32_t t) {
  const EdgeEnds *first = &place->ends[FIRST], *next = &place->ends[NEXT];
  const int32_t capacity = place->data.capacity;
  return first->load[t] <= capacity - first->load[e] && next->load[t] <= capacity - next->load[e];
}

/* The segment into edge t, between u and v, and the rest of its route; a and b: the new edges at t. */
static bool segment_fits(const ThreeOptPlace *place, int32_t p, int32_t q, int32_t t, int32_t rest, int32_t a,
                         int32_t b) {
  const EdgeEnds *first = &place->ends[FIRST], *next = &place->ends[NEXT];
  const int64_t limit = place->data.max_duration;
  const int32_t load = first->load[q] - first->load[p];
  if (load > place->data.capacity - first->load[t] - next->load[t]) return false;
  if (limit == INT32_MAX) return true;
  const int64_t segment = (int64_t)first->time[q] - first->time[p] - place->length[p];
  return (int64_t)first->time[p] + rest + next->time[q] <= limit &&
         (int64_t)first->time[t] + a + segment + b + next->time[t] <= limit;
}

/* The routes of heads and of tails keep the limit on durations. */
static bool times_fit(const ThreeOptPlace *place, int64_t heads, int64_t tails) {
  return place->data.max_duration == INT32_MAX ||
         (heads <= place->data.max_duration && tails <= place->data.max_duration);
}

/* The change of the cost, THREE_OPT_INFINITE if it is infeasible. */
static int32_t strip_delta(const ThreeOptPlace *place, ThreeOptStrip strip, int32_t p, int32_t q, int32_t t) {
  const EdgeEnds *first = &place->ends[FIRST], *next = &place->ends[NEXT];
  const bool segment_moves = strip == STRIP_MOVED || strip == STRIP_TURNED;
  const int64_t segment = (int64_t)first->time[q] - first->time[p] - place->length[p];
  const int32_t removed = place->length[p] + place->length[q] + place->length[t];
  int32_t a, b, rest;
  bool fits;
  if (segment_moves) {
    rest = joined(place, p, q + 1);
    a = joined(place, t, strip == STRIP_MOVED ? p + 1 : q);
    b = joined(place, t + 1, strip == STRIP_MOVED ? q : p + 1);
    fits = segment_fits(place, p, q, t, rest, a, b);
  } else if (strip == STRIP_HEADS) {
    rest = joined(place, p, q), a = joined(place, p + 1, t), b = joined(place, q + 1, t + 1);
    fits = loads_fit(place, q, t) && times_fit(place, first->time[p] + rest + segment + a + first->time[t],
                                               (int64_t)next->time[q] + b + next->time[t]);
  } else {
    rest = joined(place, p + 1, q + 1), a = joined(place, p, t), b = joined(place, q, t + 1);
    fits = loads_fit(place, p, t) && times_fit(place, (int64_t)first->time[p] + a + first->time[t],
                                               next->time[q] + rest + segment + b + next->time[t]);
  }
  return fits ? rest + a + b - removed : THREE_OPT_INFINITE;
}

/* The smallest way with this delta, or 0. */
static int32_t strip_way(const ThreeOptPlace *place, int32_t p, int32_t q, int32_t t, int32_t delta) {
  int32_t least = 0;
  for (ThreeOptStrip strip = 0; strip < STRIPS; strip++) {
    const int32_t way = three_opt_strip_way(strip, t > q);
    if ((!least || way < least) && strip_delta(place, strip, p, q, t) == delta) least = way;
  }
  return least;
}

bool strip_find_after(const ThreeOptPlace *place, int32_t q, ThreeOptMove *move) {
  for (int32_t t = place->route_end[q]; t < place->edges; t++) {
    const int32_t way = strip_way(place, move->i, q, t, move->delta);
    if (!way) continue;
    *move = (ThreeOptMove){move->delta, move->i, q, t, way};
    return true;
  }
  return false;
}

bool strip_find_before(const ThreeOptPlace *place, int32_t first, ThreeOptMove *move) {
  const int32_t end = place->route_end[first];
  for (int32_t p = first; p < end; p++)
    for (int32_t q = p + 1; q < end; q++) {
      const int32_t way = strip_way(place, p, q, move->i, move->delta);
      if (!way) continue;
      *move = (ThreeOptMove){move->delta, move->i, p, q, way};
      return true;
    }
  return false;
}

/* ---- rows ---- */

static bool kind_find(const ThreeOptPlace *place, Worker *worker, RowKind kind, int32_t where,
                      ThreeOptMove *move) {
  const bool packed = place->evaluator == THREE_OPT_PACKED && place->shift == 0;
  const Frame cube = three_opt_cube(place, packed), route = three_opt_route(place, place->route[move->i]);
  switch (kind) {
  case ROW_CUBE:
    return block_find(&cube, worker, move->i, where, block_edges(&cube, where), move);
  case ROW_ROUTE:
    return block_find(&route, worker, move->i, where, block_edges(&route, where), move);
  case ROW_AFTER:
    return strip_find_after(place, where, move);
  default:
    return strip_find_before(place, where, move);
  }
}

ThreeOptMove place_row_move(const ThreeOptPlace *place, Worker *worker, int32_t i) {
  ThreeOptMove best = {0};
  for (RowKind kind = 0; kind < ROW_KINDS; kind++) {
    const RowBest row = place->rows[kind][i];
    ThreeOptMove move = {.delta = row.delta, .i = i};
    if (row.delta >= 0 || row.delta > best.delta) continue;
    if (kind_find(place, worker, kind, row.where, &move) && three_opt_before(move, best)) best = move;
  }
  return best;
}
