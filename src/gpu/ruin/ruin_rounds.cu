/* Rounds of ruin and recreate for fleets. */
#include "ruin_round.cuh"

ruin::RoundsKernel ruin::rounds_of(void) { return rounds_kernel; }
