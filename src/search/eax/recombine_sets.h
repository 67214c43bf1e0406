/* Sets of cycles, for both backends: the contract is in recombine_kernels.h, the oracle in
 * tests/oracle/oracle_recombine_choice.c. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_SETS_H
#define CORDEE_SEARCH_EAX_RECOMBINE_SETS_H

#include "recombine_entropy.h"
#include "recombine_move.h"

/* The cycles of a pair. */
typedef struct RecombineCycles {
  const int32_t *entry;  /* (n) RecombineParents */
  const int32_t *cycle;  /* (d) of each entry */
  const int32_t *member; /* (d) entries, cycle after cycle, ascending in each */
  const int32_t *first;  /* (cycles + 1) of each in member */
  int32_t entries;       /* d */
} RecombineCycles;

/* One cycle, or a set: what is tested together. */
typedef struct RecombineSet {
  int32_t size;
  int32_t cycle[RECOMBINE_SET];
} RecombineSet;

/* A thread group's memory while it tests sets. */
typedef struct RecombineTrial {
  int32_t member[RECOMBINE_CUTS];
  int32_t near[RECOMBINE_NEAR];
} RecombineTrial;

GROUP_FN int32_t cycle_edges(const RecombineCycles *x, int32_t cycle) {
  return x->first[cycle + 1] - x->first[cycle];
}

/* The entries of all of a set's cycles, ascending if there are at most RECOMBINE_CUTS; *k becomes their number. Several
 * cycles are merged into `room` (RECOMBINE_CUTS); if there are too many entries, what is returned is not read. */
GROUP_FN const int32_t *set_members(ThreadGroup t, const RecombineCycles *x, const RecombineSet *s,
                                    int32_t *room, int32_t *k) {
  *k = 0;
  for (int32_t j = 0; j < s->size; j++) *k += cycle_edges(x, s->cycle[j]);
  if (s->size == 1) return x->member + x->first[s->cycle[0]];
  if (*k > RECOMBINE_CUTS) return room;
  group_sync(t);
  for (int32_t j = 0; j < s->size; j++)
    GROUP_EACH (i, t, 0, cycle_edges(x, s->cycle[j])) {
      const int32_t e = x->member[x->first[s->cycle[j]] + i];
      int32_t at = i;
      for (int32_t h = 0; h < s->size; h++)
        if (h != j) at += numbers_below(x->member + x->first[s->cycle[h]], cycle_edges(x, s->cycle[h]), e);
      room[at] = e;
    }
  group_sync(t);
  return room;
}

/* The test of a set, as cycles_test. */
GROUP_FN int32_t set_test(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x,
                          const RecombineSet *s, RecombineLimit limit, RecombineTrial *trial,
                          RecombineMove *m, int64_t *delta) {
  int32_t k;
  const int32_t *member = set_members(t, x, s, trial->member, &k);
  return cycles_test(t, v, member, k, limit, m, delta);
}

/* The test that decides: the gain on the tour; 0: it fails. */
GROUP_FN int64_t set_gain(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x,
                          const RecombineSet *s, RecombineTrial *trial, RecombineMove *m) {
  int64_t delta;
  int32_t cities = s->size > 1 ? v->join : v->alone;
  const RecombineLimit limit = {s->size > 1 ? INT64_MAX : 0, cities ? &cities : NULL};
  const int32_t passed = set_test(t, v, x, s, limit, trial, m, &delta);
  return passed && delta < 0 ? -delta : 0;
}

/* ---- neighbours ---- */

GROUP_FN int32_t subtour_largest(ThreadGroup t, const RecombineMove *m) {
  int64_t least = 0;
  GROUP_EACH (u, t, 0, m->tours) {
    const int64_t key = -((int64_t)m->size[u] << 32) + u;
    if (key < least) least = key;
  }
  return (int32_t)(group_min(t, least) & 0xffff);
}

/* The lowest cycle above `after` with an edge that begins outside the largest sub-tour; INT32_MAX: none. */
GROUP_FN int32_t near_next(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x,
                           const RecombineMove *m, int32_t largest, int32_t after) {
  int64_t lowest = INT32_MAX;
  for (int32_t s = 0; s < m->cuts; s++) {
    if (m->mark[s] == largest) continue;
    const int32_t from = x->entry[segment_start(v, m, s)], last = x->entry[m->cut[s]],
                  to = last < from ? last + x->entries : last;
    GROUP_EACH (i, t, from, to) {
      const int32_t c = x->cycle[i < x->entries ? i : i - x->entries];
      if (c > after && c < lowest) lowest = c;
    }
  }
  return (int32_t)group_min(t, lowest);
}

