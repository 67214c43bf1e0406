/* Rounds of ruin and recreate for fleets of RUIN_PLAIN features at most, of more proposals than NARROW. */
#define RUIN_KNOWN RUIN_KNOWN_PLAIN
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide_plain(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
