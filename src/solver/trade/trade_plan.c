/* The "trade" solver's plan: its defaults, and what follows. Inside "trade". */
#include "problem/matching/matching.h"
#include "solver/island_state.h"
#include "trade_plan.h"

enum { ROUNDS_USUAL = 2000, EPOCH_USUAL = 200 };

Status trade_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  TradePlan *p = trade_plan_edit(plan);
  (void)inst;
  p->open = plan->time_s > 0 && !p->rounds;
  if (!p->rounds && !p->open) p->rounds = ROUNDS_USUAL;
  if (!plan->islands) plan->islands = backend->trade->islands;
  if (!plan->epoch) plan->epoch = EPOCH_USUAL;
  return OK;
}

uint64_t trade_budget(const Plan *plan) { return (uint64_t)trade_plan(plan)->rounds * plan->islands; }

uint32_t trade_epochs(const Plan *plan) {
  return island_epochs(trade_plan(plan)->rounds, trade_plan(plan)->open, plan);
}

/* A round fills networks of tasks x machines, and searches layers of tasks. */
static double round_work(const Instance *inst) {
  return (double)inst->n * ((double)matching_of(inst)->machines + TRADE_NEAR);
}

double trade_work_all(const Instance *inst, const Plan *plan) {
  return (double)trade_budget(plan) * round_work(inst);
}

double trade_work_done(const Instance *inst, const Plan *plan, const Progress *progress) {
  (void)plan;
  return (double)progress->finished * round_work(inst);
}

TradeRules trade_rules(const Plan *plan) {
  static const uint32_t network[] = {[TRADE_PARTS_BOTH] = TRADE_BOTH,
                                     [TRADE_PARTS_MACHINES] = TRADE_MACHINES,
                                     [TRADE_PARTS_CHAINS] = TRADE_CHAINS};
  const TradePlan *p = trade_plan(plan);
  return (TradeRules){.network = network[p->parts], .depth = p->depth, .kick = p->kick};
}
