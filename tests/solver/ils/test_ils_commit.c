/* The commit of a round (src/cpu/ils/ils_commit.c) when its proposals have as many cuts as there is capacity
 * for. */
#include <stdlib.h>
#include <string.h>
#include "cpu/ils/ils_commit.h"
#include "cpu/ils/ils_adjacency.h"
#include "fixtures/harness.h"
#include "problem/tsp/tsp.h"

enum { CUTS = 2, FIT = ILS_CUTS / CUTS, SPACING = 5 };

/* A swap of two cities, at positions p + 1 and p + 2, with cuts after p and p + 2. */
static IlsProposal proposal_at(int32_t p) {
  IlsProposal one = {.delta = -1, .count = 2, .cuts = CUTS, .cut = {p, p + 2}};
  one.enter[0] = ils_end(p + 3, false);
  one.leave[0] = ils_end(p, true);
  one.enter[1] = ils_end(p + 2, true);
  one.leave[1] = ils_end(p + 1, false);
  return one;
}

/* With `count` proposals, those that fit are accepted, in the order of their kicks. */
static void commit_check(uint32_t kicks) {
  const int32_t n = (int32_t)kicks * SPACING + 10;
  const size_t cities = (size_t)n;
  double *xy = calloc(2 * cities, sizeof *xy);
  int32_t *tour = malloc(cities * sizeof *tour), *position = malloc(cities * sizeof *position), wrong = 0;
  IlsProposal *proposal = malloc(kicks * sizeof *proposal);
  bool *made = malloc(kicks * sizeof *made);
  IlsNeighbours *link = aligned_alloc(sizeof *link, cities * sizeof *link);
  IlsCommit *work = malloc(sizeof *work);
  int64_t cost = 1000000;
  for (int32_t c = 0; c < n; c++) {
    xy[2 * c] = c;
    tour[c] = position[c] = c;
  }
  for (uint32_t k = 0; k < kicks; k++) {
    proposal[k] = proposal_at((int32_t)k * SPACING);
    made[k] = true;
  }
  work->buffer = malloc(cities * sizeof(int32_t));
  const IlsProblem problem = {.tour = {.n = n, .instances = 1, .metric = METRIC_EUC_2D, .xy = xy}};
  const IlsState state = {.tours = 1, .kicks = kicks, .tour = tour, .position = position, .cost = &cost};
  const IlsFrame frame = ils_frame(&problem.tour);
  for (int32_t p = 0; p < n; p++) ils_neighbours_set(&frame, tour, p, link);
  const uint32_t done = kicks < FIT ? kicks : FIT;
  CU_ASSERT_EQUAL(ils_commit(&problem, &state, 0, proposal, made, work, &frame, link), done);
  CU_ASSERT_EQUAL(cost, 1000000 - (int64_t)done);
  for (int32_t p = 0; p < n;
       p++) { /* the tour may be read from any city on, but pieces stay where they were */
    const int32_t k = p / SPACING, r = p % SPACING;
    int32_t want;
    if ((uint32_t)k < done && r == 1)
      want = p + 1;
    else if ((uint32_t)k < done && r == 2)
      want = p - 1;
    else
      want = p;
    wrong += tour[p] != want || position[tour[p]] != p;
  }
  CU_ASSERT_EQUAL(wrong, 0);
  free(work->buffer);
  free(work);
  free(link);
  free(made);
  free(proposal);
  free(position);
  free(tour);
  free(xy);
}

static void capacity_left(void) {
  commit_check(1);
  commit_check(7);
  commit_check(FIT - 1);
}
static void just_fits(void) { commit_check(FIT); }
static void one_too_many(void) { commit_check(FIT + 1); }

int main(void) {
  static const HarnessTest tests[] = {TEST(capacity_left), TEST(just_fits), TEST(one_too_many), {NULL, NULL}};
  return harness_run("ils_commit", tests);
}
