/* Options of generators: of two problems, each with kinds and rows of its own. The table of problems is this test's. */
#include <stdlib.h>
#include <string.h>
#include "evaluator.h"
#include "fixtures/harness.h"
#include "options/options_table.h"
#include "problem.h"

typedef enum Shape { SHAPE_ROUND, SHAPE_LONG } Shape;
typedef struct Settings {
  uint64_t size;
  Shape shape;
  uint32_t rooms;
  double slope;
} Settings;

static const char *const shapes[] = {"round", "long", NULL};
#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows_hill[] = {{"size", KIND_COUNT, FIELD(size), "5", .argument = "N",
                                       .help = "of a hill", .least = "1", .most = "1e12"},
                                      {"shape", KIND_CHOICE, FIELD(shape), "long", shapes, .argument = "HOW",
                                       .help = "of a steep hill", .of = "steep"},
                                      {"slope", KIND_REAL, FIELD(slope), "0.5", .argument = "X",
                                       .help = "of a hill", .least = "0", .most = "1"},
                                      {.name = NULL}};
static const OptionRow rows_nest[] = {
    {"rooms", KIND_COUNT, FIELD(rooms), "7", .argument = "N", .help = "of a nest", .least = "1", .most = "9"},
    {"size", KIND_COUNT, FIELD(size), "50", .argument = "N", .help = "of a nest", .least = "10",
     .most = "100"},
    {.name = NULL}};

static bool hill_named(const char *kind) { return strcmp(kind, "hill-9.1") == 0; }

static const GeneratorName kinds_hill[] = {{"flat", "a"}, {"steep", "b"}, {.name = NULL}},
                           kinds_nest[] = {{"nest", "c"}, {.name = NULL}};
static const Generators generators_hill = {.kinds = kinds_hill,
                                           .options = rows_hill,
                                           .bytes = sizeof(Settings),
                                           .named = hill_named,
                                           .named_help = "a name such as hill-9.1"},
                        generators_nest = {
                            .kinds = kinds_nest, .options = rows_nest, .bytes = sizeof(Settings)};
static const Problem hill = {.name = "hill", .words = {"hills", "", "", ""}, .generators = &generators_hill},
                     bare = {.name = "bare", .words = {"none", "", "", ""}},
                     nest = {.name = "nest", .words = {"nests", "", "", ""}, .generators = &generators_nest};

const Problem *const problems[] = {&hill, &bare, &nest, NULL};
const Problem *problem_find(const char *name) {
  (void)name;
  return NULL;
}
int problem_index(const Problem *problem) { return problem == &nest ? 2 : problem == &bare; }
void problem_forms(char *text, size_t size) { snprintf(text, size, "none"); }
const Evaluator *evaluator_at(int k) {
  (void)k;
  return NULL;
}

static Status parse(Options *options, const char *first, const char *second) {
  char command[] = "generate", a[64], b[64], kind[] = "x";
  char *argv[] = {command, a, b, kind, NULL};
  int at;
  snprintf(a, sizeof a, "%s", first);
  snprintf(b, sizeof b, "%s", second);
  options_default(options);
  status_clear();
  return options_parse(options, FOR_GENERATE, 4, argv, 1, &at);
}

static Settings settings(const Options *options, const Problem *problem) {
  Settings own;
  memset(&own, 0x55, sizeof own);
  options_generator(options, problem->generators, &own);
  return own;
}

static void kinds_have_a_problem(void) {
  char text[256];
  CU_ASSERT(generators_find("flat") == &hill && generators_find("steep") == &hill);
  CU_ASSERT(generators_find("nest") == &nest && generators_find("hill-9.1") == &hill);
  CU_ASSERT(!generators_find("hill") && !generators_find("") && !generators_find("hill-9.2"));
  generators_list(text, sizeof text);
  CU_ASSERT_STRING_EQUAL(text, "flat, steep, nest, or a name such as hill-9.1");
  generators_list(text, 9);
  CU_ASSERT_STRING_EQUAL(text, "flat, st");
}

