/* Rounds of ruin and recreate for fleets of several trips or release times, of chains of several tasks: of up to NARROW proposals. */
#define RUIN_KNOWN (RUIN_PLAIN | RUIN_FEW | RUIN_TRIPPED | RUIN_VEHICLES)
#include "ruin_round.cuh"

ruin::PartsKernel ruin::rounds_shared_trips(void) { return parts_kernel<NARROW * WARP, KNOWN>; }
