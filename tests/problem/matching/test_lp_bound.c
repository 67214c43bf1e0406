/* The LP duals of task matching (src/problem/matching/lp_bound.c): the bound holds, is close to the linear program's, and is the same
 * for any number of threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "fixtures/harness.h"
#include "fixtures/matching_optimum.h"
#include "problem/matching/etc.h"
#include "problem/judge.h"
#include "rng.h"
#include "problem/matching/matching_bounds.h"
#include "problem/matching/matching.h"

enum { TASKS_MAX = 8, MACHINES_MAX = 64 };

static Instance *random_make(int32_t tasks, int32_t machines, uint32_t most, uint64_t seed) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(matching_alloc(tasks, machines, 0, &inst), OK);
  const RngStream s = {.seed = seed, .purpose = RNG_TASK};
  for (int32_t k = 0; k < tasks * machines; k++)
    matching_of(inst)->etc[k] = 1 + rng_below(s, (uint32_t)k, most);
  return inst;
}

/* The bound of prices in long double; exact enough to check small instances. */
static long double naive_average(const Instance *inst, const uint32_t *price) {
  long double paid = 0, prices = 0;
  for (int32_t m = 0; m < matching_of(inst)->machines; m++) prices += price[m];
  for (int32_t t = 0; t < inst->n; t++) {
    long double least = 1e40L;
    for (int32_t m = 0; m < matching_of(inst)->machines; m++) {
      const long double cost =
          (long double)price[m] * (long double)matching_of(inst)->etc[t * matching_of(inst)->machines + m];
      if (cost < least) least = cost;
    }
    paid += least;
  }
  return paid / prices;
}

/* The bound of match_prices, after checks that it is that of its prices, and the same for 1 to 4 threads. */
static int64_t bound_of(const Instance *inst) {
  uint32_t price[MACHINES_MAX], other[MACHINES_MAX];
  int64_t bound = 0, again = 0;
  CU_ASSERT_EQUAL_FATAL(lp_bound(inst, 1, price, &bound), OK);
  CU_ASSERT_EQUAL(lp_bound_prove(inst, price), bound);
  for (int threads = 2; threads <= 4; threads++) {
    CU_ASSERT_EQUAL_FATAL(lp_bound(inst, threads, other, &again), OK);
    CU_ASSERT_EQUAL(again, bound);
    CU_ASSERT_EQUAL(memcmp(price, other, (size_t)matching_of(inst)->machines * sizeof *price), 0);
  }
  return bound;
}

static void never_above_the_optimum(void) {
  for (uint64_t seed = 0; seed < 120; seed++) {
    static const uint32_t mosts[] = {1, 4, 30, 1000000};
    Instance *inst = random_make(1 + (int32_t)(seed % 7), 1 + (int32_t)(seed % 5), mosts[seed % 4], seed);
    const int64_t best = matching_optimum(inst), bound = bound_of(inst);
    CU_ASSERT(bound >= 1 && bound <= best);
    CU_ASSERT(bound * matching_of(inst)->machines >= best / matching_of(inst)->machines);
    instance_free(inst);
  }
}

/* Without the times that no short schedule can use, more is proven, and still no more than there is. */
static void short_schedules(void) {
  uint32_t price[MACHINES_MAX], again[MACHINES_MAX];
  int sharper = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    Instance *inst =
        random_make(1 + (int32_t)(seed % 8), 2 + (int32_t)(seed % 3), seed % 2 ? 1000 : 30, seed);
    int64_t plain, bound, same;
    for (int32_t t = 0; t < inst->n; t++)
      matching_of(inst)->etc[t * matching_of(inst)->machines] += 6000; /* the first machine is slow */
    CU_ASSERT_EQUAL(lp_bound(inst, 1, price, &plain), OK);
    CU_ASSERT_EQUAL(lp_bound_truncated(inst, 1, price, &bound), OK);
    CU_ASSERT(bound >= plain && bound <= matching_optimum(inst));
    sharper += bound > plain;
    CU_ASSERT_EQUAL(lp_bound_truncated(inst, 2, again, &same), OK);
    CU_ASSERT(same == bound &&
              memcmp(price, again, (size_t)matching_of(inst)->machines * sizeof *price) == 0);
    instance_free(inst);
  }
  printf("# %d of 60 sharper\n", sharper);
  CU_ASSERT(sharper > 10);
}

