/* Instances of VROOM's form (src/problem/routes/files): what is read, its costs by the oracle, each refusal once. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "oracle/fleet_oracle.h"
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

/* ---- instances ---- */

#define SQUARE "[[0, 10, 20], [11, 0, 30], [21, 31, 0]]"

static void least_is_read(void) {
  Instance *inst =
      parsed("{\"vehicles\": [{\"id\": 7, \"start_index\": 0, \"end_index\": 0}],\n"
             "\"jobs\": [{\"id\": 100, \"location_index\": 1}, {\"id\": 90, \"location_index\": 2}],\n"
             "\"matrices\": {\"car\": {\"durations\": " SQUARE "}}}",
             NULL);
  const RoutesInstance *routes = routes_of(inst);
  int64_t cost;
  CU_ASSERT_STRING_EQUAL(inst->name, "day");
  CU_ASSERT(inst->n == 2 && routes->places == 3 && routes->types == 1 && routes->vehicles == 1 &&
            routes->loads == 0);
  CU_ASSERT(routes->type[0].count == 1 && routes->type[0].per_distance == 1 &&
            routes->type[0].per_duration == 0);
  CU_ASSERT(routes->id[1] == 100 && routes->id[2] == 90 && routes->id[3] == 7);
  CU_ASSERT(routes->distance[1] == 10 && routes->distance[3] == 11 && !routes->duration);
  CU_ASSERT(routes->stop[1].prize == ROUTES_REQUIRED && inst->decimals == 0 && !inst->remark[0] &&
            !inst->warning[0]);
  CU_ASSERT(oracle_fleet_best(inst, &cost) && cost == 10 + 30 + 21);
  instance_free(inst);
}

/* Every member that this version plans. */
static void all_is_read(void) {
  Instance *inst = parsed(
      "{\"vehicles\": [\n"
      "{\"id\": 1, \"profile\": \"truck\", \"description\": \"T\", \"start_index\": 0, \"capacity\": [10, "
      "2.5], \"skills\": [3, 1],\n"
      " \"time_window\": [100, 5000], \"max_tasks\": 4, \"max_travel_time\": 900.5, \"speed_factor\": 0.5, "
      "\"type\": \"x\",\n"
      " \"costs\": {\"fixed\": 12.5, \"per_hour\": 72}, \"breaks\": [], \"steps\": []},\n"
      "{\"id\": 2, \"end_index\": 2, \"skills\": [1], \"capacity\": [10, 4], \"max_distance\": 70000,\n"
      " \"costs\": {\"per_hour\": 0, \"per_km\": 1.5, \"per_task_hour\": 0}},\n"
      "{\"id\": 3, \"end_index\": 2, \"skills\": [1], \"capacity\": [10, 4], \"max_distance\": 70000, "
      "\"costs\": "
      "{\"per_hour\": 0, \"per_km\": 1.5}}],\n"
      "\"jobs\": [\n"
      "{\"id\": 1, \"location_index\": 1, \"setup\": 5, \"service\": 60.5, \"delivery\": [3, 0.5], "
      "\"skills\": [3, 1]},\n"
      "{\"id\": 2, \"location_index\": 2, \"service\": 10, \"pickup\": [1, 2], \"time_windows\": [[200, "
      "400]], \"prize\": 99.5},\n"
      "{\"id\": 3, \"location_index\": 2, \"delivery\": [2, 0], \"skills\": [], \"description\": \"J\"}],\n"
      "\"shipments\": [],\n"
      "\"matrices\": {\"car\": {\"durations\": " SQUARE
      ", \"distances\": [[0, 1000, 2000], [1100, 0, 3000], [2100, 3100, 0]]},\n"
      "\"truck\": {\"durations\": [[0, 15, 25], [16, 0, 35], [26, 36, 0]]}}}",
      NULL);
  const RoutesInstance *routes = routes_of(inst);
  const VehicleType *truck = &routes->type[0], *car = &routes->type[1];
  CU_ASSERT(routes->types == 2 && routes->profiles == 2 && routes->vehicles == 3 && routes->vehicle[2] == 1);
  CU_ASSERT(routes->time_decimals == 1 && routes->load_decimals == 1 && routes->distance_decimals == 1);
  CU_ASSERT(truck->count == 1 && car->count == 2 && truck->max_stops == 4 &&
            car->max_stops == ROUTES_NO_LIMIT);
  CU_ASSERT(truck->place[0] == 0 && truck->place[1] == ROUTES_OPEN && car->place[0] == ROUTES_OPEN &&
            car->place[1] == 2);
  CU_ASSERT(truck->ready[0] == 1000 && truck->due[1] == ROUTES_LIMIT_MAX && car->due[0] == ROUTES_LIMIT_MAX);
  CU_ASSERT(truck->capacity[0] == 100 && truck->capacity[1] == 25 && car->capacity[1] == 40);
  /* 72 an hour are 0.02 a second; 1.5 a kilometre are 0.0015 a metre */
  CU_ASSERT(inst->decimals == 5 && truck->per_distance == 200 && car->per_distance == 15 &&
            truck->fixed == 1250000);
  CU_ASSERT(routes->distance[1] == 300 && routes->duration[1] == 300 && routes->distance[9 + 1] == 10000 &&
            routes->duration[9 + 1] == 100);
  CU_ASSERT(truck->max_distance == 9005 && car->max_distance == 700000);
  const RouteStop *stop = routes->stop;
  CU_ASSERT(stop[1].service == 605 && stop[1].setup == 50 && stop[1].delivery[0] == 30 &&
            stop[1].delivery[1] == 5);
  CU_ASSERT(stop[2].ready == 2000 && stop[2].due == 4000 && stop[2].pickup[1] == 20 &&
            stop[2].prize == 9950000);
  CU_ASSERT(routes_may_serve(routes, 1, 0) && !routes_may_serve(routes, 1, 1) &&
            routes_may_serve(routes, 3, 1));
  CU_ASSERT_STRING_EQUAL(inst->warning,
                         "descriptions are not kept: a solution names jobs and vehicles by id");
  instance_free(inst);
}

