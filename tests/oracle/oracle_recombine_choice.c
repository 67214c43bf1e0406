/* Which cycles and sets are applied: see oracle_recombine_inside.h. */
#include "oracle_recombine_inside.h"

#include <math.h>
#include <stdlib.h>

/* ---- entropy ---- */

/* What one more tour with an edge adds to the loss, if `tours` have it: 256 ((F + 1) ln(F + 1) - F ln F). */
static double step(uint32_t tours) {
  const double f = tours > 1023 ? 1023 : tours;
  return floor(256 * ((f + 1) * log(f + 1) - (f > 0 ? f * log(f) : 0)) + 0.5);
}

static double with(const Oracle *o, int32_t a, int32_t b, uint32_t less) {
  const uint32_t tours = o->count[oracle_bucket(o->bits, a, b)];
  return step(tours > less ? tours - less : 0);
}

static double cycle_loss(const Oracle *o, const Cycle *c) {
  double loss = 0;
  for (int32_t i = 0; i < c->size; i++) {
    const int32_t e = c->entry[i], *city = o->entry[e];
    loss -= with(o, city[0], city[1], 1);
    for (int32_t s = 0; s < 2; s++) {
      const int32_t to = o->partner[2 * e + s];
      if (to > 2 * e + s) loss += with(o, city[s], o->entry[to / 2][to % 2], 0);
    }
  }
  return loss;
}

static double set_loss(const Oracle *o, const Set *s) {
  double loss = 0;
  for (int32_t j = 0; j < s->size; j++) loss += cycle_loss(o, &o->cycle[s->cycle[j]]);
  return loss > 1 ? loss : 1;
}

/* ---- sets ---- */

/* Marks the neighbours of the set whose edges are exchanged; false: there are none. */
static int near_mark(const Oracle *o, const Set *s, char *near) {
  int32_t largest = 0, marked = 0;
  for (int32_t u = 1; u < o->parts; u++)
    if (o->size[u] > o->size[largest]) largest = u;
  const int32_t most = (int32_t)fmin(RECOMBINE_NEAR, o->task->join / (o->n - o->size[largest]));
  for (int32_t c = 0; c < o->cycles; c++) {
    near[c] = 0;
    for (int32_t i = 0; i < o->cycle[c].size; i++)
      near[c] |= o->part[o->entry[o->cycle[c].entry[i]][0]] != largest;
    for (int32_t j = 0; j < s->size; j++)
      if (s->cycle[j] == c) near[c] = 0;
    if (near[c] && ++marked > most) near[c] = 0;
  }
  return marked && most;
}

/* Tests the set with each neighbour; the best one joins it. */
static int extend(Oracle *o, Set *s, const char *near, int64_t *least) {
  const int64_t before = *least;
  const int32_t size = s->size;
  int32_t best = -1;
  int64_t delta;
  s->size++;
  for (int32_t c = 0; c < o->cycles; c++) {
    if (!near[c]) continue;
    int32_t cities = o->task->join;
    s->cycle[size] = c;
    if (oracle_exchange(o, s, before, &delta) && oracle_join(o, before, &cities, &delta) && delta < *least) {
      *least = delta;
      best = c;
    }
  }
  s->cycle[size] = best;
  return best >= 0;
}

/* The gain of the set that grows from a cycle; 0: none, or the cycle gains alone. */
static int64_t grow(Oracle *o, Set *s) {
  if (oracle_gain(o, s)) return 0;
  int32_t cities = o->task->join;
  int64_t least = INT64_MAX, delta;
  char *near = malloc((size_t)o->cycles);
  int going = oracle_exchange(o, s, 0, &delta) && o->parts > 1 && near_mark(o, s, near);
  if (going && oracle_join(o, INT64_MAX, &cities, &delta)) least = delta;
  going = going && extend(o, s, near, &least);
  while (going && least >= 0 && s->size < RECOMBINE_SET)
    going = oracle_exchange(o, s, INT64_MAX, &delta) && o->parts > 1 && near_mark(o, s, near) &&
            extend(o, s, near, &least);
  free(near);
  if (!going || least >= 0) return 0;
  o->seen->sets[s->size]++;
  return -least;
}

/* ---- choice ---- */

/* The gain on the tour as it is. */
int64_t oracle_gain(Oracle *o, Set *s) {
  int64_t delta, limit = s->size > 1 ? INT64_MAX : 0;
  int32_t cities = s->size > 1 ? o->task->join : o->task->alone;
  if (!oracle_exchange(o, s, limit, &delta)) return 0;
  if (!oracle_join(o, limit, cities ? &cities : NULL, &delta)) return 0;
  return delta < 0 ? -delta : 0;
}

static int better(const Set *a, const Set *b) {
  const __int128 left = (__int128)a->gain * (int64_t)b->loss, right = (__int128)b->gain * (int64_t)a->loss;
  return left > right || (left == right && a->cycle[0] < b->cycle[0]);
}

/* Adds what gains on parent A, by that test, to the `count` sets that are there. Returns how many there are then. */
static int32_t gains(Oracle *o, Set *set, int32_t count, int64_t (*test)(Oracle *, Set *)) {
  for (int32_t c = 0; c < o->cycles; c++) {
    set[count] = (Set){1, {c}, 0, 0};
    set[count].gain = test(o, &set[count]);
    if (!set[count].gain) continue;
    set[count].loss = set_loss(o, &set[count]);
    count++;
  }
  return count;
}

/* Puts the best `most` of them first, the best one first of all. */
static void rank(Set *set, int32_t count, int32_t most) {
  for (int32_t k = 0; k < most; k++)
    for (int32_t i = k + 1; i < count; i++)
      if (better(&set[i], &set[k])) {
        const Set swap = set[i];
        set[i] = set[k];
        set[k] = swap;
      }
}

static void apply_in_turn(Oracle *o, Set *set, int32_t count, RecombineResult *r) {
  for (int32_t k = 0; k < count; k++) {
    const int64_t gain = oracle_gain(o, &set[k]);
    if (!gain) continue;
    oracle_settle(o);
    r->cost -= gain;
    r->done++;
  }
}

void oracle_choose(Oracle *o, int large, RecombineResult *r) {
  Set *set = calloc((size_t)o->cycles + 1, sizeof *set);
  r->gaining = gains(o, set, 0, oracle_gain);
  if (large ? r->gaining < o->cycles / (double)o->task->few : !r->gaining)
    r->gaining = gains(o, set, r->gaining, grow);
  const int32_t most = (r->gaining * o->task->share + 99) / 100;
  rank(set, r->gaining, most);
  (large ? oracle_apply_at_once : apply_in_turn)(o, set, most, r);
  free(set);
}
