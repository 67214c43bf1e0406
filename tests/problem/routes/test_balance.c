/* The longest route as a part of the cost (--objective makespan, balance:W): what readers make of it, which files become fleets by it, what is refused, and what
 * solutions say. That the judge counts it right: test_judge_fleet.c. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/routes_options.h"

/* Customers 10, 20 and -10 from the depot. */
static const char tsp[] = "NAME : line\nTYPE : TSP (a remark)\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\n"
                          "NODE_COORD_SECTION\n1 0 0\n2 10 0\n3 20 0\n4 -10 0\nEOF\n";
static const char cvrp[] =
    "NAME : line\nTYPE : CVRP\nCAPACITY : 9\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\n"
    "NODE_COORD_SECTION\n1 0 0\n2 10 0\n3 20 0\n4 -10 0\nDEMAND_SECTION\n1 0\n2 1\n3 1\n4 1\n"
    "DEPOT_SECTION\n1\n-1\nEOF\n";
static const char ready[] =
    "NAME : line\nTYPE : VRPTW\nCAPACITY : 9\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n"
    "NODE_COORD_SECTION\n1 0 0\n2 10 0\n3 20 0\nDEMAND_SECTION\n1 0\n2 1\n3 1\n"
    "TIME_WINDOW_SECTION\n1 0 200\n2 0 10\n3 50 60\nSERVICE_TIME : 5\n"
    "DEPOT_SECTION\n1\n-1\nEOF\n";
static const char table[] = "id,x,y,demand,ready\n0,0,0,0,\n1,10,0,1,\n2,0,30,1,0.25\n";
static const char team[] = "n 4\nm 2\ntmax 12\n0 0 0\n3 4 7\n9 9 100\n6 8 0\n";

static const int64_t makespan = OBJECTIVE_MAKESPAN;
static int64_t balance(int64_t price) { return counted_make(OBJECTIVE_BALANCE, price); }

static Status text_parse(const char *path, const char *text, RoutesSettings said, RoutesInstance **routes) {
  Instance *inst = NULL;
  status_clear();
  const Status status = fleet_parse(path, text, strlen(text), &said, &inst);
  *routes = (RoutesInstance *)inst;
  return status;
}

static RoutesInstance *text_is(const char *path, const char *text, RoutesSettings said) {
  RoutesInstance *routes;
  CU_ASSERT_EQUAL_FATAL(text_parse(path, text, said, &routes), OK);
  return routes;
}

static void text_refused(const char *path, const char *text, RoutesSettings said, Status status,
                         const char *message) {
  RoutesInstance *routes;
  CU_ASSERT_EQUAL(text_parse(path, text, said, &routes), status);
  if (strcmp(status_message(), message) != 0) printf("found '%s'\n", status_message());
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  status_clear();
}

/* The cost of a solution of `routes`, by its text; *longest: what people are told of it. */
static int64_t cost_of(const RoutesInstance *routes, const char *solution, int64_t *longest) {
  int32_t gene[8];
  int64_t cost = -1;
  CU_ASSERT_EQUAL(fleet_solution_parse("s", solution, strlen(solution), &routes->head, gene), OK);
  CU_ASSERT_EQUAL(judge_fleet(&routes->head, gene, &cost, NULL), OK);
  *longest = routes_longest(&routes->head, gene);
  return cost;
}

/* ---- which files are fleets ---- */

static bool claims(const char *text, int64_t objective) {
  const RoutesSettings said = {.cvrp.objective = objective};
  return fleet_claims("a.vrp", text, strlen(text), &said);
}

static void plain_files_are_claimed(void) {
  for (int k = 0; k < 3; k++) {
    const char *text = (const char *const[]){tsp, cvrp, ready}[k];
    CU_ASSERT(claims(text, makespan) && claims(text, balance(1)) && claims(text, balance(1000000000)));
    CU_ASSERT_FALSE(claims(text, OBJECTIVE_DISTANCE) || claims(text, OBJECTIVE_VEHICLES) ||
                    claims(text, OBJECTIVE_COMPLETION));
  }
  CU_ASSERT_FALSE(claims(table, makespan) || claims(team, makespan) || claims("", makespan));
  CU_ASSERT_FALSE(claims("TYPE : HCP\n", makespan) || claims("TYPE : MDVRP\n", makespan));
}

/* ---- prices ---- */

static void several_salesmen(void) {
  RoutesInstance *routes = text_is(
      "a.tsp", tsp,
      (RoutesSettings){.cvrp = {.objective = makespan, .fleet = counted_make(FLEET_WORD_AT_MOST, 2)}});
  int64_t longest;
  CU_ASSERT(routes->head.n == 3 && routes->type[0].count == 2 && routes->longest_first);
  CU_ASSERT_EQUAL(routes->balance, 1000); /* the dearest ways to all customers and away sum to 160 */
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 1 2\nRoute #2: 3\n", &longest), 40 * 1000 + 60);
  CU_ASSERT_EQUAL(longest, 40);
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 2\nRoute #2: 1 3\n", &longest), 40 * 1000 + 80);
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 1 2 3\n", &longest), 60 * 1000 + 60);
  CU_ASSERT_EQUAL(longest, 60);
  instance_free(&routes->head);
}

