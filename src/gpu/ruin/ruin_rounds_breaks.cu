/* Rounds of ruin and recreate for fleets with breaks of drivers, of up to NARROW proposals. */
#define RUIN_KNOWN (~(uint32_t)(RUIN_TRIPPED | RUIN_BALANCE))
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_narrow_breaks(void) { return rounds_kernel<NARROW * WARP, KNOWN>; }
