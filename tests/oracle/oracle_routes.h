/* The oracle of giant tours and of exhaustive 3-opt: plain C from the contract's prose (src/solver/three_opt/three_opt_kernels.h).
 * Shares no code with kernels or src/search/routes: every neighbour is built node by node, each of its routes is added up anew, and
 * distances are roots found by bisection. O(n^4): for tours of at most 60 nodes or so. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ROUTES_H
#define CORDEE_TESTS_ORACLE_ORACLE_ROUTES_H

#include <stdbool.h>
#include <stdint.h>
#include "instance.h"

typedef struct OracleMove {
  int64_t delta; /* < 0; 0: there is no improving move, the rest is 0 */
  int32_t i, j, k, way;
} OracleMove;

typedef struct OracleScan {
  OracleMove best;
  uint64_t feasible, improving; /* moves (i, j, k, way): feasible ones, and those with delta < 0 among them */
} OracleScan;

int64_t oracle_route_distance(const Instance *inst, int32_t a, int32_t b);
int64_t oracle_giant_cost(const Instance *inst, const int32_t *tour, int32_t n);
/* Every route keeps capacity, duration and windows (the limit on durations is one without windows), and no two depots are neighbours if the fleet is FLEET_EXACTLY. */
bool oracle_giant_feasible(const Instance *inst, const int32_t *tour, int32_t n);
/* The neighbour of tour (n) by a move, into out (n). */
void oracle_three_opt_neighbour(const int32_t *tour, int32_t n, OracleMove move, int32_t *out);
/* All moves of tour (n). rows (n - 1): the best of each first edge that a move removes (way 2: j, else i); may be NULL. */
OracleScan oracle_three_opt(const Instance *inst, const int32_t *tour, int32_t n, OracleMove *rows);

#endif
