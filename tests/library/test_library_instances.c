/* Instances of memory: the same as those of files, solved as such. See include/cordee.h. */
#include <math.h>
#include <stdlib.h>
#include "fixtures/calling.h"
#include "library/handle.h"
#include "problem/cvrp/cvrp.h"
#include "problem/matching/matching.h"
#include "problem/tsp/tsp.h"

static void digest_same(const cordee_instance *memory, const cordee_instance *file) {
  CU_ASSERT(cordee_instance_digest(memory) == cordee_instance_digest(file));
  CU_ASSERT(cordee_instance_size(memory) == cordee_instance_size(file));
  CU_ASSERT(cordee_instance_decimals(memory) == cordee_instance_decimals(file));
}

static void cities_as_the_file(void) {
  cordee_instance *file = NULL, *memory = NULL;
  WORKS(cordee_read(lib, "instances/uniform-60-1.tsp", NULL, &file));
  const TspInstance *tsp = tsp_of(file->inst);
  WORKS(cordee_tsp_cities(lib, NULL, "EUC_2D", 60, tsp->x, tsp->y, NULL, NULL, &memory));
  digest_same(memory, file);
  CU_ASSERT_STRING_EQUAL(cordee_instance_name(memory), "instance");
  CU_ASSERT_STRING_EQUAL(cordee_instance_name(file), "uniform-60-1");
  cordee_instance_free(memory);
  cordee_instance_free(file);
}

static void options_of_instances(void) {
  const char *const path[] = {"from=3", "--to=7", NULL};
  cordee_instance *file = NULL, *memory = NULL;
  WORKS(cordee_read(lib, "instances/uniform-60-1.tsp", path, &file));
  const TspInstance *tsp = tsp_of(file->inst);
  CU_ASSERT(tsp->path && tsp->from == 2 && tsp->to == 6);
  WORKS(cordee_tsp_cities(lib, NULL, NULL, 60, tsp->x, tsp->y, NULL, path, &memory));
  digest_same(memory, file);
  cordee_instance_free(memory);
  cordee_instance_free(file);
}

static void matrix_as_the_file(void) {
  cordee_instance *file = NULL, *memory = NULL;
  WORKS(cordee_read(lib, "instances/coin-60-1.atsp", NULL, &file));
  const TspInstance *tsp = tsp_of(file->inst);
  CU_ASSERT_EQUAL(tsp->metric, METRIC_DIRECTED);
  WORKS(cordee_tsp_matrix(lib, "coin", tsp->head.n, tsp->matrix, NULL, &memory));
  digest_same(memory, file);
  cordee_instance_free(memory);
  cordee_instance_free(file);
}

