/* Solver.start of every method for the TSP: a run that goes on from a given tour has it from the beginning, so that a checkpoint made before
 * the first step has it, too, and never ends with a longer one. Instances of every kind that the method takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/directing.h"
#include "fixtures/harness.h"
#include "fixtures/islands.h"
#include "fixtures/kicking.h"
#include "options/options.h"
#include "problem/judge.h"

enum { ISLANDS = 3, WORDS = 16 };

/* The plan that `cordee solve x --start y --islands 3 ...` makes. */
static Status plan_of(const char *text, const Instance *inst, const Backend *be, Options *options,
                      const Solver **solver, Plan *plan) {
  char line[512], *argv[WORDS] = {NULL}, *rest;
  int argc = 0, first;
  snprintf(line, sizeof line, "solve x --start y --islands %d %s", ISLANDS, text);
  for (char *word = strtok_r(line, " ", &rest); word && argc < WORDS; word = strtok_r(NULL, " ", &rest))
    argv[argc++] = word;
  options_default(options);
  TRY(options_parse(options, FOR_SOLVE, argc, argv, 1, &first));
  TRY(solver_find(options->method, inst->problem, solver));
  return options_plan(options, *solver, inst, be->ops, plan);
}

/* The best tour (n) and its cost, judged. */
static int64_t best_of(const Solver *solver, Archipelago *a, const Instance *inst, int32_t *gene) {
  Individual best = {.gene = gene};
  int64_t cost = COST_NONE;
  CU_ASSERT_EQUAL(solver->best(a, true, &best), OK);
  if (best.cost != COST_NONE) CU_ASSERT(judge_solution(inst, gene, &cost) == OK && cost == best.cost);
  return cost;
}

static void epochs_run(const Solver *solver, const Plan *plan, Archipelago *a) {
  for (uint32_t epoch = 0; epoch < solver->epochs(plan) && epoch < 4; epoch++) {
    if (epoch) islands_next(solver, &a, 1, epoch);
    islands_epoch(solver, a, 7);
  }
}

/* From `given`: at once, over a checkpoint that is made before the first step, and in the end. */
static void check_run(const char *text, const Instance *inst, Backend *be, const int32_t *given) {
  Options options;
  const Solver *solver;
  Plan plan;
  int64_t cost;
  const Status made = plan_of(text, inst, be, &options, &solver, &plan);
  if (made == ERR_USAGE && inst->n < 8) { /* too few cities for the method */
    status_clear();
    return;
  }
  if (made != OK) printf("# %s, %d: %s\n", text, inst->n, status_message());
  CU_ASSERT_EQUAL_FATAL(made, OK);
  CU_ASSERT_FATAL(plan.initial && solver->start && judge_solution(inst, given, &cost) == OK);
  Archipelago *whole = islands_part(solver, inst, be, &plan, (Span){0, ISLANDS}),
              *loaded = islands_part(solver, inst, be, &plan, (Span){0, ISLANDS});
  CU_ASSERT_EQUAL(solver->start(whole, given), OK);
  int32_t *gene = malloc(2 * (size_t)inst->n * sizeof *gene), *other = gene + inst->n;
  const int64_t begun = best_of(solver, whole, inst, gene);
  CU_ASSERT(begun <= cost);
  if (begun > cost) printf("# %s: %lld from %lld\n", text, (long long)begun, (long long)cost);
  FieldSet fields = islands_saved(solver, whole);
  CU_ASSERT_EQUAL(solver->load(loaded, 0, &fields), OK);
  fieldset_free(&fields);
  epochs_run(solver, &plan, whole);
  epochs_run(solver, &plan, loaded);
  const int64_t ended = best_of(solver, whole, inst, gene), again = best_of(solver, loaded, inst, other);
  CU_ASSERT(ended <= cost && again == ended && memcmp(gene, other, (size_t)inst->n * sizeof *gene) == 0);
  free(gene);
  solver->destroy(whole);
  solver->destroy(loaded);
}

static const char *const methods[] = {
    "--method ils --kicks 2",
    "--method ils --recombine none --tours 6 --kicks 2",
    "--method climb --climbers 40 --epoch 8",
    "--method climb --climbers 40 --epoch 8 --move swap",
    "--method aco --variant mmas --iterations 4 --epoch 2",
    "--method aco --variant rank --local-search none --iterations 4 --epoch 2",
    "--method aco --variant focused --iterations 4 --epoch 2",
    "--method aco --variant as --iterations 4 --epoch 2",
    "--method anneal --sweeps 6 --epoch 3",
    "--method anneal --neighbourhood published --sweeps 6 --epoch 3",
    "--method tabu --steps 20 --epoch 10",
    "--method pso --iterations 6 --epoch 3",
    "--method pso --local-search none --iterations 6 --epoch 3"};
