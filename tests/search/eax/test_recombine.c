/* Crossover against the oracle: every metric, every size class, distant and similar parents, both backends;
 * and properties of every child. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "problem/judge.h"
#include "fixtures/recombine_check.h"
#include "fixtures/recombining.h"
#include "problem/tsp/tsp.h"

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_MAN_2D,
                                 METRIC_MAX_2D, METRIC_GEO,     METRIC_EXPLICIT};

static OracleSeen seen;

static void sizes_and_metrics(const char *backend) {
  static const int32_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 17, 33, 64, 65, 130, 200};
  static const int32_t shares[] = {1, 30, 50, 100};
  static const double box[] = {4, 90, 1000000};
  Backend be;
  int64_t done = 0;
  if (!kicking_device(&be, backend, 2)) return;
  for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      for (int settled = 0; settled < 2; settled++) {
        const double size = metrics[m] == METRIC_GEO ? 90 : box[(s + m) % 3];
        Instance *inst = climbing_instance(metrics[m], sizes[s], size, s % 2, 7 * s + m);
        Population *p = population_make(inst, 1 + (int32_t)(s + m) % 10, 2, 5, settled, s);
        done += check_against_oracle(p, &be, 3, shares[(s + 2 * m) % 4], &seen);
        population_free(p);
        instance_free(inst);
      }
  CU_ASSERT(done > 1000);
  be.ops->close(&be);
}

/* Random tours of many cities: cycles and joins beyond RECOMBINE_CUTS. Settled ones: whole runs. */
static void larger(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  for (int m = 0; m < 7; m++)
    for (int settled = 0; settled < 2; settled++) {
      const int32_t n = settled ? 400 : 1500;
      Instance *inst = climbing_instance(metrics[m], n, metrics[m] == METRIC_GEO ? 90 : 1e4, 0, 5);
      Population *p = population_make(inst, 8, 1, settled ? 10 : 3, settled, 3);
      check_against_oracle(p, &be, settled ? 12 : 1, 50, &seen);
      population_free(p);
      instance_free(inst);
    }
  be.ops->close(&be);
}

/* Makes a tour from 0, 1, 2, ... by sequential moves, as Lin and Kernighan's: the two differ in one cycle of
 * k edges. `bridged`: also by half of a double bridge (Martin, Otto, Felten 1991), whose cycle alone leaves
 * two sub-tours. */
static void tour_estrange(int32_t n, int32_t k, int bridged, int32_t *tour) {
  char *used = calloc((size_t)n, 1);
  const int32_t q = n / 8 * 2, cut[] = {q, 2 * q, 3 * q, n}; /* runs 0 .. q - 1, and so on */
  int32_t at = 0;
  for (int32_t c = q - 1; c < (bridged ? q : n + q - 1); c++) tour[at++] = bridged ? c : c % n;
  for (int run = 3; bridged && run > 0; run--)
    for (int32_t c = cut[run - 1]; c < cut[run]; c++) tour[at++] = c;
  for (int32_t c = 0; bridged && c < q - 1; c++) tour[at++] = c;
  for (int i = 0; i < 4; i++) used[(cut[i] - 1) / 2] = used[cut[i] % n / 2] = 1; /* pairs 2 j, 2 j + 1 */
  for (uint32_t left = (uint32_t)(k - (bridged ? 2 : 1)), r = 1; left;) {
    r = r * 1664525 + 1013904223;
    const int32_t i = 1 + (int32_t)((r >> 8) % (uint32_t)(n - 2)),
                  low = tour[i] < tour[i + 1] ? tour[i] : tour[i + 1];
    if (low % 2 || abs(tour[i] - tour[i + 1]) != 1 || used[low / 2]) continue;
    used[low / 2] = 1;
    left--;
    for (int32_t x = 1, y = i; x < y; x++, y--) {
      const int32_t swap = tour[x];
      tour[x] = tour[y];
      tour[y] = swap;
    }
  }
  free(used);
}

