/* libFuzzer target: any bytes are an instance of a fleet or refused with a place, and an instance is one in every respect. Built and run
 * by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fleet_checks.h"
#include "problem/routes/files/fleet_files.h"
#include "problem/routes/files/fleet_solution.h"
#include "problem/routes/routes_options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_matrix(const RoutesInstance *routes) {
  const size_t places = (size_t)routes->places;
  for (size_t k = 0; k < places * places; k++)
    expect(routes->distance[k] >= 0 && routes->distance[k] <= ROUTES_DISTANCE_MAX, "distances fit");
  for (size_t v = 0; v < places; v++) expect(routes->distance[v * places + v] == 0, "the diagonal is 0");
}

static void check_stops(const RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n; c++) {
    const RouteStop *stop = &routes->stop[c];
    expect(stop->place >= 0 && stop->place < routes->places && stop->setup == 0, "customers have places");
    expect(stop->ready >= 0 && stop->ready <= stop->due && stop->due <= ROUTES_LIMIT_MAX, "windows fit");
    expect(routes_pair_end(routes, c) < 0 ? stop->prize == 0
                                          : stop->prize == ROUTES_REQUIRED || stop->prize >= 0,
           "prizes are not negative, or the pickup's");
    for (int32_t load = routes->loads; load < ROUTES_LOADS_MAX; load++)
      expect(stop->delivery[load] == 0 && stop->pickup[load] == 0, "loads that there are not are 0");
  }
}

static void check_pairs(const RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n; c++) {
    const RouteStop *stop = &routes->stop[c];
    if (routes_pair_end(routes, c) <= 0) continue;
    const int32_t delivery = routes->partner[c];
    expect(delivery <= routes->head.n && routes->partner[delivery] == -c, "partners name each other");
    for (int32_t load = 0; load < routes->loads; load++)
      expect(stop->pickup[load] == routes->stop[delivery].delivery[load], "what is picked up is delivered");
  }
}

static void check_types(const RoutesInstance *routes) {
  for (int32_t t = 0; t < routes->types; t++) {
    const VehicleType *type = &routes->type[t];
    expect(type->count >= 1 && type->profile == 0 && type->unused == 0, "types have vehicles");
    expect(type->place[0] >= 0 && type->place[0] < routes->places, "vehicles have a depot");
    expect(type->place[1] >= ROUTES_OPEN && type->place[1] < routes->places, "and return to one or nowhere");
    expect(type->place[1] == type->place[0] || type->place[1] == ROUTES_OPEN ||
               (type->place[1] == routes->places - 1 && type->max_distance != ROUTES_NO_LIMIT),
           "which is another only of a team's");
  }
  for (int32_t k = 0; k < routes->vehicles; k++)
    expect(routes->vehicle[k] >= 0 && routes->vehicle[k] < routes->types, "vehicles have types");
}

static void check_instance(const char *text, size_t size, const RoutesSettings *settings) {
  Instance *inst = NULL;
  status_clear();
  const Status status = fleet_parse("fuzz", text, size, settings, &inst);
  expect(status == OK ? inst != NULL : inst == NULL, "an instance or an error, not both");
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (!inst) return;
  expect(inst->n >= 1 && inst->digest == instance_digest(inst), "n and digest are right");
  const RoutesInstance *routes = routes_of(inst);
  check_matrix(routes);
  check_stops(routes);
  check_pairs(routes);
  check_types(routes);
  check_trips(routes);
  check_absence(routes);
  check_windows(routes);
  instance_free(inst);
}

enum { CUSTOMERS = 6 };

/* Vehicles 1 to 3 are of types 1, 2, 1; or there are so many types. */
static RoutesInstance *instance_make(int32_t types, bool vehicles, bool ids) {
  const RoutesSizes sizes = {.customers = CUSTOMERS,
                             .places = 1,
                             .profiles = 1,
                             .types = types,
                             .vehicles = vehicles ? 3 : 0,
                             .ids = ids};
  Instance *inst;
  if (routes_alloc(&sizes, &inst) != OK) return NULL;
  RoutesInstance *routes = (RoutesInstance *)inst;
  for (int32_t c = 1; c <= CUSTOMERS; c++) {
    if (ids) routes->id[c] = c * c;
    if (c % 2) routes->stop[c].prize = c;
  }
  for (int32_t v = 0; v < sizes.vehicles; v++) routes->vehicle[v] = v == 1;
  expect(routes_finish(routes, false) == OK, "the instance is one");
  return routes;
}

