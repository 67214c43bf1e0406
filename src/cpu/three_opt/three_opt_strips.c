/* Two cuts p < q in one route, the third, t, in another one. See ThreeOptStrip and StripPair. */
#include "three_opt_place.h"

#include <string.h>

/* Arrays of a route's edges against a span of edges t; the positions are those of the edges' firsts, and one more. */
typedef struct Strip {
  const ThreeOptPlace *place;
  int32_t first, edges; /* of the route */
  int32_t t, count;     /* edges t, `padded` of them in the arrays */
  int32_t padded, stride;
  int32_t *y, *z;            /* (edges + 1, stride) */
  int32_t *heads, *tails;    /* (edges, stride) */
  int32_t *slack, *best;     /* (stride) */
  const int32_t *near, *far; /* distances of positions p and p + 1 to the route's */
} Strip;

enum { SPAN_MOST = 512, STRIP_WORDS = 16384, LINE = 16 };

/* So many that the arrays of a route of usual length fit the first cache, and rows do not fall on the same lines. */
int32_t strip_span(int32_t edges) {
  const int32_t span = STRIP_WORDS / (4 * (edges + 1)) / PAD * PAD;
  if (span < PAD) return PAD;
  if (span > SPAN_MOST) return SPAN_MOST;
  return span;
}

static uint64_t strip_words(int32_t edges) {
  return (4 * (uint64_t)(edges + 1) + 2) * (uint64_t)(strip_span(edges) + LINE);
}

/* Short routes have long spans. */
uint64_t strip_bytes(int32_t edges) {
  const uint64_t words = strip_words(edges);
  return sizeof(int32_t) * (words > 2 * STRIP_WORDS ? words : 2 * STRIP_WORDS);
}

static Strip strip_make(const ThreeOptPlace *place, Worker *worker, int32_t first, int32_t t, int32_t end) {
  Strip s = {.place = place, .first = first, .edges = place->route_end[first] - first, .t = t};
  s.count = end - t;
  s.padded = (s.count + PAD - 1) / PAD * PAD;
  s.stride = strip_span(s.edges) + LINE;
  int32_t *next = worker->strip;
  s.y = next;
  next += (s.edges + 1) * s.stride;
  s.z = next;
  next += (s.edges + 1) * s.stride;
  s.heads = next;
  next += s.edges * s.stride;
  s.tails = next;
  next += s.edges * s.stride;
  s.slack = next;
  next += s.stride;
  s.best = next;
  return s;
}

/* Nothing fits behind the edges t. */
static void set_slack(Strip *s) {
  memcpy(s->slack, s->place->slack + s->t, sizeof *s->slack * (size_t)s->count);
  for (int32_t c = s->count; c < s->padded; c++) s->slack[c] = -1;
}

static void set_position(Strip *s, int32_t u, Worker *worker) {
  const int32_t *first = s->place->ends[FIRST].share + s->t, *next = s->place->ends[NEXT].share + s->t;
  int32_t *y = s->y + u * s->stride, *z = s->z + u * s->stride;
  for (int32_t c = 0; c < s->padded; c += PANEL) {
    const int32_t count = s->padded - c < PANEL ? s->padded - c : PANEL;
    const int32_t *d = place_distances(s->place, s->first + u, s->t + c, count + 1, worker->distance[0]);
    s->place->ops->strip_ends(d, first + c, next + c, count, y + c, z + c);
  }
}

/* For the route of edge u: loads of both parts, the time of the part given by `end`. */
static void set_masked(Strip *s, int32_t u, int end, const int32_t *value, const int32_t *time,
                       int32_t *out) {
  const EdgeEnds *first = &s->place->ends[FIRST], *next = &s->place->ends[NEXT];
  const RouteData *data = &s->place->data;
  const int32_t e = s->first + u;
  const StripMask mask = {.first = first->load + s->t,
                          .next = next->load + s->t,
                          .value = value,
                          .time = time,
                          .room_first = data->capacity - first->load[e],
                          .room_next = data->capacity - next->load[e],
                          .span = data->max_duration - s->place->ends[end].time[e],
                          .count = s->count,
                          .padded = s->padded};
  s->place->ops->strip_mask(&mask, out);
}

static void strip_fill(Strip *s, Worker *worker) {
  set_slack(s);
  for (int32_t u = 0; u <= s->edges; u++) set_position(s, u, worker);
  for (int32_t u = 0; u < s->edges; u++) {
    if (u > 0)
      set_masked(s, u, NEXT, s->z + (u + 1) * s->stride, s->place->time_next + s->t,
                 s->heads + u * s->stride);
    if (u + 1 < s->edges)
      set_masked(s, u, FIRST, s->y + u * s->stride, s->place->time_first + s->t, s->tails + u * s->stride);
  }
}

