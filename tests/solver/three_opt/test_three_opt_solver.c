/* The solver "3opt" (src/solver/three_opt/three_opt.c): slices, states that are saved and loaded, states that are refused, the end of a
 * descent. Memory: test_three_opt_needs.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/descending.h"
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "halt.h"
#include "problem/judge.h"
#include "search/routes/giant_tour.h"
#include "solver/three_opt/three_opt_move.h"
#include "solver/three_opt/three_opt_plan.h"

static const RoutePlan sizes[] = {
    {"hundred", ROUTES_PLANE, 110, 12, 20, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0},
    {"hundred, durations", ROUTES_PLANE, 100, 10, 30, 30, 5, 0, FLEET_FREE, 0, 0},
    {"hundred, a fleet", ROUTES_LATTICE, 90, 20, 60, ROUTES_UNLIMITED, 0, 0, FLEET_AT_MOST, 5, 0},
    {.name = NULL}};
static const RoutePlan small = {"small", ROUTES_PLANE, 24, 6, 30, 40, 3, 0, FLEET_FREE, 0, 0};

/* ---- a run ---- */

typedef struct Answer {
  int64_t cost;
  int32_t gene[256];
  uint64_t made, evaluated; /* since the island that shows it was made */
} Answer;

typedef struct Run {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Archipelago *a;
  uint32_t epoch;
  Progress progress;
} Run;

static Run run_open(const Instance *inst, Backend *be, const Plan *plan) {
  return (Run){inst, be, plan, island_make(inst, be, plan), 0, {.epoch_done = false}};
}

/* After a slice: false if the run is over. */
static bool run_goes_on(Run *run) {
  if (!run->progress.epoch_done) return true;
  run->progress.epoch_done = false;
  run->epoch++;
  if (run->epoch == solver_three_opt.epochs(run->plan)) return false;
  CU_ASSERT_EQUAL(solver_three_opt.begin(run->a, run->epoch), OK);
  return !solver_three_opt.pacing->over(run->a);
}

static bool run_slice(Run *run, uint32_t steps) {
  CU_ASSERT_EQUAL_FATAL(solver_three_opt.advance(run->a, steps, &run->progress), OK);
  return run_goes_on(run);
}

static Answer run_answer(const Run *run) {
  Answer answer = {.made = run->progress.finished, .evaluated = run->progress.moves};
  Individual best = {.gene = answer.gene};
  int64_t cost;
  CU_ASSERT_EQUAL(solver_three_opt.best(run->a, false, &best), OK);
  CU_ASSERT(judge_solution(run->inst, answer.gene, &cost) == OK && cost == best.cost);
  CU_ASSERT_EQUAL(run->progress.best, best.cost);
  answer.cost = best.cost;
  return answer;
}

/* To the end, in slices of these lengths in turn. */
static Answer run_whole(const Instance *inst, Backend *be, const Plan *plan, const uint32_t *steps,
                        int count) {
  Run run = run_open(inst, be, plan);
  for (int k = 0; run_slice(&run, steps[k % count]); k++) {
  }
  const Answer answer = run_answer(&run);
  solver_three_opt.destroy(run.a);
  return answer;
}

static void check_same(const Answer *one, const Answer *two, int32_t customers) {
  CU_ASSERT(one->cost == two->cost && one->made == two->made);
  CU_ASSERT_EQUAL(memcmp(one->gene, two->gene, sizeof *one->gene * (size_t)customers), 0);
}

/* Saved and loaded after every slice. */
static Answer run_in_legs(const Instance *inst, Backend *be, const Plan *plan, uint32_t steps) {
  Run run = run_open(inst, be, plan);
  while (run_slice(&run, steps)) {
    FieldSet fields = {0};
    CU_ASSERT_EQUAL(solver_three_opt.save(run.a, &fields), OK);
    solver_three_opt.destroy(run.a);
    run.a = island_make(inst, be, plan);
    CU_ASSERT_EQUAL_FATAL(solver_three_opt.load(run.a, run.epoch, &fields), OK);
    fieldset_free(&fields);
  }
  const Answer answer = run_answer(&run);
  solver_three_opt.destroy(run.a);
  return answer;
}

/* ---- one answer ---- */

static void check_plan(const Instance *inst, Backend *be, ThreeOptPlan own, uint32_t epoch) {
  static const uint32_t whole[] = {UINT32_MAX}, single[] = {1}, mixed[] = {3, 1, 7, 2, 100};
  const Plan plan = plan_of(inst, be, own, epoch);
  const Answer want = run_whole(inst, be, &plan, whole, 1), one = run_whole(inst, be, &plan, single, 1),
               two = run_whole(inst, be, &plan, mixed, 5);
  check_same(&want, &one, inst->n);
  check_same(&want, &two, inst->n);
  CU_ASSERT(want.evaluated == one.evaluated && want.evaluated == two.evaluated);
  for (uint32_t steps = 1; steps < 20; steps += 6) {
    const Answer legs = run_in_legs(inst, be, &plan, steps);
    check_same(&want, &legs, inst->n);
  }
}

