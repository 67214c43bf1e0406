/* The features that the kernels of each unit know: one of fewer features needs fewer registers. Contract: solver/ruin/ruin_kernels.h.
 *
 * Every unit defines RUIN_KNOWN as one of these before it includes what follows. A unit that knows trips is for instances with trips or releases
 * alone, one that knows breaks for those with breaks, one that knows the longest route for those where it counts; ruin.cu chooses. */
#ifndef CORDEE_GPU_RUIN_KNOWN_H
#define CORDEE_GPU_RUIN_KNOWN_H

#include "solver/ruin/ruin_kernels.h"

enum {
  RUIN_KNOWN_PLAIN = RUIN_PLAIN,
  RUIN_KNOWN_COMMON = RUIN_PLAIN | RUIN_FEW | RUIN_PAIRS | RUIN_CLUSTERS | RUIN_WINDOWS,
  RUIN_KNOWN_VEHICLES = RUIN_KNOWN_COMMON | RUIN_VEHICLES,
  RUIN_KNOWN_BREAKS = RUIN_KNOWN_VEHICLES | RUIN_BREAKS,
  RUIN_KNOWN_BALANCE = RUIN_KNOWN_VEHICLES | RUIN_BALANCE,
  RUIN_KNOWN_TRIPS = RUIN_PLAIN | RUIN_FEW | RUIN_VEHICLES | RUIN_RELEASES | RUIN_TRIPS,
  RUIN_KNOWN_TRIPS_BALANCE = RUIN_KNOWN_TRIPS | RUIN_BALANCE,
  RUIN_KNOWN_ALL = RUIN_KNOWN_PLAIN | RUIN_KNOWN_COMMON | RUIN_KNOWN_VEHICLES | RUIN_KNOWN_BREAKS |
                   RUIN_KNOWN_BALANCE | RUIN_KNOWN_TRIPS | RUIN_KNOWN_TRIPS_BALANCE
};

static_assert((uint32_t)RUIN_KNOWN_ALL == (uint32_t)RUIN_FEATURES,
              "a feature is in no list: add it to those whose kernels know it");

#ifndef RUIN_KNOWN
#error "expected RUIN_KNOWN, the features that the kernels of this unit know"
#endif

#endif
