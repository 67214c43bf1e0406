/* Start solutions by savings: neighbours against a sort of all customers, savings against a naive version, every limit by the
 * judge, fleets, quality and pace. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fixtures/harness.h"
#include "fixtures/route_cases.h"
#include "halt.h"
#include "oracle/oracle_savings.h"
#include "problem/cvrp/files/vrp_files.h"
#include "search/routes/route_neighbours.h"
#include "search/routes/route_start.h"

enum { THREADS = 3 };

static RouteCase case_of(RouteForm form, int32_t customers, int32_t routes, int32_t slack, int32_t duration) {
  const RoutePlan plan = {"start", form, customers, routes, slack, duration, 7, 10, FLEET_FREE, 0, 0};
  return route_case_make(&plan, 5);
}

/* ---- neighbours ---- */

static void check_neighbours(RouteCase one, int32_t width) {
  const RouteData data = route_data_of(one.inst);
  const size_t nodes = (size_t)one.inst->n + 1;
  int32_t *near = malloc(nodes * (size_t)width * sizeof *near), wrong = 0;
  bool *want = oracle_near(one.inst, width);
  CU_ASSERT_EQUAL_FATAL(route_neighbours(&data, width, THREADS, near), OK);
  for (size_t c = 1; c < nodes; c++)
    for (int32_t k = 0; k < width; k++) {
      const int32_t *row = near + c * (size_t)width;
      wrong += !want[c * nodes + (size_t)row[k]] || (k && row[k - 1] >= row[k]);
    }
  CU_ASSERT_EQUAL(wrong, 0);
  free(near);
  free(want);
  route_case_free(&one);
}

static void neighbours(void) {
  for (RouteForm form = ROUTES_PLANE; form <= ROUTES_TIES; form++) {
    check_neighbours(case_of(form, 2, 1, 0, ROUTES_UNLIMITED), 1);
    check_neighbours(case_of(form, 9, 3, 0, ROUTES_UNLIMITED), 8);
    check_neighbours(case_of(form, 60, 3, 0, ROUTES_UNLIMITED), 5);
    check_neighbours(case_of(form, 700, 30, 0, ROUTES_UNLIMITED), 40);
  }
}

/* ---- savings ---- */

static void check_savings(RouteCase one) {
  const size_t bytes = (size_t)one.inst->n * sizeof(int32_t);
  int32_t *got = malloc(bytes), *want = malloc(bytes);
  int64_t cost;
  CU_ASSERT_EQUAL_FATAL(start_savings(one.inst, THREADS, got), OK);
  oracle_savings(one.inst, SAVINGS_NEIGHBOURS, want);
  CU_ASSERT_EQUAL(memcmp(got, want, bytes), 0);
  CU_ASSERT_EQUAL(judge_routes(one.inst, got, &cost), OK);
  CU_ASSERT_EQUAL(start_savings(one.inst, 1, want), OK);
  CU_ASSERT_EQUAL(memcmp(got, want, bytes), 0);
  free(got);
  free(want);
  route_case_free(&one);
}

/* Of a free fleet; limits bind as for the random tour, or in one that is a tenth as long. */
static void savings(void) {
  for (RouteForm form = ROUTES_PLANE; form <= ROUTES_TIES; form++) {
    check_savings(case_of(form, 1, 1, 0, ROUTES_UNLIMITED));
    check_savings(case_of(form, 2, 1, 0, ROUTES_UNLIMITED));
    check_savings(case_of(form, 30, 5, 10, ROUTES_UNLIMITED));
    check_savings(
        case_of(form, 101, 12, 0, form == ROUTES_FAR || form == ROUTES_MATRIX ? ROUTES_UNLIMITED : 0));
    check_savings(case_of(form, 260, 40, 0, ROUTES_UNLIMITED));
  }
  check_savings(case_of(ROUTES_PLANE, 300, 110, 400, 0));
}

/* ---- fleets ---- */

