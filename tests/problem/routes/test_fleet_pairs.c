/* Pairs in the text formats of fleets, Li's and Lim's and VRPLIB's, in tables of stops and in solutions: what is read, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/cvrp_parsing.h"
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "io/input.h"
#include "oracle/fleet_oracle.h"
#include "problem/instance_file.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/files/stops_files.h"
#include "problem/routes/files/vroom_files.h"
#include "problem/routes/routes_options.h"

typedef struct Defect {
  const char *text, *message;
} Defect;

static void message_check(const char *message) {
  if (strcmp(status_message(), message) != 0)
    printf("# found    %s\n# expected %s\n", status_message(), message);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
}

static void refuse_all(CvrpParse parse, const char *path, const Defect *defect) {
  for (; defect->text; defect++) {
    Instance *inst;
    const Status wanted = strstr(defect->message, "there is no solution") ? ERR_NO_SOLUTION : ERR_FORMAT;
    CU_ASSERT_EQUAL(cvrp_parse_exact(parse, path, defect->text, NULL, &inst), wanted);
    CU_ASSERT_PTR_NULL(inst);
    message_check(defect->message);
    instance_free(inst);
  }
}

/* ---- Li's and Lim's text ---- */

#define DEPOT "0 0 0 0 0 99 0 0 0\n"

static void check_pair(const RoutesInstance *routes) {
  static const int32_t partner[] = {0, 2, -1};
  const RouteStop *stop = routes->stop;
  CU_ASSERT(routes->head.n == 2 && routes->places == 3 && routes->types == 1 && routes->loads == 1);
  CU_ASSERT(routes->with_partners && memcmp(routes->partner, partner, sizeof partner) == 0);
  CU_ASSERT(stop[1].pickup[0] == 10 && stop[1].delivery[0] == 0 && stop[2].delivery[0] == 10 &&
            stop[2].pickup[0] == 0);
  CU_ASSERT(stop[1].prize == ROUTES_REQUIRED && stop[2].prize == 0 && stop[1].place == 1);
  CU_ASSERT(routes->first_customer == 1 && routes->vehicles == 0 && routes->type[0].capacity[0] == 20);
}

/* Tabulators or blanks, CRLF, a last line without an end: and no other problem's. */
static void texts_are_read(void) {
  static const char *const texts[] = {
      "1\t20\t1\n0\t0\t0\t0\t0\t99\t0\t0\t0\n1\t3\t4\t10\t5\t90\t7\t0\t2\n2\t0\t9\t-10\t0\t95\t0\t1\t0\n",
      "\r\n 1 20 1 \r\n 0 0 0 0 0 99 0 0 0 \r\n\r\n1 3 4 10 5 90 7 0 2\r\n2 0 9 -10 0 95 0 1 0"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    RoutesInstance *routes =
        (RoutesInstance *)cvrp_parse_good(fleet_lilim_parse, "some/t.txt", texts[k], NULL);
    int64_t cost;
    check_pair(routes);
    CU_ASSERT_STRING_EQUAL(routes->head.name, "t");
    CU_ASSERT(routes->type[0].count == 1 && routes->head.decimals == 6 && routes->distance[1] == 5000000);
    CU_ASSERT(routes->stop[1].ready == 5000000 && routes->stop[1].service == 7000000 &&
              routes->type[0].due[1] == 99000000);
    CU_ASSERT_STRING_EQUAL(routes->head.warning, "");
    CU_ASSERT_STRING_EQUAL(routes->head.remark, "distances are not rounded, as published ones of such files");
    CU_ASSERT(oracle_fleet_best(&routes->head, &cost) && cost == 5000000 + 5830952 + 9000000);
    CU_ASSERT(fleet_probe("t.txt", texts[k], strlen(texts[k])) ==
              fleet_lilim_probe("t.txt", texts[k], strlen(texts[k])));
    instance_free(&routes->head);
  }
}

static void options_are_honoured(void) {
  static const char text[] = "9 20 0.5\n" DEPOT "1 3 4 10 5 90 7 0 2\n2 0 9 -10 0 95 0 1 0\n";
  CvrpSettings settings = {.objective = OBJECTIVE_VEHICLES, .distances = DISTANCES_TRUNCATED};
  RoutesInstance *routes = (RoutesInstance *)cvrp_parse_good(fleet_lilim_parse, "t.txt", text, &settings);
  CU_ASSERT(routes->route_cost == 10 * ROUTES_ROUTE_COST && routes->head.decimals == 1);
  CU_ASSERT(routes->distance[5] == 58 && routes->type[0].count == ROUTES_NO_LIMIT);
  CU_ASSERT_STRING_EQUAL(routes->head.warning,
                         "the speed, 0.5, has no effect, as in published files: travel times are distances");
  instance_free(&routes->head);
}

