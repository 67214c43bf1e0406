/* The oracle of exhaustive 3-opt on tours of some hundred nodes: every move by its four parts, whose loads and times are differences of
 * sums along the tour. O(n^3); at most 1024 nodes. Shares no code with the kernels; distances are those of oracle_routes.h. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ROUTE_PARTS_H
#define CORDEE_TESTS_ORACLE_ORACLE_ROUTE_PARTS_H

#include "oracle_routes.h"

/* The best move of tour (n), and rows (n - 1): as oracle_three_opt has them. */
OracleMove oracle_three_opt_parts(const Instance *inst, const int32_t *tour, int32_t n, OracleMove *rows);

#endif
