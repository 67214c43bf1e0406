/* `cordee-ladder heuristics`: every method for the TSP on the same instances, at equal time and at equal numbers of evaluations. One run
 * of each does for both: what it had after so many seconds, and after so many evaluations. An evaluation is what the method counts
 * as its work (Progress.moves; docs/guide-bench.md says what that is). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "ladders.h"
#include "race.h"
#include "sequential.h"
#include "problem/instance_file.h"
#include "problem/tsp/tsp.h"
#include "run/outcome.h"
#include "text.h"

#define SECONDS_USUAL 10

typedef struct Contest { /* on one instance */
  uint64_t seed;
  Backend *be;
  const Instance *inst;
  int64_t best_known; /* 0: unknown */
  RaceGoal goal;
  FILE *csv; /* or NULL */
  const LadderRun *run;
} Contest;

/* "0.123", "-" if there is no tour yet or no best known value. */
static const char *gap_text(const Contest *c, int64_t cost, char text[32]) {
  if (cost == INT64_MAX || !c->best_known) return "-";
  c_snprintf(text, 32, "%.3f", 100 * ((double)cost / (double)c->best_known - 1));
  return text;
}

static const char *cost_text(int64_t cost, char text[32]) {
  if (cost == INT64_MAX) return "-";
  snprintf(text, 32, "%lld", (long long)cost);
  return text;
}

static void point_csv(const Contest *c, const Race *race, RacePoint p) {
  char gap[32];
  text_csv(c->csv, c->inst->name);
  c_fprintf(c->csv, ",%d,%s,%s,%s,%llu,%.6f,%.10g,%lld,%s\n", c->inst->n, race->solver->name,
            race->solver->work, c->be->ops->name, (unsigned long long)c->seed, p.seconds, p.evaluations,
            (long long)p.cost, gap_text(c, p.cost, gap));
}

/* Each new best tour, and the last one at the end of the run. */
static void race_csv(const Contest *c, const Race *race) {
  RacePoint end = race->point[race->count - 1];
  for (size_t k = 0; k < race->count; k++) point_csv(c, race, race->point[k]);
  end.seconds = race->seconds;
  end.evaluations = race->evaluations;
  point_csv(c, race, end);
}

/* Why there is a '-' in the row: when the first tour was there. */
static void first_print(const Contest *c, const Race *race) {
  const RacePoint *first = race->point;
  if (first->seconds > c->goal.seconds || first->evaluations > c->goal.evaluations)
    c_printf("; first tour after %.3g s, %.4g %s", first->seconds, first->evaluations, race->solver->work);
}

static void race_print(const Contest *c, const Race *race) {
  const int64_t by_time = race_at_time(race, c->goal.seconds),
                by_work = race_at_evaluations(race, c->goal.evaluations);
  char cost[2][32], gap[2][32];
  c_printf("%-14s %7d %-12s %5s %12s %9s %12s %9s  %.4g %s/s", text_line(c->inst->name), c->inst->n,
           race->solver->name, race->evaluations < c->goal.evaluations ? "fewer" : "",
           cost_text(by_time, cost[0]), gap_text(c, by_time, gap[0]), cost_text(by_work, cost[1]),
           gap_text(c, by_work, gap[1]), race->evaluations / race->seconds, race->solver->work);
  first_print(c, race);
  printf("\n");
  fflush(stdout);
}

/* A method that does not take the instance says why. */
static Status method_run(const Contest *c, const Solver *solver) {
  Race race;
  Status status = race_run(c->seed, c->be, solver, c->inst, c->goal, &race);
  if (status == ERR_USAGE) {
    printf("%-14s %7d %-12s %s\n", text_line(c->inst->name), c->inst->n, solver->name,
           text_line(status_message()));
    status_clear();
    status = OK;
  } else if (status == OK) {
    race_print(c, &race);
    if (c->csv) race_csv(c, &race);
  }
  race_free(&race);
  return status;
}

static Status methods_run(const Contest *c) {
  const Solver *solver;
  if (c->run->settings->as_published) return sequential_compare(c->run, c->inst, c->best_known);
  for (int k = 0; (solver = solver_at(k)); k++)
    if (solver_accepts(solver, c->inst->problem)) TRY(method_run(c, solver));
  return OK;
}

