/* Cities as CSV (src/problem/tsp/files/cities_csv.c): forms, names, metrics, scales, each defect once; what is said of distances that round to nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/instance_file.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/tsp.h"

static Instance *parsed(const char *text, const TspSettings *settings) {
  Instance *inst = NULL;
  status_clear();
  const Status status = problem_tsp.parse("dir/c.csv", text, strlen(text), settings, &inst);
  CU_ASSERT_EQUAL(status, OK);
  if (status != OK) printf("# %s\n", status_message());
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

/* Three cities at (1, 2), (-3.5, 4e1), (0, 0) with the names a, "b, c" and "". */
static void check_three(const char *text, int named) {
  static const char names[] = "a\0b, c\0";
  Instance *inst = parsed(text, NULL);
  const TspInstance *tsp = tsp_of(inst);
  CU_ASSERT(inst->n == 3 && tsp->metric == METRIC_EUC_2D && strcmp(inst->name, "c") == 0);
  CU_ASSERT(inst->n == 3 && tsp->x[0] == 1 && tsp->y[0] == 2 && tsp->x[1] == -3.5 && tsp->y[1] == 40);
  CU_ASSERT(inst->n == 3 && tsp->x[2] == 0 && !signbit(tsp->x[2]) && tsp->y[2] == 0);
  CU_ASSERT(named ? tsp->names && memcmp(tsp->names, names, sizeof names) == 0 : !tsp->names);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  instance_free(inst);
}

static void reads_every_form(void) {
  check_three("x,y\n1,2\n-3.5,4e1\n0,0\n", 0);
  check_three("x,y\r\n1,2\r\n\r\n# a remark, 7\r\n -3.5 , 4e1 \r\n-0,+0", 0);
  check_three("Name,X,Y\na,1,2\n\"b, c\",-3.5,40\n,0,0\n", 1);
  check_three("name;x;y\na;1;2\nb, c;-3.5;40\n;0;0\n", 1);
  check_three("name\tx\ty\na\t1\t2\nb, c\t-3.5\t40\n\t0\t0\n", 1);
  check_three("x y\n1  2\n -3.5\t40 \n0 0\n", 0);
  check_three("id,name,y,x\n1,a,2,1\n2,\"b, c\",40,-3.5\n3,,0,0\n", 1);
}

static void is_told_from_others(void) {
  static const struct {
    const char *path, *text;
    int sure;
  } cases[] = {{"-", "1,2\n", 55},
               {"a.csv", "NAME", 55},
               {"a.CSV.gz", "", 55},
               {"-", "NAME: a,b\n", 0},
               {"-", "COMMENT : 1,2\n", 0},
               {"csv", "2 3\n1 2\n", 0},
               {"-", "", 0},
               {"-", "\n\n#\nParis: 1,2,3\n", 0},
               {"-", "Paris,1,2:\n", 55},
               {"-", "x y name\n1 2 a\n", 55},
               {"-", "lat\tlng\n1\t2\n", 55},
               {"-", "0 3 9\n3 0 4\n9 4 0\n", 45},
               {"-", "0\t3\n3\t0\n", 0},
               {"-", "A B\n0 3\n3 0\n", 45},
               {"-", "5 3 0\n1 2 3\n4 5 6\n", 0},
               {"-", "inf 3 0\n1 inf 3\n4 5 inf\n", 45},
               {"-", "7\n", 0},
               {"-", "3\t20\t1\n0\t35\t35\n1\t41\t49\n2\t45\t20\n", 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const int sure = cities_csv_probe(cases[k].path, cases[k].text, strlen(cases[k].text));
    CU_ASSERT_EQUAL(sure, cases[k].sure);
    if (sure != cases[k].sure) printf("# %s: %d\n", cases[k].text, sure);
  }
}

static void metrics_and_scales(void) {
  const TspSettings geo = {.metric = TSP_METRIC_GEO}, ceil = {.metric = TSP_METRIC_CEIL_2D, .scale = 10},
                    half = {.scale = 0.5}, plane = {.metric = TSP_METRIC_EUC_2D};
  Instance *inst = parsed("x,y\n48.8,2.35\n43.5,5.4\n", &geo);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_GEO && !inst->warning[0] && !inst->remark[0]);
  instance_free(inst);
  inst = parsed("x,y\n0,0\n0.31,0\n", &ceil);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_CEIL_2D && judge_distance(inst, 0, 1) == 4);
  CU_ASSERT(tsp_optima_column(&ceil) && !tsp_optima_column(&geo));
  instance_free(inst);
  inst = parsed("x,y\n0,0\n30,40\n", &half);
  CU_ASSERT_EQUAL(judge_distance(inst, 0, 1), 25);
  instance_free(inst);
  inst = parsed("lat,lon\n48.8,2.35\n43.5,5.4\n", &plane);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_EUC_2D && judge_distance(inst, 0, 1) == 6 && !inst->remark[0]);
  instance_free(inst);
}

