/* Files of parents: one for each source, in a folder. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bfs_asset.h"
#include "graph/graph.h"
#include "io/arrays/arrays.h"

enum { PATH_BYTES = BFS_TEXT_MAX + 32 };

/* FOLDER/17.h5, by the number that records have for the source. */
static void parents_path(const BfsAsset *a, uint32_t source, char path[PATH_BYTES]) {
  snprintf(path, PATH_BYTES, "%s/%u.h5", a->settings.parents, source + a->at.graph->first);
}

/* ---- writing ---- */

static Status file_write(const BfsAsset *a, uint32_t source, const uint32_t *parent) {
  enum { ARRAYS = 4 };
  const Graph *const g = a->at.graph;
  char path[PATH_BYTES], *names;
  Array arrays[ARRAYS] = {{.name = "parent", .dtype = DTYPE_U32, .count = g->n, .values = parent},
                          {.name = "source", .dtype = DTYPE_U32, .count = 1, .values = &source},
                          {.name = "graph", .dtype = DTYPE_U64, .count = 1, .values = &g->digest}};
  parents_path(a, source, path);
  TRY(bfs_ids_array(g, &names, &arrays[ARRAYS - 1]));
  const Status status = arrays_write(path, arrays, g->ids.id ? ARRAYS : ARRAYS - 1);
  free(names);
  return status;
}

Status bfs_parents_write(Backend *be, const BfsAsset *a, uint32_t source) {
  if (mkdir(a->settings.parents, 0777) != 0 && errno != EEXIST)
    FAIL(ERR_IO, "cannot make the folder %s: %s", a->settings.parents, strerror(errno));
  uint32_t *const parent = malloc(a->at.graph->n * sizeof *parent);
  if (!parent) FAIL(ERR_MEMORY, "no memory for the parents of %u vertices", a->at.graph->n);
  Status status = be->ops->bfs->parents(be, a->at.machine, parent);
  if (status == OK) status = file_write(a, source, parent);
  free(parent);
  return status;
}

/* ---- reading ---- */

/* Whether the array `name` of the file is this single number. */
static bool number_is(const char *path, const char *name, uint64_t wanted) {
  void *values;
  uint64_t count;
  if (arrays_read(path, name, UINT64_MAX, true, &values, &count) != OK) {
    status_clear();
    return false;
  }
  const bool same = count == 1 && *(const uint64_t *)values == wanted;
  free(values);
  return same;
}

bool bfs_parents_there(const BfsAsset *a, uint32_t source) {
  char path[PATH_BYTES];
  parents_path(a, source, path);
  return access(path, R_OK) == 0 && number_is(path, "source", source) &&
         number_is(path, "graph", a->at.graph->digest);
}

/* ---- the judge ---- */

static bool arc_there(const Graph *g, uint32_t from, uint32_t to) {
  for (uint64_t a = g->in_offset[to]; a < g->in_offset[to + 1]; a++)
    if (g->in_to[a] == from) return true;
  return false;
}

/* The rules of the GAP benchmark suite for v, whose level is that of a search with one queue. */
static const char *parent_wrong(const Graph *g, uint32_t source, const uint32_t *level, uint32_t v,
                                uint32_t parent) {
  if ((level[v] == BFS_NO_LEVEL) != (parent == BFS_NO_LEVEL))
    return "has a parent and is not reached, or is reached and has none";
  if (parent == BFS_NO_LEVEL) return NULL;
  if (v == source) return parent == v ? NULL : "is the source and not its own parent";
  if (parent >= g->n || !arc_there(g, parent, v)) return "has a parent from which no arc leads there";
  return level[parent] + 1 == level[v] ? NULL : "has a parent that is not one level below";
}

static Status parents_judge(const Graph *g, uint32_t source, const uint32_t *level, const char *path,
                            const uint32_t *parent, uint64_t count) {
  char vertex[GRAPH_VERTEX_TEXT_MAX];
  if (count != g->n)
    FAIL(ERR_INTERNAL, "%s: expected the parents of %u vertices, found %llu", path, g->n,
         (unsigned long long)count);
  for (uint32_t v = 0; v < g->n; v++) {
    const char *const wrong = parent_wrong(g, source, level, v, parent[v]);
    if (!wrong) continue;
    graph_vertex_text(g, v, vertex);
    FAIL(ERR_INTERNAL, "%s: vertex %s %s", path, vertex, wrong);
  }
  return OK;
}

Status bfs_parents_check(const BfsAsset *a, uint32_t source, const uint32_t *level) {
  char path[PATH_BYTES];
  void *parent;
  uint64_t count;
  parents_path(a, source, path);
  TRY(arrays_read(path, "parent", UINT32_MAX, false, &parent, &count));
  const Status status = parents_judge(a->at.graph, source, level, path, parent, count);
  free(parent);
  return status;
}
