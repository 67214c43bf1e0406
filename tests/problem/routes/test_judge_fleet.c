/* The judge of fleets: every message, and its costs against the oracle's over random instances and solutions. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/fleet_line.h"
#include "fixtures/harness.h"
#include "oracle/fleet_oracle.h"
#include "problem/judge.h"
#include "problem/routes/routes.h"

/* ---- every rule ---- */

static RoutesInstance *line_make(void) {
  RoutesInstance *routes = fleet_line_make((RoutesSizes){.allowed = true});
  fleet_line_finish(routes);
  return routes;
}

static void parts_are_told(void) {
  RoutesInstance *routes = line_make();
  RoutesCost parts;
  int64_t cost;
  routes->type[1].per_duration = 5;
  routes->stop[3].setup = 1;
  routes->stop[3].service = 2;
  CU_ASSERT_EQUAL(routes_finish(routes, true), OK);
  static const int32_t gene[] = {-2, 1, -3, -4, 0, 1, -1, -1}, all_out[] = {-2, 1, 3, 4, -1, -1, -1, -1};
  CU_ASSERT_EQUAL(judge_fleet(&routes->head, gene, &cost, &parts), OK);
  CU_ASSERT(parts.routes == 2 * ROUTES_ROUTE_COST && parts.fixed == 3 && parts.distance == 40 + 120);
  CU_ASSERT(parts.duration == 5 * 63 && parts.prizes == 17 && parts.missing == 0);
  CU_ASSERT_EQUAL(cost, 2 * ROUTES_ROUTE_COST + 3 + 160 + 315 + 17);
  CU_ASSERT_EQUAL(judge_fleet(&routes->head, all_out, &cost, &parts), OK);
  CU_ASSERT(parts.missing == 3 * routes->absent_cost && parts.prizes == 17 && cost == parts.missing + 17);
  instance_free(&routes->head);
}

/* Customers 1 to 3 have to be served, customer 4 has a prize; numbers are those of the file. */
static void absence_is_told(void) {
  static const struct {
    int32_t gene[8], missing;
    const char *text;
  } rows[] = {{{-1, 2, -3, 4, 0, 0, -1, -1}, 0, ""},
              {{-1, 2, 3, -4, 0, -1, -1, -1}, 0, ""},
              {{-1, 2, -4, 3, 0, -1, -1, -1}, 1, "incomplete: 1 customer left out, 12"},
              {{-1, -4, 3, 2, 0, -1, -1, -1}, 2, "incomplete: 2 customers left out, first 11"},
              {{-3, 2, 4, 1, -1, -1, -1, -1}, 3, "incomplete: 3 customers left out, first 10"}};
  RoutesInstance *routes = line_make();
  routes->first_customer = 10;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    char text[MISSING_TEXT_MAX];
    CU_ASSERT_EQUAL(judge_missing(&routes->head, rows[r].gene, text, sizeof text), rows[r].missing);
    CU_ASSERT_STRING_EQUAL(text, rows[r].text);
  }
  instance_free(&routes->head);
}

static void genes_are_checked(void) {
  static const struct {
    int32_t gene[8];
    const char *message;
  } rows[] = {
      {{1, 2, -3, 4, 0, 0, -1, -1}, "expected a route that begins with the first customer, found none"},
      {{-1, 2, -3, 5, 0, 0, -1, -1}, "expected customers from 1 to 4, found 5"},
      {{-1, 2, -3, 0, 0, 0, -1, -1}, "expected customers from 1 to 4, found 0"},
      {{-1, 2, -3, INT32_MIN, 0, 0, -1, -1}, "expected customers from 1 to 4, found 2147483648"},
      {{-1, 2, -3, 2, 0, 0, -1, -1}, "customer 2 is there twice"},
      {{-1, 2, -3, 4, 0, 2, -1, -1}, "route 2: expected a vehicle type from 1 to 2, found 3"},
      {{-1, 2, -3, 4, 0, -2, -1, -1}, "route 2: expected a vehicle type from 1 to 2, found -1"},
      {{-1, 2, -3, 4, -1, 0, -1, -1}, "route 1: expected the customers left out behind all routes"},
      {{-1, 2, -3, 4, 0, 0, 1, -1}, "route 3: expected no vehicle type, as it has no customers, found 2"},
      {{-1, 2, -3, 4, 0, 0, -1, 0}, "route 4: expected no vehicle type, as it has no customers, found 1"},
      {{-1, 2, -3, 4, 0, -1, -1, -1}, NULL},
      {{-1, 2, -3, 4, 0, 1, -1, -1}, NULL}};
  RoutesInstance *routes = line_make();
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    fleet_judged_is(routes, rows[r].gene, rows[r].message);
  instance_free(&routes->head);
}

