/* Breaks in VROOM's form (src/problem/routes/files): what is read, what answers and schedules say, each refusal once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "oracle/fleet_oracle.h"
#include "problem/instance_file.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/files/vroom_files.h"

static Status parse(const char *text, Instance **out) {
  status_clear();
  *out = NULL;
  return vroom_parse("dir/day.json", text, strlen(text), NULL, out);
}

static Instance *parsed(const char *text) {
  Instance *inst;
  const Status status = parse(text, &inst);
  if (status != OK) printf("# %s\n", status_message());
  CU_ASSERT_EQUAL_FATAL(status, OK);
  CU_ASSERT_EQUAL(inst->digest, instance_digest(inst));
  return inst;
}

#define MATRIX "\"matrices\": {\"car\": {\"durations\": [[0, 30, 50], [30, 0, 40], [50, 40, 0]]}}"
#define JOBS                                                                                                 \
  "\"jobs\": [{\"id\": 5, \"location_index\": 1, \"service\": 10},\n{\"id\": 6, \"location_index\": 2, "     \
  "\"setup\": 3, \"time_windows\": [[100, 300]]}]"
#define VEHICLE(id, members)                                                                                 \
  "{\"id\": " id ", \"start_index\": 0, \"end_index\": 0, \"time_window\": [0, 400]" members "}"
#define DAY(vehicles) "{\"vehicles\": [" vehicles "],\n" JOBS ",\n" MATRIX "}"
#define BREAKS(list)  ", \"breaks\": [" list "]"

/* ---- instances ---- */

static bool same(const RoutesBreak *pause, int32_t type, int32_t ready, int32_t due, int32_t length) {
  return pause->type == type && pause->ready == ready && pause->due == due && pause->length == length;
}

/* In the order of their windows, vehicles of the same breaks are of one type, and ids are the vehicle's own. */
static void breaks_are_read(void) {
  Instance *inst = parsed(DAY(VEHICLE(
      "1",
      BREAKS(
          "{\"id\": 9, \"time_windows\": [[120, 200]], \"service\": 20}, {\"id\": "
          "7, \"time_windows\": [[20, 60]], \"max_load\": []}")) ",\n" VEHICLE("2",
                                                                               "") ",\n" VEHICLE("3",
                                                                                                 BREAKS(
                                                                                                     "{\"id\""
                                                                                                     ": 4, "
                                                                                                     "\"servi"
                                                                                                     "ce\": "
                                                                                                     "1.5, "
                                                                                                     "\"descr"
                                                                                                     "iption"
                                                                                                     "\": "
                                                                                                     "\"rest"
                                                                                                     "\"}")) ",\n" VEHICLE("4",
                                                                                                                           BREAKS(
                                                                                                                               "{\"id\": 1, \"time_windows\": [[20, 60]]}, {\"id\": 2, \"time_windows\": "
                                                                                                                               "[[120, 200]], \"service\": 20}"))));
  const RoutesInstance *routes = routes_of(inst);
  int32_t count;
  CU_ASSERT_EQUAL_FATAL(routes->types, 3);
  CU_ASSERT_EQUAL_FATAL(routes->pauses, 3);
  CU_ASSERT(routes->vehicle[0] == 0 && routes->vehicle[1] == 1 && routes->vehicle[2] == 2 &&
            routes->vehicle[3] == 0);
  CU_ASSERT(same(&routes->pause[0], 0, 200, 600, 0) && same(&routes->pause[1], 0, 1200, 2000, 200));
  CU_ASSERT(same(&routes->pause[2], 2, 0, ROUTES_LIMIT_MAX, 15));
  CU_ASSERT_PTR_EQUAL(routes_breaks(routes, 0, &count), routes->pause);
  CU_ASSERT_EQUAL(count, 2);
  CU_ASSERT_PTR_NULL(routes_breaks(routes, 1, &count));
  CU_ASSERT_PTR_EQUAL(routes_breaks(routes, 2, &count), routes->pause + 2);
  CU_ASSERT_EQUAL(count, 1);
  CU_ASSERT(routes_break_number(routes, 0, 0) == 7 && routes_break_number(routes, 0, 1) == 9);
  CU_ASSERT(routes_break_number(routes, 2, 0) == 4 && routes_break_number(routes, 3, 1) == 2);
  CU_ASSERT(routes->stop[2].setup == 0 && routes->stop[2].service == 30);
  CU_ASSERT_STRING_EQUAL(inst->warning,
                         "descriptions are not kept: a solution names jobs and vehicles by id");
  instance_free(inst);
}

static void refused(const char *text, const char *expected) {
  Instance *inst;
  char message[512];
  CU_ASSERT_EQUAL(parse(text, &inst), ERR_FORMAT);
  snprintf(message, sizeof message, "dir/day.json:%s", expected);
  if (strcmp(status_message(), message) != 0)
    printf("# found    %s\n# expected %s\n", status_message(), message);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  instance_free(inst);
}

#define FITS_NOT                                                                                             \
  "expected a break that fits the vehicle's time_window behind its breaks before (move time_windows of the " \
  "break, or make it shorter, or the shift longer), found an object"

