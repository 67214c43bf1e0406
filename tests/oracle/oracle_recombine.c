/* See oracle_recombine.h. A tour with exchanged edges is a table: nb[c][0] and nb[c][1], the cities before
 * and after c. */
#include "oracle_recombine.h"

#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

typedef int32_t Pair2[2];

typedef struct Cycle {
  int32_t size;   /* edges of A */
  int32_t *entry; /* (size) */
  int64_t gain;   /* on parent A */
} Cycle;

typedef struct Oracle {
  const Instance *inst;
  const RecombineTask *task;
  RecombinePair pair;
  int32_t n, d, cycles;
  Pair2 *a, *b;          /* (n) neighbours in parents A and B, before and after */
  Pair2 *entry;          /* (d) cities of each edge of A that B lacks */
  int32_t *partner;      /* (2 d) */
  Cycle *cycle;          /* (cycles) */
  int32_t *tour, *where; /* (n) the child so far, its inverse */
  Pair2 *nb;             /* (n) with a cycle exchanged */
  int32_t *part;         /* (n) sub-tour of each city */
  int32_t *size;         /* (n) of each sub-tour */
  char *cut;             /* (n) the edge after this position is replaced */
} Oracle;

static int64_t far(const Oracle *o, int32_t a, int32_t b) { return judge_distance(o->inst, a, b); }
static int has(Pair2 p, int32_t c) { return p[0] == c || p[1] == c; }

static int bit(const Oracle *o, int32_t v) {
  const RecombineTask *t = o->task;
  const uint32_t k = (uint32_t)v / 64;
  philox4x32_ctr_t counter = {{o->pair.island, o->pair.member, 8 + 256 * t->task[0].epoch, k / 2}};
  philox4x32_key_t key = {
      {(uint32_t)(t->task[0].seed % 4294967296u), (uint32_t)(t->task[0].seed / 4294967296u)}};
  philox4x32_ctr_t out = philox4x32_R(10, counter, key);
  return out.v[2 * (k % 2) + (v % 64) / 32] >> (v % 32) & 1;
}

static void neighbours(int32_t n, const int32_t *tour, Pair2 *nb) {
  for (int32_t p = 0; p < n; p++) nb[tour[p]][0] = tour[(p + n - 1) % n], nb[tour[p]][1] = tour[(p + 1) % n];
}

/* The end at the other end of the paired edge of B: a city and a side of A there. */
static int32_t partner_of(const Oracle *o, int32_t end) {
  const int32_t v = o->entry[end / 2][end % 2], side = end % 2 == 0;
  int only = has(o->a[v], o->b[v][0]) || has(o->a[v], o->b[v][1]);
  int leave = only ? has(o->a[v], o->b[v][0]) : side ^ bit(o, v);
  const int32_t w = o->b[v][leave];
  only = has(o->b[w], o->a[w][0]) || has(o->b[w], o->a[w][1]);
  const int at = only ? has(o->b[w], o->a[w][0]) : !leave ^ bit(o, w);
  for (int32_t e = 0; e < o->d; e++)
    if (o->entry[e][!at] == w && o->entry[e][at] == o->a[w][at]) return 2 * e + !at;
  abort();
}

static void find_cycles(Oracle *o) {
  char *seen = calloc((size_t)o->d + 1, 1);
  for (int32_t e = 0; e < o->d; e++) {
    if (seen[e]) continue;
    Cycle *c = &o->cycle[o->cycles++];
    c->entry = malloc(sizeof *c->entry * (size_t)o->d);
    for (int32_t end = 2 * e; !seen[end / 2]; end = o->partner[end ^ 1])
      seen[end / 2] = 1, c->entry[c->size++] = end / 2;
  }
  free(seen);
}

static int32_t flood(Oracle *o, int32_t start, int32_t part) {
  int32_t count = 0, from = -1, at = start;
  do {
    int32_t next = o->nb[at][0] == from ? o->nb[at][1] : o->nb[at][0];
    o->part[at] = part, count++, from = at, at = next;
  } while (at != start);
  return count;
}

