/* Greedy start tours of many members in one call: each equals the oracle's for that member; CUDA against the
 * CPU. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "oracle/oracle_candidates.h"
#include "fixtures/preparing.h"
#include "problem/tsp/tsp.h"

enum { THREADS = 4, MANY = 40 }; /* one thread per member if there are MANY */

static int32_t *oracles(const Instance *inst, const Prepared *p, GreedyPlan plan) {
  int32_t *want = malloc(sizeof *want * MANY * inst->n);
  for (uint32_t k = 0; k < MANY; k++)
    oracle_greedy(inst, p->order, p->width, p->list, plan.seed, greedy_member(plan, k), plan.spread,
                  want + k * inst->n);
  return want;
}

/* Batches of 1, 3 and MANY from the same member on. False: no device. Frees the instance. */
static int check(Instance *inst, const char *backend, CandidatePlan candidates, GreedyPlan plan) {
  static const uint32_t counts[] = {1, 3, MANY};
  int32_t *want = NULL;
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    Prepared got;
    if (!preparing_batch(&got, inst, backend, THREADS, candidates, plan, counts[c])) {
      harness_skip("no device");
      break;
    }
    if (!want) want = oracles(inst, &got, plan);
    for (uint32_t k = 0; k < counts[c]; k++) {
      const int wrong = memcmp(want + k * inst->n, got.tour + k * inst->n, sizeof *want * inst->n);
      CU_ASSERT_EQUAL(wrong, 0);
      if (wrong) printf("# %s, n %d: tour %u of %u is another\n", backend, inst->n, k, counts[c]);
    }
    preparing_free(&got);
  }
  instance_free(inst);
  free(want);
  return want != NULL;
}

static void few_cities(const char *backend) {
  for (int32_t n = 1; n <= 20; n += n < 6 ? 1 : 5)
    for (int matrix = 0; matrix < 2; matrix++) {
      Instance *inst = climbing_instance(matrix ? METRIC_EXPLICIT : METRIC_EUC_2D, n, 90, 0, 3);
      if (!check(inst, backend, (CandidatePlan){5, 0}, (GreedyPlan){.seed = 2, .member = 7, .spread = 20}))
        return;
    }
}

/* Lattices, coinciding cities, lines: members differ in the order of equal edges, so they finish in different
 * phases. */
static void shapes(const char *backend) {
  for (int shape = 0; shape < SHAPE_COUNT; shape++) {
    Instance *inst = preparing_instance(shape, METRIC_EUC_2D, 300 + 7 * shape, 5);
    GreedyPlan plan = {.seed = 1,
                       .member = GREEDY_MEMBER_MAX - MANY + 1,
                       .spread = shape % 3 * 25,
                       .row = (uint32_t)shape % 4,
                       .pitch = 11};
    if (!check(inst, backend, (CandidatePlan){8, shape % 2}, plan)) return;
  }
}

static void matrices(const char *backend) {
  for (int32_t n = 60; n < 600; n *= 3)
    if (!check(climbing_instance(METRIC_EXPLICIT, n, 1000, 0, 1), backend, (CandidatePlan){6, 0},
               (GreedyPlan){.seed = 3, .member = 0, .spread = 10}))
      return;
}

/* All cities have the same few nearest: each member joins its fragments in a chain. */
static void stars(const char *backend) {
  Instance *inst = climbing_instance(METRIC_EXPLICIT, 130, 1000, 0, 1);
  const int32_t n = inst->n;
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
  check(inst, backend, (CandidatePlan){5, 0}, (GreedyPlan){.seed = 1, .member = 0, .spread = 30});
}

