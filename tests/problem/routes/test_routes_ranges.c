/* Ranges of an instance of fleets that test_routes_finish.c does not have: of its head, of trips, breaks, release times and vehicles. And what people are told
 * of its features. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "fixtures/fleet_line.h"
#include "fixtures/harness.h"

/* An instance with everything that rows below put out of range: two reload depots, two breaks, and vehicles. */
static RoutesInstance *all_make(void) {
  RoutesInstance *routes = fleet_line_make(
      (RoutesSizes){.reloads = 2, .pauses = 2, .vehicles = 2, .releases = true, .durations = true});
  strcpy(routes->head.name, "line");
  memcpy(routes->duration, routes->distance, 25 * sizeof *routes->duration);
  for (int32_t k = 0; k < 2; k++) {
    routes->reload[k] = (RoutesReload){.place = k, .due = ROUTES_LIMIT_MAX};
    routes->trips[k] = (RoutesTrips){.most = 2, .reloads = 3};
    routes->pause[k] = (RoutesBreak){.type = k, .due = 90, .length = 3};
    routes->vehicle[k] = k;
  }
  return routes;
}

static void finished_is(RoutesInstance *routes, const char *message) {
  status_clear();
  CU_ASSERT_EQUAL(routes_finish(routes, false), message ? ERR_FORMAT : OK);
  if (message && strcmp(status_message(), message) != 0) printf("found '%s'\n", status_message());
  CU_ASSERT_STRING_EQUAL(status_message(), message ? message : "");
  status_clear();
  instance_free(&routes->head);
}

/* ---- numbers out of range ---- */

typedef struct Row { /* the member of 32 bits at `at`, of the second element where there are several */
  enum { HEAD, TYPE, RELOAD, TRIPS, BREAK, RELEASE, VEHICLE, DURATION } of;
  size_t at;
  int32_t value;
  const char *message;
} Row;

#define HEAD_AT(member)  HEAD, offsetof(RoutesInstance, member)
#define OF(type, member) offsetof(type, member)

static const Row rows[] = {
    {HEAD_AT(places), 0, "line 4: expected places from 1 to 20000, found 0"},
    {HEAD_AT(places), ROUTES_PLACES_MAX + 1, "line 4: expected places from 1 to 20000, found 20001"},
    {HEAD_AT(types), 0, "line 4: expected vehicle types from 1 to 4096, found 0"},
    {HEAD_AT(profiles), 3, "line 4: expected matrices from 1 to 2, found 3"},
    {HEAD_AT(loads), 9, "line 4: expected dimensions of loads from 0 to 8, found 9"},
    {HEAD_AT(vehicles), -1, "line 4: expected vehicles from 0 to 536870911, found -1"},
    {HEAD_AT(windows), -1, "line 4: expected time windows from 0 to 536870911, found -1"},
    {HEAD_AT(reloads), 33, "line 4: expected reload depots from 0 to 32, found 33"},
    {HEAD_AT(pauses), -1, "line 4: expected breaks from 0 to 536870911, found -1"},
    {HEAD_AT(head.decimals), 10, "line 4: expected decimals of costs from 0 to 9, found 10"},
    {HEAD_AT(backhauls), 3, "line 4: expected backhauls from 0 to 2, found 3"},
    {TYPE, OF(VehicleType, due[0]), -1,
     "vehicle type 2: expected a window of the departure from 0 to 536870912, found -1"},
    {RELOAD, OF(RoutesReload, place), 5, "reload depot 2: expected a place from 0 to 4, found 5"},
    {RELOAD, OF(RoutesReload, ready), -1,
     "reload depot 2: expected a time window from 0 to 536870912, found -1"},
    {RELOAD, OF(RoutesReload, due), -1,
     "reload depot 2: expected a time window from 0 to 536870912, found -1"},
    {RELOAD, OF(RoutesReload, service), ROUTES_LIMIT_MAX / 4 + 1,
     "reload depot 2: expected a service time from 0 to 134217728, found 134217729"},
    {TRIPS, OF(RoutesTrips, most), 0,
     "vehicle type 2: expected a number of trips from 1 to 536870912, found 0"},
    {TRIPS, OF(RoutesTrips, reloads), 4,
     "vehicle type 2: expected a set of reload depots from 0 to 3, found 4"},
    {BREAK, OF(RoutesBreak, type), 2,
     "break 2: expected a vehicle type, not below that of the break before, from 0 to 1, found 2"},
    {BREAK, OF(RoutesBreak, ready), 91, "break 2: expected a time window that ends at 91 or later, found 90"},
    {BREAK, OF(RoutesBreak, due), -1, "break 2: expected a time window from 0 to 536870912, found -1"},
    {BREAK, OF(RoutesBreak, length), -1, "break 2: expected a length from 0 to 536870912, found -1"},
    {RELEASE, 3 * sizeof(int32_t), -1, "customer 4: expected a release time from 0 to 536870912, found -1"},
    {VEHICLE, 0, 2, "vehicle 2: expected a type from 0 to 1, found 2"},
    {DURATION, 7 * sizeof(int32_t), -1,
     "expected a duration from place 1 to place 2 from 0 to 268435456, found -1"}};

