/* The judge of fleets: several trips, release times and breaks, and the messages about them. test_judge_fleet.c compares it with the oracle. */
#include <stdio.h>
#include "fixtures/fleet_line.h"
#include "fixtures/harness.h"

/* Customer 2, a reload, customers 3 and 1; customer 4 is left out. */
static const int32_t two_trips[] = {-2, -3, 1, -4, 0, -2, -1, -1};

/* ---- trips ---- */

/* Two trips at most of the first type, three of the second, which load again for 3 at the depot; `more`: other arrays. */
static RoutesInstance *trips_with(RoutesSizes more) {
  more.reloads = 1;
  RoutesInstance *routes = fleet_line_make(more);
  routes->reload[0] = (RoutesReload){.place = 0, .due = ROUTES_LIMIT_MAX, .service = 3};
  routes->trips[0] = (RoutesTrips){2, 1};
  routes->trips[1] = (RoutesTrips){3, 1};
  fleet_line_finish(routes);
  return routes;
}

static void trips_are_counted(void) {
  static const struct {
    int32_t gene[8];
    const char *message;
  } rows[] = {
      {{-2, -3, 1, -4, 0, -2, -1, -1}, NULL},
      {{-2, -3, -1, -4, 1, -2, -2, -1}, NULL},
      {{-2, -3, -1, -4, 0, -2, -2, -1}, "route 1: 3 trips, at most 2 of vehicle type 1"},
      {{-2, -3, 1, -4, 0, -3, -1, -1}, "route 1, trip 2: expected a reload depot from 1 to 1, found 2"},
      {{-4, -2, -3, 1, 0, 1, -3, -1}, "route 2, trip 2: expected a reload depot from 1 to 1, found 2"}};
  RoutesInstance *routes = trips_with((RoutesSizes){0});
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    fleet_judged_is(routes, rows[r].gene, rows[r].message);
  routes->trips[0].reloads = 0;
  fleet_judged_is(routes, two_trips, "route 1, trip 2: vehicle type 1 may not load again at reload depot 1");
  instance_free(&routes->head);
}

static void cost_is(const RoutesInstance *routes, const int32_t *gene, int64_t expected) {
  int64_t cost = -1;
  CU_ASSERT_EQUAL(judge_fleet(&routes->head, gene, &cost, NULL), OK);
  CU_ASSERT_EQUAL(cost, expected);
}

/* To customer 2 and back is 40 long, to 3, 1 and back 60. A reload counts in time and distance alone: the vehicle's fixed cost is paid once. */
static void trips_cost_their_way(void) {
  RoutesInstance *routes = trips_with((RoutesSizes){0});
  cost_is(routes, two_trips, 100 + 17);
  routes->type[0].fixed = 1000;
  cost_is(routes, two_trips, 1100 + 17);
  routes->type[0].per_duration = 1;
  cost_is(routes, two_trips, 1100 + 103 + 17);
  instance_free(&routes->head);
}

/* Trip 2 leaves with 4 for customer 1, and gets 5 at customer 3. */
static void loads_are_those_of_a_trip(void) {
  RoutesInstance *routes = trips_with((RoutesSizes){0});
  routes->type[0].capacity[0] = 9;
  fleet_judged_is(routes, two_trips, NULL);
  routes->type[0].capacity[0] = 8;
  fleet_judged_is(routes, two_trips, "route 1, trip 2, customer 3: load 9 over capacity 8 of vehicle type 1");
  routes->type[0].capacity[0] = 3;
  fleet_judged_is(routes, two_trips, "route 1, trip 1: load 4 over capacity 3 of vehicle type 1");
  instance_free(&routes->head);
}

/* The second trip leaves at 43, is at customer 3 at 73 and back at 103. */
static void times_go_on_behind_a_reload(void) {
  RoutesInstance *routes = trips_with((RoutesSizes){0});
  routes->reload[0].due = 40;
  routes->stop[3].due = 73;
  routes->type[0].due[1] = 103;
  routes->type[0].max_duration = 103;
  routes->type[0].max_distance = 100;
  routes->type[0].max_stops = 3;
  fleet_judged_is(routes, two_trips, NULL);
  routes->type[0].max_distance = 99;
  fleet_judged_is(routes, two_trips, "route 1: distance 100 over 99 of vehicle type 1");
  routes->type[0].max_distance = 100;
  routes->type[0].max_stops = 2;
  fleet_judged_is(routes, two_trips, "route 1: 3 stops, at most 2 of vehicle type 1");
  routes->type[0].max_stops = 3;
  routes->type[0].max_duration = 102;
  fleet_judged_is(routes, two_trips, "route 1: duration 103 over 102 of vehicle type 1");
  routes->type[0].due[1] = 102;
  fleet_judged_is(routes, two_trips, "route 1: back at 103, due 102 of vehicle type 1");
  routes->stop[3].due = 72;
  fleet_judged_is(routes, two_trips, "route 1, trip 2, customer 3: served from 73, due 72");
  routes->reload[0].due = 39;
  fleet_judged_is(routes, two_trips, "route 1, trip 2: loads from 40 at reload depot 1, due 39");
  instance_free(&routes->head);
}

