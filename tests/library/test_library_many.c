/* Many instances in one call of the library (include/cordee.h): the answers that each gets alone, failures, starts, callbacks. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include "fixtures/calling.h"

enum { KINDS = 7, MANY = 21 };

/* Tours of several sizes, by coordinates and by a matrix, routes, tasks: each is there three times. */
static cordee_instance *kind_make(int kind) {
  static const char *const files[] = {"uniform-12-1.tsp", "uniform-60-1.tsp", "coin-60-1.atsp",
                                      "routes-12-1.vrp", "uniform-200-1.tsp"};
  static const int64_t times[6] = {30, 50, 20, 20, 40, CORDEE_NEVER};
  char path[80];
  cordee_instance *made = NULL;
  if (kind == KINDS - 1) return square_make();
  if (kind == KINDS - 2) {
    WORKS(cordee_matching(lib, "tasks", 3, 2, times, 0, NULL, &made));
    return made;
  }
  snprintf(path, sizeof path, "instances/%s", files[kind]);
  WORKS(cordee_read(lib, path, NULL, &made));
  return made;
}

static void all_make(cordee_instance *kinds[KINDS], const cordee_instance *all[MANY]) {
  for (int k = 0; k < KINDS; k++) kinds[k] = kind_make(k);
  for (int k = 0; k < MANY; k++) all[k] = kinds[k % KINDS];
}

static void all_free(cordee_instance *kinds[KINDS]) {
  for (int k = 0; k < KINDS; k++) cordee_instance_free(kinds[k]);
}

static void results_free(cordee_result **results, int count) {
  for (int k = 0; k < count; k++) cordee_result_free(results[k]);
}

/* Two results of an instance have the same cost and solution. */
static void same_answer(const cordee_instance *instance, const cordee_result *one,
                        const cordee_result *other) {
  size_t genes, others;
  const int32_t *a = cordee_result_solution(one, &genes), *b = cordee_result_solution(other, &others);
  CU_ASSERT_EQUAL(cordee_result_cost(one), cordee_result_cost(other));
  CU_ASSERT_FATAL(a && b && genes == others && genes == cordee_instance_genes(instance));
  CU_ASSERT_EQUAL(memcmp(a, b, genes * sizeof *a), 0);
  CU_ASSERT_STRING_EQUAL(cordee_result_method(one), cordee_result_method(other));
}

/* These options: what fails alone fails among many, with the same message, and all others have the answer that they have alone. */
static void as_alone(const char *const *words, int expected) {
  cordee_instance *kinds[KINDS];
  const cordee_instance *all[MANY];
  cordee_result *results[MANY], *alone;
  int status[MANY], solved = 0;
  all_make(kinds, all);
  const int worst = cordee_solve_many(lib, MANY, all, words, NULL, results, status);
  CU_ASSERT_EQUAL(worst, expected < MANY ? CORDEE_ERR_USAGE : CORDEE_OK);
  for (int k = 0; k < KINDS; k++) {
    alone = NULL;
    const int one = cordee_solve(lib, all[k], words, NULL, &alone);
    for (int of = k; of < MANY; of += KINDS) {
      CU_ASSERT(status[of] == one && results[of]);
      CU_ASSERT_STRING_EQUAL(cordee_result_message(results[of]), cordee_message(lib));
      if (one == CORDEE_OK) {
        same_answer(all[k], alone, results[of]);
        result_whole(all[k], results[of]);
        solved++;
      }
      CU_ASSERT_EQUAL(cordee_result_end(results[of]),
                      one == CORDEE_OK ? CORDEE_END_FINISHED : CORDEE_END_FAILED);
      if (one != CORDEE_OK)
        CU_ASSERT(!cordee_result_solution(results[of], NULL) &&
                  cordee_result_cost(results[of]) == CORDEE_NO_COST);
    }
    cordee_result_free(alone);
  }
  CU_ASSERT_EQUAL(solved, expected);
  results_free(results, MANY);
  all_free(kinds);
}

