/* Every row of the options' table: numbers are bounded, the bounds are taken and read back, what lies beyond is refused and
 * told, and what is no number is none. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "backend.h"
#include "evaluator.h"
#include "fixtures/harness.h"
#include "options/options_table.h"
#include "solver/batch.h"
#include "search/candidates/candidate_kernels.h"
#include "solver/ils/ils_archipelago.h"

enum { BITS_EVALUATOR = 20 };
/* By bit of CommandMask, up to the commands of evaluators. */
static const char *const commands[BITS_EVALUATOR] = {
    [0] = "solve",  "resume",      "show",      "bench",       "generate", [6] = "serve",
    "sweep",        "report",      "solve",     "bench batch", "verify",   "verify",
    "bench routes", "bench price", "bench bfs", "bench flow",  "verify"};

static const char *command_of(int bit) {
  const char *const name = bit < BITS_EVALUATOR ? commands[bit] : evaluator_at(bit - BITS_EVALUATOR)->name;
  CU_ASSERT_FATAL(name != NULL);
  return name;
}

static bool is_number(const OptionSpec *spec) {
  return spec->kind == KIND_COUNT || spec->kind == KIND_REAL || spec->kind == KIND_SECONDS ||
         spec->kind == KIND_LIST;
}

/* Is there another row of its name? Such rows are set together: what one of them takes is no error. */
static bool is_shared(const OptionSpec *spec) {
  int rows = 0;
  for (const OptionSpec *other = option_specs(); other->name; other++)
    rows += strcmp(other->name, spec->name) == 0 && (other->commands & spec->commands);
  return rows > 1;
}

/* As the command line of the row's first command. */
static Status given(const OptionSpec *spec, const char *value, Options *options) {
  char command[32], option[128], file[] = "x";
  char *argv[] = {command, option, file, NULL};
  int k = 0, first;
  while (!(spec->commands & 1u << k)) k++;
  snprintf(command, sizeof command, "%s", command_of(k));
  snprintf(option, sizeof option, "--%s=%s", spec->name, value);
  options_default(options);
  status_clear();
  return options_parse(options, (CommandMask)(1 << k), 3, argv, 1, &first);
}

static void refused(const OptionSpec *spec, const char *value) {
  Options options;
  char expected[256];
  snprintf(expected, sizeof expected, "--%s: expected %s to %s, found %s", spec->name, spec->least,
           spec->most, value);
  Status status = given(spec, value, &options);
  CU_ASSERT(status == ERR_USAGE && status_exit_code(status) == 64);
  if (strcmp(status_message(), expected) != 0)
    printf("expected '%s', found '%s'\n", expected, status_message());
  CU_ASSERT_STRING_EQUAL(status_message(), expected);
}

static void taken(const OptionSpec *spec, const char *value) {
  Options options;
  char text[64];
  Status status = given(spec, value, &options);
  if (status != OK) printf("--%s %s: %s\n", spec->name, value, status_message());
  CU_ASSERT_EQUAL(status, OK);
  option_print(spec, &options, text, sizeof text);
  CU_ASSERT_EQUAL(strtod(text, NULL), strtod(value, NULL));
}

/* One more and one less of counts; of reals the next double. */
static void beyond(const OptionSpec *spec, const char *bound, int way) {
  char text[64];
  if (spec->kind == KIND_COUNT || spec->kind == KIND_LIST)
    snprintf(text, sizeof text, "%.0Lf", strtold(bound, NULL) + way);
  else
    snprintf(text, sizeof text, "%.17g", nextafter(strtod(bound, NULL), way * HUGE_VAL));
  refused(spec, text);
}

static void bounds_of_all(void) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    CU_ASSERT_EQUAL(is_number(spec) || spec->kind == KIND_COUNTED, spec->least != NULL && spec->most != NULL);
    if (!is_number(spec)) continue;
    if (is_shared(spec)) continue;
    taken(spec, spec->least);
    taken(spec, spec->most);
    beyond(spec, spec->least, -1);
    beyond(spec, spec->most, 1);
    refused(spec, "1e400");
    refused(spec, "-1e400");
    refused(spec, "1e30");
  }
  status_clear();
}

/* The last numbers below 2^63: whole digits exactly, with a point or an exponent the doubles. */
static void greatest_seeds(void) {
  static const struct {
    const char *text;
    uint64_t value; /* 0: refused */
  } rows[] = {{"9223372036854775806", 9223372036854775806ull},
              {"9223372036854775807", 9223372036854775807ull},
              {"9223372036854775808", 0},
              {"9223372036854774784.0", 9223372036854774784ull},
              {"9223372036854775808.0", 0},
              {"9.223372036854774e18", 9223372036854773760ull},
              {"9.223372036854775807e18", 0},
              {"4611686018427387904.0", 1ull << 62},
              {"5e18", 5000000000000000000ull},
              {"-9223372036854775808.0", 0},
              {"18446744073709551617", 0},
              {"1.8446744073709551616e19", 0},
              {"1e19", 0}};
  const OptionSpec *seed = option_specs();
  while (strcmp(seed->name, "seed") != 0 || !(seed->commands & FOR_SOLVE)) seed++;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    Options options;
    if (!rows[r].value) {
      refused(seed, rows[r].text);
      continue;
    }
    CU_ASSERT_EQUAL(given(seed, rows[r].text, &options), OK);
    CU_ASSERT_EQUAL(options.seed, rows[r].value);
  }
  status_clear();
}

