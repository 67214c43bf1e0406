/* Fleets of files given to the library as arrays: with every feature that files have, the same instances. See include/cordee.h. */
#include <stdlib.h>
#include "fixtures/calling.h"
#include "library/handle.h"
#include "problem.h"
#include "problem/routes/routes.h"

typedef struct Given { /* an instance as arrays, the caller's */
  cordee_stop *stop;
  cordee_vehicle_type *type;
  double *x, *y;
  uint8_t *allowed;
  int32_t *window;
  cordee_reload *reload;
  cordee_break *pause;
  cordee_fleet fleet;
} Given;

/* ---- to arrays ---- */

static int32_t end_given(int32_t due) { return due == ROUTES_LIMIT_MAX ? CORDEE_NO_LIMIT : due; }

static cordee_stop stop_given(const RoutesInstance *routes, int32_t c) {
  const RouteStop *from = &routes->stop[c];
  cordee_stop stop = {.prize = from->prize,
                      .place = from->place,
                      .ready = from->ready,
                      .due = end_given(from->due),
                      .service = from->service,
                      .setup = from->setup,
                      .release = routes->release ? routes->release[c] : 0,
                      .partner = routes->partner ? routes->partner[c] : 0,
                      .group = routes->cluster ? routes->cluster[c] : 0,
                      .window_first = routes->windows ? routes->window_first[c] : 0,
                      .window_end = routes->windows ? routes->window_first[c + 1] : 0,
                      .backhaul = from->flags == ROUTES_BACKHAUL};
  memcpy(stop.delivery, from->delivery, sizeof stop.delivery);
  memcpy(stop.pickup, from->pickup, sizeof stop.pickup);
  return stop;
}

static cordee_vehicle_type type_given(const RoutesInstance *routes, int32_t t) {
  const VehicleType *from = &routes->type[t];
  cordee_vehicle_type type = {.fixed = from->fixed,
                              .per_distance = from->per_distance,
                              .per_duration = from->per_duration,
                              .count = from->count,
                              .start = from->place[0],
                              .end = from->place[1],
                              .start_ready = from->ready[0],
                              .start_due = end_given(from->due[0]),
                              .end_ready = from->ready[1],
                              .end_due = end_given(from->due[1]),
                              .profile = from->profile,
                              .max_distance = from->max_distance,
                              .max_duration = from->max_duration,
                              .max_stops = from->max_stops,
                              .trips = routes->trips ? routes->trips[t].most : 1,
                              .reloads = routes->trips ? routes->trips[t].reloads : 0};
  memcpy(type.capacity, from->capacity, sizeof type.capacity);
  return type;
}

static void lists_give(const RoutesInstance *routes, Given *g) {
  for (int32_t k = 0; k < routes->windows; k++) {
    g->window[2 * k] = routes->window[k].ready;
    g->window[2 * k + 1] = end_given(routes->window[k].due);
  }
  for (int32_t d = 0; d < routes->reloads; d++) {
    const RoutesReload *from = &routes->reload[d];
    g->reload[d] = (cordee_reload){from->place, from->ready, end_given(from->due), from->service};
  }
  for (int32_t k = 0; k < routes->pauses; k++) {
    const RoutesBreak *from = &routes->pause[k];
    g->pause[k] = (cordee_break){from->type, from->ready, end_given(from->due), from->length};
  }
}

static void tables_give(const RoutesInstance *routes, Given *g) {
  const int32_t n = routes->head.n, types = routes->types;
  for (int32_t c = 1; c <= n; c++) {
    g->stop[c - 1] = stop_given(routes, c);
    for (int32_t t = 0; t < types; t++) g->allowed[(c - 1) * types + t] = routes_may_serve(routes, c, t);
  }
  for (int32_t t = 0; t < types; t++) g->type[t] = type_given(routes, t);
  for (int32_t p = 0; routes->coordinate && p < routes->places; p++) {
    g->x[p] = routes->coordinate[2 * p];
    g->y[p] = routes->coordinate[2 * p + 1];
  }
  lists_give(routes, g);
}

static void *room(int32_t count, size_t bytes) { return calloc((size_t)count + 1, bytes); }

static Given given_make(const RoutesInstance *routes) {
  Given g = {room(routes->head.n, sizeof *g.stop),
             room(routes->types, sizeof *g.type),
             room(routes->places, sizeof *g.x),
             room(routes->places, sizeof *g.y),
             room(routes->head.n * routes->types, sizeof *g.allowed),
             room(2 * routes->windows, sizeof *g.window),
             room(routes->reloads, sizeof *g.reload),
             room(routes->pauses, sizeof *g.pause),
             {0}};
  tables_give(routes, &g);
  g.fleet = (cordee_fleet){.bytes = sizeof g.fleet,
                           .stop_bytes = sizeof *g.stop,
                           .type_bytes = sizeof *g.type,
                           .stops = routes->head.n,
                           .places = routes->places,
                           .profiles = routes->profiles,
                           .types = routes->types,
                           .loads = routes->loads,
                           .distance_decimals = routes->distance_decimals,
                           .time_decimals = routes->time_decimals,
                           .load_decimals = routes->load_decimals,
                           .cost_decimals = routes->head.decimals,
                           .backhauls = routes->backhauls,
                           .windows = routes->windows,
                           .reloads = routes->reloads,
                           .breaks = routes->pauses,
                           .on_sphere = routes->on_sphere,
                           .stop = g.stop,
                           .type = g.type,
                           .distance = routes->distance,
                           .duration = routes->duration,
                           .x = routes->coordinate ? g.x : NULL,
                           .y = routes->coordinate ? g.y : NULL,
                           .allowed = routes->allowed ? g.allowed : NULL,
                           .window = g.window,
                           .reload = g.reload,
                           .pause = g.pause,
                           .metric = routes->metric};
  return g;
}

