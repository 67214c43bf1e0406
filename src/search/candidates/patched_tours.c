/* See patched_tours.h. */
#include "patched_tours.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "rng.h"
#include "problem/tsp/bounds/tsp_bounds.h"

enum {
  SPREAD_CITIES =
      100, /* with no more cities the random amounts are up to the middle one of the reduced costs that are not 0 */
  SHARE_BITS = 10 /* costs are counted in so small parts, so that amounts below 1 choose among equal ones */
};

struct PatchedTours {
  const TspInstance *tsp;
  int32_t n;           /* cities, with the one beyond a path's ends */
  int32_t *first, *to; /* the arcs: those of both nodes' lists, and those of the assignment */
  int32_t *cost;       /* (arcs) reduced, DIRECTED_MAX at most */
  uint64_t spread;     /* the amounts that are added are less than so many parts, 2^36 at most */
};

/* ---- the arcs ---- */

typedef struct Lists {
  int32_t width;
  const int32_t *list;
  const Assignment *assignment;
  int32_t *row;  /* (n) arcs of each city that are placed */
  int32_t *seen; /* (n) the last city with an arc to it, + 1 */
} Lists;

typedef void ArcNote(PatchedTours *p, Lists *l, int32_t a, int32_t b);

/* Notes every arc, some of them twice. */
static void arcs_each(PatchedTours *p, Lists *l, ArcNote *note) {
  const int32_t n = p->n;
  const size_t width = (size_t)l->width;
  for (int32_t c = 0; c < n; c++) {
    note(p, l, c, l->assignment->to[c]);
    for (size_t k = 0; k < width; k++) {
      const int32_t next = l->list[(size_t)(n + c) * width + k], before = l->list[(size_t)c * width + k];
      if (next >= 0 && next < n && next != c) note(p, l, c, next);
      if (before >= n && before != n + c) note(p, l, before - n, c);
    }
  }
}

static void arc_count(PatchedTours *p, Lists *l, int32_t a, int32_t b) {
  (void)l;
  (void)b;
  p->first[a + 1]++;
}

static void arc_place(PatchedTours *p, Lists *l, int32_t a, int32_t b) {
  p->to[p->first[a] + l->row[a]++] = b;
}

static int32_t arc_reduced(const PatchedTours *p, const Assignment *by, int32_t a, int32_t b) {
  const int64_t cost = patching_arc(p->tsp, a, b) - by->row[a] - by->column[b];
  return cost < DIRECTED_MAX ? (int32_t)cost : DIRECTED_MAX;
}

/* Leaves each arc once. */
static void arcs_settle(PatchedTours *p, Lists *l) {
  int32_t kept = 0, from = 0;
  for (int32_t a = 0; a < p->n; a++) {
    const int32_t end = p->first[a + 1];
    for (int32_t k = from; k < end; k++) {
      const int32_t b = p->to[k];
      if (l->seen[b] == a + 1) continue;
      l->seen[b] = a + 1;
      p->to[kept] = b;
      p->cost[kept++] = arc_reduced(p, l->assignment, a, b);
    }
    from = end;
    p->first[a + 1] = kept;
  }
}

