/* Rows of a results file and what they were made from: which stand, which do not, which go to another task. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "answers.h"
#include "fixtures/harness.h"
#include "individual.h"
#include "io/results/results_file.h"

enum { GENES = 5 };
static char folder[] = "/tmp/test_results_inputs.XXXXXX", path[64];
static const ResultTask old[] = {{"some", "a.tsp", "climbers = 10\n", 11, GENES, false, 0, 0},
                                 {"some", "b.tsp", "climbers = 10\n", 22, GENES, false, 0, 0},
                                 {"some", "c.tsp", "climbers = 10\n", 33, GENES, false, 0, 0},
                                 {"some", "d.tsp", "climbers = 10\n", 44, GENES, false, 0, 0}};

static void made_from(Results *r, size_t k, uint64_t inputs, uint32_t answers) {
  int32_t gene[GENES];
  ResultRow row;
  memset(&row, 0, sizeof row);
  row.state = RESULT_VERIFIED;
  row.n = GENES;
  row.best = 100 + (int64_t)k;
  row.inputs = inputs;
  row.answers = answers;
  snprintf(row.version, sizeof row.version, "%s+7-gabc", program_version);
  for (int32_t g = 0; g < GENES; g++) gene[g] = g;
  CU_ASSERT(results_write_row(r, k, &row, gene) == OK);
}

/* A row knows what it was made from, and whose answers it has; one that does not stand has no place in the new file; one whose instance was moved goes
 * to the task that has its content. */
static void rows_of_other_inputs(void) {
  Results *r = NULL;
  ResultRow row;
  ResultTask task[3];
  unlink(path);
  CU_ASSERT_FATAL(results_open(path, &r) == OK && results_begin(r, "some.job", old, 4) == OK);
  for (size_t k = 0; k < 4; k++) made_from(r, k, 500 + k, k == 3 ? ANSWERS_REVISION + 1 : ANSWERS_REVISION);
  CU_ASSERT(results_close(r) == OK);
  memcpy(task, old, sizeof task);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  const ResultFound first = results_find(r, task[0].key), other = results_find(r, old[3].key);
  CU_ASSERT(first.state == RESULT_VERIFIED && first.inputs == 500 && first.same_answers);
  CU_ASSERT(other.state == RESULT_VERIFIED && other.inputs == 503 && !other.same_answers);
  CU_ASSERT(results_find(r, 12345).state == RESULT_PENDING);
  for (size_t k = 0; k < 2; k++) results_claim(r, task[k].key);
  CU_ASSERT(results_find_moved(r, 501, "climbers = 10\n") == 0);  /* claimed */
  CU_ASSERT(results_find_moved(r, 503, "climbers = 10\n") == 0);  /* other answers */
  CU_ASSERT(results_find_moved(r, 502, "climbers = 100\n") == 0); /* other options */
  CU_ASSERT(results_find_moved(r, 502, "climbers = 10\n") == task[2].key);
  CU_ASSERT(results_find_moved(r, 502, "climbers = 10\n") == 0); /* once only */
  task[0].again = true;
  task[1].best_known = 77;
  task[2].moved_from = task[2].key;
  task[2].key = 4711;
  task[2].instance = "moved.tsp";
  CU_ASSERT_FATAL(results_begin(r, "some.job", task, 3) == OK);
  CU_ASSERT(results_row(r, 0, &row) == OK && row.state == RESULT_PENDING && row.n == GENES);
  CU_ASSERT(results_row(r, 1, &row) == OK && row.state == RESULT_VERIFIED && row.best_known == 77 &&
            row.best == 101);
  CU_ASSERT(results_row(r, 2, &row) == OK && row.state == RESULT_VERIFIED && row.key == 4711 &&
            row.best == 102);
  CU_ASSERT_STRING_EQUAL(row.instance, "moved.tsp");
  CU_ASSERT(results_close(r) == OK);
  ResultRow *all = NULL;
  size_t count, whole = 0;
  CU_ASSERT_FATAL(results_read(path, &all, &count) == OK);
  for (size_t k = 0; k < count; k++) whole += all[k].state == RESULT_VERIFIED;
  CU_ASSERT(count == 4 && whole == 3); /* two of the tasks, and the one that no task has claimed */
  free(all);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(rows_of_other_inputs), {NULL, NULL}};
  if (!mkdtemp(folder)) return 1;
  snprintf(path, sizeof path, "%s/r.h5", folder);
  const int failed = harness_run("results and their inputs", tests);
  unlink(path);
  rmdir(folder);
  return failed;
}
