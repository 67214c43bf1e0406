/* See oracle_ils.h. */
#include "oracle_ils.h"

#include <stdlib.h>
#include <string.h>
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

enum { SEGMENTS = 32, WAITING = 64 };

typedef struct Walk {
  const OracleIls *o;
  const int32_t *tour;
  int32_t n, *sequence; /* position of the city at each place */
  int32_t queue[WAITING], waiting;
} Walk;

static int64_t length(const Walk *w, int32_t p, int32_t q) {
  return judge_distance(w->o->inst, w->o->order[w->tour[p]], w->o->order[w->tour[q]]);
}

static int32_t place_of(const Walk *w, int32_t position) {
  int32_t k = 0;
  while (w->sequence[k] != position) k++;
  return k;
}

static int32_t position_of(const Walk *w, int32_t city) {
  int32_t p = 0;
  while (w->tour[p] != city) p++;
  return p;
}

/* The position after (d = 0) or before p in the sequence. */
static int32_t beside(const Walk *w, int32_t p, int d) {
  return w->sequence[(place_of(w, p) + (d ? w->n - 1 : 1)) % w->n];
}

/* Is q on the path from p to r, in direction d? */
static bool on_path(const Walk *w, int d, int32_t p, int32_t q, int32_t r) {
  while (p != q && p != r) p = beside(w, p, d);
  return p == q;
}

static void enqueue(Walk *w, int32_t city) {
  for (int32_t k = 0; k < w->waiting; k++)
    if (w->queue[k] == city) return;
  if (w->waiting < WAITING) w->queue[w->waiting++] = city;
}

/* Reverses the path from p to q in direction d. A sequence is cyclic, but segments are counted from its first
 * place: that stays where it is unless the path is the whole cycle. */
static void turn(Walk *w, int d, int32_t p, int32_t q, bool *mirrored) {
  bool back = (d == 1) != *mirrored;
  int32_t i = place_of(w, back ? q : p), j = place_of(w, back ? p : q);
  if (i > j) {
    int32_t low = j + 1;
    j = i - 1;
    i = low;
    *mirrored = !*mirrored;
  }
  for (; i < j; i++, j--) {
    int32_t keep = w->sequence[i];
    w->sequence[i] = w->sequence[j];
    w->sequence[j] = keep;
  }
}

static int32_t segments(const Walk *w) {
  int32_t count = 1;
  for (int32_t k = 1; k < w->n; k++) count += abs(w->sequence[k] - w->sequence[k - 1]) != 1;
  return count;
}

typedef struct Best {
  int64_t gain;
  int kind, d;
  int32_t t[6];
} Best;

static void offer(Best *best, int64_t gain, int kind, int d, const int32_t *t) {
  if (gain <= best->gain) return;
  best->gain = gain;
  best->kind = kind;
  best->d = d;
  memcpy(best->t, t, sizeof best->t);
}

static void third(const Walk *w, int d, int side, int64_t g, int32_t *t, Best *best) {
  for (int32_t k = 0; k < w->o->width; k++) {
    t[4] = position_of(w, w->o->list[w->tour[t[3]] * w->o->width + k]);
    int64_t g2 = g - length(w, t[3], t[4]);
    if (g2 <= 0 || t[4] == t[2] || (!side && t[4] == t[0])) continue;
    bool inside = on_path(w, d, t[1], t[4], side ? t[2] : t[3]);
    for (int way = 0; way < 2; way++) {
      if (side ? !inside || (way && t[4] == t[1]) : way) continue;
      t[5] = beside(w, t[4], (inside ? d : 1 - d) ^ way);
      offer(best, g2 + length(w, t[4], t[5]) - length(w, t[5], t[0]), side ? 3 + way : 2, d, t);
    }
  }
}

static Best find(const Walk *w, int32_t city) {
  Best best = {0};
  int32_t t[6] = {position_of(w, city)};
  for (int d = 0; d < 2; d++) {
    t[1] = beside(w, t[0], d);
    for (int32_t k = 0; k < w->o->width; k++) {
      t[2] = position_of(w, w->o->list[w->tour[t[1]] * w->o->width + k]);
      int64_t g1 = length(w, t[0], t[1]) - length(w, t[1], t[2]);
      for (int side = 0; side < 2 && g1 > 0; side++) {
        t[3] = beside(w, t[2], side ? d : 1 - d);
        if (!side && t[3] == t[1]) continue;
        int64_t g = g1 + length(w, t[2], t[3]);
        if (!side) offer(&best, g - length(w, t[3], t[0]), 1, d, t);
        third(w, d, side, g, t, &best);
      }
    }
  }
  return best;
}

static void perform(Walk *w, const Best *m) {
  static const int turns[5][3][2] = {
      {{0}}, {{1, 3}}, {{1, 3}, {3, 5}}, {{1, 2}, {2, 5}, {4, 1}}, {{1, 5}, {4, 2}}};
  bool mirrored = false;
  for (int k = 0; k < 3 && turns[m->kind][k][0]; k++)
    turn(w, m->d, m->t[turns[m->kind][k][0]], m->t[turns[m->kind][k][1]], &mirrored);
  for (int k = 0; k < (m->kind == 1 ? 4 : 6); k++) enqueue(w, w->tour[m->t[k]]);
}

