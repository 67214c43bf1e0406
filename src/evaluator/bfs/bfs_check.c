/* The judge: a search with one queue, the rules of Graph500 for its levels and parents, and the record. It shares no code with the
 * kernels.
 *
 *   an arc leads at most one level on; in a graph without directions its ends are at most one level apart
 *   a vertex with a level above 0 has a parent one level below, the smallest that is; the source alone has level 0
 *   an arc from a vertex with a level leads to one with a level */
#include <stdlib.h>
#include "bfs_asset.h"

typedef struct Judged {
  uint32_t *level, *queue;
  uint64_t arcs, checksum;
  uint32_t visited, depth;
} Judged;

static void levels_find(const Graph *g, uint32_t source, Judged *j) {
  uint32_t head = 0, tail = 0;
  for (uint32_t v = 0; v < g->n; v++) j->level[v] = BFS_NO_LEVEL;
  j->level[source] = 0;
  j->queue[tail++] = source;
  while (head < tail) {
    const uint32_t u = j->queue[head++];
    for (uint64_t a = g->offset[u]; a < g->offset[u + 1]; a++)
      if (j->level[g->to[a]] == BFS_NO_LEVEL) {
        j->level[g->to[a]] = j->level[u] + 1;
        j->queue[tail++] = g->to[a];
      }
    j->arcs += g->offset[u + 1] - g->offset[u];
    j->depth = j->level[u];
    j->checksum += (j->level[u] + (uint64_t)1) * bfs_weight(u);
  }
  j->visited = tail;
}

/* The rules for the vertex u. */
static const char *rules_broken(const Graph *g, uint32_t source, const uint32_t *level, uint32_t u) {
  bool parent = level[u] == 0 || level[u] == BFS_NO_LEVEL;
  if ((level[u] == 0) != (u == source)) return "another vertex has level 0, or the source has not";
  for (uint64_t a = g->offset[u]; level[u] != BFS_NO_LEVEL && a < g->offset[u + 1]; a++)
    if (level[g->to[a]] > level[u] + 1)
      return "an arc leads more than a level on, or to a vertex without one";
  for (uint64_t a = g->in_offset[u]; !parent && a < g->in_offset[u + 1]; a++)
    parent = level[g->in_to[a]] == level[u] - 1;
  return parent ? NULL : "a vertex has no parent";
}

static Status judge(const Graph *g, uint32_t source, Judged *j, const Records *r, uint32_t k) {
  levels_find(g, source, j);
  for (uint32_t u = 0; u < g->n; u++) {
    const char *broken = rules_broken(g, source, j->level, u);
    if (broken) FAIL(ERR_INTERNAL, "source %u: %s: vertex %u", source + g->first, broken, u + g->first);
  }
  if (((const uint32_t *)r->column[BFS_DEPTH])[k] != j->depth ||
      ((const uint32_t *)r->column[BFS_VISITED])[k] != j->visited ||
      ((const uint64_t *)r->column[BFS_EDGES])[k] != bfs_edges(g, j->arcs) ||
      ((const uint64_t *)r->column[BFS_CHECKSUM])[k] != j->checksum)
    FAIL(ERR_INTERNAL,
         "source %u: expected depth %u and %u vertices, or other edges or levels, found depth %u and %u",
         source + g->first, j->depth, j->visited, ((const uint32_t *)r->column[BFS_DEPTH])[k],
         ((const uint32_t *)r->column[BFS_VISITED])[k]);
  return OK;
}

Status bfs_check(const Items *items, const Records *records, uint32_t k) {
  BfsAsset *a = items->asset;
  const Graph *g = a->at.graph;
  TRY(bfs_graph_rows(&a->at));
  Judged j = {.level = malloc(g->n * sizeof *j.level), .queue = malloc(g->n * sizeof *j.queue)};
  const Status status = j.level && j.queue
                            ? judge(g, bfs_source(items, records->first + k), &j, records, k)
                            : status_fail(ERR_MEMORY, "no memory to judge levels of %u vertices", g->n);
  free(j.level);
  free(j.queue);
  return status;
}
