/* The solver layer of ants (src/solver/aco), on every backend: champions are judged, answers do not depend on slices and parts of the
 * ring, states are saved and loaded on other parts; defaults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/foraging.h"
#include "fixtures/harness.h"
#include "solver/aco/aco_step.h"

enum { ISLANDS = 3, PARTS = 2 };
static const Span spans[PARTS] = {{0, 2}, {2, 1}};

/* A whole ring in whole epochs, and its parts in slices; the parts are loaded anew within epoch 1. */
static void check_parts(const Instance *inst, Backend *be, int kind) {
  const Plan plan = foraging_plan(inst, kind, ISLANDS, 6, 8);
  Archipelago *whole = islands_part(&solver_aco, inst, be, &plan, (Span){0, ISLANDS}), *part[PARTS];
  int64_t before[ISLANDS] = {COST_NONE, COST_NONE, COST_NONE};
  for (int i = 0; i < PARTS; i++) part[i] = islands_part(&solver_aco, inst, be, &plan, spans[i]);
  for (uint32_t epoch = 0; epoch < solver_aco.epochs(&plan); epoch++) {
    if (epoch) {
      islands_next(&solver_aco, &whole, 1, epoch);
      islands_next(&solver_aco, part, PARTS, epoch);
    }
    for (int i = 0; i < PARTS; i++) {
      Progress progress;
      CU_ASSERT_EQUAL_FATAL(solver_aco.advance(part[i], 1, &progress), OK);
      FieldSet fields = islands_saved(&solver_aco, part[i]);
      if (epoch == 1) {
        solver_aco.destroy(part[i]);
        part[i] = islands_part(&solver_aco, inst, be, &plan, spans[i]);
      }
      if (epoch == 1) CU_ASSERT_EQUAL(solver_aco.load(part[i], epoch, &fields), OK);
      fieldset_free(&fields);
      islands_epoch(&solver_aco, part[i], 1 + epoch % 2);
    }
    const Progress progress = islands_epoch(&solver_aco, whole, 100);
    CU_ASSERT_EQUAL(progress.finished, (uint64_t)ISLANDS * (epoch < 2 ? 3 * epoch + 3 : 8));
    CU_ASSERT_EQUAL(progress.moves, progress.finished * aco_plan(&plan)->ants);
    for (int i = 0; i < PARTS; i++)
      CU_ASSERT(islands_same(&solver_aco, whole, part[i], part[i]->span.first - whole->span.first,
                             foraging_name(kind)));
    islands_champions(&solver_aco, whole, whole->inst, whole->span, before);
  }
  CU_ASSERT_EQUAL(solver_aco.budget(&plan), 8 * ISLANDS);
  for (int i = 0; i < PARTS; i++) solver_aco.destroy(part[i]);
  solver_aco.destroy(whole);
}

static void parts(const char *backend) {
  Backend be;
  if (!climbing_device(&be, backend)) return;
  for (int c = 0; c < FORAGING_CASES; c++) {
    Instance *inst = foraging_case(c);
    for (int kind = 0; kind < FORAGING_KINDS; kind++) check_parts(inst, &be, kind);
    instance_free(inst);
  }
  be.ops->close(&be);
}
static void parts_cpu(void) { parts("cpu"); }
static void parts_cuda(void) { parts("cuda"); }

/* ---- migration ---- */