/* Exchanges the cycle's edges in nb, and sums the change of cost; false: one is not in the tour. */
static int exchange(Oracle *o, const Cycle *c, int64_t *delta) {
  neighbours(o->n, o->tour, o->nb);
  memset(o->cut, 0, (size_t)o->n);
  *delta = 0;
  for (int32_t i = 0; i < c->size; i++) {
    const int32_t *e = o->entry[c->entry[i]];
    const int32_t p = o->where[e[0]], q = o->where[e[1]];
    if ((p + 1) % o->n != q && (q + 1) % o->n != p) return 0;
    o->cut[(p + 1) % o->n == q ? p : q] = 1, *delta -= far(o, e[0], e[1]);
  }
  for (int32_t i = 0; i < c->size; i++)
    for (int32_t s = 0; s < 2; s++) {
      const int32_t end = 2 * c->entry[i] + s, to = o->partner[end];
      const int32_t v = o->entry[end / 2][s], u = o->entry[end / 2][!s], w = o->entry[to / 2][to % 2];
      const int32_t side = (o->where[v] + 1) % o->n == o->where[u];
      o->nb[v][side] = w;
      if (end < to) *delta += far(o, v, w);
    }
  return 1;
}

static int32_t number_parts(Oracle *o) {
  int32_t parts = 0;
  for (int32_t p = 0; p < o->n; p++) o->part[p] = -1;
  for (int32_t p = 0; p < o->n; p++)
    if (o->cut[p] && o->part[o->tour[p]] < 0) o->size[parts] = flood(o, o->tour[p], parts), parts++;
  return parts;
}

static int slot(const Pair2 p, int32_t c) { return p[1] == c; }

static void cut_side(Oracle *o, int32_t v, int32_t side) {
  o->cut[(o->where[v] + (side ? 0 : o->n - 1)) % o->n] = 1;
}

/* Joins the smallest sub-tour; false: there is no join. */
static int join(Oracle *o, int32_t parts, int64_t *delta) {
  const RecombineTask *t = o->task;
  int32_t u = -1, best[4] = {-1, 0, 0, 0};
  int64_t least = INT64_MAX;
  for (int32_t k = 0; k < parts; k++)
    if (o->size[k] && (u < 0 || o->size[k] < o->size[u])) u = k;
  for (int32_t p = 0; p < o->n; p++)
    for (int32_t k = 0, v = o->tour[p]; k < t->width && o->part[v] == u; k++) {
      const int32_t w = t->list[v * t->width + k];
      if (o->part[w] == u) continue;
      for (int way = 0; way < 8; way++) {
        const int32_t v2 = o->nb[v][way >> 1 & 1], w2 = o->nb[w][way >> 2];
        const int64_t made = way & 1 ? far(o, v, w2) + far(o, v2, w) : far(o, v, w) + far(o, v2, w2);
        const int64_t change = made - far(o, v, v2) - far(o, w, w2);
        if (change < least) least = change, best[0] = v, best[1] = w, best[2] = way;
      }
    }
  if (best[0] < 0) return 0;
  const int32_t v = best[0], w = best[1], way = best[2], hv = way >> 1 & 1, hw = way >> 2;
  const int32_t v2 = o->nb[v][hv], w2 = o->nb[w][hw], other = o->part[w];
  const int sv = slot(o->nb[v2], v), sw = slot(o->nb[w2], w);
  cut_side(o, v, hv), cut_side(o, w, hw);
  o->nb[v][hv] = way & 1 ? w2 : w, o->nb[w][hw] = way & 1 ? v2 : v;
  o->nb[v2][sv] = way & 1 ? w : w2, o->nb[w2][sw] = way & 1 ? v : v2;
  for (int32_t c = 0; c < o->n; c++)
    if (o->part[c] == u) o->part[c] = other;
  o->size[other] += o->size[u], o->size[u] = 0, *delta += least;
  return 1;
}

static int32_t cuts(const Oracle *o) {
  int32_t count = 0;
  for (int32_t p = 0; p < o->n; p++) count += o->cut[p];
  return count;
}

static int64_t gain_of(Oracle *o, const Cycle *c) {
  int64_t delta;
  if (c->size > RECOMBINE_CUTS || !exchange(o, c, &delta) || delta >= 0) return 0;
  const int32_t parts = number_parts(o);
  for (int32_t left = parts; left > 1; left--) {
    if (cuts(o) + 2 > RECOMBINE_CUTS || !join(o, parts, &delta) || delta >= 0) return 0;
  }
  return -delta;
}

