/* The stage of fewer vehicles of the solver "sisr" (src/solver/sisr/sisr_stage.h): it finds fewer, it ends, slices and saved states change nothing,
 * states that are none are refused. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/sisr_islands.h"
#include "problem/judge.h"
#include "solver/sisr/sisr_stage.h"

enum { EPOCHS = 8, STAGE = 4 };

/* A case with windows and its start; many vehicles are too many. */
static RouteCase staged_case(uint64_t seed) { return ruin_case_make(&sisr_cases[4], seed); }

static Plan staged_plan(const Instance *inst, uint32_t epochs, double share) {
  Plan plan = sisr_plan_for(inst, 0, epochs);
  sisr_plan_edit(&plan)->vehicles_share = share;
  return plan;
}

static void star_of(const Instance *inst, int32_t *gene) {
  for (int32_t k = 0; k < inst->n; k++) gene[k] = -(k + 1);
}

static Archipelago *staged(const Instance *inst, const Plan *plan) {
  int32_t gene[CUSTOMERS_MOST];
  star_of(inst, gene);
  return sisr_started(inst, plan, gene);
}

typedef struct End {
  int64_t cost[ISLANDS];
  int32_t gene[ISLANDS][CUSTOMERS_MOST];
  uint32_t stage_end;
} End;

/* A slice, and what all ranks then agree on. */
static Progress slice(Archipelago *a, uint32_t steps) {
  Progress progress;
  CU_ASSERT_EQUAL_FATAL(solver_sisr.advance(a, steps, &progress), OK);
  return progress;
}

static void exchange(Archipelago *a) {
  char *migrant = malloc(solver_sisr.migrant_bytes(a));
  CU_ASSERT_EQUAL(solver_sisr.emigrate(a, migrant), OK);
  CU_ASSERT_EQUAL(solver_sisr.immigrate(a, migrant), OK);
  free(migrant);
}

/* All epochs; legs: saved and loaded after each slice. */
static End run_of(const Instance *inst, const Plan *plan, uint32_t steps, bool legs) {
  End end = {.stage_end = 0};
  Archipelago *a = staged(inst, plan);
  uint64_t open = 1;
  for (uint32_t epoch = 0; epoch < solver_sisr.epochs(plan); epoch++) {
    Progress progress = {.epoch_done = false};
    if (epoch) {
      exchange(a);
      solver_sisr.pacing->improved(a, open);
      CU_ASSERT_EQUAL(solver_sisr.begin(a, epoch), OK);
    }
    while (!progress.epoch_done) {
      progress = slice(a, steps);
      if (legs) a = sisr_again(a, epoch);
    }
    open = progress.improved;
    if (!legs) sisr_champions_check(a);
  }
  for (uint32_t i = 0; i < ISLANDS; i++) {
    Individual one = {.gene = end.gene[i]};
    CU_ASSERT_EQUAL(solver_sisr.champion(a, i, &one), OK);
    end.cost[i] = one.cost;
  }
  end.stage_end = sisr_stage_end(a);
  solver_sisr.destroy(a);
  return end;
}

static int32_t routes_of(const Instance *inst, const End *end) {
  return (int32_t)(end->cost[0] / cvrp_of(inst)->route_cost);
}

/* Fewer than without it in as many epochs for two of three cases, never more, from a star; one answer. */
static void stages(void) {
  int fewer = 0;
  for (uint64_t seed = 2; seed <= 4; seed++) {
    RouteCase one = staged_case(seed);
    const Plan plan = staged_plan(one.inst, EPOCHS, (double)STAGE / EPOCHS),
               none = staged_plan(one.inst, EPOCHS, 0);
    const End want = run_of(one.inst, &plan, 1 << 20, false),
              without = run_of(one.inst, &none, 1 << 20, false);
    CU_ASSERT(want.stage_end > 0 && want.stage_end <= STAGE && without.stage_end == 0);
    CU_ASSERT(routes_of(one.inst, &want) <= routes_of(one.inst, &without));
    fewer += routes_of(one.inst, &want) < routes_of(one.inst, &without);
    const End slices = run_of(one.inst, &plan, 1, false), legs = run_of(one.inst, &plan, 7, true);
    CU_ASSERT(memcmp(&want, &slices, sizeof want) == 0 && memcmp(&want, &legs, sizeof want) == 0);
    route_case_free(&one);
  }
  CU_ASSERT_EQUAL(fewer, 2);
}

/* Where demands need as many routes as there are, the stage ends at once; it leaves an epoch for distances; a fleet of just so many has none. */
static void ends(void) {
  RouteCase one = staged_case(2);
  CvrpInstance *cvrp = (CvrpInstance *)one.inst;
  Plan plan = staged_plan(one.inst, 3, 1);
  Archipelago *a = staged(one.inst, &plan);
  CU_ASSERT(sisr_stage_on(a) && slice(a, 1).improved == ISLANDS);
  solver_sisr.pacing->improved(a, 2);
  CU_ASSERT(solver_sisr.begin(a, 1) == OK && sisr_stage_on(a));
  CU_ASSERT(solver_sisr.begin(a, 2) == OK && !sisr_stage_on(a) && a->share == 0);
  solver_sisr.destroy(a);
  a = staged(one.inst, &plan);
  solver_sisr.pacing->improved(a, 0); /* of all ranks */
  CU_ASSERT(solver_sisr.begin(a, 1) == OK && !sisr_stage_on(a) && a->share == 0);
  CU_ASSERT(solver_sisr.begin(a, 2) == OK && a->share == 1 && slice(a, 1).improved == 0);
  solver_sisr.destroy(a);
  for (int32_t c = 1; c <= one.inst->n; c++) cvrp->demand[c] = cvrp->capacity;
  a = staged(one.inst, &plan);
  CU_ASSERT_FALSE(sisr_stage_on(a));
  solver_sisr.destroy(a);
  cvrp->fleet = FLEET_EXACTLY;
  cvrp->vehicles = one.inst->n;
  a = staged(one.inst, &plan);
  CU_ASSERT_PTR_NULL(a->stage);
  solver_sisr.destroy(a);
  route_case_free(&one);
}