static void what_is_no_number(void) {
  static const char *const bad[] = {"nan", "-nan", "inf",  "-inf", "infinity", "0x1", "0x1p3",   "",  " 1",
                                    "1 ",  "1 2",  "1x",   "1e",   "1e+",      "e5",  ".",       "-", "+",
                                    "--1", "1..2", "1,,2", "1,",   ",1",       "1k",  "\xd9\xa1"};
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    for (size_t b = 0; is_number(spec) && b < sizeof bad / sizeof *bad; b++) {
      Options options;
      CU_ASSERT_EQUAL(given(spec, bad[b], &options), ERR_USAGE);
      CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), ": expected "));
    }
  status_clear();
}

static void zero_has_no_sign(void) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    Options options;
    double value = 1;
    if ((spec->kind != KIND_REAL && spec->kind != KIND_SECONDS) || strcmp(spec->least, "0") != 0) continue;
    CU_ASSERT_EQUAL(given(spec, "-0.0", &options), OK);
    memcpy(&value, (const char *)&options + spec->offset, sizeof value);
    CU_ASSERT(value == 0 && !signbit(value));
  }
}

/* Every number of a list is looked at; numbers are written in every way. */
static void lists(void) {
  static const int32_t wanted[] = {5, 100, 7};
  Options options;
  int32_t number = 0;
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    if (spec->kind != KIND_LIST) continue;
    CU_ASSERT_EQUAL(given(spec, "5,1e2,7.0", &options), OK);
    const char *at = (const char *)&options + spec->offset;
    for (int32_t want = 0; want < 3; want++)
      CU_ASSERT(options_list_next(&at, &number) && number == wanted[want]);
    CU_ASSERT_FALSE(options_list_next(&at, &number));
    CU_ASSERT_EQUAL(given(spec, "5,5,0,5", &options), ERR_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), ", found 0"));
  }
  status_clear();
}

/* An option that is a number; another method may have words of that name. */
static const OptionSpec *spec_of(const char *name, CommandMask mask) {
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    if (spec->commands & mask && spec->most && strcmp(spec->name, name) == 0) return spec;
  return NULL;
}

/* What the table says as text is what the program has room for. */
static void bounds_are_the_programs(void) {
  const struct {
    const char *name;
    CommandMask mask;
    double most;
  } rows[] = {{"threads", FOR_SOLVE, THREADS_MAX},     {"candidates", FOR_SOLVE, ILS_WIDTH},
              {"quadrant", FOR_SOLVE, CANDIDATES_MAX}, {"sizes", FOR_BATCH, BATCH_CITIES},
              {"cities", FOR_GENERATE, INT32_MAX},     {"seed", FOR_SOLVE, (double)INT64_MAX}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    const OptionSpec *spec = spec_of(rows[r].name, rows[r].mask);
    CU_ASSERT_PTR_NOT_NULL_FATAL(spec);
    CU_ASSERT_EQUAL(strtod(spec->most, NULL), rows[r].most);
  }
  CU_ASSERT_EQUAL(ILS_QUADRANT_AUTO, CANDIDATES_MAX + 1);
}

/* The page of a row's method or problem, else that of `solve`; line ends are blanks. */
static char *page_of(const OptionSpec *spec) {
  static char text[1 << 16];
  FILE *out = fmemopen(text, sizeof text, "w");
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  const Page page = {out, PAGE_TEXT};
  if (spec->solver)
    options_help_solver(&page, spec->solver);
  else if (spec->problem)
    options_help_problem(&page, spec->problem);
  else
    options_help(&page, FOR_SOLVE);
  fclose(out);
  return text;
}

/* Further lines of an item begin with many blanks. */
static void blanks_join(char *text) {
  char *to = text;
  for (const char *at = text; *at; at++)
    if (*at != '\n' || at[1] != ' ' || at[3] != ' ')
      *to++ = *at;
    else {
      *to++ = ' ';
      at += strspn(at + 1, " ");
    }
  *to = 0;
}

static void help_tells_bounds(void) {
  char want[64];
  for (const OptionSpec *spec = option_specs(); spec->name; spec++) {
    if (!(spec->commands & FOR_SOLVE) || !is_number(spec)) continue;
    char *const text = page_of(spec);
    blanks_join(text);
    snprintf(want, sizeof want, "\n  --%s ", spec->name);
    const char *line = strstr(text, want);
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    snprintf(want, sizeof want, " (%s to %s", spec->least, spec->most);
    const char *found = strstr(line, want);
    CU_ASSERT(found && found < line + 1 + strcspn(line + 1, "\n"));
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(bounds_of_all), TEST(greatest_seeds),          TEST(what_is_no_number), TEST(zero_has_no_sign),
      TEST(lists),         TEST(bounds_are_the_programs), TEST(help_tells_bounds), {NULL, NULL}};
  return harness_run("option_bounds", tests);
}
