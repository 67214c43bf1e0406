/* Fleets of arrays: the same as those of files; their schedules and files of solutions; texts in memory. See include/cordee.h. */
#include "fixtures/calling.h"
#include "library/handle.h"
#include "problem/routes/routes.h"

static const char *const table_options[] = {"vehicles=1", "capacity=12", "trips=2", NULL};
enum { STOPS = 10, PLACES = STOPS + 1 };

typedef struct Arrays { /* stops-10.csv as arrays */
  cordee_stop stop[STOPS];
  cordee_vehicle_type type;
  cordee_reload reload;
  double x[PLACES], y[PLACES];
  cordee_fleet fleet;
} Arrays;

static int32_t end_given(int32_t due) { return due == ROUTES_LIMIT_MAX ? CORDEE_NO_LIMIT : due; }

static cordee_stop stop_given(const RouteStop *from) {
  cordee_stop stop = {.prize = from->prize,
                      .place = from->place,
                      .ready = from->ready,
                      .due = end_given(from->due),
                      .service = from->service};
  memcpy(stop.delivery, from->delivery, sizeof stop.delivery);
  return stop;
}

static void arrays_take(const RoutesInstance *routes, Arrays *a) {
  const VehicleType *type = &routes->type[0];
  const RoutesReload *reload = &routes->reload[0];
  for (int k = 0; k < STOPS; k++) a->stop[k] = stop_given(&routes->stop[k + 1]);
  for (int k = 0; k < PLACES; k++) {
    a->x[k] = routes->coordinate[2 * k];
    a->y[k] = routes->coordinate[2 * k + 1];
  }
  a->type = (cordee_vehicle_type){.per_distance = type->per_distance,
                                  .count = type->count,
                                  .start_ready = type->ready[0],
                                  .start_due = end_given(type->due[0]),
                                  .end_ready = type->ready[1],
                                  .end_due = end_given(type->due[1]),
                                  .max_distance = CORDEE_NO_LIMIT,
                                  .max_duration = CORDEE_NO_LIMIT,
                                  .max_stops = CORDEE_NO_LIMIT,
                                  .trips = 2,
                                  .reloads = 1,
                                  .capacity = {type->capacity[0]}};
  a->reload = (cordee_reload){reload->place, reload->ready, end_given(reload->due), reload->service};
  a->fleet = (cordee_fleet){.bytes = sizeof a->fleet,
                            .stop_bytes = sizeof *a->stop,
                            .type_bytes = sizeof a->type,
                            .stops = STOPS,
                            .places = PLACES,
                            .profiles = 1,
                            .types = 1,
                            .loads = 1,
                            .reloads = 1,
                            .on_sphere = 1,
                            .stop = a->stop,
                            .type = &a->type,
                            .distance = routes->distance,
                            .duration = routes->duration,
                            .x = a->x,
                            .y = a->y,
                            .reload = &a->reload,
                            .metric = "GEOM"};
}

static cordee_instance *table_read(Arrays *arrays) {
  static const char *const options[] = {"vehicles=2", "capacity=30", "trips=2", "speed=30", NULL};
  cordee_instance *file = NULL;
  WORKS(cordee_read(lib, "instances/stops-10.csv", options, &file));
  memset(arrays, 0, sizeof *arrays);
  arrays_take(routes_of(file->inst), arrays);
  return file;
}

static void arrays_as_the_file(void) {
  Arrays arrays;
  cordee_instance *file = table_read(&arrays), *memory = NULL;
  WORKS(cordee_routes(lib, "arrays", &arrays.fleet, NULL, &memory));
  CU_ASSERT(cordee_instance_digest(memory) == cordee_instance_digest(file));
  CU_ASSERT_STRING_EQUAL(cordee_instance_name(memory), "arrays");
  CU_ASSERT_EQUAL(cordee_instance_genes(memory), 2 * STOPS);
  cordee_instance_free(memory);
  const char *const first[] = {"objective=vehicles", NULL};
  WORKS(cordee_routes(lib, NULL, &arrays.fleet, first, &memory));
  CU_ASSERT(cordee_instance_digest(memory) != cordee_instance_digest(file));
  cordee_instance_free(memory);
  cordee_instance_free(file);
}

