/* Breadth-first search on the CPU: twin of src/gpu/bfs. Contract: evaluator/bfs/bfs_kernels.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine.h"
#include "memory.h"

static void cpu_close(Backend *be, BfsMachine *m) {
  (void)be;
  if (!m) return;
  free(m->level);
  free(m->seen);
  free(m->fresh);
  free(m->now.vertex);
  free(m->next.vertex);
  free(m->mask_seen);
  free(m->mask);
  free(m->acquired);
  free(m->sums);
  free(m);
}

static Status machine_fill(const Graph *g, BfsMachine *m) {
  const size_t row = (g->n + 1ull) * sizeof(uint32_t);
  m->words = (g->n + WORD_BITS - 1ull) / WORD_BITS;
  TRY(memory_host_check("a search of the graph", 3 * row + 2 * m->words * sizeof *m->seen));
  m->level = malloc(row);
  m->now.vertex = malloc(row);
  m->next.vertex = malloc(row);
  m->seen = malloc((m->words + 1) * sizeof *m->seen);
  m->fresh = malloc((m->words + 1) * sizeof *m->fresh);
  if (m->level && m->now.vertex && m->next.vertex && m->seen && m->fresh) return OK;
  FAIL(ERR_MEMORY, "no memory for a search of %u vertices", g->n);
}

static Status cpu_open(Backend *be, const Graph *graph, BfsMachine **out) {
  BfsMachine *m = calloc(1, sizeof *m);
  if (!m) FAIL(ERR_MEMORY, "no memory for a search");
  m->g = graph;
  m->threads = be->threads;
  const Status status = machine_fill(graph, m);
  if (status == OK)
    *out = m;
  else
    cpu_close(be, m);
  return status;
}

static Status cpu_search(Backend *be, BfsMachine *m, BfsMethod method, uint32_t source) {
  (void)be;
  memset(m->level, 0xff, m->g->n * sizeof *m->level);
  m->level[source] = 0;
  if (method == BFS_BASIC) return search_basic(m);
  if (method == BFS_ACTIVE) return search_active(m, source);
  return search_bits(m, source, method == BFS_DIRECTION);
}

static Status cpu_record(Backend *be, BfsMachine *m, BfsRecord *out) {
  (void)be;
  uint64_t arcs = 0, checksum = 0;
  uint32_t depth = 0, visited = 0;
#pragma omp parallel for num_threads(m->threads) reduction(+ : arcs, checksum, visited) reduction(max : depth)
  for (uint32_t v = 0; v < m->g->n; v++) {
    const uint32_t level = m->level[v];
    if (level == BFS_NO_LEVEL) continue;
    visited++;
    arcs += graph_degree(m->g, v);
    checksum += (level + 1ull) * bfs_weight(v);
    if (level > depth) depth = level;
  }
  *out = (BfsRecord){depth, visited, arcs, checksum};
  return OK;
}

static Status cpu_levels(Backend *be, BfsMachine *m, uint32_t *level) {
  (void)be;
  memcpy(level, m->level, m->g->n * sizeof *level);
  return OK;
}

/* Rows inwards ascend: the first neighbour that fits is the smallest. */
static uint32_t vertex_parent(const BfsMachine *m, uint32_t v) {
  const Graph *const g = m->g;
  if (m->level[v] == 0) return v;
  for (uint64_t a = g->in_offset[v]; m->level[v] != BFS_NO_LEVEL && a < g->in_offset[v + 1]; a++)
    if (m->level[g->in_to[a]] == m->level[v] - 1) return g->in_to[a];
  return BFS_NO_LEVEL;
}

static Status cpu_parents(Backend *be, BfsMachine *m, uint32_t *parent) {
  (void)be;
  if (!parent) parent = m->next.vertex; /* which no search needs from another */
#pragma omp parallel for num_threads(m->threads) schedule(dynamic, TAKE)
  for (uint32_t v = 0; v < m->g->n; v++) parent[v] = vertex_parent(m, v);
  return OK;
}

static Status cpu_batch(Backend *be, BfsMachine *m, const uint32_t *sources, uint32_t count, BfsRecord *out) {
  (void)be;
  for (uint32_t k = 0; k < count; k += AT_ONCE)
    TRY(search_batch(m, sources + k, count - k < AT_ONCE ? count - k : AT_ONCE, out + k));
  return OK;
}

static Status cpu_sums_open(Backend *be, BfsMachine *m) {
  const uint64_t count = (uint64_t)BFS_SUMS * m->g->n;
  (void)be;
  TRY(memory_host_check("sums over the sources", count * sizeof *m->sums));
  if (!m->sums) m->sums = malloc(count * sizeof *m->sums);
  if (!m->sums) FAIL(ERR_MEMORY, "no memory for sums over the sources of %u vertices", m->g->n);
  memset(m->sums, 0, count * sizeof *m->sums);
  return OK;
}

static Status cpu_sums(Backend *be, BfsMachine *m, uint64_t *sums) {
  (void)be;
  memcpy(sums, m->sums, (uint64_t)BFS_SUMS * m->g->n * sizeof *sums);
  return OK;
}

static Status cpu_describe(Backend *be, Description *out) {
  *out = (Description){.ceiling_moves_s = 0};
  snprintf(out->shape, sizeof out->shape, "a bit a vertex, %d sources at once, %d thread%s", AT_ONCE,
           be->threads, be->threads == 1 ? "" : "s");
  snprintf(out->binds, sizeof out->binds, "random reads of memory");
  return OK;
}

const BfsKernels bfs_kernels_cpu = {.open = cpu_open,
                                    .close = cpu_close,
                                    .search = cpu_search,
                                    .record = cpu_record,
                                    .levels = cpu_levels,
                                    .parents = cpu_parents,
                                    .batch = cpu_batch,
                                    .sums_open = cpu_sums_open,
                                    .sums = cpu_sums,
                                    .describe = cpu_describe};