static Status instance_run(Contest *c, const char *path) {
  Instance *inst = NULL;
  TRY(instance_read(path, &inst));
  InstanceSettings none = {0};
  Status status = OK;
  c->inst = inst;
  if (inst->problem != &problem_tsp)
    status = status_fail(ERR_USAGE, "heuristics: %s: expected an instance of the TSP", path);
  if (status == OK) status = best_known_find(path, inst, &none, 0, &c->best_known);
  if (status == OK) status = methods_run(c);
  instance_free(inst);
  return status;
}

/* The file that begins at *at of a list with commas between; false: the end. */
static bool path_next(const char **at, char path[OPTION_PATH_MAX]) {
  const size_t length = strcspn(*at, ",");
  if (!**at) return false;
  snprintf(path, OPTION_PATH_MAX, "%.*s", (int)length, *at);
  *at += length + ((*at)[length] == ',');
  return true;
}

/* Those of the published comparisons, where their files are. */
static const char *const usual[] = {"swiss42", "berlin52", "kroA100", "kroA200", "pr439", "pr1002", NULL};

/* Of a published comparison the first alone. */
static Status usual_run(Contest *c) {
  const char *folder = getenv("CORDEE_INSTANCES");
  char path[OPTION_PATH_MAX];
  for (int k = 0; usual[k] && (k == 0 || !c->run->settings->as_published); k++) {
    snprintf(path, sizeof path, "%s/tsp/%s.tsp", folder ? folder : "../shared/instances", usual[k]);
    TRY(instance_run(c, path));
  }
  return OK;
}

static void contests_print(const Contest *c) {
  c_printf("seed %llu; after %g s, and after %.4g evaluations (work as each method counts it); runs "
           "end after %g s\n"
           "%-14s %7s %-12s %5s %12s %9s %12s %9s  %s\n",
           (unsigned long long)c->seed, c->goal.seconds, c->goal.evaluations, c->goal.seconds_most,
           "instance", "cities", "method", "", "cost (time)", "gap %", "cost (work)", "gap %", "rate");
}

static Status contests_run(const LadderRun *run) {
  const LadderSettings *const settings = run->settings;
  Contest c = {.seed = settings->seed, .be = run->be, .csv = run->csv, .run = run};
  const char *at = settings->instance;
  char path[OPTION_PATH_MAX];
  c.goal.seconds = settings->time_s > 0 ? settings->time_s : SECONDS_USUAL;
  c.goal.evaluations = (double)settings->evaluations;
  c.goal.seconds_most = settings->overtime * c.goal.seconds;
  printf("%s: %s\n", run->be->ops->name, text_line(run->be->device_name));
  if (!settings->as_published) contests_print(&c);
  if (c.csv) fprintf(c.csv, "instance,cities,method,work,backend,seed,seconds,evaluations,cost,gap\n");
  if (!settings->instance[0]) return usual_run(&c);
  while (path_next(&at, path)) TRY(instance_run(&c, path));
  return OK;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("time of each method, in seconds; 0: 10"),
    LADDER_BACKEND,
    LADDER_THREADS,
    LADDER_INSTANCE("FILE,...",
                    "measure on these instances (default: swiss42, berlin52, kroA100, kroA200, pr439 and "
                    "pr1002 of $CORDEE_INSTANCES/tsp)"),
    {"evaluations", KIND_COUNT, OPTION_FIELD(LadderSettings, evaluations), "1e6", .argument = "N",
     .least = "1", .most = "1e15", .help = "work of each method, in its own unit of evaluations"},
    {"as-published", KIND_FLAG, OPTION_FIELD(LadderSettings, as_published),
     .help =
         "instead 2-opt with restarts, an ant system and annealing as a thesis compares them, on swiss42 (or "
         "--instance): 1,000 local optima, 1,000 iterations, 2,460 proposals; 8 to 200 cities"},
    {"overtime", KIND_REAL, OPTION_FIELD(LadderSettings, overtime), "2", .argument = "FACTOR", .least = "1",
     .most = "1e6", .help = "end a run after FACTOR times --time, although it made fewer evaluations"},
    LADDER_CSV("write the progress of every run to FILE (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_heuristics = {
    .name = "heuristics",
    .summary = "every method for the TSP on the same instances, at equal time and at equal work",
    .help = "Each method runs once, for --time seconds and until it has done --evaluations. A run that is "
            "slower ends "
            "after --overtime times --time, with fewer evaluations.\n"
            "  cordee-ladder heuristics --instance kroA100.tsp --csv heuristics.csv\n"
            "  cordee-ladder heuristics --as-published --instance swiss42.tsp\n",
    .options = options,
    .mark = "instance,cities,method,",
    .run = contests_run};
