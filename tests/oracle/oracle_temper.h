/* The oracle of the annealing of tours: the plainest C from the contract's prose (src/solver/anneal_tours/temper_kernels.h). Shares no
 * code with the kernels: every proposal is a whole new tour, whose length is the judge's distances added up; the generator is
 * Random123 called directly. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_TEMPER_H
#define CORDEE_TESTS_ORACLE_ORACLE_TEMPER_H

#include <stdbool.h>
#include "instance.h"

typedef struct OracleTemper { /* one chain; internal numbers */
  const Instance *inst;
  const int32_t *order; /* (n) */
  bool uniform;
  int32_t width;
  const int32_t *list; /* (n, width) */
  uint64_t seed;
  uint32_t chain;
  int32_t *tour, *best; /* (n) */
  int64_t cost, best_cost;
  uint64_t made; /* moves since the beginning */
} OracleTemper;

/* Sweep number `sweep` of `steps` steps at a temperature in 2^16 of a cost. */
void oracle_temper_sweep(OracleTemper *o, uint64_t sweep, uint32_t steps, double temperature);

/* Whether an island's chains on levels `level` and the next one exchange them at exchange `number`. */
bool oracle_temper_exchanges(uint64_t seed, uint32_t island, uint64_t number, uint32_t level,
                             const double temperature[2], const int64_t cost[2]);

#endif
