/* The oracle of slack induction by string removals: plain C from the contract's prose (src/solver/sisr/sisr_kernels.h, and the table of draws
 * in sisr_draw.h). Shares no code with kernels or src/solver: routes are arrays of customers, every proposal copies the whole solution, and
 * every route that it changes is added up and driven anew. For parts of some hundred customers. */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_SISR_H
#define CORDEE_TESTS_ORACLE_ORACLE_SISR_H

#include <stdbool.h>
#include <stdint.h>
#include "instance.h"

typedef struct OracleSisr { /* a part of a chain */
  const Instance *inst;
  uint64_t seed;
  uint32_t chain, part; /* the chain's number over the ring, the part's in its chain */
  int32_t width;        /* proposals of a round */
  int32_t near_width;   /* neighbours of the whole instance that are known of each customer */
  int32_t routes_least, routes_most;
  int32_t customers;
  float temperature;
} OracleSisr;

typedef struct OracleSolution {
  int32_t *gene; /* (customers) as in problem/cvrp/cvrp.h, of the part */
  int64_t cost;  /* of its distances, and route_cost for each route */
} OracleSolution;

/* Rounds first..first + rounds - 1 from *now; *kept is what was kept before (the cost that
 * counts is kept->cost). Both get the part's solutions, routes in the order of
 * their least customers. */
void oracle_sisr(const OracleSisr *part, uint64_t first, uint32_t rounds, OracleSolution *now,
                 OracleSolution *kept);

/* What the solution of a part costs. */
int64_t oracle_sisr_cost(const Instance *inst, const int32_t *gene, int32_t customers);
/* -ln of a word as a number of (0, 1], in floats. */
float oracle_sisr_exponential(uint32_t word);

#endif
