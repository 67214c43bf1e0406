/* Rounds of ruin and recreate for fleets that are not vehicles first, of more proposals than NARROW. */
#define RUIN_KNOWN RUIN_KNOWN_COMMON
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
