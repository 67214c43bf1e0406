/* Calls of the library (include/cordee.h) that fail, and what calls leave behind: signals, memory, time. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include "clock.h"
#include "fixtures/calling.h"

enum { SIGNALS = 7 }; /* SIGHUP is not among them: a library of Open MPI (Omni-Path) takes it */
static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGPIPE, SIGXFSZ};
static struct sigaction before
    [SIGNALS]; /* before the library was called; a shell, nohup or Python may have set some to be ignored */

static void signals_note(void) {
  for (int k = 0; k < SIGNALS; k++) sigaction(numbers[k], NULL, &before[k]);
}

static void signals_are_the_callers(void) {
  cordee_instance *square = square_make();
  cordee_result *result = NULL;
  WORKS(cordee_solve(lib, square, quick, NULL, &result));
  for (int k = 0; k < SIGNALS; k++) {
    struct sigaction now;
    CU_ASSERT_EQUAL(sigaction(numbers[k], NULL, &now), 0);
    CU_ASSERT(now.sa_handler == before[k].sa_handler);
  }
  cordee_result_free(result);
  cordee_instance_free(square);
}

static void *square_solve(void *cost) {
  cordee *own = NULL;
  cordee_instance *square = NULL;
  cordee_result *result = NULL;
  if (cordee_init(NULL, &own) == CORDEE_OK &&
      cordee_tsp_cities(own, "square", NULL, SQUARE, square_x, square_y, NULL, NULL, &square) == CORDEE_OK &&
      cordee_solve(own, square, quick, NULL, &result) == CORDEE_OK)
    *(int64_t *)cost = cordee_result_cost(result);
  cordee_result_free(result);
  cordee_instance_free(square);
  cordee_finalize(own);
  return NULL;
}

static void threads_take_turns(void) {
  pthread_t thread[4];
  int64_t cost[4] = {0};
  for (int k = 0; k < 4; k++) CU_ASSERT_FATAL(pthread_create(&thread[k], NULL, square_solve, &cost[k]) == 0);
  for (int k = 0; k < 4; k++) pthread_join(thread[k], NULL);
  for (int k = 0; k < 4; k++) CU_ASSERT_EQUAL(cost[k], 360);
}

/* Threads of OpenMP whose stack is too small for a search would end the process. */
static void small_stacks(void) {
  cordee *own = NULL;
  setenv("OMP_STACKSIZE", "16k", 1);
  CU_ASSERT_EQUAL(cordee_init(NULL, &own), CORDEE_ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(cordee_message(own), "OMP_STACKSIZE: expected 1M to "));
  cordee_finalize(own);
  unsetenv("OMP_STACKSIZE");
  CU_ASSERT_EQUAL(cordee_init(NULL, &own), CORDEE_OK);
  cordee_finalize(own);
}

/* ---- bad input ---- */

/* Options of a search that it refuses, one a row. */
static const char *const words_bad[][2] = {
    {"methud=ils"},  {"time=soon"},  {"method=sisr"}, {"m=ils"},          {"="},        {""},
    {"--"},          {"path=open"},  {"tim=1"},       {"vehicles-s=0.5"}, {"time=1,5"}, {"quiet"},
    {"force"},       {"out=x.tour"}, {"seed"},        {"hybrid=1"},       {"-x"},       {"time=-1"},
    {"islands=0.5"}, {"x y"},        {"tenure=3"},    {"backend=abacus"}};
/* Options of an instance of tours. */
static const char *const words_of_others[][2] = {
    {"fleet=free"}, {"seed=1"}, {"from=13"}, {"metric=GEO"}, {"scale=-1"}};

enum {
  ROWS_BAD = sizeof words_bad / sizeof *words_bad,
  ROWS_OTHERS = sizeof words_of_others / sizeof *words_of_others
};

static const double far[2] = {0, 200}, odd[SQUARE] = {0, NAN}, wide[SQUARE] = {0, 1e300};
static const int32_t heavy[2] = {0, 10}, crooked[4] = {0, 1, 2, 0}, negative[4] = {0, -1, 1, 0},
                     tour[SQUARE] = {1, 1};
