/* Task matching: list heuristics (src/problem/matching/match_heuristics.c) against plain ones from their papers' prose. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "fixtures/matching_optimum.h"
#include "problem/matching/etc.h"
#include "problem/judge.h"
#include "rng.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"

enum { TASKS_MAX = 64, MACHINES_MAX = 16 };

/* Times 1 to `most`: few of them, many ties. */
static Instance *tied_make(int32_t tasks, int32_t machines, uint32_t most, uint64_t seed) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(matching_alloc(tasks, machines, 0, &inst), OK);
  const RngStream s = {.seed = seed, .purpose = RNG_TASK};
  for (int32_t k = 0; k < tasks * machines; k++)
    matching_of(inst)->etc[k] = 1 + rng_below(s, (uint32_t)k, most);
  return inst;
}

static int64_t end_of(const Instance *inst, const int64_t *load, int32_t t, int32_t m) {
  return load[m] + matching_of(inst)->etc[t * matching_of(inst)->machines + m];
}

static int32_t naive_best(const Instance *inst, const int64_t *load, int32_t t) {
  int32_t best = 0;
  for (int32_t m = 1; m < matching_of(inst)->machines; m++)
    if (end_of(inst, load, t, m) < end_of(inst, load, t, best)) best = m;
  return best;
}

static void naive_fcfs(const Instance *inst, int32_t *assignment) {
  int64_t load[MACHINES_MAX] = {0};
  for (int32_t t = 0; t < inst->n; t++) {
    assignment[t] = naive_best(inst, load, t);
    load[assignment[t]] = end_of(inst, load, t, assignment[t]);
  }
}

/* sign 1: min-min, -1: max-min. */
static void naive_greedy(const Instance *inst, int sign, int32_t *assignment) {
  int64_t load[MACHINES_MAX] = {0};
  bool done[TASKS_MAX] = {false};
  for (int32_t step = 0; step < inst->n; step++) {
    int32_t chosen = -1;
    int64_t key = 0;
    for (int32_t t = 0; t < inst->n; t++) {
      if (done[t]) continue;
      int64_t end = sign * end_of(inst, load, t, naive_best(inst, load, t));
      if (chosen < 0 || end < key) {
        chosen = t;
        key = end;
      }
    }
    const int32_t m = naive_best(inst, load, chosen);
    /* cppcheck-suppress negativeIndex ; a task is left in each round */
    done[chosen] = true;
    assignment[chosen] = m;
    load[m] = end_of(inst, load, chosen, m);
  }
}

static void naive_min_min(const Instance *inst, int32_t *assignment) { naive_greedy(inst, 1, assignment); }
static void naive_max_min(const Instance *inst, int32_t *assignment) { naive_greedy(inst, -1, assignment); }

static int64_t naive_suffering(const Instance *inst, const int64_t *load, int32_t t) {
  const int32_t best = naive_best(inst, load, t);
  int64_t second = INT64_MAX;
  for (int32_t m = 0; m < matching_of(inst)->machines; m++)
    if (m != best && end_of(inst, load, t, m) < second) second = end_of(inst, load, t, m);
  return matching_of(inst)->machines == 1 ? 0 : second - end_of(inst, load, t, best);
}

/* Figure 4 of Maheswaran et al.: all machines are marked free, tasks come in order, one that suffers more takes the place
 * of another; then the loads. */
static void naive_sufferage(const Instance *inst, int32_t *assignment) {
  int64_t load[MACHINES_MAX] = {0};
  int32_t left = inst->n;
  for (int32_t t = 0; t < inst->n; t++) assignment[t] = -1;
  while (left > 0) {
    int32_t taken[MACHINES_MAX];
    for (int32_t m = 0; m < matching_of(inst)->machines; m++) taken[m] = -1;
    for (int32_t t = 0; t < inst->n; t++) {
      if (assignment[t] >= 0) continue;
      int32_t *place = &taken[naive_best(inst, load, t)];
      if (*place < 0 || naive_suffering(inst, load, *place) < naive_suffering(inst, load, t)) *place = t;
    }
    for (int32_t m = 0; m < matching_of(inst)->machines; m++)
      if (taken[m] >= 0) {
        assignment[taken[m]] = m;
        left--;
      }
    for (int32_t m = 0; m < matching_of(inst)->machines; m++)
      if (taken[m] >= 0) load[m] = end_of(inst, load, taken[m], m);
  }
}

