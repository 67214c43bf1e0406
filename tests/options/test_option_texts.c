/* Texts that files keep: plans of checkpoints and options of tasks come out byte for byte as in files of earlier versions, from
 * which the texts below are. And the rows of solvers say the truth on their settings. */
#include <stdlib.h>
#include <string.h>
#include "evaluator.h"
#include "evaluator/lookback/price_settings.h"
#include "fixtures/harness.h"
#include "options/options_table.h"
#include "problem/matching/matching.h"
#include "problem/tsp/tsp.h"

static const char *const plans[] = {
    "method = ils\nislands = 3\nepoch = 1\nrecombine = apart\ntours = 12\nkicks = 1\npopulations = 1\n"
    "generations = 200\nkick-temperature = 0\ncandidates = 7\nquadrant = 0\nseed = 1\n"
    "path = file\nfrom = 0\nto = 0\nmissing = 0\nmetric = file\nscale = 0\ntarget = 1\n",
    "climbers = 1000\nmethod = climb\nislands = 8\nepoch = 32\nrestart = kick\nmove = swap\nseed = 3\npath = "
    "file\nfrom = 0\nto = 0\nmissing = 0\nmetric = file\nscale = 0\n",
    "method = anneal\nislands = 8\nepoch = 65536\nseed = 1\nchains = 2\nepochs = 3\ntemperature = 0.15\n"
    "reheat = 0.05\ncold = 0.005\naim = 0.01\nbound-time = 0\n",
    "method = pso\nislands = 10\nepoch = 33\nseed = 1\nparticles = 128\niterations = 33\nmigrants = 2\n"
    "form = discrete\ninertia = constriction\nw = 0.1\ndecay = 0.995\nc1 = 2\nc2 = 1.4\nc3 = 1\nbound-time = "
    "0\n",
    "method = min-min\nseed = 1\nbound-time = 0\n"};

/* All options that a task may have, in the order that makes its key. */
static const char *const task_lines[] = {"climbers = 10",
                                         "method = ils",
                                         "islands = 2",
                                         "epoch = 4",
                                         "recombine = apart",
                                         "tours = 6",
                                         "kicks = 0.5",
                                         "populations = 1",
                                         "generations = 3",
                                         "kick-temperature = 0.25",
                                         "candidates = 5",
                                         "quadrant = 1",
                                         "restart = kick",
                                         "move = swap",
                                         "seed = 1",
                                         "particles = 8",
                                         "iterations = 12",
                                         "migrants = 1",
                                         "form = discrete",
                                         "inertia = linear",
                                         "w = 0.8",
                                         "decay = 0.9",
                                         "c1 = 2",
                                         "c2 = 1.5",
                                         "c3 = 0.5",
                                         "chains = 2",
                                         "epochs = 3",
                                         "temperature = 0.2",
                                         "reheat = 0.1",
                                         "cold = 0.01",
                                         "aim = 0.01",
                                         "network = chains",
                                         "depth = 2",
                                         "kick = 9",
                                         "origin = fcfs",
                                         "rounds = 100",
                                         "start = star",
                                         "evaluator = tables",
                                         "levels = 2",
                                         "selection = disjoint",
                                         "moves = 7",
                                         "proposals = 8",
                                         "part = 100",
                                         "tournament = 3",
                                         "hot = 0.5",
                                         "hottest = 8",
                                         "vehicles-share = 0.5",
                                         "first-share = 0.4",
                                         "variant = rank",
                                         "local-search = 2opt",
                                         "ants = 64",
                                         "alpha = 2",
                                         "beta = 3",
                                         "rho = 0.1",
                                         "p-best = 0.05",
                                         "elite = 6",
                                         "new-edges = 4",
                                         "trails = all",
                                         "q = 50",
                                         "trail0 = 0.5",
                                         "neighbourhood = published",
                                         "sweeps = 100",
                                         "anneals = 2",
                                         "spread = 2",
                                         "exchange = 16",
                                         "cooling = linear",
                                         "t0 = 500",
                                         "t-end = 0.5",
                                         "tenure = 8",
                                         "patience = 40",
                                         "searchers = 2",
                                         "steps = 100",
                                         "path = open",
                                         "from = 3",
                                         "to = 7",
                                         "missing = 9",
                                         "metric = GEOM",
                                         "scale = 2.5",
                                         "bound-time = 7.5",
                                         "fleet = exactly:5",
                                         "distances = real",
                                         "objective = balance:7",
                                         "matrix = /a b/m.csv",
                                         "capacity = 40,7",
                                         "speed = 30",
                                         "trips = 3",
                                         "unserved = allowed",
                                         "initial = /a b/c.sol",
                                         "target = 5",
                                         "target-gap = 1",
                                         "time = 0.05",
                                         "best-known = 3"};