static void coordinates_are_metres_on_the_sphere(void) {
  static const char text[] =
      "{\"vehicles\": [{\"id\": 1, \"start\": [8.1, 50.1], \"end\": [8.1, 50.1]%s}],\n"
      "\"jobs\": [{\"id\": 5, \"location\": [8.19, 50.14]%s}, {\"id\": 6, \"location\": [8.1, 50.1]}]%s}";
  char whole[1024];
  snprintf(whole, sizeof whole, text, "", "", "");
  Instance *inst = parsed(whole, NULL);
  const RoutesInstance *routes = routes_of(inst);
  CU_ASSERT(routes->places == 2 && routes->stop[2].place == 0 && routes->on_sphere &&
            routes->coordinate[1] == 50.1);
  CU_ASSERT(routes->distance[1] == routes->distance[2] && routes->distance[1] == 7817);
  CU_ASSERT_STRING_EQUAL(inst->remark, "costs are metres on the sphere (GEOM), as no speed is said");
  CU_ASSERT_STRING_EQUAL(routes->metric, "GEOM");
  instance_free(inst);
  snprintf(whole, sizeof whole, text, "", ", \"service\": 60", ", \"speed\": 36");
  inst = parsed(whole, NULL);
  routes = routes_of(inst);
  CU_ASSERT(routes->distance[1] == 782 && !routes->duration && routes->stop[1].service == 60);
  CU_ASSERT_STRING_EQUAL(inst->remark, "metres on the sphere (GEOM), times at 36 km/h");
  instance_free(inst);
  inst = parsed(whole, &(RoutesSettings){.speed = 72});
  CU_ASSERT_EQUAL(routes_of(inst)->distance[1], 391);
  instance_free(inst);
  snprintf(whole, sizeof whole, text, ", \"costs\": {\"per_hour\": 10, \"per_km\": 0.5}", "",
           ", \"speed\": 36");
  inst = parsed(whole, NULL);
  routes = routes_of(inst);
  /* 10 * 782 / 3600 + 0.5 * 7.817 */
  CU_ASSERT(routes->distance[1] == 60807 && routes->distance_decimals == 4 && routes->duration[1] == 782);
  CU_ASSERT_STRING_EQUAL(inst->warning, "times and distances are rounded to 0.0001");
  instance_free(inst);
  snprintf(whole, sizeof whole, text, "", ", \"service\": 60", "");
  refused(whole, NULL, ERR_FORMAT,
          "dir/day.json:2: jobs[0].service: expected travel times beside it: durations of the profile, or a "
          "speed "
          "(km/h) of coordinates, found 60");
}