static Status check_fleet(RouteCase *one, CvrpFleet fleet, int32_t vehicles) {
  CvrpInstance *cvrp = (CvrpInstance *)one->inst;
  int32_t *gene = malloc((size_t)one->inst->n * sizeof *gene);
  int64_t cost;
  cvrp->fleet = fleet;
  cvrp->vehicles = vehicles;
  const Status status = start_savings(one->inst, 1, gene);
  if (status == OK) CU_ASSERT_EQUAL(judge_routes(one->inst, gene, &cost), OK);
  CU_ASSERT(status == OK || strstr(status_message(), "found no solution"));
  status_clear();
  free(gene);
  return status;
}

/* As many vehicles as a tour is known to need; one tour in ten may be too hard to find. */
static void tight_fleets(void) {
  int32_t tried = 0, found = 0;
  for (ROUTE_PLANS(plan))
    for (uint64_t seed = 1; seed <= 3; seed++) {
      RouteCase one = route_case_make(plan, seed);
      const bool hard = plan->duration_slack != ROUTES_UNLIMITED || plan->form == ROUTES_MATRIX;
      const bool at_most = check_fleet(&one, FLEET_AT_MOST, plan->routes) == OK;
      const bool exactly = check_fleet(&one, FLEET_EXACTLY, plan->routes) == OK;
      if (!hard) {
        tried += 2;
        found += at_most + exactly;
      }
      route_case_free(&one);
    }
  printf("# %d of %d tight fleets\n", found, tried);
  CU_ASSERT(10 * found >= 9 * tried);
}

/* Twelve routes of five customers who take 99 of 100: most of these are found, by exchanges. */
static void packed_fleets(void) {
  int32_t found = 0;
  for (uint64_t seed = 1; seed <= 30; seed++) {
    const RoutePlan plan = {"packed", ROUTES_PLANE, 60, 12, 0, ROUTES_UNLIMITED, 0, 0, FLEET_FREE, 0, 0};
    RouteCase one = route_case_make(&plan, seed);
    CvrpInstance *cvrp = (CvrpInstance *)one.inst;
    for (int32_t r = 0; r < 12; r++) { /* customers in a row are of a route */
      int32_t left = 99;
      for (int32_t k = 1; k < 5; k++) {
        cvrp->demand[5 * r + k] += 8;
        left -= cvrp->demand[5 * r + k];
      }
      cvrp->demand[5 * r + 5] = left > 0 ? left : 0;
      for (int32_t k = 1; left < 0; left++) {
        cvrp->demand[5 * r + k]--;
        k = k % 4 + 1;
      }
    }
    cvrp->capacity = 100;
    found += check_fleet(&one, FLEET_AT_MOST, 12) == OK;
    route_case_free(&one);
  }
  printf("# %d of 30 packed fleets\n", found);
  CU_ASSERT(found >= 20);
}

static void exact_fleets(void) {
  RouteCase one = case_of(ROUTES_PLANE, 25, 4, 30, ROUTES_UNLIMITED);
  for (int32_t vehicles = 4; vehicles <= 25; vehicles++)
    CU_ASSERT_EQUAL(check_fleet(&one, FLEET_EXACTLY, vehicles), OK);
  CU_ASSERT_EQUAL(check_fleet(&one, FLEET_EXACTLY, 26), ERR_NO_SOLUTION);
  CU_ASSERT_EQUAL(check_fleet(&one, FLEET_AT_MOST, 1), ERR_NO_SOLUTION);
  route_case_free(&one);
  one = case_of(ROUTES_LATTICE, 40, 8, 30, 10);
  for (int32_t vehicles = 12; vehicles <= 40; vehicles += 7)
    CU_ASSERT_EQUAL(check_fleet(&one, FLEET_EXACTLY, vehicles), OK);
  route_case_free(&one);
}