enum { TASK_LINES = sizeof task_lines / sizeof *task_lines };

static void plans_of_files(void) {
  for (size_t k = 0; k < sizeof plans / sizeof *plans; k++) {
    Options options;
    char text[4096];
    options_default(&options);
    CU_ASSERT_EQUAL(options_read_plan("f", plans[k], &options), OK);
    options_print_plan(&options, NULL, NULL, text, sizeof text);
    if (strcmp(text, plans[k]) != 0) printf("expected\n%sfound\n%s", plans[k], text);
    CU_ASSERT_STRING_EQUAL(text, plans[k]);
  }
}

/* A plan goes through the solver's settings unchanged: it is complete. */
static void plans_through_settings(void) {
  const TspInstance tsp = {.head = {.problem = &problem_tsp, .n = 60}, .metric = METRIC_EUC_2D};
  const MatchingInstance matching = {.head = {.problem = &problem_matching, .n = 60}, .machines = 10};
  for (size_t k = 0; k < sizeof plans / sizeof *plans; k++) {
    Options options;
    Plan plan;
    const Solver *solver;
    char text[4096];
    const Instance *inst = k < 2 ? &tsp.head : &matching.head;
    options_default(&options);
    CU_ASSERT_EQUAL_FATAL(options_read_plan("f", plans[k], &options), OK);
    CU_ASSERT_EQUAL_FATAL(solver_find(options.method, inst->problem, &solver), OK);
    CU_ASSERT_EQUAL_FATAL(options_plan(&options, solver, inst, &backend_cpu, &plan), OK);
    options_print_plan(&options, solver, &plan, text, sizeof text);
    CU_ASSERT_STRING_EQUAL(text, plans[k]);
  }
}

static void lines_of_tasks(void) {
  int row = -1, options = 0;
  for (int k = 0; k < TASK_LINES; k++) {
    char name[64], line[128], want[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(task_lines[k], " "), task_lines[k]);
    snprintf(want, sizeof want, "%s\n", task_lines[k]);
    CU_ASSERT(options_task_row(name) > row);
    row = options_task_row(name);
    CU_ASSERT_EQUAL(options_task_line(row, strchr(task_lines[k], '=') + 2, line, sizeof line), OK);
    CU_ASSERT_STRING_EQUAL(line, want);
  }
  for (const OptionSpec *spec = option_specs(); spec->name; spec++)
    options += options_task_row(spec->name) == option_row(spec);
  CU_ASSERT_EQUAL(options,
                  TASK_LINES); /* a new option needs a line above: where it stands must not change again */
}

