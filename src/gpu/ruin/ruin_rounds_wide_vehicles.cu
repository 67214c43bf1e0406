/* Rounds of ruin and recreate for fleets where the fewest vehicles come first, of more proposals than NARROW. */
#define RUIN_KNOWN RUIN_KNOWN_VEHICLES
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide_vehicles(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