static void slices_and_legs(void) {
  Backend be = backend_here();
  for (const RoutePlan *size = sizes; size->name; size++) {
    RouteCase one = route_case_make(size, 2);
    for (ThreeOptSelection selection = SELECT_BEST; selection <= SELECT_DISJOINT; selection++)
      for (ThreeOptStart start = START_SAVINGS; start <= START_STAR; start++) {
        if (start == START_STAR && size->fleet != FLEET_FREE) continue;
        const ThreeOptPlan own = {.start = start, .evaluator = THREE_OPT_PACKED, .selection = selection};
        check_plan(one.inst, &be, own, 0);
        check_plan(one.inst, &be, own, 5); /* many epochs */
      }
    route_case_free(&one);
  }
  be.ops->close(&be);
}

static void evaluators_agree(void) {
  static const uint32_t whole[] = {UINT32_MAX};
  Backend be = backend_here();
  for (const RoutePlan *size = sizes; size->name; size++) {
    RouteCase one = route_case_make(size, 3);
    Answer answer[THREE_OPT_EVALUATORS];
    for (ThreeOptEvaluator e = 0; e < THREE_OPT_EVALUATORS; e++) {
      const Plan plan =
          plan_of(one.inst, &be, (ThreeOptPlan){.evaluator = e, .selection = SELECT_BEST, .moves = 12}, 0);
      answer[e] = run_whole(one.inst, &be, &plan, whole, 1);
      check_same(&answer[e], &answer[0], one.inst->n);
      CU_ASSERT_EQUAL(answer[e].evaluated, answer[0].evaluated);
    }
    route_case_free(&one);
  }
  be.ops->close(&be);
}

/* ---- the end ---- */

static void moves_end_it(void) {
  static const uint32_t whole[] = {UINT32_MAX};
  Backend be = backend_here();
  RouteCase one = route_case_make(&sizes[0], 2);
  for (ThreeOptSelection selection = SELECT_BEST; selection <= SELECT_DISJOINT; selection++)
    for (uint64_t moves = 1; moves < 12; moves += 5)
      for (uint32_t epoch = 0; epoch < 8; epoch += 4) {
        const ThreeOptPlan own = {.start = START_STAR, .selection = selection, .moves = moves};
        const Plan plan = plan_of(one.inst, &be, own, epoch);
        const Answer answer = run_whole(one.inst, &be, &plan, whole, 1);
        CU_ASSERT_EQUAL(answer.made, moves);
        check_plan(one.inst, &be, own, epoch);
      }
  route_case_free(&one);
  be.ops->close(&be);
}

/* The oracle finds no move that improves the end of a descent. */
static void ends_are_optima(void) {
  static const uint32_t whole[] = {UINT32_MAX};
  Backend be = backend_here();
  for (uint64_t seed = 0; seed < 6; seed++) {
    RouteCase one = route_case_make(&small, seed);
    for (ThreeOptSelection selection = SELECT_BEST; selection <= SELECT_DISJOINT; selection++) {
      const ThreeOptPlan own = {.start = seed % 2 ? START_STAR : START_SAVINGS, .selection = selection};
      const Plan plan = plan_of(one.inst, &be, own, 0);
      const Answer answer = run_whole(one.inst, &be, &plan, whole, 1);
      const int32_t n = giant_tour_of(one.inst, answer.gene, one.tour);
      CU_ASSERT_EQUAL(oracle_giant_cost(one.inst, one.tour, n), answer.cost);
      CU_ASSERT(oracle_giant_feasible(one.inst, one.tour, n));
      CU_ASSERT_EQUAL(oracle_three_opt(one.inst, one.tour, n, NULL).improving, 0);
    }
    route_case_free(&one);
  }
  be.ops->close(&be);
}

static void one_customer(void) {
  static const uint32_t single[] = {1};
  const RoutePlan plan = {"one", ROUTES_PLANE, 1, 1, 0, ROUTES_UNLIMITED, 0, 0, FLEET_EXACTLY, 0, 0};
  Backend be = backend_here();
  RouteCase one = route_case_make(&plan, 1);
  for (ThreeOptEvaluator e = 0; e < THREE_OPT_EVALUATORS; e++) {
    const Plan made = plan_of(one.inst, &be, (ThreeOptPlan){.evaluator = e}, 0);
    const Answer answer = run_whole(one.inst, &be, &made, single, 1);
    CU_ASSERT(answer.cost == 2 * oracle_route_distance(one.inst, 0, 1) && answer.made == 0);
    CU_ASSERT_EQUAL(answer.evaluated, 0);
  }
  route_case_free(&one);
  be.ops->close(&be);
}

