/* Ants on the CPU against the oracle (tests/oracle/oracle_aco.c), iteration by iteration: trails on candidates, numbers and tours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/foraging.h"
#include "fixtures/harness.h"
#include "oracle/oracle_aco.h"

enum { ISLAND = 1 };
static Backend be;
static int64_t last_reset; /* of the last case */

static OracleAco oracle_begin(const Archipelago *a) {
  const AcoPlan *p = aco_plan(a->plan);
  const size_t n = (size_t)a->inst->n, trails = n * (size_t)a->problem.width;
  OracleAco o = {.inst = a->inst,
                 .order = a->order,
                 .width = a->problem.width,
                 .list = a->problem.list,
                 .seed = a->plan->seed,
                 .island = ISLAND,
                 .ants = p->ants,
                 .alpha = p->alpha,
                 .elite = p->variant == ACO_RANK ? p->elite : 0,
                 .changes = p->changes,
                 .beta = p->beta,
                 .evaporation = a->rules.evaporation,
                 .share = a->rules.least,
                 .focused = p->variant == ACO_FOCUSED,
                 .search = p->search != ACO_SEARCH_NONE,
                 .unit = a->colony[0].unit,
                 .best_cost = a->colony[0].best,
                 .source_cost = a->colony[0].source};
  o.trail = malloc((trails + 1) * sizeof *o.trail);
  o.best = malloc(n * sizeof *o.best);
  o.source = malloc(n * sizeof *o.source);
  for (size_t k = 0; k < trails; k++) o.trail[k] = 1u << 28;
  memcpy(o.best, a->state.best, n * sizeof *o.best);
  memcpy(o.source, a->state.source, n * sizeof *o.source);
  return o;
}

static void oracle_end(OracleAco *o) {
  free(o->trail);
  free(o->best);
  free(o->source);
}

/* The same cities in the same order, from whichever on. */
static bool tours_same(const int32_t *a, const int32_t *b, int32_t n) {
  int32_t from = 0;
  while (from < n && b[from] != a[0]) from++;
  for (int32_t p = 0; p < n; p++)
    if (from == n || a[p] != b[(from + p) % n]) return false;
  return true;
}

static bool agree(const Archipelago *a, const OracleAco *o) {
  const AcoColony *c = a->state.colony;
  const int32_t n = a->inst->n;
  if (memcmp(a->state.trail, o->trail, aco_trails(a->inst, a->plan) * sizeof *o->trail) != 0) return false;
  if (c->best != o->best_cost || c->source != o->source_cost || c->reset != o->reset ||
      c->found != o->found || c->links != o->links)
    return false;
  return tours_same(a->state.best, o->best, n) &&
         (c->source == COST_NONE || tours_same(a->state.source, o->source, n));
}

static void check_case(const Instance *inst, int kind, uint32_t ants, uint32_t iterations) {
  Plan plan = foraging_plan(inst, kind, 3, ants, iterations);
  plan.epoch = iterations;
  Archipelago *a = islands_part(&solver_aco, inst, &be, &plan, (Span){ISLAND, 1});
  OracleAco o = oracle_begin(a);
  bool same = true;
  for (uint32_t k = 0; k < iterations && same; k++) {
    Progress progress;
    CU_ASSERT_EQUAL_FATAL(solver_aco.advance(a, 1, &progress), OK);
    oracle_aco_iterate(&o, k);
    same = agree(a, &o);
    if (!same) printf("# %s, %d cities: iteration %u\n", foraging_name(kind), inst->n, k);
  }
  CU_ASSERT(same);
  last_reset = o.reset;
  oracle_end(&o);
  solver_aco.destroy(a);
}

static void oracle(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (int c = 0; c < FORAGING_CASES; c++) {
    Instance *inst = foraging_case(c);
    for (int kind = 0; kind < FORAGING_ALL; kind++)
      if (kind != FORAGING_DESCENT) check_case(inst, kind, kind == 8 ? 60 : 1 + (uint32_t)(c + kind) % 5, 3);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* Long enough that trails converge, are reset, and the best tour takes turns. */
static void long_runs(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 12, 1000, 0, 5);
  int64_t resets = 0;
  for (int kind = 0; kind < FORAGING_ALL; kind++)
    if (kind != FORAGING_DESCENT) {
      check_case(inst, kind, 2, 620);
      resets += last_reset > 0;
    }
  CU_ASSERT(resets > 0);
  instance_free(inst);
  be.ops->close(&be);
}

/* Ants that make more pieces of the source than they have room for. */
static void pieces(void) {
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 600, 1000, 0, 6);
  for (int kind = 5; kind < 7; kind++) check_case(inst, kind, 6, 2);
  instance_free(inst);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(oracle), TEST(long_runs), TEST(pieces), {NULL, NULL}};
  return harness_run("aco", tests);
}
