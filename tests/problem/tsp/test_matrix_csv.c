/* Squares of numbers (src/problem/tsp/files/matrix_csv.c): forms, names, decimals, directions; what is on the diagonal means nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/tsp/tsp_options.h"

static Instance *parsed(const char *text, const TspSettings *settings) {
  Instance *inst = NULL;
  status_clear();
  const Status status = problem_tsp.parse("dir/m.csv", text, strlen(text), settings, &inst);
  CU_ASSERT_EQUAL(status, OK);
  if (status != OK) printf("# %s\n# %s\n", text, status_message());
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

/* The three cities of 3, 9 and 4, with these names. */
static void check_three(const char *text, const char *names, size_t bytes) {
  static const int32_t expected[] = {0, 3, 9, 3, 0, 4, 9, 4, 0};
  Instance *inst = parsed(text, NULL);
  const TspInstance *tsp = tsp_of(inst);
  CU_ASSERT(inst->n == 3 && tsp->metric == METRIC_EXPLICIT && inst->decimals == 0 &&
            strcmp(inst->name, "m") == 0);
  CU_ASSERT(inst->n == 3 && memcmp(tsp->matrix, expected, sizeof expected) == 0);
  CU_ASSERT(names ? tsp->names && memcmp(tsp->names, names, bytes) == 0 : !tsp->names);
  CU_ASSERT(inst->digest == instance_digest(inst) && !inst->warning[0]);
  if (inst->n != 3 || tsp->metric != METRIC_EXPLICIT || inst->warning[0])
    printf("# %s\n# %d %s\n", text, inst->n, inst->warning);
  instance_free(inst);
}

static void reads_every_form(void) {
  static const char names[] = "A\0B\0C";
  check_three("0,3,9\n3,0,4\n9,4,0\n", NULL, 0);
  check_three("0;3;9\r\n3;0;4\r\n9;4;0", NULL, 0);
  check_three("0\t3\t9\n3\t0\t4\n9\t4\t0\n", NULL, 0);
  check_three(" 0 3 9\n3  0 4 \n\n# c\n9 4\t0\n", NULL, 0);
  check_three("9999,3,9\n3,-1,4\n9,4,inf\n", NULL, 0);
  check_three("inf,3,9\n3,nan,4\n9,4,\n", NULL, 0);
  check_three("-;3;9\n3;-;4\n9;4;-\n", NULL, 0);
  check_three("A,B,C\n0,3,9\n3,0,4\n9,4,0\n", names, sizeof names);
  check_three(",A,B,C\nA,0,3,9\nB,3,0,4\nC,9,4,0\n", names, sizeof names);
  check_three("to;A;B;C\nA;0;3;9\nB;3;0;4\nC;9;4;0\n", names, sizeof names);
  check_three("\tA\tB\tC\nA\t0\t3\t9\nB\t3\t0\t4\nC\t9\t4\t0\n", names, sizeof names);
  check_three("  A B C\nA 0 3 9\nB 3 0 4\nC 9 4 0\n", names, sizeof names);
  check_three(",0,1,2\n0,0,3,9\n1,3,0,4\n2,9,4,0\n", "0\0001\0002", 6);
  check_three("0.000e+00,3.0,9.00\n3,0,4\n9,4,0\n", NULL, 0);
}

static void two_cities_are_a_matrix(void) {
  Instance *inst = parsed("0,5\n5,0\n", NULL);
  CU_ASSERT(inst->n == 2 && tsp_of(inst)->matrix && judge_distance(inst, 0, 1) == 5);
  instance_free(inst);
}

static void decimals_and_directions(void) {
  const TspSettings tenfold = {.scale = 10}, lacking = {.missing = 900};
  Instance *inst = parsed("0,1.5,2\n1.25,0,3\n4,5,0\n", NULL);
  CU_ASSERT(inst->decimals == 2 && tsp_of(inst)->metric == METRIC_DIRECTED &&
            judge_distance(inst, 0, 1) == 150 && judge_distance(inst, 1, 0) == 125);
  instance_free(inst);
  inst = parsed("0,1.26\n1.26,0\n", &tenfold);
  CU_ASSERT(inst->decimals == 0 && judge_distance(inst, 0, 1) == 13);
  instance_free(inst);
  inst = parsed("0,5,999\n5,0,7\n999,7,0\n", &lacking);
  CU_ASSERT(judge_distance(inst, 0, 2) == tsp_of(inst)->missing && tsp_of(inst)->missing > 0);
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(reads_every_form), TEST(two_cities_are_a_matrix), TEST(decimals_and_directions), {NULL, NULL}};
  return harness_run("matrix_csv", tests);
}
