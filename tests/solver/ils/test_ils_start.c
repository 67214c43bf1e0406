/* Start tours of the "ils" solver (src/solver/ils/ils_state.c): greedy tours of edges that are perturbed by 25% where tours of up to 200,000 cities
 * recombine, by 10% elsewhere. The greedy tours themselves: test_greedy.c. */
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "fixtures/preparing.h"

enum { N = 300, TOURS = 5 };

static void starts_are(const Instance *inst, Backend *be, Recombination how) {
  const bool crossover = how != RECOMBINATION_NONE;
  const Plan plan = kicking_complete(inst, kicking_plan_kind(how, 1, TOURS, 16, 1));
  const CandidatePlan candidates = {7, (int32_t)ils_plan(&plan)->quadrant};
  const GreedyPlan greedy = {.seed = plan.seed, .member = 0, .spread = crossover ? 25 : 10};
  Archipelago *a = kicking_ring(inst, be, &plan);
  Prepared want;
  CU_ASSERT_EQUAL(ils_plan(&plan)->crossover, crossover);
  CU_ASSERT_EQUAL(ils_start(a, 0, TOURS), OK);
  CU_ASSERT_FATAL(preparing_batch(&want, inst, "cpu", 2, candidates, greedy, TOURS));
  CU_ASSERT_EQUAL(memcmp(ils_tour(a, a->state.tour, 0), want.tour, sizeof *want.tour * TOURS * N), 0);
  preparing_free(&want);
  solver_ils.destroy(a);
}

static void perturbed(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  Instance *inst = climbing_instance(METRIC_EUC_2D, N, 10000, 0, 1);
  for (KICKING_KINDS(how)) starts_are(inst, &be, how);
  instance_free(inst);
  be.ops->close(&be);
}

/* Large tours are perturbed less. */
static void sizes(void) {
  Archipelago a = {.inst = NULL};
  const Plan crossed = ils_plan_make((Plan){.seed = 1}, (IlsPlan){.crossover = true}),
             alone = ils_plan_make((Plan){.seed = 1}, (IlsPlan){.crossover = false});
  a.plan = &crossed;
  a.nodes = ILS_SPREAD_CITIES;
  CU_ASSERT_EQUAL(ils_spread(&a), 25);
  a.nodes = ILS_SPREAD_CITIES + 1;
  CU_ASSERT_EQUAL(ils_spread(&a), 10);
  a.plan = &alone;
  a.nodes = ILS_SPREAD_CITIES;
  CU_ASSERT_EQUAL(ils_spread(&a), 10);
}

static const HarnessTest tests[] = {TEST(perturbed), TEST(sizes), {NULL, NULL}};

int main(void) { return harness_run("ils_start", tests); }
