/* Solutions of fleets as files: every form is read, what is written is read back, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "io/input.h"
#include "oracle/fleet_oracle.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/routes.h"

enum { N = 5 };

/* Five customers at places 1..5 of a line, 10 apart, customer 5 for a prize; two types, the second for customers 1 to 4 alone. vehicles: of
 * types 0, 1, 1, 0. */
static RoutesInstance *line_make(int32_t types, bool vehicles, bool ids) {
  const RoutesSizes sizes = {.customers = N,
                             .places = N + 1,
                             .profiles = 1,
                             .types = types,
                             .vehicles = vehicles ? 4 : 0,
                             .coordinates = true,
                             .ids = ids};
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(routes_alloc(&sizes, &inst), OK);
  RoutesInstance *routes = (RoutesInstance *)inst;
  routes->loads = 1;
  routes->stop[5].prize = 9;
  for (int32_t t = 0; t < types; t++) routes->type[t].capacity[0] = 10;
  for (int32_t c = 1; c <= N; c++) {
    routes->stop[c].place = c;
    routes->stop[c].delivery[0] = c;
    routes->coordinate[2 * c] = 10 * c;
    if (ids) routes->id[c] = 1000 - 7 * c;
  }
  for (int32_t a = 0; a <= N; a++)
    for (int32_t b = 0; b <= N; b++) routes->distance[(N + 1) * a + b] = 10 * (a > b ? a - b : b - a);
  for (int32_t v = 0; v < sizes.vehicles; v++) routes->vehicle[v] = v == 1 || v == 2;
  CU_ASSERT_EQUAL_FATAL(routes_finish(routes, false), OK);
  return routes;
}

static Status parse(const RoutesInstance *routes, const char *text, int32_t *gene) {
  const size_t bytes = strlen(text);
  char *exact = exact_text(text, bytes);
  status_clear();
  const Status status = fleet_solution_parse("t.sol", exact, bytes, &routes->head, gene);
  free(exact);
  return status;
}

typedef struct Case {
  int32_t types;
  bool vehicles, ids;
  const char *text;
  int32_t gene[2 * N];
} Case;

static const Case cases[] = {
    {1,
     false,
     false,
     "Route #1: 3 1\nRoute #2: 5\nRoute #3: 2 4\nCost 784\n",
     {-3, 1, -5, -2, 4, 0, 0, 0, -1, -1}},
    {1, false, false, "route 1 : 3 1\r\nROUTE #2: 2 4\r\ncost: 784.25", {-3, 1, -2, 4, -5, 0, 0, -1, -1, -1}},
    {1,
     false,
     false,
     "Authors: N. N.\nRoute #1: 3 1\nRoute #2:\nRoute #3: 5\nUnserved 4 2\n",
     {-3, 1, -5, -4, 2, 0, 0, -1, -1, -1}},
    {1, false, false, "Unserved: 1 2 3 4 5\nCost 0\n", {-1, 2, 3, 4, 5, -1, -1, -1, -1, -1}},
    {2,
     false,
     false,
     "Route #1 (type 2): 3 1\nRoute #2 (Type 1): 5 4\nRoute #3(type 2) :2\nCost: 1\n",
     {-3, 1, -5, 4, -2, 1, 0, 1, -1, -1}},
    {2,
     true,
     false,
     "Route #1: \nRoute #2: 3 1\nRoute #4: 4 2\nCost: 1\n",
     {-3, 1, -4, 2, -5, 1, 0, -1, -1, -1}},
    {2,
     true,
     false,
     "Route #1: 5\nRoute #2:\nRoute #3: 4 2\nRoute #4 (type 1): 3 1\n",
     {-5, -4, 2, -3, 1, 0, 1, 0, -1, -1}},
    {1,
     false,
     true,
     "Route #1: 979 993\nRoute #2: 986 972 965\nCost 3\n",
     {-3, 1, -2, 4, 5, 0, 0, -1, -1, -1}},
    {2,
     false,
     false,
     "576.87\n1 1 47.00 78 0 3 1 0\n2 1 66.5 79 0 2 0\n 2 2 0.5 9 0 4 5 0 \n\n",
     {-3, 1, -2, -4, 5, 0, 1, 1, -1, -1}}};

