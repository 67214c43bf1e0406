/* The table of gaps by amount of work (src/cmd/report/report_tables.c): of as many amounts as it has columns for, and of no more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/report/report_page.h"
#include "fixtures/harness.h"

enum { COLUMNS = 12 };

/* The table's text if an instance was solved with so many amounts of work; the caller frees it. */
static char *table_of(size_t amounts) {
  ResultRow *row = calloc(amounts, sizeof *row);
  Report report;
  char *text = NULL;
  size_t bytes;
  for (size_t k = 0; k < amounts; k++) {
    row[k] =
        (ResultRow){.state = RESULT_VERIFIED, .done = 1, .best = 105, .best_known = 100, .searches = 10 + k};
    strcpy(row[k].name, "a");
    strcpy(row[k].method, "climb");
  }
  CU_ASSERT_EQUAL_FATAL(report_make("nowhere.h5", row, amounts, &report), OK);
  FILE *out = open_memstream(&text, &bytes);
  report_print_table(out, &report);
  fclose(out);
  report_free(&report);
  return text;
}

static size_t cells_of(const char *text) {
  size_t cells = 0;
  while ((text = strstr(text, "5.000%</td>"))) {
    cells++;
    text++;
  }
  return cells;
}

static void a_column_an_amount(void) {
  for (size_t amounts = 1; amounts <= COLUMNS + 2; amounts++) {
    char *text = table_of(amounts);
    CU_ASSERT_EQUAL(cells_of(text), amounts < 2 || amounts > COLUMNS ? 0 : amounts);
    free(text);
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(a_column_an_amount), {NULL, NULL}};
  return harness_run("report_table", tests);
}