static const struct {
  const char *name;
  void (*assign)(const Instance *inst, int32_t *assignment);
} naive[] = {{"fcfs", naive_fcfs},
             {"min-min", naive_min_min},
             {"max-min", naive_max_min},
             {"sufferage", naive_sufferage}};

enum { HEURISTICS = sizeof naive / sizeof *naive };

static void same_as_naive(const Instance *inst) {
  for (int h = 0; h < HEURISTICS; h++) {
    int32_t expected[TASKS_MAX], found[TASKS_MAX];
    naive[h].assign(inst, expected);
    CU_ASSERT_EQUAL(match_heuristics[h].assign(inst, found), OK);
    bool same = memcmp(expected, found, (size_t)inst->n * sizeof *found) == 0;
    CU_ASSERT_TRUE(same);
    if (!same) printf("# %s, %d x %d\n", naive[h].name, inst->n, matching_of(inst)->machines);
  }
}

static void equal_the_naive_ones(void) {
  for (int h = 0; h < HEURISTICS; h++) CU_ASSERT_STRING_EQUAL(match_heuristics[h].name, naive[h].name);
  CU_ASSERT_PTR_NULL(match_heuristics[HEURISTICS].name);
  for (uint64_t seed = 0; seed < 400; seed++) {
    static const uint32_t mosts[] = {1, 3, 10, 1000};
    Instance *inst = tied_make(1 + (int32_t)(seed * 7 % TASKS_MAX), 1 + (int32_t)(seed * 5 % MACHINES_MAX),
                               mosts[seed % 4], seed);
    same_as_naive(inst);
    instance_free(inst);
  }
  for (int c = 0; c < 3; c++) {
    Instance *inst = NULL;
    const EtcPlan plan = {60, 10, 5, HETEROGENEITY_HI, HETEROGENEITY_LO, (Consistency)c};
    CU_ASSERT_EQUAL_FATAL(etc_generators[0].make(&plan, &inst), OK);
    same_as_naive(inst);
    instance_free(inst);
  }
}

static int64_t cost_of(const Instance *inst, int h) {
  int32_t assignment[TASKS_MAX];
  int64_t cost = -1;
  CU_ASSERT_EQUAL(match_heuristics[h].assign(inst, assignment), OK);
  CU_ASSERT_EQUAL(judge_assignment(inst, assignment, &cost), OK);
  return cost;
}

/* Two tasks by hand: min-min puts the short one first and pays for it. */
static void worked_example(void) {
  static const int64_t times[] = {4, 6, 5, 100}, costs[] = {9, 9, 6, 6};
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(matching_alloc(2, 2, 0, &inst), OK);
  memcpy(matching_of(inst)->etc, times, sizeof times);
  for (int h = 0; h < HEURISTICS; h++) CU_ASSERT_EQUAL(cost_of(inst, h), costs[h]);
  instance_free(inst);
}

/* No heuristic beats the optimum, and none is worse than as many times it as there are machines (Ibarra and Kim 1977). */
static void within_their_bounds(void) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    Instance *inst = tied_make(1 + (int32_t)(seed % 6), 1 + (int32_t)(seed % 4), 20, seed + 1000);
    const int64_t best = matching_optimum(inst);
    for (int h = 0; h < HEURISTICS; h++) {
      const int64_t cost = cost_of(inst, h);
      CU_ASSERT(cost >= best && cost <= best * matching_of(inst)->machines);
    }
    instance_free(inst);
  }
}

static const HarnessTest tests[] = {
    TEST(equal_the_naive_ones), TEST(worked_example), TEST(within_their_bounds), {NULL, NULL}};

int main(void) { return harness_run("match", tests); }
