/* Ruin and recreate for fleets against the brute-force oracle: whatever features an instance has, every solution of a chain is one that the oracle
 * accepts, at the cost that it says; and in tiny instances the best one is found. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "solver/ruin/ruin_plan.h"
#include "fixtures/ruins.h"
#include "oracle/fleet_oracle.h"
#include "solver/ruin/ruin_ties.h"

/* ---- tiny instances ---- */

/* cost: in the chains' unit */
static void check_solution(const Ruins *ruins, const int32_t *gene, int64_t cost) {
  int64_t judged = 0, driven = 0;
  CU_ASSERT_EQUAL(judge_fleet(ruins->inst, gene, &judged, NULL), OK);
  CU_ASSERT_EQUAL(ruin_ties_cost(ruins->inst, &ruins->task, gene, judged), cost);
  CU_ASSERT_TRUE(oracle_fleet_cost(ruins->inst, gene, &driven));
  CU_ASSERT_EQUAL(driven, judged);
}

/* Runs a chain; 0: the best solution is the optimum, else what it lacks. */
static int tiny_run(uint64_t seed, uint32_t features, int32_t width) {
  Instance *inst;
  int64_t optimum;
  oracle_fleet_random(seed, 6, features, &inst);
  const bool complete = oracle_fleet_best(inst, &optimum);
  Ruins ruins;
  ruins_begin(&ruins, inst, 1, width, seed);
  ruins_run(&ruins, 20, width == 1 ? 150 : 75, 1, 0.01);
  check_solution(&ruins, ruins.state.gene, ruins.state.cost[0]);
  check_solution(&ruins, ruins.state.kept, ruins.state.kept_cost[0]);
  const int64_t best = ruins.state.kept_cost[0] >> ruins.task.shift;
  int32_t first;
  const bool served = routes_missing(inst, ruins.state.kept, &first) == 0;
  ruins_end(&ruins);
  instance_free(inst);
  CU_ASSERT_TRUE(best >= optimum);
  if (complete && !served) return 2;
  return best > optimum;
}

/* One of forty may end in a local optimum, none incomplete where there is a complete solution. */
static void tiny_count(uint32_t features, int32_t width, int whole) {
  const int count = harness_slice(whole);
  int missed = 0, refused = 0;
  for (uint64_t seed = 1; seed <= (uint64_t)count; seed++) {
    const int found = tiny_run(seed, features, width);
    missed += found == 1;
    refused += found == 2;
    if (found)
      printf("# seed %d features %x width %d: %s\n", (int)seed, features, width,
             found == 1 ? "dearer" : "incomplete");
  }
  printf("# features %x, %d proposals a round: %d of %d dearer than the optimum, %d incomplete though a "
         "complete one exists\n",
         features, width, missed, count, refused);
  CU_ASSERT_EQUAL(refused, 0);
  CU_ASSERT_TRUE(missed <= (count + 49) / 50);
}

static void all_features(void) { tiny_count(ORACLE_FLEET_FEATURES, 1, 600); }
static void rounds_of_several(void) {
  tiny_count(ORACLE_FLEET_FEATURES, 3, 200);
  tiny_count(ORACLE_FLEET_FEATURES, 16, 200);
}
static void each_feature(void) {
  for (int k = 0; k < 18; k++) tiny_count((uint32_t)1 << k, 1, 40);
}

/* Clusters of customers and several windows, alone, together, and with all that an instance may have. */
static void alternatives(void) {
  static const uint32_t both = ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS;
  tiny_count(ORACLE_CLUSTERS, 1, 100);
  tiny_count(ORACLE_SEVERAL_WINDOWS | ORACLE_WINDOWS, 1, 100);
  tiny_count(ORACLE_SEVERAL_WINDOWS | ORACLE_WINDOWS | ORACLE_TIME_COSTS | ORACLE_LIMITS, 1, 100);
  tiny_count(both | ORACLE_FLEET_FEATURES, 1, 300);
  tiny_count(both | ORACLE_FLEET_FEATURES, 3, 150);
  tiny_count(both | ORACLE_FLEET_FEATURES | ORACLE_PAIRS, 1, 200);
}

/* The longest route, alone, of few vehicles, with all that an instance may have, and with pairs, clusters, several windows and breaks. */
static void balance(void) {
  static const uint32_t all = ORACLE_BALANCE | ORACLE_FLEET_FEATURES;
  tiny_count(ORACLE_BALANCE, 1, 150);
  tiny_count(ORACLE_BALANCE | ORACLE_COUNTS | ORACLE_TYPES, 1, 150);
  tiny_count(ORACLE_BALANCE | ORACLE_WINDOWS | ORACLE_TIME_COSTS | ORACLE_LIMITS, 1, 150);
  tiny_count(all, 1, 300);
  tiny_count(all, 3, 150);
  tiny_count(all | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS | ORACLE_PAIRS | ORACLE_BREAKS, 1, 200);
}