/* Cycles of RECOMBINE_CUTS edges, and joins that end with that many, are the largest that are applied. */
static void limits(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  const int32_t n = 4 * RECOMBINE_CUTS;
  Instance *inst = circle_instance(n);
  for (int bridged = 0; bridged < 2; bridged++)
    for (int32_t k = RECOMBINE_CUTS - 6; k < RECOMBINE_CUTS + 4; k++) {
      Population *p = population_make(inst, 8, 1, 2, 0, 1);
      for (int32_t c = 0; c < n; c++) p->tour[c] = c;
      tour_estrange(n, k, bridged, p->tour + n);
      for (int i = 0; i < 2; i++) CU_ASSERT_EQUAL(judge_tour(inst, p->tour + i * n, &p->cost[i]), OK);
      check_against_oracle(p, &be, 1, 100, &seen);
      CU_ASSERT_EQUAL(p->result[1].differing, bridged ? k + 2 : k);
      CU_ASSERT_EQUAL(p->result[1].cycles, 1 + bridged);
      CU_ASSERT_EQUAL(p->result[1].gaining, k <= RECOMBINE_CUTS - 2 * bridged ? 1 + bridged : bridged);
      population_free(p);
    }
  instance_free(inst);
  be.ops->close(&be);
}

/* Edges of `tour` that neither of two tours has. */
static int32_t foreign(int32_t n, const int32_t *tour, const int32_t *a, const int32_t *b) {
  int32_t(*nb)[4] = malloc(sizeof *nb * (size_t)n), count = 0;
  for (int32_t p = 0; p < n; p++) {
    nb[a[p]][0] = a[(p + 1) % n];
    nb[a[(p + 1) % n]][1] = a[p];
    nb[b[p]][2] = b[(p + 1) % n];
    nb[b[(p + 1) % n]][3] = b[p];
  }
  for (int32_t p = 0; p < n; p++) {
    const int32_t *c = nb[tour[p]], next = tour[(p + 1) % n];
    count += c[0] != next && c[1] != next && c[2] != next && c[3] != next;
  }
  free(nb);
  return count;
}

/* Children are tours, their costs exact and never above parent A's; the few edges that neither parent has
 * come from joins; the population ends better than its best parent was. */
static void children_are_tours(const char *backend) {
  Backend be;
  if (!kicking_device(&be, backend, 2)) return;
  Instance *inst = climbing_instance(METRIC_EUC_2D, 1000, 1e6, 0, 9);
  Population *p = population_make(inst, 8, 1, 40, 1, 1);
  const int64_t first = population_best(p);
  int64_t alien = 0, fresh = 0, gaining = 1;
  for (int g = 0; g < 60 && gaining; g++) {
    Population *before = population_copy(p);
    CU_ASSERT_EQUAL_FATAL(population_advance(p, &be, 1, 50), OK);
    gaining = 0;
    for (uint32_t i = 0; i < p->group; i++) {
      int64_t cost;
      const int32_t *child = p->tour + i * 1000, *parent_a = before->tour + p->pair[i].parent_a * 1000;
      const int32_t *parent_b = before->tour + p->pair[i].parent_b * 1000;
      CU_ASSERT_EQUAL(judge_tour(inst, child, &cost), OK);
      CU_ASSERT_EQUAL(cost, p->cost[i]);
      CU_ASSERT(cost <= before->cost[i] && (cost < before->cost[i]) == (p->result[i].done > 0));
      CU_ASSERT(p->pair[i].parent_a == i && p->pair[i].parent_b != i);
      CU_ASSERT_EQUAL(p->result[i].differing, foreign(1000, parent_a, parent_b, parent_b));
      alien += foreign(1000, child, parent_a, parent_b);
      fresh += foreign(1000, child, parent_a, parent_a);
      gaining += p->result[i].gaining;
    }
    population_free(before);
  }
  CU_ASSERT(alien * 4 < fresh);
  CU_ASSERT(population_best(p) < first - first / 50);
  population_free(p);
  instance_free(inst);
  be.ops->close(&be);
}

/* Generations are the same on this backend as with one thread of the CPU. */
static void same(const Instance *inst, const char *backend, uint32_t group, uint32_t generations) {
  Backend one, other;
  if (!kicking_device(&other, backend, 2)) return;
  CU_ASSERT_FATAL(climbing_open(&one, "cpu", 1));
  Population *p = population_make(inst, 8, 2, group, 1, 5), *q = population_copy(p);
  for (uint32_t g = 0; g < generations; g++) {
    CU_ASSERT_EQUAL_FATAL(population_advance(p, &one, 3, 50), OK);
    CU_ASSERT_EQUAL_FATAL(population_advance(q, &other, 3, 50), OK);
    int32_t wrong = 0;
    for (uint32_t i = 0; i < 2 * group; i++) wrong += !same_result(p->result[i], q->result[i]);
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(memcmp(p->tour, q->tour, sizeof *p->tour * (size_t)inst->n * 2 * group), 0);
  }
  population_free(p);
  population_free(q);
  one.ops->close(&one);
  other.ops->close(&other);
}

