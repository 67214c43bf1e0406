/* See graph_degrees.h. */
#include "graph_degrees.h"

#include <stdlib.h>
#include <string.h>
#include "status.h"

enum { DRAWS_DEGREES, DRAWS_PAIRS, DRAWS_REPAIRS }; /* kinds of random numbers: streams of the seed */
#define EMPTY UINT64_MAX

typedef struct Pairing {
  const char *spec;
  DegreeRange range;
  uint32_t *end; /* (2 * edges) */
  uint64_t edges;
  uint64_t *slot; /* (slots) a set of edges, smaller end first; EMPTY: none */
  uint64_t slots; /* a power of 2, at least twice the edges */
  uint64_t *bad;  /* (bads) numbers of edges that are loops or repeated */
  uint64_t bads;
  uint32_t *parent; /* (n) of union and find */
  uint64_t *spare;  /* (n) of a component's root: an edge on a cycle of it; EMPTY: none */
} Pairing;

static uint64_t draw(const Pairing *p, uint32_t kind, uint64_t k) {
  return rng_draw((RngStream){p->range.seed, (uint32_t)k, (uint32_t)(k >> 32) ^ kind << 24, RNG_EDGE}, kind);
}

/* 0..n - 1, n < 2^64, from 64 bits. */
static uint64_t draw_below(const Pairing *p, uint32_t kind, uint64_t k, uint64_t n) {
  return (uint64_t)((__uint128_t)draw(p, kind, k) * n >> 64);
}

/* ---- degrees ---- */

static uint32_t degree_of(const Pairing *p, uint32_t v) {
  const uint32_t choices = p->range.most - p->range.least + 1;
  return p->range.least + (uint32_t)draw_below(p, DRAWS_DEGREES, v, choices);
}

/* The sum of degrees is even: if it is not, the first vertex that can has one more, or else the first has one less. */
static Status ends_make(Pairing *p) {
  const DegreeRange *r = &p->range;
  uint64_t sum = 0, used = 0;
  uint32_t odd = r->n, change = 0;
  for (uint32_t v = 0; v < r->n; v++) sum += degree_of(p, v);
  if (sum % 2) {
    if (r->least == r->most)
      FAIL(ERR_FORMAT, "%s: expected an even sum of degrees, found %u times %u", p->spec, r->n, r->least);
    for (odd = 0; odd + 1 < r->n && degree_of(p, odd) == r->most;) odd++;
    change = degree_of(p, odd) == r->most ? UINT32_MAX : 1; /* -1 */
    sum += change == 1 ? 1 : UINT64_MAX;
  }
  p->edges = sum / 2;
  p->end = malloc((sum + 1) * sizeof *p->end);
  if (!p->end) FAIL(ERR_MEMORY, "%s: no memory for %llu edges", p->spec, (unsigned long long)p->edges);
  for (uint32_t v = 0; v < r->n; v++)
    for (uint32_t left = degree_of(p, v) + (v == odd ? change : 0); left > 0; left--) p->end[used++] = v;
  return OK;
}

/* Fisher and Yates. */
static void ends_shuffle(Pairing *p) {
  for (uint64_t k = 2 * p->edges; k > 1; k--) {
    const uint64_t other = draw_below(p, DRAWS_PAIRS, k, k);
    const uint32_t swap = p->end[k - 1];
    p->end[k - 1] = p->end[other];
    p->end[other] = swap;
  }
}

/* ---- the set of edges ---- */

static uint64_t edge_key(uint32_t a, uint32_t b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}
static uint64_t slot_first(const Pairing *p, uint64_t key) { return digest_mix(key, 1) & (p->slots - 1); }

/* The slot of the key, or the empty one where it would be. */
static uint64_t slot_of(const Pairing *p, uint64_t key) {
  uint64_t at = slot_first(p, key);
  while (p->slot[at] != EMPTY && p->slot[at] != key) at = (at + 1) & (p->slots - 1);
  return at;
}

static bool set_has(const Pairing *p, uint32_t a, uint32_t b) {
  return p->slot[slot_of(p, edge_key(a, b))] != EMPTY;
}
static void set_add(Pairing *p, uint32_t a, uint32_t b) {
  p->slot[slot_of(p, edge_key(a, b))] = edge_key(a, b);
}

/* Those behind it move up, so that each is found from its first slot on. */
static void set_remove(Pairing *p, uint32_t a, uint32_t b) {
  const uint64_t mask = p->slots - 1;
  uint64_t hole = slot_of(p, edge_key(a, b));
  for (uint64_t at = (hole + 1) & mask; p->slot[at] != EMPTY; at = (at + 1) & mask) {
    const uint64_t way = (at - slot_first(p, p->slot[at])) & mask;
    if (way < ((at - hole) & mask)) continue;
    p->slot[hole] = p->slot[at];
    hole = at;
  }
  p->slot[hole] = EMPTY;
}

