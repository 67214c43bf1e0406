/* Many instances in one call of the library (include/cordee.h) over ranks, which share them: the answers of cordee_solve, on every rank. */
#include <cordee.h>
#include <mpi.h>
#include <string.h>
#include "fixtures/ranks_harness.h"

enum { CITIES = 40, MANY = 9 };

static cordee *lib;

static cordee_instance *cities_make(int number) {
  double x[CITIES], y[CITIES];
  cordee_instance *made = NULL;
  for (int k = 0; k < CITIES; k++) {
    x[k] = (k * 37 + number * 11) % 101;
    y[k] = (k * (61 + number)) % 103;
  }
  const int n = CITIES - number % 2; /* two sizes */
  CU_ASSERT_EQUAL_FATAL(cordee_tsp_cities(lib, "cities", NULL, n, x, y, NULL, NULL, &made), CORDEE_OK);
  return made;
}

/* Tours, and a matching that methods of tours refuse. */
static void all_make(cordee_instance *all[MANY]) {
  static const int64_t times[4] = {3, 4, 5, 6};
  const MPI_Comm world = MPI_COMM_WORLD;
  CU_ASSERT_EQUAL_FATAL(cordee_init(&world, &lib), CORDEE_OK);
  for (int k = 0; k < MANY - 1; k++) all[k] = cities_make(k);
  CU_ASSERT_EQUAL_FATAL(cordee_matching(lib, "tasks", 2, 2, times, 0, NULL, &all[MANY - 1]), CORDEE_OK);
}

static void all_free(cordee_instance *const *all, cordee_result *const *results, int count) {
  for (int k = 0; k < MANY; k++) cordee_instance_free(all[k]);
  for (int k = 0; k < count; k++) cordee_result_free(results[k]);
  cordee_finalize(lib);
}

