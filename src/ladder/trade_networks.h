/* The two networks of task trading (solver/trade/trade_kernels.h) as networks of arcs, for other methods of maximum flow. */
#ifndef CORDEE_LADDER_TRADE_NETWORKS_H
#define CORDEE_LADDER_TRADE_NETWORKS_H

#include "graph/network.h"
#include "solver/trade/trade_kernels.h"

/* An assignment whose networks are asked for: all arrays are the host's. */
typedef struct TradeView {
  const TradeTables *k;
  const int32_t *assignment; /* (tasks) */
  const int64_t *load;       /* (machines) */
} TradeView;

/* Machines above the target. */
int32_t trade_critical(const TradeView *view, int64_t target);
/* Target k of 1 .. TRADE_TARGETS of a makespan. */
int64_t trade_target(const TradeTables *k, int64_t cost, int target);

/* Machines, priced: *supply is what the source has. *out is the caller's to free. ERR_MEMORY. */
Status trade_network_machines(const TradeView *view, int64_t target, int percent, int64_t *supply,
                              Network *out);
/* Chains: a unit a chain. A flow below the number of machines above the target proves that there are no chains from all of these that have no
 * machine in common, and so that trades of near machines do not reach the target: the network lets a chain come to a machine twice,
 * and whether the last task may go to the first machine is asked of the longest task that may leave it. ERR_MEMORY. */
Status trade_network_chains(const TradeView *view, int64_t target, Network *out);

/* A maximum flow by push-relabel. ERR_MEMORY. */
Status trade_network_value(const Network *network, int64_t *value);

#endif
