/* Rounds of trades on one assignment, one after the other, by the kernels of `--method trade` on any backend: for `cordee-ladder trades`. */
#ifndef CORDEE_LADDER_TRADE_RUN_H
#define CORDEE_LADDER_TRADE_RUN_H

#include "instance.h"
#include "solver/trade/trade_plan.h"

/* One island. What is on the backend is its state; the rest is the host's. */
typedef struct TradeRun {
  const Instance *inst;
  Backend *be;
  TradeTables tables;
  TradeState state;
  TradeWalk walk;
  int32_t *assignment; /* (tasks) as it was after the last call */
  double seconds;      /* of the rounds since the start */
  uint64_t rounds;
} TradeRun;

/* To be freed in any case. ERR_MEMORY, ERR_DEVICE. */
Status trade_run_make(const Instance *inst, Backend *be, TradeRun *out);
void trade_run_free(TradeRun *run);
/* Begins with this assignment (tasks), of which it takes a copy. */
Status trade_run_start(TradeRun *run, const int32_t *assignment);
/* One round; *over: rounds gain nothing any more. */
Status trade_run_round(TradeRun *run, const TradeRules *rules, bool *over);
/* Rounds until they gain nothing any more. The answer is judged: ERR_INTERNAL if it is above the start, or not what the kernels say. */
Status trade_run_all(TradeRun *run, const TradeRules *rules);

#endif
