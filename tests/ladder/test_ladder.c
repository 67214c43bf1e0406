/* The ladder: numbers of moves and roots against their definitions, on the host; every design against the oracle, cost
 * and tour; the swap design against an oracle of its own. */
#include <math.h>
#include "fixtures/climbing.h"
#include "fixtures/laddering.h"
#include "ladder/designs.h"
#include "ladder/tour_kernels.h"
#include "ladder/tour_launch.h"
#include "ladder/tour_moves.h"
#include "fixtures/harness.h"
#include "problem/tsp/tsp.h"

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

/* ---- the computed launch ---- */

/* 65536 / 32 registers = 2048 threads: no limit before the multiprocessor's own. */
static void computed_launches(void) {
  const LaunchRoom room = {32, 2048, 65536, 233472};
  const LaunchNeed light = {32, 1024, 12}, wide = {64, 1024, 12}, heavy = {32, 120000, 0},
                   none = {32, 300000, 0};
  CU_ASSERT_EQUAL(launch_blocks_of(&room, &light, 32), 32);
  CU_ASSERT_EQUAL(launch_blocks_of(&room, &light, 64), 32);
  CU_ASSERT_EQUAL(launch_blocks_of(&room, &wide, 64), 16);
  CU_ASSERT_EQUAL(launch_blocks_of(&room, &heavy, 64), 1);
  CU_ASSERT_EQUAL(launch_threads_computed(10, &room, &light), 32); /* one warp has all rows */
  CU_ASSERT_EQUAL(launch_threads_computed(66, &room, &light), 64); /* 64 rows: all of 2048 threads */
  CU_ASSERT_EQUAL(launch_threads_computed(98, &room, &light), 96); /* 21 blocks of 96, before 32 of 32 */
  CU_ASSERT_EQUAL(launch_threads_computed(1026, &room, &light),
                  64); /* 1024 rows divide by 64: the least of equals */
  CU_ASSERT_EQUAL(launch_threads_computed(5000, &room, &heavy), 1024); /* one block: the larger the better */
  CU_ASSERT_EQUAL(launch_threads_computed(5000, &room, &none), 0);
}

/* ---- the swap oracle ---- */

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
  CU_ASSERT_EQUAL(laddering_swap_move(inst, tour, &i, &j), 0);
  tour[3] = 11;
  tour[11] = 3;
  CU_ASSERT(laddering_swap_move(inst, tour, &i, &j) < 0 && i == 3 && j == 11);
  CU_ASSERT_EQUAL(laddering_swap_climb(inst, tour, 100), 2);
  for (int32_t c = 0; c < N; c++) CU_ASSERT_EQUAL(tour[c], c);
  instance_free(inst);
}

/* ---- designs ---- */

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

/* Boxes: many ties; the usual; farther apart than whole coordinates reach. Fractions need double precision too. */
static void check_sizes(Backend *be, int k) {
  static const int32_t sizes[] = {4, 5, 8, 13, 52, 100, 110};
  static const double boxes[] = {5, 1000, 30000, 1000000};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int box = 0; box < 4; box++) {
      int fraction = (s + (size_t)box) % 3 == 0, swap = kernels->design(k)->moves == LADDER_SWAP;
      Instance *inst = climbing_instance(METRIC_EUC_2D, sizes[s], boxes[box], fraction, 3 * s + 1);
      laddering_check(kernels, be, inst, k, swap && sizes[s] > 60 ? 9 : UINT32_MAX, 0);
      laddering_check(kernels, be, inst, k, 3, box % 2 ? 32 : 64);
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
        laddering_check(kernels, &be, inst, k, 40, threads);
  instance_free(inst);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(numbers_of_moves),
                                      TEST(numbers_of_moves_at_the_limit),
                                      TEST(roots),
                                      TEST(distances),
                                      TEST(computed_launches),
                                      TEST(swap_oracle),
                                      TEST(designs),
                                      TEST(larger),
                                      {NULL, NULL}};
  return harness_run("ladder", tests);
}