static void tours_by_ils(void) {
  as_alone(
      (const char *const[]){"threads=1", "method=ils", "kicks=2", "tours=8", "islands=2", "seed=3", NULL},
      15);
}

static void tours_by_climb(void) {
  as_alone((const char *const[]){"threads=1", "method=climb", "climbers=60", "seed=4", NULL}, 12);
}

static void routes_by_sisr(void) {
  as_alone((const char *const[]){"threads=1", "method=sisr", "epochs=2", "epoch=50", "seed=5", NULL}, 3);
}

static void all_problems(void) { as_alone((const char *const[]){"threads=1", "seed=6", NULL}, MANY); }

static void first_failure_is_told(void) {
  const char *const words[] = {"threads=1", "method=ils", NULL};
  const int64_t times[2] = {3, 4};
  cordee_instance *square = square_make(), *tasks = NULL;
  cordee_result *results[4];
  int status[4];
  WORKS(cordee_matching(lib, "tasks", 1, 2, times, 0, NULL, &tasks));
  const cordee_instance *const all[4] = {square, tasks, NULL, square};
  CU_ASSERT_EQUAL(cordee_solve_many(lib, 4, all, words, NULL, results, status), CORDEE_ERR_USAGE);
  SAYS("instance 1: ");
  CU_ASSERT(status[0] == CORDEE_OK && status[1] == CORDEE_ERR_USAGE && status[2] == CORDEE_ERR_USAGE &&
            status[3] == CORDEE_OK);
  CU_ASSERT(cordee_result_cost(results[0]) == 360 && cordee_result_cost(results[3]) == 360);
  CU_ASSERT_STRING_EQUAL(cordee_result_message(results[0]), "");
  CU_ASSERT_STRING_EQUAL(cordee_result_message(results[2]), "expected an instance, found NULL");
  CU_ASSERT(strstr(cordee_message(lib), cordee_result_message(results[1])) != NULL);
  results_free(results, 4);
  cordee_instance_free(square);
  cordee_instance_free(tasks);
}

static void no_instances(void) { WORKS(cordee_solve_many(lib, 0, NULL, NULL, NULL, NULL, NULL)); }

/* Options that are wrong for all, and arguments. */
static void wrong_for_all(void) {
  static const char *const words[][3] = {{"time=soon"}, {"checkpoint=/tmp/none.h5"}, {"hybrid"}, {"out=x"}};
  cordee_instance *square = square_make();
  const cordee_instance *const all[2] = {square, square};
  cordee_result *results[2];
  int status[2];
  for (int k = 0; k < 4; k++) {
    CU_ASSERT_EQUAL(cordee_solve_many(lib, 2, all, words[k], NULL, results, status), CORDEE_ERR_USAGE);
    CU_ASSERT(!results[0] && !results[1] && status[0] == CORDEE_ERR_USAGE && status[1] == CORDEE_ERR_USAGE);
    SAYS("--");
  }
  CU_ASSERT_EQUAL(cordee_solve_many(lib, 2, NULL, quick, NULL, results, status), CORDEE_ERR_USAGE);
  CU_ASSERT_EQUAL(cordee_solve_many(lib, 2, all, quick, NULL, results, NULL), CORDEE_ERR_USAGE);
  cordee_instance_free(square);
}

/* ---- starts ---- */

/* A start of one of them, which is the optimum and the target; another's is no tour; the third has none. */
static void starts(void) {
  static const int32_t best[SQUARE] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, twice[SQUARE] = {0};
  const char *const words[] = {"threads=1", "method=climb", "climbers=1", "restart=kick", NULL};
  const int32_t *const start[3] = {best, twice, NULL};
  const cordee_solving how = {.bytes = sizeof how, .starts = start};
  cordee_instance *square = square_make();
  const cordee_instance *const all[3] = {square, square, square};
  cordee_result *results[3];
  int status[3];
  CU_ASSERT_EQUAL(cordee_solve_many(lib, 3, all, words, &how, results, status), CORDEE_ERR_FORMAT);
  CU_ASSERT(status[0] == CORDEE_OK && status[1] == CORDEE_ERR_FORMAT && status[2] == CORDEE_OK);
  CU_ASSERT_EQUAL(cordee_result_cost(results[0]), 360);
  CU_ASSERT(strstr(cordee_result_message(results[1]), "the start solution: ") != NULL);
  CU_ASSERT(cordee_result_cost(results[2]) >= 360);
  results_free(results, 3);
  cordee_instance_free(square);
}

