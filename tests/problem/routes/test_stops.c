/* Tables of stops and matrices as fleets (src/problem/routes/files): what is read, each refusal once, which texts are tours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "oracle/fleet_oracle.h"
#include "problem/routes/files/stops_files.h"

#define VEHICLES(n) .cvrp = {.fleet = FLEET_WORD_AT_MOST + INT64_C(16) * (n)}

static char folder[] = "/tmp/test_stops.XXXXXX", path[64];

static Status parse(const char *text, const RoutesSettings *settings, Instance **out) {
  status_clear();
  *out = NULL;
  return stops_parse("dir/stops.csv", text, strlen(text), settings, out);
}

static Instance *parsed(const char *text, const RoutesSettings *settings) {
  Instance *inst;
  const Status status = parse(text, settings, &inst);
  if (status != OK) printf("# %s\n", status_message());
  CU_ASSERT_EQUAL_FATAL(status, OK);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  CU_ASSERT_STRING_EQUAL(inst->name, "stops");
  return inst;
}

static void refused(const char *text, const RoutesSettings *settings, Status expected, const char *message) {
  Instance *inst;
  const Status status = parse(text, settings, &inst);
  CU_ASSERT_EQUAL(status, expected);
  CU_ASSERT_PTR_NULL(inst);
  if (strcmp(status_message(), message) != 0)
    printf("# found    %s\n# expected %s\n", status_message(), message);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  instance_free(inst);
}

static void write_file(const char *text) {
  FILE *out = fopen(path, "wb");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  fputs(text, out);
  fclose(out);
}

/* ---- tables ---- */

static void planes_are_read(void) {
  Instance *inst =
      parsed("x,y,demand,ready,due,service\n0,0,,,\"100\",\n3,4,2,5,20,1.5\n-3,4,2.5,,,\n1,1,0.5,,30,\n",
             &(RoutesSettings){.capacity = "4", VEHICLES(2)});
  const RoutesInstance *routes = routes_of(inst);
  const RouteStop *stop = routes->stop;
  CU_ASSERT(inst->n == 3 && routes->places == 4 && routes->types == 1 && routes->vehicles == 0);
  CU_ASSERT(routes->loads == 1 && routes->load_decimals == 1 && routes->type[0].capacity[0] == 40 &&
            routes->type[0].count == 2);
  CU_ASSERT(routes->type[0].place[0] == 0 && routes->type[0].place[1] == 0 &&
            routes->type[0].due[1] == ROUTES_LIMIT_MAX);
  CU_ASSERT(routes->distance_decimals == 3 && routes->time_decimals == 3 && inst->decimals == 3 &&
            !routes->duration);
  CU_ASSERT(routes->distance[1] == 5000 && routes->distance[4] == 5000 && routes->distance[3] == 1414 &&
            routes->distance[5] == 0);
  CU_ASSERT(stop[1].delivery[0] == 20 && stop[1].ready == 5000 && stop[1].due == 20000 &&
            stop[1].service == 1500);
  CU_ASSERT(stop[2].ready == 0 && stop[2].due == ROUTES_LIMIT_MAX && stop[3].due == 30000 &&
            stop[3].delivery[0] == 5);
  CU_ASSERT(stop[1].place == 1 && stop[1].prize == ROUTES_REQUIRED && !routes->id &&
            routes->coordinate[2] == 3);
  CU_ASSERT_STRING_EQUAL(inst->remark, "the depot is line 2");
  CU_ASSERT_STRING_EQUAL(inst->warning, "");
  instance_free(inst);
}

/* Semicolons, decimal commas, CRLF, quotes, times of the clock, a depot that is not the first row. */
static void spreadsheets_are_read(void) {
  Instance *inst = parsed("ID;Name;Lat;Lon;Demand_1;Demand_2;Pickup;Ready;Due;Service;Prize\r\n"
                          "17;\"a; b\";50,14;8,19;1,5;100;;08:30;8:50:30;300;\r\n"
                          "depot;c;50,1;8,1;;;;8:00;18:00;;\r\n"
                          "9;d;50,02;8,22;2;0;1;;;;12,5\r\n",
                          &(RoutesSettings){.capacity = "10,400.5", .speed = 36});
  const RoutesInstance *routes = routes_of(inst);
  const RouteStop *stop = routes->stop;
  CU_ASSERT(inst->n == 2 && routes->loads == 2 && routes->load_decimals == 1 &&
            routes->type[0].count == ROUTES_NO_LIMIT);
  CU_ASSERT(routes->type[0].place[0] == 1 && routes->type[0].ready[0] == 28800 && routes->on_sphere);
  CU_ASSERT(routes->distance[1] == 7817 && routes->duration[1] == 782 && routes->time_decimals == 0);
  CU_ASSERT(stop[1].ready == 30600 && stop[1].due == 31830 && stop[1].service == 300 &&
            stop[1].delivery[0] == 15);
  CU_ASSERT(stop[1].delivery[1] == 1000 && stop[2].pickup[0] == 10 && stop[2].place == 2 &&
            stop[2].prize == 125);
  CU_ASSERT(routes->id[1] == 17 && routes->id[2] == 9 && routes->type[0].capacity[1] == 4005);
  CU_ASSERT_STRING_EQUAL(inst->remark, "metres on the sphere (GEOM), times at 36 km/h; the depot is line 3");
  CU_ASSERT_STRING_EQUAL(inst->warning, "columns that are not used: Name");
  instance_free(inst);
}

