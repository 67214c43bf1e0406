/* What the reader of VRPLIB's files of fleets accepts: kinds, sections and units; test_fleet_vrp_defects.c has what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/cvrp_parsing.h"
#include "fixtures/harness.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/routes_options.h"

static RoutesInstance *parse_set(const char *text, CvrpSettings settings) {
  return (RoutesInstance *)cvrp_parse_good(fleet_vrp_parse, "some/t.vrp", text, &settings);
}

static RoutesInstance *parse(const char *text) { return parse_set(text, (CvrpSettings){.fleet = 0}); }

#define HEAD(type, nodes) "NAME : t\nTYPE : " type "\nDIMENSION : " #nodes "\nEDGE_WEIGHT_TYPE : EUC_2D\n"
#define COORDS            "NODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n4 -3 -4\n"
#define DEMANDS           "DEMAND_SECTION\n1 0\n2 3\n3 5\n4 2\n"
#define WINDOWS           "TIME_WINDOW_SECTION\n1 0 200\n2 40 90\n3 20 80\n4 0 150\n"
#define ONE_DEPOT         "DEPOT_SECTION\n1\n-1\nEOF\n"

static int64_t distance(const RoutesInstance *routes, int32_t from, int32_t to) {
  return routes->distance[(size_t)from * (size_t)routes->places + (size_t)to];
}

static void release(RoutesInstance *routes) { instance_free(&routes->head); }

/* ---- vehicles ---- */

/* Equal rows are a type, wherever they stand; the file's order is kept. */
static void vehicles_become_types(void) {
  RoutesInstance *routes = parse(
      HEAD("HFVRP", 4) "VEHICLES : 4\n" COORDS DEMANDS
                       "CAPACITY_SECTION\n1 10\n2 7.5\n4 7.5\n3 10\nVEHICLES_FIXED_COST_SECTION\n1 100\n2 "
                       "50.25\n3 100\n4 50.25\nVEHICLES_UNIT_DISTANCE_COST_SECTION\n1 1.5\n2 2\n3 1.5\n4 2\n"
                       "VEHICLES_MAX_DISTANCE_SECTION\n1 200\n2 300\n3 200\n4 300\n" ONE_DEPOT);
  CU_ASSERT(routes->head.n == 3 && routes->places == 4 && routes->types == 2 && routes->vehicles == 4);
  const int32_t order[] = {0, 1, 0, 1};
  CU_ASSERT(memcmp(routes->vehicle, order, sizeof order) == 0);
  const VehicleType *type = routes->type;
  CU_ASSERT(type[0].count == 2 && type[1].count == 2 && routes->load_decimals == 1);
  CU_ASSERT(type[0].capacity[0] == 100 && type[1].capacity[0] == 75 && routes->stop[2].delivery[0] == 50);
  CU_ASSERT(routes->distance_decimals == 3 && routes->head.decimals == 4); /* of unit costs one */
  CU_ASSERT(distance(routes, 0, 3) == 5000 && distance(routes, 1, 2) == 50000);
  CU_ASSERT(type[0].fixed == 1000000 && type[1].fixed == 502500);
  CU_ASSERT(type[0].per_distance == 15 && type[1].per_distance == 20);
  CU_ASSERT(type[0].max_distance == 200000 && type[0].max_duration == ROUTES_NO_LIMIT);
  CU_ASSERT_STRING_EQUAL(routes->head.remark,
                         "distances are rounded to 3 decimals, as published ones of such files");
  release(routes);
}

/* As many vehicles of a type as customers are any number; a header holds for all vehicles. */
static void fleets_without_limit(void) {
  static const char *const all =
      "CAPACITY : 10\nVEHICLES : 4\nVEHICLES_FIXED_COST : 7\nVEHICLES_MAX_DURATION : 90\n";
  char text[1024];
  snprintf(text, sizeof text, "%s%s%s", HEAD("HFVRP", 4), all,
           COORDS DEMANDS "VEHICLES_UNIT_DISTANCE_COST_SECTION\n1 1\n2 1\n3 1\n4 2\n" ONE_DEPOT);
  RoutesInstance *routes = parse(text);
  CU_ASSERT(routes->types == 2 && routes->vehicles == 4);
  CU_ASSERT(routes->type[0].count == ROUTES_NO_LIMIT && routes->type[1].count == 1);
  for (int t = 0; t < 2; t++)
    CU_ASSERT(routes->type[t].fixed == 7000 && routes->type[t].max_duration == 90000 &&
              routes->type[t].capacity[0] == 10);
  release(routes);
}