/* Machines that differ in speed alone: the bound is all the work by all the speed. */
static void related_machines(void) {
  static const EtcPlan plan = {.tasks = 300, .machines = 40, .seed = 7};
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(etc_generators[1].make(&plan, &inst), OK);
  uint32_t price[MACHINES_MAX];
  double work = 0, speed = 0;
  int64_t bound;
  CU_ASSERT_EQUAL(lp_bound(inst, 1, price, &bound), OK);
  for (int32_t m = 0; m < matching_of(inst)->machines; m++) speed += 1 / (double)matching_of(inst)->etc[m];
  for (int32_t t = 0; t < inst->n; t++)
    work += (double)matching_of(inst)->etc[(size_t)t * 40] / (double)matching_of(inst)->etc[0];
  CU_ASSERT(fabs((double)bound * speed / work - 1) < 1e-4);
  instance_free(inst);
}

static void any_prices_bound(void) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    Instance *inst = random_make(1 + (int32_t)(seed % 7), 1 + (int32_t)(seed % 5), 50, seed + 500);
    const int64_t best = matching_optimum(inst);
    const RngStream s = {.seed = seed, .purpose = RNG_MACHINE};
    for (uint32_t trial = 0; trial < 50; trial++) {
      uint32_t price[MACHINES_MAX];
      for (uint32_t m = 0; m < 5; m++) price[m] = rng_below(s, trial * 5 + m, trial % 2 ? 4 : UINT32_MAX);
      price[0] += !price[0];
      const int64_t bound = lp_bound_prove(inst, price);
      CU_ASSERT(bound <= best);
      CU_ASSERT((long double)bound > naive_average(inst, price) - 1e-9L);
    }
    instance_free(inst);
  }
}

/* Four tasks by hand. The longest of the shortest times is 7, which is what useless prices prove. */
static void worked_example(void) {
  static const int64_t times[] = {7, 9, 4, 2, 5, 6, 8, 7};
  static const uint32_t equal[] = {1, 1}, second[] = {0, 3}, first[] = {UINT32_MAX, 0}, none[] = {0, 0},
                        uneven[] = {3, 2};
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(matching_alloc(4, 2, 0, &inst), OK);
  memcpy(matching_of(inst)->etc, times, sizeof times);
  CU_ASSERT_EQUAL(lp_bound_prove(inst, equal), 11);  /* (7 + 2 + 5 + 7) / 2, rounded up */
  CU_ASSERT_EQUAL(lp_bound_prove(inst, uneven), 10); /* (18 + 4 + 12 + 14) / 5, rounded up */
  CU_ASSERT_EQUAL(lp_bound_prove(inst, second), 7);
  CU_ASSERT_EQUAL(lp_bound_prove(inst, first), 7);
  CU_ASSERT_EQUAL(lp_bound_prove(inst, none), 7);
  instance_free(inst);
}

static void one_machine_is_exact(void) {
  for (int32_t tasks = 1; tasks <= 300; tasks += 23) {
    Instance *inst = random_make(tasks, 1, 1000, (uint64_t)tasks);
    int64_t sum = 0;
    for (int32_t t = 0; t < tasks; t++) sum += matching_of(inst)->etc[t];
    CU_ASSERT_EQUAL(bound_of(inst), sum);
    instance_free(inst);
  }
}

/* All alike: the bound is tasks * time / machines, to a part in a million. */
static void identical_machines(void) {
  for (int32_t machines = 1; machines <= MACHINES_MAX; machines += 21) {
    Instance *inst = random_make(640, machines, 1, 1);
    for (int32_t k = 0; k < inst->n * machines; k++) matching_of(inst)->etc[k] = 1000000;
    const int64_t split = 640 * (int64_t)1000000 / machines, bound = bound_of(inst);
    CU_ASSERT(bound <= split + 1 && bound >= split - split / 1000000);
    instance_free(inst);
  }
}

