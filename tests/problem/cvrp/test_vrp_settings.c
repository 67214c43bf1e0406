/* What options say of lengths: another unit (--scale), another metric (--metric), and coordinates of more decimals than an int32 holds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/cvrp_parsing.h"
#include "fixtures/harness.h"
#include "problem/cvrp/files/vrp_files.h"

#define HEAD    "TYPE : CVRP\nDIMENSION : 3\nCAPACITY : 10\nEDGE_WEIGHT_TYPE : "
#define DEMANDS "DEMAND_SECTION\n1 0\n2 4\n3 5\nDEPOT_SECTION\n1\n-1\n"
#define UNIT                                                                                                 \
  "NODE_COORD_SECTION\n1 0.123456789012345678 .5\n2 0.623456789012345678 .5\n3 0.0021060533511106927 "       \
  "0.8\n" DEMANDS

static Status parse(const char *text, const CvrpSettings *settings, Instance **out) {
  status_clear();
  return cvrp_parse_exact(vrp_parse, "t.vrp", text, settings, out);
}

static void check_cost(const char *text, CvrpSettings settings, int64_t wanted) {
  static const int32_t gene[] = {-1, 2};
  Instance *inst = cvrp_parse_good(vrp_parse, "t.vrp", text, &settings);
  int64_t cost = -1;
  CU_ASSERT_EQUAL(judge_routes(inst, gene, &cost), OK);
  CU_ASSERT_EQUAL(cost, wanted);
  if (cost != wanted) printf("# %lld, expected %lld\n", (long long)cost, (long long)wanted);
  instance_free(inst);
}

static void check_refused(const char *text, CvrpSettings settings, const char *message) {
  Instance *inst = NULL;
  CU_ASSERT(parse(text, &settings, &inst) != OK);
  const bool good = strstr(status_message(), message) != NULL;
  CU_ASSERT(good);
  if (!good) printf("# %s\n# expected %s\n", status_message(), message);
  status_clear();
}

/* Lengths 0.5, 0.690..., 0.323...: each rounded as it is, whatever the decimals. */
static void units(void) {
  check_cost(HEAD "EUC_2D\n" UNIT, (CvrpSettings){.scale = 0}, 1 + 1 + 0);
  check_cost(HEAD "EUC_2D\n" UNIT, (CvrpSettings){.scale = 1000}, 500 + 690 + 324);
  check_cost(HEAD "EUC_2D\n" UNIT, (CvrpSettings){.scale = 1609.344}, 805 + 1110 + 521);
  check_cost(HEAD "CEIL_2D\n" UNIT, (CvrpSettings){.scale = 1000}, 501 + 690 + 324);
  check_cost(HEAD "MAN_2D\n" UNIT, (CvrpSettings){.scale = 1000}, 500 + 921 + 421);
  check_cost(HEAD "EUC_2D\n" UNIT, (CvrpSettings){.scale = 1000, .distances = DISTANCES_TRUNCATED},
             5000 + 6899 + 3236);
}

/* The nearest integer of a root is found where doubles cannot tell: 0.5 and its neighbours at the 18th decimal. */
static void halves(void) {
  check_cost(HEAD "EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0.499999999999999999 0\n3 0 .1\n" DEMANDS,
             (CvrpSettings){.scale = 0}, 0 + 1 + 0);
  check_cost(HEAD "EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0.500000000000000001 0\n3 0 .1\n" DEMANDS,
             (CvrpSettings){.scale = 0}, 1 + 1 + 0);
  check_cost(HEAD "EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0.3 0\n3 0 0.4000000001\n" DEMANDS,
             (CvrpSettings){.distances = DISTANCES_TRUNCATED}, 3 + 5 + 4);
}

/* A file in other units is the same problem: times are lengths, too. */
static void times(void) {
  static const char text[] =
      "TYPE : CVRPTW\nDIMENSION : 3\nCAPACITY : 10\nEDGE_WEIGHT_TYPE : EUC_2D\nDISTANCE : "
      "20.5\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n"
      "3 0 4\nTIME_WINDOW_SECTION\n1 0 30\n2 2 8.5\n3 8 20\nSERVICE_TIME_SECTION\n1 0\n2 1\n3 .5\n" DEMANDS;
  const CvrpSettings scaled = {.scale = 2.5};
  Instance *inst = cvrp_parse_good(vrp_parse, "t.vrp", text, &scaled);
  const CvrpInstance *cvrp = cvrp_of(inst);
  const double unit = pow(10, inst->decimals);
  CU_ASSERT(cvrp->due[0] == 75 * unit && cvrp->ready[1] == 5 * unit && cvrp->due[1] == 21.25 * unit);
  CU_ASSERT(cvrp->service_at[2] == 1.25 * unit && cvrp->max_duration == 51.25 * unit && cvrp->scale == 2.5);
  instance_free(inst);
}

static void matrices(void) {
  static const char text[] = HEAD "EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW\nEDGE_WEIGHT_SECTION\n"
                                  "0.12345678 0.2 0.3333333333\n" DEMANDS;
  check_cost(text, (CvrpSettings){.scale = 1000}, 123 + 333 + 200);
  check_refused(text, (CvrpSettings){.scale = 1e9},
                "t.vrp:7: expected a whole number from 0 to 268435456 at (3, 2), found '0.3333333333'");
}

static void metrics(void) {
  static const char degrees[] = "NODE_COORD_SECTION\n1 52.5 13.4\n2 48.1 11.6\n3 53.6 10.0\n" DEMANDS;
  char text[512], named[512];
  const CvrpSettings globe = {.metric = TSP_METRIC_GEOM};
  snprintf(text, sizeof text, HEAD "EUC_2D\n%s", degrees);
  snprintf(named, sizeof named, HEAD "GEOM\n%s", degrees);
  Instance *inst = cvrp_parse_good(vrp_parse, "t.vrp", text, &globe),
           *same = cvrp_parse_good(vrp_parse, "t.vrp", named, NULL);
  CU_ASSERT_EQUAL(inst->digest, same->digest);
  CU_ASSERT_STRING_EQUAL(inst->remark, "first coordinates, latitudes, and second, longitudes, are degrees, "
                                       "distances metres on the sphere (GEOM)");
  CU_ASSERT_STRING_EQUAL(cvrp_optima_column(&globe), "");
  instance_free(inst);
  instance_free(same);
  check_cost(text, (CvrpSettings){.metric = TSP_METRIC_MAN_2D}, 6 + 7 + 5);
  check_refused(text, (CvrpSettings){.metric = TSP_METRIC_EUC_3D}, "with --metric EUC_3D, found EUC_2D");
  check_refused(named, (CvrpSettings){.metric = TSP_METRIC_EUC_2D},
                "t.vrp: expected two coordinates of EUC_2D with --metric EUC_2D, found GEOM: change "
                "EDGE_WEIGHT_TYPE in the file");
  check_refused(named, (CvrpSettings){.scale = 10}, "t.vrp: expected --scale with coordinates in a plane");
  check_refused(text, (CvrpSettings){.metric = TSP_METRIC_GEOM, .scale = 10},
                "expected --scale with coordinates");
  snprintf(text, sizeof text, HEAD "EUC_2D\nNODE_COORD_SECTION\n1 152.5 13.4\n2 48 11\n3 53 10\n%s", DEMANDS);
  check_refused(text, globe,
                "expected latitudes from -90 to 90 and longitudes from -360 to 360, found node 1");
}

static const HarnessTest tests[] = {TEST(units),    TEST(halves),  TEST(times),
                                    TEST(matrices), TEST(metrics), {NULL, NULL}};

int main(void) { return harness_run("vrp_settings", tests); }
