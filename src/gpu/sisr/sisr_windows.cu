/* Rounds of slack induction where routes are limited by time windows, too. */
#include "sisr_round.cuh"

sisr::RoundsKernel sisr::rounds_windows(Kind kind) { return rounds_of<WINDOWS>(kind); }
