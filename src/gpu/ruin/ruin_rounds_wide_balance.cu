/* Rounds of ruin and recreate for fleets whose longest route counts, of more proposals than NARROW. */
#define RUIN_KNOWN RUIN_KNOWN_BALANCE
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_wide_balance(void) { return rounds_kernel<RUIN_WIDTH_MAX * WARP, KNOWN>; }