/* Every rank has rank 0's numbers. */
static void same_everywhere(const void *mine, size_t bytes) {
  char first[4096];
  memcpy(first, mine, bytes);
  MPI_Bcast(first, (int)bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  CU_ASSERT_EQUAL(memcmp(first, mine, bytes), 0);
}

static void result_same(const cordee_instance *instance, const cordee_result *many,
                        const cordee_result *alone) {
  size_t genes, others, rows;
  int64_t judged = 0;
  const int32_t *tour = cordee_result_solution(many, &genes), *other = cordee_result_solution(alone, &others);
  CU_ASSERT_FATAL(tour && other && genes == others);
  CU_ASSERT_EQUAL(memcmp(tour, other, genes * sizeof *tour), 0);
  CU_ASSERT(cordee_judge(lib, instance, tour, &judged) == CORDEE_OK && judged == cordee_result_cost(many));
  CU_ASSERT(cordee_result_verified(many) && cordee_result_trace(many, &rows) && rows > 0);
  same_everywhere(tour, genes * sizeof *tour);
}

/* The first `count` of them by these options. */
static void as_alone(const char *const *words, int count) {
  cordee_instance *all[MANY];
  cordee_result *results[MANY] = {NULL};
  int status[MANY] = {0};
  all_make(all);
  const int worst = cordee_solve_many(lib, (size_t)count, (const cordee_instance *const *)all, words, NULL,
                                      results, status);
  CU_ASSERT_EQUAL(worst, count == MANY ? CORDEE_ERR_USAGE : CORDEE_OK);
  same_everywhere(status, sizeof status);
  for (int k = 0; k < count; k++) {
    cordee_result *alone = NULL;
    CU_ASSERT_EQUAL(cordee_solve(lib, all[k], words, NULL, &alone), status[k]);
    CU_ASSERT_STRING_EQUAL(cordee_result_message(results[k]), cordee_message(lib));
    if (status[k] == CORDEE_OK) result_same(all[k], results[k], alone);
    cordee_result_free(alone);
  }
  all_free(all, results, count);
}

static void in_batches(void) {
  as_alone(
      (const char *const[]){"threads=1", "backend=cpu", "method=climb", "climbers=40", "islands=4", NULL},
      MANY);
}

/* A target keeps tasks out of batches. */
static void one_by_one(void) {
  as_alone((const char *const[]){"threads=1", "backend=cpu", "method=ils", "kicks=4", "tours=8", "islands=2",
                                 "target=1", NULL},
           MANY);
}

static void fewer_than_ranks(void) {
  as_alone(
      (const char *const[]){"threads=1", "backend=cpu", "method=climb", "climbers=40", "islands=4", NULL}, 1);
}

/* ---- starts, stopping ---- */

/* Rank 0 alone has them; any rank may search from them. */
static void starts_of_rank_0(void) {
  const char *const words[] = {"threads=1",  "backend=cpu",  "method=climb",
                               "climbers=1", "restart=kick", NULL};
  cordee_instance *all[MANY];
  cordee_result *results[MANY], *best;
  int status[MANY];
  const int32_t *start[MANY] = {NULL};
  int32_t wrong[CITIES] = {0};
  all_make(all);
  CU_ASSERT_EQUAL_FATAL(
      cordee_solve(lib, all[2], (const char *const[]){"threads=1", "backend=cpu", NULL}, NULL, &best),
      CORDEE_OK);
  start[2] = cordee_result_solution(best, NULL);
  start[5] = wrong;
  const cordee_solving how = {.bytes = sizeof how, .starts = comm.rank ? NULL : start};
  CU_ASSERT_EQUAL(
      cordee_solve_many(lib, MANY - 1, (const cordee_instance *const *)all, words, &how, results, status),
      CORDEE_ERR_FORMAT);
  for (int k = 0; k < MANY - 1; k++) CU_ASSERT_EQUAL(status[k], k == 5 ? CORDEE_ERR_FORMAT : CORDEE_OK);
  CU_ASSERT(cordee_result_cost(results[2]) <= cordee_result_cost(best));
  CU_ASSERT(strstr(cordee_result_message(results[5]), "the start solution: ") != NULL);
  cordee_result_free(best);
  all_free(all, results, MANY - 1);
}

static int after_a_while(void *self, const cordee_progress *progress) {
  ++*(int *)self;
  CU_ASSERT_EQUAL(progress->instances, MANY - 1);
  return progress->best < CORDEE_NO_COST && progress->elapsed_s > 0.1;
}

/* Rank 0's callback stops all ranks: what they search has its best so far, the others did not begin. */
static void callback_stops_all_ranks(void) {
  const char *const words[] = {"threads=1", "backend=cpu", "time=30", NULL};
  cordee_instance *all[MANY];
  cordee_result *results[MANY];
  int status[MANY], calls = 0, solved = 0;
  const cordee_solving how = {.bytes = sizeof how, .callback = after_a_while, .self = &calls};
  all_make(all);
  CU_ASSERT_EQUAL(
      cordee_solve_many(lib, MANY - 1, (const cordee_instance *const *)all, words, &how, results, status),
      CORDEE_STOPPED);
  for (int k = 0; k < MANY - 1; k++) {
    solved += status[k] == CORDEE_OK;
    CU_ASSERT_EQUAL(cordee_result_end(results[k]), CORDEE_END_ASKED);
    CU_ASSERT_EQUAL(status[k] == CORDEE_OK, cordee_result_solution(results[k], NULL) != NULL);
  }
  CU_ASSERT_EQUAL(solved, comm.size);
  CU_ASSERT((calls > 0) == (comm.rank == 0));
  all_free(all, results, MANY - 1);
}

static void others_on_a_rank(void) {
  cordee_instance *all[MANY];
  cordee_result *results[2] = {NULL, NULL};
  int status[2];
  all_make(all);
  const cordee_instance *const mine[2] = {all[0], all[comm.rank == comm.size - 1 ? 1 : 0]};
  const int expected = comm.size > 1 ? CORDEE_ERR_USAGE : CORDEE_OK;
  CU_ASSERT_EQUAL(
      cordee_solve_many(lib, 2, mine,
                        (const char *const[]){"threads=1", "backend=cpu", "method=climb", "climbers=9", NULL},
                        NULL, results, status),
      expected);
  CU_ASSERT(status[0] == expected && status[1] == expected);
  all_free(all, results, 2);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(in_batches),
                                      TEST(one_by_one),
                                      TEST(fewer_than_ranks),
                                      TEST(starts_of_rank_0),
                                      TEST(callback_stops_all_ranks),
                                      TEST(others_on_a_rank),
                                      {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "library_many_ranks", tests);
}
