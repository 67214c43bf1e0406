/* The "trade" solver (trade.c) and its settings in a plan: for the solver itself, ladders and tests. */
#ifndef CORDEE_SOLVER_TRADE_TRADE_PLAN_H
#define CORDEE_SOLVER_TRADE_TRADE_PLAN_H

#include "solver.h"
#include "trade_kernels.h"

typedef enum TradeParts { TRADE_PARTS_BOTH, TRADE_PARTS_MACHINES, TRADE_PARTS_CHAINS } TradeParts;

typedef struct TradePlan { /* 0 asks for the default */
  uint32_t parts;          /* TradeParts */
  uint32_t origin;         /* the list heuristics it starts from: 0 all, else row - 1 of match_heuristics */
  uint32_t depth;          /* tasks of a chain, at most */
  uint32_t kick;           /* tasks that a kick moves */
  uint32_t rounds;         /* steps of every island; 0: the time limit decides */
  bool open;               /* filled in by Solver.complete: there is no budget, the time limit ends the run */
} PLAN_SETTINGS TradePlan;

PLAN_OWN(trade_plan, TradePlan)

/* The plan in the kernels' numbers. */
TradeRules trade_rules(const Plan *plan);

/* ---- what kernels read ---- */

/* Prices, near machines and times of an instance, on the backend. To be freed in any case. ERR_MEMORY, ERR_DEVICE. */
Status trade_tables_make(const Instance *inst, Backend *be, TradeTables *out);
void trade_tables_free(Backend *be, TradeTables *k);

/* ---- Solver's functions of these names ---- */

Status trade_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t trade_budget(const Plan *plan);
uint32_t trade_epochs(const Plan *plan);
double trade_work_all(const Instance *inst, const Plan *plan);
double trade_work_done(const Instance *inst, const Plan *plan, const Progress *progress);

extern const Solver solver_trade;
extern const OptionRow trade_option_rows[];

#endif
