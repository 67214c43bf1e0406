/* The rule for large tours against the oracle on both backends: moves that cross, sets, limits; and the two backends beside each
 * other on tours that are too large for the oracle. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "fixtures/recombine_check.h"
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_MAN_2D, METRIC_ATT, METRIC_GEO, METRIC_EXPLICIT};

static Population *population_large(const Instance *inst, int32_t width, uint32_t islands, uint32_t group,
                                    int settled, uint64_t seed) {
  Population *p = population_make(inst, width, islands, group, settled, seed);
  p->large = 1;
  return p;
}

static void sizes_and_metrics(const char *backend) {
  static const int32_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 16, 40, 65, 200};
  static const int32_t shares[] = {1, 40, 100};
  OracleSeen seen = {0};
  Backend be;
  int64_t done = 0;
  if (!kicking_device(&be, backend, 2)) return;
  for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      for (int settled = 0; settled < 2; settled++) {
        double size;
        if (metrics[m] == METRIC_GEO)
          size = 90;
        else if (s % 2)
          size = 90;
        else
          size = 1e6;
        Instance *inst = climbing_instance(metrics[m], sizes[s], size, s % 2, 7 * s + m);
        Population *p = population_large(inst, 1 + (int32_t)(s + m) % 10, 2, 5, settled, s);
        done += check_against_oracle(p, &be, 3, shares[(s + m) % 3], &seen);
        population_free(p);
        instance_free(inst);
      }
  CU_ASSERT(done > 300);
  be.ops->close(&be);
}

/* Whole runs: many moves at first, some of which cross or have a cut in common, sets at the end. */
static void runs(const char *backend) {
  OracleSeen seen = {0};
  Backend be;
  int64_t done = 0;
  if (!kicking_device(&be, backend, 2)) return;
  for (uint64_t k = 0; k < 8; k++) {
    Instance *inst =
        climbing_instance(metrics[k % 5], 600, metrics[k % 5] == METRIC_GEO ? 90 : 1e4, 0, 1 + k);
    Population *p = population_large(inst, 7, 1 + k % 2, 12, 1, k);
    if (k % 3) p->few = 2 + (int32_t)k;
    done += check_against_oracle(p, &be, 25, k % 2 ? 40 : 100, &seen);
    population_free(p);
    instance_free(inst);
  }
  printf("# applied %lld, crossing %lld, pairs with a cut in common %lld, sets %lld\n", (long long)done,
         (long long)seen.crossing, (long long)seen.tied, (long long)(seen.sets[2] + seen.sets[3]));
  CU_ASSERT(done > 1000 && seen.crossing > 200 && seen.tied > 20 && seen.sets[2] > 50);
  be.ops->close(&be);
}

/* Few cities for the joins of a cycle: some tests fail that pass without a limit. */
static void alone(const char *backend) {
  OracleSeen seen = {0};
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (int32_t k = 0; k < 6; k++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, 400, 1e4, 0, 1 + (uint64_t)k);
    Population *p = population_large(inst, 7, 1, 10, 1, 4);
    p->alone = 2 + 3 * k;
    p->few = 1 + 9 * k;
    CU_ASSERT(check_against_oracle(p, &be, 6, 40, &seen) > 0);
    population_free(p);
    instance_free(inst);
  }
  CU_ASSERT(seen.refused > 100);
  be.ops->close(&be);
}

/* Some pairs without parents, some of equal ones: no child of the former, a copy of the latter. */
static void few_pairs(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  Instance *inst = climbing_instance(METRIC_EUC_2D, 300, 1e4, 0, 9);
  Population *p = population_large(inst, 7, 1, 6, 1, 3), *before;
  for (int32_t c = 0; c < 300; c++) p->tour[300 + c] = p->tour[c];
  p->cost[1] = p->cost[0];
  before = population_copy(p);
  for (int32_t i = 0; i < 6; i++) CU_ASSERT_EQUAL(population_advance(p, &be, 7, 40), OK);
  for (int32_t k = 0; k < 6; k++) {
    int64_t cost;
    CU_ASSERT_EQUAL(judge_tour(inst, p->tour + k * 300, &cost), OK);
    CU_ASSERT(cost == p->cost[k] && cost <= before->cost[k]);
  }
  population_free(p);
  population_free(before);
  instance_free(inst);
  be.ops->close(&be);
}

static void sizes_and_metrics_cpu(void) { sizes_and_metrics("cpu"); }
static void runs_cpu(void) { runs("cpu"); }
static void alone_cpu(void) { alone("cpu"); }
static void few_pairs_cpu(void) { few_pairs("cpu"); }
static void sizes_and_metrics_cuda(void) { sizes_and_metrics("cuda"); }
static void runs_cuda(void) { runs("cuda"); }
static void alone_cuda(void) { alone("cuda"); }
static void few_pairs_cuda(void) { few_pairs("cuda"); }

/* Populations of 30,000 cities on both backends: the same children. */
static void twins(void) {
  enum { N = 30000, GROUP = 6 };
  Backend cpu, cuda;
  int64_t done = 0;
  if (!kicking_device(&cuda, "cuda", 2)) return;
  CU_ASSERT_FATAL(kicking_device(&cpu, "cpu", 2));
  Instance *inst = climbing_instance(METRIC_EUC_2D, N, 1e6, 0, 4);
  Population *p = population_large(inst, 6, 1, GROUP, 1, 1), *q = population_copy(p);
  q->large = 1;
  for (uint32_t g = 0; g < 8; g++) {
    CU_ASSERT_EQUAL(population_advance(p, &cpu, 3, 40), OK);
    CU_ASSERT_EQUAL(population_advance(q, &cuda, 3, 40), OK);
    CU_ASSERT_EQUAL(memcmp(p->tour, q->tour, (size_t)N * GROUP * sizeof *p->tour), 0);
    for (int k = 0; k < GROUP; k++) {
      CU_ASSERT(same_result(p->result[k], q->result[k]));
      done += p->result[k].done;
    }
  }
  printf("# applied %lld\n", (long long)done);
  CU_ASSERT(done > 1000);
  population_free(p);
  population_free(q);
  instance_free(inst);
  cpu.ops->close(&cpu);
  cuda.ops->close(&cuda);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sizes_and_metrics_cpu),
                                      TEST(runs_cpu),
                                      TEST(alone_cpu),
                                      TEST(few_pairs_cpu),
                                      TEST(sizes_and_metrics_cuda),
                                      TEST(runs_cuda),
                                      TEST(alone_cuda),
                                      TEST(few_pairs_cuda),
                                      TEST(twins),
                                      {NULL, NULL}};
  return harness_run("recombine_large", tests);
}
