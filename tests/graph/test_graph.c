/* Graphs: rows without loops and repetitions, generators that are the same on any threads and machines, arcs both ways, reversed arcs. */
#include <stdio.h>
#include <stdlib.h>
#include "fixtures/harness.h"
#include "fixtures/searching.h"

static Graph *generated(const char *spec, int threads) {
  Graph *g = NULL;
  CU_ASSERT_EQUAL_FATAL(graph_generate(spec, threads, &g), OK);
  return g;
}

typedef struct Ends {
  uint32_t end[8][2];
} Ends;

static bool ends_edge(const void *self, uint64_t k, uint32_t ends[2]) {
  const Ends *all = self;
  ends[0] = all->end[k][0];
  ends[1] = all->end[k][1];
  return true;
}

static Graph *built(const Ends *ends, uint64_t count, uint32_t n, bool directed) {
  const EdgeSource source = {ends_edge, ends, count, n, directed};
  Graph *g = NULL;
  CU_ASSERT_EQUAL_FATAL(graph_build(&source, 2, &g), OK);
  return g;
}

static void rows_are_settled(void) {
  const Ends ends = {{{3, 1}, {1, 3}, {2, 2}, {0, 3}, {3, 1}, {4, 3}}};
  Graph *g = built(&ends, 6, 6, false);
  const uint32_t row[] = {0, 1, 4};
  CU_ASSERT_EQUAL(g->arcs, 6);
  CU_ASSERT(!g->directed && g->in_to == g->to);
  CU_ASSERT_EQUAL(graph_degree(g, 3), 3);
  for (int k = 0; k < 3; k++) CU_ASSERT_EQUAL(g->to[g->offset[3] + (uint64_t)k], row[k]);
  CU_ASSERT_EQUAL(graph_degree(g, 2), 0);
  CU_ASSERT_EQUAL(graph_degree(g, 5), 0);
  graph_free(g);
}

static void arcs_are_reversed(void) {
  const Ends ends = {{{3, 1}, {1, 2}, {0, 1}}};
  Graph *g = built(&ends, 3, 4, true);
  CU_ASSERT(g->directed && g->in_to != g->to);
  CU_ASSERT_EQUAL(g->in_offset[2] - g->in_offset[1], 2);
  CU_ASSERT(g->in_to[g->in_offset[1]] == 0 && g->in_to[g->in_offset[1] + 1] == 3);
  CU_ASSERT_EQUAL(graph_degree(g, 2), 0);
  graph_free(g);
}

static void arcs_both_ways_are_edges(void) {
  const Ends ends = {{{3, 1}, {1, 3}, {0, 1}, {1, 0}}};
  Graph *arcs = built(&ends, 4, 4, true), *edges = built(&ends, 4, 4, false), *one = built(&ends, 3, 4, true);
  CU_ASSERT(!arcs->directed && one->directed);
  CU_ASSERT_EQUAL(arcs->digest, edges->digest);
  CU_ASSERT_NOT_EQUAL(arcs->digest, one->digest);
  graph_free(arcs);
  graph_free(edges);
  graph_free(one);
}

