/* Tours that searches begin with, and the table of moves: see climb_workspace.h. */
#include <string.h>
#include "climb_workspace.h"

const MoveOps *move_find(ClimbMove move) {
  static const MoveOps *const moves[] = {[MOVE_TWO_OPT] = &climb_two_opt, [MOVE_SWAP] = &climb_swap};
  return moves[move];
}

void start_random(RngStream stream, int32_t base, int32_t n, int32_t *tour) {
  for (int32_t p = 0; p < n; p++) tour[p] = base + p;
  for (int32_t p = n - 1; p > 0; p--) {
    int32_t q = (int32_t)rng_below(stream, p, p + 1), city = tour[p];
    tour[p] = tour[q];
    tour[q] = city;
  }
}

void start_kick(RngStream stream, int32_t n, const int32_t *champion, int32_t *tour) {
  int32_t cut[3];
  climb_cuts(stream, n, cut);
  size_t left = cut[1] - cut[0], right = cut[2] - cut[1];
  memcpy(tour, champion, n * sizeof *tour);
  memcpy(tour + cut[0], champion + cut[1], right * sizeof *tour);
  memcpy(tour + cut[0] + right, champion + cut[0], left * sizeof *tour);
}