/* Breaks alone, where durations count, with several windows, with all that an instance may have, and with pairs and clusters. */
static void breaks(void) {
  static const uint32_t timed = ORACLE_BREAKS | ORACLE_WINDOWS | ORACLE_SHIFTS,
                        all = ORACLE_BREAKS | ORACLE_FLEET_FEATURES;
  tiny_count(ORACLE_BREAKS, 1, 100);
  tiny_count(timed | ORACLE_TYPES, 1, 200);
  tiny_count(timed | ORACLE_TIME_COSTS | ORACLE_LIMITS, 1, 200);
  tiny_count(timed | ORACLE_SEVERAL_WINDOWS | ORACLE_TIME_COSTS | ORACLE_LIMITS, 1, 100);
  tiny_count(timed | ORACLE_PAIRS, 1, 200);
  tiny_count(all, 1, 400);
  tiny_count(all, 3, 150);
  tiny_count(all | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS | ORACLE_PAIRS, 1, 200);
}

/* ---- orienteering ---- */

/* Customers on a line at 10, 20, .. to both sides of the depot, of these prizes, and a vehicle that may drive `longest`. */
static Instance *line_make(const int32_t *at, const int32_t *prize, int32_t n, int32_t longest) {
  const RoutesSizes sizes = {.customers = n, .places = n + 1, .profiles = 1, .types = 1};
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(routes_alloc(&sizes, &inst), OK);
  RoutesInstance *routes = (RoutesInstance *)inst;
  for (int32_t c = 1; c <= n; c++) routes->stop[c].prize = prize[c - 1];
  for (int32_t c = 1; c <= n; c++) routes->stop[c].place = c;
  for (int32_t a = 0; a <= n; a++)
    for (int32_t b = 0; b <= n; b++)
      routes->distance[a * (n + 1) + b] = abs((a ? at[a - 1] : 0) - (b ? at[b - 1] : 0));
  routes->type->count = 1;
  routes->type->per_distance = 0;
  routes->type->max_distance = longest;
  CU_ASSERT_EQUAL_FATAL(routes_finish(routes, false), OK);
  return inst;
}

/* Of equal prizes the shorter tour is kept: 1 and 2 to the right, not 3 to the left, which is as much and farther. */
static void shorter_of_equals(void) {
  static const int32_t at[] = {10, 20, -30, -90}, prize[] = {3, 4, 7, 50};
  for (uint64_t seed = 1; seed <= 20; seed++) {
    Instance *const inst = line_make(at, prize, 4, 60);
    int64_t cost;
    Ruins ruins;
    ruins_begin(&ruins, inst, 1, 1 + (int32_t)(seed % 3), seed);
    CU_ASSERT_TRUE(ruins.task.shift > 0);
    ruins_run(&ruins, 10, 60, 1, 0.01);
    check_solution(&ruins, ruins.state.kept, ruins.state.kept_cost[0]);
    CU_ASSERT_EQUAL(judge_fleet(inst, ruins.state.kept, &cost, NULL), OK);
    CU_ASSERT_EQUAL(cost, 57);
    CU_ASSERT_EQUAL(ruins.state.kept_cost[0], (57 << ruins.task.shift) + 40);
    ruins_end(&ruins);
    instance_free(inst);
  }
}

/* Where anything but prizes counts, or nothing may be left out, costs of chains are those of the instance. */
static void other_units_stay(void) {
  static const int32_t at[] = {10, 20}, prize[] = {3, 4};
  for (int k = 0; k < 6; k++) {
    Ruins ruins;
    Instance *const inst = line_make(at, prize, 2, 60);
    RoutesInstance *const routes = (RoutesInstance *)inst;
    if (k == 0) routes->type->fixed = 1;
    if (k == 1) routes->type->per_distance = 1;
    if (k == 2) routes->type->per_duration = 1;
    if (k == 3) routes->stop[1].prize = routes->stop[2].prize = ROUTES_REQUIRED;
    if (k == 4) routes->stop[1].prize = routes->stop[2].prize = 0;
    if (k == 5) routes->balance = 1;
    ruins_begin(&ruins, inst, 1, 1, 1);
    CU_ASSERT_EQUAL(ruins.task.shift, 0);
    CU_ASSERT_EQUAL(ruins.task.weight, 1);
    CU_ASSERT_PTR_EQUAL(ruins.task.host.stop, routes->stop);
    ruins_end(&ruins);
    instance_free(inst);
  }
}

