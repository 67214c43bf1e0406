/* Files of routes as LKH-3, VRPLIB, tsplib95 and people write them: every type of distances, any depot, decimals kept exactly, fleets of any size. What
 * a solution costs is compared with a number worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/cvrp/files/vrp_files.h"
#include "problem/judge.h"

#define START   "TYPE : CVRP\nDIMENSION : 4\nCAPACITY : 10\n"
#define COORDS  "NODE_COORD_SECTION\n1 0 0\n2 1 1\n3 4 5\n4 10 2\n"
#define DEMANDS "DEMAND_SECTION\n1 0\n2 4\n3 4\n4 2\n"
#define DEPOT   "DEPOT_SECTION\n1\n-1\nEOF\n"
#define PLANE   "EDGE_WEIGHT_TYPE : EUC_2D\n"

static Status parse(const char *text, Instance **out) {
  const size_t bytes = strlen(text);
  char *exact = exact_text(text, bytes);
  status_clear();
  *out = NULL;
  const Status status = vrp_parse("t.vrp", exact, bytes, NULL, out);
  free(exact);
  if (status != OK) printf("# %s\n", status_message());
  return status;
}

/* The cost, in 10^-decimals, of one route 1 2 3. */
static void route_costs(const char *text, int decimals, int64_t wanted) {
  Instance *inst;
  int64_t cost = -1;
  CU_ASSERT_EQUAL_FATAL(parse(text, &inst), OK);
  CU_ASSERT_EQUAL(judge_routes(inst, (int32_t[]){-1, 2, 3}, &cost), OK);
  if (cost != wanted || inst->decimals != decimals)
    printf("# expected %lld with %d decimals, found %lld with %d: %s\n", (long long)wanted, decimals,
           (long long)cost, inst->decimals, text);
  CU_ASSERT(cost == wanted && inst->decimals == decimals);
  instance_free(inst);
  status_clear();
}

/* Edges: sqrt 2, 5, sqrt 45 = 6.708, sqrt 104 = 10.198. */
static void every_type(void) {
  route_costs(START PLANE COORDS DEMANDS DEPOT, 0, 1 + 5 + 7 + 10);
  route_costs(START "EDGE_WEIGHT_TYPE : EXACT_2D\n" COORDS DEMANDS DEPOT, 6,
              1414214 + 5000000 + 6708204 + 10198039);
  route_costs(START "EDGE_WEIGHT_TYPE : FLOOR_2D\n" COORDS DEMANDS DEPOT, 0, 1 + 5 + 6 + 10);
  route_costs(START "EDGE_WEIGHT_TYPE : FLOOR_2D\nSCALE : 10\n" COORDS DEMANDS DEPOT, 1, 14 + 50 + 67 + 101);
  route_costs(START "EDGE_WEIGHT_TYPE : FLOOR_2D\nSCALE : 100\n" COORDS DEMANDS DEPOT, 2,
              141 + 500 + 670 + 1019);
  route_costs(START PLANE "SCALE : 10\n" COORDS DEMANDS DEPOT, 1, 14 + 50 + 67 + 102);
  route_costs(START "EDGE_WEIGHT_TYPE : CEIL_2D\n" COORDS DEMANDS DEPOT, 0, 2 + 5 + 7 + 11);
  route_costs(START "EDGE_WEIGHT_TYPE : MAN_2D\n" COORDS DEMANDS DEPOT, 0, 2 + 7 + 9 + 12);
  route_costs(START "EDGE_WEIGHT_TYPE : MAX_2D\n" COORDS DEMANDS DEPOT, 0, 1 + 4 + 6 + 10);
  route_costs(START "EDGE_WEIGHT_TYPE : ATT\n" COORDS DEMANDS DEPOT, 0, 1 + 2 + 3 + 4);
  route_costs(
      START
      "EDGE_WEIGHT_TYPE : EUC_3D\nNODE_COORD_SECTION\n1 0 0 0\n2 0 0 3\n3 0 4 3\n4 0 4 0\n" DEMANDS DEPOT,
      0, 3 + 4 + 3 + 4);
}

static void every_matrix(void) {
#define EXPLICIT(format)                                                                                     \
  START "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : " format "\nEDGE_WEIGHT_SECTION\n"
  route_costs(EXPLICIT("FULL_MATRIX") "9 3 5 7\n3 -1 4 8\n5 4 99 6\n7 8 6 0\n" DEMANDS DEPOT, 0,
              3 + 4 + 6 + 7);
  route_costs(EXPLICIT("UPPER_ROW") "3 5 7\n4 8\n6\n" DEMANDS DEPOT, 0, 3 + 4 + 6 + 7);
  route_costs(EXPLICIT("LOWER_ROW") "3\n5 4\n7 8 6\n" DEMANDS DEPOT, 0, 3 + 4 + 6 + 7);
  route_costs(EXPLICIT("UPPER_DIAG_ROW") "0 3 5 7\n0 4 8\n0 6\n0\n" DEMANDS DEPOT, 0, 3 + 4 + 6 + 7);
  route_costs(EXPLICIT("LOWER_DIAG_ROW") "0\n3 0\n5 4 0\n7 8 6 0\n" DEMANDS DEPOT, 0, 3 + 4 + 6 + 7);
  route_costs(EXPLICIT("LOWER_ROW") "3.25\n5 4\n7 8 6.5\n" DEMANDS DEPOT, 2, 325 + 400 + 650 + 700);
}

