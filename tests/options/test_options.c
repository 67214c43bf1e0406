/* Options: counts as people write them, the plan's text and back, limits. */
#include "options/options.h"

#include <string.h>
#include "fixtures/harness.h"
#include "options/options_table.h"
#include "problem/matching/matching.h"
#include "problem/tsp/tsp.h"
#include "solver/anneal_tasks/anneal_plan.h"
#include "solver/climb/climb_plan.h"
#include "solver/pso/pso_plan.h"

static Status parse(Options *options, CommandMask mask, const char *a, const char *b) {
  char command[] = "solve", first[64], second[64], file[] = "x.tsp";
  char *argv[] = {command, first, second, file, NULL};
  int at;
  strcpy(first, a);
  strcpy(second, b);
  options_default(options);
  status_clear();
  return options_parse(options, mask, 4, argv, 1, &at);
}

/* The settings of a solver as the options say. */
static Plan settings(const Options *options, const Solver *solver) {
  Plan plan = {0};
  options_settings(options, solver, &plan);
  return plan;
}

static ClimbPlan climb_of(const Options *options) {
  const Plan plan = settings(options, &solver_climb);
  return *climb_plan(&plan);
}

static PsoPlan pso_of(const Options *options) {
  const Plan plan = settings(options, &solver_pso);
  return *pso_plan(&plan);
}

static uint32_t epochs_of(const Options *options) {
  const Plan plan = settings(options, &solver_anneal);
  return anneal_plan(&plan)->epochs;
}

static void set(Options *options, const char *name, const char *value) {
  CU_ASSERT_EQUAL_FATAL(options_assign(options, FOR_SOLVE, name, value), OK);
}

static void counts(void) {
  static const struct {
    const char *text;
    uint64_t value; /* 0: refused */
  } rows[] = {{"1", 1},
              {"1e6", 1000000},
              {"2.5e3", 2500},
              {"12345678901", 12345678901ull},
              {" 1", 0},
              {"1 ", 0},
              {"+7", 7},
              {"1.", 1},
              {"1.2.3", 0},
              {"1.5", 0},
              {"-1", 0},
              {"", 0},
              {"1e", 0},
              {"1e30", 0},
              {"nan", 0},
              {"inf", 0},
              {"10k", 0},
              {"0x10", 0},
              {"3e15", 3000000000000000},
              {"3000000000000001", 0}};
  Options options;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    Status status = parse(&options, FOR_SOLVE, "--climbers", rows[r].text);
    CU_ASSERT_EQUAL(status, rows[r].value ? OK : ERR_USAGE);
    if (rows[r].value) CU_ASSERT_EQUAL(climb_of(&options).climbers, rows[r].value);
  }
}

static void commands_take_their_own(void) {
  Options options;
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--restart", "kick"), OK);
  CU_ASSERT_EQUAL(climb_of(&options).restart, RESTART_KICK);
  CU_ASSERT_EQUAL(parse(&options, FOR_RESUME, "--restart", "kick"), ERR_USAGE); /* the plan is fixed */
  CU_ASSERT_EQUAL(parse(&options, FOR_RESUME, "--time", "1.5"), OK);
  CU_ASSERT_EQUAL(options.time_s, 1.5);
}

static void plan_text_and_back(void) {
  Options options, again;
  char text[4096], same[4096];
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--target", "-12"), OK);
  options.seed = 9223372036854775807ull;
  set(&options, "method", "climb");
  set(&options, "climbers", "123456789012");
  set(&options, "restart", "kick");
  options_print_plan(&options, NULL, NULL, text, sizeof text);
  options_default(&again);
  CU_ASSERT_EQUAL(options_read_plan("f", text, &again), OK);
  options_print_plan(&again, NULL, NULL, same, sizeof same);
  CU_ASSERT_STRING_EQUAL(text, same);
  CU_ASSERT(again.target == -12 && again.seed == options.seed &&
            climb_of(&again).climbers == 123456789012ull);
  status_clear();
  CU_ASSERT_EQUAL(options_read_plan("f", "climbers = 3\nthreads = 2\n", &again),
                  ERR_FORMAT); /* not of the plan */
  status_clear();
  CU_ASSERT_EQUAL(options_read_plan("f", "climbers 3\n", &again), ERR_FORMAT);
}

