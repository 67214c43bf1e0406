/* Sets of cycles, and the counts of edges that rank them, against the oracle on both backends. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "fixtures/recombine_check.h"
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

/* Counts of every group equal the oracle's, also if a tour takes no part. */
static void counts_of(const char *backend, int32_t n, uint32_t islands, uint32_t group) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  Instance *inst = climbing_instance(METRIC_EUC_2D, n, 1e4, 0, 3);
  Population *p = population_make(inst, 5, islands, group, 1, 2);
  const size_t buckets = (size_t)1 << oracle_bits(n);
  uint32_t *count = malloc(buckets * sizeof *count);
  population_pair(p, 1);
  p->pair[1].parent_a = RECOMBINE_NONE;
  CU_ASSERT_EQUAL_FATAL(population_count(p, &be), OK);
  for (uint32_t g = 0; g < islands; g++) {
    const RecombineTask t = population_task(p, 50);
    oracle_counts(inst, &t, g, count);
    CU_ASSERT_EQUAL(memcmp(count, p->count + g * buckets, buckets * sizeof *count), 0);
  }
  free(count);
  population_free(p);
  instance_free(inst);
  be.ops->close(&be);
}

static void counts(const char *backend) {
  counts_of(backend, 3, 2, 4);
  counts_of(backend, 300, 5, 7);
  counts_of(backend, 5000, 1, 3);
}

/* Populations to their end: sets of two and of three cycles gain. */
static void sets_gain(const char *backend) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_MAN_2D, METRIC_ATT, METRIC_EXPLICIT};
  OracleSeen seen = {0};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (uint64_t k = 0; k < 20; k++) {
    Instance *inst = climbing_instance(metrics[k % 4], k < 16 ? 250 : 800, 1e4, 0, 1 + k);
    Population *p = population_make(inst, 7, 1 + k % 2, 16, 1, k);
    check_against_oracle(p, &be, 30, 20 * (int32_t)(1 + k % 5), &seen);
    population_free(p);
    instance_free(inst);
  }
  printf("# sets of 2 cycles %lld, of 3 %lld, tests refused %lld\n", (long long)seen.sets[2],
         (long long)seen.sets[3], (long long)seen.refused);
  CU_ASSERT(seen.sets[2] > 100 && seen.sets[3] > 0);
  be.ops->close(&be);
}

/* Few cities to join: some tests run out of them, some neighbours are too many, some sets still gain. */
static void sets_join(const char *backend) {
  OracleSeen seen = {0};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (int32_t k = 0; k < 16; k++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, 250, 1e4, 0, 1 + (uint64_t)k);
    Population *p = population_make(inst, 7, 1, 16, 1, 4);
    p->join = 6 + 4 * k;
    check_against_oracle(p, &be, 30, 40, &seen);
    population_free(p);
    instance_free(inst);
  }
  printf("# sets of 2 cycles %lld, tests refused %lld\n", (long long)seen.sets[2], (long long)seen.refused);
  CU_ASSERT(seen.sets[2] > 20 && seen.refused > 20);
  be.ops->close(&be);
}

/* The two tours differ in a double bridge (Martin, Otto, Felten 1991), which is two cycles. Each leaves two sub-tours
 * of 2 * RECOMBINE_JOIN cities, and a cycle alone may join them. */
static void join_any(const char *backend) {
  enum { N = 4 * RECOMBINE_JOIN };
  OracleSeen seen = {0};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  Instance *inst = circle_instance(N);
  Population *p = population_make(inst, 8, 1, 2, 0, 1);
  const int32_t q = N / 4, from[] = {0, 2 * q, q, 3 * q};
  for (int32_t c = 0; c < N; c++) {
    p->tour[c] = from[c / q] + c % q;
    p->tour[N + c] = c;
  }
  for (int i = 0; i < 2; i++) CU_ASSERT_EQUAL(judge_tour(inst, p->tour + i * N, &p->cost[i]), OK);
  CU_ASSERT(check_against_oracle(p, &be, 1, 100, &seen) > 0);
  population_free(p);
  instance_free(inst);
  be.ops->close(&be);
}

static void counts_cpu(void) { counts("cpu"); }
static void sets_gain_cpu(void) { sets_gain("cpu"); }
static void sets_join_cpu(void) { sets_join("cpu"); }
static void join_any_cpu(void) { join_any("cpu"); }
static void counts_cuda(void) { counts("cuda"); }
static void sets_gain_cuda(void) { sets_gain("cuda"); }
static void sets_join_cuda(void) { sets_join("cuda"); }
static void join_any_cuda(void) { join_any("cuda"); }

/* The table of steps begins as the formula says, and ascends; no entry is so close to a half that another C library's logarithm could round it
 * differently. The number of buckets. */
static void steps(void) {
  double nearest = 1;
  CU_ASSERT(recombine_step(0) == 0 && recombine_step(1) == 355 && recombine_step(2) == 489);
  for (int32_t k = 1; k < RECOMBINE_STEPS; k++) {
    const double exact = 256 * ((k + 1) * log(k + 1) - k * log(k));
    CU_ASSERT(recombine_step(k) >= recombine_step(k - 1));
    nearest = fmin(nearest, fabs(exact - floor(exact) - 0.5));
  }
  CU_ASSERT(nearest > 1e-6);
  CU_ASSERT(recombine_bits(1) == 3 && recombine_bits(1024) == 13 && recombine_bits(1025) == 14);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(steps),       TEST(counts_cpu),     TEST(sets_gain_cpu),  TEST(sets_join_cpu), TEST(join_any_cpu),
      TEST(counts_cuda), TEST(sets_gain_cuda), TEST(sets_join_cuda), TEST(join_any_cuda), {NULL, NULL}};
  return harness_run("recombine_sets", tests);
}
