/* Tables of ladders: which published figure a row gets, the ratio, the CSV; lists of designs; and the page of `cordee-ladder report`. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "ladder/ladders.h"
#include "ladder/report_page.h"

static const LadderFigure figures[] = {{"evaluate", "1000", "459.7", "GTX 480", "2013"},
                                       {"evaluate", "", "over 80", "K40", "2015"},
                                       {"apply", "2000", "3", "K40", "2015"},
                                       {.value = NULL}};
static const LadderDesign designs[] = {{"base", "A, B 2013", "consecutive moves", figures, LADDER_GPU},
                                       {"strided", "", "strided moves", NULL, LADDER_CPU},
                                       {.name = NULL}};
static const LadderColumn columns[] = {{"steps", "steps", 6}, {"kind", NULL, 0}, {.key = NULL}};

static char *text;
static size_t bytes;

/* ---- designs ---- */

static void numbers(void) {
  CU_ASSERT_EQUAL(ladder_figure_number("459.7"), 459.7);
  CU_ASSERT_EQUAL(ladder_figure_number("just over .5 s"), 0.5);
  CU_ASSERT_EQUAL(ladder_figure_number("1.1e9"), 1.1e9);
  CU_ASSERT(isnan(ladder_figure_number("a bar chart.")) && isnan(ladder_figure_number("")));
}

/* That of the size comes first; one without a size is for the others. */
static void sizes(void) {
  CU_ASSERT_STRING_EQUAL(ladder_figure(&designs[0], "evaluate", 1000)->value, "459.7");
  CU_ASSERT_STRING_EQUAL(ladder_figure(&designs[0], "evaluate", 100)->value, "over 80");
  CU_ASSERT_PTR_NULL(ladder_figure(&designs[0], "apply", 1000));
  CU_ASSERT_PTR_NULL(ladder_figure(&designs[1], "evaluate", 1000));
}

static void lists(void) {
  CU_ASSERT(ladder_list_has("", "base") && ladder_list_has("strided,base", "base"));
  CU_ASSERT(!ladder_list_has("strided", "base") && !ladder_list_has("based", "base"));
  CU_ASSERT_EQUAL(ladder_list_check(designs, "base,strided"), OK);
  CU_ASSERT_EQUAL(ladder_list_check(designs, "base,stride"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--designs: expected names of designs with commas between, found 'stride', "
                         "did you mean strided?");
  status_clear();
}

/* ---- tables ---- */

static void table_fill(const LadderTable *t) {
  const LadderCell cells[] = {LADDER_NUMBER(12345.678), LADDER_TEXT("a,b")},
                   none[] = {LADDER_NUMBER(NAN), LADDER_TEXT("")};
  ladder_table_csv(t);
  ladder_table_heading(t);
  ladder_table_row(t, &designs[0], 1000, cells,
                   (const LadderMeasure[]){{"evaluate", "us", 4.597}, {"apply", "us", 2}, {.name = NULL}});
  ladder_table_row(t, &designs[1], 9, none,
                   (const LadderMeasure[]){{"evaluate", "us", 1e-3}, {.name = NULL}});
}

static void table(void) {
  FILE *out = open_memstream(&text, &bytes);
  const LadderTable t = {"swap", "a GPU", columns, out, NULL, 0};
  table_fill(&t);
  ladder_table_left_out(&t, &designs[1], 5000, "n too large");
  fclose(out);
  const char *want =
      "design                      n  steps  measure                      ours unit        published  "
      "card, year             ratio\n"
      "base                     1000 1.235e+04  evaluate                    4.597 us              "
      "459.7  GTX 480, 2013           0.01\n"
      "base                     1000         apply                           2 us                  -  "
      "-                          -\n"
      "strided                     9         evaluate                    0.001 us                  -  "
      "-                          -\n"
      "strided                  5000  left out: n too large\n";
  CU_ASSERT_STRING_EQUAL(text, want);
  if (strcmp(text, want) != 0) printf("# found\n%s# expected\n%s", text, want);
  free(text);
}

static void csv(void) {
  FILE *out = open_memstream(&text, &bytes), *none = fopen("/dev/null", "w");
  const LadderTable t = {"swap", "a GPU", columns, none, out, 0};
  table_fill(&t);
  fclose(out);
  fclose(none);
  CU_ASSERT_STRING_EQUAL(text,
                         "design,n,steps,kind,device,ladder,measure,ours,unit,published,card,year,ratio\n"
                         "base,1000,12345.678,\"a,b\",a GPU,swap,evaluate,4.597,us,459.7,GTX 480,2013,0.01\n"
                         "base,1000,,,a GPU,swap,apply,2,us,,,,\n"
                         "strided,9,,,a GPU,swap,evaluate,0.001,us,,,,\n");
  free(text);
}

/* ---- the page ---- */

static void file_make(const char *path, const char *content) {
  FILE *file = fopen(path, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(file);
  fputs(content, file);
  fclose(file);
}

static const char head[] = "design,n,device,ladder,measure,ours,unit,published,card,year,ratio\n";

static int times(const char *what) {
  int count = 0;
  for (const char *at = text; (at = strstr(at, what)); at += strlen(what)) count++;
  return count;
}

static void page_of(const char *rows) {
  char path[] = "/tmp/ladder-XXXXXX", content[8192];
  const int fd = mkstemp(path);
  CU_ASSERT_FATAL(fd >= 0);
  close(fd);
  snprintf(content, sizeof content, "%s%s", head, rows);
  file_make(path, content);
  LadderSheet sheet;
  CU_ASSERT_EQUAL_FATAL(ladder_sheet_read(path, &sheet), OK);
  FILE *out = open_memstream(&text, &bytes);
  ladder_page_print(out, &(LadderPage){&sheet, 1});
  fclose(out);
  ladder_sheet_free(&sheet);
  remove(path);
}

/* A picture for each measure; a dot a row, a ring a published figure; texts of files are escaped. */
static void page(void) {
  page_of("base,100,\"<b>\",swap,evaluate,5,us,over 80,K40,2015,\n"
          "base,1000,\"<b>\",swap,evaluate,50,us,,,,\n"
          "fast,1000,\"<b>\",swap,evaluate,10,us,,,,\n"
          "fast,1000,\"<b>\",swap,apply,3,us,a & b 9,K40,2015,\n");
  CU_ASSERT_EQUAL(times("<figure><figcaption>"), 2);
  CU_ASSERT_EQUAL(times("scale(3.2)"), 4);
  CU_ASSERT_EQUAL(times("<path class=\"ring"), 2);
  CU_ASSERT_EQUAL(times("<path class=\"median"), 2);
  CU_ASSERT(times("&lt;b&gt;") > 0 && times("<b>") == 0);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "a &amp; b 9"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, ">0.0625</td>"));
  free(text);
}

