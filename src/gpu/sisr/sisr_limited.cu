/* Rounds of slack induction where routes are limited by their durations, too. */
#include "sisr_round.cuh"

sisr::RoundsKernel sisr::rounds_limited(Kind kind) { return rounds_of<LIMITED>(kind); }
