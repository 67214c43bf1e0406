/* Searches by the library (include/cordee.h): results, start solutions, callbacks, checkpoints. */
#include <stdio.h>
#include <stdlib.h>
#include "fixtures/calling.h"

static const int32_t square_tour[SQUARE] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

static void versions(void) {
  CU_ASSERT_STRING_EQUAL(cordee_version(), "test");
  CU_ASSERT_EQUAL(cordee_abi(), CORDEE_ABI);
}

static void optimum(void) {
  cordee_instance *square = square_make();
  cordee_result *result = NULL;
  cordee_progress end = {.bytes = sizeof end};
  WORKS(cordee_solve(lib, square, quick, NULL, &result));
  result_whole(square, result);
  cordee_result_progress(result, &end);
  CU_ASSERT(cordee_result_cost(result) == 360 && end.best == 360 && end.evaluations > 0);
  CU_ASSERT(cordee_result_end(result) == CORDEE_END_FINISHED);
  CU_ASSERT_STRING_EQUAL(cordee_result_method(result), "ils");
  CU_ASSERT_STRING_EQUAL(cordee_message(lib), "");
  cordee_result_free(result);
  cordee_instance_free(square);
}

/* An older program has room for the first members alone. */
static void shorter_progress(void) {
  cordee_instance *square = square_make();
  cordee_result *result = NULL;
  cordee_progress end = {.bytes = offsetof(cordee_progress, elapsed_s), .elapsed_s = -1};
  WORKS(cordee_solve(lib, square, quick, NULL, &result));
  cordee_result_progress(result, &end);
  CU_ASSERT(end.best == 360 && end.elapsed_s == -1 && end.bytes == offsetof(cordee_progress, elapsed_s));
  cordee_result_free(result);
  cordee_instance_free(square);
}

static void same_by_the_seed(void) {
  const char *const words[] = {"threads=1", "method=climb", "climbers=3", "seed=5", NULL};
  cordee_instance *file = NULL;
  cordee_result *one = NULL, *other = NULL;
  size_t genes;
  WORKS(cordee_read(lib, "instances/uniform-60-1.tsp", NULL, &file));
  WORKS(cordee_solve(lib, file, words, NULL, &one));
  WORKS(cordee_solve(lib, file, words, NULL, &other));
  result_whole(file, one);
  const int32_t *tour = cordee_result_solution(one, &genes);
  CU_ASSERT(genes == 60 && memcmp(tour, cordee_result_solution(other, NULL), genes * sizeof(int32_t)) == 0);
  cordee_result_free(one);
  cordee_result_free(other);
  cordee_instance_free(file);
}

static void bound_of_tasks(void) {
  cordee_instance *file = NULL;
  cordee_result *result = NULL;
  WORKS(cordee_read(lib, "instances/etc-i-hihi-60x10-1.etc", NULL, &file));
  WORKS(cordee_solve(lib, file, quick, NULL, &result));
  result_whole(file, result);
  CU_ASSERT(cordee_result_bound(result) > 0 && cordee_result_bound(result) <= cordee_result_cost(result));
  cordee_result_free(result);
  cordee_instance_free(file);
}

static void start_solution(void) {
  const char *const words[] = {"threads=1", "time=1", "target=360", NULL};
  int32_t twice[SQUARE] = {0};
  cordee_instance *square = square_make();
  cordee_solving how = {.bytes = sizeof how, .start = square_tour};
  cordee_result *result = NULL;
  WORKS(cordee_solve(lib, square, words, &how, &result));
  CU_ASSERT_EQUAL(cordee_result_cost(result), 360);
  cordee_result_free(result);
  result = NULL;
  how.start = twice;
  CU_ASSERT_EQUAL(cordee_solve(lib, square, quick, &how, &result), CORDEE_ERR_FORMAT);
  SAYS("the start solution: ");
  CU_ASSERT_PTR_NULL(result);
  cordee_instance_free(square);
}

/* A start in memory and one in a file are the same thing: methods choose their settings for it. */
static void start_as_a_file(void) {
  char path[] = "/tmp/cordee-start-XXXXXX", option[48];
  int32_t tour[60];
  cordee_instance *file = NULL;
  cordee_result *one = NULL, *other = NULL;
  FILE *out = fdopen(mkstemp(path), "w");
  CU_ASSERT_FATAL(out != NULL);
  fprintf(out, "TYPE: TOUR\nDIMENSION: 60\nTOUR_SECTION\n");
  for (int k = 0; k < 60; k++) {
    tour[k] = k;
    fprintf(out, "%d\n", k + 1);
  }
  fprintf(out, "-1\nEOF\n");
  CU_ASSERT_EQUAL(fclose(out), 0);
  snprintf(option, sizeof option, "initial=%s", path);
  const char *const words[] = {"threads=1", "method=climb", "climbers=20", option, NULL};
  const char *const plain[] = {"threads=1", "method=climb", "climbers=20", NULL};
  const cordee_solving how = {.bytes = sizeof how, .start = tour};
  WORKS(cordee_read(lib, "instances/uniform-60-1.tsp", NULL, &file));
  WORKS(cordee_solve(lib, file, words, NULL, &one));
  WORKS(cordee_solve(lib, file, plain, &how, &other));
  CU_ASSERT_EQUAL(cordee_result_cost(one), cordee_result_cost(other));
  CU_ASSERT_EQUAL(memcmp(cordee_result_solution(one, NULL), cordee_result_solution(other, NULL), sizeof tour),
                  0);
  CU_ASSERT_EQUAL(remove(path), 0);
  cordee_result_free(one);
  cordee_result_free(other);
  cordee_instance_free(file);
}

