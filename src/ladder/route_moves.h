/* The explicit list of all moves of exhaustive 3-opt, and the key by which one is chosen: the same in C and CUDA. A move's place in the
 * list tells which is the smaller of two: the order is that of (i, j, k, way). */
#ifndef CORDEE_LADDER_ROUTE_MOVES_H
#define CORDEE_LADDER_ROUTE_MOVES_H

#include "solver/three_opt/three_opt_kernels.h"

/* An entry of the list: 16 bytes. */
typedef struct RouteLadderMove {
  int32_t i, j, k, way; /* 0 <= i < j < k < n - 1; way 1..THREE_OPT_WAYS */
} RouteLadderMove;

/* Moves of a tour of n nodes: 7 (n-1)(n-2)(n-3)/6. */
CVRP_HD static inline uint64_t route_ladder_moves(int32_t n) {
  const uint64_t m = (uint64_t)n - 1;
  return n < 4 ? 0 : THREE_OPT_WAYS * (m * (m - 1) * (m - 2) / 6);
}

/* The place of the first move of edges i < j, whose k is j + 1 and whose way is 1. */
CVRP_HD static inline uint64_t route_ladder_place(int32_t n, int32_t i, int32_t j) {
  const uint64_t left = (uint64_t)(n - 1 - i), last = (uint64_t)(n - 1 - j);
  const uint64_t behind = left * (left - 1) * (left - 2) / 6; /* triples whose first edge is i or later */
  const uint64_t pairs = (left - 1) * (left - 2) / 2;         /* of i with two later edges */
  const uint64_t rest = last * (last - 1) / 2;                /* those whose second edge is j or later */
  return route_ladder_moves(n) - THREE_OPT_WAYS * (behind - pairs + rest);
}

/* Of an improving move (delta < 0): the smaller key is the better move. Its upper half is the delta, the lower one the place. */
CVRP_HD static inline uint64_t route_ladder_key(int32_t delta, uint32_t place) {
  return (uint64_t)((uint32_t)delta ^ 0x80000000u) << 32 | place;
}

#define ROUTE_LADDER_NO_KEY UINT64_MAX /* no move: larger than every key */

CVRP_HD static inline int32_t route_ladder_key_delta(uint64_t key) {
  return (int32_t)((uint32_t)(key >> 32) ^ 0x80000000u);
}

#endif
