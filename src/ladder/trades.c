/* `cordee-ladder trades`: task matching as a maximum flow of task trades, which Solomon 2012 names as further work: what rounds of trades
 * make of the assignments of list heuristics, swarms and annealing; the rounds; their networks by methods of maximum flow; and
 * swarms whose bests trade. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "individual.h"
#include "ladders.h"
#include "problem/matching/etc.h"
#include "problem/matching/matching.h"
#include "problem/matching/matching_bounds.h"
#include "trade_flows.h"
#include "trade_search.h"

/* ---- designs ---- */

/* Makespans of Solomon 2012, table 6.2, relative to first come, first served; the size is tasks times machines. */
#define FIGURE(MEASURE, SIZE, VALUE)                                                                         \
  { MEASURE, SIZE, VALUE, "GTX 260", "2012" }
static const LadderFigure swarms[] = {FIGURE("pso / fcfs", "600", ".906"),
                                      FIGURE("pso / fcfs", "900", ".935"),
                                      FIGURE("pso / fcfs", "700", ".939"),
                                      FIGURE("pso / fcfs", "1050", ".941"),
                                      FIGURE("pso / fcfs", "800", ".964"),
                                      FIGURE("pso / fcfs", "8000", "1.322"),
                                      FIGURE("pso / fcfs", "100000", "3.106"),
                                      FIGURE("pso-1 / fcfs", "600", ".925"),
                                      FIGURE("pso-1 / fcfs", "900", ".921"),
                                      FIGURE("pso-1 / fcfs", "700", ".923"),
                                      FIGURE("pso-1 / fcfs", "1050", ".933"),
                                      FIGURE("pso-1 / fcfs", "800", ".934"),
                                      FIGURE("pso-1 / fcfs", "8000", "1.312"),
                                      FIGURE("pso-1 / fcfs", "100000", "3.109"),
                                      {.value = NULL}};

static const LadderDesign designs[] = {
    {"start", "Solomon 2012, where it is a swarm's", "the start itself", swarms, LADDER_CPU},
    {"machines", "an idea of Solomon 2012", "tasks move along a maximum flow between machines", NULL,
     LADDER_CPU},
    {"chains-1", "", "chains of one task: moves", NULL, LADDER_CPU},
    {"chains-2", "", "chains of up to two: exchanges, too", NULL, LADDER_CPU},
    {"chains-4", "", "of up to four", NULL, LADDER_CPU},
    {"chains-8", "", "of up to eight", NULL, LADDER_CPU},
    {"both", "", "machines, then chains-4", NULL, LADDER_CPU},
    {"trade", "", "`solve --method trade` for --time seconds, with kicks", NULL, LADDER_CPU},
    {"swarm", "", "swarms for --time seconds", NULL, LADDER_CPU},
    {"swarm-trades", "", "the same, whose bests trade after each epoch: machines, then chains-2", NULL,
     LADDER_CPU},
    {.name = NULL}};

/* What designs do to a start, in their order. */
static const TradeRules treatments[] = {{0, 0, 1},
                                        {TRADE_MACHINES, 1, 1},
                                        {TRADE_CHAINS, 1, 1},
                                        {TRADE_CHAINS, 2, 1},
                                        {TRADE_CHAINS, 4, 1},
                                        {TRADE_CHAINS, 8, 1},
                                        {TRADE_BOTH, 4, 1}};
enum { TREATMENTS = sizeof treatments / sizeof *treatments };

static const LadderColumn columns[] = {{"instance", "instance", 14},
                                       {"start", "start", 9},
                                       {"gap_percent", "gap %", 8},
                                       {"rounds", "rounds", 7},
                                       {"moved", "moved", 7},
                                       {"seconds", "seconds", 9},
                                       {.key = NULL}};

/* ---- instances ---- */

typedef struct Source {
  const char *kind;
  int32_t tasks, machines;
  Consistency consistency;
  Heterogeneity task, machine;
  bool usual; /* without --whole, too */
} Source;

#define GRID(TASKS, MACHINES, USUAL)                                                                         \
  { "grid", TASKS, MACHINES, CONSISTENCY_I, HETEROGENEITY_HI, HETEROGENEITY_HI, USUAL }
#define CLASSES(C, USUAL)                                                                                    \
  {"etc", 512, 16, C, HETEROGENEITY_HI, HETEROGENEITY_HI, USUAL},                                            \
      {"etc", 512, 16, C, HETEROGENEITY_HI, HETEROGENEITY_LO, false},                                        \
      {"etc", 512, 16, C, HETEROGENEITY_LO, HETEROGENEITY_HI, false}, {                                      \
    "etc", 512, 16, C, HETEROGENEITY_LO, HETEROGENEITY_LO, false                                             \
  }
