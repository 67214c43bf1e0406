/* Order and candidate lists against the oracle: every metric, every shape, small and large; and CUDA against the
 * CPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "oracle/oracle_candidates.h"
#include "fixtures/preparing.h"
#include "problem/tsp/tsp.h"

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_MAN_2D,
                                 METRIC_MAX_2D, METRIC_GEO,     METRIC_EXPLICIT};
static const CandidatePlan plans[] = {{1, 0}, {5, 0}, {4, 1}, {8, 2}, {10, 2}, {16, 0}, {16, 4}, {7, 1}};
enum { PLANS = sizeof plans / sizeof *plans };

/* Order and lists equal the oracle's, every `stride`th list. False: no device. */
static int check(const Instance *inst, const char *backend, CandidatePlan plan, int32_t stride) {
  Prepared got;
  int32_t *order = malloc(sizeof *order * inst->n), row[CANDIDATES_MAX], wrong = 0;
  if (!preparing_run(&got, inst, backend, 2, plan, (GreedyPlan){0})) {
    harness_skip("no device");
    free(order);
    return 0;
  }
  oracle_order(inst, order);
  CU_ASSERT_EQUAL(memcmp(order, got.order, sizeof *order * inst->n), 0);
  int32_t quadrant = 4 * plan.quadrant > got.width ? got.width / 4 : plan.quadrant;
  for (int32_t i = 0; i < inst->n && got.width; i += stride) {
    oracle_list(inst, order, got.width, quadrant, i, row);
    wrong += memcmp(row, got.list + (size_t)i * got.width, sizeof *row * got.width) != 0;
  }
  CU_ASSERT_EQUAL(wrong, 0);
  if (wrong)
    printf("# %s, %s, n %d, K %d, q %d: %d lists differ\n", backend, metric_name(tsp_of(inst)->metric),
           inst->n, got.width, quadrant, wrong);
  preparing_free(&got);
  free(order);
  return 1;
}

static void sizes_and_metrics(const char *backend) {
  static const int32_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 33, 65, 300};
  static const double box[] = {5, 90, 1000000};
  for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      for (int b = 0; b < 3; b++) {
        Instance *inst =
            climbing_instance(metrics[m], sizes[s], metrics[m] == METRIC_GEO ? 90 : box[b], s % 2, 7 * s + m);
        int there = check(inst, backend, plans[(s + m + (size_t)b) % PLANS], 1);
        instance_free(inst);
        if (!there) return;
      }
}

static void shapes(const char *backend) {
  for (int shape = 0; shape < SHAPE_COUNT; shape++)
    for (int k = 0; k < PLANS; k++) {
      Instance *inst = preparing_instance(shape, metrics[(shape + k) % 5], 100 + 37 * k, k);
      int there = check(inst, backend, plans[k], 1);
      instance_free(inst);
      if (!there) return;
    }
}

/* Many cities: searches that are not local would take too long. */
static void many(const char *backend) {
  for (int shape = 0; shape < SHAPE_COUNT; shape++) {
    Instance *inst = preparing_instance(shape, METRIC_EUC_2D, 40000, 1);
    int there = check(inst, backend, (CandidatePlan){10, 2}, 5003);
    instance_free(inst);
    if (!there) return;
  }
  Instance *inst = climbing_instance(METRIC_EUC_2D, 100000, 1e6, 0, 1);
  check(inst, backend, (CandidatePlan){10, 2}, 5003);
  instance_free(inst);
}

/* A full lattice of 2^k x 2^k cities: along the curve each is one unit from the next. */
static void curve_is_connected(void) {
  for (int32_t side = 2; side <= 64; side *= 2) {
    Prepared p;
    Instance *inst = preparing_instance(SHAPE_LATTICE, METRIC_EUC_2D, side * side, 1);
    CU_ASSERT_FATAL(preparing_run(&p, inst, "cpu", 1, (CandidatePlan){0}, (GreedyPlan){0}));
    int32_t steps = 0;
    for (int32_t i = 0; i + 1 < inst->n; i++) steps += tour_distance(&p.problem, i, i + 1) == 1;
    CU_ASSERT_EQUAL(steps, inst->n - 1);
    preparing_free(&p);
    instance_free(inst);
  }
}

