/* The oracle: what a climber must do, in the plainest C, from the contract's prose (src/solver/climb_kernels.h).
 * Shares no code with the kernels: distances are the judge's, the generator is Random123 called directly. */
#ifndef CORDEE_TESTS_ORACLE_H
#define CORDEE_TESTS_ORACLE_H

#include "instance.h"

/* Start tours of a climber into tour (n). */
void oracle_random(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, int32_t *tour);
void oracle_kick(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, const int32_t *champion,
                 int32_t *tour);

/* Best improving 2-opt move of all: its delta (0: none), positions in *i < *j. */
int64_t oracle_move(const Instance *inst, const int32_t *tour, int32_t *i, int32_t *j);
void oracle_apply(int32_t n, int32_t *tour, int32_t i, int32_t j);

/* At most `steps` steps; returns the steps done, the finishing one (which finds no move) included. */
uint32_t oracle_climb(const Instance *inst, int32_t *tour, uint32_t steps);

int64_t oracle_cost(const Instance *inst, const int32_t *tour);

#endif
