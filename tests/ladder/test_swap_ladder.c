/* The swap ladder on the host: numbers of swaps by three formulas, and where floats fail; changes against recomputed costs; both CPU
 * versions against the library's kernel; side constraints; what a replay finds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "ladder/cities.h"
#include "ladder/swap_host.h"
#include "oracle/oracle.h"

/* ---- numbers ---- */

/* The folded triangle has every swap once. */
static void folded(void) {
  static bool seen[601][601];
  for (int32_t n = 4; n <= 600; n++) {
    memset(seen, 0, sizeof seen);
    for (uint32_t k = 0; k < swap_count(n); k++) {
      const LadderPair pair = swap_folded(n, k);
      if (pair.i < 1 || pair.i >= pair.j || pair.j >= n || seen[pair.i][pair.j])
        CU_FAIL_FATAL("no swap, or one twice");
      seen[pair.i][pair.j] = true;
    }
  }
}

/* Right up to the limits of the designs, wrong one city later, and so many at the published size. */
static void floats_fail(void) {
  for (int32_t n = 4; n <= 300; n++)
    CU_ASSERT(swap_wrong(SWAP_ROOT, n) == 0 && swap_wrong(SWAP_REARRANGED, n) == 0);
  CU_ASSERT_EQUAL(swap_wrong(SWAP_ROOT, SWAP_ROOT_LARGEST), 0);
  CU_ASSERT_EQUAL(swap_wrong(SWAP_ROOT, SWAP_ROOT_LARGEST + 1), 1);
  CU_ASSERT_EQUAL(swap_wrong(SWAP_REARRANGED, SWAP_REARRANGED_LARGEST), 0);
  CU_ASSERT(swap_wrong(SWAP_REARRANGED, SWAP_REARRANGED_LARGEST + 1) > 0);
  CU_ASSERT_EQUAL(swap_wrong(SWAP_ROOT, 10000), 24310);
  CU_ASSERT_EQUAL(swap_wrong(SWAP_REARRANGED, 10000), 9400);
  CU_ASSERT_EQUAL(swap_wrong(SWAP_FOLDED, 10000), 0);
}

/* ---- climbs ---- */

typedef struct Fixture {
  Instance *inst;
  SwapClimb climb;
  SwapPoint *point;
  int32_t *start, *tour, *other;
  SwapRun run, second;
} Fixture;

static void fixture_make(Fixture *f, int32_t n, double box, uint64_t seed, bool forbid) {
  const size_t bytes = (size_t)n * sizeof(int32_t);
  *f = (Fixture){.inst = climbing_instance(METRIC_EUC_2D, n, box, 0, seed)};
  CU_ASSERT_EQUAL_FATAL(swap_points(f->inst, &f->point), OK);
  f->start = malloc(bytes);
  f->tour = malloc(bytes);
  f->other = malloc(bytes);
  swap_start(seed, n, f->start);
  f->climb = (SwapClimb){n, f->point, f->start, forbid, 1000};
  f->run.step = malloc(1000 * sizeof *f->run.step);
  f->second.step = malloc(1000 * sizeof *f->second.step);
}

static void fixture_free(Fixture *f) {
  instance_free(f->inst);
  free(f->point);
  free(f->start);
  free(f->tour);
  free(f->other);
  free(f->run.step);
  free(f->second.step);
}

