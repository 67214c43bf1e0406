/* The test of cycles, for both backends: the contract is in recombine_kernels.h, the oracle in
 * tests/oracle/oracle_recombine.c. The work is proportional to the cycles, and to the cities of the sub-tours
 * that are joined. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_MOVE_H
#define CORDEE_SEARCH_EAX_RECOMBINE_MOVE_H

#include "recombine_join.h"

/* When a test fails: the change of cost must stay below `change`. cities: how many sub-tours' cities are left to
 * join; NULL: any number. */
typedef struct RecombineLimit {
  int64_t change;
  int32_t *cities;
} RecombineLimit;

/* Change of cost by the cycles themselves. member (k): their entries. */
GROUP_FN int64_t cycles_delta(ThreadGroup t, const RecombineChild *v, const int32_t *member, int32_t k) {
  int64_t delta = 0;
  GROUP_EACH (i, t, 0, 2 * k) {
    const int32_t end = 2 * member[i / 2] + i % 2, other = v->partner[end];
    if (i % 2) delta -= cities_distance(v, v->city[end - 1], v->city[end]);
    if (end < other) delta += cities_distance(v, v->city[end], v->city[other]);
  }
  return group_sum(t, delta);
}

/* The cut of an entry: the position before its edge; -1: the edge is not in the tour. */
GROUP_FN int32_t entry_cut(const RecombineChild *v, int32_t entry) {
  const int32_t p = v->position[v->city[2 * entry]], q = v->position[v->city[2 * entry + 1]];
  if (position_next(v, p) == q) return p;
  if (position_next(v, q) == p) return q;
  return -1;
}

GROUP_FN int32_t end_side(const RecombineChild *v, const RecombineMove *m, int32_t end) {
  const int32_t c = entry_cut(v, end / 2);
  return 2 * cut_rank(m, c) + (v->position[v->city[end]] != c);
}

/* Are all edges in the tour? m->size (k): their cuts. */
GROUP_FN int32_t cuts_find(ThreadGroup t, const RecombineChild *v, const int32_t *member, int32_t k,
                           RecombineMove *m) {
  int64_t missing = 0;
  GROUP_EACH (i, t, 0, k) {
    m->size[i] = entry_cut(v, member[i]);
    missing += m->size[i] < 0;
  }
  return !group_sum(t, missing);
}

/* Sorts the k cuts of m->size. On parent A they are sorted; otherwise ranks are found by counting. */
GROUP_FN void cuts_sort(ThreadGroup t, RecombineMove *m, int32_t k) {
  int64_t wrong = 0;
  group_sync(t);
  GROUP_EACH (i, t, 1, k) wrong += m->size[i - 1] > m->size[i];
  const int32_t sorted = !group_sum(t, wrong);
  GROUP_EACH (i, t, 0, k) {
    const int32_t c = m->size[i];
    int32_t rank = sorted ? i : 0;
    for (int32_t j = 0; j < k && !sorted; j++) rank += m->size[j] < c;
    m->cut[rank] = c;
  }
  if (t.lane == 0) m->cuts = k;
  group_sync(t);
}

/* Cuts the tour at the cycles' edges of A and links the sides as their edges of B do. 0: an edge is not in the
 * tour. */
GROUP_FN int32_t cycles_cut(ThreadGroup t, const RecombineChild *v, const int32_t *member, int32_t k,
                            RecombineMove *m) {
  if (!cuts_find(t, v, member, k, m)) return 0;
  cuts_sort(t, m, k);
  GROUP_EACH (i, t, 0, 2 * k) {
    const int32_t end = 2 * member[i / 2] + i % 2;
    m->link[end_side(v, m, end)] = (int16_t)end_side(v, m, v->partner[end]);
  }
  group_sync(t);
  return 1;
}

/* Numbers the sub-tours. */
GROUP_FN void subtours_mark(ThreadGroup t, const RecombineChild *v, RecombineMove *m) {
  GROUP_EACH (s, t, 0, m->cuts) m->mark[s] = -1;
  group_sync(t);
  if (t.lane == 0) {
    m->tours = 0;
    for (int32_t s = 0; s < m->cuts; s++) {
      if (m->mark[s] >= 0) continue;
      int32_t at = s, forward = 1, size = 0;
      do {
        m->mark[at] = (int16_t)m->tours;
        size += segment_size(v, m, at);
        at = segment_after(m, at, &forward);
      } while (at != s);
      m->size[m->tours++] = size;
    }
  }
  group_sync(t);
}

GROUP_FN int32_t subtour_smallest(ThreadGroup t, const RecombineMove *m) {
  int64_t least = RECOMBINE_NO_JOIN;
  GROUP_EACH (u, t, 0, m->tours) {
    const int64_t key = (int64_t)m->size[u] << 32 | u;
    if (m->size[u] && key < least) least = key;
  }
  return (int32_t)(group_min(t, least) & 0xffff);
}