static const Source sources[] = {
    GRID(60, 10, true),           GRID(60, 15, false),          GRID(70, 10, false),
    GRID(70, 15, false),          GRID(80, 10, false),          GRID(200, 40, false),
    GRID(1000, 100, false),       CLASSES(CONSISTENCY_I, true), CLASSES(CONSISTENCY_C, false),
    CLASSES(CONSISTENCY_S, false)};
enum { SOURCES = sizeof sources / sizeof *sources };

static Status source_make(const Source *s, uint64_t seed, Instance **out) {
  const EtcPlan plan = {s->tasks, s->machines, seed, s->task, s->machine, s->consistency};
  for (const EtcGenerator *g = etc_generators; g->name; g++)
    if (strcmp(g->name, s->kind) == 0) return g->make(&plan, out);
  FAIL(ERR_INTERNAL, "no generator '%s' of task matching", s->kind);
}

static void source_name(const Source *s, char name[32]) {
  static const char *const consistency[] = {"c", "s", "i"}, *const heterogeneity[] = {"hi", "lo"};
  if (strcmp(s->kind, "grid") == 0)
    snprintf(name, 32, "%d x %d", s->tasks, s->machines);
  else
    snprintf(name, 32, "%dx%d %s-%s%s", s->tasks, s->machines, consistency[s->consistency],
             heterogeneity[s->task], heterogeneity[s->machine]);
}

/* ---- quality ---- */

typedef struct Start {
  const char *name, *method;
  uint32_t islands;
  bool timed; /* by --time, and its number of epochs without end */
} Start;
static const Start starts[] = {{"fcfs", "fcfs", 0, false},           {"min-min", "min-min", 0, false},
                               {"sufferage", "sufferage", 0, false}, {"pso", "pso", 10, false},
                               {"pso-1", "pso", 1, false},           {"anneal", "anneal", 1, true}};
enum { STARTS = sizeof starts / sizeof *starts };

/* An instance under way. */
typedef struct Bench {
  const LadderRun *run;
  const Instance *inst;
  char name[32];
  int64_t bound, fcfs;
  TradeRun trades;
  int32_t *assignment; /* (tasks) of the start */
  double seconds_s;    /* of searches with a time */
} Bench;

static const LadderDesign *design_of(const Bench *b, const char *name) {
  const LadderDesign *const d = ladder_design_named(designs, name);
  return ladder_design_runs(b->run, d) ? d : NULL;
}

static void row_print(const Bench *b, const LadderDesign *d, const char *start, int64_t cost, uint64_t rounds,
                      int64_t moved, double seconds) {
  char measure[32];
  const LadderCell cells[] = {
      LADDER_TEXT(b->name),  LADDER_TEXT(start),   LADDER_NUMBER(100 * ((double)cost / (double)b->bound - 1)),
      LADDER_NUMBER(rounds), LADDER_NUMBER(moved), LADDER_NUMBER(seconds)};
  snprintf(measure, sizeof measure, "%s / fcfs", start);
  ladder_table_row(
      &b->run->table, d, (int64_t)b->inst->n * b->trades.tables.machines, cells,
      (const LadderMeasure[]){{measure, "makespan", (double)cost / (double)b->fcfs}, {.name = NULL}});
}

static Status start_search(Bench *b, const Start *s, int64_t *cost, double *seconds) {
  const TradeSearch search = {.method = s->method,
                              .option = s->timed ? "epochs" : NULL,
                              .value = "1000000",
                              .islands = s->islands,
                              .time_s = s->timed ? b->seconds_s : 0,
                              .seed = b->run->settings->seed};
  return trade_search(b->inst, b->run->be, &search, b->assignment, cost, seconds);
}

/* What all designs make of a start. */
static Status start_measure(Bench *b, const Start *s) {
  int64_t cost;
  double seconds;
  TRY(start_search(b, s, &cost, &seconds));
  if (s == starts) b->fcfs = cost;
  if (design_of(b, "start")) row_print(b, &designs[0], s->name, cost, 0, 0, seconds);
  for (int k = 1; k < TREATMENTS; k++) {
    if (!design_of(b, designs[k].name)) continue;
    TRY(trade_run_start(&b->trades, b->assignment));
    TRY(trade_run_all(&b->trades, &treatments[k]));
    row_print(b, &designs[k], s->name, b->trades.walk.cost, b->trades.rounds, b->trades.walk.moved,
              b->trades.seconds);
  }
  return OK;
}

/* ---- searches for a time ---- */

