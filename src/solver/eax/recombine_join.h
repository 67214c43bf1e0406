/* The search for the join of a sub-tour to another one, for both backends: the contract is in recombine_kernels.h. It takes most of the time of a test.
 * It leaves out cities whose candidates are all in their own segment (RecombineChild.reach). It looks at the candidates of the other cities. A place is
 * a city with a candidate on another sub-tour. The join at each place is evaluated. An evaluation takes far longer than a look, so
 * places wait until each thread of a warp has one. */
#ifndef CORDEE_SOLVER_EAX_RECOMBINE_JOIN_H
#define CORDEE_SOLVER_EAX_RECOMBINE_JOIN_H

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
    a2[k] = v->tour[neighbour(v, m, p, k)], b2[k] = v->tour[neighbour(v, m, q, k)];
    gone_a[k] = cities_distance(v, a, a2[k]), gone_b[k] = cities_distance(v, b, b2[k]);
    a_b2[k] = cities_distance(v, a, b2[k]), b_a2[k] = cities_distance(v, b, a2[k]);
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

/* A segment of sub-tour u under search. */
typedef struct RecombineStretch {
  int32_t u, start, size;
} RecombineStretch;

/* The state of a search, of one thread. */
typedef struct RecombineSearch {
  ThreadGroup warp;         /* those that search together: a warp of a block */
  RecombinePlaces *scratch; /* of the warp */
  int32_t waiting;          /* places */
  int64_t best;             /* of the joins that this thread has evaluated */
} RecombineSearch;

/* Is position q on another sub-tour? */
GROUP_FN int32_t lies_outside(const RecombineChild *v, const RecombineMove *m, RecombineStretch x,
                              int32_t q) {
  const int32_t offset = q < x.start ? q - x.start + v->problem.n : q - x.start;
  return offset >= x.size && m->mark[segment_of(m, q)] != x.u;
}

/* May a candidate of the city at that offset be outside the segment? */
GROUP_FN int32_t may_leave(const RecombineChild *v, RecombineStretch x, int32_t offset) {
  if (!v->reach || x.start + x.size > v->problem.n) return 1;
  const int32_t *reach = v->reach + 2 * ((size_t)x.start + (size_t)offset);
  return reach[0] < x.start || reach[1] >= x.start + x.size;
}

/* Evaluates the first `count` places that wait, one a thread. */
GROUP_FN void waiting_evaluate(const RecombineChild *v, const RecombineMove *m, RecombineSearch *s,
                               int32_t count) {
  const int32_t lane = s->warp.lane;
  if (lane < count) {
    const uint32_t place = s->scratch->place[lane], width = (uint32_t)v->width;
    const int32_t p = (int32_t)(place / width), k = (int32_t)(place % width);
    const int64_t key = join_best(v, m, p, candidate_position(v, p, k), place);
    s->best = key < s->best ? key : s->best;
  }
  const uint32_t next = s->scratch->place[s->warp.lanes + lane];
  group_sync(s->warp);
  s->scratch->place[lane] = next, s->waiting -= count;
  group_sync(s->warp);
}

/* Looks at the candidates of the cities at the first `count` offsets of scratch->row. */
GROUP_FN void cities_look(const RecombineChild *v, const RecombineMove *m, RecombineStretch x, int32_t count,
                          RecombineSearch *s) {
  const int32_t n = v->problem.n, width = v->width, lane = s->warp.lane, step = s->warp.lanes / width,
                rest = s->warp.lanes % width;
  int32_t i = lane / width, k = lane % width;
  for (int32_t first = 0; first < count * width; first += s->warp.lanes) {
    const int32_t there = i < count, at = there ? x.start + (int32_t)s->scratch->row[i] : 0,
                  p = at < n ? at : at - n;
    const int32_t outside = there && lies_outside(v, m, x, candidate_position(v, p, k));
    s->waiting += group_select(s->warp, outside, (uint32_t)p * (uint32_t)width + (uint32_t)k,
                               s->scratch->place + s->waiting);
    if (s->waiting >= s->warp.lanes) waiting_evaluate(v, m, s, s->warp.lanes);
    i += step, k += rest;
    if (k >= width) k -= width, i++;
  }
}

/* Looks at a segment; of one thread. */
GROUP_FN void segment_look_alone(const RecombineChild *v, const RecombineMove *m, RecombineStretch x,
                                 RecombineSearch *s) {
  const int32_t n = v->problem.n, width = v->width;
  for (int32_t i = 0; i < x.size; i++) {
    if (!may_leave(v, x, i)) continue;
    const int32_t p = x.start + i < n ? x.start + i : x.start + i - n;
    for (int32_t k = 0; k < width; k++) {
      const int32_t q = candidate_position(v, p, k);
      if (!lies_outside(v, m, x, q)) continue;
      const int64_t key = join_best(v, m, p, q, (uint32_t)p * (uint32_t)width + (uint32_t)k);
      s->best = key < s->best ? key : s->best;
    }
  }
}

/* Looks at a segment; each warp of a block takes a part of it. */
GROUP_FN void segment_look(ThreadGroup t, const RecombineChild *v, const RecombineMove *m, RecombineStretch x,
                           RecombineSearch *s) {
  for (int32_t first = t.lane - s->warp.lane; first < x.size; first += t.lanes) {
    const int32_t i = first + s->warp.lane, chosen = i < x.size && may_leave(v, x, i);
    const int32_t count = group_select(s->warp, chosen, (uint32_t)i, s->scratch->row);
    cities_look(v, m, x, count, s);
  }
}

/* The best join of sub-tour u to another, over all candidates of its cities. Walks its segments: most sub-tours that are joined have
 * few of them. */
GROUP_FN int64_t join_find(ThreadGroup t, const RecombineChild *v, RecombineMove *m, int32_t u) {
  const int32_t first = subtour_first(t, m, u);
  RecombineSearch search = {group_warp(t), &m[t.lane / 32].places, 0, RECOMBINE_NO_JOIN};
  int32_t s = first, forward = 1;
  do {
    const RecombineStretch x = {u, segment_start(v, m, s), segment_size(v, m, s)};
    if (t.lanes == 1)
      segment_look_alone(v, m, x, &search);
    else
      segment_look(t, v, m, x, &search);
    s = segment_after(m, s, &forward);
  } while (s != first);
  if (search.waiting) waiting_evaluate(v, m, &search, search.waiting);
  return group_min(t, search.best);
}

#endif
