/* RankIslands: the islands that a rank hosts, and the backend that they are on. */
#ifndef CORDEE_RANK_ISLANDS_H
#define CORDEE_RANK_ISLANDS_H

#include "solver.h"

typedef struct RankIslands {
  Backend backend;
  Span span; /* it may be empty */
  Archipelago *archipelago;
} RankIslands;

#endif
