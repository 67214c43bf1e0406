/* Files of parents (src/evaluator/bfs/bfs_parents.c): each rule of the GAP benchmark suite is broken once, and told. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "evaluator/bfs/bfs_asset.h"
#include "fixtures/harness.h"
#include "fixtures/searching.h"
#include "io/arrays/arrays.h"

#define NONE BFS_NO_LEVEL

static char folder[] = "/tmp/cordee-parents-XXXXXX";

/* 0 -> 1 -> 2 -> 4, 0 -> 3 -> 2, 1 -> 3, and 5, which is not reached, -> 0. Levels from 0. */
static const uint32_t level[] = {0, 1, 2, 1, 3, NONE}, right[] = {0, 0, 1, 0, 2, NONE};

typedef struct Case {
  Backend be;
  Graph *g;
  BfsAsset a;
} Case;

static void case_open(Case *c) {
  static const int64_t offset[] = {0, 2, 4, 5, 6, 6, 7};
  static const int32_t to[] = {1, 3, 2, 3, 4, 2, 0};
  *c = (Case){.be = {.ops = backend_find("cpu")}};
  CU_ASSERT_EQUAL_FATAL(graph_of_rows(6, true, offset, to, 1, &c->g), OK);
  CU_ASSERT_EQUAL_FATAL(c->be.ops->open(&c->be, 0, 1), OK);
  CU_ASSERT_EQUAL_FATAL(bfs_graph_lend(&c->be, c->g, &c->a.at), OK);
  snprintf(c->a.settings.parents, sizeof c->a.settings.parents, "%s", folder);
  CU_ASSERT_EQUAL_FATAL(c->be.ops->bfs->search(&c->be, c->a.at.machine, BFS_DIRECTION, 0), OK);
  CU_ASSERT_EQUAL_FATAL(bfs_parents_write(&c->be, &c->a, 0), OK);
}

static void case_close(Case *c) {
  char path[64];
  snprintf(path, sizeof path, "%s/0.h5", folder);
  unlink(path);
  bfs_graph_close(&c->a.at);
  graph_free(c->g);
  c->be.ops->close(&c->be);
}

/* Another file in its place. */
static void parents_put(const Case *c, const uint32_t *parent, uint32_t count, uint32_t source) {
  char path[64];
  snprintf(path, sizeof path, "%s/0.h5", folder);
  const Array arrays[] = {{.name = "parent", .dtype = DTYPE_U32, .count = count, .values = parent},
                          {.name = "source", .dtype = DTYPE_U32, .count = 1, .values = &source},
                          {.name = "graph", .dtype = DTYPE_U64, .count = 1, .values = &c->g->digest}};
  CU_ASSERT_EQUAL_FATAL(arrays_write(path, arrays, 3), OK);
}

static void written_ones_are_right(void) {
  Case c;
  void *parent;
  uint64_t count;
  char path[64];
  case_open(&c);
  snprintf(path, sizeof path, "%s/0.h5", folder);
  CU_ASSERT_EQUAL_FATAL(arrays_read(path, "parent", UINT32_MAX, false, &parent, &count), OK);
  CU_ASSERT_EQUAL(count, 6);
  CU_ASSERT_EQUAL(memcmp(parent, right, sizeof right), 0);
  CU_ASSERT_EQUAL(bfs_parents_check(&c.a, 0, level), OK);
  free(parent);
  case_close(&c);
}

/* Vertex v has that parent. */
static void broken(const Case *c, uint32_t v, uint32_t wrong, const char *said) {
  uint32_t parent[6];
  memcpy(parent, right, sizeof right);
  parent[v] = wrong;
  parents_put(c, parent, 6, 0);
  CU_ASSERT_EQUAL(bfs_parents_check(&c->a, 0, level), ERR_INTERNAL);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), said));
  status_clear();
}

static void broken_rules_are_told(void) {
  Case c;
  case_open(&c);
  broken(&c, 0, 1, "/0.h5: vertex 0 is the source and not its own parent");
  broken(&c, 5, 0, "vertex 5 has a parent and is not reached, or is reached and has none");
  broken(&c, 4, NONE, "vertex 4 has a parent and is not reached, or is reached and has none");
  broken(&c, 2, 0, "vertex 2 has a parent from which no arc leads there");
  broken(&c, 2, 4, "vertex 2 has a parent from which no arc leads there");
  broken(&c, 2, 6, "vertex 2 has a parent from which no arc leads there");
  broken(&c, 3, 1, "vertex 3 has a parent that is not one level below");
  parents_put(&c, right, 5, 0);
  CU_ASSERT_EQUAL(bfs_parents_check(&c.a, 0, level), ERR_INTERNAL);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "expected the parents of 6 vertices, found 5"));
  status_clear();
  case_close(&c);
}

/* The smallest parent is cordee's rule, not GAP's. */
static void another_parent_is_right(void) {
  static const uint32_t other[] = {0, 0, 3, 0, 2, NONE};
  Case c;
  case_open(&c);
  parents_put(&c, other, 6, 0);
  CU_ASSERT_EQUAL(bfs_parents_check(&c.a, 0, level), OK);
  case_close(&c);
}

static void there_or_not(void) {
  Case c;
  case_open(&c);
  CU_ASSERT(bfs_parents_there(&c.a, 0));
  CU_ASSERT(!bfs_parents_there(&c.a, 1));
  parents_put(&c, right, 6, 1);
  CU_ASSERT(!bfs_parents_there(&c.a, 0)); /* another source's */
  parents_put(&c, right, 6, 0);
  CU_ASSERT(bfs_parents_there(&c.a, 0));
  c.g->digest++;
  CU_ASSERT(!bfs_parents_there(&c.a, 0)); /* another graph's */
  case_close(&c);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(written_ones_are_right),
                                      TEST(broken_rules_are_told),
                                      TEST(another_parent_is_right),
                                      TEST(there_or_not),
                                      {NULL, NULL}};
  if (!mkdtemp(folder)) return 1;
  const int result = harness_run("files of parents", tests);
  rmdir(folder);
  return result;
}
