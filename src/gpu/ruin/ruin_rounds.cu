/* Rounds of ruin and recreate for fleets that are not vehicles first, of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_COMMON
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