static const Defect lilim[] = {
    {"", "t.txt:1: expected a number of vehicles from 1 to 2147483646, found the end of the file"},
    {"0 20 1\n" DEPOT, "t.txt:1: expected a number of vehicles from 1 to 2147483646, found '0'"},
    {"3 x 1\n" DEPOT, "t.txt:1: expected the capacity of vehicles, not negative, found 'x'"},
    {"3 20\n" DEPOT, "t.txt:1: expected the speed of vehicles, not negative, found the end of the line"},
    {"3 20 1 0\n" DEPOT, "t.txt:1: expected the end of the line, found '0'"},
    {"3 20 1\n" DEPOT, "t.txt:1: expected from 2 to 20000 rows, the depot and customers, found 1"},
    {"3 20 1\n1 0 0 0 0 99 0 0 0\n" DEPOT, "t.txt:2: expected node 0, the depot, found '1'"},
    {"3 20 1\n" DEPOT "2 3 4 10 5 90 7 0 2\n",
     "t.txt:3: expected node 1, as rows are numbered from 0, found '2'"},
    {"3 20 1\n" DEPOT "1 x 4 10 5 90 7 0 2\n", "t.txt:3: expected the x coordinate of node 1, found 'x'"},
    {"3 20 1\n" DEPOT "1 3 y 10 5 90 7 0 2\n", "t.txt:3: expected the y coordinate of node 1, found 'y'"},
    {"3 20 1\n" DEPOT "1 3 4 q 5 90 7 0 2\n", "t.txt:3: expected the demand of node 1, found 'q'"},
    {"3 20 1\n" DEPOT "1 3 4 10 -5 90 7 0 2\n",
     "t.txt:3: expected the ready time of node 1, not negative, found '-5'"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 -1 2\n",
     "t.txt:3: expected the pickup of node 1, a node, or 0 for none, found '-1'"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0\n",
     "t.txt:3: expected the delivery of node 1, a node, or 0 for none, found the end of the line"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 2 9\n", "t.txt:3: expected the end of the line, found '9'"},
    {"3 20 1\n0 0 0 0 0 99 0 0 1\n1 3 4 10 5 90 7 0 2\n",
     "t.txt:2: expected 0 0 as the pickup and the delivery of the depot, node 0, found 0 1"},
    {"3 20 1\n0 0 0 7 0 99 0 0 0\n1 3 4 10 5 90 7 0 2\n2 0 9 -10 0 95 0 1 0\n",
     "t.txt:2: expected demand 0 of the depot, node 0, found another"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 0\n",
     "t.txt:3: expected 0 and the delivery of node 1, if it is a pickup, or its pickup and 0, found 0 0"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 2 2\n",
     "t.txt:3: expected 0 and the delivery of node 1, if it is a pickup, or its pickup and 0, found 2 2"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 2\n",
     "t.txt:3: expected another customer as the delivery of node 1, found 2"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 1\n",
     "t.txt:3: expected another customer as the delivery of node 1, found 1"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 2\n2 0 9 -10 0 95 0 3 0\n3 0 9 10 0 95 0 0 2\n",
     "t.txt:3: expected the delivery of node 1 to have it as its pickup, found 3 as the pickup of node 2"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 2\n2 0 9 10 0 95 0 0 1\n",
     "t.txt:3: expected the delivery of node 1 to have it as its pickup, found 0 as the pickup of node 2"},
    {"3 20 1\n" DEPOT "1 3 4 -10 5 90 7 2 0\n2 0 9 10 0 95 0 0 3\n3 0 9 -10 0 95 0 2 0\n",
     "t.txt:3: expected the pickup of node 1 to have it as its delivery, found 3 as the delivery of node 2"},
    {"3 20 1\n" DEPOT "1 3 4 -10 5 90 7 0 2\n2 0 9 10 0 95 0 1 0\n",
     "t.txt:3: expected a demand from 0 on of node 1, as it is a pickup, found -10"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 2\n2 0 9 -10.5 0 95 0 1 0\n",
     "t.txt:4: expected demand -10 of node 2, as its pickup, node 1, has the opposite, found -10.5"},
    {"3 20 1\n" DEPOT "1 3 4 10 5 4 7 0 2\n2 0 9 -10 0 95 0 1 0\n",
     "t.txt:3: expected a due time of node 1 from its ready time on, found an earlier one"},
    {NULL, NULL}};

static void texts_are_refused(void) { refuse_all(fleet_lilim_parse, "t.txt", lilim); }

/* What resembles the text, and is not of it. */
static void texts_are_told(void) {
  static const struct {
    const char *text;
    bool is;
  } rows[] = {{"3 20 1\n" DEPOT, true},
              {"3 20 1\n0 0 0 0 0 99 0 0\n1 3 4 10 5 90 7 0 2\n", true},
              {"3 20 1\n0 0 0 0 0 99 0 0\n1 3 4 10 5 90 7 0\n", false},
              {"3 20 1\n0 0 0 0 0 99 0 0 0 0\n1 3 4 10\n", false},
              {"3 20\n" DEPOT, false},
              {"3 20 1 1\n" DEPOT, false},
              {"3 20 0\n1.5 2 3 4 5 6 7 8 9\n", false},
              {"3 20 1", false},
              {"", false}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    CU_ASSERT_EQUAL(fleet_lilim_probe("t", rows[k].text, strlen(rows[k].text)) > 0, rows[k].is);
  CU_ASSERT_EQUAL(fleet_lilim_probe("t", NULL, 0), 0);
}

/* ---- VRPLIB ---- */

#define PLANE                                                                                                \
  "DIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 20\nVEHICLES : 1\nNODE_COORD_SECTION\n1 0 0\n2 3 "   \
  "4\n3 0 9\n"
#define PAIRS "PICKUP_AND_DELIVERY_SECTION\n"

static void vrplib_is_read(void) {
  static const char windows[] =
      "TYPE : PDPTW\n" PLANE PAIRS "1 0 0 99 0 0 0\n3 -10 0 95 0 2 0\n2 10 5 90 7 0 3\n"
      "PRIZE_SECTION\n1 0\n2 5\n3 0\nDEPOT_SECTION\n1\n-1\nEOF\n",
                    plain[] = "TYPE : PDVRP\n" PLANE PAIRS "1 0 0 0 0 0 0\n2 10 0 0 7 0 3\n3 -10 0 0 0 2 0\n";
  RoutesInstance *routes = (RoutesInstance *)cvrp_parse_good(fleet_vrp_parse, "t.vrp", windows, NULL);
  CU_ASSERT(routes->stop[1].prize == routes->stop[1].ready && routes->head.decimals == 6);
  routes->stop[1].prize = ROUTES_REQUIRED;
  check_pair(routes);
  instance_free(&routes->head);
  routes = (RoutesInstance *)cvrp_parse_good(fleet_vrp_parse, "t.vrp", plain, NULL);
  check_pair(routes);
  CU_ASSERT(routes->stop[1].due == ROUTES_LIMIT_MAX && routes->stop[1].service == 7000000);
  instance_free(&routes->head);
}

/* One vehicle, no capacity unless there is one, and distances of TSPLIB. */
static void a_tour_is_read(void) {
  static const char bare[] =
      "TYPE : PDTSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 3\n"
      "3 0 9\n" PAIRS "1 0 0 0 0 0 0\n2 10 0 0 0 0 3\n3 -10 0 0 0 2 0\n",
                    full[] = "TYPE : PDTSP\n" PLANE PAIRS "1 0 0 0 0 0 0\n2 10 0 0 0 0 3\n3 -10 0 0 0 2 0\n";
  RoutesInstance *routes = (RoutesInstance *)cvrp_parse_good(fleet_vrp_parse, "t.vrp", bare, NULL);
  CU_ASSERT(routes->loads == 0 && routes->type[0].count == 1 && routes->partner[1] == 2);
  CU_ASSERT(fleet_vrp_probe("t.vrp", bare, strlen(bare)) > 0);
  CU_ASSERT(routes->head.decimals == 0 && routes->distance[1] == 4);
  instance_free(&routes->head);
  routes = (RoutesInstance *)cvrp_parse_good(fleet_vrp_parse, "t.vrp", full, NULL);
  check_pair(routes);
  CU_ASSERT(routes->type[0].count == 1 && routes->head.decimals == 0);
  instance_free(&routes->head);
}

static const Defect vrplib[] = {
    {"TYPE : PDPTW\n" PLANE, "t.vrp:10: expected PICKUP_AND_DELIVERY_SECTION, found the end of the file"},
    {"TYPE : PDVRP\n" PLANE PAIRS "1 0 0 0 0 0 0\n2 10 0 9 7 0 3\n3 -10 0 0 0 2 0\n",
     "t.vrp:12: expected 0 0 as the window of node 2, as TYPE has no time windows, found others: say PDPTW"},
    {"TYPE : PDVRP\n" PLANE PAIRS "1 0 0 0 0 0 0\n2 10 0 0 7 0 3\n2 -10 0 0 0 2 0\n",
     "t.vrp:13: expected each node once, found node 2 again"},
    {"TYPE : PDVRP\n" PLANE PAIRS "1 0 0 0 0 0 0\n2 10 0 0 7 0 1\n3 -10 0 0 0 2 0\n",
     "t.vrp:12: expected another customer as the delivery of node 2, found 1"},
    {"TYPE : PDVRP\n" PLANE PAIRS "1 0 0 0 0 0 0\n2 10 0 0 7 0 3\n3 -10 0 0 0 0 0\n",
     "t.vrp:12: expected the delivery of node 2 to have it as its pickup, found 0 as the pickup of node 3"},
    {"TYPE : PDVRP\n" PLANE PAIRS
     "1 0 0 0 0 0 0\n2 10 0 0 7 0 3\n3 -10 0 0 0 2 0\nPRIZE_SECTION\n1 0\n2 4\n3 4\n",
     "t.vrp:17: expected prize 0 of node 3, a delivery, as its pickup has the prize of the pair"},
    {"TYPE : PDVRP\n" PLANE PAIRS
     "1 0 0 0 0 0 0\n2 10 0 0 7 0 3\n3 -10 0 0 0 2 0\nBACKHAUL_SECTION\n1 0\n2 4\n3 4\n",
     "t.vrp:15: expected each node once, found node 1 again"},
    {"TYPE : PDVRP\n" PLANE "BACKHAUL_SECTION\n1 0\n2 4\n3 4\n" PAIRS
     "1 0 0 0 0 0 0\n2 10 0 0 7 0 3\n3 -10 0 0 0 2 0\n",
     "t.vrp:15: expected each node once, found node 1 again"},
    {"TYPE : PDVRP\n" PLANE PAIRS "1 0 0 0 0 0 0\n2 21 0 0 7 0 3\n3 -21 0 0 0 2 0\n",
     "t.vrp: no vehicle can serve customer 1, so there is no solution: its load is 21, over 20"},
    {NULL, NULL}};

static void vrplib_is_refused(void) { refuse_all(fleet_vrp_parse, "t.vrp", vrplib); }

/* ---- tables ---- */

static Status table_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                          Instance **out) {
  static const RoutesSettings said = {.capacity = "20,9"};
  (void)settings;
  return stops_parse(path, text, bytes, &said, out);
}

#define COLUMNS "id,x,y,demand,pickup,demand_2,pickup_at,prize\n"

static void tables_are_read(void) {
  Instance *inst =
      cvrp_parse_good(table_parse, "t.csv",
                      COLUMNS "D-1,5,5,10,,1,P 1,\ndepot,0,0,,,,,\nc,1,1,3,,,,\nP 1,3,4,,10,,,7\n", NULL);
  const RoutesInstance *routes = routes_of(inst);
  static const int32_t partner[] = {0, -3, 0, 1};
  CU_ASSERT(inst->n == 3 && memcmp(routes->partner, partner, sizeof partner) == 0 && !routes->id);
  instance_free(inst);
}

static const Defect tables[] = {
    {"x,y,pickup_at,demand,demand_2\n0,0,,,\n1,1,7,2,\n",
     "t.csv:1: expected a column id beside pickup_at, whose fields are ids, found none"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n2,5,5,10,,,9,\n",
     "t.csv:4: pickup_at: expected the id of the stop where the goods are picked up, found '9'"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n2,5,5,10,,,0,\n",
     "t.csv:4: pickup_at: expected a customer and no depot, found '0'"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n2,5,5,10,,,2,\n",
     "t.csv:4: pickup_at: expected the id of a stop that is no delivery of a pair, found '2'"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n2,5,5,10,,,1,\n3,5,5,10,,,2,\n",
     "t.csv:5: pickup_at: expected the id of a stop that is no delivery of a pair, found '2'"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n2,5,5,10,,,1,\n3,5,5,10,,,1,\n",
     "t.csv:5: pickup_at: expected one delivery of each pickup (more are rows of their own at the same "
     "place), "
     "found '1'"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n1,3,4,,,,,\n2,5,5,10,,,1,\n",
     "t.csv:5: pickup_at: expected an id that one row has, found '1'"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n2,5,5,10,,,1,5\n",
     "t.csv:4: expected the prize of a pair in the row of its pickup, line 3, found one here"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,9,,,\n2,5,5,10,,,1,\n",
     "t.csv:3: expected the amounts that line 4 delivers, or none, found others"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,9,,,,\n2,5,5,10,,,1,\n",
     "t.csv:3: expected no demand of the pickup of line 4, found one"},
    {COLUMNS "0,0,0,,,,,\n1,3,4,,,,,\n2,5,5,10,1,,1,\n",
     "t.csv:4: expected no pickup of a delivery of a pair, found one"},
    {NULL, NULL}};

static void tables_are_refused(void) { refuse_all(table_parse, "t.csv", tables); }

/* ---- solutions ---- */

/* A job, a shipment and another one, whose numbers are: of all of them the same, of one shipment, all different. */
static Instance *numbered(int job, int first, int from, int to) {
  char text[1024];
  Instance *inst = NULL;
  snprintf(
      text, sizeof text,
      "{\"vehicles\": [{\"id\": 1, \"start_index\": 0}], \"jobs\": [{\"id\": %d, \"location_index\": 0}], "
      "\"shipments\": [{\"pickup\": {\"id\": %d, \"location_index\": 1}, \"delivery\": {\"id\": %d, "
      "\"location_index\": 0}}, {\"pickup\": {\"id\": %d, \"location_index\": 0}, \"delivery\": {\"id\": %d, "
      "\"location_index\": 1}}], \"matrices\": {\"car\": {\"durations\": [[0, 1], [1, 0]]}}}",
      job, first, first, from, to);
  CU_ASSERT_EQUAL_FATAL(vroom_parse("day.json", text, strlen(text), NULL, &inst), OK);
  return inst;
}

static void numbers_are_told(void) {
  static const struct {
    int job, first, from, to;
    const char *line;
  } rows[] = {{1, 2, 3, 4, "Route #1: 2 3 4 2 1\n"},
              {2, 2, 3, 4, "Route #1: P2 P3 D4 D2 2\n"},
              {1, 2, 3, 2, NULL}, /* two deliveries have a number */
              {1, 2, 3, 3, "Route #1: 2 3 3 2 1\n"},
              {9, 2, 9, 3, "Route #1: P2 P9 D3 D2 9\n"}};
  static const int32_t gene[] = {-2, 4, 5, 3, 1, 0, -1, -1, -1, -1};
  char path[] = "/tmp/test_fleet_pairs.XXXXXX", *text;
  size_t bytes;
  CU_ASSERT_FATAL(close(mkstemp(path)) == 0);
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    int32_t back[10];
    if (!rows[k].line) continue;
    Instance *inst = numbered(rows[k].job, rows[k].first, rows[k].from, rows[k].to);
    CU_ASSERT_EQUAL(fleet_solution_write(path, inst, gene, 2), OK);
    CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &bytes), OK);
    CU_ASSERT(bytes > strlen(rows[k].line) && memcmp(text, rows[k].line, strlen(rows[k].line)) == 0);
    CU_ASSERT_EQUAL(fleet_solution_parse("t.sol", text, bytes, inst, back), OK);
    CU_ASSERT(memcmp(back, gene, sizeof gene) == 0);
    free(text);
    CU_ASSERT_EQUAL(vroom_write(path, inst, gene, 2), OK);
    CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &bytes), OK);
    CU_ASSERT_EQUAL(vroom_read("t.json", text, bytes, inst, back), OK);
    CU_ASSERT(memcmp(back, gene, sizeof gene) == 0);
    free(text);
    instance_free(inst);
  }
  unlink(path);
}

