/* The designs of the ladder of breadth-first search, run on the host: all find the levels of the library's search. And the ladder itself, on
 * the pretended device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "evaluator/bfs/bfs_kernels.h"
#include "fixtures/harness.h"
#include "graph/graph.h"
#include "ladder/ladders.h"
#include "ladder/level_kernels.h"
#include "ladder/specs.h"

extern const LevelKernels level_ladder_kernels_emulated;
static const LevelKernels *const ops = &level_ladder_kernels_emulated;

/* ---- designs ---- */

static void levels_want(const Graph *g, uint32_t source, uint32_t *level) {
  Backend host = {.ops = &backend_cpu};
  BfsMachine *m = NULL;
  CU_ASSERT_EQUAL_FATAL(backend_cpu.open(&host, 0, 1), OK);
  CU_ASSERT_EQUAL_FATAL(backend_cpu.bfs->open(&host, g, &m), OK);
  CU_ASSERT_EQUAL(backend_cpu.bfs->search(&host, m, BFS_DIRECTION, source), OK);
  CU_ASSERT_EQUAL(backend_cpu.bfs->levels(&host, m, level), OK);
  backend_cpu.bfs->close(&host, m);
  host.ops->close(&host);
}

static void design_check(LevelLadder *l, int k, const Graph *g, uint32_t source, const uint32_t *want) {
  const bool split = k % 2 == 0, lists = strcmp(ops->design(k), "active") == 0;
  uint32_t *level = malloc(g->n * sizeof *level), depth = 0;
  LevelRun run;
  for (uint32_t v = 0; v < g->n; v++)
    if (want[v] != LEVEL_NONE && want[v] > depth) depth = want[v];
  emulation_set((EmulationPlan){(EmulationOrder)(k % 3), source, -1});
  CU_ASSERT_EQUAL_FATAL(ops->search(l, k, source, split, &run), OK);
  CU_ASSERT_EQUAL_FATAL(ops->levels(l, level), OK);
  const bool same = memcmp(level, want, g->n * sizeof *level) == 0;
  CU_ASSERT(same && run.levels == depth + 1 && run.seconds > 0);
  if (!same) printf("# %s, %u vertices: differs\n", ops->design(k), g->n);
  CU_ASSERT((run.kernel_s > 0) == split && (run.list_s > 0) == (split && lists));
  free(level);
}

/* one: that design alone, and one source; NULL: all, and two. */
static void check(Backend *be, const char *spec, const char *one) {
  Graph *g;
  LevelLadder *l;
  CU_ASSERT_EQUAL_FATAL(graph_open(spec, GRAPH_AS_SAID, GRAPH_IDS_DENSE, 1, &g), OK);
  const LevelGraph graph = {g->n, g->arcs, g->offset, g->to};
  uint32_t *want = malloc(g->n * sizeof *want);
  CU_ASSERT_EQUAL_FATAL(ops->open(be, &graph, &l), OK);
  for (uint32_t s = 0; s < (one ? 1 : 2); s++) {
    const uint32_t source = s ? g->n - 1 : 0;
    levels_want(g, source, want);
    for (int k = 0; ops->design(k); k++)
      if (!one || strcmp(ops->design(k), one) == 0) design_check(l, k, g, source, want);
  }
  ops->close(l);
  free(want);
  graph_free(g);
}

/* Whole blocks and parts of them, a vertex alone, what cannot be reached. */
static void designs(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  check(&be, "grid:rows=1,cols=1", NULL);
  check(&be, "degrees:n=255,min=2,max=5,seed=3", NULL);
  check(&be, "degrees:n=256,min=6,max=18,seed=4", NULL);
  check(&be, "degrees:n=1024,min=6,max=18,seed=5", NULL);
  check(&be, "urand:n=1500,degree=2,seed=6", NULL);
  check(&be, "grid:rows=5,cols=103", NULL);
  be.ops->close(&be);
}

/* More blocks than sums_scan takes at once. */
static void many_blocks(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  check(&be, "urand:n=262657,degree=12,seed=2", "active");
  be.ops->close(&be);
}

/* ---- the ladder ---- */

static int lines_of(LadderSettings settings, const char *line) {
  const LadderDesigns all = {.levels = ops};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_bfs,
                   .settings = &settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_bfs.run(&run), OK);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_PTR_NOT_NULL(strstr(text, line));
  free(text);
  be.ops->close(&be);
  return lines;
}

/* The core has one measure, the cores and ours have two, published designs and the queue three, and `active` its lists, too. */
static void table(void) {
  LadderSettings settings = {.seed = 1, .time_s = 1e-5, .sizes = "30"};
  CU_ASSERT_EQUAL(lines_of(settings, "\nactive,30,"), 1 + 2 * (1 + 2 * 2 + 3 * 3 + 4));
  snprintf(settings.instance, sizeof settings.instance, "grid:rows=3,cols=7,urand:n=50,degree=4");
  snprintf(settings.chosen, sizeof settings.chosen, "core,basic-shared");
  CU_ASSERT_EQUAL(lines_of(settings, "\nbasic-shared,50,"), 1 + 2 * (1 + 3));
}

static Status levels_wrong(LevelLadder *l, uint32_t *level) {
  const Status status = ops->levels(l, level);
  level[3]++;
  return status;
}

/* Other levels than the queue's end the ladder. */
static void other_levels(void) {
  LevelKernels wrong = *ops;
  const LadderSettings settings = {.seed = 1, .time_s = 1e-5, .instance = "grid:rows=3,cols=7"};
  const LadderDesigns all = {.levels = &wrong};
  Backend be;
  wrong.levels = levels_wrong;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_bfs, .settings = &settings, .be = &be, .designs = &all};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_bfs.run(&run), ERR_INTERNAL);
  be.ops->close(&be);
}

static void specs(void) {
  static const char *const want[] = {"grid:rows=3,cols=7", "a.mtx.gz", "b", "urand:n=50,degree=4", NULL};
  const char *at = "grid:rows=3,cols=7,a.mtx.gz,b,urand:n=50,degree=4";
  char spec[SPEC_MAX];
  int k = 0;
  for (; ladder_specs_next(&at, spec); k++) CU_ASSERT(want[k] && strcmp(spec, want[k]) == 0);
  CU_ASSERT_PTR_NULL(want[k]);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(designs),      TEST(many_blocks), TEST(table),
                                      TEST(other_levels), TEST(specs),       {NULL, NULL}};
  return harness_run("level_ladder_emulated", tests);
}