static void any_depot(void) {
  static const char *const ends[] = {"DEPOT_SECTION\n1\n-1\nEOF\n",
                                     "DEPOT_SECTION\n1\nEOF\n",
                                     "DEPOT_SECTION\n1\n",
                                     "EOF\n",
                                     "",
                                     "DEPOT_SECTION: 1 -1\nEOF\n",
                                     "DEPOT_SECTION : 1\n-1\n-1\nEOF\n",
                                     "DEPOT_SECTION\n1\n-1\n-1\n"};
  char text[512];
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
    snprintf(text, sizeof text, "%s%s", START PLANE COORDS DEMANDS, ends[k]);
    route_costs(text, 0, 1 + 5 + 7 + 10);
  }
  /* From node 3: customers 1, 2, 3 are nodes 1, 2, 4. */
  route_costs(START PLANE COORDS "DEMAND_SECTION\n1 4\n2 4\n3 0\n4 2\nDEPOT_SECTION\n3\n-1\nEOF\n", 0,
              6 + 1 + 9 + 7);
  route_costs(
      START "EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : UPPER_ROW\nEDGE_WEIGHT_SECTION\n3 5 7 4 8 6\n"
            "DEMAND_SECTION\n1 4\n2 4\n3 2\n4 0\nDEPOT_SECTION\n4\n-1\nEOF\n",
      0, 7 + 3 + 4 + 6);
}

static void loads_with_decimals(void) {
  Instance *inst;
  int64_t cost;
  CU_ASSERT_EQUAL_FATAL(parse("TYPE : CVRP\nDIMENSION : 4\nCAPACITY : 1.05\n" PLANE COORDS
                              "DEMAND_SECTION\n1 0\n2 0.5\n3 .55\n4 1e-2\n" DEPOT,
                              &inst),
                        OK);
  CU_ASSERT_EQUAL(judge_routes(inst, (int32_t[]){-1, 2, -3}, &cost), OK);
  CU_ASSERT_EQUAL(judge_routes(inst, (int32_t[]){-1, 2, 3}, &cost), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "route 1: load 1.06 over capacity 1.05"));
  instance_free(inst);
  status_clear();
}

/* Times finer than rounded distances: the vehicle is at node 2 at 1, which is in time by a tenth, or not. */
static void times_with_decimals(void) {
  static const char *const due[] = {"1.05", "0.95"};
  for (int late = 0; late < 2; late++) {
    char text[512];
    Instance *inst;
    int64_t cost = 0;
    snprintf(text, sizeof text,
             "COMMENT : distances are rounded\n" START PLANE COORDS DEMANDS
             "TIME_WINDOW_SECTION\n1 0 99.5\n2 0 %s\n3 0 99\n4 0 99\nSERVICE_TIME_SECTION\n1 0\n2 .25\n3 "
             "0\n4 0\n" DEPOT,
             due[late]);
    CU_ASSERT_EQUAL(parse(text, &inst), late ? ERR_NO_SOLUTION : OK);
    if (late) continue;
    CU_ASSERT_EQUAL(judge_routes(inst, (int32_t[]){-1, 2, 3}, &cost), OK);
    CU_ASSERT(cost == 2300 && inst->decimals == 2);
    instance_free(inst);
  }
  route_costs(START PLANE "COMMENT : distances are rounded\nDISTANCE : 23.0\n" COORDS DEMANDS DEPOT, 0, 23);
  status_clear();
}

static void fleets_of_any_size(void) {
  static const char *const sizes[] = {"1", "3", "4", "1024", "1025", "9999", "2147483647"};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    char text[512];
    snprintf(text, sizeof text, START "VEHICLES : %s\n" PLANE COORDS DEMANDS DEPOT, sizes[k]);
    route_costs(text, 0, 23);
  }
}

/* A customer whom no vehicle reaches in time straight, but past another, as distances violate the triangle inequality. */
static void ways_past_others(void) {
  Instance *inst;
  int64_t cost = 0;
  CU_ASSERT_EQUAL_FATAL(
      parse("TYPE : VRPTW\nDIMENSION : 3\nCAPACITY : 10\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
            "UPPER_ROW\nEDGE_WEIGHT_SECTION\n2 9 3\nDEMAND_SECTION\n1 0\n2 1\n3 1\n"
            "TIME_WINDOW_SECTION\n1 0 20\n2 0 9\n3 0 5\n" DEPOT,
            &inst),
      OK);
  CU_ASSERT_EQUAL(judge_routes(inst, (int32_t[]){-1, 2}, &cost), OK);
  CU_ASSERT_EQUAL(cost, 2 + 3 + 9);
  instance_free(inst);
  status_clear();
}