static void numbers_are_refused(void) {
  static const Defect rows[] = {
      {"Route #1: 2 P9\n",
       "t.sol:1: expected the number of a customer, behind P (a pickup) or D where several have it, "
       "found 'P9'"},
      {"Route #1: P2 P2\n", "t.sol:1: expected customer 2 once, found 'P2'"},
      {"Route #1: 3 4\n",
       "t.sol:1: expected the number of a customer, behind P (a pickup) or D where several have it, "
       "found '4'"},
      {"Route #1: D2 D3\n",
       "t.sol:2: expected customer 2 in a route, or behind Unserved, found the end of the file"},
      {NULL, NULL}};
  Instance *inst = numbered(2, 2, 3, 3);
  for (const Defect *row = rows; row->text; row++) {
    int32_t gene[10];
    char *exact = exact_text(row->text, strlen(row->text));
    status_clear();
    CU_ASSERT_EQUAL(fleet_solution_parse("t.sol", exact, strlen(row->text), inst, gene), ERR_FORMAT);
    message_check(row->message);
    free(exact);
  }
  instance_free(inst);
}

/* SINTEF's form: whatever the numbers of routes are. */
static void sintef_is_read(void) {
  static const char text[] =
      "3 20 1\n" DEPOT "1 3 4 10 5 90 7 0 2\n2 0 9 -10 0 95 0 1 0\n3 3 4 10 5 90 7 0 4\n"
      "4 0 9 -10 0 95 0 3 0\n",
                    solution[] = "Instance name : t\nSolution\nRoute 12 : 3 4\nRoute 0: 1 2\n";
  static const int32_t wanted[] = {-3, 4, -1, 2, 0, 0, -1, -1};
  Instance *inst = cvrp_parse_good(fleet_lilim_parse, "t.txt", text, NULL);
  int32_t gene[8];
  CU_ASSERT_EQUAL(fleet_solution_parse("t.sol", solution, sizeof solution - 1, inst, gene), OK);
  CU_ASSERT(memcmp(gene, wanted, sizeof wanted) == 0);
  CU_ASSERT_EQUAL(
      fleet_solution_parse("t.sol", strstr(solution, "Route"), strlen(strstr(solution, "Route")), inst, gene),
      ERR_FORMAT);
  message_check("t.sol:1: expected #1 after Route, found '12'");
  instance_free(inst);
}

