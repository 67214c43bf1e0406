/* The text formats of several depots (Cordeau) and of mixed fleets (Lacomme and Prins): what is read, what is refused. */
#include <stdio.h>
#include <string.h>
#include "fixtures/cvrp_parsing.h"
#include "fixtures/harness.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/routes_options.h"

typedef struct Defect {
  const char *text, *message;
} Defect;

static const Defect cordeau[] = {
    {"", "t.txt:1: expected the type of the problem from 0 to 7, found the end of the file"},
    {"8 4 2 1\n", "t.txt:1: expected the type of the problem from 0 to 7, found '8'"},
    {"2 0 2 1\n", "t.txt:1: expected vehicles at each depot from 1 to 2147483646, found '0'"},
    {"2 4 0 1\n", "t.txt:1: expected customers from 1 to 19999, found '0'"},
    {"2 4 2 0\n", "t.txt:1: expected depots from 1 to 4096, found '0'"},
    {"0 4 2 1\n", "t.txt:1: expected type 2, MDVRP, or 6, MDVRPTW, found 0, VRP, which is not supported"},
    {"1 4 2 1\n", "t.txt:1: expected type 2, MDVRP, or 6, MDVRPTW, found 1, PVRP, which is not supported"},
    {"7 4 2 1\n", "t.txt:1: expected type 2, MDVRP, or 6, MDVRPTW, found 7, SDVRPTW, which is not supported"},
    {"2 4 19999 4\n", "t.txt:1: expected at most 20000 customers and depots, found 20003"},
    {"2 4 2 1 7\n", "t.txt:1: expected the end of the line, found '7'"},
    {"2 4 2 1\n0 8\n", "t.txt:1: expected 3 customers and depots, found the end of the file after 5 bytes"},
    {"2 4 2 1\nx 8\n1 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:2: expected the longest duration at depot 1, not negative, found 'x'"},
    {"2 4 2 1\n0 -8\n1 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:2: expected the capacity at depot 1, not negative, found '-8'"},
    {"2 4 2 1\n0 8\n2 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected customer 1, found '2'"},
    {"2 4 2 1\n0 8\n1 x 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected the x coordinate of 1, found 'x'"},
    {"2 4 2 1\n0 8\n1 3 x 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected the y coordinate of 1, found 'x'"},
    {"2 4 2 1\n0 8\n1 3 4 x 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected the service time of 1, not negative, found 'x'"},
    {"2 4 2 1\n0 8\n1 3 4 0 x 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected the demand of 1, not negative, found 'x'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 2 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected frequency 1 of customer 1, as several visits are not supported, found '2'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 2 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected 1 combinations of customer 1, one a depot, as customers of some depots alone are not "
     "supported, found '2'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 x\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected combination 1 of customer 1, found 'x'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 1 7\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt:3: expected the end of the line, found '7'"},
    {"6 4 2 1\n0 8\n1 3 4 0 5 1 1 1 x 9\n2 3 4 0 5 1 1 1 0 9\n3 0 0 0 0 0 0 0 9\n",
     "t.txt:3: expected the ready time of 1, not negative, found 'x'"},
    {"6 4 2 1\n0 8\n1 3 4 0 5 1 1 1 0 x\n2 3 4 0 5 1 1 1 0 9\n3 0 0 0 0 0 0 0 9\n",
     "t.txt:3: expected the due time of 1, not negative, found 'x'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n4 0 0 0 0 0 0\n",
     "t.txt:5: expected depot 3, found '4'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 1 0\n",
     "t.txt:5: expected frequency 0 of depot 3, found '1'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 1\n",
     "t.txt:5: expected 0 combinations of depot 3, found '1'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 0 0 0 0\n4\n",
     "t.txt:6: expected the end of the file after depot 3, found '4'"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 1\n2 3 4 0 5 1 1 1\n3 0 0 7 0 0 0\n",
     "t.txt:5: expected service time 0 of the depot, node 3"},
    {"2 4 2 1\n0 8\n1 3 4 0 5 1 1 1\n2 3 4 0 9 1 1 1\n3 0 0 0 0 0 0\n",
     "t.txt: no vehicle can serve customer 2, so there is no solution: its load is 9, over 8"},
    {NULL, NULL}};

