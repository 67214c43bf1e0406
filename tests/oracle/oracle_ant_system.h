/* The oracle of colonies with trails on all pairs of cities: the published formulas in doubles. Shares no code with the solver: distances
 * are the judge's, the generator is Random123 called directly. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ANT_SYSTEM_H
#define CORDEE_TESTS_ORACLE_ORACLE_ANT_SYSTEM_H

#include "instance.h"

typedef enum OracleDeposits { ORACLE_EVERY, ORACLE_RANKS, ORACLE_MAX_MIN } OracleDeposits;

typedef struct OracleAntSystem { /* one island; internal numbers */
  const Instance *inst;
  const int32_t *order; /* (n) */
  uint64_t seed;
  OracleDeposits deposits;
  uint32_t island, ants, ranks;
  double alpha, beta, rho; /* rho: what evaporates */
  double offset;           /* that is added to distances for choices */
  double q;                /* what an ant leaves, times the length of its tour */
  double least;            /* MAX-MIN: the least trail, of the largest one */
  /* its state */
  double *tau; /* (n, n) */
  int32_t *best;
  double best_cost; /* begins as infinity */
} OracleAntSystem;

/* Before iteration 25, where MAX-MIN's best tour takes its first turn but one. */
void oracle_ant_system_iterate(OracleAntSystem *o, uint32_t iteration);

#endif