/* ---- published files ---- */

static char *column(char *line, int k) {
  for (; line && k; k--) line = strchr(line, '\t') ? strchr(line, '\t') + 1 : NULL;
  return line;
}

/* A published solution of the set costs what the table says, up to the rounding of its legs. */
static void published_check(const char *table, char *line) {
  char path[512], name[64];
  const char *folder_end = strrchr(table, '/');
  Instance *inst = NULL;
  int64_t cost = 0;
  CU_ASSERT_EQUAL_FATAL(sscanf(column(line, 1), "%63[^\t]", name), 1);
  snprintf(path, sizeof path, "%.*s/LiLim/%s.txt", (int)(folder_end - table), table, name);
  CU_ASSERT_EQUAL_FATAL(instance_read(path, &inst), OK);
  CU_ASSERT(inst->problem == &problem_routes && inst->n == atoi(column(line, 3)));
  int32_t *gene = malloc(2 * (size_t)inst->n * sizeof *gene);
  CU_ASSERT_PTR_NOT_NULL_FATAL(gene);
  snprintf(path, sizeof path, "%.*s/LiLim/%s.sol", (int)(folder_end - table), table, name);
  CU_ASSERT_EQUAL_FATAL(solution_read(path, inst, gene), OK);
  CU_ASSERT_EQUAL(judge_fleet(inst, gene, &cost, NULL), OK);
  if (status_message()[0]) printf("# %s: %s\n", name, status_message());
  CU_ASSERT(fabs((double)cost / pow(10, inst->decimals) - atof(column(line, 8))) <= 0.0051);
  CU_ASSERT_EQUAL(routes_count(inst, gene), atoi(column(line, 11)));
  free(gene);
  instance_free(inst);
}

static void published_solutions_are_judged(void) {
  const char *table = harness_data("fleet/optima.tsv");
  if (!table) return;
  char *text, *save = NULL;
  size_t bytes;
  int files = 0;
  CU_ASSERT_EQUAL_FATAL(text_read(table, &text, &bytes), OK);
  char *lines = strndup(text, bytes);
  free(text);
  for (char *line = strtok_r(lines, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    if (strncmp(line, "LiLim\t", 6) != 0) continue;
    status_clear();
    published_check(table, line);
    files++;
  }
  free(lines);
  CU_ASSERT_EQUAL(files, 60);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(texts_are_read),
                                      TEST(options_are_honoured),
                                      TEST(texts_are_refused),
                                      TEST(texts_are_told),
                                      TEST(vrplib_is_read),
                                      TEST(a_tour_is_read),
                                      TEST(vrplib_is_refused),
                                      TEST(tables_are_read),
                                      TEST(tables_are_refused),
                                      TEST(numbers_are_told),
                                      TEST(numbers_are_refused),
                                      TEST(sintef_is_read),
                                      TEST(published_solutions_are_judged),
                                      {NULL, NULL}};
  return harness_run("fleet_pairs", tests);
}
