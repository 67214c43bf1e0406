/* Ranks that make different calls of the library (include/cordee.h): refused on all of them, with two calls; nobody waits for ever, and the next call works. */
#include <cordee.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/ranks_harness.h"

enum { CITIES = 5, OTHERS = 6 };

static const double x[OTHERS] = {0, 30, 60, 60, 30, 10}, y[OTHERS] = {0, 0, 10, 40, 50, 20};
static const char *const words[] = {"threads=1",  "backend=cpu", "method=climb",
                                    "climbers=8", "islands=4",   NULL};
static cordee *c;
static cordee_instance *instance, *longer;
static cordee_graph *graph;

static bool last(void) { return comm.size > 1 && comm.rank == comm.size - 1; }

static cordee_instance *cities(int32_t n) {
  cordee_instance *made = NULL;
  CU_ASSERT_EQUAL_FATAL(cordee_tsp_cities(c, "c", NULL, n, x, y, NULL, NULL, &made), CORDEE_OK);
  return made;
}

static void refused(int status, const char *text) {
  const int expected = comm.size > 1 ? CORDEE_ERR_USAGE : CORDEE_OK;
  CU_ASSERT_EQUAL(status, expected);
  if (expected == CORDEE_OK) return;
  CU_ASSERT_PTR_NOT_NULL(
      strstr(cordee_message(c), "expected the same call on every rank, found on rank 0: "));
  CU_ASSERT_PTR_NOT_NULL(strstr(cordee_message(c), text));
}

/* A whole call, by all ranks together. */
static void works(void) {
  cordee_result *result = NULL;
  CU_ASSERT_EQUAL(cordee_solve(c, instance, words, NULL, &result), CORDEE_OK);
  CU_ASSERT(result && cordee_result_verified(result));
  cordee_result_free(result);
}

static void other_options(void) {
  const char *const others[] = {"threads=1", "backend=cpu", "method=climb", "climbers=9", "islands=4", NULL};
  cordee_result *result = NULL;
  refused(cordee_solve(c, instance, last() ? others : words, NULL, &result), "climbers=9");
  cordee_result_free(result);
  works();
}

static void wrong_options(void) {
  const char *const others[] = {"nonsense=1", NULL};
  cordee_result *result = NULL;
  refused(cordee_solve(c, instance, last() ? others : words, NULL, &result), "nonsense=1");
  cordee_result_free(result);
  works();
}

static void own_threads(void) {
  const char *const others[] = {"threads=2",  "--backend=auto", "method=climb",
                                "climbers=8", "islands=4",      NULL};
  cordee_result *result = NULL;
  CU_ASSERT_EQUAL(cordee_solve(c, instance, last() ? others : words, NULL, &result), CORDEE_OK);
  cordee_result_free(result);
}

static void other_instance(void) {
  cordee_result *result = NULL;
  refused(cordee_solve(c, last() ? longer : instance, words, NULL, &result), "cordee_solve of data ");
  cordee_result_free(result);
  works();
}

static void other_count(void) {
  const cordee_instance *const all[] = {instance, instance};
  cordee_result *results[2] = {NULL, NULL};
  int status[2];
  refused(cordee_solve_many(c, last() ? 1 : 2, all, words, NULL, results, status), "cordee_solve_many");
  cordee_result_free(results[0]);
  cordee_result_free(results[1]);
  works();
}

/* One searches, another one makes an instance, computes, or asks for levels. */
static void other_calls(void) {
  const double spot = 100, years = 1, sigma = 0.2, rate = 0.1;
  const cordee_column columns[] = {{"S", CORDEE_F64, 8, &spot},
                                   {"T", CORDEE_F64, 8, &years},
                                   {"sigma", CORDEE_F64, 8, &sigma},
                                   {"r", CORDEE_F64, 8, &rate}};
  cordee_result *result = NULL;
  cordee_records *records = NULL;
  int32_t level[CITIES];
  refused(last() ? cordee_price(c, 1, 4, columns, NULL, NULL, &records)
                 : cordee_solve(c, instance, words, NULL, &result),
          "price");
  cordee_result_free(result);
  cordee_records_free(records);
  result = NULL;
  records = NULL;
  refused(last() ? cordee_bfs(c, graph, 0, NULL, NULL, NULL, &records)
                 : cordee_bfs_levels(c, graph, 0, NULL, level, NULL),
          "bfs");
  cordee_records_free(records);
  cordee_instance *made = NULL;
  refused(last() ? cordee_solve(c, instance, words, NULL, &result)
                 : cordee_tsp_cities(c, "d", NULL, CITIES, x, y, NULL, NULL, &made),
          "an instance");
  cordee_result_free(result);
  cordee_instance_free(made);
  works();
}

static void no_graph(void) {
  cordee_records *records = NULL;
  if (comm.size > 1) refused(cordee_bfs(c, last() ? NULL : graph, 0, NULL, NULL, NULL, &records), "NULL");
  cordee_records_free(records);
  works();
}

static void begin(void) {
  const MPI_Comm all = MPI_COMM_WORLD;
  const int64_t offset[CITIES + 1] = {0, 1, 3, 5, 7, 8};
  const int32_t to[] = {1, 0, 2, 1, 3, 2, 4, 3};
  CU_ASSERT_EQUAL_FATAL(cordee_init(&all, &c), CORDEE_OK);
  CU_ASSERT_EQUAL_FATAL(cordee_graph_rows(c, CITIES, 0, offset, to, &graph), CORDEE_OK);
  instance = cities(CITIES);
  longer = cities(OTHERS);
}

static void end(void) {
  cordee_instance_free(instance);
  cordee_instance_free(longer);
  cordee_graph_free(graph);
  cordee_finalize(c);
}

static const HarnessTest tests[] = {
    TEST(begin),       TEST(other_options), TEST(wrong_options), TEST(own_threads), TEST(other_instance),
    TEST(other_count), TEST(other_calls),   TEST(no_graph),      TEST(end),         {NULL, NULL}};

int main(int argc, char **argv) { return ranks_harness_run(&argc, &argv, "library: the same calls", tests); }
