/* Generations of the solver "sisr" (src/solver/sisr/sisr_population.h): when they begin, what they begin with, states that are refused. Slices, and
 * states that are saved and loaded: test_sisr_solver. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/sisr_islands.h"
#include "oracle/oracle_crossover.h"
#include "oracle/oracle_sisr.h"
#include "rng.h"
#include "solver/sisr/sisr_population.h"

enum { CHAINS = 4, EPOCHS = 9, GENERATIONS = 4, ALL = CHAINS * ISLANDS };

/* ---- times ---- */

static void generations_of_shares(void) {
  const SisrPlan one = {.generations = 1}, plan = {.generations = 5, .first_share = 0.5};
  CU_ASSERT(sisr_generation(&one, 0) == 0 && sisr_generation(&one, 1) == 0);
  CU_ASSERT(sisr_generation(&plan, 0) == 0 && sisr_generation(&plan, 0.4999) == 0);
  for (uint32_t g = 1; g < 5; g++) {
    const double begin = 0.5 + 0.125 * (g - 1);
    CU_ASSERT(sisr_generation(&plan, begin) == g && sisr_generation(&plan, begin + 0.124) == g);
    CU_ASSERT(sisr_generation_share(&plan, g, begin) == 0 &&
              sisr_generation_share(&plan, g, begin - 0.1) == 0);
    CU_ASSERT(fabs(sisr_generation_share(&plan, g, begin + 0.0625) - 0.5) < 1e-12);
    CU_ASSERT(sisr_generation_share(&plan, g, begin + 0.2) == 1);
  }
  CU_ASSERT(sisr_generation(&plan, 1) == 4 && sisr_generation_share(&plan, 0, 0.25) == 0.5);
}

/* ---- a run, looked at where generations begin ---- */

static Plan plan_for(const Instance *inst) {
  Plan plan = sisr_population_plan(inst, 0, EPOCHS, GENERATIONS);
  sisr_plan_edit(&plan)->chains = CHAINS;
  return plan;
}

typedef struct Look {
  uint32_t generation;
  int64_t best[ALL], elite[ALL]; /* of the generation that ends, recomputed here; of those before */
  int32_t elites[ALL][CUSTOMERS_MOST];
} Look;

static void elites_copy(const Archipelago *a, Look *look) {
  const size_t n = (size_t)a->inst->n;
  look->generation = a->population->generation;
  for (uint32_t c = 0; c < ALL; c++) {
    look->elite[c] = a->population->elite_cost[c];
    look->best[c] = COST_NONE;
    memcpy(look->elites[c], a->population->elite + c * n, n * sizeof(int32_t));
  }
}

static void epoch_run(Archipelago *a, Look *look) {
  Progress progress = {.epoch_done = false};
  while (!progress.epoch_done) CU_ASSERT_EQUAL_FATAL(solver_sisr.advance(a, 1, &progress), OK);
  for (uint32_t c = 0; c < ALL; c++)
    if (a->kept.cost[c] < look->best[c]) look->best[c] = a->kept.cost[c];
}

static bool others_have(const int64_t *elite, uint32_t c, int64_t cost) {
  for (uint32_t k = c / CHAINS * CHAINS; k < (c / CHAINS + 1) * CHAINS; k++)
    if (k != c && elite[k] == cost) return true;
  return false;
}

/* Elites after the end of a generation: look has those before it, in the order of chains. */
static void check_elites(const Archipelago *a, const Look *look) {
  int64_t want[ALL];
  memcpy(want, look->elite, sizeof want);
  for (uint32_t c = 0; c < ALL; c++) {
    const bool better = look->best[c] < want[c] && !others_have(want, c, look->best[c]);
    if (want[c] == COST_NONE || better) want[c] = look->best[c];
    CU_ASSERT_EQUAL(a->population->elite_cost[c], want[c]);
    CU_ASSERT_EQUAL(oracle_sisr_cost(a->inst, a->population->elite + c * (size_t)a->inst->n, a->inst->n),
                    want[c]);
  }
}

