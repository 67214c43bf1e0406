/* Cities as CSV (src/problem/tsp/cities_csv.c): forms, names, metrics, scales, each defect once; what is said of distances that round to nothing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/instance_file.h"
#include "problem/tsp/cities_csv.h"
#include "problem/tsp/rounding.h"

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
  check_three("1,2\n-3.5,4e1\n0,0\n", 0);
  check_three("x,y\r\n1,2\r\n\r\n# a remark, 7\r\n -3.5 , 4e1 \r\n-0,+0", 0);
  check_three("\xef\xbb\xbf"
              "a,1,2\n\"b, c\",-3.5,40\n,0,0\n",
              1);
  check_three("Name,X,Y\na,1,2\n\"b, c\",-3.5,40\n,0,0\n", 1);
  check_three("lon,people,LAT,city\n2,100,1,a\n40,?,-3.5,\"b, c\"\n0,,0,\n", 1);
}

static void is_told_from_others(void) {
  static const char digits[] = "1,2\n", tsplib[] = "NAME: a,b\n", keyword[] = "COMMENT : 1,2\n",
                    tasks[] = "2 3\n1 2\n";
  CU_ASSERT(cities_csv_is("-", digits, 4) && cities_csv_is("a.csv", tsplib, 4) &&
            cities_csv_is("a.CSV.gz", "", 0));
  CU_ASSERT(!cities_csv_is("-", tsplib, strlen(tsplib)) && !cities_csv_is("-", keyword, strlen(keyword)));
  CU_ASSERT(!cities_csv_is("csv", tasks, strlen(tasks)) && !cities_csv_is("-", "", 0));
  CU_ASSERT(cities_csv_is("-", "\n\n#\nParis: 1,2,3\n", 16) == false &&
            cities_csv_is("-", "Paris,1,2:\n", 11));
}

static void metrics_and_scales(void) {
  const TspSettings geom = {.metric = TSP_METRIC_GEOM}, ceil = {.metric = TSP_METRIC_CEIL_2D, .scale = 10},
                    half = {.scale = 0.5};
  Instance *inst = parsed("48.8,2.35\n43.5,5.4\n", &geom);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_GEOM && judge_distance(inst, 0, 1) == 635040);
  if (judge_distance(inst, 0, 1) != 635040) printf("# %lld\n", (long long)judge_distance(inst, 0, 1));
  instance_free(inst);
  inst = parsed("0,0\n0.31,0\n", &ceil);
  CU_ASSERT(tsp_of(inst)->metric == METRIC_CEIL_2D && judge_distance(inst, 0, 1) == 4);
  CU_ASSERT(tsp_optima_column(&ceil) && !tsp_optima_column(&geom));
  instance_free(inst);
  inst = parsed("0,0\n30,40\n", &half);
  CU_ASSERT_EQUAL(judge_distance(inst, 0, 1), 25);
  instance_free(inst);
}

static void refuses_each_defect(void) {
  static const TspSettings wide = {.scale = 1e9}, geo = {.metric = TSP_METRIC_GEO},
                           geo_scaled = {.metric = TSP_METRIC_GEO, .scale = 2};
  static const struct {
    const char *text, *message;
    const TspSettings *settings;
  } defects[] = {
      {"", "dir/c.csv:1: expected cities, x,y or name,x,y a line, found none", NULL},
      {"# x\n\n", "dir/c.csv:3: expected cities, x,y or name,x,y a line, found none", NULL},
      {"x,y\n", "dir/c.csv:2: expected a city, found the end of the file", NULL},
      {"a,b,c\n1,2,3\n", "dir/c.csv:1: expected columns named x and y, or lat and lon, found 'a,b,c'", NULL},
      {"x,y,lat\n1,2,3\n", "dir/c.csv:1: expected one column of each kind, found 'lat' as another one", NULL},
      {"1\n2\n", "dir/c.csv:1: expected x,y or name,x,y, or names of columns, found '1'", NULL},
      {"1,2,b\n", "dir/c.csv:1: expected x,y or name,x,y, or names of columns, found '1,2,b'", NULL},
      {"1,2,3,4\n", "dir/c.csv:1: expected x,y or name,x,y, or names of columns, found '1,2,3,4'", NULL},
      {"1,2\n3\n", "dir/c.csv:2: expected 2 fields as in the first line, found 1", NULL},
      {"1,2\n\n3,4,5\n", "dir/c.csv:3: expected 2 fields as in the first line, found 3", NULL},
      {"1,2\nx,4\n", "dir/c.csv:2: expected the x coordinate, a number, found 'x'", NULL},
      {"a,1,2\nb,3,\n", "dir/c.csv:2: expected the y coordinate, a number, found ''", NULL},
      {"1,2\n1e400,4\n", "dir/c.csv:2: expected the x coordinate, a number, found '1e400'", NULL},
      {"1,2\nnan,4\n", "dir/c.csv:2: expected the x coordinate, a number, found 'nan'", NULL},
      {"1,2\n1e9,4\n",
       "dir/c.csv:2: expected distances up to 536870911, found cities in a box that spans 1e+09", NULL},
      {"1,2\n100,4\n", "dir/c.csv:2: expected latitudes to 90 and longitudes to 360, found 100, 4 of city 2",
       &geo},
      {"1,2\n3,4\n",
       "dir/c.csv: --scale 1e+09: expected distances up to 536870911, found cities in a box that spans",
       &wide},
      {"1,2\n3,4\n", "dir/c.csv: expected --scale with coordinates in a plane or in space, found GEO",
       &geo_scaled},
  };
  for (size_t d = 0; d < sizeof defects / sizeof *defects; d++) {
    Instance *inst = NULL;
    status_clear();
    const Status status =
        problem_tsp.parse("dir/c.csv", defects[d].text, strlen(defects[d].text), defects[d].settings, &inst);
    const int same = strncmp(status_message(), defects[d].message, strlen(defects[d].message)) == 0;
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
  static const char unit[] = "0.1,0.2\n0.5,0.3\n0.9,0.9\n.2,.8\n.3,.1\n";
  advice_is(unit, NULL,
            "100% of the distances of c round to 0 or 1: --scale 10000 keeps three digits of them");
  advice_is(unit, &scaled, "");
  advice_is(unit, &geom, "");
  advice_is("0,0\n3,4\n10,10\n", NULL, "");
  advice_is("0,0\n0,0\n0,0\n", NULL, ""); /* one place */
  advice_is("0,0\n", NULL, "");
  advice_is("0,0\n1,0\n2,0\n90,0\n90,1\n", NULL, "");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(reads_every_form),
                                      TEST(is_told_from_others),
                                      TEST(metrics_and_scales),
                                      TEST(refuses_each_defect),
                                      TEST(tsplib_has_its_own),
                                      TEST(warns_of_rounding),
                                      {NULL, NULL}};
  return harness_run("cities_csv", tests);
}
