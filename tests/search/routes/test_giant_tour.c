/* Giant tours of solutions and back, their normal form and cost; the arrays that kernels read; the random cases that tests of
 * kernels share, and the oracle of 3-opt on them and on a tour worked out by hand. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "oracle/oracle_routes.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_data.h"
#include "search/routes/route_start.h"

enum { SEEDS = 5 };

static int32_t *copy_of(const RouteCase *one) {
  const size_t most = (size_t)giant_tour_most(one->inst->n);
  const size_t room = most > (size_t)one->nodes ? most : (size_t)one->nodes;
  int32_t *copy = malloc(room * sizeof *copy);
  memcpy(copy, one->tour, (size_t)one->nodes * sizeof *copy);
  return copy;
}

/* The fleet has a vehicle left, and a customer could have a route of its own. */
static bool spare_of(const CvrpInstance *cvrp, int32_t routes) {
  if (cvrp->fleet == FLEET_EXACTLY || routes == cvrp->head.n) return false;
  return cvrp->fleet == FLEET_FREE || routes < cvrp->vehicles;
}

static void check_normal(const Instance *inst, const int32_t *tour, int32_t nodes, int32_t routes) {
  int32_t empty = 0;
  CU_ASSERT_EQUAL(tour[0], 0);
  CU_ASSERT_EQUAL(tour[nodes - 1], 0);
  for (int32_t p = 1; p < nodes; p++) empty += !tour[p - 1] && !tour[p];
  CU_ASSERT_EQUAL(empty, spare_of(cvrp_of(inst), routes));
  if (empty) CU_ASSERT_EQUAL(tour[nodes - 2], 0);
  CU_ASSERT_EQUAL(nodes, inst->n + routes + 1 + empty);
}

static void check_case(const RouteCase *one, const RoutePlan *plan) {
  const Instance *inst = one->inst;
  int32_t *tour = copy_of(one), *gene = malloc((size_t)inst->n * sizeof *gene);
  CU_ASSERT_EQUAL(giant_tour_routes(one->tour, one->nodes), plan->routes);
  CU_ASSERT_EQUAL(giant_tour_cost(inst, one->tour, one->nodes),
                  oracle_giant_cost(inst, one->tour, one->nodes));
  const int32_t nodes = giant_tour_normalize(inst, tour, one->nodes);
  check_normal(inst, tour, nodes, plan->routes);
  CU_ASSERT_EQUAL(giant_tour_cost(inst, tour, nodes), giant_tour_cost(inst, one->tour, one->nodes));
  giant_tour_genes(one->tour, one->nodes, gene);
  int32_t begins = 0;
  for (int32_t k = 0; k < inst->n; k++) begins += gene[k] < 0;
  CU_ASSERT_EQUAL(begins, plan->routes);
  CU_ASSERT(gene[0] < 0);
  int32_t *again = malloc((size_t)giant_tour_most(inst->n) * sizeof *again);
  CU_ASSERT_EQUAL_FATAL(giant_tour_of(inst, gene, again), nodes);
  CU_ASSERT_EQUAL(memcmp(again, tour, (size_t)nodes * sizeof *tour), 0);
  free(tour);
  free(gene);
  free(again);
}

/* Every tour of the shared cases is feasible, of the nodes it should have, and as solutions and back. */
static void cases(void) {
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
      RouteCase one = route_case_make(plan, seed);
      CU_ASSERT(oracle_giant_feasible(one.inst, one.tour, one.nodes));
      CU_ASSERT(one.nodes >= 4 && one.nodes <= 50);
      check_case(&one, plan);
      route_case_free(&one);
    }
}