/* Both versions make the same swaps, each worth its change, and the library's kernel is at the same tour, also after three iterations. */
static void check_climb(Backend *be, int32_t n, double box, uint64_t seed) {
  Fixture f;
  fixture_make(&f, n, box, seed, false);
  swap_cpu_run(&f.climb, SWAP_LOOPS, 1e9, f.tour, &f.run);
  swap_cpu_run(&f.climb, SWAP_NUMBERS, 1e9, f.other, &f.second);
  CU_ASSERT(f.run.minimum && f.run.iterations == f.run.steps + 1 && f.run.iterations == f.second.iterations);
  CU_ASSERT_EQUAL(memcmp(f.run.step, f.second.step, f.run.steps * sizeof *f.run.step), 0);
  CU_ASSERT_EQUAL(swap_replay(&f.climb, "loops", &f.run, f.tour), OK);
  int64_t cost = oracle_cost(f.inst, f.start);
  for (uint32_t k = 0; k < f.run.steps; k++) cost += f.run.step[k].change;
  CU_ASSERT_EQUAL(cost, oracle_cost(f.inst, f.tour));
  CU_ASSERT_EQUAL(swap_ours_run(be, f.inst, &f.climb, 1000, seed % 2, f.other, &f.second), OK);
  CU_ASSERT(f.second.minimum && f.second.iterations == f.run.iterations);
  CU_ASSERT_EQUAL(memcmp(f.tour, f.other, (size_t)n * sizeof *f.tour), 0);
  f.climb.limit = 3;
  swap_cpu_run(&f.climb, SWAP_LOOPS, 1e9, f.tour, &f.run);
  CU_ASSERT_EQUAL(swap_ours_run(be, f.inst, &f.climb, 3, false, f.other, &f.second), OK);
  CU_ASSERT(f.second.iterations == f.run.iterations && f.second.minimum == f.run.minimum);
  CU_ASSERT_EQUAL(memcmp(f.tour, f.other, (size_t)n * sizeof *f.tour), 0);
  fixture_free(&f);
}

static void climbs(void) {
  Backend be;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 1));
  for (int32_t n = 4; n <= 14; n++) check_climb(&be, n, n % 2 ? 9 : 900, (uint64_t)n);
  check_climb(&be, 60, 30000, 3);
  be.ops->close(&be);
}

/* ---- side constraints ---- */

static int forbidden_edges(const int32_t *tour, int32_t n) {
  int count = 0;
  for (int32_t p = 0; p < n; p++) count += swap_forbidden(tour[p], tour[(p + 1) % n]);
  return count;
}

/* No swap makes forbidden neighbours, and some constraint bound. */
static void constraints(void) {
  bool bound = false;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    Fixture f;
    fixture_make(&f, 40, 1000, seed, true);
    swap_cpu_run(&f.climb, SWAP_NUMBERS, 1e9, f.tour, &f.run);
    CU_ASSERT(f.run.minimum && forbidden_edges(f.tour, 40) <= forbidden_edges(f.start, 40));
    f.climb.forbid = false;
    swap_cpu_run(&f.climb, SWAP_LOOPS, 1e9, f.other, &f.second);
    bound |= memcmp(f.tour, f.other, 40 * sizeof *f.tour) != 0;
    fixture_free(&f);
  }
  CU_ASSERT(bound);
}

/* ---- what a replay finds ---- */

static void replays(void) {
  Fixture f;
  fixture_make(&f, 30, 1000, 2, false);
  swap_cpu_run(&f.climb, SWAP_LOOPS, 1e9, f.tour, &f.run);
  f.run.step[2].change++;
  CU_ASSERT_EQUAL(swap_replay(&f.climb, "base", &f.run, f.tour), ERR_INTERNAL);
  CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), "ladder: base: swap 3 of positions "));
  status_clear();
  f.run.step[2].change--;
  f.run.steps--;
  CU_ASSERT_EQUAL(swap_replay(&f.climb, "base", &f.run, f.tour), ERR_INTERNAL);
  status_clear();
  fixture_free(&f);
}

static void fractions(void) {
  SwapPoint *point = NULL;
  Instance *inst = climbing_instance(METRIC_EUC_2D, 9, 100, 1, 1),
           *far = climbing_instance(METRIC_EUC_2D, 90, 1e6, 0, 1);
  CU_ASSERT_EQUAL(swap_points(inst, &point), ERR_USAGE);
  free(point);
  CU_ASSERT_EQUAL(swap_points(far, &point), ERR_USAGE);
  free(point);
  status_clear();
  instance_free(inst);
  instance_free(far);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(folded),  TEST(floats_fail), TEST(climbs), TEST(constraints),
                                      TEST(replays), TEST(fractions),   {NULL, NULL}};
  return harness_run("swap_ladder", tests);
}