/* Seconds since 1970, which an instance has no room for, begin with the first shift. */
static void times_of_a_calendar(void) {
  static const char text[] =
      "{\"vehicles\": [{\"id\": 1, \"start_index\": 0%s}],\n"
      "\"jobs\": [{\"id\": 5, \"location_index\": 1, \"time_windows\": [[1700000100, 1700000200]]},\n"
      "{\"id\": 6, \"location_index\": 2, \"time_windows\": [[%s]]}],\n"
      "\"matrices\": {\"car\": {\"durations\": " SQUARE "}}}";
  char whole[1024];
  snprintf(whole, sizeof whole, text, ", \"time_window\": [1700000000, 1700000900]", "0, 1700000150");
  Instance *inst = parsed(whole, NULL);
  const RoutesInstance *routes = routes_of(inst);
  CU_ASSERT(routes->time_origin == 1700000000 && routes->stop[1].ready == 100 && routes->stop[2].ready == 0);
  CU_ASSERT(routes->stop[2].due == 150 && routes->type[0].ready[0] == 0);
  instance_free(inst);
  snprintf(whole, sizeof whole, text, "", "0, 1700000150");
  refused(whole, NULL, ERR_FORMAT,
          "dir/day.json:1: vehicles[0].time_window: expected the times of its shift, as other times are "
          "those of a "
          "calendar, found none");
  snprintf(whole, sizeof whole, text, ", \"time_window\": [1700000000, 1700000900]", "0, 1600000150");
  refused(whole, NULL, ERR_FORMAT,
          "dir/day.json:3: jobs[1].time_windows: expected a time after the first shift begins, and of the "
          "same days, "
          "found an array of 1");
}

static int32_t least_missing(const Instance *inst, int64_t *cost, int32_t *gene) {
  int32_t first = 0;
  (void)oracle_fleet_optimum(inst, cost, gene);
  return routes_missing(inst, gene, &first);
}

/* One task a vehicle of one: which job is left out. */
static void jobs_may_be_left_out(void) {
  static const char text[] =
      "{\"vehicles\": [{\"id\": 1, \"start_index\": 0, \"max_tasks\": 1}],\n"
      "\"jobs\": [{\"id\": 5, \"location_index\": 1%s}, {\"id\": 6, \"location_index\": 2%s}],\n"
      "\"matrices\": {\"car\": {\"durations\": " SQUARE "}}}";
  static const RoutesSettings allowed = {.unserved = UNSERVED_ALLOWED},
                              refuse = {.unserved = UNSERVED_REFUSED};
  char whole[1024];
  int32_t gene[4];
  int64_t cost;
  snprintf(whole, sizeof whole, text, "", "");
  Instance *inst = parsed(whole, NULL);
  CU_ASSERT(least_missing(inst, &cost, gene) == 1 && gene[0] == -1);
  instance_free(inst);
  inst = parsed(whole, &allowed);
  CU_ASSERT(least_missing(inst, &cost, gene) == 0 && gene[0] == -1 && cost == 10 + 1000);
  CU_ASSERT_STRING_EQUAL(inst->remark, "jobs may be left out, by priority");
  instance_free(inst);
  snprintf(whole, sizeof whole, text, ", \"priority\": 1", ", \"priority\": 2");
  inst = parsed(whole, NULL);
  CU_ASSERT(least_missing(inst, &cost, gene) == 0 && gene[0] == -2 && cost == 20 + 1000 * (1 + 1 * 3));
  instance_free(inst);
  inst = parsed(whole, &refuse);
  CU_ASSERT(routes_of(inst)->stop[1].prize == ROUTES_REQUIRED && !inst->remark[0]);
  instance_free(inst);
  snprintf(whole, sizeof whole, text, ", \"prize\": 9", ", \"prize\": 25");
  inst = parsed(whole, NULL);
  CU_ASSERT(least_missing(inst, &cost, gene) == 0 && gene[0] == -2 && cost == 20 + 9);
  instance_free(inst);
}

