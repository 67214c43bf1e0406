/* Searchers on the CPU against the oracle (tests/oracle/oracle_tabu.c), step by step, from random tours and from a champion on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/forbidding.h"
#include "fixtures/harness.h"
#include "oracle/oracle_tabu.h"

enum { ISLAND = 1, SEARCHERS = 2, STEPS = 120 };
static Backend be;
static int64_t restarts; /* of all cases */

static OracleTabu *oracle_begin(const Instance *inst, const Plan *plan, uint32_t searcher) {
  OracleTabu *o = calloc(1, sizeof *o);
  const TabuPlan *p = tabu_plan(plan);
  o->inst = inst;
  o->seed = plan->seed;
  o->island = ISLAND;
  o->searcher = searcher;
  o->swap = p->move == MOVE_SWAP;
  o->tenure = p->tenure;
  o->patience = (int64_t)p->patience;
  o->spread = (p->tenure + 9) / 10;
  o->cost = o->best_cost = INT64_MAX;
  o->tour = calloc((size_t)inst->n, sizeof *o->tour);
  o->best = calloc((size_t)inst->n, sizeof *o->best);
  return o;
}

static void oracle_end(OracleTabu *o) {
  free(o->tour);
  free(o->best);
  free(o);
}

static bool agree(const FieldSet *fields, const OracleTabu *o, uint32_t searcher) {
  const TabuWalk *w = (const TabuWalk *)islands_field(fields, "walk") + searcher;
  const int32_t *tour = islands_field(fields, "tour"), *best = islands_field(fields, "best_tour");
  const size_t n = (size_t)o->inst->n, bytes = n * sizeof(int32_t);
  return w->cost == o->cost && w->best == o->best_cost && w->step == o->step && w->since == o->since &&
         w->restarts == o->restarts && memcmp(tour + searcher * n, o->tour, bytes) == 0 &&
         memcmp(best + searcher * n, o->best, bytes) == 0;
}

static void champion_take(Archipelago *a, int32_t *champion, size_t n) {
  FieldSet fields = islands_saved(&solver_tabu, a);
  memcpy(champion, islands_field(&fields, "champion_gene"), n * sizeof *champion);
  fieldset_free(&fields);
}

/* Epochs of 50 steps; the second begins with a champion. */
static void check_case(const Instance *inst, int kind) {
  const Plan plan = forbidding_plan(inst, kind, 3, SEARCHERS, STEPS);
  Archipelago *a = islands_part(&solver_tabu, inst, &be, &plan, (Span){ISLAND, 1});
  OracleTabu *o[SEARCHERS];
  bool same = true;
  int32_t *champion = malloc((size_t)inst->n * sizeof *champion); /* of the epoch's beginning */
  for (uint32_t s = 0; s < SEARCHERS; s++) o[s] = oracle_begin(inst, &plan, s);
  for (uint32_t k = 0; k < STEPS && same; k++) {
    Progress progress;
    if (k && k % plan.epoch == 0) islands_next(&solver_tabu, &a, 1, k / plan.epoch);
    if (k % plan.epoch == 0) champion_take(a, champion, (size_t)inst->n);
    CU_ASSERT_EQUAL_FATAL(solver_tabu.advance(a, 1, &progress), OK);
    FieldSet fields = islands_saved(&solver_tabu, a);
    for (uint32_t s = 0; s < SEARCHERS && same; s++) {
      o[s]->champion = k < plan.epoch ? NULL : champion;
      oracle_tabu_step(o[s]);
      same = agree(&fields, o[s], s);
    }
    fieldset_free(&fields);
    if (!same) printf("# %s, %d cities: step %u\n", forbidding_name(kind), inst->n, k);
  }
  CU_ASSERT(same);
  for (uint32_t s = 0; s < SEARCHERS; s++) {
    restarts += o[s]->restarts;
    oracle_end(o[s]);
  }
  solver_tabu.destroy(a);
  free(champion);
}

static void oracle(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (int c = 0; c < FORBIDDING_CASES; c++) {
    Instance *inst = forbidding_case(c);
    for (int kind = 0; kind < FORBIDDING_KINDS; kind++) check_case(inst, kind);
    instance_free(inst);
  }
  CU_ASSERT(restarts > 100);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(oracle), {NULL, NULL}};
  return harness_run("tabu", tests);
}