/* A migrant takes the place of dearer tours alone: one of the same cost changes nothing, nor the iteration that found it. */
static void ties_of_migrants(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = foraging_case(3);
  const Plan plan = foraging_plan(inst, 1, 1, 4, 9);
  Archipelago *a = islands_part(&solver_aco, inst, &be, &plan, (Span){0, 1});
  islands_epoch(&solver_aco, a, 100);
  int64_t *const migrant = malloc(island_migrant_bytes(a));
  CU_ASSERT_EQUAL(island_emigrate(a, migrant), OK);
  a->state.colony[0].source = *migrant;
  a->state.colony[0].best = *migrant;
  a->state.colony[0].found = -7;
  CU_ASSERT_EQUAL(island_immigrate(a, migrant), OK);
  CU_ASSERT(a->colony[0].found == -7 && a->colony[0].source == *migrant);
  ++*migrant;
  CU_ASSERT(island_immigrate(a, migrant) == OK && a->colony[0].found == -7 &&
            a->colony[0].best == *migrant - 1);
  *migrant -= 2;
  CU_ASSERT_EQUAL(island_immigrate(a, migrant), OK);
  CU_ASSERT(a->colony[0].found == (int64_t)a->at && a->colony[0].source == *migrant &&
            a->colony[0].best == *migrant);
  free(migrant);
  solver_aco.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* ---- resets ---- */

static bool reset(uint32_t iteration, int64_t found, int64_t links, int32_t n) {
  const AcoColony c = {.found = found, .links = links};
  return aco_converged(&c, n, iteration);
}

/* After every 100th iteration, when the last 250 found nothing, and hardly more than two candidates a city have trails. */
static void resets(void) {
  CU_ASSERT(reset(299, 48, 200, 100) && !reset(299, 49, 200, 100) && !reset(299, 50, 200, 100));
  CU_ASSERT(!reset(298, 0, 200, 100) && !reset(300, 0, 200, 100) && reset(399, 148, 0, 100));
  CU_ASSERT(!reset(299, 0, 201, 100) && reset(299, 0, 100001, 50000) && !reset(299, 0, 99999, 49999));
}

/* How often the best tour leaves trails: seldom after a reset, then more and more. */
static void periods(void) {
  static const uint32_t since[] = {0, 24, 25, 74, 75, 124, 125, 249, 250, 1000},
                        period[] = {25, 25, 5, 5, 3, 3, 2, 2, 1, 1};
  const AcoRules searching = {.search = 1}, none = {.search = 0};
  for (int k = 0; k < 10; k++) {
    CU_ASSERT_EQUAL(aco_period(&searching, since[k]), period[k]);
    CU_ASSERT_EQUAL(aco_period(&none, since[k]), 25);
  }
}

/* Whose tour leaves trails in that iteration, 300 after a reset. */
static uint32_t depositor(int64_t found, uint32_t iteration) {
  const AcoRules rules = {.search = 1, .evaporation = 1 << 14, .deposits = 1};
  AcoColony c = {
      .unit = 900, .best = 1000, .source = 1010, .found = found, .reset = (int64_t)iteration - 300};
  AcoUpdate update = {.which = ACO_OF_ITERATION};
  aco_decide_max_min(&rules, &c, 100, 1020, iteration, &update);
  return update.which;
}

static void the_best_takes_turns(void) {
  CU_ASSERT_EQUAL(depositor(400 - 51, 400), ACO_OF_BEST);
  CU_ASSERT_EQUAL(depositor(400 - 50, 400), ACO_OF_SOURCE);
  CU_ASSERT_EQUAL(depositor(400 - 49, 400), ACO_OF_SOURCE);
}

/* ---- plans ---- */

static Plan completed(int32_t n, AcoPlan own, bool timed, Status expected) {
  const Instance inst = {.problem = &problem_tsp, .n = n};
  Plan plan = aco_plan_make((Plan){.time_s = timed}, own);
  status_clear();
  CU_ASSERT_EQUAL(solver_aco.complete(&inst, backend_find("cpu"), &plan), expected);
  status_clear();
  return plan;
}

static void defaults(void) {
  const AcoPlan none = {.search = ACO_SEARCH_NONE}, two_opt = {.search = ACO_SEARCH_TWO_OPT},
                rank = {.variant = ACO_RANK}, ils = {.search = ACO_SEARCH_ILS, .variant = ACO_FOCUSED};
  const Plan whole = completed(1002, none, false, OK), open = completed(100, two_opt, true, OK),
             large = completed(5001, two_opt, false, OK), ranks = completed(300, rank, false, OK);
  const AcoPlan a = *aco_plan(&whole), b = *aco_plan(&open), c = *aco_plan(&large), d = *aco_plan(&ranks);
  CU_ASSERT(a.variant == ACO_MMAS && a.ants == 1002 && a.rho == 0.02 && a.beta == 2 && whole.epoch == 100);
  CU_ASSERT(solver_aco.epochs(&whole) == 10 && whole.islands == 8);
  CU_ASSERT(b.ants == 32 && b.rho == 0.2 && open.epoch == 1000 && open.islands == 1);
  CU_ASSERT(solver_aco.epochs(&open) == EPOCHS_OPEN && solver_aco.budget(&open) == 0);
  CU_ASSERT(c.variant == ACO_FOCUSED && c.ants == 320 && c.beta == 1 && c.rho == 0.5);
  CU_ASSERT(d.ants == 300 && d.beta == 5 && d.rho == 0.1);
  completed(7, (AcoPlan){.variant = ACO_FOCUSED}, false, ERR_USAGE);
  completed(6000, ils, false, ERR_USAGE);
  completed(65537, rank, false, ERR_USAGE);
  completed(65536, rank, false, OK);
}

/* What a sweep expects: a run's moves are all of its work, and the first ones the greater part. */
static void work(void) {
  const Instance inst = {.problem = &problem_tsp, .n = 200};
  const Plan plan = completed(200, (AcoPlan){.search = ACO_SEARCH_TWO_OPT}, false, OK);
  const uint64_t moves = (uint64_t)aco_plan(&plan)->iterations * plan.islands * aco_plan(&plan)->ants;
  const double all = solver_aco.work_all(&inst, &plan);
  CU_ASSERT_DOUBLE_EQUAL(solver_aco.work_done(&inst, &plan, &(Progress){.moves = moves}), all, 1e-9 * all);
  const double early = solver_aco.work_done(&inst, &plan, &(Progress){.moves = moves / 100});
  CU_ASSERT(early > 0.04 * all && early < 0.1 * all);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(parts_cpu), TEST(parts_cuda), TEST(ties_of_migrants),
                                      TEST(resets),    TEST(periods),    TEST(the_best_takes_turns),
                                      TEST(defaults),  TEST(work),       {NULL, NULL}};
  return harness_run("aco_solver", tests);
}
