/* Rounds of ruin and recreate for fleets whose longest route counts, of up to NARROW proposals. */
#define RUIN_KNOWN (~(uint32_t)(RUIN_TRIPPED | RUIN_BREAKS))
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_balance(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
