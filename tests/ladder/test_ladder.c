/* The ladder: numbers of moves and roots against their definitions, on the host; every design against the oracle, cost
 * and tour; the swap design against an oracle of its own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "ladder/designs.h"
#include "ladder/tour_kernels.h"
#include "ladder/tour_moves.h"
#include "fixtures/harness.h"
#include "problem/judge.h"
#include "oracle/oracle.h"
#include "problem/tsp/tsp.h"
#include "solver/climb/climb_problem.h"

/* ---- numbers of moves ---- */

static void check_two_opt(int32_t n) {
  uint32_t k = 0;
  for (int32_t i = 0; i < n; i++)
    for (int32_t j = i + 2; j < n; j++) {
      if (i == 0 && j == n - 1) continue;
      LadderPair got = ladder_two_opt(n, k++);
      if (got.i != i || got.j != j) CU_FAIL_FATAL("another move has this number");
    }
  CU_ASSERT_EQUAL(k, ladder_moves(LADDER_TWO_OPT, n));
}

static void check_swap(int32_t n) {
  uint32_t k = 0;
  for (int32_t i = 1; i < n; i++)
    for (int32_t j = i + 1; j < n; j++) {
      LadderPair got = ladder_swap(n, k++);
      if (got.i != i || got.j != j) CU_FAIL_FATAL("another swap has this number");
    }
  CU_ASSERT_EQUAL(k, ladder_moves(LADDER_SWAP, n));
}

static void numbers_of_moves(void) {
  for (int32_t n = 4; n <= 200; n++) {
    check_two_opt(n);
    check_swap(n);
  }
  check_two_opt(3001);
  check_swap(3000);
}

/* Where floats no longer hold the numbers: first, last and around every row of the largest triangle. */
static void numbers_of_moves_at_the_limit(void) {
  const int32_t n = LADDER_CITIES_MAX;
  uint32_t k = 0;
  for (int32_t i = 0; i + 2 < n; i++) { /* row i begins with (i, i + 2) and ends with (i, n - 1) */
    LadderPair first = ladder_pair(n, k), last = ladder_pair(n, k + (uint32_t)(n - 3 - i));
    if (first.i != i || first.j != i + 2 || last.i != i || last.j != n - 1) CU_FAIL_FATAL("another row");
    k += (uint32_t)(n - 2 - i);
  }
  CU_ASSERT_EQUAL(k, ladder_moves(LADDER_SWAP, n));
}

/* ---- roots ---- */

/* The first and the last s whose root rounds to R, with every r that an inexact root may leave. */
static void roots(void) {
  for (int32_t R = 1; R <= 46340; R++) {
    int32_t low = R * R - R + 1;
    int64_t high = (int64_t)R * R + R;
    if (high > INT32_MAX) high = INT32_MAX;
    int right = 1;
    for (int32_t r = R - 1; r <= R; r++)
      right &= ladder_nearest_root(low, r) == R && ladder_nearest_root((int32_t)high, r) == R;
    right &= (int32_t)(sqrt(low) + 0.5) == R && (int32_t)(sqrt((double)high) + 0.5) == R;
    if (!right) CU_FAIL_FATAL("a root is wrong");
  }
  CU_ASSERT_EQUAL(ladder_nearest_root(0, 0), 0);
}

static void distances(void) {
  const int32_t steps[] = {1, 37, 119, 997}, ends[] = {300, 3000, 9000, LADDER_WHOLE_EXTENT};
  for (int k = 0; k < 4; k++)
    for (int32_t x = 0; x <= ends[k]; x += steps[k])
      for (int32_t y = 0; y <= x; y += steps[k])
        if (ladder_distance(-x, y) != (int32_t)(sqrt((double)x * x + (double)y * y) + 0.5))
          CU_FAIL_FATAL("a distance is wrong");
  CU_ASSERT_EQUAL(ladder_distance(LADDER_WHOLE_EXTENT, -LADDER_WHOLE_EXTENT), 46340);
}

/* ---- the swap oracle ---- */

static void swap_cities(int32_t *tour, int32_t i, int32_t j) {
  int32_t city = tour[i];
  tour[i] = tour[j];
  tour[j] = city;
}

/* Best improving swap by recomputed costs, the definition itself; of equals the smallest (i, j). 0: none. */
static int64_t swap_move(const Instance *inst, int32_t *tour, int32_t *at_i, int32_t *at_j) {
  int64_t cost = oracle_cost(inst, tour), best = 0;
  for (int32_t i = 1; i < inst->n; i++)
    for (int32_t j = i + 1; j < inst->n; j++) {
      swap_cities(tour, i, j);
      int64_t delta = oracle_cost(inst, tour) - cost;
      swap_cities(tour, i, j);
      if (delta < best) {
        best = delta;
        *at_i = i;
        *at_j = j;
      }
    }
  return best;
}

static uint32_t swap_climb(const Instance *inst, int32_t *tour, uint32_t steps) {
  for (uint32_t done = 0; done < steps; done++) {
    int32_t i = 0, j = 0;
    if (swap_move(inst, tour, &i, &j) >= 0) return done + 1;
    swap_cities(tour, i, j);
  }
  return steps;
}

