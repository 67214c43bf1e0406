/* The moves that have the minima of rows. See three_opt_place.h. */
#include "three_opt.h"

/* ---- strips ---- */

/* Distances between the ends of cuts p < q in one route, and from those of t: u is t + 1. */
typedef struct Joins {
  int32_t p_q, p_qnext, pnext_qnext;
  int32_t t_p, t_pnext, t_q, u_pnext, u_q, u_qnext;
} Joins;

static bool loads_fit(const ThreeOptPlace *place, int32_t e, int32_t t) {
  const EdgeEnds *first = &place->ends[FIRST], *next = &place->ends[NEXT];
  const int32_t capacity = place->data.capacity;
  return first->load[t] <= capacity - first->load[e] && next->load[t] <= capacity - next->load[e];
}

static bool segment_fits(const ThreeOptPlace *place, int32_t p, int32_t q, int32_t t) {
  const int32_t *load = place->ends[FIRST].load;
  return load[q] - load[p] <= place->slack[t];
}

/* The times of two new routes keep the limit. */
static bool times_fit(const ThreeOptPlace *place, int64_t one, int64_t other) {
  const int64_t limit = place->data.max_duration;
  return limit == INT32_MAX || (one <= limit && other <= limit);
}

/* The change of the cost, THREE_OPT_INFINITE if it is infeasible. */
static int32_t strip_delta(const ThreeOptPlace *place, const Joins *d, ThreeOptStrip strip, int32_t p,
                           int32_t q, int32_t t) {
  const int32_t *first = place->ends[FIRST].time, *next = place->ends[NEXT].time;
  const int64_t segment = (int64_t)first[q] - first[p] - place->length[p];
  const int64_t heads = (int64_t)first[p] + first[t], tails = (int64_t)next[q] + next[t];
  const int64_t rest = (int64_t)first[p] + next[q], host = (int64_t)first[t] + next[t] + segment;
  const int32_t removed = place->length[p] + place->length[q] + place->length[t];
  const int32_t inner[STRIPS] = {d->p_qnext, d->p_qnext, d->p_q, d->pnext_qnext};
  const int32_t at_t[STRIPS] = {d->t_pnext, d->t_q, d->t_pnext, d->t_p};
  const int32_t at_u[STRIPS] = {d->u_q, d->u_pnext, d->u_qnext, d->u_q};
  const int32_t i = inner[strip], a = at_t[strip], b = at_u[strip];
  bool fits;
  if (strip == STRIP_HEADS)
    fits = loads_fit(place, q, t) && times_fit(place, heads + i + segment + a, tails + b);
  else if (strip == STRIP_TAILS)
    fits = loads_fit(place, p, t) && times_fit(place, heads + a, tails + i + segment + b);
  else
    fits = segment_fits(place, p, q, t) && times_fit(place, rest + i, host + a + b);
  return fits ? i + a + b - removed : THREE_OPT_INFINITE;
}

/* The smallest way with this delta, or 0. */
static int32_t strip_way(const ThreeOptPlace *place, const Joins *joins, int32_t p, int32_t q, int32_t t,
                         int32_t delta) {
  int32_t smallest = 0;
  for (ThreeOptStrip strip = 0; strip < STRIPS; strip++) {
    const int32_t way = three_opt_strip_way(strip, t > q);
    if ((!smallest || way < smallest) && strip_delta(place, joins, strip, p, q, t) == delta) smallest = way;
  }
  return smallest;
}

/* Edges t from..from + count - 1, at most PANEL. */
static bool span_find_after(const ThreeOptPlace *place, int32_t q, int32_t from, int32_t count,
                            ThreeOptMove *move) {
  const int32_t p = move->i, ends[] = {p, p + 1, q, q + 1};
  int32_t buffer[4][PANEL + 1];
  const int32_t *d[4];
  Joins joins = {.p_q = place_distance(place, p, q),
                 .p_qnext = place_distance(place, p, q + 1),
                 .pnext_qnext = place_distance(place, p + 1, q + 1)};
  for (int k = 0; k < 4; k++) d[k] = place_distances(place, ends[k], from, count + 1, buffer[k]);
  for (int32_t c = 0; c < count; c++) {
    joins.t_p = d[0][c];
    joins.t_pnext = d[1][c];
    joins.t_q = d[2][c];
    joins.u_pnext = d[1][c + 1];
    joins.u_q = d[2][c + 1];
    joins.u_qnext = d[3][c + 1];
    const int32_t way = strip_way(place, &joins, p, q, from + c, move->delta);
    if (!way) continue;
    *move = (ThreeOptMove){move->delta, p, q, from + c, way};
    return true;
  }
  return false;
}

bool strip_find_after(const ThreeOptPlace *place, int32_t q, ThreeOptMove *move) {
  for (int32_t t = place->route_end[q]; t < place->edges; t += PANEL)
    if (span_find_after(place, q, t, place->edges - t < PANEL ? place->edges - t : PANEL, move)) return true;
  return false;
}

/* Position p of the route; of_t, of_u: distances of t and t + 1 to the route's positions. */
static bool cut_find_before(const ThreeOptPlace *place, Worker *worker, int32_t first, int32_t p,
                            const int32_t *of_t, const int32_t *of_u, ThreeOptMove *move) {
  const int32_t end = place->route_end[first], t = move->i, count = end - first + 1, u = p - first;
  const int32_t *near = place_distances(place, p, first, count, worker->inner[0]);
  const int32_t *far = place_distances(place, p + 1, first, count, worker->inner[1]);
  for (int32_t q = p + 1, v = u + 1; q < end; q++, v++) {
    const Joins joins = {near[v], near[v + 1], far[v + 1], of_t[u],    of_t[u + 1],
                         of_t[v], of_u[u + 1], of_u[v],    of_u[v + 1]};
    const int32_t way = strip_way(place, &joins, p, q, t, move->delta);
    if (!way) continue;
    *move = (ThreeOptMove){move->delta, t, p, q, way};
    return true;
  }
  return false;
}

bool strip_find_before(const ThreeOptPlace *place, Worker *worker, int32_t first, ThreeOptMove *move) {
  const int32_t end = place->route_end[first], count = end - first + 1;
  const int32_t *of_t = place_distances(place, move->i, first, count, worker->inner[2]);
  const int32_t *of_u = place_distances(place, move->i + 1, first, count, worker->inner[3]);
  for (int32_t p = first; p + 1 < end; p++)
    if (cut_find_before(place, worker, first, p, of_t, of_u, move)) return true;
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
    return strip_find_before(place, worker, where, move);
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
