/* Climbers against the oracle: every metric, every size class, both moves, both restarts, both backends, any slicing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "oracle/oracle.h"
#include "solver/climb/climb_archipelago.h"
#include "problem/tsp/tsp.h"

/* Every island's champion equals the oracle's, cost and tour. */
static void check_against_oracle(const Instance *inst, Backend *be, const Plan *plan, uint32_t steps) {
  Archipelago *a = NULL;
  int32_t *tour = malloc(sizeof *tour * inst->n), *want = malloc(sizeof *want * inst->n);
  Status status = climbing_run(inst, be, plan, steps, &a);
  CU_ASSERT_EQUAL_FATAL(status, OK);
  for (uint32_t i = 0; i < plan->islands; i++) {
    Individual got = {.gene = tour};
    CU_ASSERT_EQUAL(solver_climb.champion(a, i, &got), OK);
    int64_t cost = climbing_oracle(inst, plan, i, solver_climb.epochs(plan), want);
    CU_ASSERT_EQUAL(got.cost, cost);
    CU_ASSERT(cost == COST_NONE || memcmp(tour, want, sizeof *tour * inst->n) == 0);
    if (got.cost != cost || (cost != COST_NONE && memcmp(tour, want, sizeof *tour * inst->n)))
      printf("# %s, %s, n %d, size %g, island %u: expected %lld, found %lld\n", be->ops->name,
             metric_name(tsp_of(inst)->metric), inst->n,
             inst->n > 1 && tsp_of(inst)->x ? tsp_of(inst)->x[1] : 0, i, (long long)cost,
             (long long)got.cost);
  }
  solver_climb.destroy(a);
  free(tour);
  free(want);
}

static const Metric metrics[] = {METRIC_EUC_2D, METRIC_CEIL_2D, METRIC_ATT,     METRIC_MAN_2D,
                                 METRIC_MAX_2D, METRIC_GEO,     METRIC_EXPLICIT};

static void sizes_and_metrics(const char *backend, ClimbMove move) {
  static const int32_t sizes[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,  13,
                                  14, 15, 16, 17, 18, 23, 31, 32, 33, 52, 65, 100, 129};
  Backend be;
  if (!climbing_open(&be, backend, 2)) {
    harness_skip("no device");
    return;
  }
  for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
      for (int restart = RESTART_RANDOM; restart <= RESTART_KICK; restart++) {
        /* sizes of box: coinciding cities and ties, the usual, and floats at their limits */
        double box[] = {5, 90, 1000000};
        double size = metrics[m] == METRIC_GEO ? 90 : box[(s + m) % 3];
        Instance *inst = climbing_instance(metrics[m], sizes[s], size, s % 2, 7 * s + m);
        Plan plan = climb_plan_make((Plan){.seed = 3 + s, .islands = 3, .epoch = 2},
                                    (ClimbPlan){.climbers = 13, .restart = restart, .move = move});
        check_against_oracle(inst, &be, &plan, s % 2 ? 1000000 : 7);
        instance_free(inst);
      }
  be.ops->close(&be);
}