static const int64_t zero[2] = {0, 1}, never[2] = {CORDEE_NEVER, CORDEE_NEVER},
                     long_times[2] = {INT64_MAX, 1};

#define ROUTING(...)                                                                                         \
  &(const cordee_routing) { .bytes = sizeof(cordee_routing), .customers = 1, __VA_ARGS__ }

/* A search that fails. */
static int search_badly(int kind, const cordee_instance *square, cordee_result **out) {
  const cordee_solving odd_size = {.bytes = 1}, start = {.bytes = sizeof start, .start = tour};
  switch (kind) {
  case 0:
    return cordee_solve(lib, NULL, NULL, NULL, out);
  case 1:
    return cordee_solve(lib, square, NULL, NULL, NULL);
  case 2:
    return cordee_solve(lib, square, quick, &odd_size, out);
  case 3:
    return cordee_solve(lib, square, quick, &start, out);
  case 4:
    return cordee_resume(lib, square, "/nowhere/run.h5", NULL, NULL, out);
  case 5:
    return cordee_resume(lib, square, NULL, NULL, NULL, out);
  case 6:
    return cordee_resume(lib, square, "instances/uniform-12-1.tsp", NULL, NULL, out);
  case 7:
    return cordee_solve_many(lib, 1, NULL, NULL, NULL, NULL, NULL);
  default:
    return cordee_judge(lib, square, tour, &(int64_t){0});
  }
}
enum { SEARCHES_BAD = 9 };

/* An instance that there is none of. */
static int instance_badly(int kind, cordee_instance **in) {
  switch (kind) {
  case 0:
    return cordee_read(lib, "/nowhere.tsp", NULL, in);
  case 1:
    return cordee_read(lib, NULL, NULL, in);
  case 2:
    return cordee_read(lib, "docs", NULL, in);
  case 3:
    return cordee_read(lib, "instances/uniform-12-1.tsp", NULL, NULL);
  case 4:
    return cordee_tsp_cities(lib, NULL, "EUC_2D", SQUARE, odd, square_y, NULL, NULL, in);
  case 5:
    return cordee_tsp_cities(lib, NULL, "EUC_2D", SQUARE, wide, square_y, NULL, NULL, in);
  case 6:
    return cordee_tsp_cities(lib, NULL, "EUC_4D", SQUARE, square_x, square_y, NULL, NULL, in);
  case 7:
    return cordee_tsp_cities(lib, NULL, "EUC_3D", SQUARE, square_x, square_y, NULL, NULL, in);
  case 8:
    return cordee_tsp_cities(lib, NULL, "EUC_2D", SQUARE, square_x, square_y, square_y, NULL, in);
  case 9:
    return cordee_tsp_cities(lib, NULL, "GEO", 2, far, far, NULL, NULL, in);
  case 10:
    return cordee_tsp_cities(lib, NULL, "EUC_2D", 0, square_x, square_y, NULL, NULL, in);
  case 11:
    return cordee_tsp_matrix(lib, NULL, 2, negative, NULL, in);
  case 12:
    return cordee_tsp_matrix(lib, NULL, -5, negative, NULL, in);
  case 13:
    return cordee_tsp_matrix(lib, NULL, 5, NULL, NULL, in);
  case 14:
    return cordee_cvrp(lib, NULL, NULL, NULL, in);
  case 15:
    return cordee_cvrp(lib, NULL, &(const cordee_routing){.bytes = 3}, NULL, in);
  case 16:
    return cordee_cvrp(lib, NULL, ROUTING(.capacity = 9, .x = far, .y = far), NULL, in);
  case 17:
    return cordee_cvrp(lib, NULL, ROUTING(.capacity = 9, .x = far, .y = far, .demand = heavy), NULL, in);
  case 18:
    return cordee_cvrp(lib, NULL, ROUTING(.capacity = 10, .x = far, .demand = heavy), NULL, in);
  case 19:
    return cordee_cvrp(lib, NULL, ROUTING(.capacity = 10, .matrix = crooked, .demand = heavy), NULL, in);
  case 20:
    return cordee_cvrp(lib, NULL, ROUTING(.capacity = 10, .demand = heavy), NULL, in);
  case 21:
    return cordee_cvrp(lib, NULL, ROUTING(.capacity = 10, .x = far, .y = odd, .demand = heavy), NULL, in);
  case 22:
    return cordee_cvrp(lib, NULL,
                       ROUTING(.capacity = 10, .x = far, .y = far, .demand = heavy, .ready = far, .due = far),
                       NULL, in);
  case 23:
    return cordee_cvrp(lib, NULL, ROUTING(.capacity = 10, .x = far, .y = far, .demand = heavy, .longest = 9),
                       NULL, in);
  case 24:
    return cordee_matching(lib, NULL, 1, 2, zero, 0, NULL, in);
  case 25:
    return cordee_matching(lib, NULL, 1, 2, never, 0, NULL, in);
  case 26:
    return cordee_matching(lib, NULL, 1, 2, long_times, 0, NULL, in);
  case 27:
    return cordee_matching(lib, NULL, 1 << 20, 1 << 20, zero, 0, NULL, in);
  case 28:
    return cordee_matching(lib, NULL, 1, 2, zero, 10, NULL, in);
  default:
    return cordee_matching(lib, NULL, 1, 2, NULL, 0, NULL, in);
  }
}
enum { INSTANCES_BAD = 30, BAD_KINDS = ROWS_BAD + ROWS_OTHERS + SEARCHES_BAD + INSTANCES_BAD };

