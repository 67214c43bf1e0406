/* The last step of readers of fleets: ranges, customers that no vehicle can serve, and the costs that decide first. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/routes/routes.h"

/* Three customers at places 1..3 of a line, 10 apart, the depot at place 0; `more`: its optional arrays. */
static RoutesInstance *line_with(int32_t types, RoutesSizes more) {
  Instance *inst;
  more.customers = 3;
  more.places = 4;
  more.profiles = 1;
  more.types = types;
  more.allowed = true;
  CU_ASSERT_EQUAL_FATAL(routes_alloc(&more, &inst), OK);
  RoutesInstance *routes = (RoutesInstance *)inst;
  routes->loads = 1;
  strcpy(inst->name, "line");
  for (int32_t t = 0; t < types; t++) routes->type[t].capacity[0] = 10;
  for (int32_t c = 1; c <= 3; c++) {
    routes->stop[c].place = c;
    routes->stop[c].delivery[0] = 4;
  }
  for (int32_t a = 0; a < 4; a++)
    for (int32_t b = 0; b < 4; b++) routes->distance[4 * a + b] = 10 * (a > b ? a - b : b - a);
  return routes;
}

static RoutesInstance *line_make(int32_t types) { return line_with(types, (RoutesSizes){0}); }

static void finish_is(RoutesInstance *routes, bool vehicles_first, Status status, const char *message) {
  status_clear();
  CU_ASSERT_EQUAL(routes_finish(routes, vehicles_first), status);
  if (strcmp(status_message(), message) != 0) printf("found '%s'\n", status_message());
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  status_clear();
  instance_free(&routes->head);
}

/* The dearest way to a customer and away from it is 20 + 20, 20 + 20 or 30 + 30 long. */
static void absence_costs_more_than_all(void) {
  RoutesInstance *routes = line_make(1);
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  CU_ASSERT(routes->route_cost == 0 && routes->absent_cost == 1000);
  routes->stop[2].prize = 860;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  CU_ASSERT_EQUAL(routes->absent_cost, 10000);
  routes->stop[2].prize = 859;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  CU_ASSERT_EQUAL(routes->absent_cost, 1000);
  routes->type[0].fixed = 100;
  routes->type[0].per_duration = 2;
  routes->stop[3].ready = 7;
  routes->stop[3].service = 5;
  routes->stop[1].setup = 1; /* 859 + 3 * 140 + 300 + 2 * (3 * 7 + 5 + 1) = 1633 */
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  CU_ASSERT_EQUAL(routes->absent_cost, 10000);
  CU_ASSERT_EQUAL(routes_finish(routes, true), OK);
  CU_ASSERT(routes->route_cost == 1000000000 && routes->absent_cost == 10000000000);
  routes->head.decimals = 2;
  routes->type[0].count = 1;
  CU_ASSERT_EQUAL(routes_finish(routes, true), OK);
  CU_ASSERT(routes->route_cost == 100000000000 && routes->absent_cost == 1000000000000);
  routes->type[0].per_distance = 1000000000;
  finish_is(routes, true, ERR_FORMAT, "vehicles first: expected costs that sum to less than 1000000000");
  routes = line_make(1);
  routes->type[0].per_distance = INT64_MAX;
  finish_is(routes, false, ERR_FORMAT,
            "expected costs with fewer digits: those of 3 customers, with 0 decimals, could be too large for "
            "64-bit numbers");
}

/* Ways of 20, 20 and 30 to customers and 30 home, services of 5 and 2: routes of 107 at most; all costs sum to 140 + 2 * (140 + 7 + waits). */
static void longest_route_costs(void) {
  RoutesInstance *routes = line_make(1);
  routes->stop[1].service = 5;
  routes->stop[3].setup = 2;
  routes->longest_first = true;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  CU_ASSERT(routes->balance == 1000 && routes->absent_cost == 108000);
  routes->type[0].due[1] = 90;
  CU_ASSERT(routes_finish(routes, false) == OK && routes->absent_cost == 91000);
  routes->type[0].max_duration = 85;
  routes->type[0].per_duration = 50;
  CU_ASSERT(routes_finish(routes, false) == OK && routes->balance == 10000 && routes->absent_cost == 860000);
  routes->longest_first = false;
  routes->balance = 3; /* 140 + 50 * 147 + 3 * 85 */
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  CU_ASSERT(routes->balance == 3 && routes->absent_cost == 10000);
  routes->balance = 32; /* 140 + 50 * 147 + 32 * 85 */
  CU_ASSERT(routes_finish(routes, false) == OK && routes->absent_cost == 100000);
  routes->balance = -1;
  finish_is(routes, false, ERR_FORMAT,
            "line 3: expected a price of the longest route from 0 to 2305843009213693951, found -1");
}