static void breaks_are_refused(void) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {DAY(VEHICLE("1", ", \"breaks\": 3")), "1: vehicles[0].breaks: expected an array, found 3"},
      {DAY(VEHICLE("1", BREAKS("3"))), "1: vehicles[0].breaks[0]: expected an object, found 3"},
      {DAY(VEHICLE("1", BREAKS("{}"))),
       "1: vehicles[0].breaks[0].id: expected a whole number from 0 to 9223372036854775807, found none"},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1},\n{\"id\": 1}"))),
       "2: vehicles[0].breaks[1].id: expected a number that no other break of the vehicle has, found 1"},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1, \"length\": 3}"))),
       "1: vehicles[0].breaks[0].length: expected no member of that name, but those that are read (id, "
       "time_windows, service, description, max_load), found 3"},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1, \"max_load\": [2]}"))),
       "1: vehicles[0].breaks[0].max_load: expected no load limits of breaks, which this version does not "
       "plan, found an array of 1"},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1, \"time_windows\": []}"))),
       "1: vehicles[0].breaks[0].time_windows: expected at least one time window, found an array of 0"},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1, \"time_windows\": [[1, 2],\n[3, 4]]}"))),
       "1: vehicles[0].breaks[0].time_windows: expected no several time windows of a break, which this "
       "version does not plan, found an array of 2"},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1, \"time_windows\": [[4, 2]]}"))),
       "1: vehicles[0].breaks[0].time_windows[0][1]: expected a time that is not before the first one, found "
       "2"},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1}, {\"id\": 2}, {\"id\": 3}, {\"id\": 4}, {\"id\": 5}"))),
       "1: vehicles[0].breaks: expected at most 4 breaks of a vehicle, found an array of 5"},
      {DAY(VEHICLE("1", "") ",\n" VEHICLE("2", BREAKS("{\"id\": 1, \"time_windows\": [[401, 500]]}"))),
       "2: vehicles[1].breaks[0]: " FITS_NOT},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1, \"time_windows\": [[390, 400]], \"service\": 11}"))),
       "1: vehicles[0].breaks[0]: " FITS_NOT},
      {DAY(VEHICLE("1", BREAKS("{\"id\": 1, \"time_windows\": [[30, 40]]},\n{\"id\": 2, \"time_windows\": "
                               "[[10, 20]], \"service\": 31}"))),
       "1: vehicles[0].breaks[0]: " FITS_NOT},
      {"{\"vehicles\": [{\"id\": 1, \"start\": [8, 50], \"breaks\": [{\"id\": 1}]}],\n"
       "\"jobs\": [{\"id\": 1, \"location\": [8, 51]}]}",
       "1: vehicles[0].breaks: expected travel times beside it: durations of the profile, or a speed (km/h) "
       "of coordinates, found an array of 1"},
      {"{\"vehicles\": [" VEHICLE("1",
                                  BREAKS("{\"id\": 1}")) "],\n\"jobs\": [{\"id\": 1, "
                                                         "\"location_index\": 1, \"setup\": 2},\n{\"id\": 2, "
                                                         "\"location_index\": 1}],\n" MATRIX "}",
       "2: jobs[0].setup: expected no setup beside breaks where other jobs or vehicles' starts are, found "
       "2"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) refused(rows[k].text, rows[k].message);
}

/* ---- answers ---- */

static char folder[] = "/tmp/test_breaks.XXXXXX", path[64];

static void slurp(char *text, size_t size) {
  FILE *in = fopen(path, "rb");
  CU_ASSERT_PTR_NOT_NULL_FATAL(in);
  text[fread(text, 1, size - 1, in)] = 0;
  fclose(in);
}

/* Job 5 from 30 to 40, then 40 on the way to job 6, of which 10 are driven before the break of 20 from 50 on; the second break waits behind that
 * way, at the door of job 6: from 100 to 120. */
static void answers_have_breaks(void) {
  static const char *const parts[] = {
      "{\"type\": \"start\", \"location_index\": 0, \"setup\": 0, \"service\": 0, \"waiting_time\": 0, "
      "\"load\": [], "
      "\"arrival\": 0, \"duration\": 0}, {\"type\": \"job\", \"id\": 5,",
      "{\"type\": \"break\", \"id\": 3, \"setup\": 0, \"service\": 20, \"waiting_time\": 0, \"load\": [], "
      "\"arrival\": 50, \"duration\": 40}, "
      "{\"type\": \"break\", \"id\": 2, \"setup\": 0, \"service\": 20, \"waiting_time\": 15, \"load\": [], "
      "\"arrival\": 100, \"duration\": 70}, {\"type\": \"job\", \"id\": 6,",
      "\"arrival\": 135, \"duration\": 70}",
      "\"service\": 83, \"duration\": 120, \"waiting_time\": 15, \"steps\""};
  static const int32_t gene[] = {-1, 2, 0, ROUTES_LEFT_OUT};
  static char text[65536];
  Instance *inst = parsed("{\"vehicles\": [" VEHICLE(
      "1",
      BREAKS("{\"id\": 2, \"time_windows\": [[115, 130]], \"service\": 20}, {\"id\": 3, \"time_windows\": "
             "[[50, 50]], \"service\": 20}")) "],\n\"jobs\": [{\"id\": 5, \"location_index\": 1, "
                                              "\"service\": 10, \"time_windows\": [[0, 30]]}, {\"id\": 6, "
                                              "\"location_index\": 2, \"service\": 33}], " MATRIX "}");
  int32_t back[4];
  int64_t cost;
  CU_ASSERT_EQUAL(judge_fleet(inst, gene, &cost, NULL), OK);
  CU_ASSERT_EQUAL(vroom_write(path, inst, gene, cost), OK);
  slurp(text, sizeof text);
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    CU_ASSERT_PTR_NOT_NULL(strstr(text, parts[k]));
    if (!strstr(text, parts[k])) printf("# no %s in\n# %s\n", parts[k], text);
  }
  CU_ASSERT_EQUAL(vroom_read(path, text, strlen(text), inst, back), OK);
  CU_ASSERT_EQUAL(memcmp(back, gene, sizeof gene), 0);
  instance_free(inst);
}