static int by_cost(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* With n cities SPREAD_CITIES / n of that: all amounts together decide how far an assignment is from the cheapest (docs/notebook/tsp.md). */
static uint64_t spread_of(int32_t cost, int32_t n) {
  return ((uint64_t)cost << SHARE_BITS) * SPREAD_CITIES / (uint64_t)n;
}

static Status spread_set(PatchedTours *p) {
  const size_t arcs = (size_t)p->first[p->n];
  int32_t *cost = malloc(arcs * sizeof *cost);
  if (!cost) FAIL(ERR_MEMORY, "no memory for %zu arcs", arcs);
  size_t above = 0;
  for (size_t k = 0; k < arcs; k++)
    if (p->cost[k] > 0) cost[above++] = p->cost[k];
  qsort(cost, above, sizeof *cost, by_cost);
  p->spread = spread_of(above ? cost[above / 2] : 1, p->n);
  free(cost);
  return OK;
}

static Status arcs_make(PatchedTours *p, Lists *l) {
  const size_t n = (size_t)p->n, most = n * (2 * (size_t)l->width + 1);
  p->first = calloc(n + 1, sizeof *p->first);
  p->to = malloc(most * sizeof *p->to);
  p->cost = malloc(most * sizeof *p->cost);
  l->row = calloc(n, sizeof *l->row);
  l->seen = calloc(n, sizeof *l->seen);
  if (!p->first || !p->to || !p->cost || !l->row || !l->seen)
    FAIL(ERR_MEMORY, "no memory for the arcs of %zu cities", n);
  arcs_each(p, l, arc_count);
  for (size_t a = 0; a < n; a++) p->first[a + 1] += p->first[a];
  arcs_each(p, l, arc_place);
  arcs_settle(p, l);
  return spread_set(p);
}

/* Whether the instance has such tours. */
static Status tours_exist(const Instance *inst, const Assignment **assignment, bool *exist) {
  const TspInstance *tsp = tsp_of(inst);
  const int32_t n = tsp_fixed_nodes(tsp);
  int32_t cycles;
  *exist = tsp->metric == METRIC_DIRECTED && n >= PATCHED_LEAST && !tsp->fixed_count &&
           !(tsp->path && (tsp->from >= 0 || tsp->to >= 0));
  if (!*exist) return OK;
  TRY(tsp_assignment(inst, assignment));
  TRY(patching_cycles(n, (*assignment)->to, &cycles));
  *exist = cycles <= n / PATCHED_CITIES;
  return OK;
}

Status patched_tours_open(const Instance *inst, int32_t width, const int32_t *list, PatchedTours **out) {
  Lists l = {.width = width, .list = list};
  bool exist;
  *out = NULL;
  TRY(tours_exist(inst, &l.assignment, &exist));
  if (!exist) return OK;
  PatchedTours *p = calloc(1, sizeof *p);
  if (!p) FAIL(ERR_MEMORY, "no memory for the arcs of %d cities", inst->n);
  p->tsp = tsp_of(inst);
  p->n = tsp_fixed_nodes(p->tsp);
  const Status status = arcs_make(p, &l);
  free(l.row);
  free(l.seen);
  if (status != OK) {
    patched_tours_close(p);
    return status;
  }
  *out = p;
  return OK;
}

void patched_tours_close(PatchedTours *p) {
  if (!p) return;
  free(p->first);
  free(p->to);
  free(p->cost);
  free(p);
}

/* ---- one tour ---- */

/* cost (arcs). The draw is that of an edge of the image in greedy tours (candidate_kernels.h), which this member does not have. */
static void member_costs(const PatchedTours *p, uint64_t seed, uint32_t member, int64_t *cost) {
  for (int32_t a = 0; a < p->n; a++)
    for (int32_t k = p->first[a]; k < p->first[a + 1]; k++) {
      const RngStream s = {seed, (uint32_t)p->to[k], (uint32_t)(p->n + a), RNG_EDGE};
      cost[k] = (int64_t)p->cost[k] << SHARE_BITS;
      if (member) cost[k] += (int64_t)((rng_draw(s, 2 * member) >> 40) * p->spread >> 24);
    }
}

Status patched_tours_make(const PatchedTours *p, uint64_t seed, uint32_t member, int32_t *node) {
  const SparseEntries arcs = {p->n, p->first, p->to};
  const size_t n = (size_t)p->n;
  int32_t *next = malloc(n * sizeof *next);
  int64_t *cost = malloc((size_t)p->first[n] * sizeof *cost);
  Status status = next && cost ? OK : status_fail(ERR_MEMORY, "no memory for a tour of %zu cities", n);
  if (status == OK) {
    member_costs(p, seed, member, cost);
    status = sparse_assignment(&arcs, cost, next);
  }
  if (status == OK) status = patching_join(p->tsp, &arcs, next);
  for (int32_t k = 0, a = 0; k < p->n && status == OK; k++, a = next[a]) {
    node[2 * k] = a;
    node[2 * k + 1] = p->n + a;
  }
  free(next);
  free(cost);
  return status;
}
