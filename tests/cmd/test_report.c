/* Numbers and text of reports (src/cmd/report/report_data.c, report_html.c, report.c). The page as a whole: e2e_report.sh. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/report/report_html.h"
#include "cmd/report/report_page.h"
#include "fixtures/harness.h"
#include "individual.h"
#include "text.h"

static char printed[8192];

/* What print(out, what) writes. */
static const char *text_of(void (*print)(FILE *out, const void *what), const void *what) {
  FILE *out = fmemopen(printed, sizeof printed, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  print(out, what);
  fclose(out);
  return printed;
}

static void print_html(FILE *out, const void *what) { text_html(out, what); }

static ResultRow verified(const char *name, const char *options, int64_t best, int64_t known,
                          uint64_t searches) {
  ResultRow row = {
      .state = RESULT_VERIFIED, .done = 1, .best = best, .best_known = known, .searches = searches};
  strcpy(row.name, name);
  strcpy(row.options, options);
  strcpy(row.method, "climb");
  return row;
}

/* A report of a copy of the rows. */
static void make(const ResultRow *row, size_t count, Report *report) {
  ResultRow *copy = calloc(count, sizeof *copy);
  CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
  if (count) memcpy(copy, row, count * sizeof *copy);
  CU_ASSERT_EQUAL_FATAL(report_make("nowhere.h5", copy, count, report), OK);
}

static void text_is_escaped(void) {
  CU_ASSERT_STRING_EQUAL(text_of(print_html, "<a href=\"x\">'&\x01\n"),
                         "&lt;a href=&quot;x&quot;&gt;&#39;&amp;\\x01\n");
}

static void figures_are_short(void) {
  CU_ASSERT_STRING_EQUAL(short_count(1000), "1k");
  CU_ASSERT_STRING_EQUAL(short_count(999.7), "1k");
  CU_ASSERT_STRING_EQUAL(short_count(2.5e6), "2.5M");
  CU_ASSERT_STRING_EQUAL(short_count(7), "7");
  CU_ASSERT_STRING_EQUAL(short_seconds(0.0032), "3.2ms");
  CU_ASSERT_STRING_EQUAL(short_seconds(1.5e-5), "15\xc2\xb5s");
}

static void medians_are_of_the_middle(void) {
  double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
  CU_ASSERT_EQUAL(report_median(odd, 3), 2);
  CU_ASSERT_EQUAL(report_median(even, 4), 2.5);
  CU_ASSERT_TRUE(isnan(report_median(NULL, 0)));
}

static void rows_of_an_instance_are_found(void) {
  const ResultRow rows[] = {verified("b", "", 110, 100, 1), verified("a", "", 50, 0, 1),
                            verified("b", "", 100, 100, 1), verified("a", "", 55, 0, 1)};
  Report r;
  make(rows, 4, &r);
  CU_ASSERT_EQUAL_FATAL(r.groups, 2);
  CU_ASSERT_STRING_EQUAL(r.group[0].name, "b"); /* in the file's order */
  CU_ASSERT_EQUAL(r.group[0].rows, 2);
  CU_ASSERT_EQUAL(r.group[0].best, 100);
  CU_ASSERT_DOUBLE_EQUAL(r.group[0].gap, 0, 1e-12);
  CU_ASSERT_DOUBLE_EQUAL(r.group[0].median, 5, 1e-12);
  CU_ASSERT_DOUBLE_EQUAL(r.gap[3], 10, 1e-12); /* no best known value: to the best of the instance */
  CU_ASSERT_EQUAL(r.gaps, 2);
  CU_ASSERT_EQUAL(r.optimal, 1);
  report_free(&r);
}

static void series_leave_out_the_work(void) {
  const ResultRow rows[] = {verified("a", "climbers = 10\nrestart = kick\nseed = 1\n", 5, 5, 10),
                            verified("a", "climbers = 20\nrestart = kick\nseed = 2\n", 5, 5, 20),
                            verified("a", "climbers = 20\n", 5, 5, 20)};
  Report r;
  make(rows, 3, &r);
  CU_ASSERT_EQUAL_FATAL(r.series_count, 2);
  CU_ASSERT_STRING_EQUAL(r.series_name[0], "climb, restart kick");
  CU_ASSERT_STRING_EQUAL(r.series_name[1], "climb");
  CU_ASSERT_TRUE(r.series[0] == 0 && r.series[1] == 0 && r.series[2] == 1);
  report_free(&r);
}

/* Members out of their ranges, and texts without an end. */
static void anything_can_be_shown(void) {
  ResultRow rows[3] = {verified("a", "", 1, 1, 1), verified("b", "", 2, 2, 2), verified("c", "", 3, 3, 3)};
  memset(rows[0].name, 'x', sizeof rows[0].name);
  memset(rows[0].options, '\n', sizeof rows[0].options);
  rows[0].state = 77;
  rows[0].trace_rows = 99;
  rows[0].decimals = 1000;
  rows[0].elapsed_s = NAN;
  rows[1].done = 0;
  rows[1].trace_rows = -5;
  rows[2].trace_rows = RESULT_TRACE;
  rows[2].finished_unix_s = 1e300;
  Report r;
  make(rows, 3, &r);
  CU_ASSERT_EQUAL(r.state[RESULT_PENDING], 2);
  CU_ASSERT_EQUAL(r.state[RESULT_VERIFIED], 1);
  CU_ASSERT_EQUAL(strlen(r.row[0].name), sizeof r.row[0].name - 1);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  report_print_page(out, &r);
  report_print_csv(out, &r);
  fclose(out);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "</html>"));
  free(text);
  report_free(&r);
}

