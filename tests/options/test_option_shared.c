/* Options of one name that two solvers have, each with values of its own. The table of solvers is this test's. */
#include <stdlib.h>
#include <string.h>
#include "fixtures/harness.h"
#include "options/options_table.h"
#include "problem/tsp/tsp.h"

typedef enum Step { STEP_SHORT, STEP_LONG } Step;
typedef struct Settings {
  Step step;
  uint32_t size;
  double warm;
} Settings;
PLAN_OWN(settings, Settings)

static const char *const steps_ant[] = {"short", "long", NULL}, *const steps_bee[] = {"near", "long", NULL};
#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows_ant[] = {{"step", KIND_CHOICE, FIELD(step), "short", steps_ant, .argument = "HOW",
                                      .help = "of an ant", .place = 80},
                                     {"size", KIND_COUNT, FIELD(size), "5", .argument = "N",
                                      .help = "of a nest", .least = "1", .most = "10", .place = 80},
                                     {.name = NULL}};
static const OptionRow rows_bee[] = {
    {"warm", KIND_REAL, FIELD(warm), "0.5", .argument = "X", .help = "of a hive", .least = "0", .most = "1",
     .place = 90},
    {"size", KIND_COUNT, FIELD(size), "50", .argument = "N", .help = "of a hive", .least = "5", .most = "100",
     .place = 90},
    {"step", KIND_CHOICE, FIELD(step), "long", steps_bee, .argument = "HOW", .help = "of a bee", .place = 90},
    {.name = NULL}};

static Status complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  (void)inst;
  (void)backend;
  settings_edit(plan)->size++;
  return OK;
}

static const Solver ant = {.name = "ant",
                           .problems = {&problem_tsp},
                           .options = rows_ant,
                           .plan_bytes = sizeof(Settings),
                           .islands_help = "3",
                           .complete = complete},
                    bee = {.name = "bee",
                           .problems = {&problem_tsp},
                           .options = rows_bee,
                           .plan_bytes = sizeof(Settings),
                           .complete = complete};
static const Solver *const solvers[] = {&ant, &bee};

const Solver *solver_at(int k) { return k < 2 ? solvers[k] : NULL; }

const Solver *solver_named(const char *name) {
  for (int k = 0; k < 2; k++)
    if (strcmp(name, solvers[k]->name) == 0) return solvers[k];
  return NULL;
}

bool solver_accepts(const Solver *solver, const struct Problem *problem) {
  return solver->problems[0] == problem;
}

Status solver_find(const char *name, const struct Problem *problem, const Solver **out) {
  (void)problem;
  *out = name[0] ? solver_named(name) : &ant;
  return *out ? OK : ERR_USAGE;
}

static Plan plan; /* of the last run */

/* The command line "solve --NAME=VALUE x"; what `solver` makes of it. */
static Status run(const char *option, const Solver *solver, Options *options, Settings *out) {
  const TspInstance inst = {.head = {.problem = &problem_tsp, .n = 60}};
  char command[] = "solve", given[64], file[] = "x";
  char *argv[] = {command, given, file, NULL};
  int first;
  snprintf(given, sizeof given, "%s", option);
  options_default(options);
  status_clear();
  TRY(options_parse(options, FOR_SOLVE, 3, argv, 1, &first));
  TRY(options_plan(options, solver, &inst.head, &backend_cpu, &plan));
  *out = *settings(&plan);
  return OK;
}