/* Metres on the sphere, whatever the columns' words and order. */
static void degrees_are_metres(void) {
  static const char *const texts[] = {
      "lat,lng\n48.8,2.35\n43.5,5.4\n", "Longitude;Latitude\n2.35;48.8\n5.4;43.5\n",
      "LONG LAT\n2.35 48.8\n5.4 43.5\n", "name\tlat\tlon\na\t48.8\t2.35\nb\t43.5\t5.4\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    Instance *inst = parsed(texts[k], NULL);
    CU_ASSERT(tsp_of(inst)->metric == METRIC_GEOM && judge_distance(inst, 0, 1) == 635040);
    CU_ASSERT_STRING_EQUAL(inst->remark,
                           "latitudes and longitudes are degrees, distances metres on the sphere (GEOM)");
    instance_free(inst);
  }
}

/* A third coordinate counts; what does not is named. */
static void columns_are_named(void) {
  const TspSettings flat = {.metric = TSP_METRIC_EUC_2D}, man = {.metric = TSP_METRIC_MAN_3D};
  static const char cube[] = "name,x,y,z\nA,0,0,0\nB,0,0,100\nC,3,4,0\nD,3,4,100\n";
  Instance *inst = parsed(cube, NULL);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_EUC_3D && judge_distance(inst, 0, 1) == 100 && !inst->warning[0]);
  instance_free(inst);
  inst = parsed(cube, &man);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_MAN_3D && judge_distance(inst, 0, 3) == 107);
  instance_free(inst);
  inst = parsed(cube, &flat);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_EUC_2D && judge_distance(inst, 0, 1) == 0);
  CU_ASSERT_STRING_EQUAL(inst->warning, "c: columns that are not used: z");
  instance_free(inst);
  inst = parsed("id,name,x,demand,y,z \n1,a,1,5,2,0\n", NULL);
  CU_ASSERT_STRING_EQUAL(inst->warning, "c: columns that are not used: id, demand");
  instance_free(inst);
  inst = parsed("lat,lon,alt,z\n1,2,3,4\n", NULL);
  CU_ASSERT_STRING_EQUAL(inst->warning, "c: columns that are not used: alt, z");
  instance_free(inst);
}

static void refuses_each_defect(void) {
  static const TspSettings wide = {.scale = 1e9}, geo = {.metric = TSP_METRIC_GEO},
                           geo_scaled = {.metric = TSP_METRIC_GEO, .scale = 2},
                           deep = {.metric = TSP_METRIC_EUC_3D};
  static const struct {
    const char *text, *message;
    const TspSettings *settings;
  } defects[] = {
      {"", "dir/c.csv:1: expected cities or a matrix, found no line of either", NULL},
      {"# x\n\n", "dir/c.csv:3: expected cities or a matrix, found no line of either", NULL},
      {"x,y\n", "dir/c.csv:2: expected a city, found the end of the file", NULL},
      {"a,b,c\n1,2,3\n",
       "dir/c.csv:1: expected a first line with columns named x and y, or lat and lon, or a square of "
       "numbers (a matrix), "
       "found 'a,b,c', of 3 fields in 2 lines",
       NULL},
      {"x,y,X\n1,2,3\n", "dir/c.csv:1: expected one column of each kind, found 'X' as another one", NULL},
      {"x,y,lat,lon\n1,2,3,4\n", "dir/c.csv:1: expected columns x and y, or lat and lon, found both", NULL},
      {"x,lon\n1,2\n3,4\n5,6\n", "dir/c.csv:1: expected a first line with columns named x and y", NULL},
      {"1,2\n3,4\n5,6\n",
       "dir/c.csv:1: expected a first line with columns named x and y, or lat and lon, or a square "
       "of numbers (a matrix), found '1,2', of 2 fields in 3 lines",
       NULL},
      {"a,1,2\nb,3,4\n", "dir/c.csv:1: expected a first line with columns named x and y", NULL},
      {"0,3\n3,0\n1,1\n", "of 2 fields in 3 lines", NULL},
      {"0,3,9\n3,0,4\n", "of 3 fields in 2 lines", NULL},
      {"0,3,9\n3,0,4\n9,4\n", "of 3 fields in 3 lines", NULL},
      {"0,3,x\n3,0,4\nx,4,0\n", "of 3 fields in 3 lines", NULL},
      {",3,9\n3,,4\n9,4,\n", "dir/c.csv:1: expected a matrix, or one with names in its first row and column",
       NULL},
      {"0;1,5\n1,5;0\n", "of 2 fields in 2 lines", NULL},
      {"A,B\n0,3,1\n3,0,1\n", "of 2 fields in 3 lines", NULL},
      {",A,B\nA,0,3\nC,3,0\n", "of 3 fields in 3 lines", NULL},
      {"x,y\n1,2\n3\n", "dir/c.csv:3: expected 2 fields as in the first line, found 1", NULL},
      {"x,y\n1,2\n\n3,4,5\n", "dir/c.csv:4: expected 2 fields as in the first line, found 3", NULL},
      {"x,y\n1,2\nx,4\n", "dir/c.csv:3: expected the x coordinate, a number, found 'x'", NULL},
      {"name,x,y\na,1,2\nb,3,\n", "dir/c.csv:3: expected the y coordinate, a number, found ''", NULL},
      {"x,y\n1,2\n1e400,4\n", "dir/c.csv:3: expected the x coordinate, a number, found '1e400'", NULL},
      {"x,y\n1,2\nnan,4\n", "dir/c.csv:3: expected the x coordinate, a number, found 'nan'", NULL},
      {"x;y\n1;2\n1,5;4\n", "dir/c.csv:3: expected the x coordinate, a number, found '1,5'", NULL},
      {"x,y\n1,2\n1e9,4\n",
       "dir/c.csv:3: expected distances up to 536870911, found cities in a box that spans 1e+09", NULL},
      {"x,y\n1,2\n100,4\n",
       "dir/c.csv:3: expected latitudes to 90 and longitudes to 360, found 100, 4 of city 2", &geo},
      {"lat,lon\n1,2\n100,4\n", "dir/c.csv:3: expected latitudes to 90 and longitudes to 360, found 100, 4",
       NULL},
      {"x,y\n1,2\n3,4\n5,6\n", "dir/c.csv:1: expected a column z with --metric EUC_3D, found none", &deep},
      {"x,y\n1,2\n3,4\n",
       "dir/c.csv: --scale 1e+09: expected distances up to 536870911, found cities in a box that spans",
       &wide},
      {"x,y\n1,2\n3,4\n", "dir/c.csv: expected --scale with coordinates in a plane or in space", &geo_scaled},
      {"0,3\n-3,0\n", "dir/c.csv:2: expected a whole number from 0 to 536870911 at (2, 1), found '-3'", NULL},
      {"0,70000000\n1,0\n", "dir/c.csv: expected a distance from 0 to 67108863 from 1 to 2 in a matrix",
       NULL},
      {"A,B\n\n#\n0,1\n\n3e9,0\n",
       "dir/c.csv:6: expected a whole number from 0 to 536870911 at (2, 1), found '3e9'", NULL},
  };
  for (size_t d = 0; d < sizeof defects / sizeof *defects; d++) {
    Instance *inst = NULL;
    status_clear();
    const Status status =
        problem_tsp.parse("dir/c.csv", defects[d].text, strlen(defects[d].text), defects[d].settings, &inst);
    const int same = strstr(status_message(), defects[d].message) != NULL;
    CU_ASSERT(status == (defects[d].settings && defects[d].settings->scale != 0 ? ERR_USAGE : ERR_FORMAT) &&
              same && !inst);
    if (!same) printf("# expected '%s', found '%s'\n", defects[d].message, status_message());
  }
  status_clear();
}