static void no_rows_are_a_page_too(void) {
  Report r;
  char *text = NULL;
  size_t size = 0;
  make(NULL, 0, &r);
  FILE *out = open_memstream(&text, &size);
  report_print_page(out, &r);
  fclose(out);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "0 of 0"));
  free(text);
  report_free(&r);
}

static void csv_is_quoted_where_needed(void) {
  ResultRow row = verified("a,\"b\"", "climbers = 1\n", 123450, 123000, 1);
  row.decimals = 3;
  Report r;
  make(&row, 1, &r);
  const char *text = text_of(report_print_csv, &r);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, ",\"a,\"\"b\"\"\","));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, ",\"climbers = 1\n\","));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, ",123.45,123,,"));
  CU_ASSERT_STRING_EQUAL(text + strlen(text) - 2, "\r\n");
  report_free(&r);
}

static void print_texts(FILE *out, const void *what) { texts_print(out, what); }

/* Each text once, and none that ends the element which it is in. */
static void texts_are_kept_once(void) {
  ReportTexts texts = {.text = NULL};
  CU_ASSERT_EQUAL(texts_number(&texts, "b</script>"), 1);
  CU_ASSERT_EQUAL(texts_number(&texts, ""), 0);
  CU_ASSERT_EQUAL(texts_number(&texts, "a \"c\""), 2);
  CU_ASSERT_EQUAL(texts_number(&texts, "b</script>"), 1);
  CU_ASSERT_STRING_EQUAL(text_of(print_texts, &texts), "[\"\",\n\"b\\u003c/script>\",\n\"a \\\"c\\\"\"]");
  texts_free(&texts);
  CU_ASSERT_STRING_EQUAL(text_of(print_texts, &texts), "[]");
}

static void print_matrix(FILE *out, const void *what) {
  fputs("!", out);
  report_print_matrix(out, what);
}

/* A median for each method of an instance, none of both. */
static void methods_are_not_mixed(void) {
  ResultRow rows[] = {verified("a", "", 110, 100, 1), verified("a", "", 130, 100, 1),
                      verified("a", "", 105, 100, 1)};
  Report r;
  strcpy(rows[2].method, "ils");
  make(rows, 3, &r);
  const char *text = text_of(print_matrix, &r);
  CU_ASSERT(strstr(text, ">20.000%</td>") && strstr(text, ">5.000%</td>") &&
            strstr(text, "of 2 rows, 10% to 30%"));
  CU_ASSERT_PTR_NULL(strstr(text, "10.000%</td>"));
  report_free(&r);
  make(rows, 2, &r);
  CU_ASSERT_STRING_EQUAL(text_of(print_matrix, &r), "!"); /* one method needs no table */
  report_free(&r);
}

static const HarnessTest tests[] = {TEST(texts_are_kept_once),
                                    TEST(methods_are_not_mixed),
                                    TEST(text_is_escaped),
                                    TEST(figures_are_short),
                                    TEST(medians_are_of_the_middle),
                                    TEST(rows_of_an_instance_are_found),
                                    TEST(series_leave_out_the_work),
                                    TEST(anything_can_be_shown),
                                    TEST(no_rows_are_a_page_too),
                                    TEST(csv_is_quoted_where_needed),
                                    {NULL, NULL}};

int main(void) { return harness_run("report", tests); }
