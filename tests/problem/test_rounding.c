/* What rounding takes from costs (src/problem/judge.c): a cost of 0 of places that differ is refused, a change of more than 0.1% is said. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "problem/cvrp/cvrp_options.h"
#include "problem/judge.h"
#include "problem/tsp/tsp_options.h"

static Instance *parsed(const Problem *problem, const char *text, const void *settings) {
  Instance *inst = NULL;
  status_clear();
  CU_ASSERT_EQUAL(problem->parse("a.txt", text, strlen(text), settings, &inst), OK);
  CU_ASSERT_PTR_NOT_NULL_FATAL(inst);
  return inst;
}

static void check_tour(const char *text, const TspSettings *settings, Status expected, const char *said) {
  Instance *inst = parsed(&problem_tsp, text, settings);
  const int32_t tour[] = {0, 1, 2, 3};
  char caution[256] = "";
  int64_t cost = -1;
  CU_ASSERT_EQUAL(judge_solution(inst, tour, &cost), expected);
  if (expected == OK) judge_caution(inst, tour, cost, 0, caution, sizeof caution);
  const char *found = expected == OK ? caution : status_message();
  const int same = said[0] ? strstr(found, said) != NULL : !found[0];
  CU_ASSERT(same);
  if (!same) printf("# expected '%s', found '%s'\n", said, found);
  status_clear();
  instance_free(inst);
}

static void tours(void) {
  const TspSettings one = {.scale = 1}, thousand = {.scale = 1000};
  static const char unit[] = "x,y\n0.1,0.2\n0.3,0.3\n0.4,0.4\n.2,.1\n",
                    tens[] = "x,y\n0,0\n10.4,0\n10.4,10.4\n0,10.4\n", same[] = "x,y\n1,1\n1,1\n1,1\n1,1\n",
                    globe[] = "lat,lon\n50.1,8.1\n50.14,8.19\n50.02,8.22\n50.2,8\n";
  check_tour(unit, NULL, ERR_FORMAT,
             "expected a cost above 0 of places that differ, found 0: their distances round to 0 (--scale F");
  check_tour(unit, &one, OK, "changes the cost of this solution by 100.00%");
  check_tour(unit, &thousand, OK, "");
  check_tour(tens, NULL, OK,
             ": rounding of distances changes the cost of this solution by 3.85% (--scale F multiplies");
  check_tour("x,y\n0,0\n3000.4,0\n3000.4,3000.4\n0,3000.4\n", NULL, OK, "");
  check_tour(same, NULL, OK, "");
  check_tour(globe, NULL, OK, "");
}

static void published_values_are_their_own(void) {
  Instance *inst = parsed(&problem_tsp, "x,y\n0,0\n10.4,0\n10.4,10.4\n0,10.4\n", NULL);
  const int32_t tour[] = {0, 1, 2, 3};
  char caution[256] = "x";
  judge_caution(inst, tour, 40, 40, caution, sizeof caution);
  CU_ASSERT_STRING_EQUAL(caution, "");
  instance_free(inst);
}

static void routes(void) {
  static const char text[] =
      "NAME: s\nTYPE: CVRP\nDIMENSION: 3\nCAPACITY: 10\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
      "1 50.10 8.10\n2 50.14 8.19\n3 50.02 8.22\nDEMAND_SECTION\n1 0\n2 4\n3 5\nDEPOT_SECTION\n1\n-1\n";
  const CvrpSettings real = {.distances = DISTANCES_REAL};
  const int32_t gene[] = {-1, 2};
  char caution[256];
  int64_t cost;
  Instance *inst = parsed(&problem_cvrp, text, NULL);
  CU_ASSERT_EQUAL(judge_solution(inst, gene, &cost), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "found 0: their distances round to 0 (--distances real keeps decimals)"));
  status_clear(), instance_free(inst);
  inst = parsed(&problem_cvrp, text, &real);
  CU_ASSERT(judge_solution(inst, gene, &cost) == OK && cost > 0);
  judge_caution(inst, gene, cost, 0, caution, sizeof caution);
  CU_ASSERT_STRING_EQUAL(caution, "");
  instance_free(inst);
}

static const HarnessTest tests[] = {
    TEST(tours), TEST(published_values_are_their_own), TEST(routes), {NULL, NULL}};

int main(void) { return harness_run("rounding", tests); }
