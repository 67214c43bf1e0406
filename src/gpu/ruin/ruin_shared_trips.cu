/* Rounds of ruin and recreate for fleets of several trips or release times, of chains of several tasks: of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_TRIPS
#include "ruin_round.cuh"

ruin::PartsKernel ruin::rounds_shared_trips(void) { return parts_kernel<NARROW * WARP, KNOWN>; }