/* Makes a cut at position c unless there is one. Its two sides are linked to each other, as in the tour. */
GROUP_FN void cut_make(ThreadGroup t, RecombineMove *m, int32_t c) {
  const int32_t r = cut_rank(m, c), cuts = m->cuts;
  if (r < cuts && m->cut[r] == c) return;
  GROUP_EACH (i, t, 0, 2 * cuts)
    if (m->link[i] >= 2 * r) m->link[i] = (int16_t)(m->link[i] + 2);
  group_sync(t);
  for (int32_t top = cuts - 1; top >= r; top -= t.lanes) {
    const int32_t i = top - t.lane;
    int32_t moved = 0;
    int16_t low = 0, high = 0, mark = 0;
    if (i >= r) {
      moved = m->cut[i];
      low = m->link[2 * i];
      high = m->link[2 * i + 1];
      mark = m->mark[i];
    }
    group_sync(t);
    if (i >= r) {
      m->cut[i + 1] = moved;
      m->link[2 * i + 2] = low;
      m->link[2 * i + 3] = high;
      m->mark[i + 1] = mark;
    }
    group_sync(t);
  }
  if (t.lane == 0) {
    m->cut[r] = c;
    m->link[2 * r] = (int16_t)(2 * r + 1);
    m->link[2 * r + 1] = (int16_t)(2 * r);
    m->mark[r] = m->mark[r < cuts ? r + 1 : 0];
    m->cuts = cuts + 1;
  }
  group_sync(t);
}

GROUP_FN void sides_link(RecombineMove *m, int32_t a, int32_t b) {
  m->link[a] = (int16_t)b;
  m->link[b] = (int16_t)a;
}

/* Applies the join of that key; the cities of u take the other sub-tour's number. */
GROUP_FN void join_do(ThreadGroup t, const RecombineChild *v, RecombineMove *m, int32_t u, int64_t key) {
  const uint32_t number = (uint32_t)key / 8, way = (uint32_t)key % 8, after_a = way >> 1 & 1,
                 after_b = way >> 2;
  const int32_t p = (int32_t)(number / (uint32_t)v->width), k = (int32_t)(number % (uint32_t)v->width);
  const int32_t q = candidate_position(v, p, k);
  const int32_t w = m->mark[segment_of(m, q)];
  const int32_t cut_a = after_a ? p : position_previous(v, p), cut_b = after_b ? q : position_previous(v, q);
  group_sync(t);
  cut_make(t, m, cut_a);
  cut_make(t, m, cut_b);
  if (t.lane == 0) {
    const int32_t a = 2 * cut_rank(m, cut_a) + !after_a, b = 2 * cut_rank(m, cut_b) + !after_b;
    const int32_t a2 = m->link[a], b2 = m->link[b];
    sides_link(m, a, way & 1 ? b2 : b);
    sides_link(m, a2, way & 1 ? b : b2);
    m->size[w] += m->size[u];
    m->size[u] = 0;
  }
  GROUP_EACH (s, t, 0, m->cuts)
    if (m->mark[s] == u) m->mark[s] = (int16_t)w;
  group_sync(t);
}

/* Exchanges the edges of cycles with k entries together: *m describes the sub-tours, *delta is the change of
 * cost. 0: the test fails. */
GROUP_FN int32_t cycles_exchange(ThreadGroup t, const RecombineChild *v, const int32_t *member, int32_t k,
                                 int64_t limit, RecombineMove *m, int64_t *delta) {
  if (k > RECOMBINE_CUTS) return 0;
  group_sync(t);
  *delta = cycles_delta(t, v, member, k);
  if (*delta >= limit || !cycles_cut(t, v, member, k, m)) return 0;
  subtours_mark(t, v, m);
  return 1;
}

/* Joins the sub-tours; adds to *delta. 0: the test fails. */
GROUP_FN int32_t subtours_join(ThreadGroup t, const RecombineChild *v, RecombineLimit limit, RecombineMove *m,
                               int64_t *delta) {
  for (int32_t left = m->tours; left > 1; left--) {
    const int32_t u = subtour_smallest(t, m);
    if (limit.cities && (*limit.cities -= m->size[u]) < 0) return 0;
    const int64_t key = join_find(t, v, m, u);
    if (key == RECOMBINE_NO_JOIN || m->cuts + 2 > RECOMBINE_CUTS) return 0;
    *delta += key >> 32;
    if (*delta >= limit.change) return 0;
    join_do(t, v, m, u, key);
  }
  return 1;
}

/* Tests cycles of k entries together. After 1, *m describes the move to apply, and *delta is its change of
 * cost. 0: the test fails. */
GROUP_FN int32_t cycles_test(ThreadGroup t, const RecombineChild *v, const int32_t *member, int32_t k,
                             RecombineLimit limit, RecombineMove *m, int64_t *delta) {
  return cycles_exchange(t, v, member, k, limit.change, m, delta) && subtours_join(t, v, limit, m, delta);
}

#endif