/* swarm: what trades between epochs, or NULL. */
static Status timed_measure(Bench *b, const char *design, TradeSearch search, const TradeSwarm *swarm) {
  const LadderDesign *const d = design_of(b, design);
  int64_t cost;
  double seconds;
  if (!d) return OK;
  search.time_s = b->seconds_s;
  search.seed = b->run->settings->seed;
  TRY(trade_search(b->inst, b->run->be, &search, b->assignment, &cost, &seconds));
  if (swarm && swarm->cost < cost) TRY(judge_assignment(b->inst, swarm->gene, &cost));
  row_print(b, d, "timed", cost, 0, 0, seconds);
  return OK;
}

/* With a time the budgets are out of reach. */
static Status searches_measure(Bench *b) {
  TradeSwarm swarm = {&b->trades, 2, 0, COST_NONE, malloc((size_t)b->inst->n * sizeof *swarm.gene)};
  const TradeSearch trade = {.method = "trade", .option = "rounds", .value = "4000000000"},
                    plain = {.method = "pso", .option = "iterations", .value = "1000000000", .islands = 10};
  TradeSearch trading = plain;
  trading.between = trade_swarm_step;
  trading.self = &swarm;
  Status status = swarm.gene ? OK : status_fail(ERR_MEMORY, "no memory for %d tasks", b->inst->n);
  if (status == OK) status = timed_measure(b, "trade", trade, NULL);
  if (status == OK) status = timed_measure(b, "swarm", plain, NULL);
  if (status == OK) status = timed_measure(b, "swarm-trades", trading, &swarm);
  free(swarm.gene);
  return status;
}

/* ---- a run ---- */

/* fcfs is the measure of all others. */
static Status fcfs_find(Bench *b) {
  double seconds;
  return start_search(b, &starts[0], &b->fcfs, &seconds);
}

static Status tables_print(Bench *b) {
  const uint32_t batch = b->run->settings->whole ? 10000 : 20;
  TRY(matching_bound(b->inst, b->run->be->threads, NULL, &b->bound));
  TRY(trade_run_make(b->inst, b->run->be, &b->trades));
  TRY(fcfs_find(b));
  printf("\n%s: bound %lld\n", b->name, (long long)b->bound);
  ladder_table_heading(&b->run->table);
  for (int k = 0; k < STARTS; k++) TRY(start_measure(b, &starts[k]));
  TRY(searches_measure(b));
  if (b->run->settings->chosen[0]) return OK;
  TRY(fcfs_find(b));
  TRY(trade_rounds_print(&b->trades, b->assignment));
  return trade_flows_print(&b->trades, b->assignment, batch, b->run->settings->seed);
}

static Status instance_measure(const LadderRun *run, Instance *inst, const char *name) {
  Bench b = {.run = run,
             .inst = inst,
             .seconds_s = run->settings->time_s > 0 ? run->settings->time_s : 0.5,
             .assignment = malloc((size_t)inst->n * sizeof *b.assignment)};
  snprintf(b.name, sizeof b.name, "%s", name);
  Status status = b.assignment ? OK : status_fail(ERR_MEMORY, "no memory for %d tasks", inst->n);
  if (status == OK) status = tables_print(&b);
  trade_run_free(&b.trades);
  free(b.assignment);
  return status;
}

static Status trades_measure(const LadderRun *run) {
  Status status = OK;
  ladder_legend(run);
  for (int k = 0; k < SOURCES && status == OK; k++) {
    Instance *inst = NULL;
    char name[32];
    if (!sources[k].usual && !run->settings->whole) continue;
    source_name(&sources[k], name);
    status = source_make(&sources[k], run->settings->seed, &inst);
    if (status == OK) status = instance_measure(run, inst, name);
    instance_free(inst);
  }
  return status;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("seconds of annealing, and of each search of the last rows; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_THREADS,
    LADDER_DESIGNS,
    LADDER_CSV("write the rows of makespans, with published figures"),
    {"whole", KIND_FLAG, OPTION_FIELD(LadderSettings, whole),
     .help = "all seven sizes of the publication, all twelve classes of 512 tasks on 16 machines, and 10,000 "
             "networks at once"},
    {.name = NULL}};

const LadderEntry ladder_trades = {.name = "trades",
                                   .summary = "task matching as a maximum flow of task trades",
                                   .help = "Rounds of trades on the assignments of list heuristics, swarms "
                                           "and annealing, until they gain nothing; the rounds; their "
                                           "networks by methods of maximum flow; swarms whose bests trade. "
                                           "With --designs there are rows of makespans alone.\n"
                                           "\n"
                                           "  cordee-ladder trades --csv trades.csv\n"
                                           "  cordee-ladder trades --whole --time 10\n",
                                   .options = options,
                                   .designs = designs,
                                   .columns = columns,
                                   .needs = LADDER_OF_ANY,
                                   .mark = "design,n,",
                                   .run = trades_measure};