/* A file with --unserved allowed has the same prices. */
static void unserved_as_the_file(void) {
  static const char *const file_options[] = {"vehicles=2", "capacity=30",      "trips=2",
                                             "speed=30",   "unserved=allowed", NULL},
                           *const options[] = {"unserved=allowed", NULL},
                           *const first[] = {"unserved=allowed", "objective=vehicles", NULL};
  Arrays arrays;
  cordee_instance *required = table_read(&arrays), *file = NULL, *memory = NULL;
  WORKS(cordee_read(lib, "instances/stops-10.csv", file_options, &file));
  WORKS(cordee_routes(lib, NULL, &arrays.fleet, options, &memory));
  CU_ASSERT(cordee_instance_digest(memory) == cordee_instance_digest(file));
  CU_ASSERT(cordee_instance_digest(memory) != cordee_instance_digest(required));
  const RouteStop *const stop = routes_of(memory->inst)->stop;
  CU_ASSERT(stop[1].prize > 0 && stop[4].prize == 4000);
  cordee_instance_free(memory);
  arrays.stop[4].partner = 6;
  arrays.stop[5].partner = -5;
  arrays.stop[5].prize = 0;
  memset(arrays.stop[4].delivery, 0, sizeof arrays.stop[4].delivery);
  memset(arrays.stop[5].delivery, 0, sizeof arrays.stop[5].delivery);
  WORKS(cordee_routes(lib, NULL, &arrays.fleet, options, &memory));
  const RouteStop *const pair = routes_of(memory->inst)->stop;
  CU_ASSERT(pair[5].prize == 2 * pair[1].prize && pair[6].prize == 0);
  cordee_instance_free(memory);
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, &arrays.fleet, first, &memory), CORDEE_ERR_USAGE);
  SAYS("--objective vehicles, makespan and balance: expected customers who must be served");
  arrays.stop[0].place = PLACES;
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, &arrays.fleet, options, &memory), CORDEE_ERR_FORMAT);
  SAYS("customer 1: expected a place from 0 to 10, found 11");
  cordee_instance_free(file);
  cordee_instance_free(required);
}

static void distances_as_the_file(void) {
  Arrays arrays;
  cordee_instance *file = table_read(&arrays);
  const RoutesInstance *routes = routes_of(file->inst);
  double distance[PLACES * PLACES], duration[PLACES * PLACES];
  WORKS(cordee_distances(lib, 1, "real", 30, PLACES, arrays.x, arrays.y, distance, duration));
  for (int k = 0; k < PLACES * PLACES; k++)
    CU_ASSERT(distance[k] == routes->distance[k] && duration[k] == routes->duration[k]);
  const double x[] = {0, 1}, y[] = {0, 1.5};
  static const struct {
    const char *how;
    double is;
  } rules[] = {{"real", 1.803}, {"rounded", 2}, {"truncated", 1.8}};
  for (int k = 0; k < 3; k++) {
    WORKS(cordee_distances(lib, 0, rules[k].how, 0, 2, x, y, distance, NULL));
    CU_ASSERT(distance[1] == rules[k].is && distance[2] == rules[k].is && distance[0] == 0);
  }
  CU_ASSERT_EQUAL(cordee_distances(lib, 0, "auto", 0, 2, x, y, distance, NULL), CORDEE_ERR_USAGE);
  SAYS("how: expected rounded, truncated or real, found auto");
  cordee_instance_free(file);
}

