/* Checkpoints in memory (include/cordee.h): the same answer as without the interruption, and bytes that are damaged. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "fixtures/calling.h"

enum { FLIPS = 400 };

typedef struct Stop {
  int calls, most;
} Stop;

static int on_progress(void *self, const cordee_progress *progress) {
  Stop *stop = self;
  return ++stop->calls >= stop->most && progress->best < CORDEE_NO_COST;
}

static cordee_instance *file_make(const char *name) {
  char path[80];
  cordee_instance *made = NULL;
  snprintf(path, sizeof path, "instances/%s", name);
  WORKS(cordee_read(lib, path, NULL, &made));
  return made;
}

static void same_answer(const cordee_result *one, const cordee_result *other) {
  size_t genes, others;
  const int32_t *a = cordee_result_solution(one, &genes), *b = cordee_result_solution(other, &others);
  CU_ASSERT_EQUAL(cordee_result_cost(one), cordee_result_cost(other));
  CU_ASSERT_FATAL(a && b && genes == others);
  CU_ASSERT_EQUAL(memcmp(a, b, genes * sizeof *a), 0);
}

/* A search that is stopped, with its checkpoint. */
static cordee_result *stopped(const cordee_instance *instance, const char *const *words, int calls) {
  Stop stop = {.most = calls};
  const cordee_solving how = {.bytes = sizeof how, .callback = on_progress, .self = &stop, .keep = 1};
  cordee_result *part = NULL;
  size_t bytes = 0;
  WORKS(cordee_solve(lib, instance, words, &how, &part));
  CU_ASSERT_EQUAL(cordee_result_end(part), CORDEE_END_ASKED);
  CU_ASSERT_FATAL(cordee_result_checkpoint(part, &bytes) != NULL && bytes > 4096);
  return part;
}

/* Stopped, resumed and stopped, resumed to its end: as a search that nothing stopped. */
static void interrupted_twice(const char *name, const char *const *words) {
  cordee_instance *file = file_make(name);
  cordee_result *whole = NULL, *part = stopped(file, words, 1), *next = NULL, *last = NULL;
  Stop stop = {.most = 2};
  const cordee_solving how = {.bytes = sizeof how, .callback = on_progress, .self = &stop, .keep = 1};
  size_t bytes;
  WORKS(cordee_solve(lib, file, words, NULL, &whole));
  CU_ASSERT(!cordee_result_checkpoint(whole, &bytes) && bytes == 0);
  const void *checkpoint = cordee_result_checkpoint(part, &bytes);
  WORKS(cordee_resume_buffer(lib, file, checkpoint, bytes, one_thread, &how, &next));
  checkpoint = cordee_result_checkpoint(next, &bytes);
  CU_ASSERT_FATAL(checkpoint != NULL);
  WORKS(cordee_resume_buffer(lib, file, checkpoint, bytes, one_thread, NULL, &last));
  CU_ASSERT_EQUAL(cordee_result_end(last), CORDEE_END_FINISHED);
  same_answer(whole, last);
  result_whole(file, last);
  cordee_result_free(whole);
  cordee_result_free(part);
  cordee_result_free(next);
  cordee_result_free(last);
  cordee_instance_free(file);
}

static void climbers(void) {
  interrupted_twice("uniform-200-1.tsp",
                    (const char *const[]){"threads=1", "method=climb",
                                          calling_budget("climbers=600", "climbers=1e6"), "epoch=100", NULL});
}

static void local_search(void) {
  interrupted_twice(
      "uniform-60-1.tsp",
      (const char *const[]){"threads=1", "method=ils", calling_budget("kicks=20", "kicks=3000"), NULL});
}

static void routes(void) {
  interrupted_twice("routes-80-2.vrp",
                    (const char *const[]){"threads=1", "method=sisr",
                                          calling_budget("epochs=4", "epochs=100"), "epoch=400", NULL});
}

static void tasks(void) {
  interrupted_twice(
      "etc-i-hihi-60x10-1.etc",
      (const char *const[]){"threads=1", "method=anneal", calling_budget("epochs=6", "epochs=600"), NULL});
}

static const char *const words[] = {"threads=1",    "backend=cpu", "method=climb",
                                    "climbers=600", "epoch=100",   NULL};