static void normal_form(void) {
  const RoutePlan plan = {"normal", ROUTES_PLANE, 4, 2, 100, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
  RouteCase one = route_case_make(&plan, 1);
  CvrpInstance *cvrp = (CvrpInstance *)one.inst;
  int32_t tour[16] = {0, 0, 0, 3, 1, 0, 0, 2, 0, 4, 0, 0};
  const int32_t want[] = {0, 3, 1, 0, 2, 0, 4, 0, 0};
  CU_ASSERT_EQUAL(giant_tour_normalize(one.inst, tour, 12), 9);
  CU_ASSERT_EQUAL(memcmp(tour, want, sizeof want), 0);
  cvrp->fleet = FLEET_AT_MOST;
  cvrp->vehicles = 3;
  CU_ASSERT_EQUAL(giant_tour_normalize(one.inst, tour, 9), 8);
  cvrp->vehicles = 4;
  CU_ASSERT_EQUAL(giant_tour_normalize(one.inst, tour, 8), 9);
  cvrp->fleet = FLEET_EXACTLY;
  CU_ASSERT_EQUAL(giant_tour_normalize(one.inst, tour, 9), 8);
  CU_ASSERT_EQUAL(memcmp(tour, want, 8 * sizeof *want), 0);
  route_case_free(&one);
}

static void star(void) {
  const RoutePlan plan = {"star", ROUTES_PLANE, 6, 6, 100, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
  RouteCase one = route_case_make(&plan, 1);
  int32_t gene[6], tour[13];
  start_star(one.inst, gene);
  CU_ASSERT_EQUAL_FATAL(giant_tour_of(one.inst, gene, tour), giant_tour_most(6));
  for (int32_t p = 0; p < 13; p++) CU_ASSERT_EQUAL(tour[p], p % 2 ? (p + 1) / 2 : 0);
  route_case_free(&one);
}

/* ---- what kernels read ---- */

static void check_data(const RouteData *left, const RouteData *right) {
  const int32_t nodes = left->customers + 1;
  CU_ASSERT_EQUAL(left->customers, right->customers);
  CU_ASSERT_EQUAL(left->capacity, right->capacity);
  CU_ASSERT_EQUAL(left->max_duration, right->max_duration);
  CU_ASSERT_EQUAL(left->service, right->service);
  CU_ASSERT_EQUAL(left->closed, right->closed);
  for (int32_t a = 0; a < nodes; a++) {
    CU_ASSERT_EQUAL(left->demand[a], right->demand[a]);
    for (int32_t b = 0; b < nodes; b++)
      CU_ASSERT_EQUAL(route_distance(left, a, b), route_distance(right, a, b));
  }
}

static void data_on_a_backend(void) {
  Backend be = {.ops = backend_find("cpu")};
  CU_ASSERT_EQUAL_FATAL(be.ops->open(&be, 0, 1), OK);
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 1);
    const RouteData data = route_data_of(one.inst);
    RouteData copy;
    CU_ASSERT_EQUAL_FATAL(route_data_upload(&be, &data, &copy), OK);
    CU_ASSERT_EQUAL(data.closed != 0, plan->fleet == FLEET_EXACTLY);
    CU_ASSERT(copy.demand != data.demand);
    check_data(&data, &copy);
    for (int32_t a = 0; a <= one.inst->n; a++)
      for (int32_t b = 0; b <= one.inst->n; b++)
        CU_ASSERT_EQUAL(route_distance(&data, a, b), oracle_route_distance(one.inst, a, b));
    route_data_free(&be, &copy);
    route_case_free(&one);
  }
  be.ops->close(&be);
}

/* ---- the oracle ---- */

/* Customers at 1, 2, 3, 4 on a line, the depot at 0. */
static void neighbours_by_hand(void) {
  const int32_t tour[] = {0, 1, 2, 0, 3, 4, 0};
  const int32_t want[8][7] = {{0},
                              {0, 2, 1, 0, 3, 4, 0},
                              {0, 1, 2, 3, 0, 4, 0},
                              {0, 3, 0, 2, 1, 4, 0},
                              {0, 0, 3, 1, 2, 4, 0},
                              {0, 2, 1, 3, 0, 4, 0},
                              {0, 3, 0, 1, 2, 4, 0},
                              {0, 0, 3, 2, 1, 4, 0}};
  for (int32_t way = 1; way <= 7; way++) {
    int32_t out[7];
    oracle_three_opt_neighbour(tour, 7, (OracleMove){0, 0, 2, 4, way}, out);
    CU_ASSERT_EQUAL(memcmp(out, want[way], sizeof out), 0);
  }
}

