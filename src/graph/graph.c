/* See graph.h. */
#include "graph.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "graph_plan.h"
#include "halt.h"
#include "memory.h"
#include "shared_memory.h"
#include "status.h"

/* ---- rows from edges ---- */

/* Rows from edges: counted, placed, sorted, and what is there twice left out. */

enum { BLOCK = 1 << 16, ROW_SMALL = 32 };

void graph_free(Graph *graph) {
  if (!graph) return;
  if (graph->shared.at) {
    shared_memory_free(&graph->shared);
  } else {
    if (graph->in_offset != graph->offset) free(graph->in_offset);
    if (graph->in_to != graph->to) free(graph->in_to);
    free(graph->offset);
    free(graph->to);
    graph_ids_free(&graph->ids);
  }
  free(graph);
}

/* ---- edges to rows ---- */

static void ends_count(uint64_t *count, const uint32_t ends[2], bool directed) {
  if (ends[0] == ends[1]) return;
#pragma omp atomic
  count[ends[0]]++;
  if (directed) return;
#pragma omp atomic
  count[ends[1]]++;
}

static void arc_place(uint64_t *next, uint32_t *to, uint32_t from, uint32_t head) {
  uint64_t at;
#pragma omp atomic capture
  at = next[from]++;
  to[at] = head;
}

static void ends_place(uint64_t *next, uint32_t *to, const uint32_t ends[2], bool directed) {
  if (ends[0] == ends[1]) return;
  arc_place(next, to, ends[0], ends[1]);
  if (!directed) arc_place(next, to, ends[1], ends[0]);
}

/* Counts the arcs of each vertex (to NULL), or places them. */
static Status edges_walk(const EdgeSource *edges, int threads, uint64_t *next, uint32_t *to) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (uint64_t block = 0; block < edges->count; block += BLOCK) {
    const uint64_t left = edges->count - block, end = block + (left < BLOCK ? left : BLOCK);
    uint32_t ends[2];
    for (uint64_t k = block; k < end && !halt_poll(); k++) {
      if (!edges->edge(edges->self, k, ends)) continue;
      if (to)
        ends_place(next, to, ends, edges->directed);
      else
        ends_count(next, ends, edges->directed);
    }
  }
  return halt_after("the making of a graph");
}

/* Counts to places: count[v] becomes where row v begins, count[n] the end. */
static void rows_begin(uint64_t *count, uint32_t n) {
  uint64_t sum = 0;
  for (uint32_t v = 0; v < n; v++) {
    const uint64_t here = count[v];
    count[v] = sum;
    sum += here;
  }
  count[n] = sum;
}

/* ---- rows in order ---- */

static int vertex_compare(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* Quick where few stand at a wrong place. */
static void row_insert(uint32_t *row, uint64_t count) {
  for (uint64_t i = 1; i < count; i++) {
    const uint32_t x = row[i];
    uint64_t at = i;
    for (; at > 0 && row[at - 1] > x; at--) row[at] = row[at - 1];
    row[at] = x;
  }
}

static void row_sort(uint32_t *row, uint64_t count) {
  if (count > ROW_SMALL)
    qsort(row, count, sizeof *row, vertex_compare);
  else
    row_insert(row, count);
}

void graph_rows_ascend(uint32_t n, const uint64_t *offset, uint32_t *to, int threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
  for (uint32_t v = 0; v < n; v++) row_insert(to + offset[v], offset[v + 1] - offset[v]);
}

/* Sorted, loops and repetitions gone. Returns how many are left. */
static uint64_t row_settle(uint32_t v, uint32_t *row, uint64_t count) {
  uint64_t kept = 0;
  row_sort(row, count);
  for (uint64_t i = 0; i < count; i++)
    if (row[i] != v && (kept == 0 || row[kept - 1] != row[i])) row[kept++] = row[i];
  return kept;
}

/* Rows begin[v]..begin[v+1] of `to` are sorted and moved together; begin is updated. ERR_MEMORY, ERR_STOPPED. */
static Status rows_settle(uint32_t n, uint64_t *begin, uint32_t **to, int threads) {
  uint64_t *kept = malloc((n + 1ull) * sizeof *kept);
  if (!kept) FAIL(ERR_MEMORY, "no memory for %u vertices", n);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1024)
  for (uint32_t v = 0; v < n; v++)
    kept[v] = halt_poll() ? 0 : row_settle(v, *to + begin[v], begin[v + 1] - begin[v]);
  uint64_t sum = 0;
  for (uint32_t v = 0; v < n; v++) {
    if (sum != begin[v]) memmove(*to + sum, *to + begin[v], kept[v] * sizeof **to);
    begin[v] = sum;
    sum += kept[v];
  }
  begin[n] = sum;
  free(kept);
  uint32_t *less = realloc(*to, (sum + 1) * sizeof *less);
  if (less) *to = less;
  return halt_after("the making of a graph");
}