/* A program that was compiled before there were starts says so by the size. */
static void older_header(void) {
  const int32_t *const wild[1] = {(const int32_t *)8};
  const cordee_solving how = {.bytes = offsetof(cordee_solving, starts), .starts = wild};
  cordee_instance *square = square_make();
  const cordee_instance *const all[1] = {square};
  cordee_result *result;
  int status;
  WORKS(cordee_solve_many(lib, 1, all, quick, &how, &result, &status));
  CU_ASSERT_EQUAL(cordee_result_cost(result), 360);
  cordee_result_free(result);
  cordee_instance_free(square);
}

/* ---- the callback ---- */

typedef struct Seen {
  int calls;
  uint64_t instances, done;
  bool began; /* a search has found something */
} Seen;

static int when_one_is_done(void *self, const cordee_progress *progress) {
  Seen *seen = self;
  CU_ASSERT(progress->instances == 3 && progress->instances_done >= seen->done &&
            progress->instances_done <= 3);
  CU_ASSERT(progress->elapsed_s >= 0 && progress->bytes == sizeof *progress);
  seen->calls++;
  seen->instances = progress->instances;
  seen->done = progress->instances_done;
  seen->began = progress->best != CORDEE_NO_COST;
  return seen->done == 1 && seen->began;
}

/* The first instance has its time, the second ends with its best so far, the third does not begin. */
static void callback_stops(void) {
  const char *const words[] = {"threads=1", "time=0.6", NULL};
  Seen seen = {0};
  const cordee_solving how = {.bytes = sizeof how, .callback = when_one_is_done, .self = &seen};
  cordee_instance *file = NULL;
  cordee_result *results[3];
  int status[3];
  WORKS(cordee_read(lib, "instances/uniform-200-1.tsp", NULL, &file));
  const cordee_instance *const all[3] = {file, file, file};
  CU_ASSERT_EQUAL(cordee_solve_many(lib, 3, all, words, &how, results, status), CORDEE_STOPPED);
  SAYS("instance 2: not solved");
  CU_ASSERT(status[0] == CORDEE_OK && status[1] == CORDEE_OK && status[2] == CORDEE_STOPPED);
  CU_ASSERT_EQUAL(cordee_result_end(results[0]), CORDEE_END_TIME);
  CU_ASSERT_EQUAL(cordee_result_end(results[1]), CORDEE_END_ASKED);
  CU_ASSERT_EQUAL(cordee_result_end(results[2]), CORDEE_END_ASKED);
  result_whole(file, results[0]);
  result_whole(file, results[1]);
  CU_ASSERT(!cordee_result_solution(results[2], NULL) && seen.calls > 1);
  CU_ASSERT_STRING_EQUAL(cordee_result_message(results[2]), "not solved: the callback ended the call");
  results_free(results, 3);
  cordee_instance_free(file);
}

static int signal_when_one_is_done(void *self, const cordee_progress *progress) {
  Seen *seen = self;
  if (progress->instances_done == 1 && progress->best != CORDEE_NO_COST && !seen->began)
    seen->began = raise(SIGTERM) == 0;
  return 0;
}

