/* Solutions as files by suffix (src/problem/instance_file.c, tour.c): CSV of every problem that has it, GeoJSON of degrees. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "problem/instance_file.h"
#include "problem/tsp/tsp_options.h"

static char folder[] = "/tmp/cordee-forms-XXXXXX";

static const char *path_of(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static Instance *parsed(const char *problem, const char *name, const char *text, const void *settings) {
  Instance *inst = NULL;
  const Status status = problem_find(problem)->parse(name, text, strlen(text), settings, &inst);
  if (status != OK) printf("# %s\n", status_message());
  CU_ASSERT_EQUAL_FATAL(status, OK);
  return inst;
}

/* The file's beginning, up to `bytes` - 1 of it; the file is removed. */
static void text_take(const char *path, char *text, size_t bytes) {
  FILE *in = fopen(path, "rb");
  if (in) {
    text[fread(text, 1, bytes - 1, in)] = '\0';
    fclose(in);
  }
  unlink(path);
}

/* Whether the solution is written so. */
static int written(const char *name, const Instance *inst, const int32_t *gene, int64_t cost,
                   const char *expected) {
  char text[4096] = "";
  CU_ASSERT_EQUAL(solution_form_check(path_of(name), inst), OK);
  CU_ASSERT_EQUAL(solution_write(path_of(name), inst, gene, cost), OK);
  text_take(path_of(name), text, sizeof text);
  if (strcmp(text, expected) != 0) printf("# expected %s\n# found %s\n", expected, text);
  return strcmp(text, expected) == 0;
}

static const int32_t turned[] = {2, 0, 1};

static void tours_as_csv(void) {
  const TspSettings scaled = {.scale = 1000};
  Instance *inst = parsed("tsp", "a.csv", "x,y\n0.1,0.2\n3,-4e-3\n5,6\n", &scaled);
  CU_ASSERT(
      written("o.csv", inst, turned, 7, "position,city,x,y\r\n1,3,5,6\r\n2,1,0.1,0.2\r\n3,2,3,-0.004\r\n"));
  instance_free(inst);
  inst = parsed("tsp", "a.csv", "name,x,y\n\"b, c\",1,2\n=1,3,4\n,5,6\n", NULL);
  CU_ASSERT(written("o.CSV", inst, turned, 7,
                    "position,city,name,x,y\r\n1,3,,5,6\r\n2,1,\"b, c\",1,2\r\n3,2,'=1,3,4\r\n"));
  instance_free(inst);
  inst = parsed("tsp", "a",
                "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
                "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n",
                NULL);
  CU_ASSERT(written("o.csv", inst, turned, 6, "position,city\r\n1,3\r\n2,1\r\n3,2\r\n"));
  instance_free(inst);
  inst = parsed(
      "tsp", "a",
      "TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_3D\nNODE_COORD_SECTION\n1 0 0 1\n2 0 0 2\n3 0 1 2.5\n",
      NULL);
  CU_ASSERT(
      written("o.csv", inst, turned, 6, "position,city,x,y,z\r\n1,3,0,1,2.5\r\n2,1,0,0,1\r\n3,2,0,0,2\r\n"));
  instance_free(inst);
}

/* "coordinates" of the feature; the number of its positions. */
static size_t line_of(const char *text, double first[2], double last[2]) {
  json_t *all = json_loads(text, 0, NULL), *feature = json_array_get(json_object_get(all, "features"), 0);
  json_t *line = json_object_get(json_object_get(feature, "geometry"), "coordinates");
  const size_t count = json_array_size(line);
  for (int k = 0; k < 2; k++) {
    first[k] = json_number_value(json_array_get(json_array_get(line, 0), (size_t)k));
    last[k] = json_number_value(json_array_get(json_array_get(line, count - 1), (size_t)k));
  }
  CU_ASSERT_EQUAL(json_array_size(json_object_get(all, "features")), 4);
  json_decref(all);
  return count;
}

