/* Solomon's text format: what is read and refused; the same instance in both formats; vehicles first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/cvrp_parsing.h"
#include "fixtures/harness.h"
#include "problem/cvrp/files/vrp_files.h"

#define TITLES "CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME\n"
#define HEAD   "T1\n\nVEHICLE\nNUMBER     CAPACITY\n  2         20\n\nCUSTOMER\n" TITLES " \n"
#define DEPOT  "    0      40         50          0          0       1236          0   \n"
#define GOOD                                                                                                 \
  HEAD DEPOT "    1      45         68         10        912        967         90   \n 2 42 66 5 65 146 "   \
             "9\n"

static Status parse_set(const char *text, const CvrpSettings *settings, Instance **out) {
  return cvrp_parse_exact(solomon_parse, "some/t.txt", text, settings, out);
}

static Instance *parse_good(const char *text, const CvrpSettings *settings) {
  return cvrp_parse_good(solomon_parse, "some/t.txt", text, settings);
}

/* All the numbers, in tenths. */
static void reads_numbers(void) {
  static const int32_t want[][6] = {
      {400, 500, 0, 0, 12360, 0}, {450, 680, 10, 9120, 9670, 900}, {420, 660, 5, 650, 1460, 90}};
  Instance *inst = parse_good(GOOD, NULL);
  const CvrpInstance *cvrp = cvrp_of(inst);
  char text[128];
  CU_ASSERT_STRING_EQUAL(inst->name, "T1");
  CU_ASSERT(inst->n == 2 && inst->decimals == 1 && cvrp->divisor == -1 && cvrp_has_windows(cvrp));
  CU_ASSERT(cvrp->fleet == FLEET_AT_MOST && cvrp->vehicles == 2 && cvrp->capacity == 20);
  CU_ASSERT(cvrp->max_duration == INT32_MAX && cvrp->service == 0 && cvrp->route_cost == 0);
  for (int v = 0; v < 3; v++) {
    const int32_t found[] = {cvrp->x[v],     cvrp->y[v],   cvrp->demand[v],
                             cvrp->ready[v], cvrp->due[v], cvrp->service_at[v]};
    CU_ASSERT_EQUAL(memcmp(found, want[v], sizeof found), 0);
  }
  instance_size_text(inst, text, sizeof text);
  CU_ASSERT_STRING_EQUAL(text,
                         "2 customers, capacity 20, time windows, at most 2 routes, EUC_2D truncated to 0.1");
  instance_free(inst);
}

/* Titles of latitudes and longitudes, in either order: metres on the sphere. */
static void reads_degrees(void) {
  static const char rows[] = "0 52.5 13.4 0 0 9e6 0\n1 48.1 11.6 1 0 9e6 0\n2 53.6 10 1 0 9e6 0\n",
                    turned[] = "0 13.4 52.5 0 0 9e6 0\n1 11.6 48.1 1 0 9e6 0\n2 10 53.6 1 0 9e6 0\n";
  static const char begin[] = "T\nVEHICLE\nNUMBER CAPACITY\n2 2\nCUSTOMER\nCUST NO. ";
  char text[512];
  const int32_t gene[] = {-1, 2};
  int64_t cost[3];
  static const char *const titles[] = {"LAT. LNG. DEMAND", "longitude latitude"};
  for (int k = 0; k < 2; k++) {
    snprintf(text, sizeof text, "%s%s\n%s", begin, titles[k], k ? turned : rows);
    Instance *inst = parse_good(text, NULL);
    CU_ASSERT_STRING_EQUAL(
        inst->remark,
        "latitudes and longitudes are degrees, distances and times metres on the sphere (GEOM)");
    CU_ASSERT_EQUAL(judge_routes(inst, gene, &cost[k]), OK);
    instance_free(inst);
  }
  CU_ASSERT(cost[0] == cost[1] && cost[0] > 1200000 && cost[0] < 1600000);
  snprintf(text, sizeof text, "%sLAT YCOORD.\n%s", begin, rows);
  Instance *none = NULL;
  CU_ASSERT_EQUAL(parse_set(text, NULL, &none), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "t.txt:6: expected columns of latitudes and longitudes, or neither"));
  status_clear();
  const CvrpSettings plane = {.metric = TSP_METRIC_EUC_2D};
  snprintf(text, sizeof text, "%slat lon\n%s", begin, rows);
  none = parse_good(text, &plane);
  CU_ASSERT(judge_routes(none, gene, &cost[2]) == OK && cost[2] < 200 && !none->remark[0]);
  instance_free(none);
}