static const Defect lacomme[] = {
    {"// a\n", "t.txt:2: expected customers from 1 to 19999, found the end of the file"},
    {"// a\n0 1 9 0 0 0\n", "t.txt:2: expected customers from 1 to 19999, found '0'"},
    {"// a\n2 0 9 0 0 0\n", "t.txt:2: expected types of vehicles from 1 to 4096, found '0'"},
    {"// a\n2 1 x 0 0 0\n", "t.txt:2: expected the range of vehicles, not negative, found 'x'"},
    {"// a\n2 1 9 x 0 0\n", "t.txt:2: expected the service time of customers, not negative, found 'x'"},
    {"// a\n2 1 9 0 x 0\n", "t.txt:2: expected a lower bound, found 'x'"},
    {"// a\n2 1 9 0 0 x\n", "t.txt:2: expected the best known cost, found 'x'"},
    {"// a\n2 1 9 0 0 0 0\n", "t.txt:2: expected the end of the line, found '0'"},
    {"// a\n9999 1 9 0 0 0\n",
     "t.txt:2: expected 1 types and 9999 customers, found the end of the file after 1 bytes"},
    {"// a\n2 1 999999 0 0 0\n0 10 0 1\n0 0\n1 1 1\n2 2 2\n",
     "t.txt:3: expected a number of vehicles from 1 to 2147483646, found '0'"},
    {"// a\n2 1 999999 0 0 0\n1 x 0 1\n0 0\n1 1 1\n2 2 2\n",
     "t.txt:3: expected a capacity, not negative, found 'x'"},
    {"// a\n2 1 999999 0 0 0\n1 10 x 1\n0 0\n1 1 1\n2 2 2\n",
     "t.txt:3: expected a fixed cost, not negative, found 'x'"},
    {"// a\n2 1 999999 0 0 0\n1 10 0 -1\n0 0\n1 1 1\n2 2 2\n",
     "t.txt:3: expected a cost of distance, not negative, found '-1'"},
    {"// a\n2 1 999999 0 0 0\n1 10 0 1 1\n0 0\n1 1 1\n2 2 2\n",
     "t.txt:3: expected the end of the line, found '1'"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\nx 0\n1 1 1\n2 2 2\n",
     "t.txt:4: expected the x coordinate of node 0, found 'x'"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0 y\n1 1 1\n2 2 2\n",
     "t.txt:4: expected the y coordinate of node 0, found 'y'"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0 0\n1 1 x\n2 2 2\n",
     "t.txt:5: expected a demand, not negative, found 'x'"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0 0\n1 1 1\n2 2 2\n3\n",
     "t.txt:7: expected the end of the file after 2 customers, found '3'"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0 0\n1 1 1\n2 2 20\n",
     "t.txt: no vehicle can serve customer 2, so there is no solution: its load is 20, over 10"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n1\n0 1 2\n3 0 4\n5 6 0\n1 1\n2 2\n",
     "t.txt:4: expected depot 0 before a matrix, found '1'"},
    {"// a\n2 1 99 0 0 0\n2 10 0 1\n0\n0 1 2\n3 0 4\n5 6 0\n1 1\n2 2\n",
     "t.txt:2: expected range 999999, which is none, and service time 0 with a matrix, found others"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0 // d\n0 1 2\n",
     "t.txt:4: expected 9 numbers, found the end of the file after 7 bytes"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0\n0 1 2\n3 0 x\n5 6 0\n1 1\n2 2\n",
     "t.txt:6: expected metres from 1 to 2, a whole number from 0 to 268435456, found 'x'"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0\n0 1 2\n3 0 4\n5 6 0\n2 1\n2 2\n",
     "t.txt:8: expected customer 1, found '2'"},
    {"// a\n2 1 999999 0 0 0\n2 10 0 1\n0\n0 1 2\n3 0 4\n5 6 0\n1 x\n2 2\n",
     "t.txt:8: expected a demand, not negative, found 'x'"},
    {NULL, NULL}};

