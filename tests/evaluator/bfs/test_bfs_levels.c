/* The file of a search's levels, parents and layered network (src/evaluator/bfs/bfs.c) against plain loops over all pairs. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "evaluator/bfs/bfs_asset.h"
#include "fixtures/harness.h"
#include "fixtures/searching.h"
#include "io/arrays/arrays.h"

static char path[64];

typedef struct Layers { /* as they are read back */
  uint32_t *level, *parent, *to;
  uint64_t *offset;
} Layers;

static void array_read(const char *name, bool wide, uint64_t want, void **out) {
  uint64_t count;
  CU_ASSERT_EQUAL_FATAL(arrays_read(path, name, UINT32_MAX, wide, out, &count), OK);
  CU_ASSERT_EQUAL_FATAL(count, want);
}

static bool arc(const Graph *g, uint32_t from, uint32_t to) {
  for (uint64_t a = g->offset[from]; a < g->offset[from + 1]; a++)
    if (g->to[a] == to) return true;
  return false;
}

/* The smallest vertex a level below from which an arc leads to v; a source is its own, unreached vertices have none. */
static uint32_t parent_of(const Graph *g, const uint32_t *level, uint32_t v) {
  if (level[v] == 0) return v;
  for (uint32_t u = 0; u < g->n && level[v] != BFS_NO_LEVEL; u++)
    if (level[u] != BFS_NO_LEVEL && level[u] + 1 == level[v] && arc(g, u, v)) return u;
  return BFS_NO_LEVEL;
}

/* Arcs of the layered network: between reached vertices, a level up, in rows that ascend. */
static void layers_check(const Graph *g, const Layers *l) {
  uint64_t count = 0;
  for (uint32_t v = 0; v < g->n; v++) {
    CU_ASSERT_EQUAL(l->parent[v], parent_of(g, l->level, v));
    CU_ASSERT_EQUAL(l->offset[v], count);
    for (uint32_t u = 0; u < g->n && l->level[v] != BFS_NO_LEVEL; u++)
      if (arc(g, v, u) && l->level[u] == l->level[v] + 1) CU_ASSERT_EQUAL(l->to[count++], u);
  }
  CU_ASSERT_EQUAL(l->offset[g->n], count);
}

static Layers layers_make(Backend *be, Graph *g, uint32_t source) {
  BfsAsset a = {.settings = {.seed = 1}};
  Layers l = {NULL};
  uint64_t count = 0;
  snprintf(a.settings.levels, sizeof a.settings.levels, "%s", path);
  CU_ASSERT_EQUAL_FATAL(bfs_graph_lend(be, g, &a.at), OK);
  CU_ASSERT_EQUAL_FATAL(be->ops->bfs->search(be, a.at.machine, BFS_DIRECTION, source), OK);
  CU_ASSERT_EQUAL_FATAL(bfs_levels_write(be, &a), OK);
  bfs_graph_close(&a.at);
  array_read("level", false, g->n, (void **)&l.level);
  array_read("parent", false, g->n, (void **)&l.parent);
  array_read("offset", true, g->n + 1ull, (void **)&l.offset);
  CU_ASSERT_EQUAL_FATAL(arrays_read(path, "to", UINT32_MAX, false, (void **)&l.to, &count), OK);
  CU_ASSERT_EQUAL(l.offset[g->n], count);
  return l;
}

static void layers_free(Layers *l) {
  free(l->level);
  free(l->parent);
  free(l->to);
  free(l->offset);
}

static void graph_check(Graph *g, uint32_t source) {
  Backend be = {.ops = backend_find("cpu")};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 1), OK);
  Layers l = layers_make(&be, g, source);
  CU_ASSERT_EQUAL(l.level[source], 0);
  layers_check(g, &l);
  layers_free(&l);
  be.ops->close(&be);
}

/* 0 -> 1 -> 2, and 3, which is not reached, with arcs to the source, to others and to 4, which is not either. */
static void unreached_vertices_have_no_layers(void) {
  static const int64_t offset[] = {0, 1, 2, 2, 6, 7};
  static const int32_t to[] = {1, 2, 0, 1, 2, 4, 0};
  Graph *g;
  Backend be = {.ops = backend_find("cpu")};
  CU_ASSERT_EQUAL_FATAL(graph_of_rows(5, true, offset, to, 1, &g), OK);
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 1), OK);
  Layers l = layers_make(&be, g, 0);
  CU_ASSERT(l.level[2] == 2 && l.level[3] == BFS_NO_LEVEL && l.level[4] == BFS_NO_LEVEL);
  CU_ASSERT(l.parent[1] == 0 && l.parent[2] == 1 && l.parent[3] == BFS_NO_LEVEL);
  CU_ASSERT(l.offset[1] == 1 && l.offset[2] == 2 && l.offset[3] == 2 && l.offset[4] == 2 && l.offset[5] == 2);
  layers_free(&l);
  graph_free(g);
  be.ops->close(&be);
}

static void random_graphs(void) {
  for (uint64_t seed = 1; seed <= 12; seed++) {
    Graph *g = searching_random(seed, 60, 40 + 10 * (uint32_t)seed, seed % 3, seed % 2);
    graph_check(g, (uint32_t)(7 * seed % 60));
    graph_free(g);
  }
}

static void a_vertex_without_arcs(void) {
  static const int64_t offset[] = {0, 0, 1, 2};
  static const int32_t to[] = {0, 1};
  Graph *g;
  CU_ASSERT_EQUAL_FATAL(graph_of_rows(3, true, offset, to, 1, &g), OK);
  graph_check(g, 0);
  graph_free(g);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(unreached_vertices_have_no_layers),
                                      TEST(random_graphs),
                                      TEST(a_vertex_without_arcs),
                                      {NULL, NULL}};
  char folder[] = "/tmp/cordee-levels-XXXXXX";
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/levels.h5", folder);
  const int result = harness_run("bfs_levels", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