/* Line ends, blanks, titles and capitals that differ from copy to copy. */
static void reads_every_style(void) {
  static const char *const same[] = {
      GOOD,
      "t1\r\n\r\nVEHICLE\r\nNUMBER     CAPACITY\r\n  2         20\r\n\r\nCUSTOMER\r\nCUST NO.  XCOORD.   "
      "SERVICE "
      "TIME\r\n\r\n 0 40 50 0 0 1236 0\r\n 1 45 68 10 912 967 90\r\n 2 42 66 5 65 146 9\r\n\r\n",
      "\n\nT1 \nvehicle\nnumber capacity\n2\t20\ncustomer\ncust no\n0 40.0 5e1 0 0 1236.0 0\n\n1 45 68 10 "
      "912 967 "
      "90\n\n2 42 66 5 65 146 9.0"};
  Instance *first = parse_good(same[0], NULL);
  for (size_t k = 1; k < sizeof same / sizeof *same; k++) {
    Instance *other = parse_good(same[k], NULL);
    CU_ASSERT_EQUAL(other->digest, first->digest);
    instance_free(other);
  }
  instance_free(first);
}

static void probes(void) {
  static const struct {
    const char *head;
    bool ours;
  } rows[] = {{GOOD, true},
              {"\r\nc101\r\n\r\nVEHICLE\r\nNUMBER CAPACITY\r\n", true},
              {"VEHICLE\nNUMBER CAPACITY\n", false},
              {"NAME : VEHICLE\nTYPE : CVRP\nNUMBER CAPACITY\n", false},
              {"a\nVEHICLES\nNUMBER CAPACITY\n", false},
              {"a\nVEHICLE\nNUMBER\n", false},
              {"", false}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    CU_ASSERT_EQUAL(solomon_probe("x", rows[r].head, strlen(rows[r].head)) > 50, rows[r].ours);
    CU_ASSERT_EQUAL(problem_cvrp.probe("x", rows[r].head, strlen(rows[r].head)) > 50, rows[r].ours || r == 3);
  }
  CU_ASSERT_EQUAL(solomon_probe("x.txt", NULL, 0), 0);
}

static void defects(void) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"", "some/t.txt:1: expected VEHICLE, found the end of the file"},
      {"a\001\n", "some/t.txt:1: expected text, found '\\x01'"},
      {"T1\nVEHICLES\n", "some/t.txt:2: expected VEHICLE, found 'VEHICLES'"},
      {"T1\nVEHICLE\n25 200\n", "some/t.txt:3: expected NUMBER, found '25'"},
      {"T1\nVEHICLE\nNUMBER CAPACITY\n0 200\n",
       "some/t.txt:4: expected a NUMBER of vehicles from 1 to 2147483647, found '0'"},
      {"T1\nVEHICLE\nNUMBER CAPACITY\n25 536870913\n",
       "some/t.txt:5: expected CUSTOMER, found the end of the file"},
      {"T1\nVEHICLE\nNUMBER CAPACITY\n25\n200\n",
       "some/t.txt:4: expected a CAPACITY above 0, found the end of the line"},
      {"T1\nVEHICLE\nNUMBER CAPACITY\n25 200 7\n", "some/t.txt:4: expected the end of the line, found '7'"},
      {"T1\nVEHICLE\nNUMBER CAPACITY\n25 200\nNODES\n", "some/t.txt:5: expected CUSTOMER, found 'NODES'"},
      {"T1\nVEHICLE\nNUMBER CAPACITY\n25 200\nCUSTOMER\n0 1 2\n", "some/t.txt:6: expected CUST, found '0'"},
      {HEAD,
       "some/t.txt:10: expected the depot and at least one customer, a line each, found the end of the file"},
      {HEAD DEPOT, "some/t.txt:11: expected the depot and at least one customer, a line each, found the end"},
      {HEAD "1 4 5 0 0 1236 0\n 2 4 5 0 0 1236 0\n", "some/t.txt:10: expected customer 0, found '1'"},
      {HEAD DEPOT "2 4 5 0 0 1236 0\n", "some/t.txt:11: expected customer 1, found '2'"},
      {HEAD DEPOT "1 x 5 0 0 1236 0\n", "some/t.txt:11: expected the x coordinate of node 1, found 'x'"},
      {HEAD DEPOT "1 4\n5 0 0 1236 0\n",
       "some/t.txt:11: expected the y coordinate of node 1, found the end of the line"},
      {HEAD "0 4 5 1 0 1236 0\n 1 4 5 0 0 1236 0\n",
       "some/t.txt:10: expected demand 0 of the depot, node 0, found 1"},
      {HEAD DEPOT "1 4 5 21 0 1236 0\n",
       "some/t.txt:11: expected the demand of node 1, from 0 to the capacity 20, found 21: no vehicle can "
       "serve it, so there is no solution"},
      {HEAD DEPOT "1 4 5 2 -1 1236 0\n",
       "some/t.txt:11: expected the ready time of node 1, not negative, found '-1'"},
      {HEAD DEPOT "1 4 5 2 1 never 0\n",
       "some/t.txt:11: expected the due date of node 1, not negative, found 'never'"},
      {HEAD DEPOT "1 4 5 2 1 1236\n",
       "some/t.txt:11: expected the service time of node 1, not negative, found the end of the line"},
      {HEAD DEPOT "1 4 5 2 1 1236 0 0\n", "some/t.txt:11: expected the end of the line, found '0'"},
      {HEAD DEPOT "1 4 5 2 7 6 0\n",
       "some/t.txt:11: expected a due time of node 1 from its ready time 7 on, found 6"},
      {HEAD DEPOT "1 40 68 2 7 17.9 0\n", "some/t.txt:11: expected a due time of node 1 from 18 on, found "
                                          "17.9: no vehicle can be there in time, so there is no solution"},
      {HEAD "0 0 0 0 0 20 1\n 1 4 3 2 7 18 0\n",
       "some/t.txt:10: expected service time 0 of the depot, node 0"},
      {HEAD DEPOT "1 40 50 20 0 99 0\n2 40 50 20 0 99 0\n3 40 50 1 0 99 0\n",
       "some/t.txt:5: expected at least 3 routes for load 41 and capacity 20, found at most 2: there is no "
       "solution"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    Instance *inst;
    const Status wanted = strstr(rows[r].message, "no solution") ? ERR_NO_SOLUTION : ERR_FORMAT;
    CU_ASSERT_EQUAL(parse_set(rows[r].text, NULL, &inst), wanted);
    if (!strstr(status_message(), rows[r].message))
      printf("# expected %s\n# found    %s\n", rows[r].message, status_message());
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), rows[r].message));
    instance_free(inst);
  }
  status_clear();
}

