/* The "tabu" solver: tabu search on tours, on islands. WHAT runs next; HOW is the backend's (tabu_kernels.h).
 *
 * Every island has searchers, which do not see one another in an epoch: a number of steps each. At its end the best tour of an
 * island's searchers becomes its champion if it is cheaper, and champions go to the next island. A searcher that finds nothing
 * better for a while starts anew from the champion. */
#include <stdlib.h>
#include "halt.h"
#include "individual.h"
#include "problem/tsp/tsp.h"
#include "tabu_archipelago.h"

static Status tabu_begin(Archipelago *a, uint32_t epoch) {
  tabu_epoch_set(a, epoch);
  return tabu_champions_upload(a);
}

static Status searchers_walk(Archipelago *a, uint32_t steps) {
  TRY(halt_check("a step of searchers"));
  TRY(a->be->ops->tabu->walk(a->be, &a->problem, &a->rules, &a->state, steps));
  a->steps += steps * (uint64_t)tabu_rows(a);
  return tabu_walks_download(a);
}

static Status tabu_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  const uint32_t now = steps < a->end - a->at ? steps : a->end - a->at;
  if (now && a->span.count) TRY(searchers_walk(a, now));
  a->at += now;
  *progress = (Progress){.moves = a->steps * climb_moves(tabu_plan(a->plan)->move, a->inst->n),
                         .finished = (uint64_t)a->at * a->span.count,
                         .best = COST_NONE,
                         .epoch_done = a->at == a->end};
  for (size_t r = 0; r < tabu_rows(a); r++)
    if (a->walk[r].best < progress->best) progress->best = a->walk[r].best;
  for (uint32_t i = 0; i < a->span.count; i++)
    if (a->champions.cost[i] < progress->best) progress->best = a->champions.cost[i];
  return progress->epoch_done ? tabu_champions_update(a) : OK;
}

/* ---- life ---- */

static void tabu_destroy(Archipelago *a) {
  if (!a) return;
  tabu_state_free(a);
  climb_problem_free(a->be, &a->problem);
  free(a);
}

static Status tabu_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out) {
  Status status = OK;
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for %u islands", span.count);
  *a = (Archipelago){.inst = inst, .be = be, .plan = plan, .span = span, .rules = tabu_rules(plan)};
  if (span.count) TRY_GOTO(climb_problem_pack(&inst, 1, be, tabu_plan(plan)->move, &a->problem), cleanup);
  TRY_GOTO(tabu_state_make(a), cleanup);
  tabu_epoch_set(a, 0);
  *out = a;
  return OK;
cleanup:
  tabu_destroy(a);
  return status;
}

/* Every searcher begins with the given tour, which is its island's champion. */
static Status tabu_start(Archipelago *a, const int32_t *initial) {
  int64_t cost;
  if (!initial || !a->span.count) return OK;
  TRY(judge_tour(a->inst, initial, &cost));
  for (uint32_t i = 0; i < a->span.count; i++) champions_offer(&a->champions, i, cost, initial);
  TRY(tabu_tours_place(a, cost, initial));
  return tabu_champions_upload(a);
}

static Status tabu_describe(Archipelago *a, Description *out) {
  *out = (Description){0};
  if (!a->span.count) return OK;
  return a->be->ops->tabu->describe(a->be, &a->problem, &a->rules, (uint32_t)tabu_rows(a), out);
}

/* Its epochs are counted; only their number is open. */
static bool tabu_over(const Archipelago *a) { return a->at == UINT32_MAX; }
static const SolverPacing tabu_pacing = {.over = tabu_over};

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
    .pacing = &tabu_pacing,
    .advance = tabu_advance,
    .champion = tabu_champion,
    .best = tabu_best,
    .migrant_bytes = tabu_migrant_bytes,
    .emigrate = tabu_emigrate,
    .immigrate = tabu_immigrate,
    .describe = tabu_describe,
    .save = tabu_save,
    .load = tabu_load,
    .destroy = tabu_destroy};
