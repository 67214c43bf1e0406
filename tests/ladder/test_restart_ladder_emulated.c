/* The restart ladder: its formula for index pairs on the host; its kernels run on the host, table, start tours and every design against the oracle; and
 * `cordee-ladder tours` prints them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "ladder/ladders.h"
#include "ladder/restart_kernels.h"
#include "ladder/restart_moves.h"
#include "oracle/oracle.h"
#include "solver/climb/climb_problem.h"

extern const RestartKernels restart_ladder_kernels_emulated;
static const RestartKernels *const kernels = &restart_ladder_kernels_emulated;

/* ---- index pairs ---- */

static uint32_t wrong_pairs(int32_t n) {
  uint32_t wrong = 0;
  for (uint32_t k = 0; k < restart_pairs(n); k++) {
    const LadderPair got = restart_calculated(n, k), want = ladder_pair(n, k);
    wrong += got.i != want.i || got.j != want.j;
  }
  return wrong;
}

static void published_formula(void) {
  for (int32_t n = 4; n <= 300; n++) CU_ASSERT_EQUAL(wrong_pairs(n), 0);
  CU_ASSERT_EQUAL(wrong_pairs(RESTART_CALCULATED_MAX), 0);
  CU_ASSERT(wrong_pairs(RESTART_CALCULATED_MAX + 1) > 0);
  CU_ASSERT_EQUAL(wrong_pairs(3000), 951);
}

static void block_sizes(void) {
  CU_ASSERT_EQUAL(restart_threads(34), 1024); /* 528 pairs */
  CU_ASSERT_EQUAL(restart_threads(33), 512);  /* 496 */
  CU_ASSERT_EQUAL(restart_threads(9), 32);    /* 28 */
  CU_ASSERT_EQUAL(restart_threads(10), 64);   /* 36 */
  CU_ASSERT_EQUAL(restart_threads(4), 32);
}

/* ---- an open ladder ---- */

typedef struct Open {
  Backend be;
  Instance *inst;
  ClimbProblem problem;
  RestartLadder *ladder;
} Open;

static void ladder_open(Open *o, int32_t n, double box) {
  CU_ASSERT_EQUAL_FATAL(emulated_open(&o->be), OK);
  o->inst = climbing_instance(METRIC_EUC_2D, n, box, 0, (uint64_t)n);
  const Instance *const inst = o->inst;
  int32_t *matrix = malloc((size_t)n * (size_t)n * sizeof *matrix);
  for (int32_t k = 0; k < n * n; k++) matrix[k] = (int32_t)judge_distance(inst, k / n, k % n);
  CU_ASSERT_EQUAL_FATAL(climb_problem_pack(&inst, 1, &o->be, MOVE_TWO_OPT, &o->problem), OK);
  CU_ASSERT_EQUAL_FATAL(kernels->open(&o->be, n, matrix, &o->problem, &o->ladder), OK);
  free(matrix);
}

static void ladder_close(Open *o) {
  kernels->close(o->ladder);
  climb_problem_free(&o->be, &o->problem);
  instance_free(o->inst);
  o->be.ops->close(&o->be);
}

/* Sizes of one block of the scan, and of several. */
static void tables(void) {
  static const int32_t sizes[] = {4, 5, 33, 60, 70};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int32_t n = sizes[s];
    uint32_t *pairs = calloc(restart_pairs(n), sizeof *pairs), wrong = 0;
    Open o;
    ladder_open(&o, n, 1000);
    emulation_turn(s);
    CU_ASSERT_EQUAL_FATAL(kernels->table(o.ladder, pairs), OK);
    for (uint32_t k = 0; k < restart_pairs(n); k++) {
      const LadderPair want = ladder_pair(n, k);
      wrong += pairs[k] != ((uint32_t)want.i << 16 | (uint32_t)(want.j - want.i - 2));
    }
    CU_ASSERT_EQUAL(wrong, 0);
    free(pairs);
    ladder_close(&o);
  }
}

/* ---- designs ---- */

enum { CLIMBERS = 37, SEED = 5 };

/* The start tour of a climber, as restart_moves.h says. */
static void start_tour(uint32_t climber, int32_t n, int32_t *tour) {
  uint32_t state = SEED + climber;
  for (int32_t p = 0; p < n; p++) tour[p] = p;
  for (int32_t p = 1; p < n; p++) {
    const int32_t to = restart_place(&state, n), city = tour[p];
    tour[p] = tour[to];
    tour[to] = city;
  }
  CU_ASSERT_EQUAL(tour[0], 0);
}