GROUP_FN int32_t set_has(const RecombineSet *s, int32_t cycle) {
  int32_t has = 0;
  for (int32_t j = 0; j < s->size; j++) has |= s->cycle[j] == cycle;
  return has;
}

/* Lists the neighbours of a set whose edges are exchanged in *m; returns how many there are. */
GROUP_FN int32_t set_near(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x,
                          const RecombineSet *s, const RecombineMove *m, int32_t *near) {
  const int32_t largest = subtour_largest(t, m), outside = v->problem.n - m->size[largest],
                all = v->join / outside, most = all < RECOMBINE_NEAR ? all : RECOMBINE_NEAR;
  int32_t count = 0;
  for (int32_t c = -1; count < most;) {
    c = near_next(t, v, x, m, largest, c);
    if (c == INT32_MAX) break;
    if (set_has(s, c)) continue;
    if (t.lane == 0) near[count] = c;
    count++;
  }
  group_sync(t);
  return count;
}

/* ---- growth ---- */

/* Lists the neighbours of *s in trial->near; returns how many there are. If *s is one cycle that has any, it is tested: *least becomes its
 * change (INT64_MAX: it fails). */
GROUP_FN int32_t set_prepare(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x,
                             const RecombineSet *s, RecombineTrial *trial, RecombineMove *m, int64_t *least) {
  int32_t k, cities = v->join;
  int64_t delta;
  const int32_t *member = set_members(t, x, s, trial->member, &k);
  if (!cycles_exchange(t, v, member, k, s->size > 1 ? INT64_MAX : 0, m, &delta) || m->tours < 2) return 0;
  const int32_t count = set_near(t, v, x, s, m, trial->near);
  const RecombineLimit any = {INT64_MAX, &cities};
  if (count && s->size == 1) *least = subtours_join(t, v, any, m, &delta) ? delta : INT64_MAX;
  return count;
}

/* Tests the set with a neighbour: the change must stay below `least`. */
GROUP_FN int32_t set_try(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x, RecombineSet s,
                         int32_t neighbour, int64_t least, RecombineTrial *trial, RecombineMove *m,
                         int64_t *delta) {
  int32_t cities = v->join;
  const RecombineLimit limit = {least, &cities};
  s.cycle[s.size++] = neighbour;
  return set_test(t, v, x, &s, limit, trial, m, delta);
}

/* Tests the set with each of `count` neighbours; the best one joins it. Returns whether one did; *least becomes
 * its change. */
GROUP_FN int32_t set_extend(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x, RecombineSet *s,
                            int32_t count, RecombineTrial *trial, RecombineMove *m, int64_t *least) {
  const int64_t before = *least;
  int32_t best = -1;
  for (int32_t i = 0; i < count; i++) {
    int64_t delta;
    if (set_try(t, v, x, *s, trial->near[i], before, trial, m, &delta) && delta < *least) {
      *least = delta;
      best = trial->near[i];
    }
  }
  if (best >= 0) s->cycle[s->size++] = best;
  return best >= 0;
}

/* Grows *s, which has one cycle. Returns its gain; 0: it fails. */
GROUP_FN int64_t set_grow(ThreadGroup t, const RecombineChild *v, const RecombineCycles *x, RecombineSet *s,
                          RecombineTrial *trial, RecombineMove *m) {
  int64_t least = INT64_MAX;
  while (s->size < RECOMBINE_SET) {
    const int32_t count = set_prepare(t, v, x, s, trial, m, &least);
    if (!count || !set_extend(t, v, x, s, count, trial, m, &least)) return 0;
    if (least < 0) return -least;
  }
  return 0;
}

/* ---- entropy ---- */

/* The loss of entropy of a group of tours by a cycle, 1/256. */
GROUP_FN int64_t cycle_loss(ThreadGroup t, const RecombineTask *task, uint32_t group, const RecombineChild *v,
                            const RecombineCycles *x, int32_t cycle) {
  int64_t loss = 0;
  GROUP_EACH (i, t, 2 * x->first[cycle], 2 * x->first[cycle + 1]) {
    const int32_t end = 2 * x->member[i / 2] + i % 2, other = v->partner[end];
    if (i % 2) loss -= edge_step(task, group, v->city[end - 1], v->city[end], 1);
    if (end < other) loss += edge_step(task, group, v->city[end], v->city[other], 0);
  }
  return group_sum(t, loss);
}

GROUP_FN int64_t set_loss(ThreadGroup t, const RecombineTask *task, uint32_t group, const RecombineChild *v,
                          const RecombineCycles *x, const RecombineSet *s) {
  int64_t loss = 0;
  for (int32_t j = 0; j < s->size; j++) loss += cycle_loss(t, task, group, v, x, s->cycle[j]);
  return loss > 1 ? loss : 1;
}

#endif