/* What chain c begins with costs as much as the recombination of its elite and another's. */
static void check_child(const Archipelago *a, uint32_t c) {
  const size_t n = (size_t)a->inst->n;
  const RngStream s = {a->plan->seed, c, a->population->generation, RNG_SISR_CROSS};
  const uint32_t i = c % CHAINS, other = c - i + (i + 1 + rng_below(s, 2, CHAINS - 1)) % CHAINS;
  const int32_t *const elite = a->population->elite + c * n;
  const uint32_t choices = (uint32_t)cvrp_routes(a->inst, elite) / 2 + 1;
  int32_t child[CUSTOMERS_MOST];
  CU_ASSERT(other != c && other / CHAINS == c / CHAINS);
  oracle_crossover(a->inst, elite, a->population->elite + other * n, rng_draw(s, 0), rng_below(s, 1, choices),
                   child);
  CU_ASSERT_EQUAL(oracle_sisr_cost(a->inst, child, a->inst->n), a->cost[c]);
  CU_ASSERT_EQUAL(oracle_sisr_cost(a->inst, a->now.gene + c * n, a->inst->n), a->cost[c]);
}

static int run_check(const RuinCase *size) {
  RouteCase one = ruin_case_make(size, 1);
  const Plan plan = plan_for(one.inst);
  Archipelago *a = sisr_started(one.inst, &plan, NULL);
  int begun = 0;
  Look look;
  elites_copy(a, &look);
  for (uint32_t epoch = 0; epoch < EPOCHS; epoch++) {
    if (epoch) CU_ASSERT_EQUAL_FATAL(solver_sisr.begin(a, epoch), OK);
    CU_ASSERT_EQUAL(a->population->generation, sisr_generation(sisr_plan(&plan), a->share));
    if (a->population->generation != look.generation) {
      check_elites(a, &look);
      for (uint32_t c = 0; c < ALL; c++) check_child(a, c);
      elites_copy(a, &look);
      begun++;
    }
    epoch_run(a, &look);
  }
  solver_sisr.destroy(a);
  route_case_free(&one);
  return begun;
}

/* Without a stage (the fifth case has one), and without parts. */
static void elites_and_children(void) {
  for (int k = 0; k < 4; k++) CU_ASSERT_EQUAL(run_check(&sisr_cases[k]), GENERATIONS - 1);
}

/* The cheapest elite leaves, and takes the place of the costliest if it is cheaper and no other costs the same. Before there are elites, nobody does. */
static void elites_migrate(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 1);
  const Plan plan = plan_for(one.inst);
  Archipelago *a = sisr_started(one.inst, &plan, NULL);
  int64_t *const cost = a->population->elite_cost, none, least;
  char *const migrant = malloc(solver_sisr.migrant_bytes(a));
  Look look;
  elites_copy(a, &look);
  for (uint32_t epoch = 0; epoch < 4; epoch++) {
    if (epoch) CU_ASSERT_EQUAL_FATAL(solver_sisr.begin(a, epoch), OK);
    epoch_run(a, &look);
    CU_ASSERT_EQUAL(solver_sisr.emigrate(a, migrant), OK);
    memcpy(&none, migrant, sizeof none);
    CU_ASSERT_EQUAL(none == COST_NONE, a->population->generation == 0);
  }
  const uint32_t leaves = sisr_extreme(a, cost, ISLANDS - 1, 1), dearest = sisr_extreme(a, cost, 0, -1);
  memcpy(&least, migrant, sizeof least);
  CU_ASSERT_EQUAL(least, cost[leaves]);
  const int64_t was = cost[dearest], less = cost[sisr_extreme(a, cost, 0, 1)];
  memcpy(migrant, &less, sizeof less); /* as an elite that is there */
  CU_ASSERT_EQUAL(solver_sisr.immigrate(a, migrant), OK);
  CU_ASSERT_EQUAL(cost[dearest], was);
  memset(migrant, 0, sizeof least); /* it says that it costs nothing */
  CU_ASSERT_EQUAL(solver_sisr.immigrate(a, migrant), OK);
  CU_ASSERT_EQUAL(cost[dearest], 0);
  free(migrant);
  solver_sisr.destroy(a);
  route_case_free(&one);
}

/* ---- states that are no states ---- */

static FieldSet state_of(const Instance *inst, const Plan *plan, uint32_t epochs) {
  Archipelago *a = sisr_started(inst, plan, NULL);
  FieldSet fields = {0};
  Look look;
  elites_copy(a, &look);
  for (uint32_t epoch = 0; epoch < epochs; epoch++) {
    if (epoch) CU_ASSERT_EQUAL_FATAL(solver_sisr.begin(a, epoch), OK);
    epoch_run(a, &look);
  }
  CU_ASSERT_EQUAL_FATAL(solver_sisr.save(a, &fields), OK);
  solver_sisr.destroy(a);
  return fields;
}

