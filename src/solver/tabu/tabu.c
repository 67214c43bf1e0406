/* The "tabu" solver: tabu search on tours, on islands. WHAT runs next; HOW is the backend's (tabu_kernels.h).
 *
 * Every island has searchers, which do not see one another in an epoch: a number of steps each. At its end the best tour of an
 * island's searchers becomes its champion if it is cheaper, and champions go to the next island. A searcher that finds nothing
 * better for a while starts anew from the champion. Cities have the instance's numbers everywhere. */
#include <stdio.h>
#include <stdlib.h>
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_problem.h"
#include "solver/climb/climb_problem.h"
#include "solver/island_state.h"
#include "solver/loaded.h"
#include "tabu_plan.h"

struct Archipelago {
  ISLAND_STATE
  ClimbProblem problem; /* empty if the span is empty, as are all arrays */
  TabuRules rules;
  TabuState state; /* champions are the host's as of the beginning of the epoch */
  TabuWalk *walk;  /* (rows) host: state.walk as last downloaded */
  uint64_t steps;  /* of all searchers since create */
};

/* ---- the state ---- */

enum { STEP, WALK, TOUR, BEST, LIST, CHAMPION_COST, CHAMPION };

static size_t searchers_of(const Instance *inst, const Plan *plan) {
  (void)inst;
  return tabu_plan(plan)->searchers;
}

static size_t walk_numbers(const Instance *inst, const Plan *plan) {
  (void)inst;
  (void)plan;
  return TABU_WALK_NUMBERS;
}

/* A place of the list has two numbers. */
static size_t list_numbers(const Instance *inst, const Plan *plan) {
  const TabuRules rules = tabu_rules(plan);
  (void)inst;
  return 2 * (size_t)rules.window * rules.edges;
}

/* A searcher that has not started has no tour; after a step it has. */
static Status walk_check(const Archipelago *a, const TabuWalk *w) {
  const int64_t most = a->at ? COST_NONE - 1 : COST_NONE, at = (int64_t)a->at;
  TRY(loaded_number("walk", "a cost", w->cost, 0, most));
  TRY(loaded_number("walk", "a best cost", w->best, 0, w->cost));
  TRY(loaded_number("walk", "a step", w->step, at, at));
  TRY(loaded_number("walk", "steps without a new best", w->since, 0, at));
  TRY(loaded_number("walk", "restarts", w->restarts, 0, at));
  if (w->cost == COST_NONE) return loaded_number("walk", "no best cost", w->best, COST_NONE, COST_NONE);
  return OK;
}

static Status walks_check(const Archipelago *a, const Field *const *field, int k) {
  for (size_t r = 0; r < a->span.count * searchers_of(a->inst, a->plan); r++)
    TRY(walk_check(a, (const TabuWalk *)field[k]->data + r));
  return OK;
}

static Status lists_check(const Archipelago *a, const Field *const *field, int k) {
  const TabuEdge *edge = field[k]->data;
  const int64_t n = a->inst->n, most = (int64_t)a->at + a->rules.window;
  for (size_t e = 0; e < field[k]->rows * field[k]->columns / 2; e++) {
    const int64_t low = edge[e].key >> 32, high = edge[e].key & UINT32_MAX;
    if (edge[e].key && (low < 0 || low >= high || high >= n))
      FAIL(ERR_FORMAT, "field list: expected two of %lld cities, found %lld %lld", (long long)n,
           (long long)low, (long long)high);
    TRY(loaded_number("list", "a step", edge[e].until, 0, most));
  }
  return OK;
}

static const StateArray arrays[] = {
    [STEP] = {"step", DTYPE_U32, .meaning = STATE_COUNTER},
    [WALK] = {"walk", DTYPE_I64, .rows = searchers_of, .width = walk_numbers, .host = STATE_AT(walk),
              .dev = STATE_AT(state.walk), .check = walks_check},
    [TOUR] = {"tour", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = searchers_of,
              .dev = STATE_AT(state.tour), .cost = WALK,
              .cost_at = offsetof(TabuWalk, cost) / sizeof(int64_t)},
    [BEST] = {"best_tour", DTYPE_I32, .meaning = STATE_SOLUTIONS, .rows = searchers_of,
              .dev = STATE_AT(state.best), .cost = WALK,
              .cost_at = offsetof(TabuWalk, best) / sizeof(int64_t)},
    [LIST] = {"list", DTYPE_I64, .rows = searchers_of, .width = list_numbers, .dev = STATE_AT(state.list),
              .check = lists_check},
    [CHAMPION_COST] = {"champion_cost", DTYPE_I64, STATE_HOST, STATE_COSTS, .host = STATE_AT(champions.cost),
                       .dev = STATE_AT(state.champion_cost)},
    [CHAMPION] = {"champion_gene", DTYPE_I32, STATE_HOST, STATE_SOLUTIONS, .host = STATE_AT(champions.gene),
                  .dev = STATE_AT(state.champion), .cost = CHAMPION_COST}};

static Status champions_upload(Archipelago *a) {
  TRY(island_upload(a, CHAMPION_COST));
  return island_upload(a, CHAMPION);
}

