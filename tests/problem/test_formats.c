/* Which format a file has is told by the marks of the format (src/problem/instance_file.c): files of other kinds are refused with what was tried. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "problem/instance_file.h"
#include "problem/matching/matching.h"
#include "problem/tsp/tsp.h"

static char path[64];

static Status read_text(const char *suffix, const char *text, Instance **out) {
  snprintf(path, sizeof path, "/tmp/cordee-formats-%d%s", (int)getpid(), suffix);
  FILE *file = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  fputs(text, file);
  fclose(file);
  status_clear();
  *out = NULL;
  const Status status = instance_read(path, out);
  unlink(path);
  return status;
}

static void check_refused(const char *suffix, const char *text, const char *const *said) {
  Instance *inst;
  CU_ASSERT_EQUAL(read_text(suffix, text, &inst), ERR_FORMAT);
  for (; *said; said++) {
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), *said));
    if (!strstr(status_message(), *said)) printf("# expected '%s', found '%s'\n", *said, status_message());
  }
  instance_free(inst);
}

/* Each is tried as all formats there are. */
static void foreign_numbers(void) {
  static const struct {
    const char *text, *found, *etc;
  } files[] = {
      {"2 4 50 4\n 0 80\n 0 80\n 1 37 52 0 7 1 4 1 2 4 8\n", "found '2'",
       "it does not begin with"}, /* Cordeau */
      {" 5 160 999999 0\n30 40\n37 52 7\n49 49 30\n", "found '5'",
       "it does not begin with"},                                                      /* Christofides */
      {"75 1618.36\n1395\n0 0\n1 22 22 18\n", "found '75'", "it does not begin with"}, /* Taillard, routes */
      {"2 2\n0 3 1 2\n1 4 0 5\n", "found '2'",
       "2 tasks and 2 machines would have 4 times behind the first line, it has 8 numbers"}, /* jobs */
      {"3 2 873654221 1278 1232\n1 2 3\n4 5 6\n", "found '3'", "it does not begin with"},    /* flow shops */
      {"3 2\n1 2 3\n4 5 6\n7 8 9\n", "found '3'",
       "3 tasks and 2 machines would have 6 times behind the first line, it has 9 numbers"},
      {"10 3\n1 2 3\n", "found '10'",
       "10 tasks and 3 machines would have 30 times behind the first line, it has 3 numbers"},
      {"12\n0 1 2\n", "found '12'", "it does not begin with"},
      {"p max 4 5\nn 1 s\n", "found 'p'", "no ETC file"},
      {"%%MatrixMarket matrix coordinate real general\n3 3 2\n", "found '%%MatrixMarket'", "no ETC file"},
      {"{\"tasks\": []}\n", "found '{\"tasks\":'", "no ETC file"},
      {"", ":1: expected an instance of a format that is known, found the end of the file", "no ETC file"}};
  for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    check_refused(".txt", files[k].text,
                  (const char *const[]){files[k].found, files[k].etc, "no TSPLIB file (",
                                        "no table of cities (", "of distances (", "no CVRPLIB file (",
                                        "no Solomon file (", NULL});
}

/* A file with a mark is read by its reader, to its first error. */
static void marked_files(void) {
  check_refused(".etc", "2 2\n1 2 3\n", (const char *const[]){":3: expected 4 times, found 3", NULL});
  check_refused(".txt", "type: tsp\ndimension: x\n",
                (const char *const[]){":2: expected a DIMENSION from 1", NULL});
  check_refused(".txt", "COMMENT a\nTYPE : SOP\n",
                (const char *const[]){":1: expected ':' after COMMENT", NULL});
  check_refused(
      ".txt", "TYPE: TSP\nCAPACITY: 5\nDIMENSION: 2\n",
      (const char *const[]){
          ":2: expected a keyword of the TSP, found CAPACITY: it belongs to vehicle routing", NULL});
  check_refused(".txt", "NAME: a\nDEMAND_SECTION\n1 0\n",
                (const char *const[]){"expected DIMENSION before DEMAND_SECTION", NULL});
  check_refused(".txt", "TYPE : PDTSPL\nCAPACITY : 5\n", (const char *const[]){"found 'PDTSPL'", NULL});
  check_refused(".csv", "3\t20\t1\n0\t35\t35\n",
                (const char *const[]){"or a square of numbers (a matrix)", NULL});
}