/* Turns nb into the tour. */
static void settle(Oracle *o) {
  int32_t longest = 0, last = -1, previous = 0, n = o->n;
  for (int32_t p = 0; p < n; p++)
    if (o->cut[p]) previous = p - n;
  for (int32_t p = 0; p < n; p++) {
    if (!o->cut[p]) continue;
    if (p - previous > longest) longest = p - previous, last = p;
    previous = p;
  }
  int32_t from = o->tour[last], at = o->nb[from][1];
  for (int32_t k = 1; k <= n - longest; k++) {
    const int32_t next = o->nb[at][o->nb[at][0] == from];
    o->tour[(last + k) % n] = at, from = at, at = next;
  }
  for (int32_t p = 0; p < n; p++) o->where[o->tour[p]] = p;
}

static int better(const Oracle *o, int32_t x, int32_t y) {
  const Cycle *a = &o->cycle[x], *b = &o->cycle[y];
  const __int128 left = (__int128)a->gain * b->size, right = (__int128)b->gain * a->size;
  return left > right || (left == right && x < y);
}

static void choose(Oracle *o, RecombineResult *r) {
  for (int32_t c = 0; c < o->cycles; c++) r->gaining += (o->cycle[c].gain = gain_of(o, &o->cycle[c])) > 0;
  const int32_t most = (r->gaining * o->task->share + 99) / 100;
  for (int32_t k = 0; k < most; k++) {
    int32_t best = -1;
    for (int32_t c = 0; c < o->cycles; c++)
      if (o->cycle[c].gain && (best < 0 || better(o, c, best))) best = c;
    const int64_t gain = gain_of(o, &o->cycle[best]);
    o->cycle[best].gain = 0;
    if (!gain) continue;
    settle(o);
    r->cost -= gain, r->done++;
  }
}

static void find_ends(Oracle *o, const int32_t *parent_a) {
  for (int32_t p = 0; p < o->n; p++) {
    const int32_t v = parent_a[p], w = parent_a[(p + 1) % o->n];
    if (!has(o->b[v], w)) o->entry[o->d][0] = v, o->entry[o->d][1] = w, o->d++;
  }
  for (int32_t end = 0; end < 2 * o->d; end++) o->partner[end] = partner_of(o, end);
}

RecombineResult oracle_recombine(const Instance *inst, const RecombineTask *t, uint32_t i, int32_t *child) {
  const size_t n = (size_t)inst->n;
  const int32_t *parent_a = t->tour + t->pair[i].parent_a * n, *parent_b = t->tour + t->pair[i].parent_b * n;
  RecombineResult r = {.cost = t->cost[t->pair[i].parent_a]};
  memcpy(child, parent_a, n * sizeof *child);
  if (n < 5) return r;
  Oracle o = {.inst = inst, .task = t, .pair = t->pair[i], .n = inst->n, .tour = child};
  o.a = malloc(n * sizeof *o.a), o.b = malloc(n * sizeof *o.b), o.nb = malloc(n * sizeof *o.nb);
  o.entry = malloc(n * sizeof *o.entry), o.partner = malloc(2 * n * sizeof *o.partner);
  o.cycle = calloc(n, sizeof *o.cycle), o.where = malloc(n * sizeof *o.where);
  o.part = malloc(n * sizeof *o.part), o.size = malloc(n * sizeof *o.size), o.cut = malloc(n);
  neighbours(inst->n, parent_a, o.a), neighbours(inst->n, parent_b, o.b);
  for (int32_t p = 0; p < inst->n; p++) o.where[parent_a[p]] = p;
  find_ends(&o, parent_a), find_cycles(&o);
  r.differing = o.d, r.cycles = o.cycles;
  choose(&o, &r);
  for (int32_t c = 0; c < o.cycles; c++) free(o.cycle[c].entry);
  free(o.a), free(o.b), free(o.nb), free(o.entry), free(o.partner), free(o.cycle), free(o.where);
  free(o.part), free(o.size), free(o.cut);
  return r;
}
