/* Directed tours from assignments of few entries, whose cycles are joined. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "halt.h"
#include "problem/tsp/metric.h"
#include "problem/tsp/tsp.h"
#include "status.h"
#include "tsp_bounds.h"

/* ---- sparse assignment ---- */

/* A column, and the length of a path to it. */
typedef struct Reached {
  int64_t d;
  int32_t j;
} Reached;

typedef struct Work {
  const SparseEntries *e;
  const int64_t *cost;
  int64_t *v;    /* (n) dual values of the columns */
  int32_t *x;    /* (n) the entry of each row; -1: none */
  int32_t *y;    /* (n) the row of each column; -1: none */
  int64_t *d;    /* (n) the shortest path to each column, */
  int32_t *from; /* (n) the entry that it ends with, */
  int32_t *seen; /* (n) and the search that it is of */
  int32_t *done; /* (n) columns whose paths are final */
  Reached *heap; /* (entries) the least on top; columns may be in it more than once */
  int32_t search, finished, heaped;
} Work;

static void work_free(Work *w) {
  free(w->v);
  free(w->x);
  free(w->y);
  free(w->d);
  free(w->from);
  free(w->seen);
  free(w->done);
  free(w->heap);
}

static Status work_make(Work *w, const SparseEntries *e, const int64_t *cost) {
  const size_t n = (size_t)e->n, entries = (size_t)e->first[n];
  *w = (Work){.e = e, .cost = cost, .v = malloc(n * sizeof *w->v), .x = malloc(n * sizeof *w->x)};
  w->y = malloc(n * sizeof *w->y);
  w->d = malloc(n * sizeof *w->d);
  w->from = malloc(n * sizeof *w->from);
  w->seen = calloc(n, sizeof *w->seen);
  w->done = malloc(n * sizeof *w->done);
  w->heap = malloc((entries + 1) * sizeof *w->heap);
  if (w->v && w->x && w->y && w->d && w->from && w->seen && w->done && w->heap) return OK;
  work_free(w);
  FAIL(ERR_MEMORY, "no memory for an assignment of %zu cities", n);
}

/* Each column's least cost is its value; each row takes its cheapest column, if no row before it has. */
static void reduce(Work *w) {
  const int32_t n = w->e->n, *first = w->e->first, *column = w->e->column;
  for (int32_t j = 0; j < n; j++) {
    w->v[j] = INT64_MAX;
    w->x[j] = w->y[j] = -1;
  }
  for (int32_t k = 0; k < first[n]; k++)
    if (w->cost[k] < w->v[column[k]]) w->v[column[k]] = w->cost[k];
  for (int32_t i = 0; i < n; i++) {
    int32_t best = -1;
    for (int32_t k = first[i]; k < first[i + 1]; k++)
      if (best < 0 || w->cost[k] - w->v[column[k]] < w->cost[best] - w->v[column[best]]) best = k;
    if (best >= 0 && w->y[column[best]] < 0) {
      w->x[i] = best;
      w->y[column[best]] = i;
    }
  }
}

/* ---- paths ---- */

static bool nearer(Reached a, Reached b) { return a.d < b.d || (a.d == b.d && a.j < b.j); }

static void reached_push(Work *w, Reached own) {
  int32_t at = w->heaped++;
  for (; at > 0 && nearer(own, w->heap[(at - 1) / 2]); at = (at - 1) / 2) w->heap[at] = w->heap[(at - 1) / 2];
  w->heap[at] = own;
}

static Reached reached_pop(Work *w) {
  const Reached top = w->heap[0], own = w->heap[--w->heaped];
  int32_t at = 0;
  for (int32_t next = 1; next < w->heaped; next = 2 * at + 1) {
    if (next + 1 < w->heaped && nearer(w->heap[next + 1], w->heap[next])) next++;
    if (!nearer(w->heap[next], own)) break;
    w->heap[at] = w->heap[next];
    at = next;
  }
  w->heap[at] = own;
  return top;
}

/* Paths over row i, whose columns are at their costs less values less h. */
static void row_scan(Work *w, int32_t i, int64_t h) {
  for (int32_t k = w->e->first[i]; k < w->e->first[i + 1]; k++) {
    const int32_t j = w->e->column[k];
    const int64_t d = w->cost[k] - w->v[j] - h;
    if (w->seen[j] == w->search && d >= w->d[j]) continue;
    w->seen[j] = w->search;
    w->d[j] = d;
    w->from[j] = k;
    reached_push(w, (Reached){d, j});
  }
}

/* The column without a row at the end of the shortest path from row i, -1: none; columns on shorter ones lose value. */
static int32_t path_find(Work *w, int32_t i) {
  w->search++;
  w->finished = w->heaped = 0;
  row_scan(w, i, 0);
  while (w->heaped) {
    const Reached at = reached_pop(w);
    if (at.d > w->d[at.j]) continue;
    if (w->y[at.j] < 0) {
      for (int32_t k = 0; k < w->finished; k++) w->v[w->done[k]] += w->d[w->done[k]] - at.d;
      return at.j;
    }
    w->done[w->finished++] = at.j;
    row_scan(w, w->y[at.j], w->cost[w->x[w->y[at.j]]] - w->v[at.j] - at.d);
  }
  return -1;
}

/* The row of an entry is looked for from that of the column before the change. */
static int32_t entry_row(const Work *w, int32_t k) {
  int32_t low = 0, high = w->e->n; /* first[low] <= k < first[high] */
  while (high - low > 1) {
    const int32_t mid = low + (high - low) / 2;
    if (w->e->first[mid] <= k)
      low = mid;
    else
      high = mid;
  }
  return low;
}

static Status augment(Work *w) {
  for (int32_t i = 0; i < w->e->n && !halt_poll(); i++) {
    if (w->x[i] >= 0) continue;
    int32_t j = path_find(w, i), row = -1;
    if (j < 0) FAIL(ERR_FORMAT, "expected an assignment of %d rows, found none of row %d", w->e->n, i);
    while (row != i) {
      const int32_t k = w->from[j], before = w->x[row = entry_row(w, k)];
      w->y[j] = row;
      w->x[row] = k;
      if (before >= 0) j = w->e->column[before];
    }
  }
  return halt_after("an assignment");
}

Status sparse_assignment(const SparseEntries *entries, const int64_t *cost, int32_t *column) {
  Work w;
  TRY(work_make(&w, entries, cost));
  reduce(&w);
  const Status status = augment(&w);
  for (int32_t i = 0; i < entries->n && status == OK; i++) column[i] = entries->column[w.x[i]];
  work_free(&w);
  return status;
}

/* ---- patches ---- */

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

static void patch_push(Cycles *c, Patch own) {
  int32_t at = c->heaped++;
  for (; at > 0 && cheaper(own, c->heap[(at - 1) / 2]); at = (at - 1) / 2)
    c->heap[at] = c->heap[(at - 1) / 2];
  c->heap[at] = own;
}

static Patch patch_pop(Cycles *c) {
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
      if (cycle_of(c, a) != cycle_of(c, to[k])) patch_push(c, (Patch){patch_delta(c, a, to[k]), k, a});
}

static void patches_make(Cycles *c) {
  while (c->count > 1 && c->heaped) {
    Patch best = patch_pop(c);
    const int32_t a = best.from, b = c->arcs->column[best.arc];
    if (cycle_of(c, a) == cycle_of(c, b)) continue;
    const int64_t now = patch_delta(c, a, b);
    if (now > best.delta) {
      best.delta = now;
      patch_push(c, best);
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
