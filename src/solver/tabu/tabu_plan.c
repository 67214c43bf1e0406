/* The "tabu" solver's plan: its defaults, its checks, and what follows. Inside "tabu".
 *
 * A short list, as Glover 1989 holds, and a short patience were the best of those measured (docs/notebook/methods.md). Knox 1994, whose
 * moves are tabu only if both of their edges are, holds up to three times as many edges as there are cities. */
#include "problem/tsp/tsp.h"
#include "search/candidates/tour_image.h"
#include "solver/island_state.h"
#include "tabu_plan.h"

enum { ISLANDS_USUAL = 8, STEPS_USUAL = 10000, EPOCH_USUAL = 1000, TENURE_MOST = 5, PATIENCE_USUAL = 40 };

static uint32_t tenure_usual(int32_t n) {
  if (n < 4) return 1;
  if (n / 4 < TENURE_MOST) return (uint32_t)(n / 4);
  return TENURE_MOST;
}

Status tabu_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  TabuPlan *p = tabu_plan_edit(plan);
  TRY(tour_image_refuse(inst));
  if (!p->tenure) p->tenure = tenure_usual(inst->n);
  if (!p->patience) p->patience = PATIENCE_USUAL;
  if (!p->searchers) p->searchers = backend->tabu->searchers;
  p->open = plan->time_s > 0 && !p->steps;
  if (!p->steps && !p->open) p->steps = STEPS_USUAL;
  if (!plan->islands) plan->islands = ISLANDS_USUAL;
  if (!plan->epoch) plan->epoch = EPOCH_USUAL;
  if ((double)p->searchers * plan->islands > 1e9)
    FAIL(ERR_USAGE, "--searchers: expected at most 1e9 on all islands, found %g",
         (double)p->searchers * plan->islands);
  return OK;
}

uint64_t tabu_budget(const Plan *plan) { return (uint64_t)tabu_plan(plan)->steps * plan->islands; }

uint32_t tabu_epochs(const Plan *plan) {
  return island_epochs(tabu_plan(plan)->steps, tabu_plan(plan)->open, plan);
}

/* A step takes the time of its moves and of about 2000 more, for any number of cities. */
static double step_work(const Instance *inst, const Plan *plan) {
  return (double)climb_moves(tabu_plan(plan)->move, inst->n) + 2000;
}

double tabu_work_all(const Instance *inst, const Plan *plan) {
  return (double)tabu_budget(plan) * tabu_plan(plan)->searchers * step_work(inst, plan);
}

double tabu_work_done(const Instance *inst, const Plan *plan, const Progress *progress) {
  return (double)progress->finished * tabu_plan(plan)->searchers * step_work(inst, plan);
}

const char *tabu_variant(const Plan *plan) { return tabu_plan(plan)->move == MOVE_SWAP ? "swap" : ""; }

TabuRules tabu_rules(const Plan *plan) {
  const TabuPlan *p = tabu_plan(plan);
  const uint32_t tenth = (p->tenure + 9) / 10, spread = tenth < p->tenure ? tenth : p->tenure - 1;
  return (TabuRules){.searchers = p->searchers,
                     .tenure = p->tenure,
                     .spread = spread,
                     .window = p->tenure + spread,
                     .edges = p->move == MOVE_SWAP ? 4 : 2,
                     .patience = p->patience};
}
