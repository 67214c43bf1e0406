/* The library (include/cordee.h) over ranks: one result on all of them, failures of rank 0, communicators side by side. */
#include <cordee.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fixtures/ranks_harness.h"

enum { SQUARE = 12 };

static const double x[SQUARE] = {0, 30, 60, 90, 90, 90, 90, 60, 30, 0, 0, 0},
                    y[SQUARE] = {0, 0, 0, 0, 30, 60, 90, 90, 90, 90, 60, 30};
static const char *const words[] = {"threads=1",   "backend=cpu", "method=climb",
                                    "climbers=40", "islands=4",   NULL};

static cordee *open_on(MPI_Comm on) {
  cordee *c = NULL;
  CU_ASSERT_EQUAL_FATAL(cordee_init(&on, &c), CORDEE_OK);
  return c;
}

/* Rank 0 alone has the arrays. */
static cordee_instance *square_make(cordee *c, bool first) {
  cordee_instance *made = NULL;
  CU_ASSERT_EQUAL_FATAL(cordee_tsp_cities(c, first ? "square" : NULL, NULL, first ? SQUARE : 0,
                                          first ? x : NULL, first ? y : NULL, NULL, NULL, &made),
                        CORDEE_OK);
  return made;
}

/* The result is on this rank, whole, and the same as rank 0's. */
static void result_whole(cordee *c, const cordee_instance *square, const cordee_result *result, MPI_Comm on) {
  int32_t of_first[SQUARE];
  size_t genes, rows;
  int64_t cost;
  const int32_t *tour = cordee_result_solution(result, &genes);
  CU_ASSERT_FATAL(tour != NULL && genes == SQUARE);
  memcpy(of_first, tour, sizeof of_first);
  MPI_Bcast(of_first, SQUARE, MPI_INT32_T, 0, on);
  CU_ASSERT_EQUAL(memcmp(of_first, tour, sizeof of_first), 0);
  CU_ASSERT(cordee_judge(c, square, tour, &cost) == CORDEE_OK && cost == 360);
  CU_ASSERT(cordee_result_cost(result) == 360 && cordee_result_verified(result) == 1);
  CU_ASSERT(cordee_result_trace(result, &rows) != NULL && rows > 0);
}

static void solve_on(MPI_Comm on) {
  int rank;
  MPI_Comm_rank(on, &rank);
  cordee *c = open_on(on);
  cordee_instance *square = square_make(c, rank == 0);
  cordee_result *result = NULL;
  CU_ASSERT_EQUAL_FATAL(cordee_solve(c, square, words, NULL, &result), CORDEE_OK);
  result_whole(c, square, result, on);
  cordee_result_free(result);
  cordee_instance_free(square);
  cordee_finalize(c);
}

static void on_all_ranks(void) { solve_on(MPI_COMM_WORLD); }

static void on_this_rank(void) { solve_on(MPI_COMM_SELF); }

/* Even and odd ranks at the same time. */
static void side_by_side(void) {
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, comm.rank % 2, comm.rank, &half);
  solve_on(half);
  MPI_Comm_free(&half);
}