/* A solution file of some customers: the judge takes whatever is read. */
static void check_solution(const char *text, size_t size, int32_t types, bool vehicles, bool ids) {
  RoutesInstance *routes = instance_make(types, vehicles, ids);
  int32_t gene[2 * CUSTOMERS];
  int64_t cost;
  status_clear();
  if (!routes) return;
  if (fleet_solution_parse("fuzz", text, size, &routes->head, gene) == OK)
    expect(judge_fleet(&routes->head, gene, &cost, NULL) == OK, "what is read is a solution");
  else
    expect(strncmp(status_message(), "fuzz:", 5) == 0, "errors of solutions name their place");
  instance_free(&routes->head);
}

/* A solution file of an instance, which is released: what is read keeps the form of genes; the judge may refuse a route, `what` it says then. */
static void check_routes(const char *text, size_t size, Instance *inst, const char *what) {
  int32_t gene[2 * CUSTOMERS];
  int64_t cost;
  if (fleet_solution_parse("fuzz", text, size, inst, gene) == OK)
    expect(judge_fleet(inst, gene, &cost, NULL) == OK || strncmp(status_message(), "route", 5) == 0, what);
  else
    expect(strncmp(status_message(), "fuzz:", 5) == 0, "errors of solutions name their place");
  instance_free(inst);
}

/* Customers 3 and 4 are a pair; 2, 3 and 4 have the same number. The judge may refuse the order that is read. */
static void check_marks(const char *text, size_t size) {
  const RoutesSizes sizes = {
      .customers = CUSTOMERS, .places = 1, .profiles = 1, .types = 1, .ids = true, .partners = true};
  Instance *inst = NULL;
  status_clear();
  if (routes_alloc(&sizes, &inst) != OK) return;
  RoutesInstance *routes = (RoutesInstance *)inst;
  for (int32_t c = 1; c <= CUSTOMERS; c++) routes->id[c] = c > 1 && c < 5 ? 4 : c;
  routes->partner[3] = 4;
  routes->partner[4] = -3;
  routes->stop[4].prize = 0;
  expect(routes_finish(routes, false) == OK, "the instance of a pair is one");
  check_routes(text, size, inst, "what is read is a solution, or breaks a pair");
}

/* Vehicles may reload at one depot or at two, at most twice, which the judge looks at. */
static void check_reloads(const char *text, size_t size, int32_t reloads) {
  const RoutesSizes sizes = {
      .customers = CUSTOMERS, .places = 1, .profiles = 1, .types = 1, .reloads = reloads};
  Instance *inst = NULL;
  status_clear();
  if (routes_alloc(&sizes, &inst) != OK) return;
  RoutesInstance *routes = (RoutesInstance *)inst;
  for (int32_t d = 0; d < reloads; d++) routes->reload[d].due = ROUTES_LIMIT_MAX;
  *routes->trips = (RoutesTrips){.most = 3, .reloads = (UINT32_C(1) << reloads) - 1};
  expect(routes_finish(routes, false) == OK, "the instance of several trips is one");
  check_routes(text, size, inst, "what is read is a solution, or has too many trips");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  RoutesSettings settings;
  (void)fleet_probe("fuzz", text, size);
  for (int how = DISTANCES_AUTO; how <= DISTANCES_TRUNCATED; how++) {
    memset(&settings, 0, sizeof settings);
    settings.cvrp.distances = (CvrpDistances)how;
    check_instance(text, size, &settings);
  }
  memset(&settings, 0, sizeof settings);
  settings.cvrp.scale = 2.5;
  settings.cvrp.objective = OBJECTIVE_VEHICLES;
  check_instance(text, size, &settings);
  memset(&settings, 0, sizeof settings);
  settings.cvrp.metric = TSP_METRIC_GEOM;
  settings.cvrp.fleet = counted_make(FLEET_WORD_AT_MOST, 2);
  check_instance(text, size, &settings);
  check_solution(text, size, 1, false, false);
  check_solution(text, size, 2, false, true);
  check_solution(text, size, 2, true, false);
  check_marks(text, size);
  check_reloads(text, size, 1);
  check_reloads(text, size, 2);
  return 0;
}