/* VROOM's setup begins inside the window: where it is always paid, it is service. */
static void setups_begin_inside_windows(void) {
  static const char text[] = "{\"vehicles\": [{\"id\": 1, \"start_index\": 0}],\n"
                             "\"jobs\": [{\"id\": 5, \"location_index\": 1, \"setup\": 7, \"service\": 2.5, "
                             "\"time_windows\": [[0, 12]]},\n"
                             "{\"id\": 6, \"location_index\": %d}],\n"
                             "\"matrices\": {\"car\": {\"durations\": " SQUARE "}}}";
  char whole[1024];
  int64_t cost;
  snprintf(whole, sizeof whole, text, 2);
  Instance *inst = parsed(whole, NULL);
  CU_ASSERT(routes_of(inst)->stop[1].setup == 0 && routes_of(inst)->stop[1].service == 95);
  CU_ASSERT(oracle_fleet_best(inst, &cost) && cost == 400);
  instance_free(inst);
  snprintf(whole, sizeof whole, text, 1);
  refused(whole, NULL, ERR_FORMAT,
          "dir/day.json:2: jobs[0].setup: expected no setup of a job with a time window where other jobs or "
          "vehicles' "
          "starts are, found 7");
}

/* ---- shipments ---- */

/* Both ends are customers, in the order of the file behind all jobs; ids of jobs, pickups and deliveries are three sets. */
static void shipments_are_pairs(void) {
  Instance *inst =
      parsed("{\"vehicles\": [{\"id\": 1, \"start_index\": 0, \"end_index\": 0, \"capacity\": [3, 9], "
             "\"skills\": [4]}],\n\"jobs\": [{\"id\": 1, \"location_index\": 1, \"delivery\": [1, 0]}],\n"
             "\"shipments\": [{\"amount\": [2, 5.5], \"skills\": [4], \"pickup\": {\"id\": 1, "
             "\"location_index\": 2, \"service\": 7}, \"delivery\": {\"id\": 1, \"location_index\": 1, "
             "\"service\": 3, \"time_windows\": [[0, 90]], \"description\": \"d\"}},\n"
             "{\"pickup\": {\"id\": 5, \"location_index\": 0}, \"delivery\": {\"id\": 6, \"location_index\": "
             "2}}],\n"
             "\"matrices\": {\"car\": {\"durations\": " SQUARE "}}}",
             NULL);
  const RoutesInstance *routes = routes_of(inst);
  const RouteStop *stop = routes->stop;
  static const int32_t partner[] = {0, 0, 3, -2, 5, -4};
  static const int64_t id[] = {0, 1, 1, 1, 5, 6, 1};
  int64_t cost;
  CU_ASSERT(inst->n == 5 && routes->with_partners && routes->loads == 2 && routes->load_decimals == 1);
  CU_ASSERT(memcmp(routes->partner, partner, sizeof partner) == 0 && memcmp(routes->id, id, sizeof id) == 0);
  CU_ASSERT(stop[2].pickup[0] == 20 && stop[2].pickup[1] == 55 && stop[2].delivery[0] == 0 &&
            stop[3].delivery[1] == 55 && stop[3].pickup[1] == 0 && stop[4].pickup[0] == 0);
  CU_ASSERT(stop[2].service == 7 && stop[3].service == 3 && stop[3].due == 90 && stop[2].place == 2);
  CU_ASSERT(stop[2].prize == ROUTES_REQUIRED && stop[3].prize == 0 && stop[1].prize == ROUTES_REQUIRED);
  /* 0, 2, 1, 2, 0: the job at 1, where the first shipment is delivered, and the second one from 0 to 2 */
  CU_ASSERT(oracle_fleet_best(inst, &cost) && cost == 20 + 31 + 11);
  instance_free(inst);
}