/* Each has its own default, and takes what is set; what it does not take is told when it runs. */
static void values(void) {
  Options options;
  Settings got;
  CU_ASSERT(run("--seed=3", &ant, &options, &got) == OK && got.size == 6 && got.step == STEP_SHORT);
  CU_ASSERT(run("--seed=3", &bee, &options, &got) == OK && got.size == 51 && got.step == STEP_LONG);
  CU_ASSERT(got.warm == 0.5);
  CU_ASSERT(run("--size=7", &ant, &options, &got) == OK && got.size == 8);
  CU_ASSERT(run("--size=7", &bee, &options, &got) == OK && got.size == 8);
  CU_ASSERT(run("--size=70", &bee, &options, &got) == OK && got.size == 71);
  CU_ASSERT_EQUAL(run("--size=70", &ant, &options, &got), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "--size: expected 1 to 10 with method ant");
  CU_ASSERT(run("--step=near", &bee, &options, &got) == OK && got.step == STEP_SHORT);
  CU_ASSERT_EQUAL(run("--step=near", &ant, &options, &got), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "--step: expected one of short long with method ant");
  CU_ASSERT_EQUAL(run("--size=700", &bee, &options, &got), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "--size: expected 1 to 10, found 700");
  CU_ASSERT_EQUAL(run("--warm=1", &ant, &options, &got), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--warm belongs to method bee, and this run uses ant: add --method bee, or drop it");
  CU_ASSERT_EQUAL(run("--islands=1", &bee, &options, &got), ERR_USAGE);
  status_clear();
}

/* A name that both have is one option; cut short it is none. */
static void names(void) {
  Options options;
  Settings got;
  char readers[64], line[64];
  CU_ASSERT_EQUAL(run("--si=9", &ant, &options, &got), ERR_USAGE);
  status_clear();
  CU_ASSERT(run("--size=9", &ant, &options, &got) == OK && got.size == 10 && options_given(&options, "size"));
  const int row = options_task_row("size");
  CU_ASSERT(options_row_read(row, "ant") && options_row_read(row, "bee") && !options_row_read(row, "cat"));
  options_row_readers(row, readers, sizeof readers);
  CU_ASSERT_STRING_EQUAL(readers, "ant or bee");
  CU_ASSERT_EQUAL(options_task_line(row, "7e1", line, sizeof line), OK);
  CU_ASSERT_STRING_EQUAL(line, "size = 70\n");
  CU_ASSERT_EQUAL(options_task_line(row, "101", line, sizeof line), ERR_USAGE);
  status_clear();
}

/* The resolved value of the method's own row, whatever the other's. */
static void texts(void) {
  Options options, again;
  Settings got;
  char text[512], same[512];
  CU_ASSERT_EQUAL(run("--size=70", &bee, &options, &got), OK);
  options_print_plan(&options, &bee, &plan, text, sizeof text);
  CU_ASSERT_STRING_EQUAL(text, "method = bee\nseed = 1\nwarm = 0.5\nsize = 71\nstep = long\npath = "
                               "file\nfrom = 0\nto = 0\nmissing = 0\nmetric = file\nscale = 0\n");
  options_default(&again);
  CU_ASSERT_EQUAL(options_read_plan("f", text, &again), OK);
  options_print_plan(&again, NULL, NULL, same, sizeof same);
  CU_ASSERT_STRING_EQUAL(text, same);
  CU_ASSERT_EQUAL(options_agree("f", text, &options), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "f: made with size 71, found --size 70");
  status_clear();
  CU_ASSERT_EQUAL(options_agree("f", "method = ant\nsize = 7\n", &options), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "--size: expected 1 to 10 with method ant");
  status_clear();
}

static void help(void) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  CU_ASSERT_PTR_NOT_NULL_FATAL(out);
  const Page page = {out, PAGE_TEXT};
  options_help(&page, FOR_SOLVE);
  CU_ASSERT(options_help_elsewhere(FOR_SOLVE) && !options_help_elsewhere(FOR_SHOW));
  options_help_solver(&page, &ant);
  options_help_solver(&page, &bee);
  fclose(out);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "--size N                of a nest (1 to 10; default 5)\n"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "--size N                of a hive (5 to 100; default 50)\n"));
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "islands on the ring; 3 (0 to 1e6; default 0)\n"));
  free(text);
}

int main(void) {
  static const HarnessTest tests[] = {TEST(values), TEST(names), TEST(texts), TEST(help), {NULL, NULL}};
  return harness_run("option_shared", tests);
}