static void larger(const char *backend, ClimbMove move) {
  Backend be;
  if (!climbing_open(&be, backend, 2)) {
    harness_skip("no device");
    return;
  }
  for (int m = 0; m < 7; m++) {
    Instance *inst = climbing_instance(metrics[m], 250 + 10 * m, metrics[m] == METRIC_GEO ? 90 : 1e4, 0, 5);
    Plan plan = climb_plan_make((Plan){.seed = 11, .islands = 2, .epoch = 1},
                                (ClimbPlan){.climbers = 3, .restart = RESTART_KICK, .move = move});
    check_against_oracle(inst, &be, &plan, 100);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* A slice boundary anywhere changes nothing: the same fields after 1 step a slice as after any number. */
static void slices(const char *backend, ClimbMove move) {
  Backend be;
  if (!climbing_open(&be, backend, 2)) {
    harness_skip("no device");
    return;
  }
  Instance *inst = climbing_instance(METRIC_EUC_2D, 60, 1000, 0, 1);
  Plan plan = climb_plan_make((Plan){.seed = 5, .islands = 4, .epoch = 5},
                              (ClimbPlan){.climbers = 40, .restart = RESTART_KICK, .move = move});
  uint32_t steps[] = {1, 2, 17, 100000};
  for (int k = 0; k < 4; k++) check_against_oracle(inst, &be, &plan, steps[k]);
  instance_free(inst);
  be.ops->close(&be);
}

/* Saved at any slice and loaded into archipelagos of other spans: the end is the same. */
static void save_and_load(const char *backend, ClimbMove move) {
  Backend be;
  if (!climbing_open(&be, backend, 3)) {
    harness_skip("no device");
    return;
  }
  Instance *inst = climbing_instance(METRIC_EUC_2D, 40, 1000, 0, 2);
  Plan plan = climb_plan_make((Plan){.seed = 5, .islands = 3, .epoch = 10},
                              (ClimbPlan){.climbers = 30, .restart = RESTART_RANDOM, .move = move});
  int32_t tour[40], want[40];
  for (uint32_t slice = 1; slice < 60; slice += 13) {
    Archipelago *whole = NULL, *again = NULL;
    Progress progress = {0}, resumed = {0};
    FieldSet fields = {0};
    CU_ASSERT_EQUAL_FATAL(solver_climb.create(inst, &be, &plan, (Span){0, 3}, &whole), OK);
    for (uint32_t k = 0; k < slice && !progress.epoch_done; k++) solver_climb.advance(whole, 3, &progress);
    CU_ASSERT_EQUAL_FATAL(solver_climb.save(whole, &fields), OK);
    CU_ASSERT_EQUAL_FATAL(solver_climb.create(inst, &be, &plan, (Span){0, 3}, &again), OK);
    CU_ASSERT_EQUAL_FATAL(solver_climb.load(again, 0, &fields), OK);
    CU_ASSERT_EQUAL(solver_climb.advance(again, 1, &resumed), OK);
    CU_ASSERT(resumed.finished >= progress.finished && resumed.finished <= 30);
    while (!resumed.epoch_done) solver_climb.advance(again, 5, &resumed);
    for (uint32_t i = 0; i < 3; i++) {
      Individual got = {.gene = tour};
      solver_climb.champion(again, i, &got);
      CU_ASSERT_EQUAL(got.cost, climbing_oracle(inst, &plan, i, 1, want));
      CU_ASSERT_EQUAL(memcmp(tour, want, sizeof tour), 0);
    }
    fieldset_free(&fields);
    solver_climb.destroy(whole);
    solver_climb.destroy(again);
  }
  instance_free(inst);
  be.ops->close(&be);
}

static int64_t brute_force(const Instance *inst, int32_t *tour, int32_t placed) {
  int64_t best = COST_NONE;
  if (placed == inst->n) return oracle_cost(inst, tour);
  for (int32_t p = placed; p < inst->n; p++) {
    int32_t city = tour[placed];
    tour[placed] = tour[p];
    tour[p] = city;
    int64_t cost = brute_force(inst, tour, placed + 1);
    best = cost < best ? cost : best;
    tour[p] = tour[placed];
    tour[placed] = city;
  }
  return best;
}

/* Enough restarts find the optimum of every small instance. */
static void optima_of_small_ones(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (int32_t n = 1; n <= 9; n++) {
    Instance *inst = climbing_instance(metrics[n % 7], n, 90, 0, n);
    Plan plan = climb_plan_make((Plan){.seed = 1, .islands = 1, .epoch = 300}, (ClimbPlan){.climbers = 300});
    Archipelago *a = NULL;
    int32_t tour[9], order[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    Individual got = {.gene = tour};
    CU_ASSERT_EQUAL_FATAL(climbing_run(inst, &be, &plan, 100, &a), OK);
    solver_climb.champion(a, 0, &got);
    CU_ASSERT_EQUAL(got.cost, brute_force(inst, order, 1 < n ? 1 : n));
    solver_climb.destroy(a);
    instance_free(inst);
  }
}

/* A migrant replaces a champion only if it is better, and keeps its origin. */
static void immigration(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 30, 1000, 0, 2);
  Plan plan = climb_plan_make((Plan){.seed = 1, .islands = 2, .epoch = 4}, (ClimbPlan){.climbers = 8});
  Archipelago *a = NULL;
  int32_t tour[30], identity[30];
  CU_ASSERT_EQUAL_FATAL(climbing_run(inst, &be, &plan, 1000, &a), OK);
  for (int p = 0; p < 30; p++) identity[p] = p;
  Individual champion = {.gene = tour};
  ClimbMigrant *worse = malloc(sizeof *worse + sizeof identity);
  *worse = (ClimbMigrant){.cost = oracle_cost(inst, identity), .island = 9, .length = 30};
  memcpy(worse->tour, identity, sizeof identity);
  solver_climb.champion(a, 0, &champion);
  int64_t before = champion.cost;
  CU_ASSERT_FATAL(worse->cost > before);
  CU_ASSERT_EQUAL(climb_migrant_settle(a, 0, worse), OK);
  solver_climb.champion(a, 0, &champion);
  CU_ASSERT(champion.cost == before && champion.island == 0);
  worse->cost = before - 1; /* as good as it claims: the island takes a migrant at its word */
  CU_ASSERT_EQUAL(climb_migrant_settle(a, 0, worse), OK);
  solver_climb.champion(a, 0, &champion);
  /* cppcheck-suppress uninitvar ; champion fills it */
  CU_ASSERT(champion.cost == before - 1 && champion.island == 9 && memcmp(tour, identity, sizeof tour) == 0);
  free(worse);
  solver_climb.destroy(a);
  instance_free(inst);
}

/* A run that is stopped early still has a tour to show, with its right cost. */
static void unfinished(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 80, 1000, 0, 2);
  Plan plan = climb_plan_make((Plan){.seed = 1, .islands = 2, .epoch = 4}, (ClimbPlan){.climbers = 8});
  Archipelago *a = NULL;
  Progress progress;
  int32_t tour[80];
  Individual got = {.gene = tour};
  int64_t judged = 0;
  CU_ASSERT_EQUAL_FATAL(solver_climb.create(inst, &be, &plan, (Span){0, 2}, &a), OK);
  CU_ASSERT_EQUAL(solver_climb.best(a, true, &got), OK);
  CU_ASSERT_EQUAL(got.cost, COST_NONE);
  CU_ASSERT_EQUAL(solver_climb.advance(a, 5, &progress), OK);
  CU_ASSERT_EQUAL(solver_climb.best(a, true, &got), OK);
  CU_ASSERT_EQUAL(judge_tour(inst, tour, &judged), OK);
  CU_ASSERT_EQUAL(judged, got.cost);
  solver_climb.destroy(a);
  instance_free(inst);
}

/* The filter of each instruction set finds the same moves. */
static void simd_variant(const char *set) {
  if (harness_simd(set)) {
    slices("cpu", MOVE_TWO_OPT);
    slices("cpu", MOVE_SWAP);
  }
  harness_simd(NULL);
}

static void simd_avx512(void) { simd_variant("avx512"); }
static void simd_avx2(void) { simd_variant("avx2"); }
static void simd_plain(void) { simd_variant("plain"); }

#define ON_BOTH(test)                                                                                        \
  static void test##_cpu(void) { test("cpu", MOVE_TWO_OPT); }                                                \
  static void test##_cuda(void) { test("cuda", MOVE_TWO_OPT); }                                              \
  static void test##_swap_cpu(void) { test("cpu", MOVE_SWAP); }                                              \
  static void test##_swap_cuda(void) { test("cuda", MOVE_SWAP); }
#define TESTS_OF(test) TEST(test##_cpu), TEST(test##_cuda), TEST(test##_swap_cpu), TEST(test##_swap_cuda)
ON_BOTH(sizes_and_metrics)
ON_BOTH(larger)
ON_BOTH(slices)
ON_BOTH(save_and_load)

int main(void) {
  static const HarnessTest tests[] = {
      TESTS_OF(sizes_and_metrics), TESTS_OF(larger), TESTS_OF(slices), TESTS_OF(save_and_load),
      TEST(simd_avx512),           TEST(simd_avx2),  TEST(simd_plain), TEST(immigration),
      TEST(optima_of_small_ones),  TEST(unfinished), {NULL, NULL}};
  return harness_run("climb", tests);
}
