/* Directed instances (src/problem/tsp): their files, their judge, the assignment bound. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/directing.h"
#include "fixtures/exact_text.h"
#include "fixtures/harness.h"
#include "io/optima.h"
#include "problem/judge.h"
#include "problem/tsp/bounds/tsp_bounds.h"
#include "problem/tsp/files/tsp_files.h"

static Status parse(const char *text, Instance **out) {
  char *exact = exact_text(text, strlen(text));
  *out = NULL;
  status_clear();
  const Status status = tsplib_parse("t.atsp", exact, strlen(text), out);
  free(exact);
  return status;
}

static Instance *parse_good(const char *text) {
  Instance *inst;
  CU_ASSERT_EQUAL(parse(text, &inst), OK);
  if (!inst) printf("# %s\n", status_message());
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

#define HEAD(n, format)                                                                                      \
  "NAME: t.atsp\nTYPE: ATSP\nDIMENSION: " #n "\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: " format     \
  "\nEDGE_WEIGHT_SECTION\n"
#define FULL(n) HEAD(n, "FULL_MATRIX")

/* ---- files ---- */

static void reads_every_style(void) {
  static const char *const same[] = {FULL(3) "0 1 2\n3 0 4\n5 6 0\nEOF\n",
                                     FULL(3) "9999 1 2 3 100000000 4 5 6 -1",
                                     FULL(3) "0\n1\n2\n3\n0\n4\n5\n6\n0\nEOF"};
  static const int32_t tour[] = {0, 1, 2}, back[] = {2, 1, 0};
  uint64_t digest = 0;
  for (size_t s = 0; s < sizeof same / sizeof *same; s++) {
    Instance *inst = parse_good(same[s]);
    int64_t cost;
    char size[64];
    CU_ASSERT(tsp_of(inst)->metric == METRIC_DIRECTED && strcmp(inst->name, "t") == 0);
    CU_ASSERT(judge_solution(inst, tour, &cost) == OK && cost == 1 + 4 + 5);
    CU_ASSERT(judge_solution(inst, back, &cost) == OK && cost == 6 + 3 + 2);
    instance_size_text(inst, size, sizeof size);
    CU_ASSERT_STRING_EQUAL(size, "3 cities, EXPLICIT, directed");
    CU_ASSERT(!digest || inst->digest == digest);
    digest = inst->digest;
    instance_free(inst);
  }
}

/* A symmetric matrix is solved as one. */
static void reads_symmetric(void) {
  Instance *directed = parse_good(FULL(3) "7 1 2\n1 7 4\n2 4 7\nEOF\n"),
           *plain = parse_good("TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
                               "UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 4\n"),
           *one = parse_good(FULL(1) "5");
  CU_ASSERT(directed->digest == plain->digest && tsp_of(one)->metric == METRIC_EXPLICIT);
  instance_free(directed);
  instance_free(plain);
  instance_free(one);
}

static void defects(void) {
  static const char *const bad[][2] = {
      {FULL(2) "0 1 x 0", "t.atsp:7: expected 4 numbers, found 2 and then 'x'"},
      {FULL(2) "0 1\n-1 0", "t.atsp:8: expected a whole number from 0 to 67108863 at (2, 1), found '-1'"},
      {FULL(2) "0 67108864\n1 0", "t.atsp:7: expected a whole number from 0 to 67108863 at (1, 2), found "},
      {FULL(2) "0 1\n2 +", "t.atsp:8: expected a number on the diagonal at (2, 2), found '+'"},
      {FULL(3) "0 1\n2", "t.atsp:8: expected 9 numbers, found 3 and then the end of the file"},
      {FULL(2) "0 1\n2 0 3", "t.atsp:8: expected 4 numbers, found 5"},
      {HEAD(2, "UPPER_ROW") "1", "expected EDGE_WEIGHT_FORMAT FULL_MATRIX of TYPE ATSP, found UPPER_ROW"},
      {"TYPE: ATSP\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n",
       "expected EDGE_WEIGHT_TYPE EXPLICIT of TYPE ATSP"},
      {"TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
       "EDGE_WEIGHT_SECTION\n0 1 2 0",
       "t.atsp:6: expected 1 at (2, 1) as at (1, 2), or TYPE ATSP for an asymmetric matrix, found '2'"},
      {"DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
       "EDGE_WEIGHT_SECTION\n0 1 1 0\nTYPE: ATSP\n",
       "t.atsp:6: expected TYPE ATSP before the weights"},
      {FULL(3) "0 1 2\n3 0 4\n5 6 0\nFIXED_EDGES_SECTION\n1 2\n3 2\n-1\n",
       "t.atsp: expected fixed edges that a tour can have, found 3 2, but another one leaves or enters "
       "there"},
      {"TYPE: SOP\n", "t.atsp:1: expected TYPE TSP, ATSP or HPP: sequential ordering, whose cities have an "
                      "order, is not supported, found 'SOP'"},
  };
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    Instance *inst;
    CU_ASSERT_EQUAL(parse(bad[k][0], &inst), ERR_FORMAT);
    const bool told = strstr(status_message(), bad[k][1]) != NULL;
    if (!told) printf("# %s\n", status_message());
    CU_ASSERT(told);
    CU_ASSERT_PTR_NULL(inst);
  }
}