enum { STOP = 1, TYPE = 5 };
#define AT(type, member) (offsetof(type, member) / sizeof(int32_t))

/* One number of a customer (STOP + c - 1) or a type (TYPE + t) at the value that is just kept, then one less or more. Routes 1 2 4 of type 1
 * and 3 of type 2. */
static void limits_are_named(void) {
  static const int32_t gene[] = {-1, 2, 4, -3, 0, 1, -1, -1};
  static const struct {
    int of;
    size_t at;
    int32_t kept, broken;
    const char *message;
  } rows[] = {
      {TYPE, AT(VehicleType, capacity[0]), 9, 8, "route 1: load 9 over capacity 8 of vehicle type 1"},
      {STOP + 1, AT(RouteStop, pickup[0]), 9, 10,
       "route 1, customer 2: load 11 over capacity 10 of vehicle type 1"},
      {TYPE, AT(VehicleType, max_stops), 3, 2, "route 1: 3 stops, at most 2 of vehicle type 1"},
      {TYPE + 1, AT(VehicleType, max_distance), 60, 59, "route 2: distance 60 over 59 of vehicle type 2"},
      {TYPE, AT(VehicleType, max_duration), 80, 79, "route 1: duration 80 over 79 of vehicle type 1"},
      {TYPE, AT(VehicleType, due[1]), 80, 79, "route 1: back at 80, due 79 of vehicle type 1"},
      {STOP + 3, AT(RouteStop, due), 40, 39, "route 1, customer 4: served from 40, due 39"},
      {TYPE, AT(VehicleType, count), 1, 0, "1 route of vehicle type 1, at most 0 allowed"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = line_make();
    int32_t *const numbers = rows[r].of < TYPE ? (int32_t *)&routes->stop[rows[r].of]
                                               : (int32_t *)&routes->type[rows[r].of - TYPE];
    numbers[rows[r].at] = rows[r].kept;
    fleet_judged_is(routes, gene, NULL);
    numbers[rows[r].at] = rows[r].broken;
    fleet_judged_is(routes, gene, rows[r].message);
    instance_free(&routes->head);
  }
}

/* Decimals, dimensions and numbers are those of the file. */
static void messages_have_units(void) {
  static const int32_t gene[] = {-1, 2, 4, -3, 0, 1, -1, -1};
  RoutesInstance *routes = line_make();
  routes->first_customer = 0;
  routes->loads = 2;
  routes->load_decimals = 1;
  routes->stop[2].pickup[1] = 11;
  routes->type[0].capacity[1] = 10;
  fleet_judged_is(routes, gene,
                  "route 1, customer 1: load 1.1 in dimension 2 over capacity 1 of vehicle type 1");
  routes->type[0].capacity[1] = 11;
  routes->time_decimals = 2;
  routes->stop[4].due = 39;
  fleet_judged_is(routes, gene, "route 1, customer 3: served from 0.4, due 0.39");
  routes->stop[4].due = 40;
  routes->allowed[2] = 2;
  fleet_judged_is(routes, gene, "route 1, customer 1: vehicle type 1 may not serve this customer");
  instance_free(&routes->head);
}

static void backhauls_come_last(void) {
  static const int32_t late[] = {-1, 3, 2, 4, 0, -1, -1, -1}, alone[] = {-3, -1, 2, 4, 0, 0, -1, -1},
                       good[] = {-1, 2, 4, 3, 0, -1, -1, -1};
  RoutesInstance *routes = line_make();
  routes->stop[3].flags = ROUTES_BACKHAUL;
  routes->backhauls = BACKHAULS_LAST;
  fleet_judged_is(routes, good, NULL);
  fleet_judged_is(routes, alone, NULL);
  fleet_judged_is(routes, late, "route 1, customer 2: no backhaul, behind customer 3, which is one");
  routes->backhauls = BACKHAULS_NOT_ALONE;
  fleet_judged_is(routes, good, NULL);
  fleet_judged_is(routes, alone, "route 1: of backhauls only");
  instance_free(&routes->head);
}

/* ---- against the oracle ---- */

static uint64_t state;

static int32_t below(int32_t count) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)((state >> 33) % (uint64_t)count);
}

