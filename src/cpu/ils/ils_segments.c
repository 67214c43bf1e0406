/* See ils_segments.h. */
#include "ils_segments.h"

static void segments_end(IlsSegments *v, int32_t n, int32_t count) {
  v->n = n;
  v->count = count;
  for (int32_t s = count; s < ILS_SEGMENTS; s++) v->low[s] = v->high[s] = -1;
}

void ils_segments_open(IlsSegments *v, int32_t n) {
  v->low[0] = v->start[0] = 0;
  v->high[0] = n - 1;
  v->reversed[0] = false;
  segments_end(v, n, 1);
}

void ils_segments_kick(IlsSegments *v, int32_t n, IlsDraw draw) {
  int32_t p = draw.p + 1, ab = draw.a + draw.b, abc = ab + draw.c, place = 0;
  const int32_t low[5] = {0, p + ab, p + draw.a, p, p + abc},
                size[5] = {p, draw.c, draw.b, draw.a, n - p - abc};
  for (int s = 0; s < 5; place += size[s], s++) {
    v->low[s] = low[s];
    v->high[s] = low[s] + size[s] - 1;
    v->start[s] = place;
    v->reversed[s] = false;
  }
  segments_end(v, n, 5);
}

static void segment_copy(IlsSegments *v, int32_t to, int32_t from) {
  v->low[to] = v->low[from];
  v->high[to] = v->high[from];
  v->start[to] = v->start[from];
  v->reversed[to] = v->reversed[from];
}

/* Splits a segment so that one begins at place i < n; returns its number. */
static int32_t segments_split(IlsSegments *v, int32_t i) {
  int32_t s = v->count - 1;
  while (v->start[s] > i) s--;
  int32_t left = i - v->start[s];
  if (left == 0) return s;
  for (int32_t k = v->count++; k > s; k--) segment_copy(v, k, k - 1);
  v->start[s + 1] = i;
  if (v->reversed[s]) {
    v->low[s] = v->high[s] - left + 1;
    v->high[s + 1] = v->low[s] - 1;
  } else {
    v->low[s + 1] = v->low[s] + left;
    v->high[s] = v->low[s + 1] - 1;
  }
  return s + 1;
}

static void segment_swap(IlsSegments *v, int32_t a, int32_t b) {
  int32_t low = v->low[a], high = v->high[a];
  bool reversed = v->reversed[a];
  v->low[a] = v->low[b];
  v->high[a] = v->high[b];
  v->reversed[a] = !v->reversed[b];
  v->low[b] = low;
  v->high[b] = high;
  v->reversed[b] = !reversed;
}

bool ils_segments_flip(IlsSegments *v, int32_t i, int32_t j) {
  bool wraps = i > j;
  if (wraps) {
    int32_t first = j + 1;
    j = i - 1;
    i = first;
    if (i > j) return true; /* the whole tour */
  }
  int32_t a = segments_split(v, i), b = j + 1 == v->n ? v->count - 1 : segments_split(v, j + 1) - 1,
          place = i;
  for (int32_t s = a, t = b; s < t; s++, t--) segment_swap(v, s, t);
  if ((b - a) % 2 == 0) v->reversed[(a + b) / 2] = !v->reversed[(a + b) / 2];
  for (int32_t s = a; s <= b; place += v->high[s] - v->low[s] + 1, s++) v->start[s] = place;
  return wraps;
}

/* Does segment t continue s? 1: forward, -1: reversed, 0: no. A single city has both directions. */
static int segments_continue(const IlsSegments *v, int32_t s, int32_t t) {
  bool forward = (!v->reversed[s] || v->low[s] == v->high[s]) && (!v->reversed[t] || v->low[t] == v->high[t]);
  bool reversed = (v->reversed[s] || v->low[s] == v->high[s]) && (v->reversed[t] || v->low[t] == v->high[t]);
  if (forward && v->high[s] + 1 == v->low[t]) return 1;
  return reversed && v->high[t] + 1 == v->low[s] ? -1 : 0;
}

void ils_segments_join(IlsSegments *v) {
  int32_t last = 0;
  for (int32_t s = 1; s < v->count; s++) {
    int way = segments_continue(v, last, s);
    if (!way) {
      segment_copy(v, ++last, s);
      continue;
    }
    if (way > 0)
      v->high[last] = v->high[s];
    else
      v->low[last] = v->low[s];
    v->reversed[last] = way < 0;
  }
  while (v->count > last + 1) {
    v->count--;
    v->low[v->count] = v->high[v->count] = -1;
  }
}

/* ---- proposals ---- */

static void cut_insert(IlsProposal *p, int32_t position) {
  int32_t k = p->cuts++;
  for (; k > 0 && p->cut[k - 1] > position; k--) p->cut[k] = p->cut[k - 1];
  p->cut[k] = position;
}

static void segment_write(const IlsSegments *v, int32_t s, IlsProposal *out) {
  int32_t low = v->low[s], high = v->high[s], last = v->count - 1;
  bool back = ils_backward(v->n, low, high, v->reversed[s], ils_segments_last(v, s ? s - 1 : last),
                           ils_segments_first(v, s < last ? s + 1 : 0));
  out->enter[s] = back ? ils_end(high, true) : ils_end(low, false);
  out->leave[s] = back ? ils_end(low, false) : ils_end(high, true);
}

/* Every segment's higher end is a cut, except at joints: where the snapshot's end and beginning, or the
 * list's, are still adjacent. */
void ils_segments_propose(const IlsSegments *v, int64_t delta, IlsProposal *out) {
  int32_t joint[2] = {-1, -1};
  out->delta = delta;
  out->count = v->count;
  out->cuts = 0;
  for (int32_t s = 0; s < v->count; s++) segment_write(v, s, out);
  for (int32_t s = 0; s < v->count; s++) {
    int32_t at = ils_joint(v->n, out->leave[s], out->enter[s + 1 < v->count ? s + 1 : 0]);
    if (at >= 0) joint[s + 1 == v->count] = at;
  }
  for (int32_t s = 0; s < v->count; s++) {
    int32_t high = v->high[s];
    if (high != joint[0] && high != joint[1]) cut_insert(out, high);
  }
}
