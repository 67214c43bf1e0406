/* The oracle of a round of iterated local search: the plainest C from the contract's prose (src/solver/ils/ils_kernels.h). Shares
 * no code with the kernels: views are whole arrays, neighbours are looked for, tours are sets of edges, distances are the
 * judge's. */
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

/* What a kick would do: t1 .. of the double bridge after position p (runs of a, b, c cities), or, with p < 0, a search from
 * city `from`. Fills view (n), positions in their new order, and *delta. */
void oracle_ils_kick(const OracleIls *o, const int32_t *tour, int32_t p, int32_t a, int32_t b, int32_t c,
                     int32_t from, int32_t *view, int64_t *delta);

/* The tour (n), in place, after those of `count` views (count, n) that go together, in their order. Starts with the city at
 * position 0; which way round is not said. The number taken. */
int32_t oracle_ils_commit(int32_t n, int32_t *tour, const int32_t *views, int32_t count);

#endif
