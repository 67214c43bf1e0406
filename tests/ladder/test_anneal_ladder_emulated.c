/* `cordee-ladder annealing` on the pretended device: every design runs, and all have the same chains, else it fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emulation/device.h"
#include "fixtures/harness.h"
#include "ladder/annealing.h"

static void table(void) {
  static const LadderSettings settings = {.seed = 1, .time_s = 1e-9, .sizes = "12"};
  Backend be;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  LadderRun run = {
      .ladder = &ladder_annealing, .settings = &settings, .be = &be, .csv = open_memstream(&text, &bytes)};
  ladder_begin(&run);
  CU_ASSERT_EQUAL(annealing_measure(&run, 5), OK);
  fclose(run.csv);
  for (const char *at = text; *at; at++) lines += *at == '\n';
  CU_ASSERT_EQUAL(lines, 1 + 2 * (1 + 4));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\ncore,12,published,1,"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\ncordee,12,candidates,5,"));
  free(text);
  be.ops->close(&be);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(table), {NULL, NULL}};
  return harness_run("anneal_ladder_emulated", tests);
}
