/* See ils_view.h. */
#include "ils_view.h"

void ils_view_open(IlsView *v, int32_t n) {
  v->n = n, v->count = 1;
  v->low[0] = v->start[0] = 0, v->span[0] = n - 1, v->reversed[0] = false;
}

void ils_view_kick(IlsView *v, int32_t n, IlsDraw draw) {
  int32_t p = draw.p + 1, ab = draw.a + draw.b, abc = ab + draw.c, place = 0;
  const int32_t low[5] = {0, p + ab, p + draw.a, p, p + abc},
                size[5] = {p, draw.c, draw.b, draw.a, n - p - abc};
  v->n = n, v->count = 5;
  for (int s = 0; s < 5; place += size[s], s++)
    v->low[s] = low[s], v->span[s] = size[s] - 1, v->start[s] = place, v->reversed[s] = false;
}

static void segment_copy(IlsView *v, int32_t to, int32_t from) {
  v->low[to] = v->low[from], v->span[to] = v->span[from], v->start[to] = v->start[from],
  v->reversed[to] = v->reversed[from];
}

/* Lets a segment begin at place i < n; its number. */
static int32_t view_split(IlsView *v, int32_t i) {
  int32_t s = v->count - 1;
  while (v->start[s] > i) s--;
  int32_t left = i - v->start[s];
  if (left == 0) return s;
  for (int32_t k = v->count++; k > s; k--) segment_copy(v, k, k - 1);
  int32_t right = v->span[s] + 1 - left;
  v->span[s] = left - 1, v->span[s + 1] = right - 1, v->start[s + 1] = i;
  if (v->reversed[s])
    v->low[s] += right;
  else
    v->low[s + 1] += left;
  return s + 1;
}

static void segment_swap(IlsView *v, int32_t a, int32_t b) {
  int32_t low = v->low[a], span = v->span[a];
  bool reversed = v->reversed[a];
  v->low[a] = v->low[b], v->span[a] = v->span[b], v->reversed[a] = !v->reversed[b];
  v->low[b] = low, v->span[b] = span, v->reversed[b] = !reversed;
}

bool ils_view_flip(IlsView *v, int32_t i, int32_t j) {
  bool wraps = i > j;
  if (wraps) {
    int32_t first = j + 1;
    j = i - 1, i = first;
    if (i > j) return true; /* all of the tour */
  }
  int32_t a = view_split(v, i), b = j + 1 == v->n ? v->count - 1 : view_split(v, j + 1) - 1, place = i;
  for (int32_t s = a, t = b; s < t; s++, t--) segment_swap(v, s, t);
  if ((b - a) % 2 == 0) v->reversed[(a + b) / 2] = !v->reversed[(a + b) / 2];
  for (int32_t s = a; s <= b; place += v->span[s] + 1, s++) v->start[s] = place;
  return wraps;
}

/* Does segment t continue s? 1: forward, -1: reversed, 0: no. A single city goes either way. */
static int view_continues(const IlsView *v, int32_t s, int32_t t) {
  bool forward = (!v->reversed[s] || !v->span[s]) && (!v->reversed[t] || !v->span[t]);
  bool reversed = (v->reversed[s] || !v->span[s]) && (v->reversed[t] || !v->span[t]);
  if (forward && v->low[s] + v->span[s] + 1 == v->low[t]) return 1;
  return reversed && v->low[t] + v->span[t] + 1 == v->low[s] ? -1 : 0;
}

void ils_view_join(IlsView *v) {
  int32_t last = 0;
  for (int32_t s = 1; s < v->count; s++) {
    int way = view_continues(v, last, s);
    if (!way) {
      segment_copy(v, ++last, s);
      continue;
    }
    v->low[last] = way > 0 ? v->low[last] : v->low[s];
    v->span[last] += v->span[s] + 1, v->reversed[last] = way < 0;
  }
  v->count = last + 1;
}