/* The best tour of an island's searchers, of equals the first one's, replaces its champion if it is cheaper. */
static Status champions_update(Archipelago *a) {
  for (uint32_t i = 0; i < a->span.count; i++) {
    const size_t row = island_cheapest(a, BEST, i);
    if (island_cost(a, BEST, row) >= a->champions.cost[i]) continue;
    a->champions.cost[i] = island_cost(a, BEST, row);
    TRY(island_row_download(a, BEST, row, a->champions.gene + i * a->champions.n));
  }
  return OK;
}

static Status tabu_prepare(Archipelago *a) {
  a->rules = tabu_rules(a->plan);
  a->state = (TabuState){.seed = a->plan->seed, .first = a->span.first, .islands = a->span.count};
  return climb_problem_pack(&a->inst, 1, a->be, tabu_plan(a->plan)->move, &a->problem);
}

/* No searcher has started. */
static Status tabu_first(Archipelago *a) {
  for (size_t r = 0; r < a->span.count * searchers_of(a->inst, a->plan); r++)
    a->walk[r] = (TabuWalk){.cost = COST_NONE, .best = COST_NONE};
  return island_upload(a, WALK);
}

static void tabu_release(Archipelago *a) { climb_problem_free(a->be, &a->problem); }

static uint64_t tabu_steps(const Plan *plan) {
  return tabu_plan(plan)->open ? UINT32_MAX : tabu_plan(plan)->steps;
}

static const IslandTable tabu_table = {.bytes = sizeof(Archipelago),
                                       STATE_ARRAYS(arrays),
                                       STATE_SOURCES(CHAMPION, BEST),
                                       .steps = tabu_steps,
                                       .prepare = tabu_prepare,
                                       .first = tabu_first,
                                       .release = tabu_release};

static void tabu_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out) {
  const bool matrix = tour_by_matrix(inst);
  const uint64_t n = (uint64_t)inst->n, distances = matrix ? n * n * sizeof(int32_t) : n * 3 * sizeof(double);
  (void)be;
  island_needs(&tabu_table, inst, plan, span, out);
  snprintf(out->of, sizeof out->of, "--islands %u --searchers %u%s", plan->islands,
           tabu_plan(plan)->searchers, matrix ? " and a matrix of distances" : "");
  if (!span.count) return;
  out->host = bytes_plus(out->host, tsp_of(inst)->matrix ? 0 : distances);
  out->device = bytes_plus(out->device, distances);
}

/* ---- epochs ---- */

static Status tabu_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  return island_create(&tabu_table, inst, be, plan, span, out);
}

/* Every searcher begins with the given tour, which is its island's champion. */
static Status tabu_start(Archipelago *a, const int32_t *initial) {
  int64_t cost;
  if (!initial || !a->span.count) return OK;
  TRY(judge_tour(a->inst, initial, &cost));
  for (uint32_t i = 0; i < a->span.count; i++) champions_offer(&a->champions, i, cost, initial);
  for (size_t r = 0; r < a->span.count * searchers_of(a->inst, a->plan); r++) {
    a->walk[r].cost = cost;
    a->walk[r].best = cost;
    TRY(island_row_upload(a, TOUR, r, initial));
    TRY(island_row_upload(a, BEST, r, initial));
  }
  TRY(island_upload(a, WALK));
  return champions_upload(a);
}

static Status tabu_begin(Archipelago *a, uint32_t epoch) {
  TRY(island_begin(a, epoch));
  return a->span.count ? champions_upload(a) : OK;
}

static Status searchers_walk(Archipelago *a, uint32_t steps) {
  TRY(halt_check("a step of searchers"));
  TRY(a->be->ops->tabu->walk(a->be, &a->problem, &a->rules, &a->state, steps));
  a->steps += steps * (uint64_t)a->span.count * a->rules.searchers;
  return OK;
}

static Status tabu_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint64_t left = a->end - a->at, now = steps < left ? steps : left;
  if (now && a->span.count) TRY(searchers_walk(a, (uint32_t)now));
  a->at += now;
  TRY(island_progress(a, a->steps * climb_moves(tabu_plan(a->plan)->move, a->inst->n), progress));
  return progress->epoch_done ? champions_update(a) : OK;
}

static Status tabu_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  if (!a->span.count) return OK;
  return a->be->ops->tabu->describe(a->be, &a->problem, &a->rules, a->span.count * a->rules.searchers, out);
}

const Solver solver_tabu = {
    .name = "tabu",
    .title = "tabu search",
    .about = "Each searcher makes the best allowed move of the whole neighbourhood in every step, even if it "
             "lengthens the tour. Edges that were removed may not return for a number of steps.\n",
    .example = "--steps 2000",
    .problems = {&problem_tsp},
    .kernels = FAMILY_BIT(tabu),
    .work = "moves",
    .finished = "steps",
    .options = tabu_option_rows,
    .plan_bytes = sizeof(TabuPlan),
    .islands_help = "0: 8",
    .epoch_help = "steps of a searcher; 0: 1,000",
    .complete = tabu_complete,
    .budget = tabu_budget,
    .epochs = tabu_epochs,
    .work_all = tabu_work_all,
    .work_done = tabu_work_done,
    .variant = tabu_variant,
    .needs = tabu_needs,
    .create = tabu_create,
    .start = tabu_start,
    .initial_help = "every searcher begins with it",
    .begin = tabu_begin,
    .pacing = &island_pacing,
    .advance = tabu_advance,
    .describe = tabu_describe,
    ISLAND_MIGRATION,
    ISLAND_FUNCTIONS};
