/* `cordee-ladder colonies` on the pretended device: every design runs, and those of one rule have the same tours, else it fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "fixtures/harness.h"
#include "ladder/colony_kernels.h"
#include "ladder/ladders.h"

extern const AcoLadderKernels aco_ladder_kernels_emulated;

static void table(void) {
  static const LadderSettings settings = {.seed = 1, .time_s = 1e-9, .sizes = "12"};
  static const LadderDesigns designs = {.colonies = &aco_ladder_kernels_emulated};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {.ladder = &ladder_colonies,
                   .settings = &settings,
                   .be = &be,
                   .designs = &designs,
                   .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(ladder_colonies.run(&run), OK);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_EQUAL(lines, 1 + 2 * 8);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nwarp-candidates,12,32,"));
  free(text);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(table), {NULL, NULL}};
  return harness_run("ant_ladder_emulated", tests);
}
