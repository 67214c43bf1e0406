/* Instances of every problem and their solutions as files (src/problem/instance_file.c and the solution files of src/problem). */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "problem/matching/etc.h"
#include "problem/instance_file.h"
#include "io/lexer.h"
#include "problem/tsp/tsp.h"
#include "problem/matching/matching.h"
#include "problem/function/function.h"

static char folder[] = "/tmp/cordee_solution_XXXXXX";
static char path[128];

static void put(const char *text) {
  FILE *file = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  fputs(text, file);
  fclose(file);
}

static void kinds_are_told_apart(void) {
  Instance *inst = NULL;
  put(" \n\n2 1\n3\n4\n");
  CU_ASSERT_TRUE(instance_read(path, &inst) == OK && inst->problem == &problem_matching);
  instance_free(inst);
  inst = NULL;
  put("NAME: a\nTYPE: TSP\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\nEOF\n");
  CU_ASSERT_TRUE(instance_read(path, &inst) == OK && inst->problem == &problem_tsp);
  instance_free(inst);
  inst = NULL;
  put("-2 1\n");
  status_clear();
  CU_ASSERT_EQUAL(instance_read(path, &inst), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), ":1: expected an instance of a format that is known, found '-2'"));
  CU_ASSERT_TRUE(instance_read("rastrigin:30", &inst) == OK && inst->problem == &problem_function);
  CU_ASSERT(function_of(inst)->function == FUNCTION_RASTRIGIN && inst->n == 30 &&
            inst->digest == instance_digest(inst));
  CU_ASSERT_STRING_EQUAL(inst->name, "rastrigin:30");
  instance_free(inst);
  inst = NULL;
  static const char *const bad[] = {"rastrigin:", "rastrigin:0", "rastrigin:x", "rastrigin:3 ",
                                    "rastrigin:1000001"};
  for (int b = 0; b < 5; b++) {
    status_clear();
    CU_ASSERT_EQUAL(instance_read(bad[b], &inst), ERR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "expected dimensions from 1 to 1000000"));
  }
  CU_ASSERT_EQUAL(instance_read("rastriginn:3", &inst), ERR_NO_INPUT);
  CU_ASSERT_PTR_NULL(inst);
}

/* A file of another kind at the path is refused, and stays. It is gone then. */
static void others_stay(const Instance *inst, const int32_t *gene) {
  char *text;
  size_t bytes;
  put("Chapter 1\n");
  status_clear();
  CU_ASSERT_EQUAL(solution_write(path, inst, gene, 1), ERR_USAGE);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "is there, and is not a file of a solution"));
  status_clear();
  CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &bytes), OK);
  CU_ASSERT_TRUE(bytes == 10 && memcmp(text, "Chapter 1\n", 10) == 0);
  free(text);
  unlink(path);
}

