/* A method on an instance of task matching, to the end of its budget or for a time: for `cordee-ladder trades`. */
#ifndef CORDEE_LADDER_TRADE_SEARCH_H
#define CORDEE_LADDER_TRADE_SEARCH_H

#include "backend.h"
#include "instance.h"
#include "solver.h"

typedef struct TradeSearch {
  const char *method, *option, *value; /* an option of it, or NULL */
  uint32_t islands;                    /* 0: the usual number */
  double time_s;                       /* 0: its budget */
  uint64_t seed;
  Status (*between)(Archipelago *a, void *self); /* after each epoch, or NULL */
  void *self;
} TradeSearch;

/* The best assignment into gene (n), its cost, which is judged, and the seconds of the search. ERR_MEMORY, ERR_DEVICE. */
Status trade_search(const Instance *inst, Backend *be, const TradeSearch *search, int32_t *gene,
                    int64_t *cost, double *seconds);

/* The hook of swarms with trades (`self`: a TradeSwarm): after each epoch, rounds of both parts on each swarm's best, whose place and
 * fitness the result takes if it is better. */
typedef struct TradeSwarm {
  struct TradeRun *run;
  uint32_t depth;
  uint64_t gains; /* bests that became better */
  int64_t cost;   /* of the best result of trades, before the swarm has seen it; COST_NONE: none yet */
  int32_t *gene;  /* (n) that one; the caller's */
} TradeSwarm;
Status trade_swarm_step(Archipelago *a, void *self);

#endif
