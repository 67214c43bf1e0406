/* Rounds of ruin and recreate for fleets of several trips or release times whose longest route counts, of up to NARROW proposals. */
#define RUIN_KNOWN (RUIN_PLAIN | RUIN_FEW | RUIN_TRIPPED | RUIN_BALANCE | RUIN_VEHICLES)
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_trips_balance(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
