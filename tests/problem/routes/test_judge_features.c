/* The judge of fleets: pairs, alternatives, several windows, and the messages about them. test_judge_fleet.c compares it with the oracle. */
#include <stdio.h>
#include <string.h>
#include "fixtures/fleet_line.h"
#include "fixtures/harness.h"

typedef struct Row { /* genes and what the judge says */
  int32_t gene[8];
  const char *message;
} Row;

static void rows_are_judged(const RoutesInstance *routes, const Row *row, size_t rows) {
  for (size_t r = 0; r < rows; r++) fleet_judged_is(routes, row[r].gene, row[r].message);
}

#define ROWS(rows) (rows), sizeof(rows) / sizeof *(rows)

static void cost_is(const RoutesInstance *routes, const int32_t *gene, int64_t expected) {
  int64_t cost = -1;
  CU_ASSERT_EQUAL(judge_fleet(&routes->head, gene, &cost, NULL), OK);
  if (cost != expected) printf("cost %lld, not %lld\n", (long long)cost, (long long)expected);
  CU_ASSERT_EQUAL(cost, expected);
}

/* ---- pairs ---- */

/* Customer 3 is the pickup of what customer 1 gets; the vehicle brings 1 and 4 of the others. */
static RoutesInstance *pairs_make(void) {
  RoutesInstance *routes = fleet_line_make((RoutesSizes){.partners = true});
  routes->partner[3] = 1;
  routes->partner[1] = -3;
  routes->stop[1].delivery[0] = 5;
  routes->stop[1].prize = 0;
  fleet_line_finish(routes);
  return routes;
}

static void pairs_are_judged(void) {
  static const Row rows[] = {
      {{-3, 2, 4, 1, 0, -1, -1, -1}, NULL},
      {{-2, 4, -3, 1, 0, -1, -1, -1}, NULL},
      {{-3, -2, 4, 1, 0, 1, -1, -1}, "route 1, customer 3: its delivery, customer 1, is in route 2"},
      {{-4, -1, -2, 3, 1, 0, 0, -1}, "route 2, customer 1: its pickup, customer 3, is in route 3"},
      {{-2, 3, -1, 4, 0, -1, -1, -1}, "route 1, customer 3: its delivery, customer 1, is left out"},
      {{-2, 1, -3, 4, 0, -1, -1, -1}, "route 1, customer 1: its pickup, customer 3, is left out"},
      {{-2, 1, 4, 3, 0, -1, -1, -1}, "route 1, customer 1: served before its pickup, customer 3"}};
  RoutesInstance *routes = pairs_make();
  rows_are_judged(routes, ROWS(rows));
  routes->type[0].capacity[0] = 9;
  fleet_judged_is(routes, rows[0].gene, "route 1, customer 3: load 10 over capacity 9 of vehicle type 1");
  instance_free(&routes->head);
}

/* A pair counts once: by its pickup. */
static void pairs_are_missed_once(void) {
  static const int32_t gene[] = {-2, 4, -3, 1, 0, -1, -1, -1};
  RoutesInstance *routes = pairs_make();
  int32_t first;
  CU_ASSERT_EQUAL(routes_missing(&routes->head, gene, &first), 1);
  CU_ASSERT_EQUAL(first, 3);
  cost_is(routes, gene, 80 + routes->absent_cost);
  instance_free(&routes->head);
}

/* ---- alternatives ---- */

/* Customers 4 and 2 are of one cluster, 1 of another. */
static RoutesInstance *clusters_make(int64_t prize) {
  RoutesInstance *routes = fleet_line_make((RoutesSizes){.clusters = true});
  routes->cluster[2] = routes->cluster[4] = 3;
  routes->cluster[1] = 4;
  routes->stop[2].prize = routes->stop[4].prize = prize;
  fleet_line_finish(routes);
  return routes;
}

static void one_of_a_cluster_is_served(void) {
  static const Row rows[] = {
      {{-1, 2, 3, -4, 0, -1, -1, -1}, NULL},
      {{-1, 4, 3, 2, 0, -1, -1, -1}, "route 1, customer 2: an alternative, customer 4, is served already"},
      {{-2, 3, -1, 4, 0, 1, -1, -1}, "route 2, customer 4: an alternative, customer 2, is served already"}};
  RoutesInstance *routes = clusters_make(17);
  rows_are_judged(routes, ROWS(rows));
  instance_free(&routes->head);
}

