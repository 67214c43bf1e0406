/* The best of a run and its island (src/run/run_best.c), as a solver finds solutions one after the other. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/ranks_harness.h"
#include "problem/judge.h"
#include "problem/tsp/files/tsp_files.h"
#include "run/run_state.h"

enum { CITIES = 12 };

/* What the solver of this test has as its best: the cities in order from `first`, found on that island. */
static int32_t first;
static uint32_t island;
static Instance *inst;

static int64_t tour_of(int32_t *gene) {
  int64_t cost;
  for (int32_t p = 0; p < CITIES; p++) gene[p] = (p + first) % CITIES;
  if (first == 1) {
    gene[0] = 2;
    gene[1] = 1;
  } /* another tour */
  CU_ASSERT_EQUAL(judge_solution(inst, gene, &cost), OK);
  return cost;
}

static Status best_of(Archipelago *a, bool unfinished, Individual *out) {
  (void)a;
  (void)unfinished;
  out->cost = tour_of(out->gene);
  out->island = island;
  out->length = CITIES;
  return OK;
}

static const Solver finder = {.best = best_of};

static void run_open_best(Run *run) {
  *run = (Run){.comm = &comm,
               .inst = inst,
               .solver = &finder,
               .genes = CITIES,
               .best = {.found = {.cost = COST_NONE, .gene = calloc(CITIES, sizeof(int32_t))},
                        .scratch = calloc(CITIES, sizeof(int32_t))},
               .view = {.outcome = {.best = COST_NONE}}};
  run->islands.solver = &finder;
  run->islands.local.archipelago = (Archipelago *)run;
}

/* Is all of it what the solver found on `wanted` first, or again? */
static void best_is(const Run *run, uint32_t wanted) {
  int32_t gene[CITIES];
  const Outcome *o = &run->view.outcome;
  const int64_t cost = tour_of(gene);
  CU_ASSERT(run->best.found.cost == cost && o->best == cost && run->best.found.island == wanted);
  CU_ASSERT_EQUAL(o->best_island, wanted);
  CU_ASSERT(o->best_gene == run->best.found.gene && memcmp(o->best_gene, gene, sizeof gene) == 0);
}

static void run_close_best(Run *run) {
  best_free(&run->best);
  run_tables_free(&run->tables);
}

/* Within an epoch the first that is found stays; at its end one of the same cost, the lowest island's, takes its place: be it the same
 * solution or another way round. */
static void ties_go_to_what_an_epoch_ends_with(void) {
  Run run;
  run_open_best(&run);
  first = 0;
  island = 5;
  CU_ASSERT_EQUAL(run_best(&run, BEST_SO_FAR), OK);
  best_is(&run, 5);
  island = 2;
  CU_ASSERT_EQUAL(run_best(&run, BEST_SO_FAR), OK);
  best_is(&run, 5);
  CU_ASSERT_EQUAL(run_best(&run, BEST_EPOCH), OK); /* the very same solution */
  best_is(&run, 2);
  first = 3;
  island = 1;
  CU_ASSERT_EQUAL(run_best(&run, BEST_EPOCH), OK); /* the same tour from another city */
  best_is(&run, 1);
  run_close_best(&run);
}

static void only_cheaper_ones_replace(void) {
  Run run;
  int32_t gene[CITIES];
  run_open_best(&run);
  first = 1;
  const int64_t other = tour_of(gene);
  first = 0;
  const int64_t plain = tour_of(gene);
  const int32_t dear = plain < other ? 1 : 0, cheap = 1 - dear;
  CU_ASSERT_FATAL(plain != other);
  first = dear;
  island = 4;
  CU_ASSERT_EQUAL(run_best(&run, BEST_EPOCH), OK);
  best_is(&run, 4);
  first = cheap;
  island = 6;
  CU_ASSERT_EQUAL(run_best(&run, BEST_UNFINISHED), OK);
  best_is(&run, 6);
  first = dear;
  island = 0;
  CU_ASSERT_EQUAL(run_best(&run, BEST_EPOCH), OK);
  first = cheap;
  best_is(&run, 6);
  run_close_best(&run);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(ties_go_to_what_an_epoch_ends_with), TEST(only_cheaper_ones_replace), {NULL, NULL}};
  if (tsplib_read("instances/uniform-12-1.tsp", &inst) != OK) return EXIT_FAILURE;
  const int failed = ranks_harness_run(&argc, &argv, "run_best", tests);
  instance_free(inst);
  return failed;
}