static void reads_every_form(void) {
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    RoutesInstance *routes = line_make(cases[k].types, cases[k].vehicles, cases[k].ids);
    int32_t gene[2 * N] = {0};
    CU_ASSERT_EQUAL(parse(routes, cases[k].text, gene), OK);
    if (status_message()[0]) printf("# %s\n", status_message());
    CU_ASSERT_EQUAL(memcmp(gene, cases[k].gene, sizeof gene), 0);
    instance_free(&routes->head);
  }
}

/* Depots are the first three nodes of the file. */
static void numbers_follow_depots(void) {
  RoutesInstance *routes = line_make(1, false, false);
  int32_t gene[2 * N];
  routes->first_customer = 3;
  CU_ASSERT_EQUAL(parse(routes, "Route #1: 3 4 7\nRoute #2: 5 6\n", gene), OK);
  CU_ASSERT_EQUAL(memcmp(gene, ((int32_t[]){-1, 2, 5, -3, 4, 0, 0, -1, -1, -1}), sizeof gene), 0);
  CU_ASSERT_EQUAL(parse(routes, "Route #1: 3 4 8\n", gene), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "t.sol:1: expected a customer from 3 to 7, found '8'");
  CU_ASSERT_EQUAL(parse(routes, "Route #1: 3 4 7\nRoute #2: 6\n", gene), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(
      status_message(),
      "t.sol:3: expected customer 5 in a route, or behind Unserved, found the end of the file");
  instance_free(&routes->head);
}

static void defects_are_named(void) {
  static const struct {
    int32_t types;
    bool vehicles;
    const char *text, *message;
  } bad[] = {
      {1, false, "", "t.sol:1: expected Route #1, Cost or Unserved, found the end of the file"},
      {1, false, "Way #1: 1\n", "t.sol:1: expected Route #1, Cost or Unserved, found 'Way'"},
      {1, false, "Route #2: 1\n", "t.sol:1: expected #1 after Route, found '#2:'"},
      {1, false, "Route #1: 1\nRoute #1: 2\n", "t.sol:2: expected #2 after Route, found '#1:'"},
      {1, false, "Route #1 1 2\n", "t.sol:1: expected : after Route #1, found '1'"},
      {1, false, "Route #1: 1 1\n", "t.sol:1: expected customer 1 once, found '1'"},
      {1, false, "Route #1: 1 x\n", "t.sol:1: expected a customer from 1 to 5, found 'x'"},
      {1, false, "Route #1: 0 1\n", "t.sol:1: expected a customer from 1 to 5, found '0'"},
      {1, false, "Route #1: 1.5\n", "t.sol:1: expected a customer from 1 to 5, found '1.5'"},
      {1, false, "Route #1: 1 2 3\nUnserved: 3\n", "t.sol:2: expected customer 3 once, found '3'"},
      {1, false, "Route #1: 1 2 3\nCost x\n", "t.sol:2: expected a number after Cost, found 'x'"},
      {1, false, "Route #1: 1 2 3\nCost 5 6\n", "t.sol:2: expected the end of the line, found '6'"},
      {1, false, "Route #1 (type 2): 1\n", "t.sol:1: expected a vehicle type from 1 to 1, found '2):'"},
      {1, false, "Route #1 (kind 1): 1\n", "t.sol:1: expected type after (, found 'kind'"},
      {1, false, "Route #1 (type 1: 1\n", "t.sol:1: expected ) after type 1, found ':'"},
      {2, false, "Route #1: 1\n", "t.sol:1: expected (type t) after Route #1, as vehicles differ, found ':'"},
      {2, true, "Route #5: 1\n", "t.sol:1: expected #1 to #4 after Route, found '#5:'"},
      {2, true, "Route #4: 1\nRoute #5: 2\n",
       "t.sol:2: expected 4 routes at most, as there are so many vehicles, found '#5:'"},
      {2, false, "12 3\n", "t.sol:1: expected the end of the line, found '3'"},
      {2, false, "12\n3 1 5 5 0 1 0\n", "t.sol:2: expected a depot from 1 to 2, found '3'"},
      {2, false, "12\n2 1 5 5 1 0\n", "t.sol:2: expected 0, for the depot, found '1'"},
      {2, false, "12\n2 1 5 x 0 1 0\n", "t.sol:2: expected vehicle, duration and load of a route, found 'x'"},
      {2, false, "12\n2 1 5 5 0 1\n", "t.sol:2: expected a customer from 1 to 5, found the end of the line"},
      {2, false, "12\n2 1 5 5 0 1 0 2\n", "t.sol:2: expected the end of the line, found '2'"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    RoutesInstance *routes = line_make(bad[k].types, bad[k].vehicles, false);
    int32_t gene[2 * N];
    CU_ASSERT_EQUAL(parse(routes, bad[k].text, gene), ERR_FORMAT);
    CU_ASSERT_STRING_EQUAL(status_message(), bad[k].message);
    if (strcmp(status_message(), bad[k].message) != 0) printf("# %s\n", status_message());
    instance_free(&routes->head);
  }
  status_clear();
}

static void content_is(const char *path, const char *wanted) {
  char *text;
  size_t bytes;
  CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &bytes), OK);
  CU_ASSERT(bytes == strlen(wanted) && memcmp(text, wanted, bytes) == 0);
  if (bytes != strlen(wanted) || memcmp(text, wanted, bytes) != 0) printf("# found %.*s\n", (int)bytes, text);
  free(text);
  unlink(path);
}

