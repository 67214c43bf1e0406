/* Rounds of ruin and recreate for fleets, of more proposals than NARROW. */
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
