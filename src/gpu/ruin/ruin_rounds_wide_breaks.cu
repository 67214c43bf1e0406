/* Rounds of ruin and recreate for fleets with breaks of drivers, of more proposals than NARROW. */
#define RUIN_KNOWN RUIN_KNOWN_BREAKS
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide_breaks(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
