/* The line that shows how the best came down. */
#include "fixtures/harness.h"
#include "cmd/human.h"

#include <stdlib.h>
#include <string.h>

static TraceRow row_of(double elapsed_s, int64_t best) {
  return (TraceRow){.elapsed_s = elapsed_s, .best = best};
}

static void falls_from_top_to_bottom(void) {
  const TraceRow row[] = {row_of(10, 2000), row_of(20, 1100), row_of(30, 1000)};
  char text[SPARK_BYTES];
  sparkline(text, row, 3, 40, 0, false);
  CU_ASSERT(strlen(text) == SPARK_COLUMNS);
  CU_ASSERT(strncmp(text, "         #########", 18) == 0); /* nothing before 10 s */
  CU_ASSERT(text[SPARK_COLUMNS - 1] == '_' && strchr(text + 19, '#') == NULL);
  sparkline(text, row, 3, 40, 0, true);
  CU_ASSERT(strstr(text, "\u2588") && strstr(text, "\u2581") && strlen(text) == 9 + 3 * (SPARK_COLUMNS - 9));
}

/* With a known optimum the same fall is small. */
static void reference_counts(void) {
  const TraceRow row[] = {row_of(1, 1300), row_of(2, 1200), row_of(3, 1010)};
  char near[SPARK_BYTES], far[SPARK_BYTES];
  sparkline(near, row, 3, 4, 1000, false);
  sparkline(far, row, 3, 4, 1, false);
  CU_ASSERT(near[2 * SPARK_COLUMNS / 4] == '+' || near[2 * SPARK_COLUMNS / 4] == '*');
  CU_ASSERT(far[2 * SPARK_COLUMNS / 4] == '=' || far[2 * SPARK_COLUMNS / 4] == '+');
  CU_ASSERT(strcmp(near, far) != 0);
}

static void extremes(void) {
  const TraceRow row[] = {row_of(0, INT64_MAX - 1), row_of(0, -5), row_of(0, -6)};
  char text[SPARK_BYTES];
  sparkline(text, row, 1, 1, 0, true);
  CU_ASSERT(text[0] == 0);
  sparkline(text, row, 3, 0, 7, true);
  CU_ASSERT(strlen(text) == SPARK_BYTES - 1);
  sparkline(text, row, 3, 1e9, -9, false);
  CU_ASSERT(strlen(text) == SPARK_COLUMNS);
}

static void what_the_terminal_takes(void) {
  unsetenv("LC_ALL");
  unsetenv("LC_CTYPE");
  unsetenv("LANG");
  CU_ASSERT(!terminal_utf8());
  setenv("LANG", "de_DE.UTF-8", 1);
  CU_ASSERT(terminal_utf8());
  setenv("LC_ALL", "C", 1);
  CU_ASSERT(!terminal_utf8());
  setenv("LC_ALL", "C.utf8", 1);
  CU_ASSERT(terminal_utf8());
}

int main(void) {
  static const HarnessTest tests[] = {TEST(falls_from_top_to_bottom),
                                      TEST(reference_counts),
                                      TEST(extremes),
                                      TEST(what_the_terminal_takes),
                                      {NULL, NULL}};
  return harness_run("sparkline", tests);
}
