/* The search for the join of a sub-tour to another one, for both backends: the contract is in recombine_kernels.h. It takes most of the time of a test.
 * It leaves out cities whose candidates are all in their own segment (RecombineChild.reach). It looks at the candidates of the other cities. A place is
 * a city with a candidate on another sub-tour. The join at each place is evaluated. An evaluation takes far longer than a look, so
 * places wait until each thread of a warp has one. Most segments are short, so a warp looks at cities of several ones together. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_JOIN_H
#define CORDEE_SEARCH_EAX_RECOMBINE_JOIN_H

#include "recombine_segments.h"

#define RECOMBINE_NO_JOIN INT64_MAX

/* Position of the tour neighbour of the city at p: before it (0) or after it (1). */
GROUP_FN int32_t neighbour(const RecombineChild *v, const RecombineMove *m, int32_t p, int32_t after) {
  const int32_t c = after ? p : position_previous(v, p), r = cut_rank(m, c);
  if (r == m->cuts || m->cut[r] != c) return after ? position_next(v, p) : c;
  const int32_t to = m->link[2 * r + !after];
  return to & 1 ? position_next(v, m->cut[to / 2]) : m->cut[to / 2];
}

/* The best join of the cities at p and q, as a key: delta, then `number` (from p and q's place), then the
 * way, 3 bits. */
GROUP_FN int64_t join_best(const RecombineChild *v, const RecombineMove *m, int32_t p, int32_t q,
                           uint32_t number) {
  const int32_t a = v->tour[p], b = v->tour[q], direct = cities_distance(v, a, b);
  int32_t a2[2], b2[2], gone_a[2], gone_b[2], a_b2[2], b_a2[2];
  int64_t best = RECOMBINE_NO_JOIN;
  for (int k = 0; k < 2; k++) {
    a2[k] = v->tour[neighbour(v, m, p, k)];
    b2[k] = v->tour[neighbour(v, m, q, k)];
    gone_a[k] = cities_distance(v, a, a2[k]);
    gone_b[k] = cities_distance(v, b, b2[k]);
    a_b2[k] = cities_distance(v, a, b2[k]);
    b_a2[k] = cities_distance(v, b, a2[k]);
  }
  for (int way = 0; way < 8; way++) {
    const int k = way >> 2, h = way >> 1 & 1;
    const int32_t made = way & 1 ? a_b2[k] + b_a2[h] : direct + cities_distance(v, a2[h], b2[k]);
    const int64_t key =
        (int64_t)(made - gone_a[h] - gone_b[k]) * ((int64_t)1 << 32) + (8 * number + (uint32_t)way);
    best = key < best ? key : best;
  }
  return best;
}

/* The first segment of sub-tour u. */
GROUP_FN int32_t subtour_first(ThreadGroup t, const RecombineMove *m, int32_t u) {
  int64_t first = INT32_MAX;
  GROUP_EACH (s, t, 0, m->cuts)
    if (m->mark[s] == u) {
      first = s;
      break;
    }
  return (int32_t)group_min(t, first);
}

/* The state of a search, of one thread. */
typedef struct RecombineSearch {
  ThreadGroup warp;         /* those that search together: a warp of a block */
  RecombinePlaces *scratch; /* of the warp */
  int32_t u;                /* the sub-tour */
  int32_t cities, waiting;  /* how many are in scratch->row, in scratch->place */
  int64_t best;             /* of the joins that this thread has evaluated */
} RecombineSearch;

/* Is position q on another sub-tour than u? s: a segment of u. */
GROUP_FN int32_t lies_outside(const RecombineChild *v, const RecombineMove *m, int32_t u, int32_t s,
                              int32_t q) {
  const int32_t start = segment_start(v, m, s), offset = q < start ? q - start + v->problem.n : q - start;
  return offset >= segment_size(v, m, s) && m->mark[segment_of(m, q)] != u;
}

/* May a candidate of the city at p be outside its segment s? If that goes across position 0: always. */
GROUP_FN int32_t may_leave(const RecombineChild *v, const RecombineMove *m, int32_t s, int32_t p) {
  if (!v->reach) return 1;
  const int32_t *reach = v->reach + 2 * (size_t)p;
  return (reach[0] < segment_start(v, m, s)) | (reach[1] > m->cut[s]);
}

/* Evaluates the last `count` places that wait, one a thread. */
GROUP_FN void waiting_evaluate(const RecombineChild *v, const RecombineMove *m, RecombineSearch *s,
                               int32_t count) {
  const int32_t lane = s->warp.lane;
  s->waiting -= count;
  if (lane < count) {
    const uint32_t place = s->scratch->place[s->waiting + lane], width = (uint32_t)v->width;
    const int32_t p = (int32_t)(place / width), k = (int32_t)(place % width);
    const int64_t key = join_best(v, m, p, candidate_position(v, p, k), place);
    s->best = key < s->best ? key : s->best;
  }
  group_sync(s->warp);
}

enum { RECOMBINE_EACH = RECOMBINE_BATCH / 32 }; /* loads that a thread has under way */

