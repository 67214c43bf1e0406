/* Answers of VROOM's form (src/problem/routes/files): there and back, what they say, each refusal once. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "oracle/fleet_oracle.h"
#include "problem/instance_file.h"
#include "problem/routes/files/vroom_files.h"

static Status parse(const char *text, const RoutesSettings *settings, Instance **out) {
  status_clear();
  *out = NULL;
  return vroom_parse("dir/day.json", text, strlen(text), settings, out);
}

static Instance *parsed(const char *text, const RoutesSettings *settings) {
  Instance *inst;
  const Status status = parse(text, settings, &inst);
  if (status != OK) printf("# %s\n", status_message());
  CU_ASSERT_EQUAL_FATAL(status, OK);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  return inst;
}

/* ---- answers ---- */

static char folder[] = "/tmp/test_vroom.XXXXXX", path[64];

/* The text of a file, which ends in a NUL. */
static size_t slurp(char *text, size_t size) {
  FILE *in = fopen(path, "rb");
  CU_ASSERT_PTR_NOT_NULL_FATAL(in);
  const size_t bytes = fread(text, 1, size - 1, in);
  text[bytes] = 0;
  fclose(in);
  return bytes;
}

/* Every solution comes back with its cost, of whatever features; a file of another kind is not replaced. */
static void answers_come_back(void) {
  static char text[65536];
  for (uint64_t seed = 0; seed < 150; seed++) {
    Instance *inst;
    int32_t gene[2 * ORACLE_FLEET_MOST], back[2 * ORACLE_FLEET_MOST];
    int64_t cost, again = -1;
    oracle_fleet_random(seed, 5, ORACLE_FLEET_FEATURES, &inst);
    (void)oracle_fleet_optimum(inst, &cost, gene);
    CU_ASSERT_EQUAL(solution_write(path, inst, gene, cost), OK);
    const size_t bytes = slurp(text, sizeof text);
    CU_ASSERT(vroom_is_answer(text, bytes));
    CU_ASSERT_EQUAL(solution_read(path, inst, back), OK);
    CU_ASSERT_EQUAL(judge_fleet(inst, back, &again, NULL), OK);
    CU_ASSERT_EQUAL(again, cost);
    if (again != cost) printf("# seed %d: %s\n%s\n", (int)seed, status_message(), text);
    status_clear();
    instance_free(inst);
  }
}

/* The cost of the routes in an answer is the judge's. */
static void answers_tell_costs(void) {
  static char text[65536];
  for (uint64_t seed = 0; seed < 60; seed++) {
    Instance *inst;
    int32_t gene[2 * ORACLE_FLEET_MOST];
    int64_t cost;
    RoutesCost parts;
    oracle_fleet_random(seed, 5, ORACLE_FLEET_FEATURES & ~ORACLE_FEW_FIRST, &inst);
    (void)oracle_fleet_optimum(inst, &cost, gene);
    CU_ASSERT_EQUAL(judge_fleet(inst, gene, &cost, &parts), OK);
    CU_ASSERT_EQUAL(vroom_write(path, inst, gene, cost), OK);
    slurp(text, sizeof text);
    json_t *all = json_loads(text, 0, NULL), *summary = json_object_get(all, "summary");
    const double routes = json_number_value(json_object_get(summary, "cost")),
                 left = json_number_value(json_object_get(summary, "left_out"));
    double unit = 1;
    for (int32_t k = 0; k < inst->decimals; k++) unit *= 10;
    CU_ASSERT_DOUBLE_EQUAL(routes * unit, (double)(parts.fixed + parts.distance + parts.duration), 1e-3);
    CU_ASSERT_DOUBLE_EQUAL(left * unit, (double)(parts.prizes + parts.missing), 1e-3);
    json_decref(all);
    instance_free(inst);
  }
}

#define DAY                                                                                                  \
  "{\"vehicles\": [{\"id\": 7, \"start\": [8.1, 50.1], \"end\": [8.1, 50.1], \"capacity\": [4], "            \
  "\"time_window\": [28800.5, 60000]},\n"                                                                    \
  "{\"id\": 8, \"start\": [8.1, 50.1], \"capacity\": [1]}],\n"                                               \
  "\"jobs\": [{\"id\": 50, \"location\": [8.19, 50.14], \"delivery\": [2], \"service\": 60, "                \
  "\"time_windows\": [[40000, 50000]]},\n"                                                                   \
  "{\"id\": 60, \"location\": [8.2, 50.14], \"pickup\": [4], \"service\": 30, \"setup\": 9, \"prize\": "     \
  "5}], \"speed\": 36}"

