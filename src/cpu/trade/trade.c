/* Task trading on the CPU: a thread an island, which is a team of one. Twin of src/gpu/trade/trade.cu, contract in
 * src/solver/trade/trade_kernels.h. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "halt.h"

#include "trade_alone.h"

/* Step by step, until it is due to halt. */
static void island_run(const TradeTables *tables, const TradeRules *rules, const TradeState *state,
                       uint32_t i, uint32_t steps, char *memory) {
  TradeTeam t;
  team_open(&t, tables, rules, memory);
  for (uint32_t s = 0; s < steps && !halt_poll(); s++) island_walk(&t, state, i, 1);
}

static Status trade_walk(Backend *be, const TradeTables *tables, const TradeRules *rules,
                         const TradeState *state, uint32_t steps) {
  bool failed = false;
#pragma omp parallel num_threads(be->threads) if (state->islands > 1)
  {
    char *memory = malloc(trade_bytes(tables));
    if (!memory)
#pragma omp atomic write
      failed = true;
#pragma omp for schedule(dynamic, 1)
    for (uint32_t i = 0; i < state->islands; i++)
      if (memory) island_run(tables, rules, state, i, steps, memory);
    free(memory);
  }
  if (failed)
    FAIL(ERR_MEMORY, "no memory for trades of %d tasks on %d machines", tables->tasks, tables->machines);
  return halt_after("rounds of trades");
}

static Status trade_describe(Backend *be, const TradeTables *tables, uint32_t islands, Description *out) {
  const uint32_t threads = islands < (uint32_t)be->threads ? islands : (uint32_t)be->threads;
  snprintf(out->shape, sizeof out->shape, "%u island%s on %u thread%s, networks of %d machines, %d tasks",
           islands, islands == 1 ? "" : "s", threads, threads == 1 ? "" : "s", tables->machines,
           tables->tasks);
  return OK;
}

const TradeKernels trade_kernels_cpu = {trade_describe, trade_walk, 8};
