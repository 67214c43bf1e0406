/* Of equals the first stays: champions of islands (src/solver/champions.c), and those that arrive (climb_individuals.c). */
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "solver/champions.h"
#include "solver/climb/climb_archipelago.h"
#include "problem/tsp/tsp.h"

static void first_of_equals(void) {
  static const int32_t genes[][2] = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
  Champions c;
  int32_t gene[2];
  Individual best = {.gene = gene};
  CU_ASSERT_EQUAL_FATAL(champions_make(&c, (Span){10, 4}, 2), OK);
  champions_best(&c, &best);
  CU_ASSERT_EQUAL(best.cost, COST_NONE);
  for (uint32_t i = 1; i < 4; i++) champions_offer(&c, i, i == 1 ? 9 : 5, genes[i]);
  champions_best(&c, &best);
  CU_ASSERT(best.cost == 5 && best.island == 12 && gene[0] == 3);
  champions_offer(&c, 3, 5, genes[0]); /* no better: the one that is there stays */
  best.gene = gene;
  champions_get(&c, 3, &best);
  CU_ASSERT(best.cost == 5 && best.island == 13 && gene[1] == 4);
  champions_offer(&c, 3, 4, genes[0]);
  champions_best(&c, &best);
  CU_ASSERT(best.cost == 4 && best.island == 13 && gene[0] == 1);
  champions_free(&c);
}

/* A migrant as good as the champion changes neither tour nor origin. */
static void equal_migrants_pass_by(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 20, 1000, 0, 2);
  Plan plan = climb_plan_make((Plan){.seed = 1, .islands = 2, .epoch = 2}, (ClimbPlan){.climbers = 4});
  Archipelago *a = NULL;
  int32_t before[20], after[20];
  CU_ASSERT_EQUAL_FATAL(climbing_run(inst, &be, &plan, 1000, &a), OK);
  Individual champion = {.gene = before};
  CU_ASSERT_EQUAL(solver_climb.champion(a, 1, &champion), OK);
  ClimbMigrant *equal = malloc(sizeof *equal + sizeof before);
  *equal = (ClimbMigrant){.cost = champion.cost, .island = 7, .length = 20};
  /* cppcheck-suppress uninitvar ; champion fills it */
  for (int p = 0; p < 20; p++) equal->tour[p] = before[19 - p]; /* the same tour the other way round */
  CU_ASSERT_EQUAL(climb_migrant_settle(a, 1, equal), OK);
  champion.gene = after;
  CU_ASSERT_EQUAL(solver_climb.champion(a, 1, &champion), OK);
  CU_ASSERT(champion.island == 1 && memcmp(before, after, sizeof before) == 0);
  free(equal);
  solver_climb.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(first_of_equals), TEST(equal_migrants_pass_by), {NULL, NULL}};
  return harness_run("champions", tests);
}
