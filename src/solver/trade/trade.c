/* The "trade" solver: tasks change places along networks, for task matching, on islands. This file decides WHAT runs next; HOW is the
 * backend's (trade_kernels.h).
 *
 * Islands are restarts: the first one trades from the start itself, the others after a kick of it. In an epoch every island does a number of
 * steps. At its end its best assignment becomes its champion if it is cheaper, and champions go to the next island, which goes
 * on from the better of its own and that one at its next kick. The start is every island's first champion, so no answer is worse. */
#include <stdio.h>
#include <stdlib.h>
#include "halt.h"
#include "individual.h"
#include "problem/judge.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"
#include "solver/island_state.h"
#include "solver/loaded.h"
#include "trade_plan.h"

struct Archipelago {
  ISLAND_STATE
  TradeTables tables; /* empty if the span is empty, as are all arrays */
  TradeRules rules;
  TradeState state; /* champions are the host's as of the beginning of the epoch */
  TradeWalk *walk;  /* (islands) host: state.walk as last downloaded */
  uint64_t steps;   /* of all islands since create */
};

/* ---- the state ---- */

enum { STEP, WALK, ASSIGNMENT, BEST, CHAMPION_COST, CHAMPION };

static size_t walk_numbers(const Instance *inst, const Plan *plan) {
  (void)inst;
  (void)plan;
  return TRADE_WALK_NUMBERS;
}

static Status walks_check(const Archipelago *a, const Field *const *field, int k) {
  const TradeWalk *w = field[k]->data;
  const int64_t at = (int64_t)a->at;
  for (size_t i = 0; i < a->span.count; i++, w++) {
    TRY(loaded_number("walk", "a cost", w->cost, 0, COST_NONE - 1));
    TRY(loaded_number("walk", "a best cost", w->best, 0, w->cost));
    TRY(loaded_number("walk", "rounds without a gain", w->since, 0, TRADE_PATIENCE));
    TRY(loaded_number("walk", "kicks", w->kicks, 0, at));
    TRY(loaded_number("walk", "moved tasks", w->moved, 0, INT64_MAX));
  }
  return OK;
}

static const StateArray arrays[] = {
    [STEP] = {"step", DTYPE_U32, .meaning = STATE_COUNTER},
    [WALK] = {"walk", DTYPE_I64, .width = walk_numbers, .host = STATE_AT(walk), .dev = STATE_AT(state.walk),
              .check = walks_check},
    [ASSIGNMENT] = {"assignment", DTYPE_I32, .meaning = STATE_SOLUTIONS, .dev = STATE_AT(state.assignment),
                    .cost = WALK, .cost_at = offsetof(TradeWalk, cost) / sizeof(int64_t)},
    [BEST] = {"best_assignment", DTYPE_I32, .meaning = STATE_SOLUTIONS, .dev = STATE_AT(state.best),
              .cost = WALK, .cost_at = offsetof(TradeWalk, best) / sizeof(int64_t)},
    [CHAMPION_COST] = {"champion_cost", DTYPE_I64, STATE_HOST, STATE_COSTS, .host = STATE_AT(champions.cost),
                       .dev = STATE_AT(state.champion_cost)},
    [CHAMPION] = {"champion_gene", DTYPE_I32, STATE_HOST, STATE_SOLUTIONS, .host = STATE_AT(champions.gene),
                  .dev = STATE_AT(state.champion), .cost = CHAMPION_COST}};

static Status champions_upload(Archipelago *a) {
  TRY(island_upload(a, CHAMPION_COST));
  return island_upload(a, CHAMPION);
}

static Status champions_update(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++) {
    if (island_cost(a, BEST, i) >= a->champions.cost[i]) continue;
    a->champions.cost[i] = island_cost(a, BEST, i);
    TRY(island_row_download(a, BEST, i, a->champions.gene + i * a->champions.n));
  }
  return OK;
}

static Status trade_prepare(Archipelago *a) {
  a->rules = trade_rules(a->plan);
  a->state = (TradeState){.seed = a->plan->seed, .first = a->span.first, .islands = a->span.count};
  return trade_tables_make(a->inst, a->be, &a->tables);
}

static void trade_release(Archipelago *a) { trade_tables_free(a->be, &a->tables); }

static uint64_t trade_steps(const Plan *plan) {
  return trade_plan(plan)->open ? UINT32_MAX : trade_plan(plan)->rounds;
}

static const IslandTable trade_table = {.bytes = sizeof(Archipelago),
                                        STATE_ARRAYS(arrays),
                                        STATE_SOURCES(CHAMPION, BEST),
                                        .steps = trade_steps,
                                        .prepare = trade_prepare,
                                        .release = trade_release};

