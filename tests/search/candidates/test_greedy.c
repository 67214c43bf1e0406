/* Greedy start tours against the oracle, which takes sorted edges one by one; CUDA against the CPU. Batches
 * are in test_greedy_batch.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include <math.h>
#include "problem/judge.h"
#include "oracle/oracle_candidates.h"
#include "fixtures/preparing.h"
#include "problem/tsp/tsp.h"

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_MAN_2D,
                                 METRIC_MAX_2D, METRIC_GEO,     METRIC_EXPLICIT};

static int64_t cost_of(const Instance *inst, const Prepared *p) {
  int32_t *cities = malloc(sizeof *cities * inst->n);
  int64_t cost = -1;
  for (int32_t k = 0; k < inst->n; k++) cities[k] = p->order[p->tour[k]];
  CU_ASSERT_EQUAL(judge_tour(inst, cities, &cost), OK);
  free(cities);
  return cost;
}

/* The tour equals the oracle's, made from the same lists. False: no device. */
static int check(const Instance *inst, const char *backend, CandidatePlan plan, GreedyPlan greedy) {
  Prepared got;
  int32_t *want = malloc(sizeof *want * inst->n);
  if (!preparing_run(&got, inst, backend, 2, plan, greedy)) {
    harness_skip("no device");
    free(want);
    return 0;
  }
  oracle_greedy(inst, got.order, got.width, got.list, greedy.seed, greedy.member, greedy.spread, want);
  cost_of(inst, &got);
  int wrong = memcmp(want, got.tour, sizeof *want * inst->n);
  CU_ASSERT_EQUAL(wrong, 0);
  if (wrong)
    printf("# %s, %s, n %d, K %d: another tour\n", backend, metric_name(tsp_of(inst)->metric), inst->n,
           got.width);
  preparing_free(&got);
  free(want);
  return 1;
}

static void sizes_and_metrics(const char *backend) {
  static const int32_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, 33, 65, 300};
  static const double box[] = {5, 90, 1000000};
  for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      Instance *inst = climbing_instance(metrics[m], sizes[s],
                                         metrics[m] == METRIC_GEO ? 90 : box[(s + m) % 3], s % 2, 7 * s + m);
      GreedyPlan greedy = {.seed = s << 40 | m, .member = (uint32_t)s, .spread = s % 3 * 10};
      int there = check(inst, backend, (CandidatePlan){m % 2 ? 8 : 5, m % 2}, greedy);
      instance_free(inst);
      if (!there) return;
    }
}

static void shapes(const char *backend) {
  for (int shape = 0; shape < SHAPE_COUNT; shape++)
    for (int k = 1; k < 5; k++) {
      Instance *inst = preparing_instance(shape, metrics[(shape + k) % 5], 60 * k, k);
      int there = check(inst, backend, (CandidatePlan){3 * k, k % 2},
                        (GreedyPlan){.seed = 5, .member = GREEDY_MEMBER_MAX, .spread = k % 2 * 50});
      instance_free(inst);
      if (!there) return;
    }
}

/* Matrices with useless lists: all cities have the same few nearest, so the rest is joined in a chain. */
static void stars(const char *backend) {
  for (int32_t n = 40; n <= 400; n += 90) {
    Instance *inst = climbing_instance(METRIC_EXPLICIT, n, 1000, 0, 1);
    for (int32_t a = 0; a < n; a++)
      for (int32_t b = 0; b < n; b++) {
        if (a == b)
          tsp_of(inst)->matrix[a * n + b] = 0;
        else if (a < b)
          tsp_of(inst)->matrix[a * n + b] = b * b - a;
        else
          tsp_of(inst)->matrix[a * n + b] = a * a - b;
      }
    inst->digest = instance_digest(inst);
    int there =
        check(inst, backend, (CandidatePlan){5, 0}, (GreedyPlan){.seed = 1, .member = 0, .spread = 0});
    instance_free(inst);
    if (!there) return;
  }
}