/* What is written has the same digest when it is read back. */
static void writes_matrices(void) {
  for (int32_t n = 2; n < 60; n += 7) {
    Instance *inst = directing_instance(n, n % 2 ? 10 : DIRECTED_MAX, 3, (uint64_t)n), *again = NULL;
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_EQUAL(tsplib_write(out, inst), OK);
    fclose(out);
    CU_ASSERT_EQUAL_FATAL(tsplib_parse("again", text, bytes, &again), OK);
    CU_ASSERT(again->digest == inst->digest && tsp_of(again)->metric == METRIC_DIRECTED);
    instance_free(inst);
    instance_free(again);
    free(text);
  }
}

/* ---- the assignment bound ---- */

/* The least sum over all successors of the cities from `a` on. */
static int64_t cheapest(const Instance *inst, int32_t a, uint32_t taken) {
  int64_t least = INT64_MAX;
  if (a == inst->n) return 0;
  for (int32_t b = 0; b < inst->n; b++) {
    if (taken >> b & 1) continue;
    const int64_t cost = tsp_of(inst)->matrix[a * inst->n + b] + cheapest(inst, a + 1, taken | 1u << b);
    least = cost < least ? cost : least;
  }
  return least;
}

/* Feasible dual values whose sum is `total` prove that no assignment is cheaper. */
static void check_duals(const Instance *inst, const Assignment *a) {
  int64_t sum = 0;
  for (int32_t i = 0; i < inst->n; i++) {
    sum += a->row[i] + a->column[i];
    for (int32_t j = 0; j < inst->n; j++)
      if (tsp_of(inst)->matrix[(size_t)i * (size_t)inst->n + (size_t)j] < a->row[i] + a->column[j])
        CU_FAIL("a reduced cost is negative");
  }
  CU_ASSERT_EQUAL(sum, a->total);
}

static void assignments(void) {
  for (int32_t n = 2; n <= 7; n++)
    for (uint64_t seed = 0; seed < 40; seed++) {
      static const int32_t most[] = {3, 30, 1000000, DIRECTED_MAX};
      Instance *inst = directing_instance(n, most[seed % 4], seed % 3 ? 0 : 2, seed);
      const Assignment *found;
      CU_ASSERT_EQUAL_FATAL(tsp_assignment(inst, &found), OK);
      CU_ASSERT_EQUAL(found->total, cheapest(inst, 0, 0));
      check_duals(inst, found);
      instance_free(inst);
    }
}

/* Sizes at which all four steps of the algorithm have work. */
static void assignments_large(void) {
  static const int32_t most[] = {4, 100, 1000000, DIRECTED_MAX};
  for (uint64_t seed = 0; seed < 8; seed++) {
    Instance *inst = directing_instance(150 + 50 * (int32_t)seed, most[seed % 4], seed < 4 ? 0 : 3, seed);
    const Assignment *found;
    int64_t bound;
    CU_ASSERT_EQUAL_FATAL(tsp_assignment(inst, &found), OK);
    check_duals(inst, found);
    CU_ASSERT(tsp_bound(inst, 1, &bound) == OK && bound == found->total);
    instance_free(inst);
  }
}

/* Published assignment bounds (Fischetti and Toth 1992; Cirasella and others 2001), below the published optima. */
static void bounds_published(void) {
  static const struct {
    const char *name;
    int64_t bound;
  } known[] = {{"atsp/ftv33.atsp", 1185}, {"atsp/p43.atsp", 148},     {"atsp/kro124p.atsp", 33978},
               {"atsp/br17.atsp", 0},     {"atsp/ry48p.atsp", 12517}, {"atsp/rbg443.atsp", 2720}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const char *path = harness_data(known[k].name);
    Instance *inst;
    int64_t bound;
    if (!path) return;
    CU_ASSERT_EQUAL_FATAL(tsplib_read(path, &inst), OK);
    CU_ASSERT(tsp_bound(inst, 1, &bound) == OK && bound == known[k].bound);
    instance_free(inst);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(reads_every_style), TEST(reads_symmetric), TEST(defects),
                                      TEST(writes_matrices),   TEST(assignments),     TEST(assignments_large),
                                      TEST(bounds_published),  {NULL, NULL}};
  return harness_run("directed", tests);
}
