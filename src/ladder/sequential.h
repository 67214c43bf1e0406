/* `cordee-ladder heuristics --as-published`: 2-opt with restarts, an ant system and annealing as a source compares them, one after the other. */
#ifndef CORDEE_LADDER_SEQUENTIAL_H
#define CORDEE_LADDER_SEQUENTIAL_H

#include "ladders.h"

/* ---- the two that no solver has; distances (n, n) ---- */

typedef struct Sequential {
  int32_t n;
  const int64_t *distance;
  uint64_t seed;
} Sequential;

/* A local search from a random tour by the best move, of equals the first (i, j): tour (n). Returns the tour's cost. */
int64_t sequential_climb(const Sequential *s, uint32_t number, int32_t *tour);
/* Proposals first .. first + count - 1 of 2-opt with two random cities, each at T0 alpha^t, T0 = n^3; t counts proposals. Returns the cost. */
int64_t sequential_anneal(const Sequential *s, double alpha, uint32_t first, uint32_t count, int32_t *tour);
/* A random tour (Durstenfeld 1964). */
void sequential_random(const Sequential *s, uint32_t number, int32_t *tour);
int64_t sequential_cost(const Sequential *s, const int32_t *tour);

/* The whole comparison on an instance of the TSP; best_known 0: unknown. */
Status sequential_compare(const LadderRun *run, const Instance *inst, int64_t best_known);

#endif