/* The kernels compute with the same instance: distances by internal numbers equal those of the cities in the
 * file. */
static void problem_is_the_instance(void) {
  for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++) {
    Prepared p;
    Instance *inst = climbing_instance(metrics[m], 50, 90, 1, m);
    CU_ASSERT_FATAL(preparing_run(&p, inst, "cpu", 1, (CandidatePlan){0}, (GreedyPlan){0}));
    int32_t wrong = 0;
    for (int32_t a = 0; a < 50; a++)
      for (int32_t b = 0; b < 50; b++) {
        const int32_t i = p.order[a], j = p.order[b];
        int32_t want;
        if (metrics[m] == METRIC_EXPLICIT)
          want = tsp_of(inst)->matrix[i * 50 + j];
        else if (metrics[m] == METRIC_GEO) {
          if (i == j)
            want = 0;
          else
            want = metric_geo(tsp_of(inst)->x[i], tsp_of(inst)->y[i], tsp_of(inst)->x[j], tsp_of(inst)->y[j]);
        } else
          want = metric_distance(metrics[m], tsp_of(inst)->x[i], tsp_of(inst)->y[i], tsp_of(inst)->x[j],
                                 tsp_of(inst)->y[j]);
        wrong += tour_distance(&p.problem, a, b) != want;
      }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT((p.problem.xy == NULL) != (p.problem.matrix == NULL));
    preparing_free(&p);
    instance_free(inst);
  }
}

/* The same result with any number of threads, and on either backend, entry by entry. */
static void same(const char *backend, int threads) {
  for (int k = 0; k < 4; k++) {
    Prepared one, two;
    Instance *inst;
    if (k == 0)
      inst = climbing_instance(METRIC_EUC_2D, 100000, 1e6, 0, 3);
    else if (k == 1)
      inst = preparing_instance(SHAPE_CLUSTERS, METRIC_MAN_2D, 70001, 3);
    else if (k == 2)
      inst = climbing_instance(METRIC_EXPLICIT, 700, 100, 0, 3);
    else
      inst = climbing_instance(METRIC_MAX_2D, 30011, 100, 1, 3);
    if (!preparing_run(&two, inst, backend, threads, (CandidatePlan){10, k % 3}, (GreedyPlan){0})) {
      harness_skip("no device");
      instance_free(inst);
      return;
    }
    CU_ASSERT_FATAL(preparing_run(&one, inst, "cpu", 1, (CandidatePlan){10, k % 3}, (GreedyPlan){0}));
    CU_ASSERT_EQUAL(memcmp(one.order, two.order, sizeof(int32_t) * inst->n), 0);
    CU_ASSERT_EQUAL(memcmp(one.list, two.list, sizeof(int32_t) * inst->n * one.width), 0);
    preparing_free(&one);
    preparing_free(&two);
    instance_free(inst);
  }
}

static void same_for_threads(void) { same("cpu", 3); }
static void same_on_cuda(void) { same("cuda", 1); }

#define ON_BOTH(test)                                                                                        \
  static void test##_cpu(void) { test("cpu"); }                                                              \
  static void test##_cuda(void) { test("cuda"); }
#define TESTS_OF(test) TEST(test##_cpu), TEST(test##_cuda)
ON_BOTH(sizes_and_metrics)
ON_BOTH(shapes)
ON_BOTH(many)

int main(void) {
  static const HarnessTest tests[] = {
      TESTS_OF(sizes_and_metrics),   TESTS_OF(shapes),       TESTS_OF(many),     TEST(curve_is_connected),
      TEST(problem_is_the_instance), TEST(same_for_threads), TEST(same_on_cuda), {NULL, NULL}};
  return harness_run("candidates", tests);
}
