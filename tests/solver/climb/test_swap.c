/* The swap move: its oracle against the definition, the count of moves, and what every climb must end in. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "oracle/oracle.h"
#include "problem/tsp/tsp.h"

/* Best improving swap by the costs of whole tours. */
static int64_t swap_by_definition(const Instance *inst, int32_t *tour, int32_t *i, int32_t *j) {
  int64_t before = oracle_cost(inst, tour), best = 0;
  for (int32_t a = 1; a < inst->n; a++)
    for (int32_t b = a + 1; b < inst->n; b++) {
      oracle_swap_apply(tour, a, b);
      int64_t delta = oracle_cost(inst, tour) - before;
      oracle_swap_apply(tour, a, b);
      if (delta < best) {
        best = delta;
        *i = a;
        *j = b;
      }
    }
  return best;
}

/* Along whole climbs of tours with neighbours, wrap-around and ties. */
static void oracle_is_the_definition(void) {
  static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT, METRIC_EXPLICIT};
  int32_t tour[24], steps = 0;
  for (int32_t n = 1; n <= 24; n++)
    for (int m = 0; m < 4; m++) {
      Instance *inst = climbing_instance(metrics[m], n, n % 2 ? 9 : 1000, 0, (uint64_t)(100 + n));
      oracle_random(1, 2, 3, n, tour);
      for (int64_t delta = -1; delta < 0; steps++) {
        int32_t at[4] = {0, 0, 0, 0};
        delta = oracle_swap(inst, tour, &at[0], &at[1]);
        CU_ASSERT_EQUAL(delta, swap_by_definition(inst, tour, &at[2], &at[3]));
        CU_ASSERT(at[0] == at[2] && at[1] == at[3]);
        oracle_swap_apply(tour, at[0], at[1]);
      }
      instance_free(inst);
    }
  CU_ASSERT(steps > 24 * 4 * 3);
}

/* Cities on a circle in order, two of them exchanged: beside each other, apart, at the wrap, and around position 0. */
static void one_swap_mends_it(void) {
  static const int32_t pairs[][2] = {{3, 4}, {3, 5}, {1, 2}, {2, 9}, {8, 9}, {1, 9}};
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    int32_t order[10], tour[10], i = 0, j = 0;
    Instance *inst = climbing_instance(METRIC_EUC_2D, 10, 100, 0, 1);
    static const double circle[10][2] = {{1000, 0},  {809, 588},   {309, 951},   {-309, 951}, {-809, 588},
                                         {-1000, 0}, {-809, -588}, {-309, -951}, {309, -951}, {809, -588}};
    for (int32_t c = 0; c < 10; c++) {
      tsp_of(inst)->x[c] = circle[c][0];
      tsp_of(inst)->y[c] = circle[c][1];
      order[c] = tour[c] = c;
    }
    inst->digest = instance_digest(inst);
    int64_t best = oracle_cost(inst, order);
    oracle_swap_apply(tour, pairs[k][0], pairs[k][1]);
    CU_ASSERT_EQUAL(oracle_swap(inst, tour, &i, &j), best - oracle_cost(inst, tour));
    CU_ASSERT(i == pairs[k][0] && j == pairs[k][1]);
    CU_ASSERT_EQUAL(oracle_swap_climb(inst, tour, 100), 2);
    CU_ASSERT_EQUAL(memcmp(tour, order, sizeof tour), 0);
    instance_free(inst);
  }
}

/* A champion is a tour in which no swap improves, and its cost is the judge's. */
static void champions_are_local_optima(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (int32_t n = 3; n < 400; n += n < 20 ? 1 : 53) {
    Instance *inst = climbing_instance(n % 2 ? METRIC_EUC_2D : METRIC_MAN_2D, n, 3000, 1, (uint64_t)n);
    Plan plan = climb_plan_make((Plan){.seed = 4, .islands = 2, .epoch = 3},
                                (ClimbPlan){.climbers = 6, .move = MOVE_SWAP});
    Archipelago *a = NULL;
    int32_t *tour = malloc(sizeof *tour * n), i, j;
    int64_t judged = 0;
    CU_ASSERT_EQUAL_FATAL(climbing_run(inst, &be, &plan, 1000, &a), OK);
    for (uint32_t island = 0; island < 2; island++) {
      Individual got = {.gene = tour};
      CU_ASSERT_EQUAL(solver_climb.champion(a, island, &got), OK);
      CU_ASSERT_EQUAL(judge_tour(inst, tour, &judged), OK);
      CU_ASSERT_EQUAL(got.cost, judged);
      CU_ASSERT_EQUAL(oracle_swap(inst, tour, &i, &j), 0);
    }
    solver_climb.destroy(a);
    instance_free(inst);
    free(tour);
  }
  be.ops->close(&be);
}

/* A step is (n-1)(n-2)/2 moves: as many as the oracle looks at. */
static void moves_are_counted(void) {
  static const uint64_t moves[] = {0, 0, 0, 1, 3, 6, 10};
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (int32_t n = 1; n <= 6; n++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, n, 100, 0, (uint64_t)n);
    Plan plan = climb_plan_make((Plan){.seed = 4, .islands = 1, .epoch = 1},
                                (ClimbPlan){.climbers = 1, .move = MOVE_SWAP});
    Archipelago *a = NULL;
    Progress progress = {0};
    int32_t tour[6];
    oracle_random(4, 0, 0, n, tour);
    CU_ASSERT_EQUAL_FATAL(solver_climb.create(inst, &be, &plan, (Span){0, 1}, &a), OK);
    CU_ASSERT_EQUAL(solver_climb.advance(a, 100, &progress), OK);
    CU_ASSERT(progress.epoch_done);
    CU_ASSERT_EQUAL(progress.moves, oracle_swap_climb(inst, tour, 100) * moves[n]);
    solver_climb.destroy(a);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Positions are looked at in blocks of 256, from position 1 on: the last block may have one. */
static void last_blocks(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (int32_t n = 256; n <= 260; n++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, n, 3000, 0, (uint64_t)n);
    Plan plan = climb_plan_make((Plan){.seed = 6, .islands = 2, .epoch = 1},
                                (ClimbPlan){.climbers = 2, .move = MOVE_SWAP});
    Archipelago *a = NULL;
    int32_t *tour = malloc(sizeof *tour * n), *want = malloc(sizeof *want * n);
    CU_ASSERT_EQUAL_FATAL(climbing_run(inst, &be, &plan, 1000, &a), OK);
    for (uint32_t island = 0; island < 2; island++) {
      Individual got = {.gene = tour};
      CU_ASSERT_EQUAL(solver_climb.champion(a, island, &got), OK);
      CU_ASSERT_EQUAL(got.cost, climbing_oracle(inst, &plan, island, 1, want));
      CU_ASSERT_EQUAL(memcmp(tour, want, sizeof *tour * n), 0);
    }
    solver_climb.destroy(a);
    instance_free(inst);
    free(tour);
    free(want);
  }
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(oracle_is_the_definition),   TEST(one_swap_mends_it), TEST(last_blocks),
      TEST(champions_are_local_optima), TEST(moves_are_counted), {NULL, NULL}};
  return harness_run("swap", tests);
}