/* Leaves out the cities of scratch->row whose candidates are all in their own segment. */
GROUP_FN void cities_choose(const RecombineChild *v, const RecombineMove *m, RecombineSearch *s) {
  RecombinePlaces *row = s->scratch;
  int32_t p[RECOMBINE_EACH], segment[RECOMBINE_EACH], chosen[RECOMBINE_EACH], count = 0;
  group_sync(s->warp);
  GROUP_UNROLL for (int32_t r = 0; r < RECOMBINE_EACH; r++) {
    const int32_t i = s->warp.lanes * r + s->warp.lane, there = i < s->cities;
    p[r] = there ? (int32_t)row->row[i] : 0;
    segment[r] = there ? (int32_t)row->segment[i] : 0;
    chosen[r] = may_leave(v, m, segment[r], p[r]) & there;
  }
  GROUP_UNROLL for (int32_t r = 0; r < RECOMBINE_EACH; r++) {
    group_select(s->warp, chosen[r], (uint32_t)segment[r], row->segment + count);
    count += group_select(s->warp, chosen[r], (uint32_t)p[r], row->row + count);
  }
  s->cities = count;
}

/* Looks at candidates from number `first` on, several a thread. Candidate k of the i-th city of scratch->row has number i x width + k.
 * Places whose candidate is outside wait. */
GROUP_FN void candidates_look(const RecombineChild *v, const RecombineMove *m, RecombineSearch *s,
                              int32_t first) {
  const int32_t width = v->width;
  int32_t p[RECOMBINE_EACH], q[RECOMBINE_EACH], number[RECOMBINE_EACH];
  GROUP_UNROLL for (int32_t r = 0; r < RECOMBINE_EACH; r++) {
    const int32_t at = first + s->warp.lanes * r + s->warp.lane;
    number[r] = at < s->cities * width ? at : 0;
    p[r] = (int32_t)s->scratch->row[number[r] / width];
    q[r] = candidate_position(v, p[r], number[r] % width);
  }
  GROUP_UNROLL for (int32_t r = 0; r < RECOMBINE_EACH; r++) {
    const int32_t there = first + s->warp.lanes * r + s->warp.lane < s->cities * width;
    const int32_t segment = (int32_t)s->scratch->segment[number[r] / width],
                  outside = there && lies_outside(v, m, s->u, segment, q[r]);
    s->waiting +=
        group_select(s->warp, outside, (uint32_t)p[r] * (uint32_t)width + (uint32_t)(number[r] % width),
                     s->scratch->place + s->waiting);
  }
}

/* Looks at the candidates of the cities in scratch->row; it is empty then. */
GROUP_FN void cities_look(const RecombineChild *v, const RecombineMove *m, RecombineSearch *s) {
  cities_choose(v, m, s);
  for (int32_t first = 0; first < s->cities * v->width; first += RECOMBINE_EACH * s->warp.lanes) {
    candidates_look(v, m, s, first);
    while (s->waiting >= s->warp.lanes) waiting_evaluate(v, m, s, s->warp.lanes);
  }
  s->cities = 0;
}

/* Looks at a segment; of one thread. */
GROUP_FN void segment_look_alone(const RecombineChild *v, const RecombineMove *m, int32_t segment,
                                 RecombineSearch *s) {
  const int32_t n = v->problem.n, width = v->width, start = segment_start(v, m, segment),
                size = segment_size(v, m, segment);
  for (int32_t i = 0; i < size; i++) {
    const int32_t p = start + i < n ? start + i : start + i - n;
    if (!may_leave(v, m, segment, p)) continue;
    for (int32_t k = 0; k < width; k++) {
      const int32_t q = candidate_position(v, p, k);
      if (!lies_outside(v, m, s->u, segment, q)) continue;
      const int64_t key = join_best(v, m, p, q, (uint32_t)p * (uint32_t)width + (uint32_t)k);
      s->best = key < s->best ? key : s->best;
    }
  }
}

/* Puts the cities of a segment into scratch->row, and looks at them when it is full. Each warp of a block takes a part of the segment. */
GROUP_FN void segment_look(ThreadGroup t, const RecombineChild *v, const RecombineMove *m, int32_t segment,
                           RecombineSearch *s) {
  const int32_t n = v->problem.n, start = segment_start(v, m, segment), size = segment_size(v, m, segment);
  for (int32_t first = t.lane - s->warp.lane; first < size; first += t.lanes) {
    const int32_t i = first + s->warp.lane, p = start + i < n ? start + i : start + i - n;
    if (i < size) {
      s->scratch->row[s->cities + s->warp.lane] = (uint32_t)p;
      s->scratch->segment[s->cities + s->warp.lane] = (uint32_t)segment;
    }
    s->cities += size - first < s->warp.lanes ? size - first : s->warp.lanes;
    if (s->cities > (RECOMBINE_EACH - 1) * s->warp.lanes) cities_look(v, m, s);
  }
}

/* Looks at the cities that do not fill a row, and evaluates the places that still wait. */
GROUP_FN void search_finish(const RecombineChild *v, const RecombineMove *m, RecombineSearch *s) {
  if (s->cities) cities_look(v, m, s);
  if (s->waiting) waiting_evaluate(v, m, s, s->waiting);
}

/* The best join of sub-tour u to another, over all candidates of its cities. Walks its segments: most sub-tours that are joined have
 * few of them. */
GROUP_FN int64_t join_find(ThreadGroup t, const RecombineChild *v, RecombineMove *m, int32_t u) {
  const int32_t first = subtour_first(t, m, u);
  RecombineSearch search = {group_warp(t), &m[t.lane / 32].places, u, 0, 0, RECOMBINE_NO_JOIN};
  int32_t s = first, forward = 1;
  do {
    if (t.lanes == 1)
      segment_look_alone(v, m, s, &search);
    else
      segment_look(t, v, m, s, &search);
    s = segment_after(m, s, &forward);
  } while (s != first);
  search_finish(v, m, &search);
  return group_min(t, search.best);
}

#endif
