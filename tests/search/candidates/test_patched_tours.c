/* Start tours that are made of assignments (patched_tours.h): tours of the image, which members, and which instances have them. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/directing.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "problem/tsp/bounds/tsp_bounds.h"
#include "problem/tsp/generators/tsp_generate.h"
#include "search/candidates/candidate_kernels.h"
#include "search/candidates/patched_tours.h"
#include "search/candidates/tour_image.h"

enum { MOST = 300, WIDTH = 6 };

/* The instance's tours, from lists of the CPU. NULL: it has none. */
static PatchedTours *tours_of(const Instance *inst) {
  const int32_t nodes = tour_nodes(inst);
  Backend be;
  TourProblem problem;
  int32_t *order, *list = malloc((size_t)nodes * WIDTH * sizeof *list);
  PatchedTours *tours = NULL;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  CU_ASSERT_EQUAL_FATAL(tour_problem_or_image(inst, &be, &problem, &order), OK);
  CU_ASSERT_EQUAL_FATAL(be.ops->candidates->lists(&be, &problem, (CandidatePlan){WIDTH, 0}, list), OK);
  CU_ASSERT_EQUAL_FATAL(patched_tours_open(inst, WIDTH, list, &tours), OK);
  tour_problem_free(&be, &problem);
  free(order);
  free(list);
  be.ops->close(&be);
  return tours;
}

/* Makes a member's tour, checks that it has each pair, entered and left; its cost. */
static int64_t cost_of(const Instance *inst, const PatchedTours *tours, uint64_t seed, uint32_t member,
                       int32_t *node) {
  const int32_t n = tsp_fixed_nodes(tsp_of(inst));
  int32_t city[MOST];
  int64_t cost = -1;
  CU_ASSERT_EQUAL_FATAL(patched_tours_make(tours, seed, member, node), OK);
  for (int32_t k = 0; k < n; k++) CU_ASSERT(node[2 * k] < n && node[2 * k + 1] == node[2 * k] + n);
  CU_ASSERT_EQUAL(tour_image_cities(inst, node, city), OK);
  CU_ASSERT_EQUAL(judge_solution(inst, city, &cost), OK);
  return cost;
}

/* Random arcs, short and long, reduced costs that do not fit; a path without given ends. */
static void members(void) {
  static const int32_t most[] = {50, 1000000, DIRECTED_MAX};
  for (uint64_t seed = 0; seed < 12; seed++) {
    Instance *inst = directing_instance(100 + 15 * (int32_t)seed, most[seed % 3], seed % 4 ? 0 : 5, seed);
    if (seed % 2) directing_constrain(inst, 1, -1, -1, 0, seed);
    PatchedTours *tours = tours_of(inst);
    const Assignment *bound;
    int32_t first[2 * MOST], again[2 * MOST], differ = 0;
    const size_t bytes = (size_t)tour_nodes(inst) * sizeof *first;
    CU_ASSERT_PTR_NOT_NULL_FATAL(tours);
    CU_ASSERT_EQUAL_FATAL(tsp_assignment(inst, &bound), OK);
    for (uint32_t m = 0; m < 20; m++) {
      const int64_t cost = cost_of(inst, tours, 7, m, again);
      CU_ASSERT(cost >= bound->total);
      if (m == 0) memcpy(first, again, bytes);
      if (m == 0 && seed % 4 && most[seed % 3] > 50) CU_ASSERT((double)cost < 2 * (double)bound->total);
      differ += memcmp(first, again, bytes) != 0;
    }
    cost_of(inst, tours, 8, 0, again);
    CU_ASSERT_EQUAL(memcmp(first, again, bytes), 0); /* member 0 has no random part */
    cost_of(inst, tours, 7, 5, first);
    cost_of(inst, tours, 7, 5, again);
    CU_ASSERT_EQUAL(memcmp(first, again, bytes), 0);
    patched_tours_close(tours);
    instance_free(inst);
  }
}

/* An assignment that is a tour is the first one: it is optimal. */
static void optimal(void) {
  enum { N = 120 };
  Instance *inst = directing_instance(N, 1000, 0, 3);
  int32_t node[2 * N];
  for (int32_t a = 0; a < N; a++)
    for (int32_t b = 0; b < N; b++) {
      if (a == b)
        tsp_of(inst)->matrix[a * N + b] += 0;
      else if (b == (a + 7) % N)
        tsp_of(inst)->matrix[a * N + b] += -tsp_of(inst)->matrix[a * N + b];
      else
        tsp_of(inst)->matrix[a * N + b] += 5;
    }
  PatchedTours *tours = tours_of(inst);
  CU_ASSERT_PTR_NOT_NULL_FATAL(tours);
  CU_ASSERT_EQUAL(cost_of(inst, tours, 1, 0, node), 0);
  patched_tours_close(tours);
  instance_free(inst);
}

static void expect(Instance *inst, bool has) {
  PatchedTours *tours = tours_of(inst);
  CU_ASSERT_EQUAL(tours != NULL, has);
  patched_tours_close(tours);
  instance_free(inst);
}

/* Not those with fixed edges or given ends, nor small ones, nor those whose costs are nearly symmetric. */
static void which_have_some(void) {
  Instance *inst[7];
  for (int k = 0; k < 4; k++) inst[k] = directing_instance(120, 1000000, 0, 3);
  inst[6] = directing_instance(PATCHED_LEAST - 1, 1000000, 0, 3);
  directing_constrain(inst[1], 0, -1, -1, 2, 1);
  directing_constrain(inst[2], 1, 4, -1, 0, 1);
  directing_constrain(inst[3], 1, -1, 4, 0, 1);
  CU_ASSERT(generate_rtilt(100, 1, &inst[4]) == OK && generate_tmat(100, 1, &inst[5]) == OK);
  for (int k = 0; k < 7; k++) expect(inst[k], k == 0 || k == 5);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(members), TEST(optimal), TEST(which_have_some), {NULL, NULL}};
  return harness_run("patched_tours", tests);
}
