/* The designs of the swap ladder, run on the host: all make the swaps of the CPU version, with and without side constraints; numbers are
 * counted alike; parts find what the host finds. And the ladder itself, on the pretended device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "ladder/ladders.h"
#include "ladder/swap_host.h"

enum { LIMIT = 200 };

extern const SwapLadderKernels swap_ladder_kernels_emulated;
static const SwapLadderKernels *const ops = &swap_ladder_kernels_emulated;

typedef struct Fixture {
  Instance *inst;
  SwapClimb climb;
  SwapPoint *point;
  int32_t *start, *tour, *want_tour;
  SwapRun run, want;
} Fixture;

static void fixture_make(Fixture *f, int32_t n, double box, bool forbid, uint32_t limit) {
  const size_t bytes = (size_t)n * sizeof(int32_t);
  *f = (Fixture){.inst = climbing_instance(METRIC_EUC_2D, n, box, 0, (uint64_t)n)};
  CU_ASSERT_EQUAL_FATAL(swap_points(f->inst, &f->point), OK);
  f->start = malloc(bytes);
  f->tour = malloc(bytes);
  f->want_tour = malloc(bytes);
  swap_start(7, n, f->start);
  f->climb = (SwapClimb){n, f->point, f->start, forbid, limit};
  f->run.step = malloc(limit * sizeof *f->run.step);
  f->want.step = malloc(limit * sizeof *f->want.step);
  swap_cpu_run(&f->climb, SWAP_LOOPS, 1e9, f->want_tour, &f->want);
}

static void fixture_free(Fixture *f) {
  instance_free(f->inst);
  free(f->point);
  free(f->start);
  free(f->tour);
  free(f->want_tour);
  free(f->run.step);
  free(f->want.step);
}

static void design_check(Fixture *f, SwapLadder *l, int k) {
  emulation_set((EmulationPlan){(EmulationOrder)(k % 3), (uint64_t)k, -1});
  CU_ASSERT_EQUAL_FATAL(ops->run(l, k, &f->run), OK);
  CU_ASSERT_EQUAL_FATAL(ops->tour(l, f->tour), OK);
  const bool same = f->run.iterations == f->want.iterations && f->run.minimum == f->want.minimum &&
                    f->run.steps == f->want.steps &&
                    memcmp(f->run.step, f->want.step, f->want.steps * sizeof *f->want.step) == 0 &&
                    memcmp(f->tour, f->want_tour, (size_t)f->climb.n * sizeof *f->tour) == 0;
  CU_ASSERT(same && f->run.seconds > 0);
  if (!same) printf("# %s, n %d, limit %u: differs\n", ops->design(k)->name, f->climb.n, f->climb.limit);
}

static void check(Backend *be, int32_t n, double box, bool forbid, uint32_t limit) {
  Fixture f;
  SwapLadder *l;
  fixture_make(&f, n, box, forbid, limit);
  CU_ASSERT_EQUAL_FATAL(ops->open(be, &f.climb, &l), OK);
  for (int k = 0; ops->design(k); k++) design_check(&f, l, k);
  ops->close(l);
  fixture_free(&f);
}

/* A box of 3 has many equal changes; 220 cities are more swaps than threads. */
static void designs(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  check(&be, 4, 50, false, LIMIT);
  check(&be, 9, 3, false, LIMIT);
  check(&be, 12, 900, true, LIMIT);
  check(&be, 13, 900, false, 2);
  check(&be, 220, 20, false, 3);
  check(&be, 221, 9000, true, 3);
  be.ops->close(&be);
}

static void numbers(void) {
  Backend be;
  SwapLadder *l;
  uint64_t wrong;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  const int32_t n = SWAP_ROOT_LARGEST + 1;
  Fixture f;
  fixture_make(&f, n, 900, false, 1);
  CU_ASSERT_EQUAL_FATAL(ops->open(&be, &f.climb, &l), OK);
  for (int map = 0; map < SWAP_MAPS; map++) {
    CU_ASSERT_EQUAL(ops->wrong(l, (SwapMap)map, &wrong), OK);
    CU_ASSERT_EQUAL(wrong, swap_wrong((SwapMap)map, n));
  }
  ops->close(l);
  fixture_free(&f);
  be.ops->close(&be);
}

static void parts(void) {
  Backend be;
  Fixture f;
  SwapLadder *l;
  int count = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  fixture_make(&f, 221, 9000, false, 1);
  CU_ASSERT_EQUAL_FATAL(ops->open(&be, &f.climb, &l), OK);
  for (int k = 0; ops->design(k); k++)
    for (int part = SWAP_WHOLE; part <= SWAP_MEMORY && ops->design(k)->parts; part++, count++) {
      const SwapBest want = swap_part(&f.climb, (SwapPart)part);
      SwapBest got;
      double seconds;
      CU_ASSERT_EQUAL(ops->part(l, k, (SwapPart)part, 1, &seconds, &got), OK);
      CU_ASSERT(seconds > 0 && got.word == want.word && (part == SWAP_MEMORY || got.change == want.change));
    }
  CU_ASSERT_EQUAL(count, 9);
  ops->close(l);
  fixture_free(&f);
  be.ops->close(&be);
}

/* ---- the ladder ---- */

static int lines_of(LadderSettings settings, const char *line) {
  const LadderDesigns all = {.swap = ops};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_swaps,
                   .settings = &settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_swaps.run(&run), OK);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_PTR_NOT_NULL(strstr(text, line));
  free(text);
  be.ops->close(&be);
  return lines;
}

extern int32_t
    climb_grid_least_emulated; /* climb_emulated.cc: cities from which the device has one climber */

/* Ours by the grid has as many iterations as all others, or the ladder fails. */
static void table_by_grid(void) {
  const LadderSettings settings = {.seed = 1, .time_s = 10, .sizes = "20", .iterations = "0"};
  climb_grid_least_emulated = 20;
  CU_ASSERT_EQUAL(lines_of(settings, "\nours,20,"), 1 + 8 * 4 + 5 * 2);
  climb_grid_least_emulated = INT32_MAX;
}

/* Eight versions have four measures, the others two; without side constraints ours are two of them. */
static void table(void) {
  LadderSettings settings = {.seed = 1, .time_s = 10, .sizes = "12", .iterations = "0"};
  CU_ASSERT_EQUAL(lines_of(settings, "\nfolded,12,"), 1 + 8 * 4 + 5 * 2);
  settings.forbid = 1;
  CU_ASSERT_EQUAL(lines_of(settings, "\nfitted,12,"), 1 + 8 * 4 + 3 * 2);
  settings.forbid = 0;
  settings.mapping = 1;
  CU_ASSERT_EQUAL(lines_of(settings, ",wrong numbers,0,both,"), 1 + 3);
  settings.mapping = 0;
  settings.bound = 1;
  CU_ASSERT_EQUAL(lines_of(settings, ",memory alone,"), 1 + 3 * 3);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(designs), TEST(numbers),       TEST(parts),
                                      TEST(table),   TEST(table_by_grid), {NULL, NULL}};
  return harness_run("swap_ladder_emulated", tests);
}