/* Of a way from a visit to the next one: breaks in their windows, the way between them as long as it is. */
static bool way_keeps(const RoutesInstance *routes, const FleetRoute *route, const FleetVisit *visit,
                      int32_t k) {
  int32_t count;
  const RoutesBreak *const pause = routes_breaks(routes, route->type, &count);
  int64_t clock = visit[k - 1].departure, driven = 0;
  bool keeps = visit[k].breaks >= visit[k - 1].breaks && visit[k].breaks <= count;
  for (int32_t b = visit[k - 1].breaks; keeps && b < visit[k].breaks; b++) {
    const FleetBreak taken = fleet_break(routes, route, visit, k, b);
    keeps = taken.arrival - clock == taken.driven - driven && taken.driven >= driven &&
            taken.begin >= taken.arrival && taken.begin >= pause[b].ready &&
            taken.end == taken.begin + pause[b].length &&
            (pause[b].due == ROUTES_LIMIT_MAX || taken.begin <= pause[b].due);
    clock = taken.end;
    driven = taken.driven;
  }
  return keeps && visit[k].arrival >= clock;
}

static void schedules_keep_breaks(void) {
  const uint32_t features =
      (ORACLE_FLEET_FEATURES | ORACLE_BREAKS | ORACLE_PAIRS | ORACLE_SEVERAL_WINDOWS) & ~ORACLE_SETUPS;
  int taken = 0;
  for (uint64_t seed = 0; seed < 400; seed++) {
    Instance *inst;
    int64_t cost, duration = 0;
    int32_t gene[2 * ORACLE_FLEET_MOST], back[2 * ORACLE_FLEET_MOST];
    RoutesCost parts;
    FleetPlan plan;
    FleetVisit visit[ORACLE_FLEET_MOST + 2];
    oracle_fleet_random(seed, 5, features, &inst);
    const RoutesInstance *routes = routes_of(inst);
    (void)oracle_fleet_optimum(inst, &cost, gene);
    CU_ASSERT_EQUAL_FATAL(judge_fleet(inst, gene, &cost, &parts), OK);
    CU_ASSERT_EQUAL_FATAL(fleet_plan_make(routes, gene, &plan), OK);
    for (int32_t k = 0; k < plan.count; k++) {
      const FleetRoute *route = &plan.route[k];
      int32_t breaks;
      if (route->type == ROUTES_LEFT_OUT) continue;
      (void)routes_breaks(routes, route->type, &breaks);
      taken += breaks;
      fleet_schedule(routes, route, visit);
      duration +=
          routes->type[route->type].per_duration * (visit[route->count + 1].begin - visit[0].departure);
      for (int32_t v = 1; v <= route->count + 1; v++) CU_ASSERT(way_keeps(routes, route, visit, v));
      for (int32_t v = 1; v <= route->count; v++)
        CU_ASSERT(visit[v].begin <= routes->stop[route->step[v - 1]].due);
      CU_ASSERT_EQUAL(visit[route->count + 1].breaks, breaks);
      CU_ASSERT(visit[route->count + 1].begin <= routes->type[route->type].due[1]);
    }
    CU_ASSERT_EQUAL(duration, parts.duration);
    fleet_plan_free(&plan);
    CU_ASSERT_EQUAL(solution_write(path, inst, gene, cost), OK);
    CU_ASSERT_EQUAL(solution_read(path, inst, back), OK);
    CU_ASSERT_EQUAL(judge_fleet(inst, back, &duration, NULL), OK);
    CU_ASSERT_EQUAL(duration, cost);
    instance_free(inst);
  }
  printf("# %d breaks\n", taken);
  CU_ASSERT(taken > 100);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(breaks_are_read),
                                      TEST(breaks_are_refused),
                                      TEST(answers_have_breaks),
                                      TEST(schedules_keep_breaks),
                                      {NULL, NULL}};
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/a.json", folder);
  const int result = harness_run("vroom_breaks", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