static void thousands(const char *backend) {
  if (check(climbing_instance(METRIC_EUC_2D, 3000, 1e6, 0, 8), backend, (CandidatePlan){8, 0},
            (GreedyPlan){.seed = 5, .member = 1, .spread = 10}))
    check(preparing_instance(SHAPE_LATTICE, METRIC_MAN_2D, 2900, 2), backend, (CandidatePlan){10, 2},
          (GreedyPlan){.seed = 5, .member = 1, .spread = 0});
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Timing, for people: again, with kernels loaded and memory allocated. */
static void pace(Prepared *p, GreedyPlan plan, uint32_t count) {
  const BackendOps *ops = p->be.ops;
  const size_t n = (size_t)p->problem.n, bytes = n * (size_t)p->width * sizeof(int32_t);
  void *list, *tour;
  double took = 0;
  CU_ASSERT_EQUAL_FATAL(ops->alloc(&p->be, bytes, &list), OK);
  CU_ASSERT_EQUAL_FATAL(ops->alloc(&p->be, count * n * sizeof(int32_t), &tour), OK);
  CU_ASSERT_EQUAL(ops->upload(&p->be, list, p->list, bytes), OK);
  for (int turn = 0; turn < 3; turn++) {
    const double begin = now();
    CU_ASSERT_EQUAL(ops->candidates->greedy(&p->be, &p->problem, p->width, list, plan, count, tour), OK);
    const double turn_took = now() - begin;
    if (!turn || turn_took < took) took = turn_took;
  }
  printf("# %s: %u tours of %zu cities in %.2f ms\n", ops->name, count, n, 1e3 * took);
  ops->free(&p->be, list);
  ops->free(&p->be, tour);
}

/* The first, the last and two in the middle equal those that the CPU makes one by one. */
static void large(const char *backend, int32_t n, uint32_t count) {
  static const CandidatePlan candidates = {8, 0};
  static const GreedyPlan plan = {.seed = 1, .member = 1, .spread = 10, .row = 7, .pitch = 9};
  const uint32_t picked[] = {0, (count - 1) / 2, count / 2, count - 1};
  Prepared many, one;
  Instance *inst = climbing_instance(METRIC_EUC_2D, n, 1e6, 0, 4);
  if (!preparing_batch(&many, inst, backend, 0, candidates, plan, count)) {
    harness_skip("no device");
    instance_free(inst);
    return;
  }
  for (size_t c = 0; c < sizeof picked / sizeof *picked; c++) {
    const GreedyPlan its = {.seed = 1, .member = greedy_member(plan, picked[c]), .spread = 10};
    CU_ASSERT_FATAL(preparing_run(&one, inst, "cpu", 1, candidates, its));
    CU_ASSERT_EQUAL(memcmp(one.tour, many.tour + picked[c] * (size_t)n, sizeof(int32_t) * (size_t)n), 0);
    preparing_free(&one);
  }
  pace(&many, plan, count);
  preparing_free(&many);
  instance_free(inst);
}

static void hundreds_cpu(void) { large("cpu", 1002, 300); }
static void hundreds_cuda(void) { large("cuda", 1002, 300); }
static void hundreds_larger_cuda(void) { large("cuda", 20000, 300); }
static void more_than_there_is_room_for_cuda(void) { large("cuda", 60000, 131); }
static void a_million_cuda(void) { large("cuda", 1000000, 2); }

#define ON_BOTH(test)                                                                                        \
  static void test##_cpu(void) { test("cpu"); }                                                              \
  static void test##_cuda(void) { test("cuda"); }
#define TESTS_OF(test) TEST(test##_cpu), TEST(test##_cuda)
ON_BOTH(few_cities)
ON_BOTH(shapes)
ON_BOTH(matrices)
ON_BOTH(stars)
ON_BOTH(thousands)

int main(void) {
  static const HarnessTest tests[] = {TESTS_OF(few_cities),       TESTS_OF(shapes),
                                      TESTS_OF(matrices),         TESTS_OF(stars),
                                      TESTS_OF(thousands),        TESTS_OF(hundreds),
                                      TEST(hundreds_larger_cuda), TEST(more_than_there_is_room_for_cuda),
                                      TEST(a_million_cuda),       {NULL, NULL}};
  return harness_run("greedy_batch", tests);
}