/* On a circle in order no swap helps; with two cities exchanged, exchanging them back is the best. */
static void swap_oracle(void) {
  enum { N = 16 };
  Instance *inst = climbing_instance(METRIC_EUC_2D, N, 1, 0, 1);
  int32_t tour[N], i = 0, j = 0;
  for (int32_t c = 0; c < N; c++) {
    tsp_of(inst)->x[c] = floor(1000 * cos(c * 0.39269908));
    tsp_of(inst)->y[c] = floor(1000 * sin(c * 0.39269908));
    tour[c] = c;
  }
  inst->digest = instance_digest(inst);
  CU_ASSERT_EQUAL(swap_move(inst, tour, &i, &j), 0);
  swap_cities(tour, 3, 11);
  CU_ASSERT(swap_move(inst, tour, &i, &j) < 0 && i == 3 && j == 11);
  CU_ASSERT_EQUAL(swap_climb(inst, tour, 100), 2);
  for (int32_t c = 0; c < N; c++) CU_ASSERT_EQUAL(tour[c], c);
  instance_free(inst);
}

/* ---- designs ---- */

enum { CLIMBERS = 7, SEED = 5 };

typedef struct Fixture {
  const TourLadderKernels *ops;
  TourLadder *ladder;
  const Instance *inst;
} Fixture;

static uint32_t oracle_of(LadderMoves moves, const Instance *inst, int32_t *tour, uint32_t steps) {
  return moves == LADDER_SWAP ? swap_climb(inst, tour, steps) : oracle_climb(inst, tour, steps);
}

/* Design k's tours after at most `steps` steps, their costs and the steps done are the oracle's. */
static void check_design(const Fixture *f, int k, uint32_t steps, int threads) {
  const TourLadderDesign *design = f->ops->design(k);
  size_t n = (size_t)f->inst->n;
  int32_t *tours = calloc(CLIMBERS * n, sizeof *tours), *want = malloc(n * sizeof *want);
  TourLadderRun run = {.seed = SEED, .climbers = CLIMBERS, .steps = steps, .threads = threads};
  TourLadderResult result = {0};
  uint64_t done = 0;
  CU_ASSERT_EQUAL_FATAL(f->ops->climb(f->ladder, k, &run, &result), OK);
  CU_ASSERT_EQUAL_FATAL(f->ops->tours(f->ladder, CLIMBERS, tours), OK);
  for (uint32_t c = 0; c < CLIMBERS; c++) {
    int64_t cost = -1;
    oracle_random(SEED, 0, c, f->inst->n, want);
    done += oracle_of(design->moves, f->inst, want, steps);
    int same = memcmp(tours + c * n, want, n * sizeof *want) == 0;
    CU_ASSERT(same);
    CU_ASSERT(judge_tour(f->inst, tours + c * n, &cost) == OK && cost == oracle_cost(f->inst, want));
    if (!same)
      printf("# %s, n %d, climber %u, %u steps, %d threads\n", design->name, f->inst->n, c, steps, threads);
  }
  CU_ASSERT_EQUAL(result.steps, done);
  if (steps == UINT32_MAX) CU_ASSERT_EQUAL(result.finished, CLIMBERS);
  free(tours);
  free(want);
}

static const TourLadderKernels *kernels; /* of an open device */

static bool device_open(Backend *be) {
  const LadderDesigns *all;
  if (!climbing_open(be, "cuda", 1)) {
    harness_skip("no device");
    return false;
  }
  CU_ASSERT_EQUAL_FATAL(ladder_designs_find(&all), OK);
  kernels = all->tours;
  return true;
}

static void check_instance(Backend *be, const Instance *inst, int k, uint32_t steps, int threads) {
  ClimbProblem problem;
  Fixture f = {kernels, NULL, inst};
  CU_ASSERT_EQUAL_FATAL(climb_problem_pack(&inst, 1, be, MOVE_TWO_OPT, &problem), OK);
  CU_ASSERT_EQUAL_FATAL(f.ops->open(be, inst, &problem, &f.ladder), OK);
  if (inst->n <= f.ops->largest(f.ladder, k)) check_design(&f, k, steps, threads);
  f.ops->close(f.ladder);
  climb_problem_free(be, &problem);
}

/* Boxes: many ties; the usual; farther apart than whole coordinates reach. Fractions need double precision too. */
static void check_sizes(Backend *be, int k) {
  static const int32_t sizes[] = {4, 5, 8, 13, 52, 100, 110};
  static const double boxes[] = {5, 1000, 30000, 1000000};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int box = 0; box < 4; box++) {
      int fraction = (s + (size_t)box) % 3 == 0, swap = kernels->design(k)->moves == LADDER_SWAP;
      Instance *inst = climbing_instance(METRIC_EUC_2D, sizes[s], boxes[box], fraction, 3 * s + 1);
      check_instance(be, inst, k, swap && sizes[s] > 60 ? 9 : UINT32_MAX, 0);
      check_instance(be, inst, k, 3, box % 2 ? 32 : 64);
      instance_free(inst);
    }
}

static void designs(void) {
  Backend be;
  if (!device_open(&be)) return;
  for (int k = 0; kernels->design(k); k++) check_sizes(&be, k);
  be.ops->close(&be);
}

/* Several tiles of columns and several rounds of rows a thread. */
static void larger(void) {
  Backend be;
  if (!device_open(&be)) return;
  Instance *inst = climbing_instance(METRIC_EUC_2D, 601, 9000, 0, 2);
  for (int k = 0; kernels->design(k); k++)
    if (kernels->design(k)->moves == LADDER_TWO_OPT)
      for (int threads = 0; threads <= 1024; threads = threads ? threads * 4 : 64)
        check_instance(&be, inst, k, 40, threads);
  instance_free(inst);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(numbers_of_moves),
                                      TEST(numbers_of_moves_at_the_limit),
                                      TEST(roots),
                                      TEST(distances),
                                      TEST(swap_oracle),
                                      TEST(designs),
                                      TEST(larger),
                                      {NULL, NULL}};
  return harness_run("ladder", tests);
}
