/* The searches of `cordee-ladder heuristics --as-published`: local optima are some, annealing is a function of its proposals. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "ladder/sequential.h"
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

enum { N = 30 };
static int64_t distance[N * N];
static const Sequential search = {N, distance, 7};

static void distances_make(void) {
  Instance *inst = climbing_instance(METRIC_EUC_2D, N, 1000, 0, 5);
  for (int32_t a = 0; a < N; a++)
    for (int32_t b = 0; b < N; b++) distance[a * N + b] = a == b ? 0 : judge_distance(inst, a, b);
  instance_free(inst);
}

static bool is_tour(const int32_t *tour) {
  bool seen[N] = {false};
  for (int32_t p = 0; p < N; p++) {
    if (tour[p] < 0 || tour[p] >= N || seen[tour[p]]) return false;
    seen[tour[p]] = true;
  }
  return true;
}

/* No reversal of a part makes the tour shorter. */
static bool is_optimum(const int32_t *tour, int64_t cost) {
  for (int32_t i = 0; i < N; i++)
    for (int32_t j = i + 1; j < N; j++) {
      int32_t other[N];
      memcpy(other, tour, sizeof other);
      for (int32_t k = i; k <= j; k++) other[k] = tour[i + j - k];
      if (sequential_cost(&search, other) < cost) return false;
    }
  return true;
}

static void optima(void) {
  int32_t tour[N], first[N];
  distances_make();
  for (uint32_t k = 0; k < 20; k++) {
    const int64_t cost = sequential_climb(&search, k, tour);
    CU_ASSERT(is_tour(tour) && cost == sequential_cost(&search, tour) && is_optimum(tour, cost));
    if (k) CU_ASSERT(memcmp(tour, first, sizeof tour) != 0);
    memcpy(first, tour, sizeof tour);
  }
}

/* In one piece and in several; hot it goes up, cold it does not. */
static void annealing(void) {
  int32_t whole[N], parts[N];
  distances_make();
  sequential_random(&search, 0, whole);
  memcpy(parts, whole, sizeof whole);
  const int64_t begun = sequential_cost(&search, whole),
                cost = sequential_anneal(&search, 0.99, 0, 700, whole);
  int64_t last = 0, rises = 0;
  for (uint32_t t = 0; t < 700; t += 70) last = sequential_anneal(&search, 0.99, t, 70, parts);
  CU_ASSERT(is_tour(whole) && memcmp(whole, parts, sizeof whole) == 0 && cost == last);
  sequential_climb(&search, 3, parts);
  int64_t before = sequential_cost(&search, parts);
  for (uint32_t t = 1; t < 2000; t++, before = last) {
    last = sequential_anneal(&search, 0, t, 1, parts);
    CU_ASSERT_EQUAL(last, before);
  }
  for (uint32_t t = 0; t < 50; t++, before = last) {
    last = sequential_anneal(&search, 1, t, 1, parts);
    rises += last > before;
  }
  CU_ASSERT(rises > 10 && begun > 0);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(optima), TEST(annealing), {NULL, NULL}};
  return harness_run("sequential", tests);
}