/* Customers in any order, routes and types at random, some genes that are out of range. */
static void solution_draw(const Instance *inst, int32_t *gene) {
  const int32_t n = inst->n, types = routes_of(inst)->types;
  int32_t lists = 0, longest = 1 + below(n);
  for (int32_t k = 0; k < n; k++) gene[k] = k + 1;
  for (int32_t k = n - 1; k > 0; k--) {
    const int32_t j = below(k + 1), kept = gene[k];
    gene[k] = gene[j];
    gene[j] = kept;
  }
  for (int32_t k = 0; k < n; k++)
    if (k == 0 || below(longest) == 0) {
      gene[k] = -gene[k];
      lists++;
    }
  for (int32_t k = 0; k < n; k++) gene[n + k] = k < lists ? below(types) : ROUTES_LEFT_OUT;
  const int32_t reloads = routes_of(inst)->reloads;
  for (int32_t k = 1; k < lists && reloads; k++)
    if (below(2)) gene[n + k] = ROUTES_NEXT_TRIP - below(reloads);
  if (below(2)) gene[n + lists - 1] = ROUTES_LEFT_OUT;
  if (below(20) == 0) gene[below(2 * n)] = below(n + 3) - 1 - below(n);
}

/* A judgement and the oracle's: both refuse, or both find the same cost, which is the sum of its parts. True: a solution. */
static bool agree(const Instance *inst, const int32_t *gene) {
  int64_t cost = -1, expected = -1;
  RoutesCost parts;
  const Status status = judge_fleet(inst, gene, &cost, &parts);
  const bool good = oracle_fleet_cost(inst, gene, &expected);
  CU_ASSERT_EQUAL(status, good ? OK : ERR_FORMAT);
  CU_ASSERT_EQUAL(cost, expected);
  if (good)
    CU_ASSERT_EQUAL(cost, parts.routes + parts.fixed + parts.distance + parts.duration + parts.prizes +
                              parts.missing + parts.balance);
  int32_t first;
  if (good) CU_ASSERT_EQUAL(parts.missing, routes_missing(inst, gene, &first) * routes_of(inst)->absent_cost);
  CU_ASSERT(good || status_message()[0]);
  status_clear();
  return good;
}

static void agree_on(uint32_t features, int solutions_least) {
  enum { INSTANCES = 3000, SOLUTIONS = 40 };
  int solutions = 0, failures = 0;
  state = 7;
  for (uint64_t seed = 0; seed < INSTANCES; seed++) {
    Instance *inst;
    int32_t gene[2 * ORACLE_FLEET_MOST];
    oracle_fleet_random(seed, ORACLE_FLEET_MOST, features, &inst);
    for (int k = 0; k < SOLUTIONS; k++) {
      solution_draw(inst, gene);
      const bool good = agree(inst, gene);
      solutions += good;
      failures += !good;
    }
    instance_free(inst);
  }
  if (solutions <= solutions_least) printf("%d solutions\n", solutions);
  CU_ASSERT(solutions > solutions_least && failures > 10000);
}