/* A circle: as many arcs leave every vertex as come to it. */
static void a_circle_has_a_direction(void) {
  const Ends ends = {{{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
  Graph *g = built(&ends, 4, 4, true);
  CU_ASSERT(g->directed);
  CU_ASSERT(g->to[0] == 1 && g->in_to[0] == 3);
  graph_free(g);
}

/* Digests: the same on every machine. */
static void generators_are_fixed(void) {
  static const struct {
    const char *spec;
    uint32_t n;
    uint64_t arcs, digest;
  } want[] = {{"urand:n=2^12,degree=12,seed=1", 4096, 49084, 0x8b5611f437be7a03},
              {"kron:scale=12,edgefactor=16,seed=1", 4096, 96974, 0x8bef077d9982047},
              {"powerlaw:n=4e3,degree=8,power=2,seed=7", 4000, 31776, 0xd4657a1172c9a11b},
              {"smallworld:n=4e3,degree=8,rewire=0.2,seed=3", 4000, 31986, 0x40609b19309dac35}};
  for (int k = 0; k < 4; k++)
    for (int threads = 1; threads <= 3; threads += 2) {
      Graph *g = generated(want[k].spec, threads);
      CU_ASSERT(g->n == want[k].n && g->arcs == want[k].arcs);
      CU_ASSERT_EQUAL(g->digest, want[k].digest);
      if (g->digest != want[k].digest)
        printf("# %s: %llu arcs, 0x%llx\n", want[k].spec, (unsigned long long)g->arcs,
               (unsigned long long)g->digest);
      graph_free(g);
    }
}

/* Without rewired edges a ring, whose vertices are joined to the nearest; with all of them rewired the first ends are left; between, the share. */
static void small_worlds(void) {
  Graph *ring = generated("smallworld:n=50,degree=6,rewire=0", 2),
        *all = generated("smallworld:n=1000,degree=6,rewire=1", 2),
        *some = generated("smallworld:n=100000,degree=2,rewire=0.25,seed=5", 2);
  uint64_t kept = 0;
  CU_ASSERT_EQUAL(ring->arcs, 300);
  for (uint32_t v = 0; v < ring->n; v++)
    for (uint64_t k = ring->offset[v]; k < ring->offset[v + 1]; k++) {
      const uint32_t apart = (ring->to[k] + ring->n - v) % ring->n;
      CU_ASSERT(apart <= 3 || apart >= ring->n - 3);
    }
  for (uint32_t v = 0; v < all->n; v++) CU_ASSERT(graph_degree(all, v) >= 3 - 1);
  CU_ASSERT(all->arcs > 5900 && all->arcs <= 6000);
  for (uint32_t v = 0; v < some->n; v++)
    for (uint64_t k = some->offset[v]; k < some->offset[v + 1]; k++) kept += some->to[k] == (v + 1) % some->n;
  CU_ASSERT(kept > 74000 && kept < 76000); /* 7 standard deviations: 137 each */
  graph_free(ring);
  graph_free(all);
  graph_free(some);
}

/* Of 5 rows of 7 vertices: each is joined to its neighbours above, below, left and right. */
static void grids_are_grids(void) {
  Graph *g = generated("grid:cols=7,rows=5", 2), *line = generated("grid:rows=1,cols=9", 1),
        *one = generated("grid:rows=1,cols=1", 1);
  CU_ASSERT(g->n == 35 && g->arcs == 2 * (5 * 6 + 4 * 7));
  for (uint32_t v = 0; v < g->n; v++)
    for (uint64_t k = g->offset[v]; k < g->offset[v + 1]; k++) {
      const int rows = abs((int)(g->to[k] / 7) - (int)(v / 7)),
                columns = abs((int)(g->to[k] % 7) - (int)(v % 7));
      CU_ASSERT_EQUAL(rows + columns, 1);
    }
  CU_ASSERT(line->n == 9 && line->arcs == 16 && one->n == 1 && one->arcs == 0);
  graph_free(g);
  graph_free(line);
  graph_free(one);
}

/* Vertices that are reached from 0. */
static uint32_t reached(const Graph *g) {
  uint32_t *queue = malloc(g->n * sizeof *queue), count = 1;
  bool *seen = calloc(g->n, sizeof *seen);
  CU_ASSERT_FATAL(queue && seen);
  queue[0] = 0;
  seen[0] = true;
  for (uint32_t at = 0; at < count; at++)
    for (uint64_t k = g->offset[queue[at]]; k < g->offset[queue[at] + 1]; k++) {
      if (seen[g->to[k]]) continue;
      seen[g->to[k]] = true;
      queue[count++] = g->to[k];
    }
  free(queue);
  free(seen);
  return count;
}

/* Degrees are whole, so no edge was a loop or repeated (rows have none of these), they are within the range and not all the same, and there is one
 * component: circles, of which there would be many, too. */
static void degrees_are_of_the_range(void) {
  static const struct {
    const char *spec;
    uint32_t n, least, most;
  } want[] = {{"degrees:n=5000,min=6,max=18,seed=1", 5000, 6, 18},
              {"degrees:n=3001,min=2,max=2,seed=3", 3001, 2, 2},
              {"degrees:n=2000,min=2,max=3,seed=4", 2000, 2, 3},
              {"degrees:n=9,min=5,max=6,seed=5", 9, 5, 6},
              {"degrees:n=400,min=2,max=199,seed=6", 400, 2, 199}};
  for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
    Graph *g = generated(want[k].spec, 2), *again = generated(want[k].spec, 1);
    uint64_t least = UINT64_MAX, most = 0;
    for (uint32_t v = 0; v < g->n; v++) {
      const uint64_t degree = graph_degree(g, v);
      least = degree < least ? degree : least;
      most = degree > most ? degree : most;
    }
    CU_ASSERT(g->n == want[k].n && least >= want[k].least && most <= want[k].most);
    CU_ASSERT(g->n > 2000 ? least == want[k].least && most == want[k].most
                          : most > least); /* all are drawn */
    CU_ASSERT_EQUAL(reached(g), g->n);
    CU_ASSERT_EQUAL(g->digest, again->digest);
    graph_free(g);
    graph_free(again);
  }
}

static void settings_are_refused(void) {
  static const char *const bad[] = {"urand:n=0",
                                    "urand:n=1.5",
                                    "urand:n=2^40",
                                    "urand:scale=3",
                                    "kron:n=5",
                                    "urand:n=,seed=1",
                                    "powerlaw:power=1",
                                    "urand:n=2^31,degree=1e6",
                                    "urand:n=2^",
                                    "grid:n=3",
                                    "grid:rows=2^31,cols=4",
                                    "degrees:n=5,min=3,max=5",
                                    "degrees:n=7,min=3,max=3",
                                    "degrees:min=1",
                                    "degrees:min=8,max=7",
                                    "smallworld:degree=7",
                                    "smallworld:degree=0",
                                    "smallworld:n=8,degree=8",
                                    "smallworld:rewire=1.1",
                                    "urand:rewire=0.5",
                                    "ring:n=3"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    Graph *g = NULL;
    CU_ASSERT_EQUAL(graph_generate(bad[k], 1, &g), ERR_FORMAT);
    status_clear();
  }
}

static const HarnessTest tests[] = {TEST(rows_are_settled),
                                    TEST(arcs_are_reversed),
                                    TEST(arcs_both_ways_are_edges),
                                    TEST(a_circle_has_a_direction),
                                    TEST(generators_are_fixed),
                                    TEST(grids_are_grids),
                                    TEST(small_worlds),
                                    TEST(degrees_are_of_the_range),
                                    TEST(settings_are_refused),
                                    {NULL, NULL}};

int main(void) { return harness_run("graphs", tests); }