/* The text that the writer makes of it. Owned by the caller. */
static char *written(const Instance *inst) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(problem_cvrp.write(out, inst), OK);
  fclose(out);
  return text;
}

/* Under every rule of distances the file that is written reads back the same, and as PyVRP writes such files. */
static void both_formats_are_one(void) {
  static const struct {
    CvrpDistances how;
    int32_t decimals, divisor;
    const char *size;
  } rows[] = {{DISTANCES_AUTO, 1, -1, "EUC_2D truncated to 0.1"},
              {DISTANCES_TRUNCATED, 1, -1, "EUC_2D truncated to 0.1"},
              {DISTANCES_ROUNDED, 0, 1, "EUC_2D"},
              {DISTANCES_REAL, 5, 1, "EUC_2D, 5 decimals"}};
  uint64_t digest[4];
  for (size_t r = 0; r < 4; r++) {
    char size[128];
    Instance *inst = parse_good(GOOD, &(CvrpSettings){.distances = rows[r].how}), *again = NULL;
    char *text = written(inst);
    CU_ASSERT(inst->decimals == rows[r].decimals && cvrp_of(inst)->divisor == rows[r].divisor);
    instance_size_text(inst, size, sizeof size);
    CU_ASSERT_STRING_EQUAL(size + strlen(size) - strlen(rows[r].size), rows[r].size);
    CU_ASSERT_EQUAL_FATAL(vrp_parse("t.vrp", text, strlen(text), NULL, &again), OK);
    CU_ASSERT_EQUAL(again->digest, inst->digest);
    digest[r] = inst->digest;
    instance_free(inst);
    instance_free(again);
    free(text);
  }
  CU_ASSERT(digest[0] == digest[1] && digest[0] != digest[2] && digest[0] != digest[3] &&
            digest[2] != digest[3]);
  static const char *const same[] = {
      "NAME : T1\nTYPE : CVRPTW\nDIMENSION : 3\nVEHICLES : 2\nCAPACITY : 20\nSCALE : 10\nEDGE_WEIGHT_TYPE : "
      "FLOOR_2D\n",
      "NAME : T1\nTYPE : VRPTW\nDIMENSION : 3\nVEHICLES : 2\nCAPACITY : 20\nEDGE_WEIGHT_TYPE : EUC_2D\n"};
  for (int k = 0; k < 2; k++) {
    char text[1024];
    Instance *inst = NULL;
    snprintf(text, sizeof text,
             "%sNODE_COORD_SECTION\n1 40 50\n2 45 68\n3 42 66\nDEMAND_SECTION\n1 0\n2 10\n3 5\n"
             "TIME_WINDOW_SECTION\n1 0 1236\n3 65 146\n2 912 967\nSERVICE_TIME_SECTION\n1 0\n2 90\n3 9\n"
             "DEPOT_SECTION\n1 \n-1\nEOF\n",
             same[k]);
    CU_ASSERT_EQUAL_FATAL(vrp_parse("t.vrp", text, strlen(text), NULL, &inst), OK);
    CU_ASSERT_EQUAL(inst->digest, digest[0]);
    instance_free(inst);
  }
}

