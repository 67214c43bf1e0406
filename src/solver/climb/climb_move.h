/* The moves of a climber and their arithmetic. climb_kernels.h has the contract. */
#ifndef CORDEE_SOLVER_CLIMB_CLIMB_MOVE_H
#define CORDEE_SOLVER_CLIMB_CLIMB_MOVE_H

#include "rng.h"

typedef enum ClimbMove { MOVE_TWO_OPT, MOVE_SWAP, MOVE_COUNT } ClimbMove;

/* Moves of a step: the whole neighbourhood of a tour of n cities. */
RNG_FN uint64_t climb_moves(ClimbMove move, int32_t n) {
  uint64_t m = (uint64_t)n;
  if (move == MOVE_SWAP) return n > 2 ? (m - 1) * (m - 2) / 2 : 0;
  return n > 3 ? m * (m - 3) / 2 : 0;
}

/* The number of distances in a delta, at most. */
RNG_FN int climb_distances(ClimbMove move) { return move == MOVE_SWAP ? 8 : 4; }

/* |integer delta - unrounded delta| is at most this in every metric. */
RNG_FN float climb_rounding(ClimbMove move) { return 0.5f * (float)climb_distances(move); }

#endif