static void twins_agree(const char *backend) {
  Instance *inst = climbing_instance(METRIC_EUC_2D, 3000, 1e6, 0, 2);
  same(inst, backend, 20, 25);
  instance_free(inst);
  inst = climbing_instance(METRIC_MAN_2D, 1000, 20, 0, 2); /* many cities coincide */
  same(inst, backend, 10, 10);
  instance_free(inst);
}

/* A tour recombined with itself, or with itself read backward from another city, stays as it is. */
static void equals_stay(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 100, 1e4, 0, 4);
  Population *p = population_make(inst, 5, 1, 2, 1, 1), *before;
  for (int32_t k = 0; k < 100; k++) p->tour[100 + k] = p->tour[(142 - k) % 100];
  before = population_copy(p);
  CU_ASSERT_EQUAL(population_advance(p, &be, 1, 100), OK);
  CU_ASSERT_EQUAL(memcmp(p->tour, before->tour, 200 * sizeof *p->tour), 0);
  CU_ASSERT(p->result[0].differing == 0 && p->result[1].differing == 0);
  population_free(p);
  population_free(before);
  instance_free(inst);
  be.ops->close(&be);
}

/* Every tour is parent A once and parent B once, along one ring; generations differ. */
static void pairs_are_a_ring(void) {
  for (uint32_t group = 1; group <= 40; group += 3) {
    RecombinePair pair[40], later[40];
    CU_ASSERT_EQUAL(recombine_pairs(5, 3, 8, 100, group, pair), OK);
    CU_ASSERT_EQUAL(recombine_pairs(5, 3, 9, 100, group, later), OK);
    uint32_t at = 0, steps = 0;
    do {
      CU_ASSERT(pair[at].parent_a == 100 + at && pair[at].island == 3 && pair[at].member == at);
      at = pair[at].parent_b - 100;
      steps++;
    } while (at && at < group && steps < 100);
    CU_ASSERT_EQUAL(steps, group);
    CU_ASSERT(group < 10 || memcmp(pair, later, sizeof *pair * group));
  }
}

static void sizes_and_metrics_cpu(void) { sizes_and_metrics("cpu"); }
static void larger_cpu(void) { larger("cpu"); }
static void limits_cpu(void) { limits("cpu"); }
static void children_are_tours_cpu(void) { children_are_tours("cpu"); }
static void threads_agree(void) { twins_agree("cpu"); }
static void sizes_and_metrics_cuda(void) { sizes_and_metrics("cuda"); }
static void larger_cuda(void) { larger("cuda"); }
static void limits_cuda(void) { limits("cuda"); }
static void children_are_tours_cuda(void) { children_are_tours("cuda"); }
static void twins_agree_cuda(void) { twins_agree("cuda"); }

/* So many pairs of small tours that a GPU uses narrow blocks. */
static void many_pairs_cuda(void) {
  static const int32_t sizes[] = {8, 60, 399};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    Instance *inst = climbing_instance(s == 1 ? METRIC_EXPLICIT : METRIC_EUC_2D, sizes[s], 1e4, 0, 2);
    same(inst, "cuda", 300, 8);
    instance_free(inst);
  }
}

/* Sizes that take too long for a test of every change. */
static void large_twins_agree_cuda(void) {
  Instance *inst = climbing_instance(METRIC_EUC_2D, 20000, 1e6, 0, 2);
  same(inst, "cuda", 8, 12);
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sizes_and_metrics_cpu),
                                      TEST(larger_cpu),
                                      TEST(limits_cpu),
                                      TEST(children_are_tours_cpu),
                                      TEST(threads_agree),
                                      TEST(equals_stay),
                                      TEST(pairs_are_a_ring),
                                      TEST(sizes_and_metrics_cuda),
                                      TEST(larger_cuda),
                                      TEST(limits_cuda),
                                      TEST(children_are_tours_cuda),
                                      TEST(twins_agree_cuda),
                                      TEST(many_pairs_cuda),
                                      TEST(large_twins_agree_cuda),
                                      {NULL, NULL}};
  return harness_run("recombine", tests);
}
