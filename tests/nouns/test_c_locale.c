/* Numbers and letters (src/c_locale.h) where the host has decimal commas, Turkish letters or Latin-1, and what is built on them. */
#include "c_locale.h"

#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "fixtures/harness.h"
#include "fixtures/hosting.h"
#include "io/decimal.h"
#include "io/json.h"
#include "io/lexer.h"
#include "options/options.h"
#include "status.h"
#include "sweep/job.h"

/* That the host prints and reads with a comma, so that the tests test something. */
static bool commas(void) {
  char text[32];
  if (!host_locale("de_DE", "UTF-8")) return false;
  snprintf(text, sizeof text, "%.2f", 1.5);
  CU_ASSERT_STRING_EQUAL_FATAL(text, "1,50");
  CU_ASSERT_EQUAL_FATAL(strtod("2.5", NULL), 2);
  return true;
}

static void numbers_are_read(void) {
  char *end;
  double value = 0;
  if (!commas()) return;
  CU_ASSERT_EQUAL(c_strtod("2.5e1x", &end), 25);
  CU_ASSERT_STRING_EQUAL(end, "x");
  CU_ASSERT_EQUAL(c_strtod("2,5", &end), 2);
  CU_ASSERT_STRING_EQUAL(end, ",5");
  CU_ASSERT_EQUAL(c_sscanf("t 0.125 s", "t %lf s", &value), 1);
  CU_ASSERT_EQUAL(value, 0.125);
  host_locale_end();
}

static void numbers_are_printed(void) {
  char text[64], *made = NULL;
  size_t bytes = 0;
  if (!commas()) return;
  CU_ASSERT_EQUAL(c_snprintf(text, sizeof text, "%.2f, %g, %s", 1.5, 1234567.25, "a,b"), 22);
  CU_ASSERT_STRING_EQUAL(text, "1.50, 1.23457e+06, a,b");
  FILE *out = open_memstream(&made, &bytes);
  c_fprintf(out, "%.1f %.17g", 0.5, 0.1);
  fclose(out);
  CU_ASSERT_STRING_EQUAL(made, "0.5 0.10000000000000001");
  free(made);
  CU_ASSERT_STRING_EQUAL(localeconv()->decimal_point, ","); /* the host's is as it was */
  host_locale_end();
}

/* A locale of the thread alone counts as well. */
static void a_threads_locale(void) {
  char text[32];
  if (!commas()) return;
  locale_t german = newlocale(LC_ALL_MASK, "de_DE.UTF-8", (locale_t)0);
  host_locale_end();
  uselocale(german);
  CU_ASSERT_STRING_EQUAL(localeconv()->decimal_point, ",");
  CU_ASSERT_EQUAL(c_strtod("2.5", NULL), 2.5);
  c_snprintf(text, sizeof text, "%g", 2.5);
  CU_ASSERT_STRING_EQUAL(text, "2.5");
  CU_ASSERT(uselocale((locale_t)0) == german);
  uselocale(LC_GLOBAL_LOCALE);
  freelocale(german);
}

static void messages_have_points(void) {
  if (!commas()) return;
  status_clear();
  CU_ASSERT_EQUAL(status_fail(ERR_FORMAT, "expected at most %g, found %.12g", 0.5, 1.25), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "expected at most 0.5, found 1.25");
  status_clear();
  host_locale_end();
}

/* Numbers of every reader: short and long, of files and of options. */
static void readers_read_points(void) {
  static const char *const texts[] = {"0.1", "2.5e-3", "12345678901234567890.5", "0.30000000000000004441",
                                      "1e-310"};
  static const double values[] = {0.1, 2.5e-3, 12345678901234567890.5, 0.30000000000000004441, 1e-310};
  if (!commas()) return;
  for (int k = 0; k < 5; k++) {
    double value = 0;
    Lexer lx = {.path = "x", .at = texts[k], .end = texts[k] + strlen(texts[k]), .line = 1};
    CU_ASSERT(lexer_number(&lx, &value) && value == values[k]);
    CU_ASSERT(decimal_read(texts[k], strlen(texts[k]), &value) && value == values[k]);
  }
  host_locale_end();
}