/* Earliest ways there and latest ways home lead past node 2, which takes its time: what is in time by them is read, what is not is refused. */
static void ways_take_their_time(void) {
  static const struct {
    const char *last, *said;
  } rows[] = {{"1 0 20\n2 0 9\n3 0 5\nSERVICE_TIME_SECTION\n1 0\n2 1\n3 0\n",
               "expected a due time of node 3 from 6 on, found 5"},
              {"1 0 12\n2 0 9\n3 0 9\nSERVICE_TIME_SECTION\n1 0\n2 0\n3 2\n", NULL},
              {"1 0 12\n2 0 9\n3 0 9\nSERVICE_TIME_SECTION\n1 0\n2 0\n3 3\n",
               "lets a vehicle be back by 12, found one that is back at 13"},
              {"1 0 12\n2 0 9\n3 0 9\nSERVICE_TIME_SECTION\n1 0\n2 3\n3 0\n",
               "lets a vehicle be back by 12, found one that is back at 16"},
              {"1 4 16\n2 0 9\n3 0 9\nSERVICE_TIME_SECTION\n1 0\n2 0\n3 3\n",
               "lets a vehicle be back by 16, found one that is back at 17"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[512];
    Instance *inst;
    snprintf(
        text, sizeof text,
        "TYPE : VRPTW\nDIMENSION : 3\nCAPACITY : 10\nEDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : "
        "UPPER_ROW\nEDGE_WEIGHT_SECTION\n2 9 3\nDEMAND_SECTION\n1 0\n2 1\n3 1\nTIME_WINDOW_SECTION\n%s" DEPOT,
        rows[k].last);
    CU_ASSERT_EQUAL(parse(text, &inst), rows[k].said ? ERR_NO_SOLUTION : OK);
    CU_ASSERT(!rows[k].said || strstr(status_message(), rows[k].said));
    instance_free(inst);
  }
  status_clear();
}

/* Distances that all end in zeros have fewer decimals, so that the file as it is written has the same ones, and the same digest. */
static void scales_are_written(void) {
  static const char tens[] =
      START PLANE "SCALE : 100\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 6 8\n4 3 4\n" DEMANDS DEPOT;
  static const char *const texts[] = {
      tens,
      START
      "EDGE_WEIGHT_TYPE : EUC_3D\nNODE_COORD_SECTION\n1 0 0 0\n2 0 0 3\n3 0 4 3\n4 0 4 0\n" DEMANDS DEPOT,
      START PLANE "NODE_COORD_SECTION\n1 0 0\n2 3.000000000001 0\n3 0 4\n4 1 1\n" DEMANDS DEPOT,
      START PLANE "SCALE : 100\n" COORDS DEMANDS DEPOT};
  route_costs(tens, 0, 5 + 5 + 5 + 5);
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Instance *inst, *again;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    CU_ASSERT_EQUAL_FATAL(parse(texts[k], &inst), OK);
    CU_ASSERT_EQUAL(vrp_write(out, inst), OK);
    (void)fclose(out);
    CU_ASSERT_EQUAL_FATAL(parse(text, &again), OK);
    CU_ASSERT(inst->digest == again->digest && inst->decimals == again->decimals);
    instance_free(inst);
    instance_free(again);
    free(text);
  }
}

/* Whatever the metric: places that differ and cost nothing together are refused. */
static void nothing_of_places_that_differ(void) {
  Instance *inst;
  int64_t cost = 0;
  static const char near[] =
      START "EDGE_WEIGHT_TYPE : MAN_2D\nNODE_COORD_SECTION\n1 0 0\n2 .1 0\n3 0 .1\n4 .1 .1\n" DEMANDS DEPOT;
  CU_ASSERT_EQUAL_FATAL(parse(near, &inst), OK);
  CU_ASSERT_EQUAL(judge_solution(inst, (int32_t[]){-1, 2, 3}, &cost), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "found 0: their distances round to 0 (--scale F multiplies coordinates"));
  instance_free(inst);
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(every_type),
                                      TEST(every_matrix),
                                      TEST(any_depot),
                                      TEST(loads_with_decimals),
                                      TEST(times_with_decimals),
                                      TEST(fleets_of_any_size),
                                      TEST(ways_past_others),
                                      TEST(ways_take_their_time),
                                      TEST(scales_are_written),
                                      TEST(nothing_of_places_that_differ),
                                      {NULL, NULL}};
  return harness_run("vrp_kinds", tests);
}
