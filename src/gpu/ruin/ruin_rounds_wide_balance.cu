/* Rounds of ruin and recreate for fleets whose longest route counts, of more proposals than NARROW. */
#define RUIN_KNOWN (~(uint32_t)(RUIN_TRIPPED | RUIN_BREAKS))
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide_balance(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