static int32_t clamped(int64_t value) {
  return value < -THREE_OPT_INFINITE * INT64_C(4) ? INT32_MIN : (int32_t)value;
}

/* What does not depend on t. u < v: p and q within the route. */
static StripPair strip_pair(const Strip *s, int32_t u, int32_t v) {
  const ThreeOptPlace *place = s->place;
  const EdgeEnds *first = &place->ends[FIRST], *next = &place->ends[NEXT];
  const int32_t p = s->first + u, q = s->first + v, limit = place->data.max_duration;
  const int32_t moved = s->near[v + 1], heads = s->near[v], tails = s->far[v + 1];
  const int64_t segment = (int64_t)first->time[q] - first->time[p] - place->length[p];
  const bool fits = (int64_t)first->time[p] + moved + next->time[q] <= limit || limit == INT32_MAX;
  return (StripPair){.y_next = s->y + (u + 1) * s->stride,
                     .y_q = s->y + v * s->stride,
                     .z_next = s->z + (u + 1) * s->stride,
                     .z_q = s->z + v * s->stride,
                     .heads = s->heads + v * s->stride,
                     .tails = s->tails + u * s->stride,
                     .slack = s->slack,
                     .time_slack = place->time_slack + s->t,
                     .time_first = place->time_first + s->t,
                     .time_next = place->time_next + s->t,
                     .count = s->padded,
                     .load = first->load[q] - first->load[p],
                     .moved = fits ? moved - place->length[p] - place->length[q] : THREE_OPT_BANNED,
                     .heads_cost = heads - place->length[p] - place->length[q],
                     .tails_cost = tails - place->length[p] - place->length[q],
                     .segment = (int32_t)segment,
                     .heads_time = clamped((int64_t)limit - first->time[p] - heads - segment),
                     .tails_time = clamped((int64_t)limit - next->time[q] - tails - segment)};
}

static int32_t strip_run(const Strip *s, int32_t u, int32_t v, int32_t *best) {
  const StripPair pair = strip_pair(s, u, v);
  const bool timed = s->place->data.max_duration != INT32_MAX;
  return (timed ? s->place->ops->strip_timed : s->place->ops->strip)(&pair, best);
}

static void set_inner(Strip *s, Worker *worker, int32_t u) {
  const int32_t p = s->first + u, count = s->edges + 1;
  s->near = place_distances(s->place, p, s->first, count, worker->inner[0]);
  s->far = place_distances(s->place, p + 1, s->first, count, worker->inner[1]);
}

/* t > q: rows p. */
static void minima_after(ThreeOptPlace *place, Worker *worker, Strip *s) {
  for (int32_t u = 0; u + 1 < s->edges; u++) {
    RowBest row = {0, 0};
    set_inner(s, worker, u);
    for (int32_t v = u + 1; v < s->edges; v++) row_keep(&row, strip_run(s, u, v, NULL), s->first + v);
#pragma omp critical(three_opt_rows)
    row_keep(&place->rows[ROW_AFTER][s->first + u], row.delta, row.where);
  }
}

/* t < p: rows t. */
static void minima_before(ThreeOptPlace *place, Worker *worker, Strip *s) {
  memset(s->best, 0, sizeof *s->best * (size_t)s->padded);
  for (int32_t u = 0; u + 1 < s->edges; u++) {
    set_inner(s, worker, u);
    for (int32_t v = u + 1; v < s->edges; v++) strip_run(s, u, v, s->best);
  }
#pragma omp critical(three_opt_rows)
  for (int32_t c = 0; c < s->count; c++) row_keep(&place->rows[ROW_BEFORE][s->t + c], s->best[c], s->first);
}

void strip_minima(ThreeOptPlace *place, Worker *worker, int32_t first, int32_t t) {
  const int32_t last = place->route_end[first], until = t + strip_span(last - first);
  const int32_t end = until < place->edges ? until : place->edges;
  if (t < first) {
    Strip s = strip_make(place, worker, first, t, end < first ? end : first);
    strip_fill(&s, worker);
    minima_before(place, worker, &s);
  }
  if (end > last) {
    Strip s = strip_make(place, worker, first, t > last ? t : last, end);
    strip_fill(&s, worker);
    minima_after(place, worker, &s);
  }
}