static void states_are_refused(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 2);
  const Plan plan = plan_for(one.inst);
  FieldSet fields = state_of(one.inst, &plan, 5);
  uint32_t *generation = sisr_field(&fields, "generation");
  int32_t *elite = sisr_field(&fields, "elite"), *best = sisr_field(&fields, "generation_best");
  const size_t bytes = (size_t)one.inst->n * sizeof *elite;
  CU_ASSERT(generation[0] == 1 || generation[0] == 2);
  generation[0] = GENERATIONS;
  sisr_load_refused(one.inst, &plan, 4, &fields, "field generation: expected at most 3, found 4");
  generation[0] = 1;
  best[0] = best[1];
  sisr_load_refused(one.inst, &plan, 4, &fields,
                    "field generation_best, chain 0: expected a solution, found: ");
  memset(best, 0, bytes);
  elite[0] = 0;
  sisr_load_refused(one.inst, &plan, 4, &fields, "field elite, chain 0: expected a solution, found: ");
  memset(elite, 0, bytes);
  sisr_load_refused(one.inst, &plan, 4, &fields, "field elite, chain 0: expected a solution, found none");
  fieldset_free(&fields);
  route_case_free(&one);
}

/* ---- defaults ---- */

static SisrPlan completed(const Instance *inst, Plan plan, SisrPlan own) {
  own.cold = 0.003;
  own.reheat = 0.05;
  Plan made = sisr_plan_make(plan, own);
  CU_ASSERT_EQUAL(sisr_complete(inst, sisr_be.ops, &made), OK);
  return *sisr_plan(&made);
}

static void defaults(void) {
  RouteCase one = ruin_case_make(&sisr_cases[0], 2);
  const SisrPlan timed = completed(one.inst, (Plan){.time_s = 60}, (SisrPlan){0}),
                 hasty = completed(one.inst, (Plan){.time_s = 5}, (SisrPlan){0}),
                 threads = completed(one.inst, (Plan){.time_s = 60, .threads = 4}, (SisrPlan){0}),
                 many = completed(one.inst, (Plan){.time_s = 0.5, .threads = 16}, (SisrPlan){0}),
                 ranks = completed(one.inst, (Plan){.time_s = 60, .threads = 64, .ranks = 4}, (SisrPlan){0}),
                 budget = completed(one.inst, (Plan){.threads = 16}, (SisrPlan){0}),
                 epochs = completed(one.inst, (Plan){.time_s = 60, .threads = 16}, (SisrPlan){.epochs = 9}),
                 chains = completed(one.inst, (Plan){.time_s = 60}, (SisrPlan){.chains = 3}),
                 asked = completed(one.inst, (Plan){0}, (SisrPlan){.generations = 3}),
                 refused = completed(one.inst, (Plan){.time_s = 60}, (SisrPlan){.generations = 1});
  CU_ASSERT(timed.generations == 21 && timed.chains == 12);
  CU_ASSERT(hasty.generations == 1 && hasty.chains == 2);
  CU_ASSERT(threads.generations == 1 && threads.chains == 4);
  CU_ASSERT(many.generations == 1 && many.chains == 16);
  CU_ASSERT(ranks.generations == 1 && ranks.chains == 16);
  CU_ASSERT(budget.generations == 1 && budget.chains == 2 && epochs.generations == 1 && epochs.chains == 2);
  CU_ASSERT(chains.generations == 1 && chains.chains == 3);
  CU_ASSERT(asked.generations == 3 && asked.chains == 12);
  CU_ASSERT(refused.generations == 1 && refused.chains == 2);
  route_case_free(&one);
}

int main(void) {
  sisr_be.ops = backend_find("cpu");
  if (sisr_be.ops->open(&sisr_be, 0, 2) != OK) return 1;
  static const HarnessTest tests[] = {TEST(generations_of_shares),
                                      TEST(elites_and_children),
                                      TEST(elites_migrate),
                                      TEST(states_are_refused),
                                      TEST(defaults),
                                      {NULL, NULL}};
  const int result = harness_run("sisr_population", tests);
  sisr_be.ops->close(&sisr_be);
  return result;
}
