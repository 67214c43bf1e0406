/* The table of cordee-ladder: every row is whole, and its options are of members of the settings; what options say arrives there. */
#include <stdio.h>
#include <string.h>
#include "fixtures/harness.h"
#include "ladder/ladders.h"
#include "ladder/tour_moves.h"

/* ---- the table ---- */

static bool is_number(OptionKind kind) {
  return kind == KIND_COUNT || kind == KIND_REAL || kind == KIND_SECONDS || kind == KIND_LIST;
}

static bool is_text(OptionKind kind) { return kind == KIND_TEXT || kind == KIND_LIST; }

static void row_check(const LadderEntry *ladder, const OptionRow *row) {
  bool repeated = false;
  for (const OptionRow *before = ladder->options; before < row; before++)
    repeated |= strcmp(before->name, row->name) == 0;
  CU_ASSERT_FALSE(repeated);
  CU_ASSERT(row->offset + row->bytes <= sizeof(LadderSettings));
  CU_ASSERT_EQUAL(is_text(row->kind), row->bytes == OPTION_PATH_MAX);
  CU_ASSERT_EQUAL(is_number(row->kind), row->least && row->most);
  CU_ASSERT(row->help && row->help[0]);
  CU_ASSERT_EQUAL(row->kind != KIND_FLAG, row->argument != NULL);
}

/* Every design has a name of its own and a text; a published figure has a number, a card and a year. */
static void designs_check(const LadderEntry *ladder) {
  bool chosen = false;
  for (const OptionRow *row = ladder->options; row->name; row++) chosen |= strcmp(row->name, "designs") == 0;
  CU_ASSERT_EQUAL(chosen, ladder->designs != NULL);
  CU_ASSERT_EQUAL(ladder->designs != NULL, ladder->columns != NULL);
  for (const LadderDesign *d = ladder->designs; d && d->name; d++) {
    CU_ASSERT_PTR_EQUAL(ladder_design_named(ladder->designs, d->name), d);
    CU_ASSERT(d->publication && d->change[0]);
    for (const LadderFigure *f = d->published; f && f->value; f++)
      CU_ASSERT(ladder_figure_number(f->value) > 0 && f->measure[0] && f->size && f->card[0] && f->year[0]);
  }
}

static void rows(void) {
  int count = 0;
  for (; ladders[count]; count++) {
    const LadderEntry *const ladder = ladders[count], *found;
    bool table = false;
    CU_ASSERT_EQUAL(ladder_find(ladder->name, &found), OK);
    CU_ASSERT_PTR_EQUAL(found, ladder);
    CU_ASSERT(ladder->summary[0] && ladder->run);
    CU_ASSERT_PTR_NOT_NULL(strstr(ladder->help, "  cordee-ladder "));
    for (const OptionRow *row = ladder->options; row->name; row++) {
      row_check(ladder, row);
      table |= strcmp(row->name, "csv") == 0;
    }
    CU_ASSERT_EQUAL(table, ladder->mark != NULL);
    designs_check(ladder);
  }
  CU_ASSERT(count >= 13); /* the table was looked at to its end */
}

static void unknown(void) {
  const LadderEntry *found;
  CU_ASSERT_EQUAL(ladder_find("rotues", &found), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "unknown ladder 'rotues', did you mean routes? (cordee-ladder --help)");
  status_clear();
}

/* ---- options: a process has those of one ladder ---- */

static Status parse(int argc, const char **words, LadderSettings *settings) {
  static Options options;
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_PROGRAM, argc, (char **)words, 0, &first));
  options_extension(&options, settings);
  return OK;
}

static void defaults(void) {
  static LadderSettings settings;
  const char *words[] = {"2opt", NULL};
  CU_ASSERT_EQUAL_FATAL(parse(1, words, &settings), OK);
  CU_ASSERT_EQUAL(settings.seed, 1);
  CU_ASSERT_EQUAL(settings.time_s, 0);
  CU_ASSERT_STRING_EQUAL(option_backends[settings.backend], "auto");
  CU_ASSERT_STRING_EQUAL(settings.sizes, "100,200,439,1000,2000,4000,10000,18512");
  CU_ASSERT(!settings.instance[0] && !settings.csv[0]);
}

static void values(void) {
  static LadderSettings settings;
  const char *words[] = {"2opt",       "--seed=9223372036854775807",
                         "--time",     "0.25",
                         "--backend",  "cuda",
                         "--csv",      "t.csv",
                         "--sizes",    "4,46340",
                         "--instance", "a b.tsp",
                         NULL};
  CU_ASSERT_EQUAL_FATAL(parse(12, words, &settings), OK);
  CU_ASSERT_EQUAL(settings.seed, INT64_MAX);
  CU_ASSERT_EQUAL(settings.time_s, 0.25);
  CU_ASSERT_STRING_EQUAL(option_backends[settings.backend], "cuda");
  CU_ASSERT_STRING_EQUAL(settings.sizes, "4,46340");
  CU_ASSERT_STRING_EQUAL(settings.csv, "t.csv");
  CU_ASSERT_STRING_EQUAL(settings.instance, "a b.tsp");
  CU_ASSERT_EQUAL(settings.threads, 0);
}

static void refusals(void) {
  static LadderSettings settings;
  static const struct {
    const char *word, *message;
  } bad[] = {{"--threads=2", "2opt: unknown option --threads (cordee-ladder 2opt --help)"},
             {"--size=9", "2opt: unknown option --size, did you mean --sizes? (cordee-ladder 2opt --help)"},
             {"--sizes=3", "--sizes: expected 4 to 46340, found 3"},
             {"--sizes=46341", "--sizes: expected 4 to 46340, found 46341"},
             {"--sizes=9,,9", "--sizes: expected numbers with commas between, found '9,,9'"},
             {"--backend=gpu", "--backend: expected one of auto cpu cuda, found 'gpu'"},
             {"a.tsp", "2opt: expected 0 files or words, found 1 (cordee-ladder 2opt --help)"}};
  CU_ASSERT_EQUAL(LADDER_CITIES_MAX, 46340);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    const char *words[] = {"2opt", bad[k].word, NULL};
    CU_ASSERT_EQUAL(parse(2, words, &settings), ERR_USAGE);
    CU_ASSERT_STRING_EQUAL(status_message(), bad[k].message);
    status_clear();
  }
}

int main(void) {
  static const HarnessTest tests[] = {TEST(rows),   TEST(unknown),  TEST(defaults),
                                      TEST(values), TEST(refusals), {NULL, NULL}};
  ladder_options(&ladder_2opt);
  return harness_run("ladders", tests);
}
