/* The bound of vehicle routing against optimal and published solutions: never above them, and not far below. */
#include <stdio.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "io/optima.h"
#include "oracle/oracle_route_optimum.h"
#include "problem/cvrp/bounds/cvrp_bounds.h"
#include "problem/instance_file.h"

enum { ROUNDS = 24 };

static int64_t proven(const Instance *inst) {
  int64_t bound = -1;
  CU_ASSERT_EQUAL(cvrp_bound(inst, 1, &bound), OK);
  return bound;
}

/* An instance of exactly more vehicles than customers has no solution. */
static void never_above_the_optimum(void) {
  for (int f = 0; f < ROUTE_FORMS; f++) {
    double bounds = 0, optima = 0;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
      RouteCase one = route_case_few((RouteForm)f, seed);
      const int64_t optimum = oracle_route_optimum(one.inst), bound = proven(one.inst);
      CU_ASSERT(bound >= 0 && bound <= optimum);
      if (bound > optimum)
        printf("# form %d seed %d: %lld > %lld\n", f, (int)seed, (long long)bound, (long long)optimum);
      if (optimum < ORACLE_NO_ROUTE) {
        bounds += (double)bound;
        optima += (double)optimum;
      }
      route_case_free(&one);
    }
    CU_ASSERT(bounds >= 0.85 * optima); /* 0.92 to 0.999 */
  }
}

/* Fewest vehicles first: the least number of them, and the bound of distances. */
static void vehicles_first(void) {
  for (uint64_t seed = 0; seed < ROUNDS; seed++) {
    RouteCase one = route_case_few(ROUTES_PLANE, seed);
    CvrpInstance *cvrp = (CvrpInstance *)one.inst;
    cvrp->fleet = FLEET_FREE;
    cvrp->route_cost = CVRP_ROUTE_COST;
    const int64_t optimum = oracle_route_optimum(one.inst), bound = proven(one.inst);
    CU_ASSERT(bound <= optimum);
    CU_ASSERT(bound >= CVRP_ROUTE_COST && bound % CVRP_ROUTE_COST > 0);
    route_case_free(&one);
  }
}

/* ---- larger instances ---- */

static void threads_change_nothing(void) {
  const RoutePlan plan = {
      .name = "many", .customers = 1100, .routes = 150, .load_slack = 5, .duration_slack = ROUTES_UNLIMITED};
  int64_t bound[2];
  for (int k = 0; k < 2; k++) {
    RouteCase one = route_case_make(&plan, 1);
    CU_ASSERT_EQUAL(cvrp_bound(one.inst, 1 + 2 * k, &bound[k]), OK);
    int64_t again = 0;
    CU_ASSERT_EQUAL(cvrp_bound(one.inst, 1, &again), OK);
    CU_ASSERT_EQUAL(again, bound[k]);
    route_case_free(&one);
  }
  CU_ASSERT(bound[0] > 0);
  CU_ASSERT_EQUAL(bound[0], bound[1]);
}

static void ascent_is_above_simple_bounds(void) {
  const RoutePlan plan = {
      .name = "hundred", .customers = 100, .routes = 12, .load_slack = 5, .duration_slack = ROUTES_UNLIMITED};
  RouteCase one = route_case_make(&plan, 1);
  BoundGraph graph;
  BoundFleet fleet;
  int64_t degrees, ascent;
  CU_ASSERT_EQUAL_FATAL(bound_fleet_find(cvrp_of(one.inst), &fleet), OK);
  CU_ASSERT_EQUAL_FATAL(bound_graph_make(cvrp_of(one.inst), 16, &graph), OK);
  CU_ASSERT_EQUAL(bound_degrees(&graph, fleet, &degrees), OK);
  CU_ASSERT_EQUAL(bound_ascend(&graph, fleet, 1, &ascent), OK);
  const int64_t radial = bound_radial(&graph, fleet);
  CU_ASSERT(degrees > 0 && radial > 0);
  CU_ASSERT(ascent > degrees && ascent > radial);
  bound_graph_free(&graph);
  route_case_free(&one);
}

/* Published solutions are no better than the bound, and not far above it where routes are short. */
static void published_solutions(void) {
  static const struct {
    const char *path;
    double part;
  } published[] = {
      {"cvrp/A/A-n32-k5.vrp", 0.9},   {"cvrp/B/B-n31-k5.vrp", 0.85},   {"cvrp/P/P-n22-k8.vrp", 0.9},
      {"cvrp/P/P-n76-k4.vrp", 0.95},  {"cvrp/E/E-n13-k4.vrp", 0.9},    {"cvrp/F/F-n45-k4.vrp", 0.7},
      {"cvrp/CMT/CMT1.vrp", 0.95},    {"cvrp/CMT/CMT6.vrp", 0.9},      {"cvrp/Golden/Golden_13.vrp", 0.9},
      {"cvrp/X/X-n101-k25.vrp", 0.9}, {"cvrp/X/X-n219-k73.vrp", 0.95}, {"cvrp/X/X-n1001-k43.vrp", 0.85}};
  for (size_t k = 0; k < sizeof published / sizeof *published; k++) {
    const char *path = harness_data(published[k].path);
    if (!path) return;
    Instance *inst;
    InstanceSettings settings = {0};
    int64_t best;
    CU_ASSERT_EQUAL_FATAL(instance_read_set(path, &settings, &inst), OK);
    const char *column = problem_optima_column(inst->problem, &settings);
    CU_ASSERT_EQUAL_FATAL(optima_find_column(path, inst->name, inst->decimals, column, &best), OK);
    const int64_t bound = proven(inst);
    CU_ASSERT(bound <= best);
    CU_ASSERT((double)bound >= published[k].part * (double)best);
    instance_free(inst);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(never_above_the_optimum),

                                      TEST(vehicles_first),
                                      TEST(threads_change_nothing),
                                      TEST(ascent_is_above_simple_bounds),
                                      TEST(published_solutions),
                                      {NULL, NULL}};
  return harness_run("bound of vehicle routing", tests);
}