static size_t geojson(const TspSettings *settings, double first[2], double last[2]) {
  char text[4096] = "";
  Instance *inst = parsed("tsp", "a.csv", "name,lat,lon\na,48.30,-2.15\nb,10.5,20\nc,-33,151.12\n", settings);
  CU_ASSERT(solution_form_check(path_of("o.geojson"), inst) == OK &&
            solution_write(path_of("o.geojson"), inst, turned, 7) == OK);
  text_take(path_of("o.geojson"), text, sizeof text);
  CU_ASSERT(strstr(text, "\"name\": \"b\"") != NULL);
  instance_free(inst);
  return line_of(text, first, last);
}

/* Longitude first; the degrees and minutes of GEO as decimal degrees; a path stays open. */
static void tours_as_geojson(void) {
  const TspSettings geom = {.metric = TSP_METRIC_GEOM}, geo = {.metric = TSP_METRIC_GEO},
                    path = {.metric = TSP_METRIC_GEOM, .path = ENDS_OPEN};
  double first[2], last[2];
  CU_ASSERT_EQUAL(geojson(&geom, first, last), 4);
  CU_ASSERT(first[0] == 151.12 && first[1] == -33 && last[0] == 151.12 && last[1] == -33);
  CU_ASSERT_EQUAL(geojson(&geo, first, last), 4);
  CU_ASSERT(fabs(first[0] - 151.2) < 1e-8 && first[1] == -33);
  CU_ASSERT_EQUAL(geojson(&path, first, last), 3);
  CU_ASSERT(last[0] == 20 && last[1] == 10.5);
}

static void others_as_csv(void) {
  static const int32_t machine[] = {1, 0};
  Instance *inst = parsed("matching", "a.etc", "2 3\n1 2 3\n4 5 6\n", NULL);
  CU_ASSERT(written("o.csv", inst, machine, 6, "task,machine\r\n1,2\r\n2,1\r\n"));
  instance_free(inst);
  inst = NULL;
  CU_ASSERT_EQUAL_FATAL(instance_read("instances/routes-12-1.vrp", &inst), OK);
  int32_t gene[12];
  for (int32_t k = 0; k < 12; k++) gene[k] = k % 6 ? k + 1 : -k - 1;
  CU_ASSERT_EQUAL(solution_write(path_of("r.csv"), inst, gene, 6), OK);
  char text[256] = "";
  text_take(path_of("r.csv"), text, sizeof text);
  CU_ASSERT(strncmp(text, "route,visit,customer\r\n1,1,1\r\n1,2,2\r\n", 36) == 0 &&
            strstr(text, "\r\n2,1,7\r\n2,2,8\r\n"));
  instance_free(inst);
}

static void refused(const char *name, const Instance *inst, const char *why) {
  status_clear();
  CU_ASSERT_EQUAL(solution_form_check(path_of(name), inst), ERR_USAGE);
  CU_ASSERT(strstr(status_message(), why) != NULL);
  if (!strstr(status_message(), why)) printf("# %s\n", status_message());
  status_clear();
}

static void forms_that_are_not(void) {
  Instance *inst = parsed("tsp", "a.csv", "x,y\n1,2\n3,4\n5,6\n", NULL);
  refused("o.geojson", inst,
          "o.geojson: expected degrees for GeoJSON, EDGE_WEIGHT_TYPE GEO or GEOM, found EUC_2D");
  CU_ASSERT(solution_form_check("o.tour", inst) == OK && solution_form_check("-", inst) == OK &&
            solution_form_check("csv", inst) == OK);
  instance_free(inst);
  inst = parsed("matching", "a.etc", "2 3\n1 2 3\n4 5 6\n", NULL);
  refused("o.geojson", inst, "o.geojson: expected a suffix of solutions of task matching, found .geojson");
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(tours_as_csv),
                                      TEST(tours_as_geojson),
                                      TEST(others_as_csv),
                                      TEST(forms_that_are_not),
                                      {NULL, NULL}};
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  const int rc = harness_run("solution_forms", tests);
  rmdir(folder);
  return rc;
}