/* The end of a finished search, which is resumed to the same. */
static void finished(void) {
  const cordee_solving how = {.bytes = sizeof how, .keep = 1};
  cordee_instance *square = square_make();
  cordee_result *whole = NULL, *again = NULL;
  size_t bytes;
  WORKS(cordee_solve(lib, square, quick, &how, &whole));
  const void *checkpoint = cordee_result_checkpoint(whole, &bytes);
  CU_ASSERT_FATAL(checkpoint != NULL);
  WORKS(cordee_resume_buffer(lib, square, checkpoint, bytes, NULL, NULL, &again));
  same_answer(whole, again);
  cordee_result_free(whole);
  cordee_result_free(again);
  cordee_instance_free(square);
}

/* Bytes in memory and in a file are the same thing. */
static void as_a_file(void) {
  char folder[] = "/tmp/cordee-buffer-XXXXXX", path[48], next[48], option[64], command[64];
  cordee_instance *file = file_make("uniform-200-1.tsp");
  cordee_result *part = stopped(file, words, 1), *one = NULL, *other = NULL, *third = NULL, *none = NULL;
  size_t bytes;
  const void *checkpoint = cordee_result_checkpoint(part, &bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/run.h5", folder);
  snprintf(next, sizeof next, "%s/next.h5", folder);
  snprintf(option, sizeof option, "checkpoint=%s", next);
  snprintf(command, sizeof command, "rm -r %s", folder);
  FILE *out = fopen(path, "wb");
  CU_ASSERT_FATAL(out != NULL);
  CU_ASSERT(fwrite(checkpoint, 1, bytes, out) == bytes && fclose(out) == 0);
  WORKS(cordee_resume(lib, file, path, quick, NULL, &one));
  const char *const kept[] = {"threads=1", option, NULL};
  WORKS(cordee_resume_buffer(lib, file, checkpoint, bytes, kept, NULL, &other));
  same_answer(one, other);
  WORKS(cordee_resume(lib, file, next, quick, NULL, &third));
  same_answer(one, third);
  CU_ASSERT_EQUAL(cordee_resume_buffer(lib, file, checkpoint, bytes, kept, NULL, &none), CORDEE_ERR_USAGE);
  SAYS("exists");
  CU_ASSERT_EQUAL(system(command), 0);
  cordee_result_free(part);
  cordee_result_free(one);
  cordee_result_free(other);
  cordee_result_free(third);
  cordee_instance_free(file);
}

/* ---- bytes that are none ---- */

static void refused(const cordee_instance *instance, const void *checkpoint, size_t bytes) {
  cordee_result *none = NULL;
  const int status = cordee_resume_buffer(lib, instance, checkpoint, bytes, quick, NULL, &none);
  CU_ASSERT(status == CORDEE_ERR_FORMAT && !none);
  CU_ASSERT(cordee_message(lib)[0] && !strstr(cordee_message(lib), "/proc"));
  cordee_result_free(none);
}

/* A bit anywhere, in the first line more often; bytes that are missing, and too many. */
static void damaged(void) {
  cordee_instance *file = file_make("uniform-200-1.tsp"), *square = square_make();
  cordee_result *part = stopped(file, words, 1);
  size_t bytes;
  const char *checkpoint = cordee_result_checkpoint(part, &bytes);
  char *copy = calloc(bytes + 1, 1);
  CU_ASSERT_FATAL(copy != NULL);
  memcpy(copy, checkpoint, bytes);
  uint64_t draw = 88172645463325252u; /* xorshift64 (Marsaglia) */
  for (int k = 0; k < FLIPS; k++) {
    draw ^= draw << 13;
    draw ^= draw >> 7;
    draw ^= draw << 17;
    const size_t at = draw % (k % 8 ? bytes : 80);
    const char bit = (char)(1 << (draw >> 40) % 8);
    copy[at] ^= bit;
    refused(file, copy, bytes);
    copy[at] ^= bit;
  }
  for (size_t less = 1; less <= bytes; less *= 2) refused(file, copy, bytes - less);
  refused(file, copy, bytes + 1);
  refused(file, copy, 0);
  refused(file, "words", 5);
  refused(file, NULL, 0);
  refused(square, copy, bytes); /* of another instance */
  SAYS("the checkpoint: expected the instance uniform-200-1");
  free(copy);
  cordee_result_free(part);
  cordee_instance_free(file);
  cordee_instance_free(square);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(climbers), TEST(local_search), TEST(routes),  TEST(tasks),
                                      TEST(finished), TEST(as_a_file),    TEST(damaged), {NULL, NULL}};
  return calling_run("library_buffer", tests);
}