static void trade_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const uint64_t n = (uint64_t)inst->n, pairs = n * (uint64_t)matching_of(inst)->machines;
  (void)be;
  island_needs(&trade_table, inst, plan, span, out);
  snprintf(out->of, sizeof out->of, "--islands %u", plan->islands);
  if (!span.count) return;
  out->host = bytes_plus(out->host, pairs * sizeof(int64_t));
  out->device = bytes_plus(out->device, 2 * pairs * sizeof(int64_t) + n * TRADE_NEAR * sizeof(int32_t));
}

/* ---- the start ---- */

static Status trade_create(const Instance *inst, Backend *be, const Plan *plan, Span span,
                           Archipelago **out) {
  return island_create(&trade_table, inst, be, plan, span, out);
}

/* Every island has the assignment; all but the first begin with a kick. */
static Status islands_start(Archipelago *a, const int32_t *assignment) {
  int64_t cost;
  TRY(judge_assignment(a->inst, assignment, &cost));
  for (uint32_t i = 0; i < a->span.count; i++) {
    const bool first = a->span.first + i == 0;
    a->walk[i] = (TradeWalk){.cost = cost, .best = cost, .since = first ? 0 : TRADE_PATIENCE};
    champions_offer(&a->champions, i, cost, assignment);
    TRY(island_row_upload(a, ASSIGNMENT, i, assignment));
    TRY(island_row_upload(a, BEST, i, assignment));
  }
  TRY(island_upload(a, WALK));
  return champions_upload(a);
}

static Status trade_start(Archipelago *a, const int32_t *initial) {
  const uint32_t origin = trade_plan(a->plan)->origin;
  int64_t cost;
  if (!a->span.count) return OK;
  if (initial) return islands_start(a, initial);
  int32_t *assignment = malloc((size_t)a->inst->n * sizeof *assignment);
  if (!assignment) FAIL(ERR_MEMORY, "no memory for %d tasks", a->inst->n);
  Status status = match_best_list(a->inst, match_heuristics + (origin ? origin - 1 : 0),
                                  origin ? 1 : MATCH_HEURISTICS, a->be->threads, assignment, &cost);
  if (status == OK) status = islands_start(a, assignment);
  free(assignment);
  return status;
}

/* ---- epochs ---- */

static Status trade_begin(Archipelago *a, uint32_t epoch) {
  TRY(island_begin(a, epoch));
  return a->span.count ? champions_upload(a) : OK;
}

static Status islands_walk(Archipelago *a, uint32_t steps) {
  TRY(halt_check("a round of trades"));
  TRY(a->be->ops->trade->walk(a->be, &a->tables, &a->rules, &a->state, steps));
  a->steps += steps * (uint64_t)a->span.count;
  return OK;
}

static Status trade_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint64_t left = a->end - a->at, now = steps < left ? steps : left;
  if (now && a->span.count) TRY(islands_walk(a, (uint32_t)now));
  a->at += now;
  TRY(island_progress(a, a->steps * (uint64_t)a->inst->n, progress)); /* a round looks at every task */
  return progress->epoch_done ? champions_update(a) : OK;
}

static Status trade_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  return a->span.count ? a->be->ops->trade->describe(a->be, &a->tables, a->span.count, out) : OK;
}

const Solver solver_trade = {.name = "trade",
                             .title = "task trading along maximum flows",
                             .about = "Rounds of trades lower the makespan. Tasks move from machines with "
                                      "much load to machines with little, along a maximum flow "
                                      "of time at the prices of the lower bound; then chains of tasks take "
                                      "one another's places. When rounds gain nothing any "
                                      "more, some tasks move at random.\n",
                             .example = "--rounds 500",
                             .problems = {&problem_matching},
                             .kernels = FAMILY_BIT(trade),
                             .work = "tasks",
                             .finished = "rounds",
                             .options = trade_option_rows,
                             .plan_bytes = sizeof(TradePlan),
                             .islands_help = "0: 8 on the CPU, 264 on a GPU",
                             .epoch_help = "rounds of an island; 0: 200",
                             .complete = trade_complete,
                             .budget = trade_budget,
                             .epochs = trade_epochs,
                             .work_all = trade_work_all,
                             .work_done = trade_work_done,
                             .needs = trade_needs,
                             .create = trade_create,
                             .start = trade_start,
                             .initial_help = "the assignment that trades begin with",
                             .begin = trade_begin,
                             .pacing = &island_pacing,
                             .advance = trade_advance,
                             .describe = trade_describe,
                             ISLAND_MIGRATION,
                             ISLAND_FUNCTIONS};