static void clusters_are_missed_once(void) {
  static const struct {
    int32_t gene[8];
    int32_t missing, first;
    int64_t cost; /* but for who is missing */
  } rows[] = {{{-1, 2, 3, -4, 0, -1, -1, -1}, 0, 0, 60},
              {{-1, 4, 3, -2, 0, -1, -1, -1}, 0, 0, 80},
              {{-3, 1, -4, 2, 0, -1, -1, -1}, 1, 2, 60},
              {{-3, -4, 2, 1, 0, -1, -1, -1}, 2, 1, 60},
              {{-4, 2, 1, 3, -1, -1, -1, -1}, 3, 1, 0}};
  RoutesInstance *required = clusters_make(ROUTES_REQUIRED), *optional = clusters_make(17);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    int32_t first;
    CU_ASSERT_EQUAL(routes_missing(&required->head, rows[r].gene, &first), rows[r].missing);
    CU_ASSERT_EQUAL(first, rows[r].first);
    cost_is(required, rows[r].gene, rows[r].cost + rows[r].missing * required->absent_cost);
    const int32_t free = rows[r].missing > 0;
    CU_ASSERT_EQUAL(routes_missing(&optional->head, rows[r].gene, &first), rows[r].missing - free);
    cost_is(optional, rows[r].gene,
            rows[r].cost + free * 17 + (rows[r].missing - free) * optional->absent_cost);
  }
  instance_free(&required->head);
  instance_free(&optional->head);
}

/* Clusters are counted in parts. */
static void clusters_of_many_are_counted(void) {
  enum { N = 5000 };
  const RoutesSizes sizes = {.customers = N, .places = 1, .profiles = 1, .types = 1, .clusters = true};
  static int32_t gene[2 * N];
  Instance *inst;
  int32_t first;
  CU_ASSERT_EQUAL_FATAL(routes_alloc(&sizes, &inst), OK);
  RoutesInstance *routes = (RoutesInstance *)inst;
  for (int32_t c = 1; c <= N; c++) {
    routes->cluster[c] = N - c / 2;
    gene[c - 1] = c == 1 || c == N - 2 ? -c : c;
    gene[N + c - 1] = ROUTES_LEFT_OUT;
  }
  gene[N] = 0;
  CU_ASSERT_EQUAL(routes_missing(inst, gene, &first), 2); /* N - 2 and N - 1, N */
  CU_ASSERT_EQUAL(first, N - 2);
  instance_free(inst);
}

/* ---- several windows ---- */

/* Customer 2 is served in 0..5, 25..30 or 50..60. */
static RoutesInstance *windows_make(void) {
  static const RoutesWindow windows[] = {{0, 5}, {25, 30}, {50, 60}};
  RoutesInstance *routes = fleet_line_make((RoutesSizes){.windows = 3});
  memcpy(routes->window, windows, sizeof windows);
  for (int32_t c = 3; c <= 5; c++) routes->window_first[c] = 3;
  routes->stop[2].due = 60;
  fleet_line_finish(routes);
  return routes;
}

static const int32_t round_trip[] = {-1, 2, 3, -4, 0, -1, -1, -1};

static void windows_are_judged(void) {
  RoutesInstance *routes = windows_make();
  routes->type[0].due[1] = 89;
  routes->stop[1].service = 10;
  fleet_judged_is(routes, round_trip, NULL);
  routes->stop[1].service = 11; /* at customer 2 at 31 */
  fleet_judged_is(routes, round_trip, "route 1: back at 90, due 89 of vehicle type 1");
  routes->stop[1].service = 40;
  fleet_judged_is(routes, round_trip, "route 1: back at 100, due 89 of vehicle type 1");
  routes->stop[1].service = 41;
  fleet_judged_is(routes, round_trip, "route 1, customer 2: served from 61, due 60");
  instance_free(&routes->head);
}

/* The way to customers 1, 2, 3 and back takes 60 without a wait. */
static void durations_are_the_shortest(void) {
  static const struct {
    int32_t service, ready, due,
        back; /* service at customer 1; window of the departure; the earliest return */
    int32_t duration;
  } rows[] = {
      {0, 0, ROUTES_LIMIT_MAX, 0, 60},   /* from 5 */
      {0, 11, ROUTES_LIMIT_MAX, 0, 60},  /* from 30, as that from 11 misses the second window */
      {11, 0, ROUTES_LIMIT_MAX, 0, 71},  /* from 19 */
      {0, 0, 2, 0, 63},                  /* from 2, at customer 2 at 22 */
      {0, 0, ROUTES_LIMIT_MAX, 100, 60}, /* from 40, in the third window; from 10 in the second it takes 90 */
      {0, 0, 20, 100, 80},               /* from 20, in the third window, which has begun at 50 */
      {0, 0, 39, 100, 61}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    RoutesInstance *routes = windows_make();
    char message[80];
    routes->stop[1].service = rows[r].service;
    routes->type[0].ready[0] = rows[r].ready;
    routes->type[0].due[0] = rows[r].due;
    routes->type[0].ready[1] = rows[r].back;
    routes->type[0].max_duration = rows[r].duration;
    fleet_judged_is(routes, round_trip, NULL);
    routes->type[0].max_duration--;
    snprintf(message, sizeof message, "route 1: duration %d over %d of vehicle type 1", rows[r].duration,
             rows[r].duration - 1);
    fleet_judged_is(routes, round_trip, message);
    instance_free(&routes->head);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(pairs_are_judged),
                                      TEST(pairs_are_missed_once),
                                      TEST(one_of_a_cluster_is_served),
                                      TEST(clusters_are_missed_once),
                                      TEST(clusters_of_many_are_counted),
                                      TEST(windows_are_judged),
                                      TEST(durations_are_the_shortest),
                                      {NULL, NULL}};
  return harness_run("judge_features", tests);
}
