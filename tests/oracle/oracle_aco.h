/* The oracle of ant colony optimisation: the plainest C from the contract's prose (src/solver/aco/aco_kernels.h). Shares no code with
 * the kernels: tours are sequences that are searched from the front, distances are the judge's, the generator is Random123
 * called directly. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ACO_H
#define CORDEE_TESTS_ORACLE_ORACLE_ACO_H

#include <stdbool.h>
#include "instance.h"

typedef struct OracleAco { /* one island; internal numbers */
  const Instance *inst;
  const int32_t *order; /* (n) */
  int32_t width;
  const int32_t *list; /* (n, width) */
  uint64_t seed;
  uint32_t island, ants, alpha, elite, changes; /* elite 0: a single tour leaves trails */
  double beta;
  uint64_t evaporation; /* of 2^16 */
  uint64_t share;       /* the least trail, of 2^32 */
  bool focused, search;
  /* its state, begun with unit, trails of 2^28, and costs of INT64_MAX; if focused, with the greedy tour as best and source */
  int64_t unit, best_cost, source_cost, reset, found, links;
  uint32_t *trail;        /* (n, width) */
  int32_t *best, *source; /* (n) */
} OracleAco;

void oracle_aco_iterate(OracleAco *o, uint32_t iteration);

#endif