/* Told to halt in a scan: the island stays where it is, and goes on from there. */
static void scans_are_given_up(void) {
  static const uint32_t whole[] = {UINT32_MAX};
  Backend be = backend_here();
  RouteCase one = route_case_make(&sizes[0], 2);
  for (ThreeOptEvaluator e = 0; e < THREE_OPT_EVALUATORS; e++)
    for (ThreeOptSelection selection = SELECT_BEST; selection <= SELECT_DISJOINT; selection++) {
      if (e == THREE_OPT_HIERARCHY && selection == SELECT_DISJOINT) continue;
      const Plan plan = plan_of(one.inst, &be, (ThreeOptPlan){.evaluator = e, .selection = selection}, 0);
      const Answer want = run_whole(one.inst, &be, &plan, whole, 1);
      Run run = run_open(one.inst, &be, &plan);
      CU_ASSERT(run_slice(&run, 2));
      const Answer before = run_answer(&run);
      halt_watch(NULL, 0);
      CU_ASSERT(run_slice(&run, 5) && halt_requested() && run.progress.finished == before.made);
      halt_rest();
      const Answer stopped = run_answer(&run);
      check_same(&before, &stopped, one.inst->n);
      while (run_slice(&run, 3)) {
      }
      const Answer found = run_answer(&run);
      check_same(&want, &found, one.inst->n);
      solver_three_opt.destroy(run.a);
    }
  route_case_free(&one);
  be.ops->close(&be);
}

/* From a local optimum that is given: no move is made. */
static void initial(void) {
  Backend be = backend_here();
  RouteCase one = route_case_make(&sizes[0], 2);
  const Plan star = plan_of(one.inst, &be, (ThreeOptPlan){.start = START_STAR}, 1 << 20),
             plan = plan_of(one.inst, &be, (ThreeOptPlan){.start = START_SAVINGS}, 1 << 20);
  Run run = run_open(one.inst, &be, &star);
  while (run_slice(&run, 1 << 20)) {
  }
  const Answer want = run_answer(&run);
  Progress progress;
  Archipelago *a = NULL;
  CU_ASSERT_EQUAL_FATAL(solver_three_opt.create(one.inst, &be, &plan, one_island, &a), OK);
  CU_ASSERT_EQUAL_FATAL(solver_three_opt.start(a, want.gene), OK);
  CU_ASSERT_EQUAL(solver_three_opt.advance(a, 1 << 20, &progress), OK);
  CU_ASSERT(progress.epoch_done && progress.finished == 0 && progress.best == want.cost);
  solver_three_opt.destroy(a);
  solver_three_opt.destroy(run.a);
  route_case_free(&one);
  be.ops->close(&be);
}

/* ---- states that are no states ---- */

static void *data_of(FieldSet *fields, const char *name) {
  for (int k = 0; k < fields->count; k++)
    if (strcmp(fields->field[k].name, name) == 0) return fields->field[k].data;
  CU_FAIL_FATAL("no such field");
  return NULL;
}

static void check_refused(const Run *run, FieldSet *fields, const char *says) {
  Archipelago *fresh = island_make(run->inst, run->be, run->plan);
  CU_ASSERT_EQUAL(solver_three_opt.load(fresh, 0, fields), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), says));
  status_clear();
  solver_three_opt.destroy(fresh);
}

static void altered_are_refused(void) {
  Backend be = backend_here();
  RouteCase one = route_case_make(&sizes[0], 2);
  const Plan plan = plan_of(one.inst, &be, (ThreeOptPlan){.start = START_STAR, .moves = 40}, 16);
  Run run = run_open(one.inst, &be, &plan);
  FieldSet fields = {0};
  CU_ASSERT(run_slice(&run, 9));
  CU_ASSERT_EQUAL_FATAL(solver_three_opt.save(run.a, &fields), OK);
  uint64_t *made = data_of(&fields, "moves_made"), *optimum = data_of(&fields, "local_optimum");
  int64_t *cost = data_of(&fields, "champion_cost");
  int32_t *gene = data_of(&fields, "champion_gene");
  CU_ASSERT(*made == 9 && *optimum == 0);
  *made = 17;
  check_refused(&run, &fields, "field moves_made: expected at most 16, found 17");
  *made = UINT64_MAX;
  check_refused(&run, &fields, "field moves_made: expected at most 16");
  *made = 9;
  *optimum = 2;
  check_refused(&run, &fields, "field local_optimum: expected at most 1, found 2");
  *optimum = 0;
  *cost += 1;
  check_refused(&run, &fields, "champion_gene");
  *cost -= 1;
  const int64_t kept = *cost;
  *cost = COST_NONE;
  check_refused(&run, &fields, "field champion_cost: expected a solution, found none");
  *cost = kept;
  gene[0] = gene[1];
  check_refused(&run, &fields, "champion_gene");
  fieldset_free(&fields);
  solver_three_opt.destroy(run.a);
  route_case_free(&one);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(slices_and_legs), TEST(evaluators_agree),    TEST(moves_end_it),
      TEST(ends_are_optima), TEST(one_customer),        TEST(scans_are_given_up),
      TEST(initial),         TEST(altered_are_refused), {NULL, NULL}};
  return harness_run("three_opt_solver", tests);
}