typedef struct Seen {
  int calls, most, refused;
  double elapsed_s;
} Seen;

/* Stops once there is a solution, after so many calls. It may not call the library. */
static int on_progress(void *self, const cordee_progress *progress) {
  Seen *seen = self;
  cordee_instance *none = NULL;
  CU_ASSERT(progress->bytes == sizeof *progress && progress->elapsed_s >= seen->elapsed_s);
  seen->elapsed_s = progress->elapsed_s;
  seen->refused += cordee_read(lib, "instances/uniform-12-1.tsp", NULL, &none) == CORDEE_ERR_USAGE;
  return ++seen->calls >= seen->most && progress->best < CORDEE_NO_COST;
}

static void callback_stops(void) {
  const char *const words[] = {"threads=1", "time=20", NULL};
  Seen seen = {.most = 3};
  const cordee_solving how = {.bytes = sizeof how, .callback = on_progress, .self = &seen};
  cordee_instance *file = NULL;
  cordee_result *result = NULL;
  WORKS(cordee_read(lib, "instances/uniform-200-1.tsp", NULL, &file));
  WORKS(cordee_solve(lib, file, words, &how, &result));
  CU_ASSERT(cordee_result_end(result) == CORDEE_END_ASKED && seen.calls >= 3 && seen.refused == seen.calls);
  result_whole(file, result);
  cordee_result_free(result);
  cordee_instance_free(file);
}

/* A run that its callback stops, with this checkpoint; then the rest of it, as if nothing had happened, and once more what is finished. */
static void stopped_and_resumed(const cordee_instance *file, const char *path) {
  char option[80];
  snprintf(option, sizeof option, "checkpoint=%s", path);
  const char *const kept[] = {"threads=1", "method=climb", calling_budget("climbers=400", "climbers=1e6"),
                              "epoch=100", option,         NULL};
  Seen seen = {.most = 2};
  const cordee_solving how = {.bytes = sizeof how, .callback = on_progress, .self = &seen};
  cordee_result *all = NULL, *part = NULL, *rest = NULL, *again = NULL, *none = NULL;
  cordee_instance *square = square_make();
  WORKS(cordee_solve(lib, file, (const char *const[]){kept[0], kept[1], kept[2], kept[3], NULL}, NULL, &all));
  WORKS(cordee_solve(lib, file, kept, &how, &part));
  CU_ASSERT_EQUAL(cordee_result_end(part), CORDEE_END_ASKED);
  CU_ASSERT_EQUAL(cordee_resume(lib, square, path, quick, NULL, &none), CORDEE_ERR_FORMAT);
  SAYS("expected the instance uniform-200-1");
  WORKS(cordee_resume(lib, file, path, one_thread, NULL, &rest));
  result_whole(file, rest);
  CU_ASSERT_EQUAL(
      memcmp(cordee_result_solution(all, NULL), cordee_result_solution(rest, NULL), 200 * sizeof(int32_t)),
      0);
  WORKS(cordee_resume(lib, file, path, one_thread, NULL, &again));
  CU_ASSERT_EQUAL(cordee_result_cost(again), cordee_result_cost(all));
  CU_ASSERT_EQUAL(cordee_solve(lib, file, kept, NULL, &none), CORDEE_ERR_USAGE);
  SAYS("exists");
  cordee_result_free(all);
  cordee_result_free(part);
  cordee_result_free(rest);
  cordee_result_free(again);
  cordee_instance_free(square);
}

static void resumed(void) {
  char folder[] = "/tmp/cordee-library-XXXXXX", path[48], command[64];
  cordee_instance *file = NULL;
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/run.h5", folder);
  snprintf(command, sizeof command, "rm -r %s", folder);
  WORKS(cordee_read(lib, "instances/uniform-200-1.tsp", NULL, &file));
  stopped_and_resumed(file, path);
  cordee_instance_free(file);
  CU_ASSERT_EQUAL(system(command), 0);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(versions),       TEST(optimum),        TEST(shorter_progress), TEST(same_by_the_seed),
      TEST(bound_of_tasks), TEST(start_solution), TEST(start_as_a_file),  TEST(callback_stops),
      TEST(resumed),        {NULL, NULL}};
  return calling_run("library", tests);
}