/* The diagonal is not looked at. Distances of a matrix that is not symmetric are shorter. */
static void symmetric_matrix(void) {
  int32_t matrix[9] = {7, 536870911, 2, 536870911, 7, 3, 2, 3, 7};
  cordee_instance *memory = NULL, *none = NULL;
  WORKS(cordee_tsp_matrix(lib, "three", 3, matrix, NULL, &memory));
  const TspInstance *tsp = tsp_of(memory->inst);
  CU_ASSERT(tsp->metric == METRIC_EXPLICIT && tsp->matrix[0] == 0 && tsp->matrix[1] == 536870911);
  matrix[7] = 4;
  CU_ASSERT_EQUAL(cordee_tsp_matrix(lib, "three", 3, matrix, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("expected a distance from 0 to 67108863 from 1 to 2 in a matrix that is not symmetric");
  cordee_instance_free(memory);
}

/* As a file of these numbers: six decimals are exact, more are refused, or multiplied and rounded. The diagonal is not looked at. */
static void matrix_with_decimals(void) {
  double matrix[9] = {NAN, 0.1 + 0.2, 2.25, 0.3, INFINITY, 1.5, 2.25, 1.5, -7};
  const int32_t tour[3] = {0, 1, 2}, whole[9] = {0, 3, 22, 3, 0, 15, 22, 15, 0};
  const char *const tenfold[] = {"scale=10", NULL};
  cordee_instance *memory = NULL, *none = NULL;
  int64_t cost = 0;
  WORKS(cordee_tsp_distances(lib, "three", 3, matrix, NULL, &memory));
  CU_ASSERT(cordee_instance_decimals(memory) == 2 && tsp_of(memory->inst)->metric == METRIC_EXPLICIT);
  WORKS(cordee_judge(lib, memory, tour, &cost));
  CU_ASSERT_EQUAL(cost, 30 + 150 + 225);
  cordee_instance_free(memory);
  matrix[1] = 1.0 / 3;
  CU_ASSERT_EQUAL(cordee_tsp_distances(lib, "three", 3, matrix, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS(
      "matrix[0][1]: expected a number of at most 6 decimals, found 0.333333333333333: round it, or scale=F");
  matrix[1] = 0.3;
  WORKS(cordee_tsp_distances(lib, "three", 3, matrix, tenfold, &memory));
  WORKS(cordee_judge(lib, memory, tour, &cost));
  CU_ASSERT(cost == 3 + 15 + 23 && cordee_instance_decimals(memory) == 0);
  cordee_instance_free(memory);
  WORKS(cordee_tsp_matrix(lib, "three", 3, whole, tenfold, &memory));
  WORKS(cordee_judge(lib, memory, tour, &cost));
  CU_ASSERT_EQUAL(cost, 30 + 150 + 220);
  cordee_instance_free(memory);
}

/* The same of routes, with demands: the instance is that of the file. */
static void routes_with_decimals(void) {
  double distances[9] = {9, 1.5, 2.25, 1.5, NAN, 1.125, 2.25, 1.125, -3}, loads[3] = {0, 0.5, 1.25};
  const int32_t gene[2] = {-1, 2}, diagonal[9] = {9999, 3, 4, 3, -1, 5, 4, 5, 7}, demand[3] = {0, 1, 1};
  cordee_routing data = {
      .bytes = sizeof data, .customers = 2, .distances = distances, .loads = loads, .load_capacity = 1.75};
  cordee_instance *memory = NULL, *none = NULL;
  int64_t cost = 0;
  WORKS(cordee_cvrp(lib, NULL, &data, NULL, &memory));
  WORKS(cordee_judge(lib, memory, gene, &cost));
  const CvrpInstance *v = cvrp_of(memory->inst);
  CU_ASSERT(cost == 1500 + 1125 + 2250 && v->head.decimals == 3);
  CU_ASSERT(v->load_decimals == 2 && v->capacity == 175 && v->demand[2] == 125);
  cordee_instance_free(memory);
  data.load_capacity = 1.74;
  WORKS(cordee_cvrp(lib, NULL, &data, NULL, &memory));
  CU_ASSERT_EQUAL(cordee_judge(lib, memory, gene, &cost), CORDEE_ERR_FORMAT);
  SAYS("load 1.75 over capacity 1.74");
  cordee_instance_free(memory);
  loads[1] = 1.0 / 3;
  CU_ASSERT_EQUAL(cordee_cvrp(lib, NULL, &data, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("expected loads up to 0.000000536870912, as some have 15 decimals, found more");
  distances[1] = 1.4;
  loads[1] = 0.5;
  CU_ASSERT_EQUAL(cordee_cvrp(lib, NULL, &data, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("matrix[1][0]: expected 1.4 as at [0][1], as routes whose distances depend on the direction");
  data = (cordee_routing){
      .bytes = sizeof data, .customers = 2, .capacity = 2, .matrix = diagonal, .demand = demand};
  WORKS(cordee_cvrp(lib, NULL, &data, NULL, &memory));
  CU_ASSERT(cordee_judge(lib, memory, gene, &cost) == CORDEE_OK && cost == 12);
  cordee_instance_free(memory);
  data.loads = loads;
  CU_ASSERT_EQUAL(cordee_cvrp(lib, NULL, &data, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("expected demand or loads, found both");
}

static void matrix_without_some_edges(void) {
  const int32_t matrix[16] = {0, 5, 9, 5, 5, 0, 5, 9, 9, 5, 0, 5, 5, 9, 5, 0};
  const char *const missing[] = {"missing=9", NULL};
  cordee_instance *memory = NULL;
  cordee_result *result = NULL;
  WORKS(cordee_tsp_matrix(lib, "ring", 4, matrix, missing, &memory));
  WORKS(cordee_solve(lib, memory, quick, NULL, &result));
  result_whole(memory, result);
  CU_ASSERT(cordee_result_cost(result) == 20 && tsp_of(memory->inst)->missing);
  cordee_result_free(result);
  cordee_instance_free(memory);
}

static void matching_as_the_file(void) {
  cordee_instance *file = NULL, *memory = NULL;
  WORKS(cordee_read(lib, "instances/etc-i-hihi-60x10-1.etc", NULL, &file));
  const MatchingInstance *m = matching_of(file->inst);
  WORKS(cordee_matching(lib, "etc", m->head.n, m->machines, m->etc, m->head.decimals, NULL, &memory));
  digest_same(memory, file);
  cordee_instance_free(memory);
  cordee_instance_free(file);
}

/* What a file of the instance says, by its numbers. */
static void routes_as_the_file(const char *path) {
  cordee_instance *file = NULL, *memory = NULL;
  WORKS(cordee_read(lib, path, NULL, &file));
  const CvrpInstance *v = cvrp_of(file->inst);
  const int32_t nodes = v->head.n + 1;
  const double unit = pow(10, v->head.decimals), plane = unit * abs(v->divisor);
  double *x = calloc(5 * (size_t)nodes, sizeof *x), *y = x + nodes, *ready = y + nodes, *due = ready + nodes,
         *service = due + nodes;
  for (int32_t k = 0; k < nodes; k++) {
    x[k] = v->x[k] / plane;
    y[k] = v->y[k] / plane;
    if (!v->with_windows) continue;
    ready[k] = v->ready[k] / unit;
    due[k] = v->due[k] / unit;
    service[k] = v->service_at[k] / unit;
  }
  cordee_routing data = {.bytes = sizeof data,
                         .customers = v->head.n,
                         .capacity = v->capacity,
                         .vehicles = v->vehicles,
                         .x = x,
                         .y = y,
                         .demand = v->demand};
  if (v->with_windows) {
    data.ready = ready;
    data.due = due;
    data.service = service;
  }
  WORKS(cordee_cvrp(lib, "routes", &data, NULL, &memory));
  digest_same(memory, file);
  free(x);
  cordee_instance_free(memory);
  cordee_instance_free(file);
}

static void routes_as_the_files(void) {
  routes_as_the_file("instances/routes-12-1.vrp");
  routes_as_the_file("instances/cvrp-200-1.vrp");
  routes_as_the_file("instances/windows-100-1.vrp");
}

static void routes_by_a_matrix(void) {
  const int32_t matrix[9] = {0, 5, 6, 5, 0, 2, 6, 2, 0}, demand[3] = {0, 4, 5};
  const cordee_routing data = {
      .bytes = sizeof data, .customers = 2, .capacity = 9, .matrix = matrix, .demand = demand};
  cordee_instance *memory = NULL;
  cordee_result *result = NULL;
  WORKS(cordee_cvrp(lib, NULL, &data, NULL, &memory));
  WORKS(cordee_solve(lib, memory, quick, NULL, &result));
  result_whole(memory, result);
  CU_ASSERT_EQUAL(cordee_result_cost(result), 13);
  cordee_result_free(result);
  cordee_instance_free(memory);
}

static void task_that_one_machine_runs(void) {
  const int64_t times[6] = {CORDEE_NEVER, 7, 5, CORDEE_NEVER, 4, 4};
  cordee_instance *memory = NULL;
  cordee_result *result = NULL;
  WORKS(cordee_matching(lib, NULL, 3, 2, times, 1, NULL, &memory));
  WORKS(cordee_solve(lib, memory, quick, NULL, &result));
  result_whole(memory, result);
  CU_ASSERT_EQUAL(cordee_result_cost(result), 9);
  cordee_result_free(result);
  cordee_instance_free(memory);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(cities_as_the_file),   TEST(options_of_instances),       TEST(matrix_as_the_file),
      TEST(symmetric_matrix),     TEST(matrix_without_some_edges),  TEST(matrix_with_decimals),
      TEST(routes_with_decimals), TEST(matching_as_the_file),       TEST(routes_as_the_files),
      TEST(routes_by_a_matrix),   TEST(task_that_one_machine_runs), {NULL, NULL}};
  return calling_run("library_instances", tests);
}