static void several_depots(void) {
  static const char *const homes =
      HEAD("MDVRPTW",
           4) "CAPACITY : 10\nVEHICLES : 3\n" COORDS
              "DEMAND_SECTION\n1 0\n2 0\n3 5\n4 2\nTIME_WINDOW_SECTION\n1 0 200\n2 5 190\n3 20 80\n4 0 150\n"
              "SERVICE_TIME_SECTION\n1 0\n2 0\n3 8\n4 2.5\nVEHICLES_DEPOT_SECTION\n1 2\n2 1\n3 "
              "2\nDEPOT_SECTION\n1\n2\nEOF\n";
  RoutesInstance *routes = parse(homes);
  CU_ASSERT(routes->head.n == 2 && routes->types == 2 && routes->first_customer == 2 &&
            routes->first_place == 0);
  CU_ASSERT(routes->type[0].place[0] == 1 && routes->type[0].place[1] == 1 && routes->type[1].place[0] == 0);
  CU_ASSERT(routes->type[0].ready[0] == 5000 && routes->type[0].due[1] == 190000);
  CU_ASSERT(routes->stop[1].place == 2 && routes->stop[1].service == 8000 && routes->stop[2].service == 2500);
  CU_ASSERT(routes->stop[1].ready == 20000 && routes->stop[1].due == 80000);
  release(routes);
  /* Depots that are not first: customers count from 1. Without VEHICLES each has any number of vehicles. */
  routes = parse(HEAD("MDVRP", 4) "CAPACITY : 10\n" COORDS
                                  "DEMAND_SECTION\n1 3\n2 0\n3 5\n4 0\nDEPOT_SECTION\n4 2 -1\n");
  CU_ASSERT(routes->head.n == 2 && routes->types == 2 && routes->vehicles == 0 &&
            routes->first_customer == 1);
  CU_ASSERT(routes->type[0].place[0] == 3 && routes->type[1].place[0] == 1);
  CU_ASSERT(routes->type[0].count == ROUTES_NO_LIMIT && routes->stop[1].place == 0 &&
            routes->stop[2].place == 2);
  release(routes);
}

static void sites_and_loads(void) {
  RoutesInstance *routes = parse(
      HEAD("SDVRP", 4) "VEHICLES : 3\n" COORDS
                       "DEMAND_SECTION\n1 0 0\n2 3 .5\n3 5 0\n4 2 1\nCAPACITY_SECTION\n1 9 1\n2 9 1\n3 9 2\n"
                       "VEHICLES_ALLOWED_CLIENTS_SECTION\n1 2 3\n2 2 3\n3 2 3 4\n");
  CU_ASSERT(routes->types == 2 && routes->loads == 2 && routes->load_decimals == 1 && routes->with_allowed);
  CU_ASSERT(routes_may_serve(routes, 1, 0) && routes_may_serve(routes, 2, 0) &&
            !routes_may_serve(routes, 3, 0));
  CU_ASSERT(routes_may_serve(routes, 3, 1) && routes->stop[1].delivery[1] == 5 &&
            routes->type[1].capacity[1] == 20);
  release(routes);
}

/* ---- customers ---- */