static void options_are_points(void) {
  char seconds[] = "2.5";
  char *words[] = {"solve", "--time", seconds, "--target-gap=0.125", "x.tsp", NULL};
  Options options;
  int first;
  if (!commas()) return;
  options_default(&options);
  CU_ASSERT_EQUAL(options_parse(&options, FOR_SOLVE, 5, words, 1, &first), OK);
  CU_ASSERT_EQUAL(options.time_s, 2.5);
  CU_ASSERT_EQUAL(options.target_gap, 0.125);
  seconds[1] = ',';
  CU_ASSERT_EQUAL(options_parse(&options, FOR_SOLVE, 5, words, 1, &first), ERR_USAGE);
  CU_ASSERT(strncmp(status_message(), "--time: expected", 16) == 0);
  status_clear();
  host_locale_end();
}

/* Values of a job file as they are kept, and its whole numbers. */
static void jobs_have_points(void) {
  char path[] = "/tmp/cordee-job-XXXXXX";
  Job job = {0};
  if (!commas()) return;
  FILE *out = fdopen(mkstemp(path), "w");
  CU_ASSERT_FATAL(out != NULL);
  fputs("[a]\ninstance = none.tsp\ntarget-gap = 0.25\nkicks = 1.5e1\nseed = 1..3\n", out);
  fclose(out);
  CU_ASSERT_EQUAL(job_read(path, &job), OK);
  remove(path);
  CU_ASSERT_EQUAL_FATAL(job.tasks, 3);
  CU_ASSERT(strstr(job.task[2].options, "target-gap = 0.25\n") != NULL);
  CU_ASSERT(strstr(job.task[2].options, "kicks = 15\n") != NULL &&
            strstr(job.task[2].options, "seed = 3\n") != NULL);
  job_free(&job);
  host_locale_end();
}

static void json_has_points(void) {
  char *made = NULL;
  size_t bytes = 0;
  if (!commas()) return;
  FILE *out = open_memstream(&made, &bytes);
  CU_ASSERT_EQUAL(json_print(out, json_rounded(1.25, 3)), OK);
  fclose(out);
  CU_ASSERT_STRING_EQUAL(made, "1.25\n");
  free(made);
  host_locale_end();
}

/* In Turkish i and I are two letters; Latin-1 has letters and spaces beyond ASCII. */
static void letters_are_ascii(void) {
  if (!host_locale("tr_TR", "ISO-8859-9")) return;
  const char *const word = "DIMENSION";
  /* cppcheck-suppress staticStringCompare ; the host's letters are what is compared */
  CU_ASSERT(strcasecmp(word, "dimension") != 0);
  CU_ASSERT(isalnum(0xfd) != 0);
  CU_ASSERT_EQUAL(c_strcasecmp("DIMENSION", "dimension"), 0);
  CU_ASSERT_EQUAL(c_strncasecmp("ITEM1", "item2", 4), 0);
  CU_ASSERT(c_strcasecmp("item", "items") < 0 && c_strcasecmp("b", "A") > 0 &&
            c_strncasecmp("a", "b", 0) == 0);
  CU_ASSERT(c_toupper('i') == 'I' && c_tolower('I') == 'i' && c_toupper('\xfd') == '\xfd' &&
            c_tolower('1') == '1');
  CU_ASSERT(!c_isalnum('\xfd') && !c_isspace('\xa0') && !c_isspace('\x85') && c_isspace('\v') &&
            c_isalnum('z'));
  CU_ASSERT(c_isdigit('9') && !c_isdigit('/') && !c_isdigit(':'));
  CU_ASSERT(c_strcasestr("de_DE.Utf-8", "UTF-8") != NULL && c_strcasestr("C", "utf-8") == NULL);
  host_locale_end();
}

int main(void) {
  return harness_run("the C locale", (HarnessTest[]){TEST(numbers_are_read),
                                                     TEST(numbers_are_printed),
                                                     TEST(a_threads_locale),
                                                     TEST(messages_have_points),
                                                     TEST(readers_read_points),
                                                     TEST(options_are_points),
                                                     TEST(jobs_have_points),
                                                     TEST(json_has_points),
                                                     TEST(letters_are_ascii),
                                                     {NULL, NULL}});
}