/* The least exponent that has room for two ways for each customer. */
static void shift_has_room(void) {
  static const int32_t at[] = {10, 20}, prize[] = {3, 4};
  Ruins ruins;
  Instance *const inst = line_make(at, prize, 2, 60);
  ruins_begin(&ruins, inst, 1, 1, 1);
  CU_ASSERT_EQUAL(ruins.task.shift, 7); /* 2 * 2 * 20 < 128 */
  CU_ASSERT_EQUAL(ruins.task.host.stop[2].prize, 4 << 7);
  CU_ASSERT_EQUAL(ruins.task.host.absent_cost, ((RoutesInstance *)inst)->absent_cost << 7);
  CU_ASSERT_DOUBLE_EQUAL(ruins.task.weight, 15 / 3.5, 1e-12);
  CU_ASSERT_EQUAL(ruins.state.price[1], 12);
  CU_ASSERT_EQUAL(ruins.state.price[2], 17);
  ruins_end(&ruins);
  instance_free(inst);
}

/* ---- calls ---- */

/* Whether rounds in one call lead where they lead with a call each. */
static bool calls_agree(const Instance *inst, int32_t width, uint64_t seed, int rounds) {
  Ruins whole, parts;
  ruins_begin(&whole, inst, 1, width, seed);
  ruins_run(&whole, 1, (uint32_t)rounds, 0.5, 0.5);
  ruins_begin(&parts, inst, 1, width, seed);
  ruins_run(&parts, rounds, 1, 0.5, 0.5);
  const size_t bytes = 2 * (size_t)inst->n * sizeof(int32_t);
  const bool same = memcmp(whole.state.gene, parts.state.gene, bytes) == 0 &&
                    memcmp(whole.state.kept, parts.state.kept, bytes) == 0;
  ruins_end(&whole);
  ruins_end(&parts);
  return same;
}

enum { CUSTOMERS = 60, TYPES = 6 };