/* Times from 1 to 1e15: the bound holds, and is not useless. */
static void extreme_times(void) {
  for (uint64_t seed = 0; seed < 30; seed++) {
    static const int64_t powers[] = {1, 1000, 1000000, 1000000000, 1000000000000, 1000000000000000};
    Instance *inst = random_make(1 + (int32_t)(seed % 7), 2 + (int32_t)(seed % 3), 6, seed + 900);
    for (int32_t k = 0; k < inst->n * matching_of(inst)->machines; k++)
      matching_of(inst)->etc[k] = powers[matching_of(inst)->etc[k] - 1];
    const int64_t best = matching_optimum(inst), bound = bound_of(inst);
    CU_ASSERT(bound <= best && bound >= best / (matching_of(inst)->machines * matching_of(inst)->machines));
    instance_free(inst);
  }
}

/* Larger instances have no table: but the bound is concave in the duals, so changes of any size would show a better one. */
static void nothing_nearby_is_better(void) {
  for (int c = 0; c < 3; c++) {
    Instance *inst = NULL;
    const EtcPlan plan = {300, 40, 3, HETEROGENEITY_HI, HETEROGENEITY_HI, (Consistency)c};
    CU_ASSERT_EQUAL_FATAL(etc_generators[0].make(&plan, &inst), OK);
    uint32_t price[MACHINES_MAX], moved[MACHINES_MAX];
    int64_t bound = 0;
    CU_ASSERT_EQUAL_FATAL(lp_bound(inst, 2, price, &bound), OK);
    const RngStream s = {.seed = 1, .purpose = RNG_MACHINE};
    for (uint32_t trial = 0; trial < 1000; trial++) {
      for (uint32_t m = 0; m < 40; m++)
        moved[m] = price[m] - (uint32_t)(price[m] * 1e-6 * rng_below(s, trial * 40 + m, 1u << trial % 16));
      CU_ASSERT((double)lp_bound_prove(inst, moved) <= (double)bound * (1 + 1e-6));
    }
    instance_free(inst);
  }
}

/* The twelve of Braun et al.: below the best known makespan, and at the optimum of the linear program. */
static void near_the_linear_program(void) {
  const char *path = harness_data("etc/optima.tsv");
  FILE *table = path ? fopen(path, "r") : NULL;
  if (!table) {
    if (path) harness_skip("no table of bounds");
    return;
  }
  char line[512], name[128];
  double known, linear, worst = 0;
  int seen = 0;
  while (fgets(line, sizeof line, table)) {
    if (sscanf(line, "%127s %*d %*d %lf %lf", name, &known, &linear) != 3) continue;
    char file[160];
    snprintf(file, sizeof file, "etc/%s", name);
    Instance *inst = NULL;
    CU_ASSERT_EQUAL_FATAL(etc_read(harness_data(file), &inst), OK);
    double unit = 1;
    for (int32_t d = 0; d < inst->decimals; d++) unit /= 10;
    const double bound = (double)bound_of(inst) * unit, distance = 1 - bound / linear;
    CU_ASSERT(bound <= known && distance < 1e-6 && distance > -1e-8);
    worst = distance > worst ? distance : worst;
    seen++;
    instance_free(inst);
  }
  fclose(table);
  CU_ASSERT(seen > 0);
  printf("# %d instances, at most %.1e below the linear program\n", seen, worst);
}

static const HarnessTest tests[] = {
    TEST(never_above_the_optimum), TEST(short_schedules), TEST(related_machines),
    TEST(any_prices_bound),        TEST(worked_example),  TEST(one_machine_is_exact),
    TEST(identical_machines),      TEST(extreme_times),   TEST(nothing_nearby_is_better),
    TEST(near_the_linear_program), {NULL, NULL}};

int main(void) { return harness_run("prices", tests); }