static void prizes_and_backhauls(void) {
  RoutesInstance *routes =
      parse(HEAD("PCVRPTW", 4) "CAPACITY : 10\nVEHICLES : 2\nSERVICE_TIME : 9\n" COORDS DEMANDS WINDOWS
                               "PRIZE_SECTION\n1 0\n2 20\n3 0\n4 7.5\n" ONE_DEPOT);
  CU_ASSERT(routes->head.decimals == 1 && routes->stop[1].prize == 200 &&
            routes->stop[2].prize == ROUTES_REQUIRED);
  CU_ASSERT(routes->stop[3].prize == 75 && routes->stop[1].service == 90 && routes->type[0].count == 2);
  CU_ASSERT(routes->type[0].due[1] == 2000 && routes->vehicles == 0 && distance(routes, 0, 1) == 300);
  release(routes);
  static const char *const same[] = {
      HEAD("VRPB", 4) "CAPACITY : 10\n" COORDS
                      "DEMAND_SECTION\n1 0\n2 3\n3 0\n4 0\nBACKHAUL_SECTION\n1 0\n2 0\n3 5\n4 2\n" ONE_DEPOT,
      HEAD("VRPB", 4) "CAPACITY : 10\n" COORDS DEMANDS "BACKHAUL_SECTION\n4 3 -1\n" ONE_DEPOT};
  uint64_t digest = 0;
  for (int k = 0; k < 2; k++) {
    routes = parse(same[k]);
    CU_ASSERT(routes->backhauls == BACKHAULS_NOT_ALONE && routes->head.decimals == 0);
    CU_ASSERT(routes->stop[1].flags == 0 && routes->stop[2].flags == ROUTES_BACKHAUL);
    CU_ASSERT(routes->stop[3].pickup[0] == 2 && routes->stop[3].delivery[0] == 0);
    CU_ASSERT(k == 0 || routes->head.digest == digest);
    digest = routes->head.digest;
    release(routes);
  }
  routes =
      parse(HEAD("VRPBTW", 4) "CAPACITY : 10\n" COORDS DEMANDS WINDOWS "BACKHAUL_SECTION\n4 -1\n" ONE_DEPOT);
  CU_ASSERT(routes->backhauls == BACKHAULS_LAST && routes->distance_decimals == 1);
  release(routes);
}

static void pickups_and_open_routes(void) {
  static const char *const rows =
      "PICKUP_AND_DELIVERY_SECTION\n1 0 0 0 0 0 0\n2 0 0 0 5 3 4\n3 0 0 0 5 0 2\n4 0 0 0 5 1 0\n";
  char text[1024];
  snprintf(text, sizeof text, "%s%s%s", HEAD("VRPSPD", 4) "CAPACITY : 10\nDISTANCE : 200\n" COORDS, rows,
           ONE_DEPOT);
  RoutesInstance *routes = parse(text);
  CU_ASSERT(routes->stop[1].pickup[0] == 3 && routes->stop[1].delivery[0] == 4 &&
            routes->stop[1].service == 5);
  CU_ASSERT(routes->backhauls == BACKHAULS_MIXED && routes->type[0].max_duration == 200);
  CU_ASSERT(routes->stop[1].due == ROUTES_LIMIT_MAX && routes->stop[3].flags == 0);
  release(routes);
  routes = parse(HEAD("VRPMPDTW", 4) "CAPACITY : 10\n" COORDS
                                     "PICKUP_AND_DELIVERY_SECTION\n1 0 0 200 0 0 0\n2 0 4 90 5 3 0\n3 0 0 90 "
                                     "5 0 2\n4 0 0 90 5 1 0\n" ONE_DEPOT);
  CU_ASSERT(routes->stop[1].ready == 40 && routes->stop[1].due == 900 && routes->type[0].due[1] == 2000);
  release(routes);
  routes = parse(HEAD("OVRP", 4) "CAPACITY : 10\nSALESMEN : 2\n" COORDS DEMANDS ONE_DEPOT);
  CU_ASSERT(routes->type[0].place[0] == 0 && routes->type[0].place[1] == ROUTES_OPEN &&
            routes->type[0].count == 2);
  release(routes);
}

/* ---- distances ---- */

#define EXPLICIT                                                                                             \
  "TYPE : CVRP\nDIMENSION : 3\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "             \
  "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n9999 1 2.5\n3 0 4\n5 6 inf\n"