static void numbers_that_are_known(void) {
  Instance *inst;
  CU_ASSERT_EQUAL_FATAL(read_text(".0", "2 3 0\n1 2 3\n4 5 6\n", &inst), OK);
  CU_ASSERT(inst->problem == &problem_matching && inst->n == 2 && matching_of(inst)->machines == 3);
  instance_free(inst);
  CU_ASSERT_EQUAL_FATAL(read_text(".txt", "\n2 1\n3\n4", &inst), OK);
  CU_ASSERT(inst->problem == &problem_matching && inst->n == 2);
  instance_free(inst);
  CU_ASSERT_EQUAL_FATAL(read_text(".txt", "0 3 9\n3 0 4\n9 4 0\n", &inst), OK);
  CU_ASSERT(inst->problem == &problem_tsp && inst->n == 3 && tsp_of(inst)->matrix != NULL);
  instance_free(inst);
}

/* The head of a long file tells as much as the file does. */
static void long_files(void) {
  Instance *inst;
  static char text[20000];
  int used = sprintf(text, "1000 3\n");
  for (int k = 0; k < 1000; k++) used += sprintf(text + used, "%d 2 3\n", k + 1);
  CU_ASSERT_EQUAL_FATAL(read_text(".txt", text, &inst), OK);
  CU_ASSERT(inst->problem == &problem_matching && inst->n == 1000);
  instance_free(inst);
  snprintf(path, sizeof path, "/tmp/cordee-formats-%d", (int)getpid());
  FILE *file = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  fputs(text, file);
  fclose(file);
  CU_ASSERT_PTR_EQUAL(instance_probe(path), &problem_matching);
  unlink(path);
}

/* "1000 3" and so many bytes of words in all. */
static void words_make(char *text, size_t bytes, const char *word) {
  size_t used = (size_t)sprintf(text, "1000 3\n");
  while (used < bytes) used += (size_t)sprintf(text + used, "%s%c", word, used % 50 ? ' ' : '\n');
  text[bytes] = 0;
}

/* Texts as long as a head: the numbers of a whole one are counted, those of a head looked at. */
static void texts_of_a_heads_length(void) {
  static char text[20000];
  static const size_t sizes[] = {PROBLEM_HEAD_BYTES - 1, PROBLEM_HEAD_BYTES, PROBLEM_HEAD_BYTES + 1};
  Instance *inst;
  for (size_t k = 0; k < 3; k++) {
    words_make(text, sizes[k], "123");
    check_refused(".txt", text,
                  (const char *const[]){"of a format that is known, found '1000'",
                                        "would have 3000 times behind the first line, it has 102", NULL});
    words_make(text, sizes[k], "a1");
    check_refused(".txt", text, (const char *const[]){"of a format that is known, found '1000'", NULL});
  }
  words_make(text, PROBLEM_HEAD_BYTES, "12");
  CU_ASSERT(problem_matching.probe("a.txt", text, PROBLEM_HEAD_BYTES) > 0);
  words_make(text, PROBLEM_HEAD_BYTES, "-12");
  CU_ASSERT_EQUAL(problem_matching.probe("a.txt", text, PROBLEM_HEAD_BYTES), 0);
  strcpy(text, "2 1\n7 9");
  memset(text + 7, ' ', PROBLEM_HEAD_BYTES - 7);
  text[PROBLEM_HEAD_BYTES] = 0;
  CU_ASSERT_EQUAL_FATAL(read_text(".txt", text, &inst), OK);
  CU_ASSERT(inst->problem == &problem_matching && inst->n == 2);
  instance_free(inst);
}

static void solutions_of_other_kinds(void) {
  Instance *tasks;
  int32_t gene[4];
  CU_ASSERT_EQUAL_FATAL(read_text(".etc", "2 2\n1 2\n3 4\n", &tasks), OK);
  static const char *const foreign[][2] = {
      {"# cordee position\n# value 1\n1\n2\n", ":1: expected assignment after cordee, found 'position'"},
      {"NAME : a\nTOUR_SECTION\n1\n2\n", "found 'NAME'"},
      {"Route #1: 1 2\nCost 5\n", "found 'Route'"}};
  for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++) {
    snprintf(path, sizeof path, "/tmp/cordee-formats-%d.sol", (int)getpid());
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(foreign[k][0], file);
    fclose(file);
    status_clear();
    CU_ASSERT_EQUAL(solution_read(path, tasks, gene), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), foreign[k][1]));
    unlink(path);
  }
  status_clear();
  instance_free(tasks);
}

static const HarnessTest tests[] = {TEST(foreign_numbers),
                                    TEST(marked_files),
                                    TEST(numbers_that_are_known),
                                    TEST(long_files),
                                    TEST(texts_of_a_heads_length),
                                    TEST(solutions_of_other_kinds),
                                    {NULL, NULL}};

int main(void) { return harness_run("formats", tests); }