/* Truncated without windows; SERVICE_TIME as that of every customer but the depot. */
static void other_combinations(void) {
  static const char
      plain[] = "TYPE : CVRP\nDIMENSION : 2\nCAPACITY : 20\nCOMMENT : distances are truncated\n"
                "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 1\n"
                "DEMAND_SECTION\n1 0\n2 10\nDEPOT_SECTION\n1\n-1\n",
      timed[] = "TYPE : CVRPTW\nDIMENSION : 2\nCAPACITY : 20\nSERVICE_TIME : 7.5\nDISTANCE : 50\n"
                "EDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 1\n"
                "DEMAND_SECTION\n1 0\n2 10\nTIME_WINDOW_SECTION\n1 3 90\n2 4.5 9\nDEPOT_SECTION\n1\n-1\n";
  Instance *inst = NULL, *again = NULL;
  int64_t cost;
  CU_ASSERT_EQUAL_FATAL(vrp_parse("t.vrp", plain, strlen(plain), NULL, &inst), OK);
  CU_ASSERT(inst->decimals == 1 && cvrp_of(inst)->divisor == -1 && !cvrp_has_windows(cvrp_of(inst)));
  CU_ASSERT(judge_routes(inst, (int32_t[]){-1}, &cost) == OK && cost == 28); /* 1.4 there and back */
  char *text = written(inst);
  CU_ASSERT_EQUAL_FATAL(vrp_parse("t.vrp", text, strlen(text), NULL, &again), OK);
  CU_ASSERT_EQUAL(again->digest, inst->digest);
  instance_free(inst);
  instance_free(again);
  free(text);
  CU_ASSERT_EQUAL_FATAL(vrp_parse("t.vrp", timed, strlen(timed), NULL, &inst), OK);
  const CvrpInstance *cvrp = cvrp_of(inst);
  CU_ASSERT(inst->decimals == 1 && cvrp->service_at[0] == 0 && cvrp->service_at[1] == 75 &&
            cvrp->service == 0);
  CU_ASSERT(cvrp->ready[0] == 30 && cvrp->due[0] == 900 && cvrp->ready[1] == 45 && cvrp->due[1] == 90);
  CU_ASSERT_EQUAL(cvrp->max_duration, 500);
  instance_free(inst);
}

/* With vehicles first a route costs 10^9, and distances are real unless they are said. */
static void vehicles_come_first(void) {
  CvrpSettings settings = {.objective = OBJECTIVE_VEHICLES};
  Instance *inst = parse_good(GOOD, &settings), *plain;
  int64_t cost, other;
  char text[128];
  CU_ASSERT(inst->decimals == 5 && cvrp_of(inst)->divisor == 1);
  CU_ASSERT_EQUAL(cvrp_of(inst)->route_cost, 100000000000000);
  settings.objective = OBJECTIVE_DISTANCE;
  settings.distances = DISTANCES_REAL;
  plain = parse_good(GOOD, &settings);
  CU_ASSERT(plain->digest != inst->digest && cvrp_of(plain)->route_cost == 0);
  CU_ASSERT_EQUAL(judge_routes(inst, (int32_t[]){-1, -2}, &cost), OK);
  CU_ASSERT_EQUAL(judge_routes(plain, (int32_t[]){-1, -2}, &other), OK);
  CU_ASSERT_EQUAL(cost, 2 * cvrp_of(inst)->route_cost + other);
  instance_size_text(inst, text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, ", EUC_2D, 5 decimals, vehicles first"));
  instance_free(inst);
  instance_free(plain);
  settings = (CvrpSettings){.objective = OBJECTIVE_VEHICLES, .distances = DISTANCES_TRUNCATED};
  inst = parse_good(GOOD, &settings);
  CU_ASSERT(inst->decimals == 1 && cvrp_of(inst)->route_cost == 10000000000);
  instance_free(inst);
  static const char far[] = HEAD "0 0 0 0 0 1e9 0\n 1 250000000 0 0 0 1e9 0\n 2 250000000 0 0 0 1e9 0\n";
  settings.distances = DISTANCES_ROUNDED;
  CU_ASSERT_EQUAL(parse_set(far, &settings, &inst), ERR_FORMAT); /* times are too long */
  static const char wide[] = HEAD "0 0 0 0 0 5e8 0\n 1 250000000 0 0 0 5e8 0\n 2 250000000 0 0 0 5e8 0\n";
  CU_ASSERT_EQUAL(parse_set(wide, &settings, &inst), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(
      status_message(),
      "some/t.txt: --objective vehicles: expected distances that sum to less than 1000000000");
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(reads_numbers), TEST(reads_every_style),    TEST(reads_degrees),      TEST(probes),
      TEST(defects),       TEST(both_formats_are_one), TEST(other_combinations), TEST(vehicles_come_first),

      {NULL, NULL}};
  return harness_run("solomon", tests);
}