static void pairs_are_in_a_trip(void) {
  static const int32_t apart[] = {-3, 2, -1, 4, 0, -2, -1, -1}, before[] = {-4, 2, -1, 3, 0, -2, -1, -1};
  RoutesInstance *routes = trips_with((RoutesSizes){.partners = true});
  routes->partner[3] = 1;
  routes->partner[1] = -3;
  routes->stop[1].delivery[0] = 5;
  fleet_judged_is(routes, two_trips, NULL);
  fleet_judged_is(routes, apart,
                  "route 1, trip 1, customer 3: its delivery, customer 1, is in trip 2 of route 1");
  fleet_judged_is(routes, before, "route 1, trip 2, customer 1: served before its pickup, customer 3");
  instance_free(&routes->head);
}

/* ---- release times ---- */

/* Without a release the second trip leaves at 43. */
static void goods_are_waited_for(void) {
  RoutesInstance *routes = trips_with((RoutesSizes){.releases = true});
  routes->stop[3].due = 80;
  routes->release[1] = 50;
  fleet_judged_is(routes, two_trips, NULL);
  routes->release[1] = 51;
  fleet_judged_is(routes, two_trips, "route 1, trip 2, customer 3: served from 81, due 80");
  routes->release[1] = 0;
  routes->release[2] = 7;
  fleet_judged_is(routes, two_trips, NULL);
  routes->release[2] = 8;
  fleet_judged_is(routes, two_trips, "route 1, trip 2, customer 3: served from 81, due 80");
  routes->type[0].due[0] = 7;
  fleet_judged_is(routes, two_trips,
                  "route 1, customer 2: its goods are released at 8, vehicle type 1 leaves by 7");
  instance_free(&routes->head);
}

/* ---- breaks ---- */

static RoutesInstance *breaks_make(int32_t pauses) {
  RoutesInstance *routes = fleet_line_make((RoutesSizes){.pauses = pauses});
  for (int32_t k = 0; k < pauses; k++) routes->pause[k].due = ROUTES_LIMIT_MAX;
  fleet_line_finish(routes);
  return routes;
}

static const int32_t one_trip[] = {-1, 2, 3, -4, 0, -1, -1, -1};

/* A break that begins by 5 is on the way to customer 1. */
static void breaks_fit_somewhere(void) {
  RoutesInstance *routes = breaks_make(1);
  routes->pause[0] = (RoutesBreak){.type = 0, .ready = 0, .due = 5, .length = 25};
  routes->stop[1].due = 35;
  fleet_judged_is(routes, one_trip, NULL);
  routes->pause[0].length = 26;
  fleet_judged_is(routes, one_trip,
                  "route 1: break 1 of vehicle type 1, of length 26, that begins from 0 to 5, fits nowhere");
  routes->pause[0] = (RoutesBreak){.type = 0, .ready = 11, .due = 12, .length = 24};
  fleet_judged_is(routes, one_trip, NULL); /* before customer 1, waited for */
  routes->pause[0].length = 25;
  routes->stop[2].due = 46;
  fleet_judged_is(routes, one_trip, NULL); /* behind it: at customer 2 at 46, due 46 */
  routes->stop[2].due = 44;
  fleet_judged_is(
      routes, one_trip,
      "route 1: break 1 of vehicle type 1, of length 25, that begins from 11 to 12, fits nowhere");
  routes->pause[0].type = 1;
  fleet_judged_is(routes, one_trip, NULL);
  instance_free(&routes->head);
}

/* In the order of the list; they take 30 of the time. */
static void breaks_take_time(void) {
  RoutesInstance *routes = breaks_make(2);
  routes->pause[0].length = 10;
  routes->pause[1].length = 20;
  routes->type[0].max_duration = 90;
  fleet_judged_is(routes, one_trip, NULL);
  routes->type[0].max_duration = 89;
  fleet_judged_is(routes, one_trip, "route 1: duration 90 over 89 of vehicle type 1");
  routes->pause[1].due = 3;
  routes->type[0].max_duration = ROUTES_NO_LIMIT;
  fleet_judged_is(routes, one_trip,
                  "route 1: break 2 of vehicle type 1, of length 20, that begins from 0 to 3, fits nowhere");
  instance_free(&routes->head);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(trips_are_counted),           TEST(trips_cost_their_way), TEST(loads_are_those_of_a_trip),
      TEST(times_go_on_behind_a_reload), TEST(pairs_are_in_a_trip),  TEST(goods_are_waited_for),
      TEST(breaks_fit_somewhere),        TEST(breaks_take_time),     {NULL, NULL}};
  return harness_run("judge_trips", tests);
}