/* ---- the reversed arcs ---- */

static bool arc_reversed(const void *self, uint64_t k, uint32_t ends[2]) {
  const Graph *g = self;
  uint32_t low = 0, high = g->n; /* the row that holds arc k */
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (g->offset[middle] <= k)
      low = middle;
    else
      high = middle;
  }
  ends[0] = g->to[k];
  ends[1] = low;
  return true;
}

static Status rows_make(const EdgeSource *edges, int threads, uint64_t **offset, uint32_t **to) {
  const uint32_t n = edges->n;
  uint64_t *begin = calloc(n + 1ull, sizeof *begin), *next = malloc((n + 1ull) * sizeof *next);
  uint32_t *heads = NULL;
  Status status = OK;
  if (!begin || !next) FAIL_GOTO(failed, ERR_MEMORY, "no memory for %u vertices", n);
  TRY_GOTO(edges_walk(edges, threads, begin, NULL), failed);
  rows_begin(begin, n);
  heads = malloc((begin[n] + 1) * sizeof *heads);
  if (!heads) FAIL_GOTO(failed, ERR_MEMORY, "no memory for %llu arcs", (unsigned long long)begin[n]);
  memcpy(next, begin, (n + 1ull) * sizeof *next);
  TRY_GOTO(edges_walk(edges, threads, next, heads), failed);
  TRY_GOTO(rows_settle(n, begin, &heads, threads), failed);
  free(next);
  *offset = begin;
  *to = heads;
  return OK;
failed : {
  free(begin);
  free(next);
  free(heads);
}
  return status;
}

/* Arcs that are there both ways are edges: the graph has no directions then. */
static void graph_mirror(Graph *g) {
  if (memcmp(g->offset, g->in_offset, (g->n + 1ull) * sizeof *g->offset) != 0 ||
      memcmp(g->to, g->in_to, g->arcs * sizeof *g->to) != 0)
    return;
  free(g->in_offset);
  free(g->in_to);
  g->in_offset = g->offset;
  g->in_to = g->to;
  g->directed = false;
}

static uint64_t graph_digest(const Graph *g, int threads) {
  uint64_t offsets = 0, heads = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : offsets)
  for (uint64_t v = 0; v <= g->n; v++) offsets += digest_mix(v, g->offset[v]);
#pragma omp parallel for num_threads(threads) reduction(+ : heads)
  for (uint64_t k = 0; k < g->arcs; k++) heads += digest_mix(k, g->to[k]);
  return digest_join(g->n, g->directed, offsets, heads);
}

/* The digest, and the reversed arcs of a directed one. */
static Status graph_finish(Graph *g, int threads, Graph **out) {
  g->arcs = g->offset[g->n];
  g->in_offset = g->offset;
  g->in_to = g->to;
  if (g->directed) {
    const EdgeSource edges = {arc_reversed, g, g->arcs, g->n, true};
    uint64_t *offset;
    uint32_t *to;
    const Status status = rows_make(&edges, threads, &offset, &to);
    if (status != OK) {
      graph_free(g);
      return status;
    }
    g->in_offset = offset;
    g->in_to = to;
    graph_mirror(g);
  }
  g->digest = graph_digest(g, threads);
  *out = g;
  return OK;
}

/* Before anything is taken: rows as they come, their places three times, and the same of the reversed arcs. */
static Status build_check(uint64_t n, uint64_t arcs, bool directed) {
  char of[96];
  const uint64_t rows = bytes_plus(bytes_times(arcs, 4), bytes_times(n + 1, 24)),
                 reversed = bytes_plus(bytes_times(arcs, 4), bytes_times(n + 1, 8));
  snprintf(of, sizeof of, "a graph of %llu vertices and %llu arcs", (unsigned long long)n,
           (unsigned long long)arcs);
  return memory_host_check(of, directed ? bytes_plus(rows, reversed) : rows);
}

