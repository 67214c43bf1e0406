/* The elite set of the "ils" solver over more populations than it holds: which entry each replaces, and that
 * its tours have their costs. */
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/kicking.h"
#include "solver/loaded.h"

enum { ISLANDS = 2, POPULATIONS = 14, ENTRIES = ISLANDS * ILS_ELITE_MAX };

/* The best of every island's tours. */
static void bests(const Archipelago *a, int64_t *best) {
  for (uint32_t i = 0; i < ISLANDS; i++) {
    best[i] = COST_NONE;
    for (uint32_t j = 0; j < a->stage.made; j++)
      if (a->cost[ils_row(a, i, j)] < best[i]) best[i] = a->cost[ils_row(a, i, j)];
  }
}

/* The population that has ended has left its best tour in its place; apart from entry 0 nothing else has
 * changed. */
static void check_places(const Archipelago *a, uint32_t population, const int64_t *best,
                         const int64_t *before) {
  const uint32_t place = 1 + population % (ILS_ELITE_MAX - 1);
  for (uint32_t i = 0; i < ISLANDS; i++)
    for (uint32_t e = 1; e < ILS_ELITE_MAX; e++) {
      const size_t at = i * ILS_ELITE_MAX + e;
      CU_ASSERT_EQUAL(a->elite_cost[at], e == place ? best[i] : before[at]);
    }
}

static void check_tours(const Instance *inst, Archipelago *a) {
  FieldSet fields = kicking_saved(a);
  const Field *cost = kicking_field(&fields, "elite_cost"), *tour = kicking_field(&fields, "elite_tour");
  CU_ASSERT_EQUAL(loaded_solutions(inst, "elite_tour", ENTRIES, tour->data, cost->data), OK);
  fieldset_free(&fields);
}

static void places(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = kicking_case(8);
  Plan plan = kicking_plan_crossover(ISLANDS, 8, 0.1);
  ils_plan_edit(&plan)->populations = POPULATIONS;
  ils_plan_edit(&plan)->generations = 1;
  plan = kicking_complete(inst, plan);
  Archipelago *a = kicking_ring(inst, &be, &plan);
  uint32_t left = 0;
  for (uint32_t epoch = 1, more = 1; more; epoch++) {
    int64_t best[ISLANDS], before[ENTRIES];
    kicking_epoch(a, KICKING_ALL);
    const IlsStage stage = a->stage;
    bests(a, best);
    memcpy(before, a->elite_cost, sizeof before);
    more = kicking_next(&a, 1, epoch);
    const bool over = !stage.joined && more && (a->stage.joined || a->stage.population != stage.population);
    if (over) {
      check_places(a, stage.population, best, before);
      check_tours(inst, a);
      left++;
    }
  }
  CU_ASSERT_EQUAL(left, POPULATIONS);
  solver_ils.destroy(a);
  instance_free(inst);
  be.ops->close(&be);
}

/* Three stagnant generations in a row end a population, not three in all; so does its number of generations. */
static void stagnant_generations_in_a_row(void) {
  static const bool improved[] = {false, false, true, false, true, false, false, false};
  const IlsPlan many = {.generations = 100}, few = {.generations = 2};
  IlsStage stage = {0}, brief = {0};
  for (int k = 0; k < 8; k++) CU_ASSERT_EQUAL(ils_generation_last(&many, &stage, improved[k]), k == 7);
  CU_ASSERT(!ils_generation_last(&few, &brief, true) && ils_generation_last(&few, &brief, true));
}

static const HarnessTest tests[] = {TEST(places), TEST(stagnant_generations_in_a_row), {NULL, NULL}};

int main(void) { return harness_run("ils_elite", tests); }