static void shipments_may_be_left_out(void) {
  static const char text[] =
      "{\"vehicles\": [{\"id\": 1, \"start_index\": 0, \"max_tasks\": 2}],\n"
      "\"shipments\": [{\"pickup\": {\"id\": 1, \"location_index\": 1}, \"delivery\": {\"id\": 2, "
      "\"location_index\": 0}%s},\n"
      "{\"pickup\": {\"id\": 5, \"location_index\": 0}, \"delivery\": {\"id\": 6, \"location_index\": "
      "2}%s}],\n\"matrices\": {\"car\": {\"durations\": " SQUARE "}}}";
  char whole[1024];
  int32_t gene[8];
  int64_t cost;
  snprintf(whole, sizeof whole, text, ", \"prize\": 9", ", \"prize\": 25");
  Instance *inst = parsed(whole, NULL);
  const RouteStop *stop = routes_of(inst)->stop;
  CU_ASSERT(stop[1].prize == 9 && stop[2].prize == 0 && stop[3].prize == 25 && stop[4].prize == 0);
  CU_ASSERT(least_missing(inst, &cost, gene) == 0 && gene[0] == -3 && gene[1] == 4 && cost == 20 + 9);
  instance_free(inst);
  snprintf(whole, sizeof whole, text, ", \"priority\": 2", ", \"priority\": 1");
  inst = parsed(whole, NULL);
  stop = routes_of(inst)->stop;
  /* four tasks: each counts 1 + 5 priorities, two of them in a pair */
  CU_ASSERT(stop[1].prize == 2 * (1 + 2 * 5) * (stop[3].prize / 12) && stop[3].prize % 12 == 0 &&
            stop[2].prize == 0 && stop[4].prize == 0);
  CU_ASSERT(least_missing(inst, &cost, gene) == 0 && gene[0] == -1);
  instance_free(inst);
}

#define SHIPMENT(members)                                                                                    \
  "{\"vehicles\": [{\"id\": 1, \"start_index\": 0, \"capacity\": [4]}],\n\"shipments\": [{" members          \
  "}],\n\"matrices\": {\"car\": {\"durations\": [[0, 1], [1, 0]]}}}"
#define END(name, members) "\"" name "\": {\"id\": 3, \"location_index\": 1" members "}"

static void shipments_are_refused(void) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {SHIPMENT(""), "2: shipments[0].pickup: expected an object, found none"},
      {SHIPMENT(END("pickup", "")), "2: shipments[0].delivery: expected an object, found none"},
      {SHIPMENT(END("delivery", "")), "2: shipments[0].pickup: expected an object, found none"},
      {SHIPMENT(END("pickup", ", \"delivery\": [1]") ", " END("delivery", "")),
       "2: shipments[0].pickup.delivery: expected no member of that name, but those that are read (id, "
       "description, location, location_index, setup, service, setup_per_type, service_per_type, "
       "time_windows), found an array of 1"},
      {SHIPMENT(END("pickup", "") ", " END("delivery", "") ", \"id\": 4"),
       "2: shipments[0].id: expected no member of that name, but those that are read (amount, pickup, "
       "delivery, skills, priority, prize), found 4"},
      {SHIPMENT(END("pickup", "") ", " END("delivery", "") ", \"amount\": [1, 2]"),
       "2: shipments[0].amount: expected 1 numbers, as the first capacity or amount has, found an array of "
       "2"},
      {SHIPMENT(END("pickup", "") ", " END("delivery", "") ", \"amount\": [1e12]"),
       "2: shipments[0].amount: expected at most 536870912 (of 0 decimals), found an array of 1"},
      {SHIPMENT(END("pickup", "") ", " END("delivery", "") "}, {" END("pickup", "") ", " END("delivery", "")),
       "2: shipments[1].pickup.id: expected a number that no other one has, found 3"},
      {SHIPMENT(END("pickup", ", \"service\": 1e12") ", " END("delivery", "")),
       "2: shipments[0].pickup.service: expected a shorter time, found 1000000000000"},
      {"{\"vehicles\": [{\"id\": 1, \"start_index\": 0}],\n\"shipments\": [],\n\"matrices\": {\"car\": "
       "{\"durations\": [[0, 1], [1, 0]]}}}",
       "1: jobs: expected at least one, found none"},
      {SHIPMENT(END("pickup", "") ", " END("delivery", "") ", \"amount\": [5]"),
       "no vehicle can serve customer 3, so there is no solution: its load is 5, over 4"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char message[512];
    const bool none = strstr(rows[k].message, "no solution");
    snprintf(message, sizeof message, "dir/day.json:%s%s", none ? " " : "", rows[k].message);
    refused(rows[k].text, NULL, none ? ERR_NO_SOLUTION : ERR_FORMAT, message);
  }
}