/* Each edge a little longer than the one before: rounds take them one after the other. */
static void waiting_in_line(const char *backend) {
  Instance *inst = preparing_instance(SHAPE_LEVEL, METRIC_EUC_2D, 500, 1);
  for (int32_t i = 0; i < 500; i++) tsp_of(inst)->x[i] = 0.5 * i * (i + 1);
  inst->digest = instance_digest(inst);
  check(inst, backend, (CandidatePlan){6, 0}, (GreedyPlan){.seed = 1, .member = 0, .spread = 0});
  instance_free(inst);
}

/* All cities in one place: edges cost nothing, so their random bits decide; if these are equal, the cities'
 * numbers. */
static void coinciding(const char *backend) {
  for (uint64_t seed = 1; seed <= 6; seed++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, 9000, 1, 0, 1);
    int there =
        check(inst, backend, (CandidatePlan){10, 0}, (GreedyPlan){.seed = seed, .member = 1, .spread = 0});
    instance_free(inst);
    if (!there) return;
  }
}

/* Members of a population have different tours, all of them near plain greedy's, which is some 14 to 18 % above
 * the optimum (Johnson and McGeoch 1997), of which 0.7124 sqrt(n area) is the expected cost. */
static void population(void) {
  const int32_t n = 20000;
  Instance *inst = climbing_instance(METRIC_EUC_2D, n, 1e6, 0, 9);
  int64_t cost[4];
  for (uint32_t k = 0; k < 4; k++) {
    Prepared p;
    CU_ASSERT_FATAL(preparing_run(&p, inst, "cpu", 2, (CandidatePlan){8, 0},
                                  (GreedyPlan){.seed = 1, .member = k, .spread = k ? 10 : 0}));
    cost[k] = cost_of(inst, &p);
    const double ratio = (double)cost[k] / (0.7124 * 1e6 * sqrt(n));
    CU_ASSERT(ratio > 1.05 && ratio < 1.25);
    for (uint32_t other = 0; other < k; other++) CU_ASSERT_NOT_EQUAL(cost[k], cost[other]);
    preparing_free(&p);
  }
  instance_free(inst);
}

/* The same result with any number of threads, and on either backend, position by position. */
static void same(const char *backend, int threads) {
  for (int k = 0; k < SHAPE_COUNT + 2; k++) {
    Prepared one, two;
    Instance *inst;
    if (k < SHAPE_COUNT)
      inst = preparing_instance(k, METRIC_EUC_2D, 50000, 3);
    else if (k == SHAPE_COUNT)
      inst = climbing_instance(METRIC_EUC_2D, 100000, 1e6, 0, 3);
    else
      inst = climbing_instance(METRIC_EXPLICIT, 700, 100, 0, 3);
    if (!preparing_run(&two, inst, backend, threads, (CandidatePlan){8, k % 3},
                       (GreedyPlan){.seed = 7, .member = 3, .spread = 10})) {
      harness_skip("no device");
      instance_free(inst);
      return;
    }
    CU_ASSERT_FATAL(preparing_run(&one, inst, "cpu", 1, (CandidatePlan){8, k % 3},
                                  (GreedyPlan){.seed = 7, .member = 3, .spread = 10}));
    CU_ASSERT_EQUAL(memcmp(one.tour, two.tour, sizeof(int32_t) * inst->n), 0);
    cost_of(inst, &one);
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
ON_BOTH(stars)
ON_BOTH(waiting_in_line)
ON_BOTH(coinciding)

int main(void) {
  static const HarnessTest tests[] = {TESTS_OF(sizes_and_metrics), TESTS_OF(shapes),     TESTS_OF(stars),
                                      TESTS_OF(waiting_in_line),   TESTS_OF(coinciding), TEST(population),
                                      TEST(same_for_threads),      TEST(same_on_cuda),   {NULL, NULL}};
  return harness_run("greedy", tests);
}