static void directed_matrices(void) {
  RoutesInstance *routes = parse(EXPLICIT "DEMAND_SECTION\n1 0\n2 3\n3 4\n");
  const int32_t matrix[] = {0, 10, 25, 30, 0, 40, 50, 60, 0};
  CU_ASSERT(memcmp(routes->distance, matrix, sizeof matrix) == 0 && routes->head.decimals == 1);
  CU_ASSERT(!routes->with_coordinates);
  CU_ASSERT_STRING_EQUAL(routes->metric, "EXPLICIT");
  release(routes);
  routes = parse_set(EXPLICIT "DEMAND_SECTION\n1 0\n2 3\n3 4\n", (CvrpSettings){.scale = 4});
  CU_ASSERT(routes->distance[2] == 10 && routes->head.decimals == 0);
  release(routes);
  /* Windows of more decimals than weights. */
  routes = parse(EXPLICIT "DEMAND_SECTION\n1 0\n2 3\n3 4\nTIME_WINDOW_SECTION\n1 0 99.25\n2 0 50\n3 0 50\n");
  CU_ASSERT(routes->distance[2] == 250 && routes->distance_decimals == 2 && routes->type[0].due[0] == 9925);
  release(routes);
}

/* How distances are taken: by the option, by the file, by its kind. */
static void distances_are_taken(void) {
  static const struct {
    const char *type, *more;
    CvrpSettings settings;
    int32_t decimals;
    int64_t longest; /* from 2 to 4: 33.2415... */
  } rows[] = {{"EUC_2D", "", {.fleet = 0}, 0, 33},
              {"EUC_2D", "COMMENT : 524.61\n", {.fleet = 0}, 6, 33241540},
              {"EUC_2D", "COMMENT : 524.61\n", {.distances = DISTANCES_ROUNDED}, 0, 33},
              {"EUC_2D", "", {.distances = DISTANCES_REAL}, 6, 33241540},
              {"EUC_2D", "DISTANCE : 20000\n", {.distances = DISTANCES_REAL}, 4, 332415},
              {"EUC_2D", "", {.distances = DISTANCES_TRUNCATED}, 1, 332},
              {"EUC_2D", "SCALE : 100\n", {.fleet = 0}, 2, 3324},
              {"EUC_2D", "", {.scale = 2.5}, 0, 83},
              {"EUC_2D", "", {.metric = TSP_METRIC_CEIL_2D}, 0, 34},
              {"EXACT_2D", "", {.fleet = 0}, 6, 33241540},
              {"FLOOR_2D", "SCALE : 10\n", {.fleet = 0}, 1, 332},
              {"CEIL_2D", "", {.fleet = 0}, 0, 34},
              {"MAN_2D", "", {.fleet = 0}, 0, 37}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[1024];
    snprintf(text, sizeof text,
             "TYPE : OVRP\nDIMENSION : 4\nCAPACITY : 10\nEDGE_WEIGHT_TYPE : %s\n%s" COORDS DEMANDS ONE_DEPOT,
             rows[k].type, rows[k].more);
    RoutesInstance *routes = parse_set(text, rows[k].settings);
    if (routes->head.decimals != rows[k].decimals || distance(routes, 1, 3) != rows[k].longest)
      printf("# %zu: %d %lld\n", k, routes->head.decimals, (long long)distance(routes, 1, 3));
    CU_ASSERT(routes->head.decimals == rows[k].decimals && distance(routes, 1, 3) == rows[k].longest);
    release(routes);
  }
}

static void coordinates_are_kept(void) {
  RoutesInstance *routes =
      parse("TYPE : OVRP\nDIMENSION : 3\nCAPACITY : 9\nEDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n1 "
            "50.30 8.06\n2 -50.30 9\n3 51 8\nDEMAND_SECTION\n1 0\n2 3\n3 4\n");
  CU_ASSERT(routes->on_sphere && routes->with_coordinates);
  CU_ASSERT_DOUBLE_EQUAL(routes->coordinate[0], 8.1, 1e-9);
  CU_ASSERT_DOUBLE_EQUAL(routes->coordinate[1], 50.5, 1e-9);
  CU_ASSERT_DOUBLE_EQUAL(routes->coordinate[3], -50.5, 1e-9);
  release(routes);
}

/* ---- options ---- */

#define OPEN_ROUTES HEAD("OVRP", 4) "CAPACITY : 10\nVEHICLES : 2\n" COORDS DEMANDS ONE_DEPOT