/* Without a budget the clock ends it, in the middle of an epoch, and temperatures fall over the time that is left. */
static void follows_the_clock(void) {
  RouteCase one = staged_case(2);
  Plan plan = staged_plan(one.inst, 2, 0.5);
  sisr_plan_edit(&plan)->epochs = 0;
  Archipelago *a = staged(one.inst, &plan);
  solver_sisr.pacing->pace(a, 0.25);
  CU_ASSERT(!slice(a, 1).epoch_done && sisr_stage_on(a));
  solver_sisr.pacing->pace(a, 0.6);
  CU_ASSERT(slice(a, 1).epoch_done);
  solver_sisr.pacing->improved(a, 2);
  CU_ASSERT(solver_sisr.begin(a, 1) == OK && !sisr_stage_on(a));
  CU_ASSERT_EQUAL(a->cost[0], a->cost[1]);
  solver_sisr.pacing->pace(a, 0.8);
  CU_ASSERT(!slice(a, 1).epoch_done && a->share > 0.49 && a->share < 0.51);
  solver_sisr.destroy(a);
  route_case_free(&one);
}

/* Counters of absences are saved by customer, and are those of the search that is loaded. */
static void absences_are_saved(void) {
  RouteCase one = staged_case(2);
  const Plan plan = staged_plan(one.inst, EPOCHS, 0.5);
  const int32_t n = one.inst->n;
  FieldSet fields = {0};
  Archipelago *a = staged(one.inst, &plan);
  slice(a, 1);
  for (uint32_t i = 0; i < ISLANDS; i++)
    for (int32_t c = 1; c <= n; c++) a->stage->search[i].counter[c] = 1000 * (int64_t)i + c;
  CU_ASSERT_EQUAL_FATAL(solver_sisr.save(a, &fields), OK);
  const int64_t *absences = sisr_field(&fields, "fleet_absences");
  Archipelago *b = sisr_created(one.inst, &plan);
  CU_ASSERT_EQUAL_FATAL(solver_sisr.load(b, 0, &fields), OK);
  for (uint32_t i = 0; i < ISLANDS; i++)
    for (int32_t c = 1; c <= n; c++) {
      CU_ASSERT_EQUAL(absences[(int32_t)i * n + c - 1], 1000 * (int64_t)i + c);
      CU_ASSERT_EQUAL(b->stage->search[i].counter[c], 1000 * (int64_t)i + c);
    }
  fieldset_free(&fields);
  solver_sisr.destroy(a);
  solver_sisr.destroy(b);
  route_case_free(&one);
}

/* ---- states that are no states ---- */

#define REFUSED(what, value, says)                                                                           \
  do {                                                                                                       \
    const __typeof__(what) was = what;                                                                       \
    what = value, sisr_load_refused(one.inst, &plan, 1, &fields, says), what = was;                          \
  } while (0)

static void states_are_refused(void) {
  RouteCase one = staged_case(1);
  const Plan plan = staged_plan(one.inst, EPOCHS, 0.5);
  FieldSet fields = {0};
  Archipelago *a = staged(one.inst, &plan);
  slice(a, 1);
  CU_ASSERT_EQUAL_FATAL(solver_sisr.save(a, &fields), OK);
  solver_sisr.destroy(a);
  int32_t *now = sisr_field(&fields, "fleet_now"), *best = sisr_field(&fields, "fleet_best");
  int64_t *absences = sisr_field(&fields, "fleet_absences");
  uint32_t *end = sisr_field(&fields, "fleet_end");
  REFUSED(now[0], now[1], "field fleet_now, island 0: expected routes");
  REFUSED(best[0], best[1], "field fleet_best, island 0: expected a solution");
  REFUSED(absences[3], -1, "field fleet_absences, island 0: expected counters");
  REFUSED(absences[3], INT64_MAX, "field fleet_absences, island 0: expected counters");
  REFUSED(end[0], 2, "field fleet_end: expected an epoch up to 1, found 2");
  fieldset_free(&fields);
  route_case_free(&one);
}

int main(void) {
  sisr_be.ops = backend_find("cpu");
  if (sisr_be.ops->open(&sisr_be, 0, 2) != OK) return 1;
  static const HarnessTest tests[] = {
      TEST(stages), TEST(ends), TEST(follows_the_clock), TEST(absences_are_saved), TEST(states_are_refused),
      {NULL, NULL}};
  const int result = harness_run("sisr_stage", tests);
  sisr_be.ops->close(&sisr_be);
  return result;
}