/* Each is refused by its name. */
static void arrays_refused(void) {
  Arrays arrays;
  cordee_instance *file = table_read(&arrays), *none = NULL;
  const cordee_fleet good = arrays.fleet;
  cordee_fleet *const bad = &arrays.fleet;
  bad->stops = 0;
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, bad, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("stops: expected from 1 to");
  *bad = good;
  bad->stop_bytes--;
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, bad, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("stop_bytes: expected from");
  *bad = good;
  bad->distance = NULL;
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, bad, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("distance: expected an array, found NULL");
  *bad = good;
  bad->duration = NULL;
  bad->time_decimals = 2;
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, bad, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("time_decimals: expected those of distances, 0, as there is no duration, found 2");
  *bad = good;
  arrays.stop[3].place = PLACES;
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, bad, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("customer 4: expected a place from 0 to 10, found 11");
  arrays.stop[3].place = 4;
  arrays.stop[3].window_end = 1;
  bad->windows = 2;
  bad->window = (const int32_t[]){0, 1, 2, 3};
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, bad, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("window: expected windows of stops, found 1 of 2");
  *bad = good;
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, bad, table_options, &none), CORDEE_ERR_USAGE);
  SAYS("expected none, found one: arrays of a fleet say that themselves");
  CU_ASSERT_EQUAL(cordee_routes(lib, NULL, NULL, NULL, &none), CORDEE_ERR_FORMAT);
  cordee_instance_free(file);
}

/* Stops in the order of their numbers, five a trip. */
static void schedule_of_a_solution(void) {
  static const char *const options[] = {"vehicles=1", "capacity=80", "trips=2", NULL};
  static const char text[] = "id,x,y,demand\n0,0,0,\n1,3,4,30\n2,0,10,40\n3,6,8,50\n";
  const int32_t gene[] = {-1, 2, -3, 0, -2, -1};
  cordee_instance *memory = NULL;
  cordee_visit visit[6];
  cordee_schedule schedule = {.bytes = sizeof schedule, .visit_bytes = sizeof *visit};
  WORKS(cordee_read_text(lib, "three.csv", text, sizeof text - 1, options, &memory));
  CU_ASSERT_STRING_EQUAL(cordee_instance_name(memory), "three");
  WORKS(cordee_schedule_make(lib, memory, gene, &schedule));
  CU_ASSERT(schedule.count == 6 && schedule.loads == 1);
  schedule.visits = visit;
  schedule.room = 5;
  CU_ASSERT_EQUAL(cordee_schedule_make(lib, memory, gene, &schedule), CORDEE_ERR_USAGE);
  SAYS("room: expected 6 visits, found 5");
  schedule.room = 6;
  WORKS(cordee_schedule_make(lib, memory, gene, &schedule));
  static const int32_t kinds[] = {CORDEE_VISIT_START,  CORDEE_VISIT_STOP, CORDEE_VISIT_STOP,
                                  CORDEE_VISIT_RELOAD, CORDEE_VISIT_STOP, CORDEE_VISIT_END},
                       stops[] = {0, 1, 2, 0, 3, 0}, loads[] = {70, 40, 0, 50, 0, 0};
  for (int k = 0; k < 6; k++) {
    CU_ASSERT(visit[k].kind == kinds[k] && visit[k].stop == stops[k] && visit[k].load[0] == loads[k]);
    CU_ASSERT(visit[k].trip == (k >= 3) && visit[k].route == 0 && visit[k].reload == (k == 3 ? 0 : -1));
  }
  CU_ASSERT(visit[1].arrival == 5000 && visit[5].distance == visit[5].begin);
  CU_ASSERT_EQUAL(schedule.distance_decimals, 3);
  CU_ASSERT_EQUAL(cordee_solution_write(lib, memory, gene, "/nowhere/three.sol"), CORDEE_ERR_IO);
  CU_ASSERT_EQUAL(cordee_solution_write(lib, memory, gene, "/nowhere/three.json"), CORDEE_ERR_USAGE);
  cordee_instance_free(memory);
}