static void depots_have_a_type(void) {
  Instance *inst =
      parsed("id\ttype\tx\ty\nA1\tcustomer\t0\t0\nD\tdepot\t1\t0\nB\t\t5\t0\nE\tDEPOT\t6\t0\n", NULL);
  const RoutesInstance *routes = routes_of(inst);
  int64_t cost;
  CU_ASSERT(inst->n == 2 && routes->types == 2 && routes->type[1].place[0] == 3 && !routes->id &&
            !inst->remark[0]);
  CU_ASSERT(oracle_fleet_best(inst, &cost) && cost == 4);
  CU_ASSERT_STRING_EQUAL(inst->warning,
                         "ids are no whole numbers: customers are counted from 1 in the order of rows");
  instance_free(inst);
}

static void distances_are_rounded_as_said(void) {
  static const char text[] = "x,y,demand\n0,0,0\n1,1,1\n";
  static const struct {
    CvrpDistances how;
    int32_t distance, decimals;
  } rows[] = {{DISTANCES_AUTO, 1414, 3},
              {DISTANCES_REAL, 1414, 3},
              {DISTANCES_ROUNDED, 1, 0},
              {DISTANCES_TRUNCATED, 14, 1}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    Instance *inst = parsed(text, &(RoutesSettings){.capacity = "1", .cvrp = {.distances = rows[k].how}});
    CU_ASSERT(routes_of(inst)->distance[1] == rows[k].distance && inst->decimals == rows[k].decimals);
    instance_free(inst);
  }
}

/* ---- matrices ---- */

static void matrices_are_read(void) {
  static const RoutesSettings two = {VEHICLES(2)};
  Instance *inst = parsed("0,3,9\n3,0,4.5\n9,4,0\n", &two);
  const RoutesInstance *routes = routes_of(inst);
  int64_t cost;
  CU_ASSERT(inst->n == 2 && routes->places == 3 && routes->type[0].count == 2 && routes->distance[5] == 45 &&
            inst->decimals == 1);
  CU_ASSERT(oracle_fleet_best(inst, &cost) && cost == 160);
  CU_ASSERT_STRING_EQUAL(inst->remark, "place 0 of the matrix is the depot, customers are the others");
  instance_free(inst);
  inst = parsed("{\"code\": \"Ok\", \"durations\": [[0, 10.5], [20, 0]], \"sources\": []}", &two);
  CU_ASSERT(routes_of(inst)->distance[1] == 105 && !routes_of(inst)->duration && inst->decimals == 1);
  instance_free(inst);
}

static void tables_have_matrices(void) {
  static const char table[] = "id,demand,due\n1,0,\n2,1,40\n3,1,\n";
  const RoutesSettings settings = {.matrix = path, .capacity = "2"};
  write_file("{\"code\": \"Ok\",\n\"durations\": [[0, 10.5, 7], [20, 0, 8], [1, 2, 0]],\n\"distances\": [[0, "
             "100, 70], [200, 0, 80], [10, 20, 0]]}");
  Instance *inst = parsed(table, &settings);
  const RoutesInstance *routes = routes_of(inst);
  CU_ASSERT(routes->distance[1] == 100 && routes->duration[1] == 105 && inst->decimals == 0 &&
            routes->time_decimals == 1);
  CU_ASSERT(routes->stop[1].due == 400 && routes->id[1] == 2);
  CU_ASSERT_STRING_EQUAL(
      inst->remark, "costs are the distances of the matrix, travel times its durations; the depot is line 2");
  instance_free(inst);
  write_file("0 3 9\n3 0 4\n9 4 0\n");
  inst = parsed(table, &settings);
  CU_ASSERT(routes_of(inst)->distance[2] == 9 && !routes_of(inst)->duration &&
            routes_of(inst)->stop[1].due == ROUTES_LIMIT_MAX);
  instance_free(inst);
  char message[256];
  snprintf(message, sizeof message, "%s: expected a matrix of 3 places, as dir/stops.csv has rows, found 2",
           path);
  write_file("0,1\n1,0\n");
  refused(table, &settings, ERR_FORMAT, message);
  snprintf(message, sizeof message, "%s:2: durations[1][0]: expected a number from 0 on, found null", path);
  write_file("{\"durations\": [[0, 1],\n[null, 0]]}");
  refused(table, &settings, ERR_FORMAT, message);
  snprintf(message, sizeof message,
           "%s:1: code: expected \"Ok\", the answer of a table service, found \"NoTable\"", path);
  write_file("{\"code\": \"NoTable\"}");
  refused(table, &settings, ERR_FORMAT, message);
  snprintf(message, sizeof message,
           "%s:1: durations: expected a matrix of durations, or one of distances, found none", path);
  write_file("{\"code\": \"Ok\"}");
  refused(table, &settings, ERR_FORMAT, message);
  snprintf(message, sizeof message,
           "%s:1: expected a square of numbers, or the answer of a table service (JSON), found neither",
           path);
  write_file("a,b\n");
  refused(table, &settings, ERR_FORMAT, message);
}

