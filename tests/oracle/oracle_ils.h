/* The oracle of a round of iterated local search: the plainest C from the contract's prose
 * (src/solver/ils/ils_kernels.h). Shares no code with the kernels: the tour of a kick is a whole array,
 * neighbours are searched for, tours are sets of edges, distances are the judge's. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ILS_H
#define CORDEE_TESTS_ORACLE_ORACLE_ILS_H

#include <stdbool.h>
#include <stdint.h>
#include "instance.h"

typedef struct OracleIls {
  const Instance *inst;
  const int32_t *order; /* internal number -> city */
  const int32_t *list;  /* (n, width) internal numbers */
  int32_t width;
} OracleIls;

/* The result of a kick: a double bridge after position p (runs of a, b, c cities); with p < 0 a search from
 * city `from`. Fills sequence (n), the positions in their new order, and *delta. */
void oracle_ils_kick(const OracleIls *o, const int32_t *tour, int32_t p, int32_t a, int32_t b, int32_t c,
                     int32_t from, int32_t *sequence, int64_t *delta);

/* Changes the tour (n) by those of `count` sequences (count, n) that do not cross, in their order. It starts
 * with the city at position 0; its direction is not specified. Returns the number accepted. */
int32_t oracle_ils_commit(int32_t n, int32_t *tour, const int32_t *sequences, int32_t count);

#endif