static void judge_and_oracle_agree(void) { agree_on(ORACLE_FLEET_FEATURES, 10000); }
static void agree_on_pairs(void) {
  agree_on(ORACLE_PAIRS | ORACLE_PICKUPS | ORACLE_LOADS | ORACLE_PRIZES, 10000);
}
static void agree_on_clusters(void) { agree_on(ORACLE_CLUSTERS | ORACLE_PRIZES | ORACLE_TYPES, 10000); }
static void agree_on_windows(void) {
  agree_on(ORACLE_SEVERAL_WINDOWS | ORACLE_WINDOWS | ORACLE_SHIFTS | ORACLE_LIMITS | ORACLE_TIME_COSTS |
               ORACLE_SETUPS,
           10000);
}
static void agree_on_trips(void) {
  agree_on(ORACLE_TRIPS | ORACLE_RELEASES | ORACLE_PICKUPS | ORACLE_SHIFTS | ORACLE_LIMITS |
               ORACLE_TIME_COSTS | ORACLE_TYPES | ORACLE_DEPOTS | ORACLE_PAIRS,
           10000);
}
static void agree_on_breaks(void) {
  agree_on(ORACLE_BREAKS | ORACLE_WINDOWS | ORACLE_SEVERAL_WINDOWS | ORACLE_SHIFTS | ORACLE_LIMITS |
               ORACLE_TIME_COSTS | ORACLE_TYPES | ORACLE_OPEN | ORACLE_SETUPS | ORACLE_TRIPS,
           5000);
}
static void agree_on_every_feature(void) { agree_on(ORACLE_EVERY_FEATURE, 5000); }
static void agree_on_balance(void) {
  agree_on(ORACLE_BALANCE | ORACLE_WINDOWS | ORACLE_SHIFTS | ORACLE_TYPES | ORACLE_TIME_COSTS | ORACLE_PRIZES,
           5000);
  agree_on(ORACLE_BALANCE | ORACLE_EVERY_FEATURE, 5000);
}

/* No solution that the judge accepts costs less than the best, whose own cost it confirms. */
static void best_of(uint32_t features) {
  int complete = 0;
  state = 11;
  for (uint64_t seed = 0; seed < 400; seed++) {
    Instance *inst;
    int64_t best, cost;
    int32_t gene[2 * ORACLE_FLEET_MOST], first;
    oracle_fleet_random(seed, 5, features, &inst);
    const bool whole = oracle_fleet_optimum(inst, &best, gene);
    complete += whole;
    CU_ASSERT_EQUAL(judge_fleet(inst, gene, &cost, NULL), OK);
    CU_ASSERT_EQUAL(cost, best);
    CU_ASSERT_EQUAL(routes_missing(inst, gene, &first) == 0, whole);
    CU_ASSERT_EQUAL(first == 0, whole);
    CU_ASSERT_EQUAL(best < routes_of(inst)->absent_cost, whole);
    for (int k = 0; k < 200; k++) {
      solution_draw(inst, gene);
      CU_ASSERT(judge_fleet(inst, gene, &cost, NULL) != OK || cost >= best);
      status_clear();
    }
    instance_free(inst);
  }
  CU_ASSERT(complete > 200 && complete < 400);
}

static void best_is_best(void) { best_of(ORACLE_FLEET_FEATURES); }
static void best_of_every_feature(void) { best_of(ORACLE_EVERY_FEATURE); }
static void best_of_balance(void) {
  best_of(ORACLE_BALANCE | ORACLE_TYPES | ORACLE_COUNTS | ORACLE_LIMITS);
  best_of(ORACLE_BALANCE | ORACLE_EVERY_FEATURE);
}

/* What is refused before the search has no complete solution; and most of what has none passes, which is no promise. */
static void refuse_of(uint32_t features) {
  int refused = 0;
  for (uint64_t seed = 0; seed < 3000; seed++) {
    Instance *inst;
    int64_t best;
    if (oracle_fleet_draw(seed, 4, features, &inst) == ERR_NO_SOLUTION) {
      CU_ASSERT_FALSE(oracle_fleet_best(inst, &best));
      refused++;
    }
    instance_free(inst);
  }
  CU_ASSERT(refused > 100);
}

static void refused_have_no_solution(void) {
  refuse_of(ORACLE_FLEET_FEATURES);
  refuse_of(ORACLE_EVERY_FEATURE);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(parts_are_told),
                                      TEST(absence_is_told),
                                      TEST(genes_are_checked),
                                      TEST(limits_are_named),
                                      TEST(messages_have_units),
                                      TEST(backhauls_come_last),

                                      TEST(judge_and_oracle_agree),
                                      TEST(agree_on_pairs),
                                      TEST(agree_on_clusters),
                                      TEST(agree_on_windows),
                                      TEST(agree_on_trips),
                                      TEST(agree_on_breaks),
                                      TEST(agree_on_every_feature),
                                      TEST(agree_on_balance),
                                      TEST(best_is_best),
                                      TEST(best_of_every_feature),
                                      TEST(best_of_balance),
                                      TEST(refused_have_no_solution),
                                      {NULL, NULL}};
  return harness_run("judge_fleet", tests);
}