static void refuse_all(CvrpParse parse, const Defect *defect) {
  for (; defect->text; defect++) {
    Instance *inst;
    const Status wanted = strstr(defect->message, "there is no solution") ? ERR_NO_SOLUTION : ERR_FORMAT;
    CU_ASSERT_EQUAL(cvrp_parse_exact(parse, "t.txt", defect->text, NULL, &inst), wanted);
    CU_ASSERT_PTR_NULL(inst);
    if (strcmp(status_message(), defect->message) != 0) printf("# found %s\n", status_message());
    CU_ASSERT_STRING_EQUAL(status_message(), defect->message);
    instance_free(inst);
  }
}

static void cordeau_is_checked(void) { refuse_all(fleet_cordeau_parse, cordeau); }
static void lacomme_is_checked(void) { refuse_all(fleet_lacomme_parse, lacomme); }

static RoutesInstance *parse(CvrpParse reader, const char *text) {
  CU_ASSERT(fleet_probe("t.txt", text, strlen(text)) >= 60);
  return (RoutesInstance *)cvrp_parse_good(reader, "some/t.txt", text, NULL);
}

static void release(RoutesInstance *routes) { instance_free(&routes->head); }

static void depots_are_read(void) {
  RoutesInstance *routes =
      parse(fleet_cordeau_parse, "2 3 2 2\r\n0 80\r\n200 0\r\n 1 3 4 10 7 1 2 1 2\r\n 2 0 9 0 5 1 2 "
                                 "2 1\r\n3 0 0 0 0 0 0\r\n4 10 0 0 0\r\n\r\n");
  CU_ASSERT_STRING_EQUAL(routes->head.name, "t");
  CU_ASSERT(routes->head.n == 2 && routes->places == 4 && routes->types == 2 && routes->vehicles == 0);
  CU_ASSERT(routes->first_customer == 1 && routes->first_place == 1 && routes->head.decimals == 6);
  CU_ASSERT(routes->type[0].place[0] == 2 && routes->type[0].place[1] == 2 && routes->type[1].place[0] == 3);
  CU_ASSERT(routes->type[0].max_duration == ROUTES_NO_LIMIT && routes->type[1].max_duration == 200000000);
  CU_ASSERT(routes->type[0].capacity[0] == 80 && routes->type[1].capacity[0] == ROUTES_NO_LIMIT);
  CU_ASSERT(routes->type[0].count == ROUTES_NO_LIMIT && routes->stop[1].service == 10000000);
  CU_ASSERT(routes->distance[2] == 5000000 && routes->stop[2].delivery[0] == 5);
  release(routes);
  routes = parse(fleet_cordeau_parse,
                 "6 1 2 1\n0 80\n1 3 4 10 7 1 1 1 5 90.5\n2 0 9 0 5 1 1 1 0 99\n3 0 0 0 0 0 0 0 1000\n");
  CU_ASSERT(routes->type[0].count == 1 && routes->type[0].due[1] == 1000 * routes->stop[1].ready / 5);
  CU_ASSERT(routes->time_decimals == 5 && routes->stop[1].due == 9050000);
  release(routes);
}

static void mixed_fleets_are_read(void) {
  RoutesInstance *routes =
      parse(fleet_lacomme_parse,
            " // a\n2 2 999999.0 0.0 0 961.03\n 2 20 20.0 1.0\n 1 30 35.25 1.5 // b\n3 4\n 0 0 7\n6 8 9.5\n");
  CU_ASSERT(routes->head.n == 2 && routes->types == 2 && routes->first_customer == 1 &&
            routes->first_place == 0);
  CU_ASSERT(routes->distance_decimals == 6 && routes->head.decimals == 7 && routes->distance[1] == 5000000);
  CU_ASSERT(routes->type[0].fixed == 200000000 && routes->type[1].fixed == 352500000);
  CU_ASSERT(routes->type[0].per_distance == 10 && routes->type[1].per_distance == 15);
  CU_ASSERT(routes->type[0].count == ROUTES_NO_LIMIT && routes->type[1].count == 1);
  CU_ASSERT(routes->type[1].capacity[0] == 300 && routes->stop[2].delivery[0] == 95);
  release(routes);
  routes = parse(fleet_lacomme_parse, "// a\n2 1 60 2.5 0 0\n2 20 0 1\n3 4\n0 0 7\n6 8 9\n");
  CU_ASSERT(routes->type[0].max_duration == 60000000 && routes->stop[1].service == 2500000);
  release(routes);
}

