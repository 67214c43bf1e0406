/* Rounds of ruin and recreate for fleets where the fewest vehicles come first, of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_VEHICLES
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_vehicles(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