static uint32_t drawn(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

static void distances_make(RoutesInstance *routes, uint64_t *state) {
  int32_t x[CUSTOMERS + 1], y[CUSTOMERS + 1];
  for (int c = 0; c <= CUSTOMERS; c++) {
    x[c] = (int32_t)(drawn(state) % 1000);
    y[c] = (int32_t)(drawn(state) % 1000);
  }
  for (int a = 0; a <= CUSTOMERS; a++)
    for (int b = 0; b <= CUSTOMERS; b++)
      routes->distance[a * (CUSTOMERS + 1) + b] = (int32_t)hypot(x[a] - x[b], y[a] - y[b]);
}

/* A fleet of several types, larger ones dearer: routes are emptied and opened all the time. */
static Instance *mixed_fleet(uint64_t seed, bool vehicles_first) {
  const RoutesSizes sizes = {.customers = CUSTOMERS, .places = CUSTOMERS + 1, .profiles = 1, .types = TYPES};
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(routes_alloc(&sizes, &inst), OK);
  RoutesInstance *routes = (RoutesInstance *)inst;
  distances_make(routes, &seed);
  routes->loads = 1;
  for (int32_t c = 1; c <= CUSTOMERS; c++) {
    routes->stop[c].place = c;
    routes->stop[c].delivery[0] = 1 + (int32_t)(drawn(&seed) % 30);
  }
  for (int32_t t = 0; t < TYPES; t++) {
    routes->type[t].capacity[0] = 40 + 20 * t;
    routes->type[t].fixed = 2000 + 1500 * t;
    routes->type[t].per_distance = 10 + t;
  }
  CU_ASSERT_EQUAL_FATAL(routes_finish(routes, vehicles_first), OK);
  return inst;
}

static void calls(void) {
  for (uint64_t seed = 1; seed <= 12; seed++) {
    const int32_t width = seed % 3 ? 4 : 1;
    Instance *inst = mixed_fleet(seed, seed % 2);
    const bool same = calls_agree(inst, width, seed, 1000);
    if (!same) printf("# seed %d width %d differs\n", (int)seed, width);
    CU_ASSERT(same);
    instance_free(inst);
  }
}

/* ---- fewest vehicles ---- */

enum { VILLAGES = 12, VILLAGE = 5, WAY = 100, DETOUR = 50 };

/* From village to village is farther than by the depot, so that a vehicle for each village is the shortest; a vehicle has room for two. */
static Instance *villages(bool vehicles_first) {
  const RoutesSizes sizes = {
      .customers = VILLAGES * VILLAGE, .places = VILLAGES * VILLAGE + 1, .profiles = 1, .types = 1};
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(routes_alloc(&sizes, &inst), OK);
  RoutesInstance *routes = (RoutesInstance *)inst;
  for (int a = 0; a < sizes.places; a++)
    for (int b = 0; b < sizes.places; b++) {
      const bool near = a && b && (a - 1) / VILLAGE == (b - 1) / VILLAGE;
      const int32_t far = a && b ? 2 * WAY + DETOUR : WAY, apart = near ? 1 : far;
      routes->distance[a * sizes.places + b] = a == b ? 0 : apart;
    }
  routes->loads = 1;
  for (int32_t c = 1; c <= sizes.customers; c++) {
    routes->stop[c].place = c;
    routes->stop[c].delivery[0] = 1;
  }
  routes->type->capacity[0] = 2 * VILLAGE;
  CU_ASSERT_EQUAL_FATAL(routes_finish(routes, vehicles_first), OK);
  return inst;
}

/* What the shortest solution of so many vehicles costs. */
static int64_t villages_cost(const Instance *inst, int64_t vehicles) {
  const int64_t ways = 2 * WAY * VILLAGES + DETOUR * (VILLAGES - vehicles);
  return routes_of(inst)->route_cost * vehicles + ways + VILLAGES * (VILLAGE - 1);
}

static void fewest_run(bool vehicles_first, int32_t width, int64_t vehicles) {
  Instance *inst = villages(vehicles_first);
  Ruins ruins;
  int64_t judged = 0;
  ruins_begin(&ruins, inst, 2, width, 5);
  ruins_run(&ruins, 20, 600 / (uint32_t)width, 1, 0.01);
  for (size_t k = 0; k < 2; k++) {
    const int32_t *gene = ruins.state.kept + k * 2 * (size_t)inst->n;
    CU_ASSERT_EQUAL(ruins.state.kept_cost[k], villages_cost(inst, vehicles));
    CU_ASSERT_EQUAL(judge_fleet(inst, gene, &judged, NULL), OK);
    CU_ASSERT_EQUAL(judged, ruins.state.kept_cost[k]);
  }
  ruins_end(&ruins);
  instance_free(inst);
}

static void fewest_vehicles(void) {
  fewest_run(false, 1, VILLAGES);
  fewest_run(true, 1, VILLAGES / 2);
  fewest_run(true, 4, VILLAGES / 2);
}

/* With pairs, clusters, several windows, and with all that an instance may have. */
static void fewest_of_all(void) {
  static const uint32_t first = ORACLE_FEW_FIRST;
  tiny_count(first | ORACLE_WINDOWS | ORACLE_PAIRS, 1, 100);
  tiny_count(first | ORACLE_WINDOWS | ORACLE_CLUSTERS | ORACLE_SEVERAL_WINDOWS, 3, 100);
  tiny_count(first | ORACLE_TYPES | ORACLE_PRIZES | ORACLE_COUNTS | ORACLE_LOADS, 1, 100);
}

/* ---- defaults ---- */

static void check_default(Plan plan, uint32_t epochs, uint32_t islands, uint32_t chains) {
  static const int32_t at[] = {10, 20}, prize[] = {1, 1};
  Instance *inst = line_make(at, prize, 2, 100);
  Plan made = ruin_plan_make(plan, (RuinPlan){.epochs = epochs, .cold = 0.005});
  CU_ASSERT_EQUAL(ruin_complete(inst, backend_find("cpu"), &made), OK);
  CU_ASSERT(made.islands == islands && ruin_plan(&made)->chains == chains);
  instance_free(inst);
}

/* Runs that the clock ends have an island a rank and a chain a thread; others are the same everywhere. */
static void defaults(void) {
  check_default((Plan){.ranks = 4, .threads = 64}, 0, 1, 1);
  check_default((Plan){.ranks = 4, .threads = 64, .time_s = 5}, 9, 1, 1);
  check_default((Plan){.ranks = 4, .threads = 64, .time_s = 5}, 0, 4, 16);
  check_default((Plan){.ranks = 4, .threads = 64, .time_s = 5, .islands = 2}, 0, 2, 32);
  check_default((Plan){.time_s = 5}, 0, 1, 1);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(all_features),
                                      TEST(rounds_of_several),
                                      TEST(each_feature),
                                      TEST(alternatives),
                                      TEST(breaks),
                                      TEST(balance),
                                      TEST(shorter_of_equals),
                                      TEST(other_units_stay),
                                      TEST(shift_has_room),
                                      TEST(calls),
                                      TEST(fewest_vehicles),
                                      TEST(fewest_of_all),
                                      TEST(defaults),
                                      {NULL, NULL}};
  return harness_run("ruin", tests);
}