Status graph_build(const EdgeSource *edges, int threads, Graph **out) {
  TRY(build_check(edges->n, edges->directed ? edges->count : 2 * edges->count, edges->directed));
  Graph *g = calloc(1, sizeof *g);
  if (!g) FAIL(ERR_MEMORY, "no memory for a graph");
  g->n = edges->n;
  g->directed = edges->directed;
  const Status status = rows_make(edges, threads, &g->offset, &g->to);
  if (status == OK) return graph_finish(g, threads, out);
  free(g);
  return status;
}

Status graph_adopt(uint32_t n, bool directed, uint64_t *offset, uint32_t *to, int threads, Graph **out) {
  Graph *g = calloc(1, sizeof *g);
  Status status = g ? OK : status_fail(ERR_MEMORY, "no memory for a graph");
  if (status == OK) status = rows_settle(n, offset, &to, threads);
  if (status != OK) {
    free(offset);
    free(to);
    free(g);
    return status;
  }
  *g = (Graph){.n = n, .directed = directed, .offset = offset, .to = to};
  return graph_finish(g, threads, out);
}

/* ---- graphs of arrays ---- */

typedef struct Rows {
  int32_t n;
  const int64_t *offset;
  const int32_t *to;
} Rows;

static Status rows_check(const Rows *r) {
  if (r->n < 1) FAIL(ERR_FORMAT, "vertices: expected 1 or more, found %d", r->n);
  if (!r->offset) FAIL(ERR_FORMAT, "offset: expected the places of %d rows, found NULL", r->n);
  if (r->offset[0] != 0) FAIL(ERR_FORMAT, "offset[0]: expected 0, found %lld", (long long)r->offset[0]);
  for (int32_t v = 0; v < r->n; v++)
    if (r->offset[v + 1] < r->offset[v])
      FAIL(ERR_FORMAT, "offset[%lld]: expected %lld or more, found %lld", v + 1LL, (long long)r->offset[v],
           (long long)r->offset[v + 1]);
  const int64_t arcs = r->offset[r->n];
  if ((uint64_t)arcs > GRAPH_ARCS_MAX)
    FAIL(ERR_FORMAT, "offset[%d]: expected at most %llu arcs, found %lld", r->n,
         (unsigned long long)GRAPH_ARCS_MAX, (long long)arcs);
  if (arcs && !r->to) FAIL(ERR_FORMAT, "to: expected %lld vertices, found NULL", (long long)arcs);
  for (int64_t k = 0; k < arcs; k++)
    if (r->to[k] < 0 || r->to[k] >= r->n)
      FAIL(ERR_FORMAT, "to[%lld]: expected a vertex from 0 to %d, found %d", (long long)k, r->n - 1,
           r->to[k]);
  return OK;
}

/* The vertex whose row place k is in. */
static uint32_t row_of(const Rows *r, int64_t k) {
  int32_t first = 0, last = r->n - 1;
  while (first < last) {
    const int32_t middle = first + (last - first + 1) / 2;
    if (r->offset[middle] <= k)
      first = middle;
    else
      last = middle - 1;
  }
  return (uint32_t)first;
}

static bool rows_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  const Rows *const r = self;
  ends[0] = row_of(r, (int64_t)k);
  ends[1] = (uint32_t)r->to[k];
  return true;
}

static Status rows_copy(const Rows *r, int threads, Graph **out) {
  const size_t offsets = ((size_t)r->n + 1) * sizeof(uint64_t),
               heads = (size_t)r->offset[r->n] * sizeof(uint32_t);
  uint64_t *const offset = malloc(offsets);
  uint32_t *const to = malloc(heads + 1);
  if (!offset || !to) {
    free(offset);
    free(to);
    FAIL(ERR_MEMORY, "no memory for %lld arcs", (long long)r->offset[r->n]);
  }
  memcpy(offset, r->offset, offsets);
  if (heads) memcpy(to, r->to, heads);
  return graph_adopt((uint32_t)r->n, true, offset, to, threads, out);
}

Status graph_of_rows(int32_t n, bool directed, const int64_t *offset, const int32_t *to, int threads,
                     Graph **out) {
  const Rows rows = {n, offset, to};
  TRY(rows_check(&rows));
  if (directed) return rows_copy(&rows, threads, out);
  const EdgeSource edges = {rows_edge, &rows, (uint64_t)offset[n], (uint32_t)n, false};
  return graph_build(&edges, threads, out);
}
