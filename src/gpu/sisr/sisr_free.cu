/* Rounds of slack induction where routes are limited by their loads alone. */
#include "sisr_round.cuh"

sisr::RoundsKernel sisr::rounds_free(Kind kind) { return rounds_of<FREE>(kind); }
