/* What the reader of .vrp files refuses, and what it says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/cvrp/files/vrp_files.h"

typedef struct Defect {
  const char *text, *message;
} Defect;

#define HEAD    "TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\n"
#define COORDS  "NODE_COORD_SECTION\n1 0 0\n2 30 0\n3 0 40\n"
#define DEMANDS "DEMAND_SECTION\n1 0\n2 3\n3 10\n"
#define DEPOT   "DEPOT_SECTION\n1\n-1\n"
#define EXPL                                                                                                 \
  "TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW\nCAPACITY : 10\n"

static const Defect specifications[] = {
    {"", "t.vrp:1: expected TYPE, found the end of the file"},
    {"hello\n", "t.vrp:1: expected a keyword of a CVRP, found 'hello'"},
    {"TYPE CVRP\n", "t.vrp:1: expected ':' after TYPE, found 'CVRP'"},
    {"TYPE : PVRP\n", "t.vrp:1: expected TYPE CVRP, DCVRP, VRPTW or CVRPTW: other kinds of routes are not "
                      "supported, found 'PVRP'"},
    {"TYPE : TSP\n", "t.vrp:1: expected TYPE CVRP, DCVRP, VRPTW or CVRPTW: other kinds of routes are not "
                     "supported, found 'TSP'"},
    {"TYPE : CVRP\nTYPE : CVRP\n", "t.vrp:2: expected TYPE once, found 'TYPE'"},
    {"NAME : a\001b\n", "t.vrp:1: expected text, found '\\x01b'"},
    {"TYPE : CVRP\nPICKUP_SECTION\n", "t.vrp:2: expected a keyword of a CVRP, found 'PICKUP_SECTION'"},
    {"SCALE : 0\n", "t.vrp:1: expected a SCALE from 1 to 2147483647, found '0'"},
    {"DIMENSION : 1\n", "t.vrp:1: expected a DIMENSION from 2 to 2147483647, found '1'"},
    {"DIMENSION : 2147483648\n", "t.vrp:1: expected a DIMENSION from 2 to 2147483647, found '2147483648'"},
    {"DIMENSION : 5 nodes\n", "t.vrp:1: expected the end of the line, found 'nodes'"},
    {"CAPACITY : 0\n", "t.vrp:1: expected a CAPACITY above 0, found '0'"},
    {"CAPACITY : -1.5\n", "t.vrp:1: expected a CAPACITY above 0, found '-1.5'"},
    {"VEHICLES : 0\n", "t.vrp:1: expected VEHICLES from 1 to 2147483647, found '0'"},
    {"DISTANCE : -1\n",
     "t.vrp:1: expected a DISTANCE that is a number of at most 18 digits, and not negative, found '-1'"},
    {"DISTANCE : far\n", "t.vrp:1: expected a DISTANCE that is a number"},
    {"DISTANCE : 1234567890123456789\n",
     "t.vrp:1: expected a DISTANCE that is a number of at most 18 digits"},
    {"DISTANCE : 1e-19\n", "t.vrp:1: expected a DISTANCE that is a number"},
    {"DISTANCE : 1e30\n", "t.vrp:1: expected a DISTANCE that is a number"},
    {"DISTANCE : 1e\n", "t.vrp:1: expected a DISTANCE that is a number"},
    {"DISTANCE : .\n", "t.vrp:1: expected a DISTANCE that is a number"},
    {"SERVICE_TIME : x\n", "t.vrp:1: expected a SERVICE_TIME that is a number"},
    {"EDGE_WEIGHT_TYPE : XRAY1\n", "t.vrp:1: expected EDGE_WEIGHT_TYPE EUC_2D, EXACT_2D, FLOOR_2D, CEIL_2D"},
    {"EDGE_WEIGHT_FORMAT : ROWS\n",
     "t.vrp:1: expected an EDGE_WEIGHT_FORMAT such as FULL_MATRIX or LOWER_ROW, found 'ROWS'"},
    {NULL, NULL}};

static const Defect sections[] = {
    {"NODE_COORD_SECTION\n", "t.vrp:1: expected DIMENSION before coordinates, found none"},
    {"DEMAND_SECTION\n", "t.vrp:1: expected DIMENSION before DEMAND_SECTION, found none"},
    {"DIMENSION : 3\nDEMAND_SECTION\n", "t.vrp:2: expected CAPACITY before DEMAND_SECTION, found none"},
    {"NODE_COORD_SECTION : 3\n", "t.vrp:1: expected the end of the line, found '3'"},
    {"DIMENSION : 1000000000\nNODE_COORD_SECTION\n1 0 0\n",
     "expected 1000000000 nodes, found the end of the file after 7 bytes"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 30 0\n0 0 40\n",
     "t.vrp:8: expected node 3 of 3: a number from 1 to 3, found '0'"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 30 0\n4 0 40\n",
     "t.vrp:8: expected node 3 of 3: a number from 1 to 3, found '4'"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 30 0\n2 0 40\n",
     "t.vrp:8: expected each node once, found node 2 again"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 30 zero\n3 0 0\n",
     "t.vrp:7: expected the y coordinate of node 2, found 'zero'"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 nan 0\n3 0 0\n",
     "t.vrp:7: expected the x coordinate of node 2, found 'nan'"},
    {HEAD "NODE_COORD_SECTION\n1 0 0 5\n2 3 0\n3 0 0\n", "t.vrp:6: expected the end of the line, found '5'"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 30 0\nDEMAND_SECTION\n",
     "t.vrp:8: expected node 3 of 3: a number from 1 to 3, found 'DEMAND_SECTION'"},
    {HEAD COORDS "4 0 0\n" DEMANDS DEPOT, "t.vrp:9: expected a keyword of a CVRP after 3 nodes, found '4'"},
    {HEAD COORDS "DEMAND_SECTION\n1 0\n",
     "t.vrp:9: expected 3 nodes, found the end of the file after 5 bytes"},
    {HEAD COORDS "DEMAND_SECTION\n1 0\n2 3\n2 10\n", "t.vrp:12: expected each node once, found node 2 again"},
    {HEAD COORDS "DEMAND_SECTION\n1 5\n2 3\n3 10\n",
     "t.vrp:10: expected demand 0 of the depot, node 1, found 5"},
    {HEAD COORDS "DEMAND_SECTION\n1 0\n2 -3\n3 10\n",
     "t.vrp:11: expected the demand of node 2, not negative, found '-3'"},
    {HEAD COORDS "DEMAND_SECTION\n1 0\n2 3\n3 11\n",
     "t.vrp:12: expected the demand of node 3, from 0 to the capacity 10, found 11: no vehicle can serve it, "
     "so there is no solution"},
    {HEAD COORDS "DEMAND_SECTION\n1 0\n2 3.5\n3 1\n" DEPOT, NULL},
    {HEAD COORDS DEMANDS "4 1\n" DEPOT,
     "t.vrp:13: expected a keyword of a CVRP after the demands of 3 nodes, found '4'"},
    {HEAD COORDS DEMANDS "DEPOT_SECTION\n2\n-1\n",
     "t.vrp:11: expected demand 0 of the depot, node 2, found 3"},
    {HEAD COORDS DEMANDS "DEPOT_SECTION\n1\n2\n-1\n",
     "t.vrp:15: expected -1 after one depot, as several are not supported, found '2'"},
    {HEAD COORDS DEMANDS "DEPOT_SECTION\n0.0 0.0\n-1\n",
     "t.vrp:14: expected the depot, a node from 1 to 3, found '0.0'"},
    {HEAD COORDS DEMANDS "DEPOT_SECTION\n1\nEOF\n", NULL},
    {HEAD COORDS DEMANDS DEPOT "1\n",
     "t.vrp:16: expected -1 after one depot, as several are not supported, found '1'"},
    {NULL, NULL}};

static const Defect whole[] = {
    {"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\n" COORDS DEMANDS DEPOT,
     "expected TYPE, found the end of the file"},
    {"TYPE : CVRP\nDIMENSION : 3\nCAPACITY : 10\n" COORDS DEMANDS DEPOT,
     "expected EDGE_WEIGHT_TYPE, found the end of the file"},
    {"TYPE : CVRP\nEOF\n", "t.vrp:2: expected DIMENSION, found the end of the line"},
    {"TYPE : CVRP\nDIMENSION : 3\n", "expected CAPACITY, found the end of the file"},
    {HEAD COORDS DEPOT, "expected DEMAND_SECTION, found the end of the file"},
    {HEAD COORDS DEMANDS, NULL},
    {HEAD DEMANDS DEPOT, "expected NODE_COORD_SECTION, found the end of the file"},
    {EXPL COORDS DEMANDS DEPOT, "expected EDGE_WEIGHT_SECTION, found the end of the file"},
    {"DIMENSION : 3\nEDGE_WEIGHT_SECTION\n1 2 3\n",
     "t.vrp:2: expected EDGE_WEIGHT_TYPE before EDGE_WEIGHT_SECTION, found none"},
    {HEAD "EDGE_WEIGHT_SECTION\n1 2 3\n",
     "t.vrp:5: expected EDGE_WEIGHT_TYPE EXPLICIT with weights, found another"},
    {"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_SECTION\n1 2 3\n",
     "t.vrp:3: expected EDGE_WEIGHT_FORMAT before EDGE_WEIGHT_SECTION, found none"},
    {"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FUNCTION\nEDGE_WEIGHT_SECTION\n1\n",
     "t.vrp:4: expected EDGE_WEIGHT_FORMAT FULL_MATRIX or the like with weights, found FUNCTION"},
    {EXPL "EDGE_WEIGHT_SECTION\n7\n", "expected 3 numbers, found 1 and then the end of the file"},
    {"DIMENSION : 3\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : FULL_MATRIX\nEDGE_WEIGHT_SECTION\n0 7 "
     "8\n5 0 9\n8 9 0\n",
     "t.vrp:6: expected 7 at (2, 1) as at (1, 2), as routes whose distances depend on the direction are not "
     "supported, found '5'"},
    {EXPL "EDGE_WEIGHT_SECTION\n7 8 -9\n",
     "expected a whole number from 0 to 268435456 at (3, 2), found '-9'"},
    {EXPL "EDGE_WEIGHT_SECTION\n7 8 268435457\n" DEMANDS DEPOT,
     "t.vrp:7: expected a whole number from 0 to 268435456 at (3, 2), found '268435457'"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 268435456 0\n3 0 4\n" DEMANDS DEPOT,
     "t.vrp:5: expected distances up to 268435456, found coordinates in a box with a longer diagonal"},
    {HEAD "NODE_COORD_SECTION\n1 1e17 0\n2 -1e17 0\n3 0 4\n" DEMANDS DEPOT,
     "t.vrp:5: expected distances up to 268435456"},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 3.00000001 0\n3 0 4\n" DEMANDS DEPOT, NULL},
    {HEAD "NODE_COORD_SECTION\n1 0 0\n2 3000 0.000000000000000001\n3 0 4\n" DEMANDS DEPOT, NULL},
    {HEAD "DISTANCE : 100\n" COORDS DEMANDS DEPOT, NULL},
    {HEAD "DISTANCE : 79\n" COORDS DEMANDS DEPOT,
     "t.vrp:5: expected a DISTANCE of at least 80, for node 3 alone"},
    {HEAD "DISTANCE : 100\nSERVICE_TIME : 21\n" COORDS DEMANDS DEPOT,
     "t.vrp:5: expected a DISTANCE of at least 101, for node 3 alone"},
    {HEAD "DISTANCE : 536870913\n" COORDS DEMANDS DEPOT,
     "t.vrp:5: expected a DISTANCE from 0 to 536870912 with at most 0 decimals"},
    {HEAD "DISTANCE : 200.5000001\n" COORDS DEMANDS DEPOT,
     "t.vrp:5: expected a DISTANCE from 0 to 536.870912 with at most 6 decimals"},
    {HEAD "DISTANCE : 200.5\nSERVICE_TIME : .0000001\n" COORDS DEMANDS DEPOT,
     "t.vrp:6: expected a SERVICE_TIME from 0 to 536.870912 with at most 6 decimals"},
    {HEAD "DISTANCE : 536.8709130\nSERVICE_TIME : 1\n" COORDS DEMANDS DEPOT,
     "t.vrp:5: expected a DISTANCE from 0 to 5368.70912 with at most 5 decimals"},
    {EXPL "DISTANCE : 30.5\nEDGE_WEIGHT_SECTION\n7 8 9\n" DEMANDS DEPOT, NULL},
    {EXPL "DISTANCE : 15.5\nEDGE_WEIGHT_SECTION\n7 8 9\n" DEMANDS DEPOT,
     "t.vrp:6: expected a DISTANCE of at least 16, for node 3 alone: there is no solution"},
    {HEAD "VEHICLES : 1\n" COORDS DEMANDS DEPOT,
     "t.vrp:5: expected at least 2 routes for load 13 and capacity 10, found at most 1"},
    {NULL, NULL}};

#define TIMED   "TYPE : VRPTW\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\n"
#define WINDOWS "TIME_WINDOW_SECTION\n1 0 200\n2 0 90\n3 40 50\n"

static const Defect windows[] = {
    {TIMED COORDS DEMANDS DEPOT, "t.vrp:16: expected TIME_WINDOW_SECTION, found the end of the file"},
    {HEAD "SERVICE_TIME_SECTION\n1 0\n2 3\n3 4\n" COORDS DEMANDS DEPOT,
     "expected TIME_WINDOW_SECTION, found the end of the file"},
    {"TIME_WINDOW_SECTION\n", "t.vrp:1: expected DIMENSION before TIME_WINDOW_SECTION, found none"},
    {"SERVICE_TIME_SECTION\n", "t.vrp:1: expected DIMENSION before SERVICE_TIME_SECTION, found none"},
    {"DIMENSION : 9\nTIME_WINDOW_SECTION\n1 0 2\n",
     "t.vrp:2: expected 9 nodes, found the end of the file after 7 bytes"},
    {"DIMENSION : 9\nSERVICE_TIME_SECTION\n1 0 2\n",
     "t.vrp:2: expected 9 nodes, found the end of the file after 7 bytes"},
    {TIMED "TIME_WINDOW_SECTION\n1 0 200\n4 0 90\n3 40 50\n",
     "t.vrp:7: expected node 2 of 3: a number from 1 to 3, found '4'"},
    {TIMED "TIME_WINDOW_SECTION\n1 0 200\n1 0 90\n3 40 50\n",
     "t.vrp:7: expected each node once, found node 1 again"},
    {TIMED "TIME_WINDOW_SECTION\n1 0 200\n2 x 90\n3 40 50\n",
     "t.vrp:7: expected the ready time of node 2, not negative, found 'x'"},
    {TIMED "TIME_WINDOW_SECTION\n1 0 200\n2 0 -9\n3 40 50\n",
     "t.vrp:7: expected the due time of node 2, not negative, found '-9'"},
    {TIMED "TIME_WINDOW_SECTION\n1 0 200 5\n2 0 90\n3 40 50\n",
     "t.vrp:6: expected the end of the line, found '5'"},
    {TIMED WINDOWS "4 0 9\n",
     "t.vrp:9: expected a keyword of a CVRP after the time windows of 3 nodes, found '4'"},
    {TIMED "SERVICE_TIME_SECTION\n1 0\n2 0\n2 5\n", "t.vrp:8: expected each node once, found node 2 again"},
    {TIMED "SERVICE_TIME_SECTION\n1 0\n2 -1\n3 5\n",
     "t.vrp:7: expected the service time of node 2, not negative, found '-1'"},
    {TIMED "SERVICE_TIME_SECTION\n1 0\n2 1 2\n3 5\n", "t.vrp:7: expected the end of the line, found '2'"},
    {TIMED "SERVICE_TIME_SECTION\n1 0\n2 1\n3 5\n4 5\n",
     "t.vrp:9: expected a keyword of a CVRP after the service times of 3 nodes, found '4'"},
    {TIMED COORDS DEMANDS WINDOWS DEPOT, NULL},
    {HEAD COORDS DEMANDS WINDOWS DEPOT, NULL},
    {TIMED COORDS DEMANDS "TIME_WINDOW_SECTION\n1 0 200\n2 91 90\n3 40 50\n" DEPOT,
     "t.vrp:15: expected a due time of node 2 from its ready time 91 on, found 90"},
    {TIMED COORDS DEMANDS "TIME_WINDOW_SECTION\n1 0 200\n2 0 29.9\n3 40 50\n" DEPOT,
     "t.vrp:15: expected a due time of node 2 from 30 on, found 29.9: no vehicle can be there"},
    {TIMED COORDS DEMANDS "TIME_WINDOW_SECTION\n1 10.1 200\n2 0 40\n3 40 50.1\n" DEPOT,
     "t.vrp:15: expected a due time of node 2 from 40.1 on, found 40: no vehicle can be there"},
    {TIMED COORDS DEMANDS "TIME_WINDOW_SECTION\n1 0 79.9\n2 0 90\n3 0 50\n" DEPOT,
     "t.vrp:16: expected a window of node 3 that lets a vehicle be back by 79.9, found one that is "
     "back at 80"},
    {TIMED COORDS DEMANDS "TIME_WINDOW_SECTION\n1 0 99.9\n2 0 90\n3 60 60\n" DEPOT,
     "t.vrp:16: expected a window of node 3 that lets a vehicle be back by 99.9, found one that is "
     "back at 100"},
    {TIMED "SERVICE_TIME : 20\n" COORDS DEMANDS "TIME_WINDOW_SECTION\n1 0 99.9\n2 0 90\n3 0 60\n" DEPOT,
     "t.vrp:17: expected a window of node 3 that lets a vehicle be back by 99.9, found one that is "
     "back at 100"},
    {TIMED COORDS DEMANDS WINDOWS "SERVICE_TIME_SECTION\n1 1\n2 1\n3 5\n" DEPOT,
     "t.vrp:18: expected service time 0 of the depot, node 1"},
    {TIMED COORDS DEMANDS "TIME_WINDOW_SECTION\n1 0 200\n2 0.05 90\n3 40 50\n" DEPOT, NULL},
    {TIMED COORDS DEMANDS "TIME_WINDOW_SECTION\n1 0 53687091.3\n2 0 90\n3 40 50\n" DEPOT,
     "t.vrp:14: expected a due time from 0 to 53687091.2 with at most 1 decimals, found 53687091.3"},
    {TIMED COORDS DEMANDS WINDOWS "SERVICE_TIME_SECTION\n1 0\n2 1\n3 0.01\n" DEPOT, NULL},
    {TIMED "DISTANCE : 79.9\n" COORDS DEMANDS WINDOWS DEPOT,
     "t.vrp:5: expected a DISTANCE of at least 80, for node 3 alone"},
    {TIMED "DISTANCE : 100\n" COORDS DEMANDS WINDOWS "SERVICE_TIME_SECTION\n1 0\n2 0\n3 20.1\n" DEPOT,
     "t.vrp:5: expected a DISTANCE of at least 100.1, for node 3 alone"},
    {TIMED "NODE_COORD_SECTION\n1 0 0\n2 30.123456789 0\n3 0 40\n" DEMANDS WINDOWS DEPOT, NULL},
    {TIMED "NODE_COORD_SECTION\n1 0 0\n2 30000000 0\n3 0 40\n" DEMANDS WINDOWS DEPOT,
     "t.vrp:5: expected distances up to 26843545.6, found coordinates in a box with a longer diagonal"},
    {"TYPE : CVRP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : FLOOR_2D\nCAPACITY : 10\n" COORDS DEMANDS DEPOT, NULL},
    {HEAD "SCALE : 10\n" COORDS DEMANDS DEPOT, NULL},
    {HEAD "SCALE : 7\n" COORDS DEMANDS DEPOT,
     "t.vrp:5: expected SCALE : 1, or a power of ten with EUC_2D or FLOOR_2D, found 7"},
    {NULL, NULL}};

static void defects_check(const Defect *defects) {
  for (const Defect *d = defects; d->text; d++) {
    const size_t bytes = strlen(d->text);
    char *exact = exact_text(d->text, bytes);
    Instance *inst = NULL;
    status_clear();
    const Status status = vrp_parse("t.vrp", exact, bytes, NULL, &inst);
    free(exact);
    CU_ASSERT_EQUAL(status == OK, d->message == NULL);
    if (d->message && !strstr(status_message(), d->message))
      printf("# expected %s\n# found    %s\n", d->message, status_message());
    if (d->message) CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), d->message));
    instance_free(inst);
  }
  status_clear();
}

static void specifications_are_checked(void) { defects_check(specifications); }
static void sections_are_checked(void) { defects_check(sections); }
static void windows_are_checked(void) { defects_check(windows); }
static void whole_files_are_checked(void) { defects_check(whole); }

/* What options ask for and the file cannot give. */
static void options_are_checked(void) {
  static const struct {
    const char *text;
    CvrpSettings settings;
    const char *message;
  } rows[] = {{HEAD COORDS DEMANDS DEPOT,
               {.fleet = FLEET_WORD_EXACTLY + 3 * COUNTED_WORDS},
               "t.vrp: expected at most 2 routes for 2 customers, found exactly 3"},
              {HEAD COORDS DEMANDS DEPOT,
               {.fleet = FLEET_WORD_EXACTLY + 1 * COUNTED_WORDS},
               "t.vrp: expected at least 2 routes for load 13 and capacity 10, found exactly 1"},
              {EXPL "EDGE_WEIGHT_SECTION\n7 8 9\n" DEMANDS DEPOT,
               {.distances = DISTANCES_REAL},
               "t.vrp: expected EUC_2D with --distances real, found a matrix"},
              {EXPL "EDGE_WEIGHT_SECTION\n7 8 9\n" DEMANDS DEPOT,
               {.distances = DISTANCES_TRUNCATED},
               "t.vrp: expected EUC_2D with --distances truncated, found a matrix"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    Instance *inst = NULL;
    status_clear();
    const Status wanted = strstr(rows[r].message, "routes") ? ERR_NO_SOLUTION : ERR_USAGE;
    CU_ASSERT_EQUAL(vrp_parse("t.vrp", rows[r].text, strlen(rows[r].text), &rows[r].settings, &inst), wanted);
    if (!strstr(status_message(), rows[r].message)) printf("# %s\n", status_message());
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), rows[r].message));
  }
  status_clear();
}

static const HarnessTest tests[] = {TEST(specifications_are_checked), TEST(sections_are_checked),
                                    TEST(whole_files_are_checked),    TEST(windows_are_checked),
                                    TEST(options_are_checked),        {NULL, NULL}};

int main(void) { return harness_run("vrp_defects", tests); }
