/* Rounds of ruin and recreate for fleets of RUIN_PLAIN features at most, of chains of several tasks: of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_PLAIN
#include "ruin_round.cuh"

ruin::PartsKernel ruin::rounds_shared_plain(void) { return parts_kernel<NARROW * WARP, KNOWN>; }