static void forms_are_written(void) {
  static const int32_t gene[] = {-3, 1, -4, 2, -5, 1, 0, -1, -1, -1},
                       missing[] = {-3, 1, -4, 2, 5, 1, -1, -1, -1, -1};
  RoutesInstance *routes = line_make(2, false, false);
  routes->head.decimals = 1;
  routes->route_cost = 1000;
  CU_ASSERT_EQUAL(fleet_solution_write("t.fleet.sol", &routes->head, gene, 2149), OK);
  content_is("t.fleet.sol", "Route #1 (type 2): 3 1\nRoute #2 (type 1): 4 2\nCost 14.9\nUnserved: 5\n");
  CU_ASSERT_EQUAL(fleet_solution_write("t.fleet.sol", &routes->head, missing, 1069 + 2 * routes->absent_cost),
                  OK);
  content_is("t.fleet.sol", "Route #1 (type 2): 3 1\nCost 6.9\nUnserved: 4 2 5\n");
  instance_free(&routes->head);
  routes = line_make(2, true, true);
  CU_ASSERT_EQUAL(fleet_solution_write("t.fleet.sol", &routes->head, gene, 149), OK);
  content_is("t.fleet.sol",
             "Route #1: 972 986\nRoute #2: 979 993\nRoute #3:\nRoute #4:\nCost 149\nUnserved: 965\n");
  instance_free(&routes->head);
}

/* Customer 3 opens at 100, so that the vehicle leaves at 70; 1 takes 5, from 120 on, and is left at 125. */
static void tables_have_times(void) {
  static const int32_t gene[] = {-3, 1, -4, 2, -5, 1, 0, -1, -1, -1};
  RoutesInstance *routes = line_make(2, false, false);
  routes->stop[3].ready = 100;
  routes->stop[1].service = 5;
  routes->time_decimals = 1;
  routes->stop[2].pickup[0] = 7;
  CU_ASSERT_EQUAL(fleet_table_write("t.fleet.csv", &routes->head, gene, 149), OK);
  content_is("t.fleet.csv",
             "route,vehicle,visit,customer,arrival,begin,departure,load\r\n"
             "1,2,0,,7,7,7,4\r\n1,2,1,3,10,10,10,1\r\n1,2,2,1,12,12,12.5,0\r\n1,2,3,,13.5,13.5,13.5,0\r\n"
             "2,1,0,,0,0,0,6\r\n2,1,1,4,4,4,4,2\r\n2,1,2,2,6,6,6,7\r\n2,1,3,,8,8,8,7\r\n"
             ",,,5,,,,\r\n");
  instance_free(&routes->head);
}