static void longest_route_is_refused(void) {
  RoutesInstance *routes = line_make(1);
  routes->longest_first = true;
  routes->stop[2].prize = 5;
  finish_is(routes, false, ERR_FORMAT,
            "longest route first: expected customers who must be served, found customer 2, who may be left "
            "out: say balance:W with the price W of the longest route");
  routes = line_make(1);
  routes->balance = 1;
  finish_is(routes, true, ERR_FORMAT, "vehicles first: expected no cost of the longest route beside them");
  routes = line_make(1);
  routes->longest_first = true;
  routes->type[0].fixed = INT64_MAX / 64;
  finish_is(
      routes, false, ERR_FORMAT,
      "longest route first: expected costs with fewer digits (--scale), or balance:W with a price W of the "
      "longest route: those of 3 customers, with 0 decimals, could be too large for 64-bit numbers");
}

/* Other prices of the longest route, and the longest route first, are other instances. */
static void longest_route_is_in_the_digest(void) {
  uint64_t digest[4];
  for (int k = 0; k < 4; k++) {
    RoutesInstance *routes = line_make(1);
    routes->balance = k % 3;
    routes->longest_first = k == 3;
    CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
    digest[k] = routes->head.digest;
    instance_free(&routes->head);
    for (int j = 0; j < k; j++) CU_ASSERT_NOT_EQUAL(digest[j], digest[k]);
  }
}

enum { STOP = 1, TYPE, MATRIX };
#define AT(type, member) (offsetof(type, member) / sizeof(int32_t))