enum { METHODS = sizeof methods / sizeof *methods, METHODS_DIRECTED = 2 };

/* A tour that the judge accepts: that of a short run. */
static int32_t *tour_make(const Instance *inst, Backend *be) {
  const Plan plan = kicking_complete(inst, kicking_plan(1, 1, 1, 1));
  Archipelago *a = kicking_part(inst, be, &plan, (Span){0, 1});
  int32_t *gene = malloc((size_t)inst->n * sizeof *gene);
  Individual best = {.gene = gene};
  kicking_epoch(a, KICKING_ALL);
  CU_ASSERT_EQUAL_FATAL(solver_ils.best(a, true, &best), OK);
  solver_ils.destroy(a);
  return gene;
}

static void every_method(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  static const int32_t sizes[] = {1, 3, 5, 8, 40};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    const int32_t n = sizes[k];
    Instance *inst = climbing_instance(n % 2 ? METRIC_EUC_2D : METRIC_EXPLICIT, n, 100, 0, (uint64_t)n);
    int32_t *turned = malloc((size_t)n * sizeof *turned), *good = tour_make(inst, &be);
    for (int32_t p = 0; p < n; p++) turned[p] = (p + n / 2) % n;
    for (int m = 0; m < METHODS; m++) {
      check_run(methods[m], inst, &be, turned);
      check_run(methods[m], inst, &be, good);
    }
    free(turned);
    free(good);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* The first step makes start tours: with crossover the first of every island is the given one, without it all are. */
static void ils_begins_with_it(void) {
  Backend be;
  Options options;
  const Solver *solver;
  Plan plan;
  int64_t cost;
  int32_t given[30];
  Progress progress;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 30, 100, 0, 1);
  for (int32_t p = 0; p < 30; p++) given[p] = p;
  CU_ASSERT_EQUAL(judge_solution(inst, given, &cost), OK);
  for (int m = 0; m < METHODS_DIRECTED; m++) {
    CU_ASSERT_EQUAL_FATAL(plan_of(methods[m], inst, &be, &options, &solver, &plan), OK);
    Archipelago *a = islands_part(solver, inst, &be, &plan, (Span){0, ISLANDS});
    CU_ASSERT(solver->start(a, given) == OK && solver->advance(a, 1, &progress) == OK);
    FieldSet fields = islands_saved(solver, a);
    const Field *costs = kicking_field(&fields, "cost");
    const size_t group = costs->rows / ISLANDS;
    for (size_t r = 0; r < costs->rows; r++)
      CU_ASSERT_EQUAL(((const int64_t *)costs->data)[r] == cost, m == 1 || r % group == 0);
    fieldset_free(&fields);
    solver->destroy(a);
  }
  instance_free(inst);
  be.ops->close(&be);
}

/* Directed instances, paths and fixed edges. */
static void images(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  for (int k = 13; k < KICKING_CASES; k++) {
    Instance *inst = kicking_case(k);
    int32_t *good = tour_make(inst, &be);
    for (int m = 0; m < METHODS_DIRECTED; m++) check_run(methods[m], inst, &be, good);
    free(good);
    instance_free(inst);
  }
  be.ops->close(&be);
}

/* --restart: kicks by default with a tour, random tours without one, which a given tour would not reach. */
static void restarts(void) {
  Backend be;
  Options options;
  const Solver *solver;
  Plan plan;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  Instance *inst = climbing_instance(METRIC_EUC_2D, 20, 100, 0, 1);
  CU_ASSERT_EQUAL(plan_of("--method climb", inst, &be, &options, &solver, &plan), OK);
  CU_ASSERT_EQUAL(climb_plan(&plan)->restart, RESTART_KICK);
  CU_ASSERT_EQUAL(plan_of("--method climb --restart random", inst, &be, &options, &solver, &plan), ERR_USAGE);
  status_clear();
  options.initial[0] = 0;
  CU_ASSERT_EQUAL(options_plan(&options, solver, inst, be.ops, &plan), OK);
  CU_ASSERT_EQUAL(climb_plan(&plan)->restart, RESTART_RANDOM);
  instance_free(inst);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(every_method), TEST(ils_begins_with_it), TEST(images), TEST(restarts), {NULL, NULL}};
  return harness_run("given_tours", tests);
}
