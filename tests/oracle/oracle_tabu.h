/* The oracle of tabu search: the plainest C from the contract's prose (src/solver/tabu/tabu_kernels.h). Shares no code with the kernels:
 * every move is applied to a copy of the tour, its delta is a difference of whole tours, its edges are found by comparing
 * neighbours; distances are the judge's, the generator is Random123 called directly. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_TABU_H
#define CORDEE_TESTS_ORACLE_ORACLE_TABU_H

#include <stdbool.h>
#include "instance.h"

enum { ORACLE_TABU_STEPS = 400 }; /* that a searcher does at most */

typedef struct OracleTabu { /* one searcher */
  const Instance *inst;
  uint64_t seed;
  uint32_t island, searcher;
  bool swap;
  int64_t tenure, spread, patience;
  const int32_t *champion; /* (n) NULL: the island has none */
  /* its state, begun with zeros and cost INT64_MAX */
  int64_t cost, best_cost, step, since, restarts;
  int32_t *tour, *best; /* (n) the caller's */
  int64_t forgotten;    /* edges that were removed before this step are not tabu */
  int64_t until[ORACLE_TABU_STEPS];
  int32_t removed[ORACLE_TABU_STEPS][4][2];
  int removals[ORACLE_TABU_STEPS];
} OracleTabu;

void oracle_tabu_step(OracleTabu *o);

#endif