static void settings_have_their_standards(void) {
  Options options;
  options_default(&options);
  const Settings of_hill = settings(&options, &hill), of_nest = settings(&options, &nest);
  CU_ASSERT(of_hill.size == 5 && of_hill.shape == SHAPE_LONG && of_hill.slope == 0.5 &&
            of_hill.rooms == 0x55555555);
  CU_ASSERT(of_nest.size == 50 && of_nest.rooms == 7);
}

/* Of two rows of one name each problem has its own value, and its own bounds. */
static void one_name_of_two_problems(void) {
  Options options;
  CU_ASSERT_EQUAL_FATAL(parse(&options, "--size", "20"), OK);
  CU_ASSERT(settings(&options, &hill).size == 20 && settings(&options, &nest).size == 20);
  CU_ASSERT(options_belong_kind(&options, "flat") == OK && options_belong_kind(&options, "nest") == OK);
  CU_ASSERT_EQUAL_FATAL(parse(&options, "--size", "1e9"), OK);
  CU_ASSERT(settings(&options, &hill).size == 1000000000 && settings(&options, &nest).size == 50);
  CU_ASSERT_EQUAL(options_belong_kind(&options, "steep"), OK);
  CU_ASSERT_EQUAL(options_belong_kind(&options, "nest"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "--size: expected 10 to 100 with generate nest");
  CU_ASSERT_EQUAL(parse(&options, "--size", "1e13"), ERR_USAGE);
  status_clear();
}

static void strays(void) {
  Options options;
  CU_ASSERT_EQUAL_FATAL(parse(&options, "--shape", "round"), OK);
  CU_ASSERT(options_belong_kind(&options, "steep") == OK && settings(&options, &hill).shape == SHAPE_ROUND);
  CU_ASSERT_EQUAL(options_belong_kind(&options, "flat"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--shape belongs to generate steep, and this is generate flat: drop it");
  CU_ASSERT_EQUAL_FATAL(parse(&options, "--rooms", "3"), OK);
  CU_ASSERT_EQUAL(settings(&options, &nest).rooms, 3);
  CU_ASSERT_EQUAL(options_belong_kind(&options, "flat"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--rooms belongs to generate nest, and this is generate flat: drop it");
  CU_ASSERT_EQUAL_FATAL(parse(&options, "--size", "20"), OK);
  CU_ASSERT_EQUAL(options_belong_kind(&options, "hill-9.1"), ERR_USAGE); /* the name tells it */
  CU_ASSERT_STRING_EQUAL(
      status_message(),
      "--size belongs to generate flat, steep or nest, and this is generate hill-9.1: drop it");
  CU_ASSERT_EQUAL_FATAL(parse(&options, "--seed", "3"), OK);
  CU_ASSERT_EQUAL(options_belong_kind(&options, "flat"), OK);
  CU_ASSERT_EQUAL(options_assign(&options, FOR_SOLVE, "rooms", "3"), ERR_USAGE); /* of generate alone */
  status_clear();
}

static void help(void) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  const Page page = {out, PAGE_TEXT};
  generators_help(&page);
  options_help(&page, FOR_GENERATE);
  fclose(out);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "\nKINDs of hills instances:\n  flat                    a\n  steep "));
  CU_ASSERT_PTR_NOT_NULL(strstr(
      text, " b\n  NAME                    a name such as hill-9.1\n\nKINDs of nests instances:\n  nest "));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "  of a hill (1 to 1e12; default 5)"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "  of a nest (10 to 100; default 50)"));
  CU_ASSERT_PTR_NOT_NULL(
      strstr(text, "  --shape HOW             steep: of a steep hill (round, long; default long)"));
  free(text);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(kinds_have_a_problem),
                                      TEST(settings_have_their_standards),
                                      TEST(one_name_of_two_problems),
                                      TEST(strays),
                                      TEST(help),
                                      {NULL, NULL}};
  return harness_run("option_generators", tests);
}
