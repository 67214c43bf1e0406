/* `cordee bench ladder --annealing` on the pretended device: every design runs, and all have the same chains, else it fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/bench/bench.h"
#include "emulation/device.h"
#include "fixtures/harness.h"

static void table(void) {
  Backend be;
  Options options;
  char *text = NULL;
  size_t bytes = 0;
  int lines = 0, first;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  options_default(&options);
  char *words[] = {(char *)"ladder", (char *)"--annealing", (char *)"--sizes",
                   (char *)"12",     (char *)"--time",      (char *)"1e-9"};
  CU_ASSERT_EQUAL_FATAL(options_parse(&options, FOR_LADDER, 6, words, 0, &first), OK);
  CU_ASSERT(options.annealing);
  FILE *csv = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(anneal_ladder_chains(&options, &be, 5, csv), OK);
  fclose(csv);
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
