/* Graphs that lack edges (src/problem/tsp/tsp.c): their files, their costs, and that they are written and read back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/tsp.h"

static Status parse(const char *text, uint32_t missing, Instance **out) {
  const TspSettings settings = {.missing = missing};
  char *exact = exact_text(text, strlen(text));
  *out = NULL;
  status_clear();
  const Status status = tsplib_parse_set("t.tsp", exact, strlen(text), &settings, out);
  free(exact);
  return status;
}

static Instance *parse_good(const char *text, uint32_t missing) {
  Instance *inst;
  CU_ASSERT_EQUAL(parse(text, missing, &inst), OK);
  if (!inst) printf("# %s\n", status_message());
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

static int64_t judged(const Instance *inst, const char *cities) {
  int32_t tour[8];
  int64_t cost = -1;
  for (int32_t p = 0; p < inst->n; p++) tour[p] = cities[p] - '1';
  CU_ASSERT_EQUAL(judge_solution(inst, tour, &cost), OK);
  return cost;
}

static void check_written(const Instance *inst) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(tsplib_write(out, inst), OK);
  fclose(out);
  Instance *again = parse_good(text, 0);
  CU_ASSERT(again->digest == inst->digest && tsp_of(again)->missing == tsp_of(inst)->missing);
  instance_free(again);
  free(text);
}

/* A square of side 10 with one diagonal. */
#define SQUARE                                                                                               \
  "TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 10 0\n3 10 10\n4 0 10\n"
#define MATRIX(type, rows)                                                                                   \
  "TYPE: " type "\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "                           \
  "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n" rows "\n"

static void lists(void) {
  static const char *const same[] = {
      SQUARE "EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n4 3\n4 1\n1 3\n-1\nEOF\n",
      SQUARE "EDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 3 -1\n2 3 1 -1 3 4 -1\n-1\n"};
  uint64_t digest = 0;
  for (int k = 0; k < 2; k++) {
    Instance *inst = parse_good(same[k], 0);
    CU_ASSERT(tsp_of(inst)->missing == MISSING_COST && tsp_of(inst)->metric == METRIC_EXPLICIT);
    CU_ASSERT_EQUAL(judged(inst, "1234"), 40);
    CU_ASSERT_EQUAL(judged(inst, "1324"), 14 + 10 + 10 + (int64_t)MISSING_COST);
    CU_ASSERT(!digest || inst->digest == digest);
    digest = inst->digest;
    check_written(inst);
    instance_free(inst);
  }
  Instance *whole =
      parse_good(SQUARE "EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2 1 3 1 4 2 3 2 4 3 4 -1\n", 0);
  CU_ASSERT(!tsp_of(whole)->missing); /* it lacks none */
  instance_free(whole);
}

static void matrices(void) {
  Instance *plain = parse_good(MATRIX("TSP", "0 7 99\n7 0 5\n99 5 0"), 0),
           *lacks = parse_good(MATRIX("TSP", "0 7 99\n7 0 5\n-1 5 0"), 99),
           *arcs = parse_good(MATRIX("ATSP", "0 7 9999999\n8 0 5\n3 -1 0"), 9999999);
  CU_ASSERT(judged(plain, "123") == 111 && !tsp_of(plain)->missing);
  CU_ASSERT_EQUAL(judged(lacks, "123"), 12 + (int64_t)MISSING_COST);
  CU_ASSERT(judged(arcs, "123") == 15 && judged(arcs, "321") == 8 + 2 * (int64_t)MISSING_COST);
  check_written(lacks);
  check_written(arcs);
  instance_free(plain);
  instance_free(lacks);
  instance_free(arcs);
}

static void defects(void) {
  static const struct {
    const char *text;
    uint32_t missing;
    const char *message;
  } bad[] = {
      {"TYPE: TSP\nEDGE_DATA_FORMAT: MATRIX\n", 0,
       "t.tsp:2: expected EDGE_DATA_FORMAT EDGE_LIST or ADJ_LIST, found 'MATRIX'"},
      {SQUARE "EDGE_DATA_SECTION\n1 2\n-1\n", 0,
       "expected EDGE_DATA_FORMAT before EDGE_DATA_SECTION, found none"},
      {SQUARE "EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 5\n", 0,
       "t.tsp:11: expected the other city of an edge, from 1 to 4, found '5'"},
      {SQUARE "EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n", 0,
       "expected an edge: a city from 1 to 4, or -1, found the end of the file"},
      {SQUARE "EDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 3\n", 0,
       "expected a neighbour of 1, from 1 to 4, or -1, found the end of the file"},
      {SQUARE "EDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 1 -1\n", 0,
       "expected a neighbour of 1 other than itself"},
      {SQUARE "EDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n0 2 -1\n", 0,
       "expected a list of neighbours: a city from 1 to 4, or -1, found '0'"},
      {MATRIX("TSP", "0 7 99\n7 0 5\n9 5 0"), 99, "t.tsp:8: expected 33554432 at (3, 1) as at (1, 3)"},
      {MATRIX("TSP", "0 20000000 -1\n20000000 0 5\n-1 5 0"), 99999999,
       "expected distances of at most 11184810 in a graph of 3 cities that lacks edges, found 20000000"},
      {MATRIX("ATSP", "0 7 x\n7 0 5\n9 5 0"), 99, "t.tsp:6: expected 9 numbers, found 2 and then 'x'"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    Instance *inst;
    CU_ASSERT_EQUAL(parse(bad[k].text, bad[k].missing, &inst), ERR_FORMAT);
    const bool told = strstr(status_message(), bad[k].message) != NULL;
    if (!told) printf("# %s\n", status_message());
    CU_ASSERT(told);
  }
}

/* What is printed of a cost, and that a tour with a missing edge is not written. */
static void answers(void) {
  Instance *inst = parse_good(SQUARE "EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3 3 4 -1\n", 0);
  const int32_t tour[4] = {0, 1, 2, 3};
  char path[] = "/tmp/test_incomplete.XXXXXX";
  const int file = mkstemp(path);
  CU_ASSERT_EQUAL(problem_tsp.cost_unit(inst), MISSING_COST);
  CU_ASSERT_EQUAL(problem_tsp.cost_unit_told("path = file\nmissing = 99\n", 0), MISSING_COST);
  CU_ASSERT_EQUAL(problem_tsp.cost_unit_told("path = file\nmissing = 0\n", 0), 0);
  status_clear();
  CU_ASSERT_EQUAL(problem_tsp.solution_write(path, inst, tour, judged(inst, "1234")), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "expected a tour of edges that the graph has, found none: 1 of the best"));
  CU_ASSERT_EQUAL(problem_tsp.solution_write(path, inst, tour, 40), OK);
  close(file);
  unlink(path);
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(lists), TEST(matrices), TEST(defects), TEST(answers), {NULL, NULL}};
  return harness_run("incomplete", tests);
}
