/* See oracle_recombine.h. */
#include "oracle_recombine_inside.h"

#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>

static int bit(const Oracle *o, int32_t v) {
  const RecombineTask *t = o->task;
  const uint32_t k = (uint32_t)v / 64;
  philox4x32_ctr_t counter = {{o->pair.island, o->pair.member, 8 + 256 * t->task[0].epoch, k / 2}};
  philox4x32_key_t key = {
      {(uint32_t)(t->task[0].seed % 4294967296u), (uint32_t)(t->task[0].seed / 4294967296u)}};
  philox4x32_ctr_t out = philox4x32_R(10, counter, key);
  return out.v[2 * (k % 2) + (v % 64) / 32] >> (v % 32) & 1;
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
    for (int32_t end = 2 * e; !seen[end / 2]; end = o->partner[end ^ 1]) {
      seen[end / 2] = 1;
      c->entry[c->size++] = end / 2;
    }
  }
  free(seen);
}

static void find_ends(Oracle *o, const int32_t *parent_a) {
  for (int32_t p = 0; p < o->n; p++) {
    const int32_t v = parent_a[p], w = parent_a[(p + 1) % o->n];
    if (!has(o->b[v], w)) {
      o->entry[o->d][0] = v;
      o->entry[o->d][1] = w;
      o->d++;
    }
  }
  for (int32_t end = 0; end < 2 * o->d; end++) o->partner[end] = partner_of(o, end);
}

/* ---- edges of a group ---- */

uint32_t oracle_bucket(int32_t bits, int32_t a, int32_t b) {
  const uint32_t low = (uint32_t)(a < b ? a : b), high = (uint32_t)(a < b ? b : a);
  uint32_t h = (low * 2654435761u) ^ ((high + 2135587861u) * 2246822519u);
  h ^= h >> 15;
  h *= 739982445u;
  h ^= h >> 13;
  return h / (1u << (32 - bits));
}

int32_t oracle_bits(int32_t n) {
  int32_t bits = 3;
  while ((1 << bits) < 8 * n) bits++;
  return bits;
}

void oracle_counts(const Instance *inst, const RecombineTask *t, uint32_t group, uint32_t *count) {
  const int32_t n = inst->n, bits = oracle_bits(n);
  memset(count, 0, sizeof *count << bits);
  for (uint32_t i = 0; i < t->pairs; i++) {
    if (t->pair[i].parent_a == RECOMBINE_NONE || t->pair[i].group != group) continue;
    const int32_t *tour = t->tour + (size_t)t->pair[i].parent_a * (size_t)n;
    for (int32_t p = 0; p < n; p++) count[oracle_bucket(bits, tour[p], tour[(p + 1) % n])]++;
  }
}

/* ---- the child ---- */

static void oracle_make(Oracle *o, const int32_t *parent_a, const int32_t *parent_b) {
  const size_t n = (size_t)o->n;
  o->a = malloc(n * sizeof *o->a);
  o->b = malloc(n * sizeof *o->b);
  o->nb = malloc(n * sizeof *o->nb);
  o->entry = malloc(n * sizeof *o->entry);
  o->partner = malloc(2 * n * sizeof *o->partner);
  o->cycle = calloc(n, sizeof *o->cycle);
  o->where = malloc(n * sizeof *o->where);
  o->part = malloc(n * sizeof *o->part);
  o->size = malloc(n * sizeof *o->size);
  o->cut = malloc(n);
  o->bits = oracle_bits(o->n);
  o->count = malloc(sizeof *o->count << o->bits);
  oracle_counts(o->inst, o->task, o->pair.group, o->count);
  oracle_neighbours(o->n, parent_a, o->a);
  oracle_neighbours(o->n, parent_b, o->b);
  for (int32_t p = 0; p < o->n; p++) o->where[parent_a[p]] = p;
}

static void oracle_free(Oracle *o) {
  for (int32_t c = 0; c < o->cycles; c++) free(o->cycle[c].entry);
  free(o->a);
  free(o->b);
  free(o->nb);
  free(o->entry);
  free(o->partner);
  free(o->cycle);
  free(o->where);
  free(o->part);
  free(o->size);
  free(o->cut);
  free(o->count);
}

RecombineResult oracle_recombine(const Instance *inst, const RecombineTask *t, uint32_t i, int large,
                                 OracleSeen *seen, int32_t *child) {
  const size_t n = (size_t)inst->n;
  const int32_t *parent_a = t->tour + t->pair[i].parent_a * n, *parent_b = t->tour + t->pair[i].parent_b * n;
  RecombineResult r = {.cost = t->cost[t->pair[i].parent_a]};
  memcpy(child, parent_a, n * sizeof *child);
  if (n < 5) return r;
  Oracle o = {.inst = inst, .task = t, .pair = t->pair[i], .n = inst->n, .tour = child, .seen = seen};
  oracle_make(&o, parent_a, parent_b);
  find_ends(&o, parent_a);
  find_cycles(&o);
  r.differing = o.d;
  r.cycles = o.cycles;
  oracle_choose(&o, large, &r);
  oracle_free(&o);
  return r;
}