enum { DESIGNS = 40, LOOK_MAX = 80 };

/* What begins with `open` up to its end, of each mark or curve of a page with DESIGNS designs in turn: no two are alike. */
static void all_differ(const char *open, const char *end) {
  char look[DESIGNS][LOOK_MAX];
  int count = 0;
  for (const char *at = text; (at = strstr(at, open)) && count < DESIGNS; at += strlen(open), count++) {
    const char *const stop = strstr(at, end);
    CU_ASSERT_FATAL(stop && stop - at < LOOK_MAX);
    snprintf(look[count], LOOK_MAX, "%.*s", (int)(stop - at), at);
    for (int k = 0; k < count; k++) CU_ASSERT_STRING_NOT_EQUAL(look[k], look[count]);
  }
  CU_ASSERT_EQUAL(count, DESIGNS);
}

/* Designs of a picture differ by colour and dashes. */
static void looks(void) {
  char rows[4096] = "";
  for (int d = 0; d < 2 * DESIGNS; d++)
    snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "d%d,%d,a,l,time,%d,us,,,,\n", d / 2,
             d % 2 ? 100 : 10, d + 1);
  page_of(rows);
  all_differ("<path class=\"median ", " d=");
  all_differ("<line class=\"median ", " x1=");
  free(text);
}

static void refused(const char *content, const char *message) {
  const char *path = "/tmp/ladder-refused.csv";
  LadderSheet sheet;
  file_make(path, content);
  CU_ASSERT_EQUAL(ladder_sheet_read(path, &sheet), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), message);
  status_clear();
  ladder_sheet_free(&sheet);
  remove(path);
}

static void refusals(void) {
  refused("a,b\n1,2\n",
          "/tmp/ladder-refused.csv:1: expected columns design, n, device, ladder, measure, ours, unit, card, "
          "published and year, found no design, no n, no device, no ladder, no measure, no ours, no unit, no "
          "card, no published and no year");
  refused("design,n,device,ladder,measure,ours,unit,published,card,year,ratio\n",
          "/tmp/ladder-refused.csv: expected rows, found none");
  refused("design,n,device,ladder,measure,ours,unit,published,card,year\nbase,1,d,l,m,fast,us,,,\n",
          "/tmp/ladder-refused.csv:2: ours: expected a number, found 'fast'");
}

int main(void) {
  static const HarnessTest tests[] = {TEST(numbers), TEST(sizes), TEST(lists),    TEST(table), TEST(csv),
                                      TEST(page),    TEST(looks), TEST(refusals), {NULL, NULL}};
  return harness_run("ladder_published", tests);
}
