/* See bfs_memory.h. */
#include "bfs_memory.h"

#include <stdlib.h>
#include <string.h>
#include "bfs_asset.h"

Status bfs_memory_open(Backend *be, Graph *graph, const void *settings, void **asset) {
  BfsAsset *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for a graph");
  a->settings = *(const BfsSettings *)settings;
  *asset = a;
  if (a->settings.directed || a->settings.undirected)
    FAIL(ERR_USAGE, "--%s: expected a file or a generator's words beside it, found a graph in memory",
         a->settings.directed ? "directed" : "undirected");
  return bfs_graph_lend(be, graph, &a->at);
}

static Status source_check(const Graph *g, uint64_t k, int32_t source) {
  if (source >= 0 && (uint32_t)source < g->n) return OK;
  FAIL(ERR_FORMAT, "sources[%llu]: expected a vertex from 0 to %u, found %d", (unsigned long long)k, g->n - 1,
       source);
}

Status bfs_memory_items(const Graph *graph, const int32_t *sources, uint64_t count, Items *out) {
  for (uint64_t k = 0; k < count; k++) TRY(source_check(graph, k, sources[k]));
  TRY(bfs_sources_alloc(count, out));
  memcpy((uint32_t *)out->data + 1, sources, count * sizeof *sources);
  out->digest = bfs_items_digest(graph, out);
  return OK;
}

/* Levels are read as whole numbers with a sign: BFS_NO_LEVEL is -1. */
static Status levels_copy(Backend *be, const BfsGraph *at, int32_t *level, int32_t *parent) {
  const Graph *const g = at->graph;
  uint32_t *const found = level ? (uint32_t *)level : malloc(g->n * sizeof *found);
  if (!found) FAIL(ERR_MEMORY, "no memory for the levels of %u vertices", g->n);
  const Status status = be->ops->bfs->levels(be, at->machine, found);
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t v = 0; v < (status == OK && parent ? g->n : 0); v++)
    parent[v] = (int32_t)bfs_parent(g, found, v);
  if (!level) free(found);
  return status;
}

Status bfs_memory_levels(Backend *be, Graph *graph, const void *settings, int32_t source, int32_t *level,
                         int32_t *parent) {
  const BfsMethod method = bfs_method(((const BfsSettings *)settings)->method);
  BfsGraph at;
  TRY(source_check(graph, 0, source));
  Status status = bfs_graph_lend(be, graph, &at);
  if (status == OK) status = be->ops->bfs->search(be, at.machine, method, (uint32_t)source);
  if (status == OK) status = levels_copy(be, &at, level, parent);
  bfs_graph_close(&at);
  return status;
}