/* A matrix in metres, costs of kilometres. */
static void metres_are_read(void) {
  RoutesInstance *routes =
      parse(fleet_lacomme_parse,
            "//-- donn\xc3\xa9"
            "es\r\n2 1 999999 0 0 0\r\n2 20 80 2.5\r\n0   // la "
            "ville\r\n9\t1000\t2000\r\n3000\t9\t4000\r\n5000\t6000\t9\r\n// pour\r\n1\t7\r\n2\t9\r\n\r\n");
  const int32_t matrix[] = {0, 1000, 2000, 3000, 0, 4000, 5000, 6000, 0};
  CU_ASSERT(memcmp(routes->distance, matrix, sizeof matrix) == 0);
  CU_ASSERT(routes->distance_decimals == 3 && routes->head.decimals == 4);
  CU_ASSERT(routes->type[0].fixed == 800000 && routes->type[0].per_distance == 25);
  CU_ASSERT_STRING_EQUAL(routes->metric, "EXPLICIT");
  release(routes);
  Instance *inst;
  const CvrpSettings settings = {.scale = 2};
  CU_ASSERT_EQUAL(cvrp_parse_exact(fleet_lacomme_parse, "t.txt",
                                   "// a\n1 1 999999 0 0 0\n2 20 80 2.5\n0\n0 1\n1 0\n1 7\n", &settings,
                                   &inst),
                  ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "t.txt: expected no --scale with a matrix in metres");
}

/* Numbers of other formats are not taken for these. */
static void others_are_left(void) {
  static const char *const texts[] = {"",
                                      "2 3\n",
                                      "9 3 2 2\n0 80\n0 80\n1 3 4 10 7 1\n",
                                      "2 3 0\n1.5 2 3.25\n",
                                      "2 3 2 1\n0 80 7\n1 3 4 10 7 1\n",
                                      "2 3 2 1\n0 80\n1 3 4\n",
                                      "// a\n1 2\n",
                                      "1 // 2 3 4 5 6 7\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    CU_ASSERT_EQUAL(fleet_probe("t.txt", texts[k], strlen(texts[k])), 0);
  char why[256];
  fleet_reject("t.txt", "", 0, why, sizeof why);
  CU_ASSERT_PTR_NOT_NULL(strstr(why, "no file of a fleet"));
}

/* The reader is told by the text. */
static void formats_are_told(void) {
  static const RoutesSettings standard;
  static const char *const texts[] = {"TYPE : OVRP\nDIMENSION : 2\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : "
                                      "9\nNODE_COORD_SECTION\n1 0 0\n2 3 4\nDEMAND_SECTION\n1 0\n2 3\n",
                                      "2 4 1 1\n0 8\n1 3 4 0 3 1 1 1\n2 0 0 0 0 0 0\n",
                                      "// a\n1 1 999999 0 0 0\n2 20 0 1\n0 0\n3 4 3\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Instance *inst = NULL;
    CU_ASSERT_EQUAL(fleet_parse("t", texts[k], strlen(texts[k]), &standard, &inst), OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
    CU_ASSERT(inst->n == 1 && routes_of(inst)->stop[1].delivery[0] == 3);
    instance_free(inst);
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(depots_are_read),  TEST(mixed_fleets_are_read), TEST(metres_are_read),    TEST(others_are_left),
      TEST(formats_are_told), TEST(cordeau_is_checked),    TEST(lacomme_is_checked), {NULL, NULL}};
  return harness_run("fleet_text", tests);
}
