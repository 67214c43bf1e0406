/* Rounds of ruin and recreate for fleets, of chains of several tasks: of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_VEHICLES
#include "ruin_round.cuh"

ruin::PartsKernel ruin::rounds_shared(void) { return parts_kernel<NARROW * WARP, KNOWN>; }