static void assignments(void) {
  static const char small[] = "3 3\n1 2.5 3\n4 5 6\n7 8 9\n";
  Instance *inst;
  int32_t gene[] = {1, 0, 2}, again[3] = {9, 9, 9};
  char *text;
  size_t bytes;
  CU_ASSERT_EQUAL_FATAL(etc_parse("t.etc", small, strlen(small), &inst), OK);
  others_stay(inst, gene);
  CU_ASSERT_EQUAL(solution_write(path, inst, gene, 90), OK);
  CU_ASSERT_EQUAL(harness_temporaries(path), 0);
  CU_ASSERT_EQUAL_FATAL(text_read(path, &text, &bytes), OK);
  static const char expected[] =
      "# cordee assignment\n# instance t\n# makespan 9\n# tasks 3\n# machines 3\n2\n1\n3\n";
  CU_ASSERT(bytes == strlen(expected) && memcmp(text, expected, bytes) == 0);
  free(text);
  CU_ASSERT_EQUAL(solution_read(path, inst, again), OK);
  CU_ASSERT_EQUAL(memcmp(gene, again, sizeof gene), 0);
  put("2 1 3"); /* the head may be missing */
  CU_ASSERT_TRUE(solution_read(path, inst, again) == OK && again[2] == 2);
  static const char *const bad[][2] = {
      {"", ":1: expected the machine of task 1 of 3: a number from 1 to 3, found the end of the file"},
      {"# tasks 3\n1\n2\n", ":4: expected the machine of task 3 of 3: a number from 1 to 3, found the end"},
      {"1 2 4\n", "found '4'"},
      {"1 0 2\n", "found '0'"},
      {"1 x 2\n", "found 'x'"},
      {"1 2 3\n1\n", ":2: expected the end of the file after 3 tasks, found '1'"},
      {"# tasks 4\n1 2 3\n", ":1: expected tasks 3 as in t, found '4'"},
      {"#machines\n1 2 3\n", ":1: expected machines 3 as in t, found the end of the line"},
      {"# machines  16 \n1 2 3\n", ":1: expected machines 3 as in t, found '16'"}};
  for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
    put(bad[b][0]);
    status_clear();
    CU_ASSERT_EQUAL(solution_read(path, inst, again), ERR_FORMAT);
    bool same = strncmp(status_message(), path, strlen(path)) == 0 && strstr(status_message(), bad[b][1]);
    CU_ASSERT_TRUE(same);
    if (!same) printf("# expected '%s', found '%s'\n", bad[b][1], status_message());
  }
  status_clear();
  CU_ASSERT_EQUAL(solution_write("/nonexistent/a", inst, gene, 1), ERR_IO);
  status_clear();
  CU_ASSERT_EQUAL(solution_write(folder, inst, gene, 1), ERR_IO); /* a folder cannot be replaced */
  CU_ASSERT_EQUAL(harness_temporaries(folder), 0);
  instance_free(inst);
}

static void positions(void) {
  Instance *inst;
  enum { N = 6 };
  static const float x[N] = {0, -0.99495864f, 1.17549435e-38f, 500, 1.0f / 3, -418.98288f};
  int32_t gene[N], again[N];
  memcpy(gene, x, sizeof x);
  CU_ASSERT_EQUAL_FATAL(instance_read("schwefel:6", &inst), OK);
  others_stay(inst, gene);
  CU_ASSERT_EQUAL(solution_write(path, inst, gene, 1500000000), OK);
  CU_ASSERT_EQUAL(solution_read(path, inst, again), OK);
  CU_ASSERT_EQUAL(memcmp(gene, again, sizeof gene), 0);
  put("# dimensions 5\n1 2 3 4 5\n");
  status_clear();
  CU_ASSERT_EQUAL(solution_read(path, inst, again), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), ":1: expected dimensions 6 as in schwefel:6, found '5'"));
  static const char *const far[] = {"1 2 3 4 5 1e39\n", "1 2 3 4 5 -500.1\n", "1 2 3 4 5 1e30\n",
                                    "1 2 3 4 5 nan\n"};
  for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
    put(far[k]);
    status_clear();
    CU_ASSERT_EQUAL(solution_read(path, inst, again), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(status_message(), ":1: expected coordinate 6 of 6, from -500 to 500, found"));
  }
  instance_free(inst);
}

static void tours_go_through(void) {
  Instance *inst = NULL;
  int32_t tour[] = {2, 0, 1}, again[3];
  put("TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 0\n3 1 1\n");
  CU_ASSERT_EQUAL_FATAL(instance_read(path, &inst), OK);
  others_stay(inst, tour);
  CU_ASSERT_EQUAL(solution_write(path, inst, tour, 3), OK);
  CU_ASSERT_EQUAL(solution_read(path, inst, again), OK);
  CU_ASSERT_EQUAL(memcmp(tour, again, sizeof tour), 0);
  instance_free(inst);
}

static const HarnessTest tests[] = {
    TEST(kinds_are_told_apart), TEST(assignments), TEST(positions), TEST(tours_go_through), {NULL, NULL}};

int main(void) {
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(path, sizeof path, "%s/t.txt", folder);
  int result = harness_run("solution", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