static void given_free(Given *g) {
  void *const all[] = {g->stop, g->type, g->x, g->y, g->allowed, g->window, g->reload, g->pause};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

/* ---- the same instance ---- */

/* Arrays that a file alone has, such as its list of vehicles, are left out. */
static bool arrays_same(const Instance *a, const Instance *b) {
  InstanceArray one[INSTANCE_ARRAYS] = {0}, other[INSTANCE_ARRAYS] = {0};
  bool same = true;
  a->problem->arrays(a, one);
  b->problem->arrays(b, other);
  for (int k = 0; k < INSTANCE_ASIDE; k++)
    if (one[k].bytes && other[k].bytes)
      same &= one[k].bytes == other[k].bytes && memcmp(one[k].data, other[k].data, one[k].bytes) == 0;
  return same;
}

static void file_same(const char *path, const char *const *options) {
  cordee_instance *file = NULL, *memory = NULL;
  WORKS(cordee_read(lib, path, options, &file));
  const RoutesInstance *routes = routes_of(file->inst);
  CU_ASSERT_FATAL(file->inst->problem == &problem_routes);
  Given given = given_make(routes);
  WORKS(cordee_routes(lib, NULL, &given.fleet, NULL, &memory));
  CU_ASSERT(arrays_same(file->inst, memory->inst));
  CU_ASSERT_EQUAL(routes_of(memory->inst)->pauses, routes->pauses);
  CU_ASSERT(!routes_of(memory->inst)->allowed == !routes->allowed);
  if (!routes->vehicles) CU_ASSERT_EQUAL(cordee_instance_digest(memory), cordee_instance_digest(file));
  given_free(&given);
  cordee_instance_free(memory);
  cordee_instance_free(file);
}

static void every_feature(void) {
  static const char *const hours[] = {"vehicles=1", "capacity=12", NULL};
  file_same("instances/hours-8.csv", hours); /* windows, alternatives */
  file_same("instances/pairs-20-1.txt", NULL);
  file_same("instances/trips-30-1.vrp", NULL); /* reload depots, release times */
  file_same("instances/backhauls-16-1.vrp", NULL);
  file_same("instances/fleet-40-1.vrp", NULL);
  file_same("instances/day-10.json", NULL);   /* skills */
  file_same("instances/lunch-10.json", NULL); /* breaks */
}

/* ---- schedules ---- */

/* Two stops at one place, one at another: setup times where the place changes. */
static void setups_of_places(void) {
  static const int32_t distance[] = {0, 5, 5, 0};
  static const cordee_stop stops[] = {
      {.prize = CORDEE_REQUIRED, .place = 1, .due = CORDEE_NO_LIMIT, .setup = 3, .delivery = {2}},
      {.prize = CORDEE_REQUIRED, .place = 1, .due = CORDEE_NO_LIMIT, .setup = 4, .delivery = {1}}};
  static const cordee_vehicle_type type = {.per_distance = 1,
                                           .count = 1,
                                           .start_due = CORDEE_NO_LIMIT,
                                           .end_due = CORDEE_NO_LIMIT,
                                           .max_distance = CORDEE_NO_LIMIT,
                                           .max_duration = CORDEE_NO_LIMIT,
                                           .max_stops = CORDEE_NO_LIMIT,
                                           .trips = 1,
                                           .capacity = {3}};
  const cordee_fleet fleet = {.bytes = sizeof fleet,
                              .stop_bytes = sizeof *stops,
                              .type_bytes = sizeof type,
                              .stops = 2,
                              .places = 2,
                              .profiles = 1,
                              .types = 1,
                              .loads = 1,
                              .stop = stops,
                              .type = &type,
                              .distance = distance};
  static const char *const first[] = {"objective=makespan", NULL}, *const priced[] = {"objective=balance:2",
                                                                                      NULL};
  static const int32_t gene[] = {-1, 2, 0, -1};
  cordee_visit visit[4] = {{0}};
  cordee_schedule schedule = {
      .bytes = sizeof schedule, .visit_bytes = sizeof *visit, .visits = visit, .room = 4};
  cordee_instance *memory = NULL;
  WORKS(cordee_routes(lib, NULL, &fleet, first, &memory));
  WORKS(cordee_schedule_make(lib, memory, gene, &schedule));
  CU_ASSERT(visit[0].setup == 0 && visit[1].setup == 3 && visit[2].setup == 0 && visit[3].setup == 0);
  CU_ASSERT(visit[1].begin == 8 && visit[2].begin == 8 && visit[3].begin == 13);
  CU_ASSERT(visit[0].load[0] == 3 && visit[1].load[0] == 1 && visit[2].load[0] == 0 && visit[3].load[0] == 0);
  CU_ASSERT(schedule.longest == 13 && schedule.balance == 0 && schedule.distance == 10);
  cordee_instance_free(memory);
  WORKS(cordee_routes(lib, NULL, &fleet, priced, &memory));
  WORKS(cordee_schedule_make(lib, memory, gene, &schedule));
  CU_ASSERT(schedule.longest == 13 && schedule.balance == 26);
  cordee_instance_free(memory);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(every_feature), TEST(setups_of_places), {NULL, NULL}};
  return calling_run("library_fleet_files", tests);
}