/* ---- refusals ---- */

#define AT   "dir/stops.csv"
#define HEAD "id,x,y,demand\n1,0,0,0\n"

static void tables_are_refused(void) {
  static const RoutesSettings plain = {.capacity = "9"};
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"x,y,X,demand\n", ":1: expected one column of each kind, found 'X' as another one"},
      {"x,y,lat,lon,demand\n",
       ":1: expected columns x and y, or lat and lon, found both: rename those that do not count"},
      {"x,y,z,demand\n", ":1: expected no column z, as fleets drive on a plane or on the sphere, found one"},
      {"id,demand\n", ":1: expected columns lat and lon, or x and y, or --matrix FILE, found 'id,demand'"},
      {"x,y,demand_2\n", ":1: expected a column demand_1, found demand_2 or pickup_2"},
      {"x,y,demand\n", ":1: expected a depot and a customer, found 0 rows"},
      {HEAD, ":2: expected a depot and a customer, found 1 row"},
      {HEAD "2,1\n", ":3: expected 4 fields as in the first line, found 2"},
      {HEAD "2,1,a,3\n", ":3: expected the y coordinate, a number, found 'a'"},
      {HEAD "2,1e10,1,3\n", ":3: expected the x coordinate, a number, found '1e10'"},
      {HEAD "2,1,1,-3\n", ":3: expected an amount, a number from 0 on, found '-3'"},
      {HEAD "2,1,1,3\n\n2,1,1,3\n", ":5: expected an id that no other customer has, found 2"},
      {"x;y;demand\n0;0;\n1;1,5,3;2\n", ":3: expected the y coordinate, a number, found '1,5,3'"},
      {"x;y;demand\n0;0;\n1;1,000.5;2\n", ":3: expected the y coordinate, a number, found '1,000.5'"},
      {"lat,lon,demand\n91,0,\n", ":2: expected a latitude from -90 to 90, found '91'"},
      {"lat,lon,demand\n9,181,\n", ":2: expected a longitude from -180 to 180, found '181'"},
      {"x,y,demand,ready\n0,0,0,8:00\n", ":2: expected the ready time, a number from 0 on, found '8:00'"},
      {"lat,lon,demand,due\n0,0,0,8:60\n",
       ":2: expected the due time, a number from 0 on (seconds) or HH:MM, found '8:60'"},
      {"x,y,demand,ready,due\n0,0,0,3,2\n",
       ":2: expected a due time that is not before the ready time, found an earlier one"},
      {"x,y,demand,prize\n0,0,0,a\n", ":2: expected a prize, a number from 0 on, found 'a'"},
      {"x,y,demand,type\n0,0,0,hub\n", ":2: expected the type depot or customer, found 'hub'"},
      {"x,y,demand,skills\n0,0,0,crane\n",
       ":2: expected no skills, as vehicles of a table have none (VROOM's form has them), found 'crane'"},
      {"x,y,demand\n0,0,5\n1,1,1\n",
       ":2: expected a depot, without demand, service, release and prize, found one of "
       "them: the first row is the depot, or one with the id, or "
       "the type, \"depot\""},
      {"x,y,demand,type\n0,0,0,depot\n1,1,0,depot\n", ": expected a customer, found depots only"},
      {"x,y,demand\n0,0,\n1,1,1e15\n",
       ":3: delivery: expected at most 536870912 (of 0 decimals), found another value"},
      {"x,y,demand\n0,0,\n1e9,1,1\n", ": distances of coordinates: expected numbers from 0 to 268435456, "
                                      "found a larger one from place 0 to place 1"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char message[512];
    snprintf(message, sizeof message, AT "%s", rows[k].message);
    refused(rows[k].text, &plain, ERR_FORMAT, message);
  }
}

