/* The judge of test functions: known values, the solver's evaluation within the margin, a wrong cost outside of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "individual.h"
#include "problem/judge.h"
#include "solver/pso/pso_cost.h"
#include "problem/tsp/tsp.h"
#include "problem/function/function.h"

static Instance *function(FunctionKind kind, int32_t n) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(function_alloc(kind, n, &inst), OK);
  return inst;
}

static int64_t value_at(FunctionKind kind, int32_t n, const float *x) {
  Instance *inst = function(kind, n);
  int64_t judged = -1, kept = -1, claimed = -1;
  CU_ASSERT_EQUAL(judge_position(inst, (const int32_t *)x, &judged), OK);
  CU_ASSERT_EQUAL(pso_cost(inst, (const int32_t *)x, &kept), OK);
  CU_ASSERT_EQUAL(judge_claim(inst, (const int32_t *)x, kept, 0, &claimed), OK);
  CU_ASSERT_EQUAL(claimed, judged);
  instance_free(inst);
  return judged;
}

/* By hand, or to 50 digits: units of 10^-9. 1 - cos(1) is 0.459697694131860; cos(1/2) 0.877582561890373; sin(10) -0.544021110889370. */
static void known_values(void) {
  static const struct {
    FunctionKind kind;
    int32_t n;
    float x[3];
    int64_t value;
  } cases[] = {{FUNCTION_SPHERE, 3, {1, -2, 0.5f}, 5250000000},
               {FUNCTION_ROSENBROCK, 3, {1, 1, 1}, 0},
               {FUNCTION_ROSENBROCK, 2, {-1, 2}, 104000000000},
               {FUNCTION_ROSENBROCK, 1, {9}, 0},
               {FUNCTION_RASTRIGIN, 3, {0, 0, 0}, 0},
               {FUNCTION_RASTRIGIN, 2, {0.5f, -1}, 21250000000},
               {FUNCTION_RASTRIGIN, 1, {0.25f}, 10062500000},
               {FUNCTION_ACKLEY, 2, {0, 0}, 0},
               {FUNCTION_ACKLEY, 1, {1}, 3625384938},
               {FUNCTION_ACKLEY, 1, {0.5f}, 4253654027},
               {FUNCTION_GRIEWANK, 2, {0, 0}, 0},
               {FUNCTION_GRIEWANK, 1, {1}, 459947694},
               {FUNCTION_GRIEWANK, 2, {1, 0.5f}, 493428791},
               {FUNCTION_SCHWEFEL, 1, {0}, 418982887272},
               {FUNCTION_SCHWEFEL, 1, {100}, 473384998361},
               {FUNCTION_SCHWEFEL, 1, {-100}, 364580776183}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const int64_t found = value_at(cases[c].kind, cases[c].n, cases[c].x);
    CU_ASSERT_EQUAL(found, cases[c].value);
    if (found != cases[c].value)
      printf("# %s, case %zu: expected %lld, found %lld\n", function_name(cases[c].kind), c,
             (long long)cases[c].value, (long long)found);
  }
}

static float drawn(uint64_t *seed, float range) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return range * ((float)(*seed >> 40) * 0x1p-23f - 1);
}

/* The solver's evaluation is within the margin; the margin is narrow, so a cost that is wrong in the tenth digit is not. */
static void margins(void) {
  static const float range[] = {100, 30, 5.12f, 32, 600, 500};
  static const int32_t sizes[] = {1, 2, 5, 30, 100, 1000};
  static float x[1000];
  uint64_t seed = 5;
  int64_t judged;
  for (int kind = 0; kind < FUNCTION_COUNT; kind++)
    for (int round = 0; round < 600; round++) {
      Instance *inst = function((FunctionKind)kind, sizes[round % 6]);
      const float scale = ldexpf(range[kind], -(round / 6 % 12));
      int64_t kept = 0, wrong;
      for (int32_t t = 0; t < inst->n; t++) x[t] = drawn(&seed, scale);
      CU_ASSERT_EQUAL(pso_cost(inst, (int32_t *)x, &kept), OK);
      if (kept == COST_NONE) { /* more than a cost holds: for the judge, too */
        CU_ASSERT_EQUAL(judge_position(inst, (int32_t *)x, &judged), ERR_FORMAT);
        status_clear();
        instance_free(inst);
        continue;
      }
      CU_ASSERT_EQUAL(judge_claim(inst, (int32_t *)x, kept, 0, &judged), OK);
      CU_ASSERT(judge_margin(inst, (int32_t *)x) <= 1 + judged / 1000000000 + inst->n / 10);
      wrong = kept + 10 + inst->n + kept / 500000000;
      if (kept < (int64_t)8e18)
        CU_ASSERT_EQUAL(judge_claim(inst, (int32_t *)x, wrong, 3, &judged), ERR_INTERNAL);
      status_clear();
      instance_free(inst);
    }
}

static void claims_of_tours_are_exact(void) {
  Instance *inst = NULL;
  int64_t judged = -1;
  CU_ASSERT_EQUAL_FATAL(tsp_alloc(METRIC_EUC_2D, 3, &inst), OK);
  for (int c = 0; c < 3; c++) {
    tsp_of(inst)->x[c] = 10 * c;
    tsp_of(inst)->y[c] = 0;
  }
  CU_ASSERT_EQUAL(judge_claim(inst, (int32_t[]){0, 1, 2}, 40, 7, &judged), OK);
  CU_ASSERT_EQUAL(judged, 40);
  judged = -1;
  CU_ASSERT_EQUAL(judge_claim(inst, (int32_t[]){0, 1, 2}, 41, 7, &judged), ERR_INTERNAL);
  CU_ASSERT_PTR_NOT_NULL(
      strstr(status_message(), "island 7: the judge finds cost 40 where the solver kept 41"));
  CU_ASSERT_EQUAL(judged, -1);
  status_clear();
  instance_free(inst);
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(known_values), TEST(margins), TEST(claims_of_tours_are_exact), {NULL, NULL}};
  return harness_run("judge_function", tests);
}