/* --metric beside a file that says another one. */
static void tsplib_has_its_own(void) {
  static const char text[] =
      "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: ATT\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n";
  const TspSettings att = {.metric = TSP_METRIC_ATT}, max = {.metric = TSP_METRIC_MAX_2D};
  Instance *inst = NULL;
  CU_ASSERT_EQUAL(problem_tsp.parse("a.tsp", text, strlen(text), &att, &inst), OK);
  instance_free(inst);
  CU_ASSERT_EQUAL(problem_tsp.parse("a.tsp", text, strlen(text), &max, &inst), ERR_USAGE);
  CU_ASSERT(strstr(status_message(), "a.tsp: expected EDGE_WEIGHT_TYPE MAX_2D as --metric says, found ATT") !=
            NULL);
  status_clear();
}

static void advice_is(const char *text, const TspSettings *settings, const char *expected) {
  char said[256];
  Instance *inst = parsed(text, settings);
  tsp_advice(inst, said, sizeof said);
  CU_ASSERT_STRING_EQUAL(said, expected);
  if (strcmp(said, expected) != 0) printf("# '%s'\n", said);
  instance_free(inst);
}

static void warns_of_rounding(void) {
  const TspSettings geom = {.metric = TSP_METRIC_GEOM}, scaled = {.scale = 10000};
  static const char unit[] = "x,y\n0.1,0.2\n0.5,0.3\n0.9,0.9\n.2,.8\n.3,.1\n";
  advice_is(unit, NULL,
            "100% of the distances of c round to 0 or 1: --scale 10000 keeps three digits of them");
  advice_is(unit, &scaled, "");
  advice_is(unit, &geom, "");
  advice_is("x,y\n0,0\n3,4\n10,10\n", NULL, "");
  advice_is("x,y\n0,0\n0,0\n0,0\n", NULL, ""); /* one place */
  advice_is("x,y\n0,0\n", NULL, "");
  advice_is("x,y\n0,0\n1,0\n2,0\n90,0\n90,1\n", NULL, "");
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(reads_every_form),   TEST(is_told_from_others), TEST(metrics_and_scales),
      TEST(degrees_are_metres), TEST(columns_are_named),   TEST(refuses_each_defect),
      TEST(tsplib_has_its_own), TEST(warns_of_rounding),   {NULL, NULL}};
  return harness_run("cities_csv", tests);
}