/* Service times allow five customers a route: down from the routes that savings take, as far as solutions are found. */
static void limited_fleets(void) {
  int32_t fewer = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    const RoutePlan plan = {"limited", ROUTES_PLANE, 36, 8, 400, 0, 5000, 0, FLEET_FREE, 0, 0};
    RouteCase one = route_case_make(&plan, seed);
    ((CvrpInstance *)one.inst)->max_duration = 3 * 5000 + 4900;
    int32_t *gene = malloc((size_t)one.inst->n * sizeof *gene), routes = 0;
    CU_ASSERT_EQUAL(start_savings(one.inst, 1, gene), OK);
    for (int32_t k = 0; k < one.inst->n; k++) routes += gene[k] < 0;
    while (--routes && check_fleet(&one, FLEET_AT_MOST, routes) == OK) fewer++;
    free(gene);
    route_case_free(&one);
  }
  printf("# %d routes fewer\n", fewer);
  CU_ASSERT(fewer > 0);
}

static void no_solution(void) {
  RouteCase one = case_of(ROUTES_PLANE, 25, 4, 30, ROUTES_UNLIMITED);
  ((CvrpInstance *)one.inst)->max_duration = 3;
  CU_ASSERT_EQUAL(check_fleet(&one, FLEET_FREE, 0), ERR_NO_SOLUTION);
  route_case_free(&one);
}

static void stopped(void) {
  RouteCase one = case_of(ROUTES_PLANE, 3000, 300, 30, ROUTES_UNLIMITED);
  int32_t *gene = malloc((size_t)one.inst->n * sizeof *gene);
  halt_watch(NULL, 0);
  CU_ASSERT_EQUAL(start_savings(one.inst, 1, gene), ERR_STOPPED);
  halt_rest();
  status_clear();
  free(gene);
  route_case_free(&one);
}

/* ---- quality and pace ---- */

/* The gap of savings to the optimum or the best known value, in per cent; negative: no such file. */
static double gap_of(const char *name, double best) {
  char path[64];
  Instance *inst = NULL;
  int64_t cost = 0;
  snprintf(path, sizeof path, "cvrp/X/%s.vrp", name);
  const char *file = harness_data(path);
  if (!file) return -1;
  CU_ASSERT_EQUAL_FATAL(vrp_read(file, NULL, &inst), OK);
  int32_t *gene = malloc((size_t)inst->n * sizeof *gene);
  CU_ASSERT_EQUAL(start_savings(inst, THREADS, gene), OK);
  CU_ASSERT_EQUAL(judge_routes(inst, gene, &cost), OK);
  free(gene);
  instance_free(inst);
  return 100 * ((double)cost / best - 1);
}

static void quality(void) {
  static const struct {
    const char *name;
    double best;
  } known[] = {{"X-n101-k25", 27591}, {"X-n195-k51", 44225}, {"X-n502-k39", 69226}, {"X-n1001-k43", 72355}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const double gap = gap_of(known[k].name, known[k].best);
    if (gap < 0) return;
    printf("# %s: %.2f%% above the best known\n", known[k].name, gap);
    CU_ASSERT(gap < 12);
  }
}

/* Of the processor: other programs run beside. */
static double seconds_of(RouteForm form, int32_t customers) {
  RouteCase one = case_of(form, customers, customers / 10, 0, ROUTES_UNLIMITED);
  int32_t *gene = malloc((size_t)customers * sizeof *gene);
  double least = INFINITY;
  for (int turn = 0; turn < 3; turn++) {
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    CU_ASSERT_EQUAL(start_savings(one.inst, 1, gene), OK);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    const double took = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    if (took < least) least = took;
  }
  free(gene);
  route_case_free(&one);
  return least;
}

/* Eight times the customers take about eight times as long, on a few places not longer: a square would be 64. */
static void pace(void) {
  const double few = seconds_of(ROUTES_PLANE, 2000), many = seconds_of(ROUTES_PLANE, 16000);
  const double heaps = seconds_of(ROUTES_HEAPS, 16000);
  printf("# 16,000 customers take %.3f s, %.1f times as long as 2000; on four places %.3f s\n", many,
         many / few, heaps);
  CU_ASSERT(many < 32 * few);
  CU_ASSERT(heaps < 4 * many);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(neighbours),    TEST(savings),      TEST(tight_fleets),
                                      TEST(packed_fleets), TEST(exact_fleets), TEST(limited_fleets),
                                      TEST(no_solution),   TEST(stopped),      TEST(quality),
                                      TEST(pace),          {NULL, NULL}};
  return harness_run("route_start", tests);
}
