/* The designs of 2-opt of the ladder, run on the host: all end in the oracle's tours, after some steps and at the local optimum, and
 * `cordee-ladder 2opt` prints them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "emulation/emulation.h"
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "fixtures/laddering.h"
#include "ladder/ladders.h"

extern const TourLadderKernels tour_ladder_kernels_emulated;
static const TourLadderKernels *const kernels = &tour_ladder_kernels_emulated;

/* ---- tours ---- */

/* Boxes: many ties; the usual; farther apart than whole coordinates reach, or fractions, which both need double precision. */
static void check_design(Backend *be, int k) {
  static const int32_t sizes[] = {4, 5, 8, 13, 40};
  static const double boxes[] = {5, 1000, 1000000};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    const int fraction = s % 3 == 2;
    Instance *inst = climbing_instance(METRIC_EUC_2D, sizes[s], boxes[s % 3], fraction, 3 * s + 1);
    emulation_turn((uint64_t)k + s);
    laddering_check(kernels, be, inst, k, UINT32_MAX, 0);
    laddering_check(kernels, be, inst, k, 3, s % 2 ? 32 : 64);
    instance_free(inst);
  }
}

static void designs(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  for (int k = 0; kernels->design(k); k++) check_design(&be, k);
  be.ops->close(&be);
}

/* Several tiles of columns and several rounds of rows of a thread, with many ties. */
static void larger(void) {
  Backend be;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  Instance *inst = climbing_instance(METRIC_EUC_2D, 150, 12, 0, 2);
  for (int k = 0; kernels->design(k); k++)
    if (kernels->design(k)->moves == LADDER_TWO_OPT)
      laddering_check(kernels, &be, inst, k, 6, k % 2 ? 32 : 64);
  instance_free(inst);
  be.ops->close(&be);
}

/* ---- the table ---- */

static int lines_of(const char *text, const char *begin) {
  int lines = 0;
  for (const char *at = text; at; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (!*at) break;
    lines += strncmp(at, begin, strlen(begin)) == 0;
  }
  return lines;
}

/* A run of the ladder on the pretended device: the table of --csv, the caller's. */
static char *table_of(const LadderSettings *settings) {
  static const LadderDesigns all = {.tours = &tour_ladder_kernels_emulated};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_2opt,
                   .settings = settings,
                   .be = &be,
                   .designs = &all,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_2opt.run(&run), OK);
  fclose(run.csv);
  be.ops->close(&be);
  return text;
}

static void table(void) {
  static const LadderSettings settings = {.seed = 1, .time_s = 1e-9, .sizes = "12"};
  char *text = table_of(&settings);
  for (const LadderDesign *d = ladder_2opt.designs; d->name; d++) {
    char begin[64];
    snprintf(begin, sizeof begin, "%s,12,", d->name);
    CU_ASSERT_EQUAL(lines_of(text, begin), 1);
  }
  free(text);
}

/* Cell k of the line that begins so. */
static double cell_of(const char *text, const char *begin, int k) {
  const char *at = strstr(text, begin);
  CU_ASSERT_PTR_NOT_NULL_FATAL(at);
  for (; k; k--) at = strchr(at, ',') + 1;
  return *at == ',' ? 0 : atof(at);
}

/* Climbs are short enough: all times to a first local optimum are there, and the computed block size is a warp, since n is small. */
static void first_optima(void) {
  enum { THREADS = 7, BEST, LOSS, FIRST, ALONE };
  static const LadderSettings settings = {
      .seed = 1, .time_s = 0.4, .sizes = "9", .chosen = "matr_s,tuned,ours"};
  char *text = table_of(&settings);
  for (const char *const *name = (const char *const[]){"\nmatr_s,9,", "\ntuned,9,", "\nours,9,", NULL}; *name;
       name++) {
    const double first = cell_of(text, *name, FIRST), alone = cell_of(text, *name, ALONE);
    CU_ASSERT(first > 0 && first < 0.4 && alone > 0 && alone < 0.4);
  }
  CU_ASSERT_EQUAL(cell_of(text, "\ntuned,9,", THREADS), 32);
  CU_ASSERT(cell_of(text, "\ntuned,9,", BEST) >= 32);
  CU_ASSERT(cell_of(text, "\ntuned,9,", LOSS) < 1);
  free(text);
}

extern int32_t
    climb_grid_least_emulated; /* climb_emulated.cc: cities from which the device has one climber */

/* One climber by all blocks of the device makes the steps of ours, or the ladder fails; so it does by a block. */
static void alone(void) {
  static const LadderSettings settings = {
      .seed = 1, .time_s = 1e-9, .sizes = "24", .chosen = "ours-alone,ours-block"};
  climb_grid_least_emulated = 24;
  char *text = table_of(&settings);
  climb_grid_least_emulated = INT32_MAX;
  CU_ASSERT_EQUAL(cell_of(text, "\nours-alone,24,", 5), 1);
  CU_ASSERT_EQUAL(cell_of(text, "\nours-block,24,", 5), 1);
  free(text);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(designs),      TEST(larger), TEST(table),
                                      TEST(first_optima), TEST(alone),  {NULL, NULL}};
  return harness_run("tour_ladder_emulated", tests);
}