/* What is wrong on rank 0, or on the last rank alone, every rank hears. */
static void failures_are_everybodys(void) {
  const char *const wrong[] = {"time=soon", NULL};
  cordee *c = open_on(MPI_COMM_WORLD);
  cordee_instance *none = NULL, *square;
  cordee_result *result = NULL;
  CU_ASSERT_EQUAL(cordee_tsp_cities(c, NULL, NULL, SQUARE, comm.rank ? x : NULL, y, NULL, NULL, &none),
                  CORDEE_ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(cordee_message(c), "x: expected 12 coordinates, found NULL");
  square = square_make(c, comm.rank == 0);
  CU_ASSERT_EQUAL(cordee_solve(c, square, wrong, NULL, &result), CORDEE_ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(cordee_message(c), "--time: expected a number of seconds, found 'soon'");
  CU_ASSERT(!none && !result);
  cordee_instance_free(square);
  cordee_finalize(c);
}

static int at_once(void *self, const cordee_progress *progress) {
  ++*(int *)self;
  return progress->best < CORDEE_NO_COST;
}

/* Rank 0's callback, and its start solution. */
static void rank_0_says(void) {
  const int32_t tour[SQUARE] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const char *const long_run[] = {"threads=1", "backend=cpu", "time=20", NULL};
  int calls = 0;
  const cordee_solving how = {
      .bytes = sizeof how, .start = comm.rank ? NULL : tour, .callback = at_once, .self = &calls};
  cordee *c = open_on(MPI_COMM_WORLD);
  cordee_instance *square = square_make(c, comm.rank == 0);
  cordee_result *result = NULL;
  CU_ASSERT_EQUAL_FATAL(cordee_solve(c, square, long_run, &how, &result), CORDEE_OK);
  CU_ASSERT(cordee_result_end(result) == CORDEE_END_ASKED && (calls > 0) == (comm.rank == 0));
  result_whole(c, square, result, MPI_COMM_WORLD);
  cordee_result_free(result);
  cordee_instance_free(square);
  cordee_finalize(c);
}

/* The checkpoint of all ranks is on each of them; rank 0's bytes count. */
static void checkpoint_in_memory(void) {
  const char *const climbers[] = {"threads=1", "backend=cpu", "method=climb", "climbers=4000", "epoch=500",
                                  "islands=5", NULL};
  int calls = 0;
  const cordee_solving how = {.bytes = sizeof how, .callback = at_once, .self = &calls, .keep = 1};
  cordee *c = open_on(MPI_COMM_WORLD);
  cordee_instance *file = NULL;
  cordee_result *whole = NULL, *part = NULL, *rest = NULL, *none = NULL;
  size_t bytes = 0, genes = 0;
  CU_ASSERT_EQUAL_FATAL(cordee_read(c, "instances/uniform-200-1.tsp", NULL, &file), CORDEE_OK);
  CU_ASSERT_EQUAL_FATAL(cordee_solve(c, file, climbers, NULL, &whole), CORDEE_OK);
  CU_ASSERT_EQUAL_FATAL(cordee_solve(c, file, climbers, &how, &part), CORDEE_OK);
  CU_ASSERT_EQUAL(cordee_result_end(part), CORDEE_END_ASKED);
  const char *checkpoint = cordee_result_checkpoint(part, &bytes);
  CU_ASSERT_FATAL(checkpoint != NULL && bytes > 4096);
  char *copy = malloc(bytes);
  memcpy(copy, checkpoint, bytes);
  MPI_Bcast(copy, (int)bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
  CU_ASSERT_EQUAL(memcmp(copy, checkpoint, bytes), 0);
  const bool first = comm.rank == 0;
  CU_ASSERT_EQUAL_FATAL(
      cordee_resume_buffer(c, file, first ? copy : NULL, first ? bytes : 0, NULL, NULL, &rest), CORDEE_OK);
  const int32_t *tour = cordee_result_solution(rest, &genes);
  CU_ASSERT(genes == 200 && memcmp(tour, cordee_result_solution(whole, NULL), genes * sizeof *tour) == 0);
  copy[bytes / 2] ^= 4;
  CU_ASSERT_EQUAL(cordee_resume_buffer(c, file, first ? copy : NULL, first ? bytes : 0, NULL, NULL, &none),
                  CORDEE_ERR_FORMAT);
  CU_ASSERT(!none && strstr(cordee_message(c), "the checkpoint: damaged") != NULL);
  CU_ASSERT_EQUAL(cordee_resume_buffer(c, file, NULL, 0, NULL, NULL, &none), CORDEE_ERR_FORMAT);
  free(copy);
  cordee_result_free(whole);
  cordee_result_free(part);
  cordee_result_free(rest);
  cordee_instance_free(file);
  cordee_finalize(c);
}

/* A child of fork() is none of the ranks: calls on several are refused, those of a process alone work. */
static void a_child_is_no_rank(void) {
  int ranks, code = 0;
  cordee *all = open_on(MPI_COMM_WORLD), *own = open_on(MPI_COMM_SELF);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const pid_t child = fork();
  if (child == 0) {
    cordee_instance *square = NULL;
    const int status = cordee_tsp_cities(all, "square", NULL, SQUARE, x, y, NULL, NULL, &square);
    const bool fine =
        ranks == 1 ? status == CORDEE_OK
                   : status == CORDEE_ERR_USAGE && strstr(cordee_message(all), "found one that fork() made");
    _exit(fine && cordee_tsp_cities(own, "square", NULL, SQUARE, x, y, NULL, NULL, &square) == CORDEE_OK ? 3
                                                                                                         : 4);
  }
  CU_ASSERT_EQUAL(waitpid(child, &code, 0), child);
  CU_ASSERT(WIFEXITED(code) && WEXITSTATUS(code) == 3);
  cordee_finalize(own);
  cordee_finalize(all);
}

static void no_communicator(void) {
  MPI_Comm none = MPI_COMM_NULL;
  cordee *c = NULL;
  CU_ASSERT_EQUAL(cordee_init(&none, &c), CORDEE_ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(cordee_message(c), "expected a communicator, found MPI_COMM_NULL");
  CU_ASSERT_EQUAL(cordee_listen(c), CORDEE_ERR_USAGE);
  cordee_finalize(c);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(on_all_ranks), TEST(on_this_rank),         TEST(side_by_side),       TEST(failures_are_everybodys),
      TEST(rank_0_says),  TEST(checkpoint_in_memory), TEST(a_child_is_no_rank), TEST(no_communicator),
      {NULL, NULL}};
  return ranks_harness_run(&argc, &argv, "library_ranks", tests);
}