/* On the way back, where its window begins: the return waits for nothing else. */
static void schedule_has_breaks(void) {
  static const char text[] =
      "{\"matrices\": {\"car\": {\"durations\": [[0, 10], [10, 0]]}}, \"vehicles\": [{\"id\": 4, "
      "\"start_index\": 0, \"end_index\": 0, \"capacity\": [2], \"time_window\": [0, 100], \"breaks\": "
      "[{\"id\": 7, \"time_windows\": [[15, 40]], \"service\": 5}]}], "
      "\"jobs\": [{\"id\": 9, \"location_index\": 1, \"service\": 3, \"delivery\": [1]}]}";
  static const int32_t gene[] = {-1, 0};
  static const struct {
    int32_t kind, place, pause;
    int64_t arrival, begin, departure, distance, load;
  } expected[] = {{CORDEE_VISIT_START, 0, -1, 0, 0, 0, 0, 1},
                  {CORDEE_VISIT_STOP, 1, -1, 10, 10, 13, 10, 0},
                  {CORDEE_VISIT_BREAK, CORDEE_OPEN, 0, 15, 15, 20, 10, 0},
                  {CORDEE_VISIT_END, 0, -1, 28, 28, 28, 20, 0}};
  cordee_instance *memory = NULL;
  cordee_visit visit[4] = {{0}};
  cordee_schedule schedule = {
      .bytes = sizeof schedule, .visit_bytes = sizeof *visit, .visits = visit, .room = 4};
  WORKS(cordee_read_text(lib, "lunch.json", text, sizeof text - 1, NULL, &memory));
  WORKS(cordee_schedule_make(lib, memory, gene, &schedule));
  CU_ASSERT_EQUAL(schedule.count, 4);
  for (int k = 0; k < 4; k++) {
    CU_ASSERT(visit[k].kind == expected[k].kind && visit[k].place == expected[k].place);
    CU_ASSERT(visit[k].pause == expected[k].pause && visit[k].stop == (k == 1));
    CU_ASSERT(visit[k].arrival == expected[k].arrival && visit[k].begin == expected[k].begin);
    CU_ASSERT(visit[k].departure == expected[k].departure && visit[k].distance == expected[k].distance);
    CU_ASSERT(visit[k].load[0] == expected[k].load && visit[k].route == 0 && visit[k].reload == -1);
  }
  cordee_instance_free(memory);
}

static void others_have_no_schedule(void) {
  cordee_instance *cities = square_make();
  const int32_t tour[SQUARE] = {0};
  cordee_schedule schedule = {.bytes = sizeof schedule, .visit_bytes = sizeof(cordee_visit)};
  CU_ASSERT_EQUAL(cordee_schedule_make(lib, cities, tour, &schedule), CORDEE_ERR_USAGE);
  SAYS("expected a fleet, found an instance of TSP");
  CU_ASSERT_EQUAL(cordee_solution_write(lib, cities, tour, "tour.sol"), CORDEE_ERR_FORMAT);
  cordee_instance_free(cities);
}

/* A text has its file's digest; its name begins messages. */
static void texts_in_memory(void) {
  cordee_instance *none = NULL;
  CU_ASSERT_EQUAL(cordee_read_text(lib, "mine.txt", "?", 1, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("mine.txt:1: expected an instance of a format that is known");
  CU_ASSERT_EQUAL(cordee_read_text(lib, "", "?", 1, NULL, &none), CORDEE_ERR_USAGE);
}

static void options_as_text(void) {
  const char *const list = cordee_options();
  CU_ASSERT_FATAL(list != NULL);
  CU_ASSERT(strncmp(list, "commands\tmethod\tproblem\t", 24) == 0);
  CU_ASSERT(strstr(list, "\t\t\t\ttime\tSECONDS\t0\t0\t1e9\t") != NULL);
  CU_ASSERT(strstr(list, "\nsolve\truin\t") != NULL && cordee_options() == list);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(arrays_as_the_file),      TEST(unserved_as_the_file),
                                      TEST(distances_as_the_file),   TEST(arrays_refused),
                                      TEST(schedule_of_a_solution),  TEST(schedule_has_breaks),
                                      TEST(others_have_no_schedule), TEST(texts_in_memory),
                                      TEST(options_as_text),         {NULL, NULL}};
  return calling_run("library_fleet", tests);
}