/* A signal ends the whole call, not the instance under way alone. From now on the process listens. */
static void signal_ends_the_call(void) {
  const char *const words[] = {"threads=1", "time=0.6", NULL};
  Seen seen = {0};
  const cordee_solving how = {.bytes = sizeof how, .callback = signal_when_one_is_done, .self = &seen};
  cordee_instance *file = NULL;
  cordee_result *results[3];
  int status[3];
  WORKS(cordee_listen(lib));
  WORKS(cordee_read(lib, "instances/uniform-200-1.tsp", NULL, &file));
  const cordee_instance *const all[3] = {file, file, file};
  CU_ASSERT_EQUAL(cordee_solve_many(lib, 3, all, words, &how, results, status), CORDEE_STOPPED);
  CU_ASSERT(status[0] == CORDEE_OK && status[1] == CORDEE_OK && status[2] == CORDEE_STOPPED);
  CU_ASSERT_EQUAL(cordee_result_end(results[1]), CORDEE_END_SIGNAL);
  CU_ASSERT_EQUAL(cordee_result_end(results[2]), CORDEE_END_SIGNAL);
  result_whole(file, results[1]);
  CU_ASSERT(!cordee_result_solution(results[2], NULL));
  results_free(results, 3);
  WORKS(cordee_solve(lib, file, quick, NULL, results)); /* the signal is over with the call that it met */
  CU_ASSERT_EQUAL(cordee_result_end(results[0]), CORDEE_END_FINISHED);
  results_free(results, 1);
  cordee_instance_free(file);
}

static int at_the_call(void *self, const cordee_progress *progress) {
  (void)progress;
  return --*(int *)self <= 0;
}

/* A batch that is stopped gives its bests so far, where there are any. Stopped before anything began, there is none. */
static void callback_stops_a_batch(const char *method, const char *budget, const char *name, int calls) {
  enum { COUNT = 8 };
  const char *const words[] = {"threads=1", method, budget, NULL};
  const cordee_solving how = {.bytes = sizeof how, .callback = at_the_call, .self = &calls};
  const bool begun = calls > 1;
  char path[80];
  cordee_instance *file = NULL;
  cordee_result *results[COUNT];
  const cordee_instance *all[COUNT];
  int status[COUNT], found = 0;
  snprintf(path, sizeof path, "instances/%s", name);
  WORKS(cordee_read(lib, path, NULL, &file));
  for (int k = 0; k < COUNT; k++) all[k] = file;
  (void)cordee_solve_many(lib, COUNT, all, words, &how, results, status);
  for (int k = 0; k < COUNT; k++) {
    CU_ASSERT_EQUAL(cordee_result_end(results[k]), CORDEE_END_ASKED);
    CU_ASSERT(status[k] == (cordee_result_solution(results[k], NULL) ? CORDEE_OK : CORDEE_STOPPED));
    if (status[k] == CORDEE_OK) {
      result_whole(file, results[k]);
      found++;
    }
  }
  CU_ASSERT_EQUAL(found > 0, begun);
  results_free(results, COUNT);
  cordee_instance_free(file);
}

static void stopped_at_once(void) {
  callback_stops_a_batch("method=climb", "climbers=1e4", "uniform-60-1.tsp", 1);
}
static void stopped_climb(void) {
  callback_stops_a_batch("method=climb", calling_budget("climbers=3e5", "climbers=1e7"), "uniform-60-1.tsp",
                         12);
}
static void stopped_ils(void) { callback_stops_a_batch("method=ils", "kicks=1000", "uniform-60-1.tsp", 12); }
static void stopped_sisr(void) {
  callback_stops_a_batch("method=sisr", "epochs=10000", "routes-12-1.vrp", 12);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(tours_by_ils),          TEST(tours_by_climb), TEST(routes_by_sisr),       TEST(all_problems),
      TEST(first_failure_is_told), TEST(no_instances),   TEST(wrong_for_all),        TEST(starts),
      TEST(older_header),          TEST(callback_stops), TEST(stopped_at_once),      TEST(stopped_climb),
      TEST(stopped_ils),           TEST(stopped_sisr),   TEST(signal_ends_the_call), {NULL, NULL}};
  return calling_run("library_many", tests);
}
