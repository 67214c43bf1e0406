/* Rounds of ruin and recreate for fleets, of up to NARROW proposals. */
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