static Status set_make(Pairing *p) {
  for (p->slots = 16; p->slots < 2 * p->edges + 2;) p->slots *= 2;
  p->slot = malloc(p->slots * sizeof *p->slot);
  p->bad = malloc((p->edges + 1) * sizeof *p->bad);
  if (!p->slot || !p->bad)
    FAIL(ERR_MEMORY, "%s: no memory for a set of %llu edges", p->spec, (unsigned long long)p->edges);
  memset(p->slot, 0xff, p->slots * sizeof *p->slot);
  for (uint64_t k = 0; k < p->edges; k++) {
    const uint32_t a = p->end[2 * k], b = p->end[2 * k + 1];
    if (a == b || set_has(p, a, b))
      p->bad[p->bads++] = k;
    else
      set_add(p, a, b);
  }
  return OK;
}

/* ---- repairs ---- */

/* Ends (a, b) of a bad edge and (c, d) of a good one become (a, c) and (b, d), if both are new. */
static bool repair_try(Pairing *p, uint64_t bad, uint64_t good) {
  uint32_t *const x = &p->end[2 * bad], *const y = &p->end[2 * good];
  const uint32_t a = x[0], b = x[1], c = y[0], d = y[1];
  const bool loops = a == c || b == d || c == d, same = edge_key(a, c) == edge_key(b, d);
  if (loops || same || set_has(p, a, c) || set_has(p, b, d)) return false;
  set_remove(p, c, d);
  set_add(p, a, c);
  set_add(p, b, d);
  x[1] = c;
  y[0] = b;
  return true;
}

/* Bad edges are not in the set, though an edge of the same ends may be: the last of `bad` is repaired first, and no bad edge is a partner. */
static Status repairs_make(Pairing *p) {
  uint64_t tries = 0;
  const uint64_t most = 1000 + 200 * p->edges;
  bool *is_bad = calloc(p->edges + 1, sizeof *is_bad);
  if (!is_bad) FAIL(ERR_MEMORY, "%s: no memory for marks of edges", p->spec);
  for (uint64_t k = 0; k < p->bads; k++) is_bad[p->bad[k]] = true;
  while (p->bads && tries < most) {
    const uint64_t bad = p->bad[p->bads - 1], good = draw_below(p, DRAWS_REPAIRS, tries++, p->edges);
    if (is_bad[good] || !repair_try(p, bad, good)) continue;
    is_bad[bad] = false;
    p->bads--;
  }
  free(is_bad);
  if (!p->bads) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected degrees that leave room for exchanges, found %llu edges that stay loops or repeated",
       p->spec, (unsigned long long)p->bads);
}

/* ---- components ---- */

static uint32_t root_of(Pairing *p, uint32_t v) {
  while (p->parent[v] != v) {
    p->parent[v] = p->parent[p->parent[v]];
    v = p->parent[v];
  }
  return v;
}

/* Joins the ends of each edge. An edge whose ends are joined before is on a cycle of its component: every component has one, since no degree is
 * below 2. */
static void components_find(Pairing *p) {
  for (uint32_t v = 0; v < p->range.n; v++) {
    p->parent[v] = v;
    p->spare[v] = EMPTY;
  }
  for (uint64_t k = 0; k < p->edges; k++) {
    const uint32_t a = root_of(p, p->end[2 * k]), b = root_of(p, p->end[2 * k + 1]);
    if (a == b) {
      p->spare[a] = k;
      continue;
    }
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    p->parent[high] = low;
    if (p->spare[low] == EMPTY) p->spare[low] = p->spare[high];
  }
}

/* Edge 0, (c, d), and one on a cycle of another component, (a, b), become (a, c) and (b, d): what (c, d) held together, the other component
 * does. */
static void components_join(Pairing *p) {
  const uint32_t first = root_of(p, p->end[0]);
  for (uint32_t v = 0; v < p->range.n; v++) {
    if (root_of(p, v) != v || v == first) continue;
    uint32_t *const x = &p->end[2 * p->spare[v]], *const y = p->end;
    const uint32_t b = x[1];
    x[1] = y[0];
    y[0] = b;
  }
}

static Status pairs_connect(Pairing *p) {
  p->parent = malloc(p->range.n * sizeof *p->parent);
  p->spare = malloc(p->range.n * sizeof *p->spare);
  if (!p->parent || !p->spare) FAIL(ERR_MEMORY, "%s: no memory for %u vertices", p->spec, p->range.n);
  components_find(p);
  components_join(p);
  return OK;
}

/* ---- all ---- */

static Status pairing_run(Pairing *p) {
  TRY(ends_make(p));
  ends_shuffle(p);
  TRY(set_make(p));
  TRY(repairs_make(p));
  return pairs_connect(p);
}

static Status range_check(const char *spec, const DegreeRange *r) {
  if (r->least >= 2 && r->least <= r->most && r->most < r->n) return OK;
  FAIL(ERR_FORMAT, "%s: expected degrees 2 <= min <= max < n, found min %u, max %u, n %u", spec, r->least,
       r->most, r->n);
}

Status graph_degrees(const char *spec, const DegreeRange *range, GraphPlan *out) {
  Pairing p = {.spec = spec, .range = *range};
  TRY(range_check(spec, range));
  const Status status = pairing_run(&p);
  free(p.slot);
  free(p.bad);
  free(p.parent);
  free(p.spare);
  if (status != OK) {
    free(p.end);
    return status;
  }
  *out =
      (GraphPlan){.kind = GRAPH_LISTED, .n = range->n, .count = p.edges, .seed = range->seed, .ends = p.end};
  return OK;
}
