/* The solvers of src/solver/list_heuristics: their answers against the judge and the heuristics, their state, one island. */
#include <string.h>
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "problem/matching/etc.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"
#include "solver.h"

enum { TASKS = 40, MACHINES = 6 };
static const char *const names[] = {"fcfs", "min-min", "max-min", "sufferage"}; /* as match_heuristics */

typedef struct Solved {
  Instance *inst;
  Backend be;
  Plan plan;
  const Solver *solver;
  Archipelago *islands;
  Progress progress;
  int32_t gene[TASKS];
  Individual best;
} Solved;

static Instance *instance_make(void) {
  Instance *inst = NULL;
  const EtcPlan how = {.tasks = TASKS, .machines = MACHINES, .seed = 7};
  CU_ASSERT_EQUAL_FATAL(etc_generators[0].make(&how, &inst), OK);
  return inst;
}

static void solve(Solved *s, const char *name, Span span) {
  *s = (Solved){.inst = instance_make(), .be = {.ops = &backend_cpu}, .solver = solver_named(name)};
  CU_ASSERT_FATAL(s->solver && s->be.ops->open(&s->be, 0, 1) == OK);
  CU_ASSERT_EQUAL(s->solver->complete(s->inst, s->be.ops, &s->plan), OK);
  CU_ASSERT(s->plan.islands == 1 && s->solver->budget(&s->plan) == 1 && s->solver->epochs(&s->plan) == 1);
  CU_ASSERT_EQUAL_FATAL(s->solver->create(s->inst, &s->be, &s->plan, span, &s->islands), OK);
  CU_ASSERT(s->solver->best(s->islands, true, &s->best) == OK &&
            s->best.cost == COST_NONE); /* its time is the epoch's */
  CU_ASSERT_EQUAL(s->solver->begin(s->islands, 0), OK);
  CU_ASSERT_EQUAL(s->solver->advance(s->islands, 1, &s->progress), OK);
  s->best.gene = s->gene;
  CU_ASSERT_EQUAL(s->solver->best(s->islands, false, &s->best), OK);
}

static void solved_free(Solved *s) {
  s->solver->destroy(s->islands);
  s->be.ops->close(&s->be);
  instance_free(s->inst);
}

/* The answer of each heuristic, judged; "lists" has the best of the four. */
static void answers_are_the_heuristics(void) {
  int64_t least = COST_NONE, cost;
  Solved s;
  for (int h = 0; h < 4; h++) {
    int32_t expected[TASKS];
    solve(&s, names[h], (Span){0, 1});
    CU_ASSERT(s.progress.epoch_done && s.progress.finished == 1 && s.progress.moves == TASKS * MACHINES);
    CU_ASSERT(judge_solution(s.inst, s.gene, &cost) == OK && cost == s.best.cost && cost == s.progress.best);
    CU_ASSERT_EQUAL(match_heuristics[h].assign(s.inst, expected), OK);
    CU_ASSERT(memcmp(expected, s.gene, sizeof expected) == 0 && s.best.length == TASKS);
    if (cost < least) least = cost;
    solved_free(&s);
  }
  solve(&s, "lists", (Span){0, 1});
  CU_ASSERT(s.best.cost == least && judge_solution(s.inst, s.gene, &cost) == OK && cost == least);
  solved_free(&s);
}

/* The state says what create finds again; another answer is refused. */
static void state_is_compared(void) {
  Solved s, again;
  FieldSet fields = {0};
  solve(&s, "sufferage", (Span){0, 1});
  solve(&again, "sufferage", (Span){0, 1});
  CU_ASSERT_EQUAL(s.solver->save(s.islands, &fields), OK);
  CU_ASSERT_EQUAL(again.solver->load(again.islands, 0, &fields), OK);
  ((int64_t *)fields.field[0].data)[0]--;
  CU_ASSERT_EQUAL(again.solver->load(again.islands, 0, &fields), ERR_FORMAT);
  fieldset_free(&fields);
  solved_free(&s);
  solved_free(&again);
}

/* A rank without the island has no answer, and nothing migrates. */
static void one_island(void) {
  Solved s;
  Description how;
  solve(&s, "lists", (Span){1, 0});
  CU_ASSERT(s.best.cost == COST_NONE && s.progress.finished == 0 && s.progress.best == COST_NONE);
  CU_ASSERT(s.solver->migrant_bytes(s.islands) == 0 && s.solver->emigrate(s.islands, NULL) == OK &&
            s.solver->immigrate(s.islands, NULL) == OK);
  CU_ASSERT(s.solver->describe(s.islands, &how) == OK && strstr(how.shape, "list heuristic"));
  CU_ASSERT_EQUAL(s.solver->work_all(s.inst, &s.plan), TASKS * MACHINES);
  solved_free(&s);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(answers_are_the_heuristics), TEST(state_is_compared), TEST(one_island), {NULL, NULL}};
  return harness_run("lists", tests);
}