static void ranges_are_checked(void) {
  finished_is(all_make(), NULL);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = all_make();
    void *const of[] = {[HEAD] = routes,
                        [TYPE] = &routes->type[1],
                        [RELOAD] = &routes->reload[1],
                        [TRIPS] = &routes->trips[1],
                        [BREAK] = &routes->pause[1],
                        [RELEASE] = &routes->release[1],
                        [VEHICLE] = &routes->vehicle[1],
                        [DURATION] = routes->duration};
    memcpy((char *)of[rows[r].of] + rows[r].at, &rows[r].value, sizeof rows[r].value);
    finished_is(routes, rows[r].message);
  }
}

/* Costs have 64 bits. */
static void costs_are_checked(void) {
  static const struct {
    size_t at;
    const char *message;
  } costs[] = {{OF(VehicleType, fixed),
                "vehicle type 2: expected a fixed cost from 0 to 9223372036854775807, found -1"},
               {OF(VehicleType, per_distance),
                "vehicle type 2: expected a cost of distance from 0 to 9223372036854775807, found -1"},
               {OF(VehicleType, per_duration),
                "vehicle type 2: expected a cost of time from 0 to 9223372036854775807, found -1"}};
  const int64_t value = -1;
  for (size_t r = 0; r < sizeof costs / sizeof *costs; r++) {
    RoutesInstance *routes = all_make();
    memcpy((char *)&routes->type[1] + costs[r].at, &value, sizeof value);
    finished_is(routes, costs[r].message);
  }
}

/* A type has so many breaks at most, whose lengths sum to a time. */
static void breaks_of_a_type_are_few(void) {
  RoutesInstance *routes = all_make();
  routes->pause[1].type = 0;
  routes->pause[0].length = ROUTES_LIMIT_MAX;
  routes->pause[1].length = 1;
  finished_is(routes, "vehicle type 1: expected a sum of breaks from 0 to 536870912, found 536870913");
  routes = fleet_line_make((RoutesSizes){.pauses = ROUTES_BREAKS_MAX + 1});
  for (int32_t k = 0; k <= ROUTES_BREAKS_MAX; k++) routes->pause[k].due = 90;
  finished_is(routes, "vehicle type 1: expected breaks from 0 to 4, found 5");
  routes = all_make();
  routes->pause[0].type = 1;
  routes->pause[1].type = 0;
  finished_is(routes,
              "break 2: expected a vehicle type, not below that of the break before, from 1 to 1, found 0");
}

/* ---- what people are told ---- */

static void text_is(RoutesInstance *routes, const char *expected) {
  char text[200];
  instance_size_text(&routes->head, text, sizeof text);
  if (strcmp(text, expected) != 0) printf("found '%s'\n", text);
  CU_ASSERT_STRING_EQUAL(text, expected);
  instance_free(&routes->head);
}

#define LINE "4 customers, vehicles of 2 types, capacity 10, EXPLICIT"

static void features_are_told(void) {
  static const RoutesWindow windows[] = {{0, 5}, {25, 30}};
  text_is(fleet_line_make((RoutesSizes){0}), LINE ", pickups, prizes");
  text_is(fleet_line_make((RoutesSizes){.reloads = 1}), LINE ", several trips, pickups, prizes");
  text_is(fleet_line_make((RoutesSizes){.releases = true}), LINE ", release times, pickups, prizes");
  text_is(fleet_line_make((RoutesSizes){.clusters = true}), LINE ", alternatives, pickups, prizes");
  RoutesInstance *routes = fleet_line_make((RoutesSizes){.windows = 2});
  memcpy(routes->window, windows, sizeof windows);
  for (int32_t c = 3; c <= 5; c++) routes->window_first[c] = 2;
  routes->stop[2].due = 30;
  text_is(routes, LINE ", several time windows, pickups, prizes");
  text_is(fleet_line_make((RoutesSizes){.pauses = 1}), LINE ", breaks, pickups, prizes");
  routes = fleet_line_make((RoutesSizes){.partners = true});
  routes->partner[3] = 1;
  routes->partner[1] = -3;
  text_is(routes, LINE ", 1 pickup and delivery pair, prizes");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(ranges_are_checked),
                                      TEST(costs_are_checked),
                                      TEST(breaks_of_a_type_are_few),
                                      TEST(features_are_told),
                                      {NULL, NULL}};
  return harness_run("routes_ranges", tests);
}
