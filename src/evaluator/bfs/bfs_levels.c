/* Levels, parents and the layered network of a search, as a file: see bfs_asset.h. */
#include <stdlib.h>
#include "bfs_asset.h"
#include "io/arrays/arrays.h"

typedef struct Layers {
  uint32_t *level, *parent, *to;
  uint64_t *offset;
} Layers;

static Status layers_alloc(const Graph *g, Layers *l) {
  l->level = malloc(g->n * sizeof *l->level);
  l->parent = malloc(g->n * sizeof *l->parent);
  l->to = malloc((g->arcs + 1) * sizeof *l->to);
  l->offset = malloc((g->n + 1ull) * sizeof *l->offset);
  if (l->level && l->parent && l->to && l->offset) return OK;
  FAIL(ERR_MEMORY, "no memory for the levels of %u vertices", g->n);
}

uint32_t bfs_parent(const Graph *g, const uint32_t *level, uint32_t v) {
  if (level[v] == 0 || level[v] == BFS_NO_LEVEL) return BFS_NO_LEVEL;
  for (uint64_t a = g->in_offset[v]; a < g->in_offset[v + 1]; a++)
    if (level[g->in_to[a]] == level[v] - 1) return g->in_to[a];
  return BFS_NO_LEVEL;
}

static void layers_fill(const Graph *g, Layers *l) {
  uint64_t count = 0;
  for (uint32_t v = 0; v < g->n; v++) {
    l->parent[v] = bfs_parent(g, l->level, v);
    l->offset[v] = count;
    for (uint64_t a = g->offset[v]; l->level[v] != BFS_NO_LEVEL && a < g->offset[v + 1]; a++)
      if (l->level[g->to[a]] == l->level[v] + 1) l->to[count++] = g->to[a];
  }
  l->offset[g->n] = count;
}

static Status layers_write(const Graph *g, const Layers *l, const char *path) {
  const Array arrays[] = {{"level", DTYPE_U32, g->n, l->level},
                          {"parent", DTYPE_U32, g->n, l->parent},
                          {"offset", DTYPE_U64, g->n + 1ull, l->offset},
                          {"to", DTYPE_U32, l->offset[g->n], l->to}};
  return arrays_write(path, arrays, sizeof arrays / sizeof *arrays);
}

Status bfs_levels_write(Backend *be, BfsAsset *a) {
  Layers l = {.level = NULL};
  TRY(bfs_graph_rows(&a->at));
  Status status = layers_alloc(a->at.graph, &l);
  if (status == OK) status = be->ops->bfs->levels(be, a->at.machine, l.level);
  if (status == OK) {
    layers_fill(a->at.graph, &l);
    status = layers_write(a->at.graph, &l, a->settings.levels);
  }
  free(l.level);
  free(l.parent);
  free(l.to);
  free(l.offset);
  return status;
}
