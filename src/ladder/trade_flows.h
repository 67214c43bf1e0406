/* Tables of `cordee-ladder trades`: rounds and their networks, and the networks by every method of maximum flow. */
#ifndef CORDEE_LADDER_TRADE_FLOWS_H
#define CORDEE_LADDER_TRADE_FLOWS_H

#include "trade_networks.h"
#include "trade_run.h"

/* A row for each round from this assignment on: what its networks have, and what the round did. ERR_INTERNAL: a chain was found where the
 * network proves that there is none. */
Status trade_rounds_print(TradeRun *run, const int32_t *start);

/* Both networks of this assignment and random ones of as many vertices and arcs, by methods of maximum flow: one by one, and `batch` of
 * each at once. */
Status trade_flows_print(TradeRun *run, const int32_t *start, uint32_t batch, uint64_t seed);

#endif