/* Call number `kind` of those that fail, without a result. */
static int call_badly(int kind, const cordee_instance *square) {
  const int others = kind - ROWS_BAD, searches = others - ROWS_OTHERS, instances = searches - SEARCHES_BAD;
  cordee_instance *in = NULL;
  cordee_result *out = NULL;
  int status;
  if (kind < ROWS_BAD)
    status = cordee_solve(lib, square, words_bad[kind], NULL, &out);
  else if (others < ROWS_OTHERS)
    status = cordee_read(lib, "instances/uniform-12-1.tsp", words_of_others[others], &in);
  else if (searches < SEARCHES_BAD)
    status = search_badly(searches, square, &out);
  else
    status = instance_badly(instances, &in);
  CU_ASSERT(!in && !out);
  return status;
}

static int call_of_square(int kind) {
  cordee_instance *square = square_make();
  const int status = call_badly(kind, square);
  cordee_instance_free(square);
  return status;
}

static void bad_calls(void) { calls_fail(BAD_KINDS, call_of_square); }

static void without_a_library(void) {
  CU_ASSERT_EQUAL(cordee_solve(NULL, NULL, NULL, NULL, NULL), CORDEE_ERR_USAGE);
  CU_ASSERT_EQUAL(cordee_init(NULL, NULL), CORDEE_ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(cordee_message(NULL), "no memory");
  cordee_instance_free(NULL);
  cordee_result_free(NULL);
  cordee_finalize(NULL);
}

/* ---- time ---- */

/* The least time of a call is below that of cordee_init, which starts MPI, as every process of the command line does. */
static void later_calls_are_short(void) {
  cordee_instance *square = square_make();
  double least = INFINITY;
  for (int k = 0; k < 20; k++) {
    cordee_result *result = NULL;
    const double start = clock_s();
    WORKS(cordee_solve(lib, square, quick, NULL, &result));
    least = fmin(least, clock_s() - start);
    cordee_result_free(result);
  }
  printf("# start %.1f ms, least call %.2f ms\n", 1e3 * calling_began_s, 1e3 * least);
  CU_ASSERT(least < calling_began_s);
  cordee_instance_free(square);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(signals_are_the_callers), TEST(threads_take_turns),    TEST(small_stacks), TEST(bad_calls),
      TEST(without_a_library),       TEST(later_calls_are_short), {NULL, NULL}};
  signals_note();
  return calling_run("library_calls", tests);
}
