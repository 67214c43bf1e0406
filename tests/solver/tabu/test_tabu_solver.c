/* The solver layer of tabu search (src/solver/tabu), on every backend: champions are judged, answers do not depend on slices and parts of the
 * ring, states are saved and loaded on other parts; defaults. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/forbidding.h"
#include "fixtures/harness.h"

enum { ISLANDS = 3, PARTS = 2, STEPS = 130 };
static const Span spans[PARTS] = {{0, 2}, {2, 1}};

/* A whole ring in whole epochs, and its parts in slices; the parts are loaded anew within epoch 1. */
static void check_parts(const Instance *inst, Backend *be, int kind) {
  const Plan plan = forbidding_plan(inst, kind, ISLANDS, 3, STEPS);
  Archipelago *whole = islands_part(&solver_tabu, inst, be, &plan, (Span){0, ISLANDS}), *part[PARTS];
  int64_t before[ISLANDS] = {COST_NONE, COST_NONE, COST_NONE};
  for (int i = 0; i < PARTS; i++) part[i] = islands_part(&solver_tabu, inst, be, &plan, spans[i]);
  for (uint32_t epoch = 0; epoch < solver_tabu.epochs(&plan); epoch++) {
    if (epoch) {
      islands_next(&solver_tabu, &whole, 1, epoch);
      islands_next(&solver_tabu, part, PARTS, epoch);
    }
    for (int i = 0; i < PARTS; i++) {
      Progress progress;
      CU_ASSERT_EQUAL_FATAL(solver_tabu.advance(part[i], 17, &progress), OK);
      FieldSet fields = islands_saved(&solver_tabu, part[i]);
      if (epoch == 1) {
        solver_tabu.destroy(part[i]);
        part[i] = islands_part(&solver_tabu, inst, be, &plan, spans[i]);
      }
      if (epoch == 1) CU_ASSERT_EQUAL(solver_tabu.load(part[i], epoch, &fields), OK);
      fieldset_free(&fields);
      islands_epoch(&solver_tabu, part[i], 7 + epoch);
    }
    const Progress progress = islands_epoch(&solver_tabu, whole, 100);
    CU_ASSERT_EQUAL(progress.finished, (uint64_t)ISLANDS * (epoch < 2 ? 50 * epoch + 50 : STEPS));
    CU_ASSERT_EQUAL(progress.moves, progress.finished * 3 * climb_moves(tabu_plan(&plan)->move, inst->n));
    for (int i = 0; i < PARTS; i++)
      CU_ASSERT(islands_same(&solver_tabu, whole, part[i], spans[i].first, forbidding_name(kind)));
    islands_champions(&solver_tabu, whole, inst, (Span){0, ISLANDS}, before);
  }
  CU_ASSERT_EQUAL(solver_tabu.budget(&plan), STEPS * ISLANDS);
  for (int i = 0; i < PARTS; i++) solver_tabu.destroy(part[i]);
  solver_tabu.destroy(whole);
}

static void parts(const char *backend) {
  Backend be;
  if (!climbing_device(&be, backend)) return;
  for (int c = 0; c < FORBIDDING_CASES; c++) {
    Instance *inst = forbidding_case(c);
    for (int kind = 0; kind < FORBIDDING_KINDS; kind++) check_parts(inst, &be, kind);
    instance_free(inst);
  }
  be.ops->close(&be);
}
static void parts_cpu(void) { parts("cpu"); }
static void parts_cuda(void) { parts("cuda"); }

/* It finds the optimum of small instances, which a climb from a random tour does not always. */
static void optima(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (uint64_t seed = 0; seed < 3; seed++) {
    Instance *inst = climbing_instance(METRIC_EUC_2D, 30, 1000, 0, seed);
    Plan plan = forbidding_plan(inst, 0, 2, 2, 1500), climb = {.seed = 1, .islands = 1, .epoch = 2000};
    climb = climb_plan_make(climb, (ClimbPlan){.climbers = 2000});
    Archipelago *a = islands_part(&solver_tabu, inst, &be, &plan, (Span){0, 2}), *c = NULL;
    CU_ASSERT_EQUAL_FATAL(climbing_run(inst, &be, &climb, 1000, &c), OK);
    int32_t gene[30];
    Individual found = {.gene = gene}, wanted = {.gene = gene};
    for (uint32_t epoch = 0; epoch < solver_tabu.epochs(&plan); epoch++) {
      if (epoch) islands_next(&solver_tabu, &a, 1, epoch);
      islands_epoch(&solver_tabu, a, 100);
    }
    CU_ASSERT_EQUAL(solver_tabu.best(a, true, &found), OK);
    CU_ASSERT_EQUAL(solver_climb.best(c, true, &wanted), OK);
    CU_ASSERT_EQUAL(found.cost, wanted.cost);
    solver_tabu.destroy(a);
    solver_climb.destroy(c);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* ---- plans ---- */

static Plan completed(int32_t n, TabuPlan own, bool timed, Status expected) {
  const TspInstance inst = {.head = {.problem = &problem_tsp, .n = n}, .from = -1, .to = -1};
  Plan plan = tabu_plan_make((Plan){.time_s = timed, .islands = own.searchers > 60000 ? 60000 : 0}, own);
  status_clear();
  CU_ASSERT_EQUAL(solver_tabu.complete(&inst.head, backend_find("cpu"), &plan), expected);
  status_clear();
  return plan;
}

static void defaults(void) {
  const TabuPlan none = {0}, swap = {.move = MOVE_SWAP, .tenure = 1, .steps = 70, .patience = 3},
                 many = {.searchers = 65536};
  const Plan whole = completed(1002, none, false, OK), open = completed(14, none, true, OK),
             given = completed(300, swap, true, OK);
  const TabuPlan a = *tabu_plan(&whole), b = *tabu_plan(&open), c = *tabu_plan(&given);
  CU_ASSERT(a.tenure == 5 && a.patience == 40 && a.searchers == 2 && a.steps == 10000);
  CU_ASSERT(whole.epoch == 1000 && whole.islands == 8 && solver_tabu.epochs(&whole) == 10);
  CU_ASSERT(b.tenure == 3 && solver_tabu.epochs(&open) == EPOCHS_OPEN && solver_tabu.budget(&open) == 0);
  CU_ASSERT(c.patience == 3 && solver_tabu.epochs(&given) == 1 &&
            strcmp(solver_tabu.variant(&given), "swap") == 0);
  const TabuRules one = tabu_rules(&given), five = tabu_rules(&whole);
  CU_ASSERT(one.tenure == 1 && one.spread == 0 && one.window == 1 && one.edges == 4);
  CU_ASSERT(five.spread == 1 && five.window == 6 && five.edges == 2);
  completed(100, many, false, ERR_USAGE);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(parts_cpu), TEST(parts_cuda), TEST(optima), TEST(defaults), {NULL, NULL}};
  return harness_run("tabu_solver", tests);
}
