/* The lower bound of tours: never above the shortest one, and proven by its prices, against an oracle of plain loops. */
#include <stdio.h>
#include <stdlib.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/preparing.h"
#include "halt.h"
#include "io/optima.h"
#include "oracle/oracle_one_tree.h"
#include "problem/instance_file.h"
#include "problem/tsp/bounds/tsp_bounds.h"

static int64_t proven(const Instance *inst) {
  int64_t bound = -1;
  CU_ASSERT_EQUAL(tsp_bound(inst, 1, &bound), OK);
  return bound;
}

/* All metrics of symmetric instances. */
static bool symmetric(Metric metric) { return metric != METRIC_DIRECTED; }

static void never_above_the_shortest_tour(void) {
  for (int metric = 0; metric < METRIC_COUNT; metric++) {
    double bounds = 0, lengths = 0;
    for (uint64_t seed = 0; seed < 32 && symmetric((Metric)metric); seed++) {
      Instance *inst = climbing_instance((Metric)metric, 3 + (int32_t)(seed % 10), 80, seed % 2 == 1, seed);
      const int64_t shortest = oracle_shortest_tour(inst), bound = proven(inst);
      CU_ASSERT(bound <= shortest);
      if (bound > shortest)
        printf("# %s seed %d: %lld > %lld\n", metric_name((Metric)metric), (int)seed, (long long)bound,
               (long long)shortest);
      bounds += (double)bound;
      lengths += (double)shortest;
      instance_free(inst);
    }
    if (symmetric((Metric)metric) && bounds < 0.95 * lengths)
      printf("# %s: %.3f\n", metric_name((Metric)metric), bounds / lengths);
    CU_ASSERT(bounds >= 0.95 * lengths);
  }
}

/* ---- what the prices prove ---- */

/* The bound by the prices alone: that of some city's 1-tree, and not above the best of them. */
static void check_prices(const Instance *inst) {
  TspAscent ascent;
  int64_t best = INT64_MIN, sum = 0;
  bool same = false;
  CU_ASSERT_EQUAL_FATAL(tsp_ascend(tsp_of(inst), &ascent), OK);
  for (int32_t c = 0; c < inst->n; c++) {
    const int64_t weight = oracle_one_tree(inst, ascent.scale, ascent.price, c);
    best = weight > best ? weight : best;
    same |= weight == ascent.weight;
    sum += ascent.price[c];
  }
  CU_ASSERT(same);
  CU_ASSERT(ascent.weight <= best);
  const double bound = (double)(ascent.weight - 2 * sum) / (double)ascent.scale;
  CU_ASSERT((double)ascent.bound >= bound && (double)ascent.bound < bound + 1);
  free(ascent.price);
}

static void prices_prove_it(void) {
  for (int metric = 0; metric < METRIC_COUNT; metric++) {
    if (!symmetric((Metric)metric)) continue;
    Instance *inst = climbing_instance((Metric)metric, 60, 1000, 1, 7);
    check_prices(inst);
    instance_free(inst);
  }
}

/* Clusters, lines, lattices, cities at one place and one that is far away. */
static void shapes(void) {
  for (int shape = 0; shape < SHAPE_COUNT; shape++) {
    Instance *inst = preparing_instance((Shape)shape, METRIC_EUC_2D, 70, 3);
    check_prices(inst);
    instance_free(inst);
  }
}

/* ---- the least 1-tree of all edges ---- */

static int64_t draw(uint64_t *state, int64_t size) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)(*state >> 33) % size;
}

