/* `cordee bench ladder --colonies` on the pretended device: every design runs, and those of one rule have the same tours, else it fails. */
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
  int lines = 0;
  CU_ASSERT_EQUAL_FATAL(emulated_open(&be), OK);
  options_default(&options);
  char *words[] = {(char *)"--colonies", (char *)"--sizes", (char *)"12", (char *)"--time", (char *)"1e-9"};
  int first;
  CU_ASSERT_EQUAL_FATAL(options_parse(&options, FOR_LADDER, 5, words, 0, &first), OK);
  FILE *csv = open_memstream(&text, &bytes);
  CU_ASSERT_EQUAL(ant_ladder_measure(&options, &be, csv), OK);
  fclose(csv);
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