/* Kept in the plan's text; a text from before there was a choice means 2-opt. */
static void move_of_climbers(void) {
  Options options, again;
  char text[4096];
  CU_ASSERT(parse(&options, FOR_SOLVE, "--move", "swap") == OK && climb_of(&options).move == MOVE_SWAP);
  options_print_plan(&options, NULL, NULL, text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "move = swap\n"));
  options_default(&again);
  CU_ASSERT_EQUAL(climb_of(&again).move, MOVE_TWO_OPT);
  CU_ASSERT(options_read_plan("f", "climbers = 3\nrestart = kick\n", &again) == OK &&
            climb_of(&again).move == MOVE_TWO_OPT);
  CU_ASSERT(options_read_plan("f", text, &again) == OK && climb_of(&again).move == MOVE_SWAP);
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--move", "3opt"), ERR_USAGE);
  CU_ASSERT_EQUAL(parse(&options, FOR_RESUME, "--move", "swap"), ERR_USAGE);
}

/* Beside --or-start the plan's options are taken, and must say what the checkpoint's plan says. */
static void plans_agree(void) {
  const CommandMask mask = FOR_RESUME | FOR_OR_START;
  char a[] = "resume", b[] = "--or-start", c[] = "x.tsp", d[] = "--climbers", e[] = "2e3",
       f[] = "--islands=0", g[] = "f.h5";
  char *given[] = {a, b, c, d, e, f, g, NULL}, *alone[] = {a, d, e, g, NULL};
  Options options;
  int first;
  options_default(&options);
  CU_ASSERT_EQUAL(options_parse(&options, mask, 4, alone, 1, &first), ERR_USAGE);
  status_clear();
  options_default(&options);
  CU_ASSERT_EQUAL_FATAL(options_parse(&options, mask, 7, given, 1, &first), OK);
  CU_ASSERT_EQUAL(options_agree("f.h5", "climbers = 2000\nmethod = climb\nislands = 8\n", &options), OK);
  CU_ASSERT_EQUAL(options_agree("f.h5", "particles = 9\nmethod = pso\nislands = 8\n", &options),
                  OK); /* climb's are not looked at */
  CU_ASSERT_EQUAL(options_agree("f.h5", "climbers = 1000\nmethod = climb\n", &options), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "f.h5: made with climbers 1000, found --climbers 2000");
  status_clear();
  CU_ASSERT_EQUAL(options_agree("f.h5", "what = 3\n", &options), ERR_FORMAT);
  status_clear();
}

static Status plan_for(Options *options, int32_t n, Plan *plan) {
  const TspInstance inst = {.head = {.problem = &problem_tsp, .n = n}, .metric = METRIC_EUC_2D};
  status_clear();
  return options_plan(options, &solver_climb, &inst.head, &backend_cpu, plan);
}

static void limits(void) {
  Options options;
  Plan plan;
  options_default(&options);
  CU_ASSERT_EQUAL(plan_for(&options, 100, &plan), OK);
  CU_ASSERT(plan.epoch == 16384 && plan.islands == 8 && options.epoch == 0 && options.islands == 0);
  CU_ASSERT(plan_for(&options, 5000, &plan) == OK && plan.epoch == 1024);
  set(&options, "restart", "kick");
  CU_ASSERT(plan_for(&options, 100, &plan) == OK && plan.epoch == 32);
  options.islands = 1;
  set(&options, "climbers", "3e9"); /* climber numbers are 32 bits */
  CU_ASSERT_EQUAL(plan_for(&options, 100, &plan), ERR_USAGE);
  set(&options, "climbers", "2999999999");
  CU_ASSERT_EQUAL(plan_for(&options, 100, &plan), OK);
  status_clear();
}

/* The plan's text speaks of the method's own options, and gives real numbers back to the last bit. */
static void methods(void) {
  Options options, again;
  char text[4096];
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--method", "pso"), OK);
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--w", "0.1"), OK);
  strcpy(options.method, "pso");
  options_print_plan(&options, NULL, NULL, text, sizeof text);
  CU_ASSERT(strstr(text, "particles = 128\n") && strstr(text, "method = pso\n") && !strstr(text, "climbers"));
  options_default(&again);
  CU_ASSERT(options_read_plan("f", text, &again) == OK && pso_of(&again).w == 0.1 &&
            strcmp(again.method, "pso") == 0);
  strcpy(options.method, "climb");
  options_print_plan(&options, NULL, NULL, text, sizeof text);
  CU_ASSERT(strstr(text, "climbers = 1000\n") && !strstr(text, "particles"));
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--w", "nan"), ERR_USAGE);
}

static void cut(const char *name, const char *said) {
  Options options;
  status_clear();
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, name, "5"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), said);
}

