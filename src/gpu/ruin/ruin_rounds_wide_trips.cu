/* Rounds of ruin and recreate for fleets of several trips or release times, of more proposals than NARROW. */
#define RUIN_KNOWN RUIN_KNOWN_TRIPS
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide_trips(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