/* ---- refusals ---- */

#define JOBS     "\"jobs\": [{\"id\": 1, \"location_index\": 1}]"
#define MATRIX   "\"matrices\": {\"car\": {\"durations\": [[0, 1], [1, 0]]}}"
#define VEHICLES "\"vehicles\": [{\"id\": 1, \"start_index\": 0}]"
#define WITH_VEHICLE(members)                                                                                \
  "{\"vehicles\": [{\"id\": 1, \"start_index\": 0" members "}],\n" JOBS ",\n" MATRIX "}"
#define WITH_JOB(members)                                                                                    \
  "{" VEHICLES ",\n\"jobs\": [{\"id\": 1, \"location_index\": 1" members "}],\n" MATRIX "}"
#define WITH_MATRIX(matrices) "{" VEHICLES ",\n" JOBS ",\n\"matrices\": " matrices "}"
#define WITH_PROFILE(members) WITH_MATRIX("{\"car\": {" members "}}")

static void texts_are_refused(void) {
  static const struct {
    const char *text, *message;
  } rows[] = {
      {"{", "1: expected JSON: string or '}' expected near end of file"},
      {"{\"jobs\": 1,\n\"jobs\": 2}", "2: expected JSON: duplicate object key near '\"jobs\"'"},
      {"[1]", "1: expected an object, found an array of 1"},
      {"{" VEHICLES ", " MATRIX "}", "1: jobs: expected an array, found none"},
      {"{" VEHICLES ", \"jobs\": []}",
       "1: vehicles[0].start_index: expected matrices of which this is a row, or coordinates, found 0"},
      {"{\"vehicles\": [], " JOBS "}", "1: vehicles: expected at least one, found an array of 0"},
      {"{" VEHICLES ",\n\"jobs\": [7],\n" MATRIX "}", "2: jobs[0]: expected an object, found 7"},
      {"{" VEHICLES ",\n\"job\": [7],\n" MATRIX "}",
       "2: job: expected no member of that name, but those that are read (vehicles, jobs, shipments, "
       "matrices, speed), found an array of 1"},
      {WITH_VEHICLE(", \"steps\": [{}]"), "1: vehicles[0].steps: expected no steps of a given route, which "
                                          "this version does not plan, found an array of 1"},
      {WITH_JOB(", \"service_per_type\": {\"x\": 3}"),
       "2: jobs[0].service_per_type: expected no service times by types of vehicles, which this version does "
       "not plan, found an object"},
      {WITH_JOB(", \"setup_per_type\": {\"x\": 3}"),
       "2: jobs[0].setup_per_type: expected no setup times by types of vehicles, which this version does not "
       "plan, found an object"},
      {WITH_JOB(", \"time_windows\": [[0, 1], [1, 3]]"), "2: jobs[0].time_windows[1]: expected a time window "
                                                         "that begins after the end of the one before, found "
                                                         "an array of 2"},
      {WITH_JOB(", \"time_windows\": []"),
       "2: jobs[0].time_windows: expected at least one time window, found an array of 0"},
      {WITH_JOB(", \"time_windows\": [[3, 2]]"),
       "2: jobs[0].time_windows[0][1]: expected a time that is not before the first one, found 2"},
      {WITH_JOB(", \"time_windows\": [[3]]"),
       "2: jobs[0].time_windows[0]: expected two times, [first, last], found an array of 1"},
      {WITH_JOB(", \"priority\": 101"),
       "2: jobs[0].priority: expected a whole number from 0 to 100, found 101"},
      {WITH_JOB(", \"priority\": 1, \"prize\": 2"),
       "2: jobs[0].priority: expected a prize or a priority of a job, and not both, found 1"},
      {WITH_JOB(", \"prize\": -1"),
       "2: jobs[0].prize: expected a number from 0 on, of at most 18 digits, found -1"},
      {WITH_JOB(", \"service\": \"5\""),
       "2: jobs[0].service: expected a number from 0 on, of at most 18 digits, found \"5\""},
      {WITH_JOB(", \"description\": 5"), "2: jobs[0].description: expected a text, found 5"},
      {WITH_JOB(", \"amount\": [1]"), "2: jobs[0].amount: expected no member of that name, but those that "
                                      "are read (id, description, location, location_index, setup, "
                                      "service, setup_per_type, service_per_type, delivery, pickup, skills, "
                                      "priority, prize, time_windows), found an array of 1"},
      {WITH_JOB(", \"skills\": [1.5]"),
       "2: jobs[0].skills[0]: expected a whole number from 0 to 9223372036854775807, found 1.5"},
      {WITH_JOB(", \"delivery\": [1,\n2,\n-3]"),
       "4: jobs[0].delivery[2]: expected a number from 0 on, of at most 18 digits, found -3"},
      {WITH_JOB(", \"delivery\": [1]"),
       "1: vehicles[0].capacity: expected 1 numbers, as other loads have, found none"},
      {WITH_JOB(", \"delivery\": [1], \"pickup\": [1, 2]"),
       "2: jobs[0].pickup: expected 1 numbers, as the first capacity or amount has, found an array of 2"},
      {WITH_JOB(", \"delivery\": [1, 2, 3, 4, 5, 6, 7, 8, 9]"),
       "2: jobs[0].delivery: expected at most 8 dimensions, found an array of 9"},
      {WITH_JOB(", \"location\": [1, 91]"),
       "2: jobs[0].location[1]: expected a number from -90 to 90, found 91"},
      {WITH_JOB(", \"location\": [1]"),
       "2: jobs[0].location: expected two numbers, [longitude, latitude], found an array of 1"},
      {"{" VEHICLES ",\n\"jobs\": [{\"id\": 1, \"location_index\": 2}],\n" MATRIX "}",
       "2: jobs[0].location_index: expected a whole number from 0 to 1, found 2"},
      {"{" VEHICLES ",\n\"jobs\": [{\"id\": 1, \"location\": [1, 2]}],\n" MATRIX "}",
       "2: jobs[0].location_index: expected a row of the matrices, beside coordinates, found none"},
      {"{" VEHICLES ",\n\"jobs\": [{\"id\": 1}],\n" MATRIX "}",
       "2: jobs[0].id: expected a location or location_index beside the id, found 1"},
      {"{" VEHICLES
       ",\n\"jobs\": [{\"id\": 1, \"location_index\": 1},\n{\"id\": 1, \"location_index\": 0}],\n" MATRIX "}",
       "3: jobs[1].id: expected a number that no other one has, found 1"},
      {"{\"vehicles\": [{\"id\": 1}],\n" JOBS ",\n" MATRIX "}",
       "1: vehicles[0].id: expected a start or an end beside the id, found 1"},
      {WITH_VEHICLE(", \"profile\": \"bike\""), "1: vehicles[0].profile: expected a profile of the matrices "
                                                "(\"car\" unless it is said), found \"bike\""},
      {WITH_VEHICLE(", \"max_tasks\": 0"),
       "1: vehicles[0].max_tasks: expected a whole number from 1 to 2147483646, found 0"},
      {WITH_VEHICLE(", \"max_distance\": 7"), "1: vehicles[0].max_distance: expected costs of distances "
                                              "alone with this limit (per_hour 0, and a per_km), found 7"},
      {WITH_VEHICLE(", \"speed_factor\": 0"),
       "1: vehicles[0].speed_factor: expected a number from 0.001 to 1000, found 0"},
      {WITH_VEHICLE(", \"costs\": {\"per_km\": 3}"),
       "1: vehicles[0].costs: expected distances that per_km counts, found an object"},
      {WITH_VEHICLE(", \"costs\": {\"per_task_hour\": 3}"),
       "1: vehicles[0].costs.per_task_hour: expected no costs of service times, which this version does not "
       "plan, found 3"},
      {WITH_VEHICLE(", \"costs\": {\"fixed\": 1e-7}"), ": expected costs of at most 6 decimals, found 7"},
      {WITH_VEHICLE(", \"capacity\": [1e15]"),
       "1: vehicles[0].capacity: expected at most 536870912 (of 0 decimals), found an array of 1"},
      {WITH_MATRIX("{}"),
       "3: matrices: expected a profile with durations, distances or costs, found an object"},
      {WITH_PROFILE(""), "3: matrices.car: expected durations, distances or costs, found an object"},
      {WITH_PROFILE("\"durations\": [[0, 1]]"),
       "3: matrices.car.durations[0]: expected 1 numbers, as there are rows, found an array of 2"},
      {WITH_PROFILE("\"durations\": [[0, 1],\n[null, 0]]"),
       "4: matrices.car.durations[1][0]: expected a number from 0 on, found null"},
      {WITH_PROFILE("\"durations\": [[0, 1], [1, 0]], \"costs\": [[0]]"),
       "3: matrices.car.costs: expected 2 rows, as another matrix has, found an array of 1"},
      {WITH_PROFILE("\"durations\": []"),
       "3: matrices.car.durations: expected from 1 to 20000 rows, found an array of 0"},
      {WITH_PROFILE("\"durations\": [[0, 1e9], [1, 0]]"),
       ": car: expected numbers from 0 to 268435456, found a larger one from place 0 to place 1"},
      {WITH_PROFILE("\"distances\": [[0, 1], [1, 0]]"),
       "1: vehicles[0]: expected travel times that costs count: durations, or a speed of coordinates, found "
       "an object"},
      {"{" VEHICLES ",\n" JOBS ",\n\"speed\": 50, " MATRIX "}",
       "3: speed: expected no speed beside matrices, found 50"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char message[1024];
    snprintf(message, sizeof message, "dir/day.json%s%s", rows[k].message[0] == ':' ? "" : ":",
             rows[k].message);
    refused(rows[k].text, NULL, ERR_FORMAT, message);
  }
  refused(WITH_VEHICLE(", \"capacity\": [1]"), &(RoutesSettings){.capacity = "3"}, ERR_USAGE,
          "dir/day.json: expected no --capacity with a file of VROOM's form, which says that itself");
  refused(WITH_VEHICLE(""), &(RoutesSettings){.speed = 50}, ERR_USAGE,
          "dir/day.json: --speed: expected coordinates, found matrices, which say times");
}

static void is_told_from_others(void) {
  static const struct {
    const char *text;
    int sure;
  } rows[] = {{" \n{\"vehicles\": [], \"jobs\": []}", 90},
              {"{\"jobs\": ", 60},
              {"{\"code\": \"Ok\", \"durations\"", 0},
              {"", 0},
              {"x,y\n", 0}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    CU_ASSERT_EQUAL(vroom_probe("a", rows[k].text, strlen(rows[k].text)), rows[k].sure);
  CU_ASSERT_EQUAL(vroom_probe("a", NULL, 0), 0);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(least_is_read),
                                      TEST(all_is_read),
                                      TEST(coordinates_are_metres_on_the_sphere),
                                      TEST(times_of_a_calendar),
                                      TEST(jobs_may_be_left_out),
                                      TEST(setups_begin_inside_windows),
                                      TEST(shipments_are_pairs),
                                      TEST(shipments_may_be_left_out),
                                      TEST(shipments_are_refused),
                                      TEST(texts_are_refused),
                                      TEST(is_told_from_others),
                                      {NULL, NULL}};
  return harness_run("vroom", tests);
}
