/* Rounds of ruin and recreate for fleets of several trips or release times, of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_TRIPS
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_trips(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