/* Prices at random, also far larger than distances, so that near cities are no help. */
static void check_exact(const Instance *inst, int64_t size) {
  CityTree tree;
  EdgeGraph graph;
  OneTree one;
  uint64_t state = 9;
  const size_t nodes = (size_t)inst->n;
  int64_t *price = malloc(nodes * sizeof *price), *of_city = malloc(nodes * sizeof *price);
  bool same = false;
  CU_ASSERT_EQUAL_FATAL(city_tree_make(tsp_of(inst), &tree), OK);
  CU_ASSERT_EQUAL_FATAL(edge_graph_make(&tree, 4, 2, &graph), OK);
  CU_ASSERT_EQUAL_FATAL(one_tree_make(inst->n, &one), OK);
  for (int32_t k = 0; k < inst->n; k++) of_city[tree.city[k]] = price[k] = draw(&state, size) - size / 2;
  CU_ASSERT_EQUAL(one_tree_exact(&graph, price, &one), OK);
  for (int32_t c = 0; c < inst->n; c++) same |= oracle_one_tree(inst, 4, of_city, c) == one.weight;
  CU_ASSERT(same);
  const int64_t exact = one.weight;
  CU_ASSERT_EQUAL(one_tree_find(&graph, price, &one), OK);
  CU_ASSERT(one.weight >= exact); /* the same tree; the best leaf, by the graph's edges */
  CU_ASSERT_EQUAL(one_tree_exact(&graph, price, &one), OK);
  CU_ASSERT_EQUAL(one.weight, exact);
  free(price);
  free(of_city);
  one_tree_free(&one);
  edge_graph_free(&graph);
  city_tree_free(&tree);
}

static void least_of_all_edges(void) {
  static const int64_t sizes[] = {1, 100, 100000};
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_ATT, METRIC_MAX_2D, METRIC_EXPLICIT};
  for (int m = 0; m < 4; m++)
    for (int s = 0; s < 3; s++) {
      Instance *inst = climbing_instance(metrics[m], 120, 500, s == 1, 5);
      check_exact(inst, sizes[s]);
      instance_free(inst);
    }
}

/* ---- who has one ---- */

static void directed_and_paths(void) {
  Instance *inst = climbing_instance(METRIC_EUC_2D, 40, 500, 0, 1),
           *few = climbing_instance(METRIC_EUC_2D, 2, 500, 0, 1);
  Instance *directed = climbing_instance(METRIC_DIRECTED, 40, 500, 0, 1);
  CU_ASSERT(tsp_ascends(tsp_of(inst)) && !tsp_ascends(tsp_of(few)) && !tsp_ascends(tsp_of(directed)));
  CU_ASSERT(tsp_bound_slow(inst) && !tsp_bound_slow(directed));
  ((TspInstance *)inst)->path = 1;
  CU_ASSERT(!tsp_ascends(tsp_of(inst)) && proven(inst) == 0);
  instance_free(inst);
  instance_free(few);
  instance_free(directed);
}

static bool always(const void *self) {
  (void)self;
  return true;
}

/* One that was given up is computed by the next call. */
static void halted(void) {
  Instance *inst = climbing_instance(METRIC_EUC_2D, 400, 5000, 0, 1);
  int64_t bound = -1;
  halt_own(always, NULL);
  CU_ASSERT_EQUAL(tsp_bound(inst, 1, &bound), ERR_STOPPED);
  halt_own(NULL, NULL);
  CU_ASSERT(proven(inst) > 0);
  CU_ASSERT_EQUAL(proven(inst), proven(inst));
  instance_free(inst);
}

/* ---- published instances ---- */

/* Below the optimum by at most so many per cent. */
static void check_published(const char *name, double most) {
  char path[64];
  Instance *inst = NULL;
  int64_t best = 0;
  snprintf(path, sizeof path, "tsp/%s.tsp", name);
  const char *file = harness_data(path);
  if (!file) return;
  CU_ASSERT_EQUAL_FATAL(instance_read(file, &inst), OK);
  CU_ASSERT_EQUAL_FATAL(optima_find_column(file, inst->name, 0, NULL, &best), OK);
  const int64_t bound = proven(inst);
  const double below = 100.0 * (double)(best - bound) / (double)best;
  if (below < 0 || below > most) printf("# %s: %lld, %.3f%%\n", name, (long long)bound, below);
  CU_ASSERT(below >= 0 && below <= most);
  instance_free(inst);
}

static void published(void) {
  check_published("pr1002", 0.95);
  check_published("att532", 1.1);
  check_published("gr431", 0.8);
  check_published("si535", 0.2);
  check_published("lin318", 0.5);
  check_published("brg180", 0.1);
  check_published("fl417", 3);
  check_published("ts225", 9);
  check_published("d198", 1);
}

static const HarnessTest tests[] = {TEST(never_above_the_shortest_tour),
                                    TEST(prices_prove_it),
                                    TEST(shapes),
                                    TEST(least_of_all_edges),
                                    TEST(directed_and_paths),
                                    TEST(halted),
                                    TEST(published),
                                    {NULL, NULL}};

int main(void) { return harness_run("tsp_bound", tests); }
