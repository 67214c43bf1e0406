/* What VRPLIB's files of fleets become: sets and groups of alternatives, reload depots and release times. Their faults: test_fleet_vrp_defects.c. */
#include <string.h>
#include "fixtures/cvrp_parsing.h"
#include "fixtures/harness.h"
#include "problem/routes/files/fleet_files.h"

static RoutesInstance *fleet_read(const char *text) {
  return (RoutesInstance *)cvrp_parse_good(fleet_vrp_parse, "t.vrp", text, NULL);
}

#define NODES "NODE_COORD_SECTION\n1 0 0\n2 3 4\n3 0 9\n4 6 8\n5 0 7\n"

/* ---- alternatives ---- */

/* Every customer has the demand of its set; a set of one is a cluster, too. */
static void sets_are_read(void) {
  static const int32_t demand[] = {0, 6, 5, 6, 4}, cluster[] = {0, 3, 2, 3, 1};
  RoutesInstance *routes =
      fleet_read("TYPE : GVRP\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nGVRP_SETS : 3\n" NODES
                 "GVRP_SET_SECTION\n3 2 4 -1\n1 5 -1\n2 3\n-1\nDEMAND_SECTION\n2 5\n3 6\n1 4\nEOF\n");
  CU_ASSERT(routes->head.n == 4 && routes->with_clusters && routes->head.decimals == 0);
  for (int32_t c = 1; c <= 4; c++) {
    CU_ASSERT_EQUAL(routes->stop[c].delivery[0], demand[c]);
    CU_ASSERT_EQUAL(routes->cluster[c], cluster[c]);
    CU_ASSERT_EQUAL(routes->stop[c].prize, ROUTES_REQUIRED);
  }
  instance_free(&routes->head);
}

/* Customers of no group are of no cluster. */
static void groups_are_read(void) {
  static const int32_t cluster[] = {0, 2, 0, 1, 2};
  RoutesInstance *routes = fleet_read(
      "TYPE : CVRP\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\n" NODES
      "DEMAND_SECTION\n1 0\n2 1\n3 2\n4 3\n5 4\nMUTUALLY_EXCLUSIVE_GROUP_SECTION\n7 4\n8 2 5\nEOF\n");
  for (int32_t c = 1; c <= 4; c++) {
    CU_ASSERT_EQUAL(routes->stop[c].delivery[0], c);
    CU_ASSERT_EQUAL(routes->cluster[c], cluster[c]);
  }
  instance_free(&routes->head);
}

/* ---- trips ---- */

/* Times and distances have a decimal. Two vehicles; `more`: lines of sections. */
static RoutesInstance *trips_read(const char *more) {
  char text[1000] = "TYPE : MTVRPTWR\nDIMENSION : 5\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 9\nVEHICLES : 2\n"
                    "SERVICE_TIME : 2\n" NODES "DEMAND_SECTION\n1 0\n2 0\n3 2\n4 3\n5 4\n"
                    "TIME_WINDOW_SECTION\n1 0 99\n2 5 80\n3 6 70\n4 7 70\n5 8 70\n"
                    "RELEASE_TIME_SECTION\n1 0\n2 0\n3 0\n4 11\n5 12\nDEPOT_SECTION\n1\n2\n-1\n"
                    "VEHICLES_DEPOT_SECTION\n1 1\n2 1\n";
  strcat(text, more);
  return fleet_read(text);
}

static void reload_depots_are_read(void) {
  RoutesInstance *routes = trips_read("VEHICLES_RELOAD_DEPOT_SECTION\n1 1 2\n2 2\nEOF\n");
  CU_ASSERT(routes->head.n == 3 && routes->reloads == 2 && routes->types == 2 && routes->head.decimals == 1);
  CU_ASSERT(routes->reload[0].place == 0 && routes->reload[0].ready == 0 && routes->reload[0].due == 990);
  CU_ASSERT(routes->reload[1].place == 1 && routes->reload[1].ready == 50 && routes->reload[1].due == 800);
  CU_ASSERT(routes->reload[0].service == 0 && routes->reload[1].service == 0);
  CU_ASSERT(routes->trips[0].reloads == 3 && routes->trips[1].reloads == 2);
  CU_ASSERT(routes->trips[0].most == ROUTES_NO_LIMIT && routes->trips[1].most == ROUTES_NO_LIMIT);
  CU_ASSERT(routes->release[1] == 0 && routes->release[2] == 110 && routes->release[3] == 120);
  instance_free(&routes->head);
}

/* So many reloads are one trip more; of one vehicle none. */
static void reloads_are_limited(void) {
  RoutesInstance *routes =
      trips_read("VEHICLES_RELOAD_DEPOT_SECTION\n1 1\n2 1\nVEHICLES_MAX_RELOADS_SECTION\n1 1\n2 0\nEOF\n");
  CU_ASSERT(routes->types == 2 && routes->trips[0].most == 2 && routes->trips[1].most == 1);
  instance_free(&routes->head);
  routes = trips_read("VEHICLES_MAX_RELOADS : 2\nVEHICLES_RELOAD_DEPOT_SECTION\n1 1\n2 1\nEOF\n");
  CU_ASSERT(routes->types == 1 && routes->type[0].count == 2 && routes->trips[0].most == 3);
  instance_free(&routes->head);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(sets_are_read),
                                      TEST(groups_are_read),
                                      TEST(reload_depots_are_read),
                                      TEST(reloads_are_limited),
                                      {NULL, NULL}};
  return harness_run("fleet_groups", tests);
}