static void options_are_refused(void) {
  static const char table[] = "lat,lon,demand\n0,0,0\n1,1,1\n",
                    timed[] = "lat,lon,demand,due\n0,0,0,9\n1,1,1,\n",
                    bare[] = "lat,lon,prize\n0,0,\n1,1,1\n", two[] = "x,y,type\n0,0,depot\n1,1,depot\n2,2,\n",
                    square[] = "0,1\n1,0\n";
  static const struct {
    const char *text;
    RoutesSettings settings;
    const char *message;
  } rows[] = {
      {table,
       {.speed = 0},
       "--capacity: expected the capacity of vehicles, as the table has demands, found none"},
      {table, {.capacity = "1,2"}, "--capacity: expected 1 number from 0 on, found '1,2'"},
      {table, {.capacity = "x"}, "--capacity: expected 1 number from 0 on, found 'x'"},
      {bare, {.capacity = "1"}, "--capacity: expected a table with a column demand, found none"},
      {table,
       {.capacity = "1", .cvrp = {.scale = 2}},
       "--scale: expected no scale with a table of stops, found one"},
      {table,
       {.capacity = "1", .cvrp = {.metric = TSP_METRIC_GEO}},
       "--metric: expected what the columns say (x and y, or lat and lon), found another metric"},
      {table,
       {.capacity = "1", .cvrp = {.distances = DISTANCES_REAL}},
       "--distances: expected columns x and y, found other distances"},
      {two, {.speed = 3}, "--speed: expected distances of columns lat and lon, found others"},
      {timed,
       {.capacity = "1"},
       "--speed: expected the speed of vehicles in km/h, as the table has times, found none"},
      {table,
       {.capacity = "1", .cvrp = {.fleet = FLEET_WORD_EXACTLY + 16}},
       "--fleet: expected at most N vehicles (--vehicles N) with a table, found exactly so many"},
      {two, {VEHICLES(3)}, "--vehicles: expected one depot, found several, whose vehicles have no number"},
      {square,
       {.speed = 0},
       "expected --vehicles N with a matrix of distances or times alone, found no option of a fleet"},
      {square, {.capacity = "1"}, "--capacity: expected a table of stops, found a matrix alone"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char message[256];
    snprintf(message, sizeof message, AT ": %s", rows[k].message);
    refused(rows[k].text, &rows[k].settings, ERR_USAGE, message);
  }
}

/* ---- which texts ---- */

static void is_told_from_tours(void) {
  static const RoutesSettings none, fleet = {VEHICLES(2)}, capacity = {.capacity = "3"},
                                    matrix = {.matrix = "m"};
  static const struct {
    const char *text;
    int sure, claimed;
  } rows[] = {{"x,y\n1,2\n", 0, 1},
              {"x,y,demand\n", 60, 1},
              {"id,delivery_2\n", 60, 1},
              {"lat;lon;ready\n", 60, 1},
              {"{\"code\": \"Ok\"", 80, 0},
              {"{\"vehicles\"", 0, 0},
              {"0,1,2\n3,0,4\n5,6,0\n", 0, 1},
              {"NAME: x\nTYPE: CVRP\n", 0, 0},
              {"", 0, 0}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const size_t bytes = strlen(rows[k].text);
    CU_ASSERT_EQUAL(stops_probe("-", rows[k].text, bytes), rows[k].sure);
    CU_ASSERT_FALSE(stops_claims("-", rows[k].text, bytes, &none));
    CU_ASSERT_EQUAL(stops_claims("-", rows[k].text, bytes, &fleet), rows[k].claimed);
    CU_ASSERT_EQUAL(stops_claims("-", rows[k].text, bytes, &capacity), rows[k].claimed);
    CU_ASSERT_EQUAL(stops_claims("-", rows[k].text, bytes, &matrix), rows[k].claimed);
  }
  CU_ASSERT_EQUAL(stops_probe("-", NULL, 0), 0);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(planes_are_read),    TEST(spreadsheets_are_read),
                                      TEST(depots_have_a_type), TEST(distances_are_rounded_as_said),
                                      TEST(matrices_are_read),  TEST(tables_have_matrices),
                                      TEST(tables_are_refused), TEST(options_are_refused),
                                      TEST(is_told_from_tours), {NULL, NULL}};
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/m", folder);
  const int result = harness_run("stops", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
