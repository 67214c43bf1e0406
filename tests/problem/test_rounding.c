/* What rounding takes from costs (src/problem/judge.c): a cost of 0 of places that differ is refused, a change of more than 0.1% is said. */
#include <math.h>
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
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(),
                                "s: expected a cost above 0 of places that differ, found 0: their "
                                "distances round to 0 (--distances real keeps decimals, "));
  status_clear();
  instance_free(inst);
  inst = parsed(&problem_cvrp, text, &real);
  CU_ASSERT(judge_solution(inst, gene, &cost) == OK && cost > 0);
  judge_caution(inst, gene, cost, 0, caution, sizeof caution);
  CU_ASSERT_STRING_EQUAL(caution, "");
  instance_free(inst);
}

#define PLACES "1 50.4 8.1 4.3\n2 54.75 8.3 1.2\n3 50 17.6 2.9\n"
#define FLAT   "1 50.4 8.1\n2 54.75 8.3\n3 50 17.6\n"

/* The share that rounding takes of one route through the places, by each type of distances; a share of 0: none is said. */
static void routes_of_every_type(void) {
  static const struct {
    const char *type, *places;
    double real, most;
  } rows[] = {{"EUC_2D", FLAT, 24.30583309780331, 0.001},
              {"CEIL_2D", FLAT, 24.30583309780331, 0.01},
              {"MAN_2D", FLAT, 28.5, 0.001},
              {"MAX_2D", FLAT, 23.15, 0.001},
              {"EUC_3D", PLACES, 25.536544612536883, 0.001},
              {"MAX_3D", PLACES, 23.15, 0.001},
              {"ATT", FLAT, 7.686179301696459, 0.01},
              {"GEO", FLAT, 2079.690976955903, 0.01}};
  const int32_t gene[] = {-1, 2};
  for (size_t k = 0; k < 2 * (sizeof rows / sizeof *rows); k++) {
    const CvrpSettings settings = {.objective = k % 2 ? OBJECTIVE_VEHICLES : OBJECTIVE_DISTANCE};
    const size_t r = k / 2;
    char text[512], caution[256], said[64];
    int64_t cost;
    snprintf(text, sizeof text,
             "NAME: s\nTYPE: CVRP\nDIMENSION: 3\nCAPACITY: 10\nEDGE_WEIGHT_TYPE: %s\nNODE_COORD_SECTION\n%s"
             "DEMAND_SECTION\n1 0\n2 4\n3 5\nDEPOT_SECTION\n1\n-1\n",
             rows[r].type, rows[r].places);
    Instance *inst = parsed(&problem_cvrp, text, &settings);
    CU_ASSERT_EQUAL(judge_solution(inst, gene, &cost), OK);
    judge_caution(inst, gene, cost, 0, caution, sizeof caution);
    const double change = fabs((double)(cost % 1000000000) / rows[r].real - 1);
    snprintf(said, sizeof said, "changes the cost of this solution by %.2f%%", 100 * change);
    const bool good = change > rows[r].most ? strstr(caution, said) != NULL : !caution[0];
    CU_ASSERT(good);
    if (!good) printf("# %s: %lld, %s, expected %s\n", rows[r].type, (long long)cost, caution, said);
    instance_free(inst);
  }
}

/* Vehicles that come first do not hide distances of 0. */
static void routes_of_no_length(void) {
  static const char text[] =
      "NAME: s\nTYPE: CVRP\nDIMENSION: 3\nCAPACITY: 10\nEDGE_WEIGHT_TYPE: MAN_2D\nNODE_COORD_SECTION\n"
      "1 .10 .10\n2 .14 .19\n3 .02 .22\nDEMAND_SECTION\n1 0\n2 4\n3 5\nDEPOT_SECTION\n1\n-1\n";
  const CvrpSettings vehicles = {.objective = OBJECTIVE_VEHICLES},
                     scaled = {.objective = OBJECTIVE_VEHICLES, .scale = 100};
  const int32_t gene[] = {-1, 2};
  char caution[256];
  int64_t cost;
  Instance *inst = parsed(&problem_cvrp, text, &vehicles);
  CU_ASSERT_EQUAL(judge_solution(inst, gene, &cost), ERR_FORMAT);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(),
                                "s: expected a cost above 0 of places that differ, found 0: their "
                                "distances round to 0 (--scale F"));
  inst->problem->advice(inst, caution, sizeof caution);
  CU_ASSERT_STRING_EQUAL(
      caution, "100% of the distances of s round to 0 or 1: --scale 10000 keeps three digits of them");
  status_clear();
  instance_free(inst);
  inst = parsed(&problem_cvrp, text, &scaled);
  CU_ASSERT(judge_solution(inst, gene, &cost) == OK && cost == 1000000000 + 13 + 15 + 20);
  judge_caution(inst, gene, cost, 0, caution, sizeof caution);
  CU_ASSERT_STRING_EQUAL(caution, "");
  instance_free(inst);
}

static const HarnessTest tests[] = {TEST(tours),
                                    TEST(published_values_are_their_own),
                                    TEST(routes),
                                    TEST(routes_of_every_type),
                                    TEST(routes_of_no_length),
                                    {NULL, NULL}};

int main(void) { return harness_run("rounding", tests); }
