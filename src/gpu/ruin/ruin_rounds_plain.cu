/* Rounds of ruin and recreate for fleets of RUIN_PLAIN features at most, of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_PLAIN
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_plain(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