static void check_design(Open *o, int k) {
  const size_t n = (size_t)o->inst->n;
  int32_t *tours = calloc(CLIMBERS * n, sizeof *tours), *want = malloc(n * sizeof *want);
  RestartResult result;
  uint64_t passes = 0;
  int64_t least = INT64_MAX;
  uint32_t climber = 0;
  CU_ASSERT_EQUAL_FATAL(kernels->run(o->ladder, k, SEED, CLIMBERS, &result), OK);
  CU_ASSERT_EQUAL_FATAL(kernels->tours(o->ladder, CLIMBERS, tours), OK);
  for (uint32_t c = 0; c < CLIMBERS; c++) {
    start_tour(c, o->inst->n, want);
    passes += oracle_climb(o->inst, want, UINT32_MAX);
    const int64_t cost = oracle_cost(o->inst, want);
    const bool same = memcmp(want, tours + c * n, n * sizeof *want) == 0;
    if (cost < least) climber = c;
    least = cost < least ? cost : least;
    CU_ASSERT(same);
    if (!same) printf("# %s, n %d, climber %u\n", kernels->design(k)->name, o->inst->n, c);
  }
  CU_ASSERT(result.cost == least && result.climber == climber && result.passes == passes);
  CU_ASSERT(result.seconds >= result.climb_s && result.climb_s >= 0);
  free(tours);
  free(want);
}

/* Boxes with many ties, and the usual one. */
static void designs(void) {
  static const int32_t sizes[] = {4, 5, 12, 35};
  static const double boxes[] = {5, 1000, 12, 9};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    Open o;
    ladder_open(&o, sizes[s], boxes[s]);
    for (int k = 0; kernels->design(k); k++) {
      emulation_turn((uint64_t)k + s);
      check_design(&o, k);
    }
    ladder_close(&o);
  }
}

/* More scores than a block of the outer reduction takes. */
static void many_climbers(void) {
  Open o;
  RestartResult two, five;
  ladder_open(&o, 6, 1000);
  CU_ASSERT_EQUAL(kernels->run(o.ladder, 3, SEED, 2100, &two), OK);
  CU_ASSERT_EQUAL(kernels->run(o.ladder, 4, SEED, 2100, &five), OK);
  CU_ASSERT(two.cost == five.cost && two.climber == five.climber && two.passes == five.passes);
  ladder_close(&o);
}

static void limits(void) {
  Open o;
  ladder_open(&o, 5, 10);
  emulated_shared(&o.be, 49 << 10); /* as published: 48 KB for a block */
  kernels->close(o.ladder);
  int32_t matrix[25] = {0};
  CU_ASSERT_EQUAL_FATAL(kernels->open(&o.be, 5, matrix, &o.problem, &o.ladder), OK);
  CU_ASSERT_EQUAL(kernels->largest(o.ladder, 0), RESTART_CITIES_MAX);
  CU_ASSERT_EQUAL(kernels->largest(o.ladder, 1), 100);
  CU_ASSERT_EQUAL(kernels->largest(o.ladder, 2), 2049);
  CU_ASSERT_EQUAL(kernels->largest(o.ladder, 3), 110);
  CU_ASSERT_EQUAL(kernels->open(&o.be, RESTART_CITIES_MAX + 1, matrix, &o.problem, &o.ladder), ERR_USAGE);
  status_clear();
  ladder_close(&o);
}

/* ---- the table ---- */

static int count_of(const char *text, const char *word) {
  int count = 0;
  for (const char *at = text; (at = strstr(at, word)); at++) count++;
  return count;
}

static char *table_of(const LadderSettings *settings) {
  static const LadderDesigns all = {.restarts = &restart_ladder_kernels_emulated};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_tours,
                   .settings = settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_tours.run(&run), OK);
  fclose(run.csv);
  be.ops->close(&be);
  return text;
}

static void table(void) {
  static const LadderSettings times = {.seed = 1,
                                       .time_s = 1e-9,
                                       .instance = "instances/uniform-12-1.tsp",
                                       .climbers = "3,40"},
                              rates = {.seed = 1,
                                       .time_s = 1e-9,
                                       .instance = "instances/uniform-12-1.tsp",
                                       .throughput = 2,
                                       .chosen = "calculated,ours"};
  char *text = table_of(&times);
  CU_ASSERT_EQUAL(count_of(text, " ms,"), 10);
  for (const LadderDesign *d = ladder_tours.designs; d->name; d++) {
    char begin[64];
    snprintf(begin, sizeof begin, "\n%s,40,12,", d->name);
    CU_ASSERT_EQUAL(count_of(text, begin), 1);
  }
  free(text);
  text = table_of(&rates);
  CU_ASSERT_EQUAL(count_of(text, " GB/s,"), 2);
  CU_ASSERT_EQUAL(count_of(text, " passes,"), 4);
  free(text);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(published_formula), TEST(block_sizes), TEST(tables), TEST(designs),
                                      TEST(many_climbers),     TEST(limits),      TEST(table),  {NULL, NULL}};
  return harness_run("restart_ladder_emulated", tests);
}
