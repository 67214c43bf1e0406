/* What a checkpoint keeps of the past, although no tour or cost shows it: on which island a champion was found, and which climber a
 * contender is, which decides among equal costs. Of the "climb" solver, within an epoch. */
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "problem/tsp/tsp.h"

enum { ISLANDS = 3, CITIES = 30 };

static Plan plan; /* main makes it */

static Archipelago *ring(const Instance *inst, Backend *be) {
  Archipelago *a = NULL;
  CU_ASSERT_EQUAL_FATAL(solver_climb.create(inst, be, &plan, (Span){0, ISLANDS}, &a), OK);
  return a;
}

static FieldSet saved(Archipelago *a) {
  FieldSet fields = {0};
  CU_ASSERT_EQUAL_FATAL(solver_climb.save(a, &fields), OK);
  return fields;
}

static void check_same(Archipelago *a, Archipelago *b, const char *what) {
  FieldSet left = saved(a), right = saved(b);
  kicking_check_fields(&left, &right, what);
  fieldset_free(&left);
  fieldset_free(&right);
}

/* Within the epoch, until an island has a contender that is not its first climber. */
static bool contended(Archipelago *a) {
  Progress progress = {0};
  for (bool any = false; !any && !progress.epoch_done;) {
    CU_ASSERT_EQUAL_FATAL(solver_climb.advance(a, 1, &progress), OK);
    FieldSet fields = saved(a);
    const uint32_t *climber = kicking_field(&fields, "contender_climber")->data;
    const int64_t *cost = kicking_field(&fields, "contender_cost")->data;
    for (int i = 0; i < ISLANDS; i++) any = any || (cost[i] != COST_NONE && climber[i] > 0);
    fieldset_free(&fields);
  }
  return !progress.epoch_done;
}

static void epoch_end(Archipelago *a) {
  Progress progress = {0};
  while (!progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_climb.advance(a, 5, &progress), OK);
}

/* A lattice of few points: many tours cost the same. */
static void contenders(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_MAN_2D, CITIES, 8, 0, 5);
  Archipelago *whole = ring(inst, &be), *again = ring(inst, &be);
  CU_ASSERT_TRUE(contended(whole));
  FieldSet fields = saved(whole);
  CU_ASSERT_EQUAL_FATAL(solver_climb.load(again, 0, &fields), OK);
  check_same(whole, again, "loaded");
  epoch_end(whole);
  epoch_end(again);
  check_same(whole, again, "resumed");
  fieldset_free(&fields);
  solver_climb.destroy(whole);
  solver_climb.destroy(again);
  instance_free(inst);
  be.ops->close(&be);
}

/* Champions that were found elsewhere: best_island of a run that is resumed. */
static void origins(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, CITIES, 1000, 0, 5);
  Archipelago *whole = ring(inst, &be), *again = ring(inst, &be);
  int32_t gene[CITIES];
  epoch_end(whole);
  CU_ASSERT_EQUAL(solver_climb.begin(whole, 1), OK);
  FieldSet fields = saved(whole);
  uint32_t *origin = kicking_field(&fields, "champion_origin")->data;
  for (uint32_t i = 0; i < ISLANDS; i++) origin[i] = (i + 2) % ISLANDS;
  CU_ASSERT_EQUAL_FATAL(solver_climb.load(again, 1, &fields), OK);
  for (uint32_t i = 0; i < ISLANDS; i++) {
    Individual champion = {.gene = gene};
    CU_ASSERT_EQUAL(solver_climb.champion(again, i, &champion), OK);
    CU_ASSERT_EQUAL(champion.island, (i + 2) % ISLANDS);
  }
  origin[1] = ISLANDS; /* there is none of that number */
  CU_ASSERT_EQUAL(solver_climb.load(again, 1, &fields), ERR_FORMAT);
  status_clear();
  fieldset_free(&fields);
  solver_climb.destroy(whole);
  solver_climb.destroy(again);
  instance_free(inst);
  be.ops->close(&be);
}

static const HarnessTest tests[] = {TEST(contenders), TEST(origins), {NULL, NULL}};

int main(void) {
  plan = climb_plan_make((Plan){.seed = 7, .islands = ISLANDS, .epoch = 100},
                         (ClimbPlan){.climbers = 600, .restart = RESTART_RANDOM});
  return harness_run("resumed_ties", tests);
}