/* A cut name is none, also where one option alone begins so. */
static void abbreviations(void) {
  Options options;
  cut("--climb", "solve: unknown option --climb, did you mean --climbers? (cordee solve --help)");
  cut("--th", "solve: unknown option --th, did you mean --threads? (cordee solve --help)");
  cut("--vehicles-s=5",
      "solve: unknown option --vehicles-s, did you mean --vehicles-share? (cordee solve --help)");
  status_clear();
  CU_ASSERT(parse(&options, FOR_SOLVE, "--w", "7") == OK &&
            pso_of(&options).w == 7); /* whole, though others could begin so */
  CU_ASSERT(parse(&options, FOR_SOLVE, "--epoch", "7") == OK && options.epoch == 7 &&
            epochs_of(&options) == 50);
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--t", "5"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(
      status_message(),
      "solve: unknown option --t, did you mean --tours, --temperature, --tournament, --trails, --trail0, "
      "--t0, "
      "--t-end, --tenure, --to, --trips, --target, --target-gap, --time or --threads? (cordee solve --help)");
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--force=1", "--quiet"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "solve: --force: expected no value, found --force=1");
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "-qt", "5"), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(), "solve: unknown option -q (cordee solve --help)");
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--out", ""), ERR_USAGE);
  status_clear();
}

static Status given_to(const char *name, const char *value, const char *method, const Problem *problem) {
  Options options;
  const Solver *solver;
  CU_ASSERT_EQUAL_FATAL(parse(&options, FOR_SOLVE, name, value), OK);
  CU_ASSERT_EQUAL_FATAL(solver_find(method, problem, &solver), OK);
  return options_belong(&options, solver, problem);
}

static void options_of_methods(void) {
  CU_ASSERT_EQUAL(given_to("--climbers", "9", "climb", &problem_tsp), OK);
  CU_ASSERT_EQUAL(given_to("--seed", "9", "lists", &problem_matching), OK);
  CU_ASSERT_EQUAL(given_to("--islands", "9", "pso", &problem_matching), OK);
  CU_ASSERT_EQUAL(given_to("--climbers", "9", "", &problem_tsp), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(
      status_message(),
      "--climbers belongs to method climb, and this run uses ils: add --method climb, or drop it");
  CU_ASSERT_EQUAL(given_to("--chains", "9", "", &problem_tsp), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--chains belongs to methods anneal-tours, anneal, sisr or ruin, and this run "
                         "uses ils: add --method anneal-tours, or drop it");
  CU_ASSERT_EQUAL(given_to("--epochs", "9", "", &problem_tsp), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--epochs belongs to methods anneal, sisr or ruin, which this instance "
                         "is not for, and this run uses ils: drop it");
  CU_ASSERT_EQUAL(given_to("--bound-time", "9", "trade", &problem_matching), OK);
  CU_ASSERT_EQUAL(given_to("--bound-time", "9", "ils", &problem_tsp), ERR_USAGE);
  CU_ASSERT_EQUAL(given_to("--sweeps", "9", "anneal", &problem_tsp), OK);
  CU_ASSERT_EQUAL(given_to("--sweeps", "9", "anneal", &problem_matching), ERR_USAGE);
  CU_ASSERT_EQUAL(given_to("--islands", "9", "lists", &problem_matching), ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--islands belongs to methods ils, climb, aco, anneal-tours, tabu, flock, "
                         "anneal, trade, pso, sisr or ruin, and this run uses lists: "
                         "add --method anneal, trade or pso, or drop it");
  status_clear();
}

/* Through options_plan, which every command calls. */
static void strays_are_refused_by_plans(void) {
  Options options;
  Plan plan;
  CU_ASSERT_EQUAL(parse(&options, FOR_SOLVE, "--tours", "9"), OK);
  CU_ASSERT_EQUAL(plan_for(&options, 100, &plan), ERR_USAGE);
  CU_ASSERT_EQUAL(parse(&options, FOR_GENERATE, "--tasks", "9"), OK);
  CU_ASSERT(options_belong_kind(&options, "grid") == OK &&
            options_belong_kind(&options, "uniform") == ERR_USAGE);
  CU_ASSERT_STRING_EQUAL(status_message(),
                         "--tasks belongs to generate etc or grid, and this is generate uniform: drop it");
  status_clear();
}

/* What a checkpoint's plan says is within bounds, too. */
static void plans_are_bounded(void) {
  Options options;
  options_default(&options);
  CU_ASSERT_EQUAL(options_read_plan("f.h5", "islands = 1000001\n", &options), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "f.h5: islands: expected 0 to 1e6, found 1000001");
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(counts),
                                      TEST(commands_take_their_own),
                                      TEST(plan_text_and_back),
                                      TEST(move_of_climbers),
                                      TEST(plans_agree),
                                      TEST(limits),
                                      TEST(methods),
                                      TEST(abbreviations),
                                      TEST(options_of_methods),
                                      TEST(strays_are_refused_by_plans),
                                      TEST(plans_are_bounded),
                                      {NULL, NULL}};
  return harness_run("options", tests);
}