/* Every number out of its range, by its place in its struct. */
static void ranges_are_checked(void) {
  static const struct {
    int of;
    size_t at;
    int32_t value;
    const char *message;
  } rows[] = {
      {STOP, AT(RouteStop, place), 4, "customer 2: expected a place from 0 to 3, found 4"},
      {STOP, AT(RouteStop, place), -1, "customer 2: expected a place from 0 to 3, found -1"},
      {STOP, AT(RouteStop, ready), -1, "customer 2: expected a time window from 0 to 536870912, found -1"},
      {STOP, AT(RouteStop, due), ROUTES_NO_LIMIT,
       "customer 2: expected a time window from 0 to 536870912, found 2147483647"},
      {STOP, AT(RouteStop, service), -1, "customer 2: expected a service time from 0 to 536870912, found -1"},
      {STOP, AT(RouteStop, setup), -1, "customer 2: expected a setup time from 0 to 536870912, found -1"},
      {STOP, AT(RouteStop, flags), 1, "customer 2: expected a mark of backhauls from 0 to 0, found 1"},
      {STOP, AT(RouteStop, delivery[0]), -1,
       "customer 2: expected a delivery from 0 to 536870912 in dimension 1, found -1"},
      {STOP, AT(RouteStop, pickup[7]), 1,
       "customer 2: expected a pickup from 0 to 0 in dimension 8, found 1"},
      {TYPE, AT(VehicleType, count), 0,
       "vehicle type 1: expected a number of vehicles from 1 to 536870912, found 0"},
      {TYPE, AT(VehicleType, place[0]), -2, "vehicle type 1: expected a start place from 0 to 3, found -2"},
      {TYPE, AT(VehicleType, place[1]), 4, "vehicle type 1: expected an end place from 0 to 3, found 4"},
      {TYPE, AT(VehicleType, ready[1]), -1,
       "vehicle type 1: expected a window of the return from 0 to 536870912, found -1"},
      {TYPE, AT(VehicleType, profile), 1, "vehicle type 1: expected a matrix from 0 to 0, found 1"},
      {TYPE, AT(VehicleType, max_distance), -1,
       "vehicle type 1: expected a limit on distance from 0 to 536870912, found -1"},
      {TYPE, AT(VehicleType, max_duration), -1,
       "vehicle type 1: expected a limit on duration from 0 to 536870912, found -1"},
      {TYPE, AT(VehicleType, max_stops), 0,
       "vehicle type 1: expected a limit on stops from 1 to 536870912, found 0"},
      {TYPE, AT(VehicleType, capacity[0]), -1,
       "vehicle type 1: expected a capacity from 0 to 536870912 in dimension 1, found -1"},
      {TYPE, AT(VehicleType, capacity[1]), 1,
       "vehicle type 1: expected a capacity from 0 to 0 in dimension 2, found 1"},
      {MATRIX, 7, -1, "expected a distance from place 1 to place 3 from 0 to 268435456, found -1"},
      {MATRIX, 7, ROUTES_DISTANCE_MAX + 1,
       "expected a distance from place 1 to place 3 from 0 to 268435456, found 268435457"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = line_make(1);
    int32_t *const all[] = {[STOP] = (int32_t *)&routes->stop[2],
                            [TYPE] = (int32_t *)&routes->type[0],
                            [MATRIX] = routes->distance};
    all[rows[r].of][rows[r].at] = rows[r].value;
    finish_is(routes, false, ERR_FORMAT, rows[r].message);
  }
}

static void windows_have_an_order(void) {
  RoutesInstance *routes = line_make(1);
  routes->stop[1].ready = 20;
  routes->stop[1].due = 19;
  routes->first_customer = 5;
  finish_is(routes, false, ERR_FORMAT,
            "customer 5: expected a time window that ends at 20 or later, found 19");
  routes = line_make(1);
  routes->stop[1].prize = -2;
  finish_is(routes, false, ERR_FORMAT,
            "customer 1: expected a prize from 0 to 9223372036854775807, found -2");
  routes = line_make(1);
  routes->type[0].capacity[0] = ROUTES_NO_LIMIT;
  routes->stop[1].delivery[0] = routes->stop[2].pickup[0] = ROUTES_LIMIT_MAX / 2;
  finish_is(routes, false, ERR_FORMAT,
            "expected loads that sum to 536870912 at most where no capacity limits them, found 536870920");
}

/* ---- pairs ---- */

/* Customer 3 is picked up, customer 1 is its delivery; customer 2 is of none. */
static RoutesInstance *pairs_make(void) {
  RoutesInstance *routes = line_with(1, (RoutesSizes){.partners = true});
  routes->partner[3] = 1;
  routes->partner[1] = -3;
  routes->stop[3].delivery[0] = 0;
  routes->stop[3].pickup[0] = 4;
  routes->stop[1].prize = 0;
  return routes;
}

static void pairs_are_checked(void) {
  static const struct {
    size_t at;
    int32_t customer, value;
    const char *message;
  } rows[] = {
      {AT(RouteStop, delivery[0]), 3, 1,
       "customer 1: expected a delivery at the pickup of a pair from 0 to 0 in dimension 1, found 1"},
      {AT(RouteStop, pickup[0]), 1, 2,
       "customer 1: expected a pickup at the delivery of a pair from 0 to 0 in dimension 1, found 2"},
      {AT(RouteStop, delivery[0]), 1, 5,
       "customer 1: expected what its pickup gives, a delivery, from 4 to 4 in dimension 1, found 5"},
      {AT(RouteStop, prize), 1, 9,
       "customer 1: expected a prize of a delivery, as that of the pair is its pickup's, from 0 to 0, found "
       "9"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = pairs_make();
    ((int32_t *)&routes->stop[rows[r].customer])[rows[r].at] = rows[r].value;
    finish_is(routes, false, ERR_FORMAT, rows[r].message);
  }
}

static void partners_are_checked(void) {
  static const struct {
    int32_t partner[4];
    const char *message;
  } rows[] = {{{0, -3, 0, 1}, ""},
              {{0, 0, 0, 0}, ""},
              {{0, -3, 0, 4}, "customer 1: expected a partner whose partner it is, found customer 3"},
              {{0, 0, 9, 0}, "customer 2: expected a partner from -3 to 3, found 9"},
              {{0, 0, 2, 0}, "customer 2: expected a partner whose partner it is, found customer 2"},
              {{0, 0, -2, 0}, "customer 2: expected a partner whose partner it is, found customer 2"},
              {{0, 2, 3, -2}, "customer 1: expected a partner whose partner it is, found customer 2"},
              {{0, 3, 0, 1}, "customer 1: expected a partner whose partner it is, found customer 3"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = pairs_make();
    memcpy(routes->partner, rows[r].partner, sizeof rows[r].partner);
    finish_is(routes, false, rows[r].message[0] ? ERR_FORMAT : OK, rows[r].message);
  }
  RoutesInstance *routes = pairs_make();
  routes->backhauls = BACKHAULS_LAST;
  finish_is(routes, false, ERR_FORMAT,
            "customer 1: expected no pair of pickup and delivery, as there are backhauls");
}

/* The vehicle goes 30 to the pickup, 20 to the delivery and 10 back. */
static void pairs_out_of_reach(void) {
  static const struct {
    int of;
    size_t at;
    int32_t kept, broken;
    const char *message;
  } rows[] = {{1, AT(RouteStop, due), 50, 49, "its delivery is reached at 50, over 49"},
              {3, AT(RouteStop, due), 30, 29, "it is reached at 30, over 29"},
              {0, AT(VehicleType, max_distance), 60, 59, "the route is as long as 60, over 59"},
              {0, AT(VehicleType, max_duration), 60, 59, "the route takes 60, over 59"},
              {0, AT(VehicleType, due[1]), 60, 59, "the vehicle is back at 60, over 59"},
              {0, AT(VehicleType, max_stops), 2, 1, "the stops of the route are 2, over 1"},
              {0, AT(VehicleType, capacity[0]), 4, 3, "its load is 4, over 3"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    char message[200];
    for (int broken = 0; broken < 2; broken++) {
      RoutesInstance *routes = pairs_make();
      int32_t *const numbers = rows[r].of ? (int32_t *)&routes->stop[rows[r].of] : (int32_t *)routes->type;
      routes->stop[2].prize = 0;
      numbers[rows[r].at] = broken ? rows[r].broken : rows[r].kept;
      snprintf(message, sizeof message, "no vehicle can serve customer 3, so there is no solution: %s",
               rows[r].message);
      finish_is(routes, false, broken ? ERR_NO_SOLUTION : OK, broken ? message : "");
    }
  }
  RoutesInstance *routes = pairs_make();
  routes->allowed[1] = 0;
  finish_is(routes, false, ERR_NO_SOLUTION,
            "no vehicle can serve customer 3, so there is no solution: no vehicle type may serve it");
}

/* ---- clusters and windows ---- */

static void clusters_are_checked(void) {
  static const struct {
    int32_t cluster[4], partner, prize;
    const char *message;
  } rows[] = {
      {{0, 3, 0, 3}, 0, 5, ""},
      {{0, 3, 4, 3}, 0, 5, "customer 2: expected a cluster from 0 to 3, found 4"},
      {{0, 3, -1, 3}, 0, 5, "customer 2: expected a cluster from 0 to 3, found -1"},
      {{0, 3, 0, 3}, 0, 6, "customer 3: expected a prize of 5, as customer 1 of the same cluster, found 6"},
      {{0, 0, 3, 0}, 2, 0, "customer 2: expected no cluster, as it is of a pair of pickup and delivery"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = line_with(1, (RoutesSizes){.partners = true, .clusters = true});
    memcpy(routes->cluster, rows[r].cluster, sizeof rows[r].cluster);
    routes->stop[1].prize = 5;
    routes->stop[3].prize = rows[r].prize;
    if (rows[r].partner) {
      routes->partner[2] = 3;
      routes->partner[3] = -2;
      routes->stop[2].delivery[0] = routes->stop[3].delivery[0] = 0;
    }
    finish_is(routes, false, rows[r].message[0] ? ERR_FORMAT : OK, rows[r].message);
  }
}

/* Customer 2 has two windows. */
static void several_windows_are_checked(void) {
  static const struct {
    RoutesWindow window[2];
    int32_t ready, due, first[5];
    const char *message;
  } rows[] = {
      {{{3, 5}, {6, 90}}, 3, 90, {0, 0, 0, 2, 2}, ""},
      {{{3, 5}, {6, ROUTES_LIMIT_MAX}}, 3, ROUTES_LIMIT_MAX, {0, 0, 0, 2, 2}, ""},
      {{{3, 5}, {5, 90}},
       3,
       90,
       {0, 0, 0, 2, 2},
       "customer 2: expected a begin of a time window, behind the one before, from 6 to 536870912, found 5"},
      {{{3, 5}, {9, 8}},
       3,
       8,
       {0, 0, 0, 2, 2},
       "customer 2: expected a time window that ends at 9 or later, found 8"},
      {{{3, 5}, {6, 90}},
       2,
       90,
       {0, 0, 0, 2, 2},
       "customer 2: expected a begin of all time windows from 3 to 3, found 2"},
      {{{3, 5}, {6, 90}},
       3,
       91,
       {0, 0, 0, 2, 2},
       "customer 2: expected an end of all time windows from 90 to 90, found 91"},
      {{{3, 5}, {6, 90}}, 3, 90, {0, 1, 1, 2, 2}, "line 3: expected a first window from 0 to 0, found 1"},
      {{{3, 5}, {6, 90}}, 3, 90, {0, 0, 0, 3, 2}, "customer 2: expected a last window from 0 to 2, found 3"},
      {{{3, 5}, {6, 90}}, 3, 90, {0, 0, 0, 2, 1}, "customer 3: expected a last window from 2 to 2, found 1"},
      {{{3, 5}, {6, 90}}, 3, 5, {0, 0, 0, 1, 1}, "line 3: expected a last window from 2 to 2, found 1"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = line_with(1, (RoutesSizes){.windows = 2});
    memcpy(routes->window, rows[r].window, sizeof rows[r].window);
    memcpy(routes->window_first, rows[r].first, sizeof rows[r].first);
    routes->stop[2].ready = rows[r].ready;
    routes->stop[2].due = rows[r].due;
    finish_is(routes, false, rows[r].message[0] ? ERR_FORMAT : OK, rows[r].message);
  }
}

/* Waits may last until the last of all windows begins. */
static void absence_costs_more_than_waits(void) {
  RoutesInstance *routes = line_with(1, (RoutesSizes){.windows = 2});
  static const RoutesWindow windows[] = {{0, 0}, {286, 286}};
  memcpy(routes->window, windows, sizeof windows);
  routes->window_first[3] = routes->window_first[4] = 2;
  routes->stop[2].due = 286;
  routes->type[0].per_duration = 1;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK); /* 140 + 140 + 3 * 286 = 1138 */
  CU_ASSERT_EQUAL(routes->absent_cost, 10000);
  routes->window[1].ready = 239; /* 997 */
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  CU_ASSERT_EQUAL(routes->absent_cost, 1000);
  instance_free(&routes->head);
}

/* ---- reach ---- */

/* Customers 1 and 3 are alternatives, at 10 and 30. */
static void clusters_have_reach(void) {
  for (int far = 0; far < 2; far++) {
    RoutesInstance *routes = line_with(1, (RoutesSizes){.clusters = true});
    routes->cluster[1] = routes->cluster[3] = 1;
    routes->stop[2].prize = 0;
    routes->stop[1].due = 9;
    routes->stop[3].due = 30 - far;
    finish_is(routes, false, far ? ERR_NO_SOLUTION : OK,
              far ? "no vehicle can serve customer 1 or an alternative of it, so there is no solution: it is "
                    "reached at "
                    "10, over 9"
                  : "");
  }
}

/* The vehicle is at customer 3 at 30, behind its first window, and has to be back. */
static void windows_have_reach(void) {
  for (int late = 0; late < 2; late++) {
    RoutesInstance *routes = line_with(1, (RoutesSizes){.windows = 2});
    static const RoutesWindow windows[] = {{0, 29}, {40, 50}};
    memcpy(routes->window, windows, sizeof windows);
    routes->window_first[4] = 2;
    routes->stop[3].due = 50;
    routes->type[0].max_duration = 60; /* from 10, not from 0 */
    routes->type[0].due[1] = 70 - late;
    finish_is(
        routes, false, late ? ERR_NO_SOLUTION : OK,
        late ? "no vehicle can serve customer 3, so there is no solution: the vehicle is back at 70, over 69"
             : "");
  }
}

/* One limit of the type or the customer, and what it refuses. Customer 3 is 30 away. */
static void customers_out_of_reach(void) {
  static const struct {
    int of;
    size_t at;
    int32_t least; /* the tightest value that leaves a route */
    const char *message;
  } rows[] = {{TYPE, AT(VehicleType, capacity[0]), 4, "its load is 4, over 3"},
              {STOP, AT(RouteStop, due), 30, "it is reached at 30, over 29"},
              {TYPE, AT(VehicleType, due[1]), 60, "the vehicle is back at 60, over 59"},
              {TYPE, AT(VehicleType, max_duration), 60, "the route takes 60, over 59"},
              {TYPE, AT(VehicleType, max_distance), 60, "the route is as long as 60, over 59"}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    for (int32_t less = 0; less < 2; less++) {
      RoutesInstance *routes = line_make(1);
      int32_t *const all[] = {[STOP] = (int32_t *)&routes->stop[3], [TYPE] = (int32_t *)&routes->type[0]};
      char message[200] = "";
      all[rows[r].of][rows[r].at] = rows[r].least - less;
      if (less)
        snprintf(message, sizeof message, "no vehicle can serve customer %d, so there is no solution: %s",
                 r == 0 ? 1 : 3, rows[r].message);
      finish_is(routes, false, less ? ERR_NO_SOLUTION : OK, message);
    }
}

/* Another type, a way round, an open end and a prize each leave a route or need none. */
static void reach_has_ways(void) {
  RoutesInstance *routes = line_make(2);
  routes->type[0].max_distance = 59;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  routes->allowed[3] = 1; /* not the other type */
  CU_ASSERT_EQUAL(routes_finish(routes, false), ERR_NO_SOLUTION);
  routes->type[0].place[1] = ROUTES_OPEN;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  routes->type[0].place[1] = 0;
  routes->stop[3].prize = 0;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  routes->stop[3].prize = ROUTES_REQUIRED;
  routes->distance[3 * 4 + 2] = 9; /* 30 + 9 + 20 */
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  routes->distance[3 * 4 + 2] = 10;
  routes->distance[2 * 4 + 3] = 9;
  CU_ASSERT_EQUAL(routes_finish(routes, false), OK);
  routes->allowed[3] = 0;
  finish_is(routes, false, ERR_NO_SOLUTION,
            "no vehicle can serve customer 3, so there is no solution: no vehicle type may serve it");
  routes = line_make(1);
  routes->backhauls = BACKHAULS_NOT_ALONE;
  for (int32_t c = 1; c <= 3; c++) routes->stop[c].flags = ROUTES_BACKHAUL;
  finish_is(routes, false, ERR_NO_SOLUTION,
            "no vehicle can serve customer 1, so there is no solution: no route may be of backhauls only");
}

/* A vehicle that waits leaves later: the shortest duration counts. */
static void departures_are_delayed(void) {
  for (int32_t due = 9; due <= 10; due++) {
    RoutesInstance *routes = line_make(1);
    routes->stop[3].ready = 40;
    routes->stop[3].service = 5;
    routes->type[0].due[0] = due;
    routes->type[0].max_duration = 65;
    finish_is(routes, false, due == 10 ? OK : ERR_NO_SOLUTION,
              due == 10 ? ""
                        : "no vehicle can serve customer 3, so there is no solution: the route takes 66, "
                          "over 65");
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(longest_route_costs),
                                      TEST(longest_route_is_refused),
                                      TEST(longest_route_is_in_the_digest),
                                      TEST(absence_costs_more_than_all),
                                      TEST(ranges_are_checked),
                                      TEST(windows_have_an_order),
                                      TEST(pairs_are_checked),
                                      TEST(clusters_are_checked),
                                      TEST(several_windows_are_checked),
                                      TEST(absence_costs_more_than_waits),
                                      TEST(clusters_have_reach),
                                      TEST(windows_have_reach),
                                      TEST(partners_are_checked),
                                      TEST(pairs_out_of_reach),
                                      TEST(customers_out_of_reach),
                                      TEST(reach_has_ways),
                                      TEST(departures_are_delayed),
                                      {NULL, NULL}};
  return harness_run("routes_finish", tests);
}
