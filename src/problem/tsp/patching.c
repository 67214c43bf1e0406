/* See patching.h. */
#include "patching.h"

#include <stdlib.h>
#include "halt.h"
#include "metric.h"

/* The patch by an arc, and what it cost when it was looked at. */
typedef struct Patch {
  int64_t delta;
  int32_t arc, from;
} Patch;

typedef struct Cycles {
  const TspInstance *tsp;
  const SparseEntries *arcs;
  int32_t *next, *before; /* (n) */
  int32_t *parent;        /* (n) a forest: cities of a cycle have the same root */
  int32_t *cities;        /* (n) of the cycle with this root */
  int32_t count, heaped;
  Patch *heap; /* (arcs) the cheapest on top */
} Cycles;

int64_t patching_arc(const TspInstance *tsp, int32_t a, int32_t b) {
  return a < tsp->head.n && b < tsp->head.n ? metric_cities(tsp, a, b) : 0;
}

Status patching_cycles(int32_t n, const int32_t *next, int32_t *cycles) {
  char *seen = calloc((size_t)n, 1);
  if (!seen) FAIL(ERR_MEMORY, "no memory for the cycles of %d cities", n);
  *cycles = 0;
  for (int32_t a = 0; a < n; a++) {
    *cycles += !seen[a];
    for (int32_t b = a; !seen[b]; b = next[b]) seen[b] = 1;
  }
  free(seen);
  return OK;
}

static int32_t cycle_of(Cycles *c, int32_t city) {
  for (; c->parent[city] != city; city = c->parent[city]) c->parent[city] = c->parent[c->parent[city]];
  return city;
}

static int64_t patch_delta(const Cycles *c, int32_t a, int32_t b) {
  const int32_t next = c->next[a], before = c->before[b];
  return patching_arc(c->tsp, a, b) + patching_arc(c->tsp, before, next) - patching_arc(c->tsp, a, next) -
         patching_arc(c->tsp, before, b);
}

/* Joins the cycles of a and b by the arc from a to b. */
static void patch_make(Cycles *c, int32_t a, int32_t b) {
  const int32_t next = c->next[a], before = c->before[b];
  int32_t root = cycle_of(c, a), other = cycle_of(c, b);
  c->next[a] = b;
  c->before[b] = a;
  c->next[before] = next;
  c->before[next] = before;
  if (c->cities[root] < c->cities[other]) {
    const int32_t kept = root;
    root = other;
    other = kept;
  }
  c->parent[other] = root;
  c->cities[root] += c->cities[other];
  c->count--;
}

/* ---- by the arcs of the lists ---- */

static bool cheaper(Patch a, Patch b) { return a.delta < b.delta || (a.delta == b.delta && a.arc < b.arc); }

static void heap_push(Cycles *c, Patch own) {
  int32_t at = c->heaped++;
  for (; at > 0 && cheaper(own, c->heap[(at - 1) / 2]); at = (at - 1) / 2)
    c->heap[at] = c->heap[(at - 1) / 2];
  c->heap[at] = own;
}

static Patch heap_pop(Cycles *c) {
  const Patch top = c->heap[0], own = c->heap[--c->heaped];
  int32_t at = 0;
  for (int32_t next = 1; next < c->heaped; next = 2 * at + 1) {
    if (next + 1 < c->heaped && cheaper(c->heap[next + 1], c->heap[next])) next++;
    if (!cheaper(c->heap[next], own)) break;
    c->heap[at] = c->heap[next];
    at = next;
  }
  c->heap[at] = own;
  return top;
}

static void patches_list(Cycles *c) {
  const int32_t *first = c->arcs->first, *to = c->arcs->column;
  for (int32_t a = 0; a < c->arcs->n; a++)
    for (int32_t k = first[a]; k < first[a + 1]; k++)
      if (cycle_of(c, a) != cycle_of(c, to[k])) heap_push(c, (Patch){patch_delta(c, a, to[k]), k, a});
}

static void patches_make(Cycles *c) {
  while (c->count > 1 && c->heaped) {
    Patch best = heap_pop(c);
    const int32_t a = best.from, b = c->arcs->column[best.arc];
    if (cycle_of(c, a) == cycle_of(c, b)) continue;
    const int64_t now = patch_delta(c, a, b);
    if (now > best.delta) {
      best.delta = now;
      heap_push(c, best);
    } else
      patch_make(c, a, b);
  }
}

/* ---- by any arc ---- */

/* The cheapest patch of the cycle with this root and any other. */
static void patch_any(Cycles *c, int32_t root) {
  int64_t least = INT64_MAX;
  int32_t from = -1, to = -1, a = root;
  do {
    for (int32_t b = 0; b < c->arcs->n && !halt_poll(); b++) {
      const int64_t delta = cycle_of(c, b) == root ? INT64_MAX : patch_delta(c, a, b);
      if (delta < least) {
        least = delta;
        from = a;
        to = b;
      }
    }
    a = c->next[a];
  } while (a != root);
  if (from >= 0) patch_make(c, from, to);
}

static Status patch_rest(Cycles *c) {
  while (c->count > 1 && !halt_poll()) {
    int32_t least = -1;
    for (int32_t a = 0; a < c->arcs->n; a++)
      if (c->parent[a] == a && (least < 0 || c->cities[a] < c->cities[least])) least = a;
    patch_any(c, least);
  }
  return halt_after("a tour by an assignment");
}

/* ---- all ---- */

static void cycles_find(Cycles *c) {
  const int32_t n = c->arcs->n;
  for (int32_t a = 0; a < n; a++) {
    c->before[c->next[a]] = a;
    c->parent[a] = -1;
  }
  for (int32_t a = 0; a < n; a++) {
    if (c->parent[a] >= 0) continue;
    c->count++;
    c->cities[a] = 0;
    for (int32_t b = a; c->parent[b] < 0; b = c->next[b]) {
      c->parent[b] = a;
      c->cities[a]++;
    }
  }
}

Status patching_join(const TspInstance *tsp, const SparseEntries *arcs, int32_t *next) {
  const size_t n = (size_t)arcs->n;
  int32_t *memory = malloc(3 * n * sizeof *memory);
  Cycles c = {.tsp = tsp, .arcs = arcs, .next = next, .before = memory};
  Status status = OK;
  c.heap = malloc(((size_t)arcs->first[n] + 1) * sizeof *c.heap);
  if (!memory || !c.heap) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the cycles of %zu cities", n);
  c.parent = memory + n;
  c.cities = memory + 2 * n;
  cycles_find(&c);
  patches_list(&c);
  patches_make(&c);
  status = patch_rest(&c);
cleanup : {
  free(memory);
  free(c.heap);
}
  return status;
}