/* 1 and 4 in one route, 2 and 3 in the other, capacity 2: the best is 1 2 and 3 4, or all that costs the same. */
static void scan_by_hand(void) {
  const RoutePlan plan = {"line", ROUTES_LINE, 4, 2, 0, ROUTES_UNLIMITED, 0, 0, FLEET_EXACTLY, 0, 0};
  RouteCase one = route_case_make(&plan, 1);
  CvrpInstance *cvrp = (CvrpInstance *)one.inst;
  int32_t tour[] = {0, 1, 4, 0, 2, 3, 0}, out[7];
  for (int32_t c = 0; c <= 4; c++) {
    cvrp->x[c] = c;
    cvrp->demand[c] = c > 0;
  }
  cvrp->capacity = 2;
  CU_ASSERT_EQUAL(oracle_giant_cost(one.inst, tour, 7), 14);
  const OracleScan scan = oracle_three_opt(one.inst, tour, 7, NULL);
  CU_ASSERT_EQUAL(scan.best.delta, -2);
  oracle_three_opt_neighbour(tour, 7, scan.best, out);
  CU_ASSERT_EQUAL(oracle_giant_cost(one.inst, out, 7), 12);
  CU_ASSERT(oracle_giant_feasible(one.inst, out, 7));
  CU_ASSERT(scan.improving > 0 && scan.improving < scan.feasible && scan.feasible < 7 * 20);
  CU_ASSERT_EQUAL(oracle_three_opt(one.inst, out, 7, NULL).improving, 0);
  cvrp->capacity = 1;
  CU_ASSERT_FALSE(oracle_giant_feasible(one.inst, tour, 7));
  route_case_free(&one);
}

static bool before(OracleMove a, OracleMove b) {
  const int64_t left[] = {a.delta, a.i, a.j, a.k, a.way}, right[] = {b.delta, b.i, b.j, b.k, b.way};
  for (int f = 0; f < 5; f++)
    if (left[f] != right[f]) return left[f] < right[f];
  return false;
}

/* The best of all is the best of the rows; its neighbour is feasible and costs what it says. */
static void scans_of_cases(void) {
  for (ROUTE_PLANS(plan)) {
    RouteCase one = route_case_make(plan, 1);
    int32_t *out = malloc((size_t)one.nodes * sizeof *out);
    OracleMove *rows = malloc((size_t)one.nodes * sizeof *rows), best = {0};
    const OracleScan scan = oracle_three_opt(one.inst, one.tour, one.nodes, rows);
    for (int32_t i = 0; i < one.nodes - 1; i++)
      if (rows[i].delta && before(rows[i], best)) best = rows[i];
    CU_ASSERT_EQUAL(memcmp(&best, &scan.best, sizeof best), 0);
    if (best.delta) {
      oracle_three_opt_neighbour(one.tour, one.nodes, best, out);
      CU_ASSERT(oracle_giant_feasible(one.inst, out, one.nodes));
      CU_ASSERT_EQUAL(oracle_giant_cost(one.inst, out, one.nodes),
                      oracle_giant_cost(one.inst, one.tour, one.nodes) + best.delta);
    }
    free(out);
    free(rows);
    route_case_free(&one);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(cases),
                                      TEST(normal_form),
                                      TEST(star),
                                      TEST(data_on_a_backend),
                                      TEST(neighbours_by_hand),
                                      TEST(scan_by_hand),
                                      TEST(scans_of_cases),
                                      {NULL, NULL}};
  return harness_run("giant_tour", tests);
}