/* Two words for one thing: files keep the older one. */
static void words_for_people(void) {
  Options options;
  char line[64], text[4096];
  options_default(&options);
  CU_ASSERT_EQUAL(options_assign(&options, FOR_SOLVE, "recombine", "isolated"), OK);
  strcpy(options.method, "ils");
  options_print_plan(&options, NULL, NULL, text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "recombine = apart\n"));
  options_summary(&options, NULL, NULL, text, sizeof text);
  CU_ASSERT_PTR_NOT_NULL(strstr(text, "recombine isolated"));
  CU_ASSERT_EQUAL(options_task_line(options_task_row("recombine"), "isolated", line, sizeof line), OK);
  CU_ASSERT_STRING_EQUAL(line, "recombine = apart\n");
  CU_ASSERT_EQUAL(options_task_row("reference"), options_task_row("aim"));
  CU_ASSERT_EQUAL(options_task_line(options_task_row("reference"), "0.010", line, sizeof line), OK);
  CU_ASSERT_STRING_EQUAL(line, "aim = 0.01\n");
}

/* Every setting lies within the plan, has a type that its kind can be, and holds the largest value. */
static void rows_of_solvers(void) {
  const Solver *solver;
  for (int k = 0; (solver = solver_at(k)); k++) {
    CU_ASSERT(solver->plan_bytes <= PLAN_OWN_BYTES && solver->title && solver->work_all);
    CU_ASSERT_EQUAL(solver->options != NULL, solver->plan_bytes > 0);
    for (const OptionRow *row = solver->options; row && row->name; row++) {
      CU_ASSERT(row->offset + row->bytes <= solver->plan_bytes && row->offset % row->bytes == 0);
      CU_ASSERT(row->standard && row->argument && row->help && row->help[0]);
      CU_ASSERT(row->place > 0 && row->place < PLACE_END);
      if (row->kind == KIND_COUNT) {
        CU_ASSERT(row->bytes == 8 || (row->bytes == 4 && strtod(row->most, NULL) <= UINT32_MAX));
      } else {
        CU_ASSERT(row->kind == KIND_REAL ? row->bytes == 8 : row->kind == KIND_CHOICE && row->bytes == 4);
      }
    }
  }
}

/* Settings of prices as a file of records keeps them, and what it refuses. */
static void settings_of_an_evaluator_come_back(void) {
  static const char text[] = "S = 0\nM0 = 0\nT = 0\nsigma = 0\nr = 0\nq = 0\ntype = call\nstyle = european\n"
                             "steps = 77\ntolerance = 0.001\nextrapolate = two\nmethod = full\n"
                             "precision = double\nhybrid = 3\n";
  const Evaluator *price = evaluator_find("price");
  char found[1024];
  PriceSettings settings;
  Options options;
  options_default(&options);
  CU_ASSERT_EQUAL(options_read_evaluator("f", price, text, &settings), OK);
  CU_ASSERT(settings.type == 1 && settings.style == 1 && settings.steps == 77 && settings.tolerance == 1e-3);
  CU_ASSERT(settings.extrapolate == EXTRAPOLATE_TWO && settings.method == PRICING_FULL &&
            settings.hybrid == 3);
  CU_ASSERT_EQUAL(
      options_assign(&options, options_evaluator_mask(evaluator_find("price")), "tolerance", "0.001"), OK);
  options_print_evaluator(&options, price, found, sizeof found);
  CU_ASSERT_PTR_NOT_NULL(strstr(
      found, "type = put\nstyle = american\npayoff = lookback\nstrike = 0\nsteps = 0\ntolerance = 0.001\n"));
  CU_ASSERT_EQUAL(options_read_evaluator("f", price, "steps = -1\n", &settings), ERR_FORMAT);
  CU_ASSERT_STRING_EQUAL(status_message(), "f: expected a setting of its records, found 'steps = -1'");
  status_clear();
  CU_ASSERT_EQUAL(options_read_evaluator("f", price, "kicks = 1\n", &settings), ERR_FORMAT);
  status_clear();
}

int main(void) {
  static const HarnessTest tests[] = {TEST(plans_of_files),  TEST(plans_through_settings),
                                      TEST(lines_of_tasks),  TEST(words_for_people),
                                      TEST(rows_of_solvers), TEST(settings_of_an_evaluator_come_back),
                                      {NULL, NULL}};
  return harness_run("option_texts", tests);
}