static void search(Walk *w) {
  while (w->waiting) {
    int32_t city = w->queue[0];
    /* cppcheck-suppress sizeofCalculation ; sizeof *w->queue is one operand */
    memmove(w->queue, w->queue + 1, sizeof *w->queue * --w->waiting);
    for (;;) {
      Best best = find(w, city);
      if (!best.kind) break;
      if (segments(w) > SEGMENTS - 3) return;
      perform(w, &best);
    }
  }
}

static int64_t circle(const Walk *w) {
  int64_t sum = 0;
  for (int32_t k = 0; k < w->n; k++) sum += length(w, w->sequence[k], w->sequence[(k + 1) % w->n]);
  return sum;
}

void oracle_ils_kick(const OracleIls *o, const int32_t *tour, int32_t p, int32_t a, int32_t b, int32_t c,
                     int32_t from, int32_t *sequence, int64_t *delta) {
  Walk w = {.o = o, .tour = tour, .n = o->inst->n, .sequence = sequence};
  for (int32_t k = 0; k < w.n; k++) sequence[k] = k;
  int64_t before = circle(&w);
  if (p < 0) {
    enqueue(&w, from);
  } else {
    const int32_t cut[4] = {p, p + a, p + a + b, p + a + b + c};
    int32_t at = p + 1;
    for (int k = 0; k < 4; k++) {
      enqueue(&w, tour[cut[k]]);
      enqueue(&w, tour[cut[k] + 1]);
    }
    for (int run = 3; run > 0; run--)
      for (int32_t q = cut[run - 1] + 1; q <= cut[run]; q++) sequence[at++] = q;
  }
  search(&w);
  *delta = circle(&w) - before;
}

/* Cuts of a sequence: cut[p]: positions p and p + 1 are no longer adjacent. */
static void cuts_of(int32_t n, const int32_t *sequence, bool *cut) {
  for (int32_t p = 0; p < n; p++) cut[p] = true;
  for (int32_t k = 0; k < n; k++) {
    int32_t p = sequence[k], q = sequence[(k + 1) % n];
    if ((p + 1) % n == q) cut[p] = false;
    if ((q + 1) % n == p) cut[q] = false;
  }
}

/* Do two sets of cuts cross? So if they share a cut, or if x has two cuts with cuts of y on both sides of
 * them. */
static bool crossing(int32_t n, const bool *x, const bool *y) {
  for (int32_t i = 0; i < n; i++)
    for (int32_t j = i + 1; j < n && x[i]; j++) {
      bool inside = false, outside = false;
      for (int32_t k = 0; k < n && x[j]; k++)
        if (y[k] && k != i && k != j) (k > i && k < j ? (inside = true) : (outside = true));
      if (inside && outside) return true;
    }
  for (int32_t k = 0; k < n; k++)
    if (x[k] && y[k]) return true;
  return false;
}

typedef struct Edges {
  int32_t n, (*of)[2];
} Edges;

static void edge_replace(Edges *e, int32_t p, int32_t old, int32_t new) {
  e->of[p][e->of[p][1] == old] = new;
}

/* Replaces the edges that a sequence cuts: removes all of them first, then adds the new ones. */
static void edges_apply(Edges *e, const int32_t *sequence, const bool *cut) {
  for (int32_t p = 0; p < e->n; p++)
    if (cut[p]) {
      edge_replace(e, p, (p + 1) % e->n, -1);
      edge_replace(e, (p + 1) % e->n, p, -1);
    }
  for (int32_t k = 0; k < e->n; k++) {
    int32_t p = sequence[k], q = sequence[(k + 1) % e->n];
    if ((p + 1) % e->n == q || (q + 1) % e->n == p) continue;
    edge_replace(e, p, -1, q);
    edge_replace(e, q, -1, p);
  }
}

int32_t oracle_ils_commit(int32_t n, int32_t *tour, const int32_t *sequences, int32_t count) {
  bool *cut = malloc((size_t)n * (count + 1));
  int32_t *taken = malloc(sizeof *taken * (count + 1)), all = 0, *old = malloc(sizeof *old * n);
  Edges e = {n, malloc(sizeof *e.of * n)};
  for (int32_t p = 0; p < n; p++) {
    e.of[p][0] = (p + n - 1) % n;
    e.of[p][1] = (p + 1) % n;
  }
  for (int32_t k = 0; k < count; k++) {
    bool clear = true;
    cuts_of(n, sequences + (size_t)k * n, cut + (size_t)k * n);
    for (int32_t j = 0; j < all; j++) clear &= !crossing(n, cut + (size_t)taken[j] * n, cut + (size_t)k * n);
    if (!clear) continue;
    taken[all++] = k;
    edges_apply(&e, sequences + (size_t)k * n, cut + (size_t)k * n);
  }
  memcpy(old, tour, sizeof *old * n);
  for (int32_t k = 0, p = 0, from = e.of[0][0]; k < n; k++) {
    int32_t next = e.of[p][0] == from ? e.of[p][1] : e.of[p][0];
    tour[k] = old[p];
    from = p;
    p = next;
  }
  free(cut);
  free(taken);
  free(old);
  free(e.of);
  return all;
}
