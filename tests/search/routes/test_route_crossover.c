/* Recombination by routes (src/search/routes/route_crossover.h): bit for bit the oracle's, every child a solution by the judge, a child of one
 * parent twice is that parent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_crossover.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_crossover.h"
#include "search/routes/route_start.h"

enum { SEEDS = 6, PARENTS = 3, DRAWS = 4, NODES_MOST = 300 };

typedef struct Family {
  const Instance *inst;
  int32_t gene[PARENTS][NODES_MOST];
  int parents;
} Family;

/* ---- parents ---- */

static void parent_add(Family *f, const int32_t *gene) {
  int64_t cost;
  if (judge_routes(f->inst, gene, &cost) == OK)
    memcpy(f->gene[f->parents++], gene, (size_t)f->inst->n * sizeof *gene);
  status_clear();
}

/* The case's tour, savings, and a route for each customer, as far as they keep the limits. */
static Family family_of(const RouteCase *one) {
  Family f = {.inst = one->inst};
  int32_t gene[NODES_MOST];
  bool keeps = true;
  CU_ASSERT_FATAL(one->inst->n < NODES_MOST);
  giant_tour_genes(one->tour, one->nodes, gene);
  parent_add(&f, gene);
  CU_ASSERT_EQUAL(start_savings_try(one->inst, 1, gene, &keeps), OK);
  if (keeps) parent_add(&f, gene);
  for (int32_t c = 1; c <= one->inst->n; c++) gene[c - 1] = -c;
  parent_add(&f, gene);
  return f;
}

/* ---- children ---- */

static int copies, made;

static void check_child(const Family *f, const int32_t *a, const int32_t *b, uint32_t draw) {
  const RngStream stream = {7, draw, 3, 5};
  const size_t bytes = (size_t)f->inst->n * sizeof *a;
  int32_t got[NODES_MOST], want[NODES_MOST];
  int64_t cost, parent;
  const uint32_t choices = (uint32_t)cvrp_routes(f->inst, a) / 2 + 1;
  CU_ASSERT_EQUAL_FATAL(route_crossover(f->inst, a, b, stream, got), OK);
  oracle_crossover(f->inst, a, b, rng_draw(stream, 0), rng_below(stream, 1, choices), want);
  CU_ASSERT_EQUAL(memcmp(got, want, bytes), 0);
  CU_ASSERT_EQUAL(judge_routes(f->inst, got, &cost), OK);
  CU_ASSERT_EQUAL(judge_routes(f->inst, a, &parent), OK);
  if (memcmp(a, b, bytes) == 0) CU_ASSERT_EQUAL(cost, parent);
  copies += memcmp(got, a, bytes) == 0;
  made++;
}

static void check_case(const RouteCase *one) {
  const Family f = family_of(one);
  for (int a = 0; a < f.parents; a++)
    for (int b = 0; b < f.parents; b++)
      for (uint32_t draw = 0; draw < DRAWS; draw++) check_child(&f, f.gene[a], f.gene[b], draw);
}

/* Windows are put around the tour's own times in every second case. */
static void small_ones(void) {
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      if (seed % 2) route_case_windows_kept(&one, seed);
      check_case(&one);
      route_case_free(&one);
    }
}

static RoutePlan larger(RouteForm form, int32_t duration, CvrpFleet fleet) {
  return (RoutePlan){"larger", form, 200, 14, 10, duration, 7, 10, fleet, fleet == FLEET_AT_MOST, 0};
}

static void larger_ones(void) {
  for (int form = 0; form < ROUTE_FORMS; form++)
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      static const CvrpFleet fleets[] = {FLEET_FREE, FLEET_AT_MOST, FLEET_EXACTLY};
      const RoutePlan plan = larger((RouteForm)form, seed % 2 ? 20 : ROUTES_UNLIMITED, fleets[seed % 3]);
      RouteCase one = route_case_make(&plan, seed);
      if (seed == 4) route_case_windows_kept(&one, seed);
      check_case(&one);
      route_case_free(&one);
    }
}

/* Most children differ from their first parent, and some cannot. */
static void children_differ(void) {
  printf("# %d of %d children are copies of their first parent\n", copies, made);
  CU_ASSERT(copies > 0 && copies < made / 2);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(small_ones), TEST(larger_ones), TEST(children_differ), {NULL, NULL}};
  return harness_run("route crossover", tests);
}