static void answers_are_in_vrooms_form(void) {
  static const char *const parts[] = {
      "{\"code\": 0, \"summary\": {\"cost\": 1564.0, \"delivery\": [2], \"pickup\": [0], \"setup\": 0.0, "
      "\"service\": 60.0, "
      "\"duration\": 1564.0, \"waiting_time\": 0.0, \"routes\": 1, \"unassigned\": 1, \"left_out\": 5.0}",
      "\"unassigned\": [{\"id\": 60, \"type\": \"job\", \"location\": [8.2, 50.14]}]",
      "\"routes\": [{\"vehicle\": 7, \"cost\": 1564.0,",
      "{\"type\": \"start\", \"location\": [8.1, 50.1], \"setup\": 0.0, \"service\": 0.0, \"waiting_time\": "
      "0.0, \"load\": [2], "
      "\"arrival\": 39218.0, \"duration\": 0.0}",
      "{\"type\": \"job\", \"id\": 50, \"job\": 50, \"location\": [8.19, 50.14], \"setup\": 0.0, "
      "\"service\": 60.0, \"waiting_time\": 0.0, "
      "\"load\": [0], \"arrival\": 40000.0, \"duration\": 782.0}",
      "{\"type\": \"end\", \"location\": [8.1, 50.1], "};
  static const int32_t gene[] = {-1, -2, 0, ROUTES_LEFT_OUT};
  static char text[65536];
  Instance *inst = parsed(DAY, NULL);
  int64_t cost;
  CU_ASSERT_EQUAL(judge_fleet(inst, gene, &cost, NULL), OK);
  CU_ASSERT_EQUAL(vroom_write(path, inst, gene, cost), OK);
  slurp(text, sizeof text);
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    CU_ASSERT_PTR_NOT_NULL(strstr(text, parts[k]));
    if (!strstr(text, parts[k])) printf("# no %s in\n# %s\n", parts[k], text);
  }
  instance_free(inst);
}

static void answers_have_the_files_clock(void) {
  static const char day[] = "{\"vehicles\": [{\"id\": 1, \"start_index\": 0, \"time_window\": [1700000000, "
                            "1700000900]}], \"jobs\": [{\"id\": 5, "
                            "\"location_index\": 1, \"time_windows\": [[1700000100, 1700000200]]}], "
                            "\"matrices\": {\"car\": {\"durations\": [[0, 30], [30, 0]]}}}";
  static const int32_t gene[] = {-1, 0};
  static char text[65536];
  Instance *inst = parsed(day, NULL);
  CU_ASSERT_EQUAL(vroom_write(path, inst, gene, 30), OK);
  slurp(text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"arrival\": 1700000070, \"duration\": 0}"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\"arrival\": 1700000100, \"duration\": 30}"));
  instance_free(inst);
}

#define ROUTE(vehicle, jobs)                                                                                 \
  "{\"vehicle\": " vehicle ", \"steps\": [{\"type\": \"start\"}, " jobs ", {\"type\": \"end\"}]}"
#define JOB(id) "{\"type\": \"job\", \"job\": " id "}"

static void answers_are_refused(void) {
  static const struct {
    const char *text, *message;
  } rows[] = {{"{\"code\": 0}", "1: routes: expected an array, found none"},
              {"{\"routes\": [\n" ROUTE("9", JOB("50")) "]}",
               "2: routes[0].vehicle: expected the id of a vehicle of day, found 9"},
              {"{\"routes\": [" ROUTE("7", JOB("50")) ",\n" ROUTE("7", JOB("60")) "]}",
               "2: routes[1].vehicle: expected a vehicle that has no other route, found 7"},
              {"{\"routes\": [" ROUTE("7", JOB("51")) "]}",
               "1: routes[0].steps[1].job: expected the id of a job of day, found 51"},
              {"{\"routes\": [" ROUTE("7", JOB("50") ", " JOB("50")) "]}",
               "1: routes[0].steps[2].job: expected a job that was not there before, found 50"},
              {"{\"routes\": [" ROUTE("7", "{\"type\": \"break\"}") "]}",
               "1: routes[0].steps[1].type: expected start, job or end, found \"break\""},
              {"{\"routes\": [{\"vehicle\": 7}]}", "1: routes[0].steps: expected an array, found none"},
              {"{\"routes\": [" ROUTE("7", JOB("50")) "],\n\"unassigned\": []}",
               "2: unassigned: expected 1 jobs, as so many are in no route, found an array of 0"}};
  Instance *inst = parsed(DAY, NULL);
  int32_t gene[4];
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char message[256];
    status_clear();
    CU_ASSERT_EQUAL(vroom_read("a.json", rows[k].text, strlen(rows[k].text), inst, gene), ERR_FORMAT);
    snprintf(message, sizeof message, "a.json:%s", rows[k].message);
    if (strcmp(status_message(), message) != 0) printf("# found %s\n", status_message());
    CU_ASSERT_STRING_EQUAL(status_message(), message);
  }
  status_clear();
  static const char whole[] = "{\"routes\": [" ROUTE("8", JOB("60")) "]}";
  CU_ASSERT_EQUAL(vroom_read("a.json", whole, strlen(whole), inst, gene), OK);
  CU_ASSERT(gene[0] == -2 && gene[1] == -1 && gene[2] == 1 && gene[3] == ROUTES_LEFT_OUT);
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(answers_come_back),          TEST(answers_tell_costs),
                                      TEST(answers_are_in_vrooms_form), TEST(answers_have_the_files_clock),
                                      TEST(answers_are_refused),        {NULL, NULL}};
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/a.json", folder);
  const int result = harness_run("vroom_answer", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
