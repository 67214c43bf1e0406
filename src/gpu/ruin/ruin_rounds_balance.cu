/* Rounds of ruin and recreate for fleets whose longest route counts, of up to NARROW proposals. */
#define RUIN_KNOWN RUIN_KNOWN_BALANCE
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_balance(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