static void prices_have_decimals(void) {
  RoutesInstance *routes = text_is("a.vrp", cvrp, (RoutesSettings){.cvrp.objective = balance(7)});
  int64_t longest;
  CU_ASSERT(routes->balance == 7 && !routes->longest_first);
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 1 2\nRoute #2: 3\n", &longest), 60 + 7 * 40);
  instance_free(&routes->head);
  routes = text_is("a.csv", table, (RoutesSettings){.cvrp.objective = balance(7), .capacity = "9"});
  CU_ASSERT_EQUAL(routes->balance, 7 * (routes->head.decimals == routes->time_decimals ? 1 : -1));
  instance_free(&routes->head);
}

/* Served by 10 and from 50 on, 10 and 20 away, with services of 5: away from 0 to 75. */
static void durations_count(void) {
  RoutesInstance *routes = text_is("a.vrp", ready, (RoutesSettings){.cvrp.objective = balance(2)});
  int64_t longest;
  CU_ASSERT_EQUAL(routes->time_decimals, 1);
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 1 2\n", &longest), 400 + 2 * 750);
  CU_ASSERT_EQUAL(longest, 750);
  CU_ASSERT_EQUAL(cost_of(routes, "Route #1: 1\nRoute #2: 2\n", &longest), 600 + 2 * 450);
  CU_ASSERT_EQUAL(longest, 450);
  instance_free(&routes->head);
  routes = text_is("a.vrp", ready, (RoutesSettings){.cvrp.objective = OBJECTIVE_DISTANCE});
  (void)cost_of(routes, "Route #1: 1 2\n", &longest);
  CU_ASSERT_EQUAL(longest, 0);
  instance_free(&routes->head);
}

static void refusals(void) {
  static const char json[] =
      "{\"matrices\": {\"car\": {\"durations\": [[0, 1], [1, 0]]}}, \"vehicles\": [{\"id\": 1, "
      "\"start_index\": 0}], \"jobs\": [{\"id\": 2, \"location_index\": 1, \"priority\": 3}]}";
  const RoutesSettings first = {.cvrp.objective = makespan}, priced = {.cvrp.objective = balance(2)};
  text_refused("a.txt", team, first, ERR_USAGE,
               "a.txt: expected no --objective makespan with a file of orienteering, where the shortest "
               "routes are none");
  text_refused("a.txt", team, priced, ERR_USAGE,
               "a.txt: expected no --objective balance with a file of orienteering, where the shortest "
               "routes are none");
  text_refused(
      "a.json", json, priced, ERR_USAGE,
      "a.json: --objective vehicles, makespan and balance: expected customers who must be served or have "
      "prizes, found priorities or --unserved allowed: --unserved refused makes all of them required");
  text_refused(
      "a.json", json, (RoutesSettings){.cvrp.objective = OBJECTIVE_VEHICLES}, ERR_USAGE,
      "a.json: --objective vehicles, makespan and balance: expected customers who must be served or "
      "have prizes, found priorities or --unserved allowed: --unserved refused makes all of them required");
  RoutesInstance *routes =
      text_is("a.json", json, (RoutesSettings){.cvrp.objective = balance(2), .unserved = UNSERVED_REFUSED});
  CU_ASSERT_EQUAL(routes->balance, 2);
  instance_free(&routes->head);
}

/* ---- what people are told ---- */

static void costs_are_told(void) {
  RoutesInstance *routes = text_is("a.vrp", cvrp, (RoutesSettings){.cvrp.objective = makespan});
  const Problem *const problem = routes->head.problem;
  const int32_t gene[] = {-1, 2, -3, 0, 0, ROUTES_LEFT_OUT};
  char text[256];
  int64_t size = 0;
  int32_t decimals = -1;
  problem->size_text(&routes->head, text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, ", longest route first"));
  CU_ASSERT_EQUAL(problem->cost_unit(&routes->head), routes->balance);
  CU_ASSERT_STRING_EQUAL(problem->cost_part(&routes->head, &decimals), "longest route");
  CU_ASSERT_EQUAL(decimals, 0);
  CU_ASSERT_PTR_NULL(problem->told(&routes->head, gene, &size, &decimals));
  instance_free(&routes->head);
  routes = text_is("a.vrp", cvrp, (RoutesSettings){.cvrp.objective = balance(5)});
  problem->size_text(&routes->head, text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, ", balanced"));
  CU_ASSERT_EQUAL(problem->cost_unit(&routes->head), 0);
  CU_ASSERT_PTR_NULL(problem->cost_part(&routes->head, &decimals));
  CU_ASSERT_STRING_EQUAL(problem->told(&routes->head, gene, &size, &decimals), "longest route");
  CU_ASSERT_EQUAL(size, 40);
  instance_free(&routes->head);
  routes = text_is("a.vrp", cvrp, (RoutesSettings){.cvrp.objective = OBJECTIVE_DISTANCE});
  CU_ASSERT_PTR_NULL(problem->told(&routes->head, gene, &size, &decimals));
  instance_free(&routes->head);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(plain_files_are_claimed),
                                      TEST(several_salesmen),
                                      TEST(prices_have_decimals),
                                      TEST(durations_count),
                                      TEST(refusals),
                                      TEST(costs_are_told),
                                      {NULL, NULL}};
  return harness_run("balance", tests);
}
