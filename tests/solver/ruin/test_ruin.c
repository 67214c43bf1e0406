/* Ruin and recreate for fleets against the brute-force oracle: whatever features an instance has, every solution of a chain is one that the oracle
 * accepts, at the cost that it says; and in tiny instances the best one is found. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ruins.h"
#include "oracle/fleet_oracle.h"

/* ---- tiny instances ---- */

static void check_solution(const Instance *inst, const int32_t *gene, int64_t cost) {
  int64_t judged = 0, driven = 0;
  CU_ASSERT_EQUAL(judge_fleet(inst, gene, &judged, NULL), OK);
  CU_ASSERT_EQUAL(judged, cost);
  CU_ASSERT_TRUE(oracle_fleet_cost(inst, gene, &driven));
  CU_ASSERT_EQUAL(driven, cost);
}

/* Runs a chain; 0: the best solution is the optimum, else what it lacks. */
static int tiny_run(uint64_t seed, uint32_t features, int32_t width) {
  Instance *inst;
  int64_t optimum;
  oracle_fleet_random(seed, 6, features, &inst);
  const bool complete = oracle_fleet_best(inst, &optimum);
  Ruins ruins;
  ruins_begin(&ruins, inst, 1, width, seed);
  ruins_run(&ruins, 20, width == 1 ? 150 : 75, 1, 0.01);
  check_solution(inst, ruins.state.gene, ruins.state.cost[0]);
  check_solution(inst, ruins.state.kept, ruins.state.kept_cost[0]);
  const int64_t best = ruins.state.kept_cost[0];
  int32_t first;
  const bool served = routes_missing(inst, ruins.state.kept, &first) == 0;
  ruins_end(&ruins);
  instance_free(inst);
  CU_ASSERT_TRUE(best >= optimum);
  if (complete && !served) return 2;
  return best > optimum;
}

/* One of fifty may end in a local optimum, none incomplete where there is a complete solution. */
static void tiny_count(uint32_t features, int32_t width, int count) {
  int missed = 0, refused = 0;
  for (uint64_t seed = 1; seed <= (uint64_t)count; seed++) {
    const int found = tiny_run(seed, features, width);
    missed += found == 1;
    refused += found == 2;
    if (found)
      printf("# seed %d features %x width %d: %s\n", (int)seed, features, width,
             found == 1 ? "dearer" : "incomplete");
  }
  printf("# features %x, %d proposals a round: %d of %d dearer than the optimum, %d incomplete though a "
         "complete one exists\n",
         features, width, missed, count, refused);
  CU_ASSERT_EQUAL(refused, 0);
  CU_ASSERT_TRUE(missed <= count / 50);
}

static void all_features(void) { tiny_count(ORACLE_FLEET_FEATURES, 1, 600); }
static void rounds_of_several(void) {
  tiny_count(ORACLE_FLEET_FEATURES, 3, 200);
  tiny_count(ORACLE_FLEET_FEATURES, 16, 200);
}
static void each_feature(void) {
  for (int k = 0; k < 18; k++) tiny_count((uint32_t)1 << k, 1, 40);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(all_features), TEST(rounds_of_several), TEST(each_feature), {NULL, NULL}};
  return harness_run("ruin", tests);
}
