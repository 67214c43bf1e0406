/* Rounds of ruin and recreate for fleets with breaks of drivers, of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_BREAKS
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_breaks(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