static void options_say_the_fleet(void) {
  RoutesInstance *routes = parse_set(OPEN_ROUTES, (CvrpSettings){.fleet = counted_make(FLEET_WORD_FREE, 0)});
  CU_ASSERT_EQUAL(routes->type[0].count, ROUTES_NO_LIMIT);
  release(routes);
  routes = parse_set(OPEN_ROUTES, (CvrpSettings){.fleet = counted_make(FLEET_WORD_AT_MOST, 1)});
  CU_ASSERT_EQUAL(routes->type[0].count, 1);
  release(routes);
  routes = parse_set(OPEN_ROUTES, (CvrpSettings){.objective = OBJECTIVE_VEHICLES});
  CU_ASSERT_TRUE(routes->route_cost > 0);
  release(routes);
  routes = parse_set(HEAD("OVRPTW", 4) "CAPACITY : 10\n" COORDS DEMANDS WINDOWS ONE_DEPOT,
                     (CvrpSettings){.objective = OBJECTIVE_VEHICLES});
  CU_ASSERT_EQUAL(routes->distance_decimals, 6);
  release(routes);
}

/* ---- probe ---- */

static void plain_files_are_left(void) {
  static const struct {
    const char *text;
    bool fleet;
  } rows[] = {
      {"TYPE : CVRP\nCAPACITY : 3\nDEMAND_SECTION\n1 0\n2 3\nDEPOT_SECTION\n1\n-1\n", false},
      {"TYPE : VRPTW\nVEHICLES : 3\nDEPOT_SECTION : 1\nEOF\nPRIZE_SECTION\n", false},
      {"TYPE : TSP\nPRIZE_SECTION\n", false},
      {"TYPE : MDVRP\n", true},
      {"TYPE : PDPTW\nCAPACITY : 3\n", true},
      {"TYPE : CVRP\nDEPOT_SECTION\n1\n2\n-1\n", true},
      {"TYPE : CVRP\nDEPOT_SECTION : 1 2\n", true},
      {"TYPE : CVRP\nDEMAND_SECTION\n1 0 0\n2 3 1\n", true},
      {"TYPE : CVRP\nCAPACITY_SECTION\n", true},
      {"TYPE : CVRP\nVEHICLES_DEPOT : 2\n", true},
      {"TYPE : VRPTW\nRELEASE_TIME_SECTION\n", true},
      {"TYPE : DCVRP\nDISTANCE : 9\nSERVICE_TIME : 1\n", false},
      {"TYPE : VRPTW\nDISTANCE : 9\n", true},
      {"DISTANCE : 9\nTYPE : CVRPTW\n", true},
      {"TYPE : CVRP\nDISTANCE : 9\nTIME_WINDOW_SECTION\n1 0 9\n", true},
      {EXPLICIT, true},
      {"TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n1.0 7 "
       "3\n2 3 0\nEOF\n",
       false},
      {"TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_FORMAT : UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\nEOF\n",
       false},
      {"TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 1 2\n1", false}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const size_t bytes = strlen(rows[k].text);
    const int plain = vrp_probe("t.vrp", rows[k].text, bytes),
              fleet = fleet_probe("t.vrp", rows[k].text, bytes);
    if ((fleet > plain) != rows[k].fleet) printf("# %zu: %d %d\n", k, plain, fleet);
    CU_ASSERT_EQUAL(fleet > plain, rows[k].fleet);
  }
  CU_ASSERT_EQUAL(fleet_probe("t.vrp", NULL, 0), 0);
}

static void tables_have_no_other_values(void) {
  RoutesSettings settings;
  memset(&settings, 0, sizeof settings);
  CU_ASSERT_PTR_NULL(fleet_optima_column(&settings));
  settings.cvrp.scale = 2;
  CU_ASSERT_STRING_EQUAL(fleet_optima_column(&settings), "");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(vehicles_become_types),
                                      TEST(fleets_without_limit),
                                      TEST(several_depots),
                                      TEST(sites_and_loads),
                                      TEST(prizes_and_backhauls),
                                      TEST(pickups_and_open_routes),
                                      TEST(directed_matrices),
                                      TEST(distances_are_taken),
                                      TEST(coordinates_are_kept),
                                      TEST(options_say_the_fleet),
                                      TEST(plain_files_are_left),
                                      TEST(tables_have_no_other_values),
                                      {NULL, NULL}};
  return harness_run("fleet_vrp", tests);
}