static void maps_are_written(void) {
  static const int32_t gene[] = {-3, 1, -4, 2, -5, 1, 0, -1, -1, -1};
  RoutesInstance *routes = line_make(2, false, false);
  routes->type[0].place[1] = ROUTES_OPEN;
  CU_ASSERT_EQUAL(fleet_map_write("t.fleet.geojson", &routes->head, gene, 149), OK);
  char *text;
  size_t bytes;
  CU_ASSERT_EQUAL_FATAL(text_read("t.fleet.geojson", &text, &bytes), OK);
  char *line = strndup(text, bytes);
  CU_ASSERT_PTR_NOT_NULL(strstr(line, "[[0.0, 0.0], [30.0, 0.0], [10.0, 0.0], [0.0, 0.0]]"));
  CU_ASSERT_PTR_NOT_NULL(strstr(line, "[[0.0, 0.0], [40.0, 0.0], [20.0, 0.0]]"));
  CU_ASSERT_PTR_NOT_NULL(strstr(line, "{\"customer\": 5, \"unserved\": true}"));
  free(line);
  free(text);
  unlink("t.fleet.geojson");
  free(routes->coordinate);
  routes->coordinate = NULL;
  CU_ASSERT_EQUAL(fleet_map_check(&routes->head), ERR_USAGE);
  status_clear();
  instance_free(&routes->head);
}

/* The best solutions of random instances come back, and their times are those of the judge. */
static void best_solutions_come_back(void) {
  for (uint64_t seed = 0; seed < 300; seed++) {
    Instance *inst;
    int64_t cost, duration = 0;
    int32_t gene[2 * ORACLE_FLEET_MOST], back[2 * ORACLE_FLEET_MOST];
    char remark[INSTANCE_REMARK_MAX] = "";
    RoutesCost parts;
    FleetPlan plan;
    FleetVisit visit[ORACLE_FLEET_MOST + 2];
    oracle_fleet_random(seed, 5, ORACLE_FLEET_FEATURES, &inst);
    RoutesInstance *routes = (RoutesInstance *)inst;
    (void)oracle_fleet_optimum(inst, &cost, gene);
    CU_ASSERT_EQUAL_FATAL(judge_fleet(inst, gene, &cost, &parts), OK);
    CU_ASSERT_EQUAL_FATAL(fleet_plan_make(routes, gene, &plan), OK);
    for (int32_t k = 0; k < plan.count; k++) {
      const FleetRoute *route = &plan.route[k];
      if (route->type == ROUTES_LEFT_OUT) continue;
      fleet_schedule(routes, route, visit);
      duration +=
          routes->type[route->type].per_duration * (visit[route->count + 1].begin - visit[0].departure);
      for (int32_t v = 1; v <= route->count; v++)
        CU_ASSERT(visit[v].begin <= routes->stop[route->step[v - 1]].due);
      CU_ASSERT(visit[0].departure <= routes->type[route->type].due[0]);
    }
    CU_ASSERT_EQUAL(duration, parts.duration);
    fleet_plan_free(&plan);
    CU_ASSERT_EQUAL(fleet_solution_write("t.best.sol", inst, gene, cost), OK);
    CU_ASSERT_EQUAL(fleet_solution_read("t.best.sol", inst, back, remark), OK);
    CU_ASSERT_EQUAL(memcmp(gene, back, 2 * (size_t)inst->n * sizeof *gene), 0);
    instance_free(inst);
  }
  unlink("t.best.sol");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(reads_every_form),         TEST(numbers_follow_depots),
                                      TEST(defects_are_named),        TEST(forms_are_written),
                                      TEST(tables_have_times),        TEST(maps_are_written),
                                      TEST(best_solutions_come_back), {NULL, NULL}};
  return harness_run("fleet_solution", tests);
}
