/* Prices that make the least 1-tree large: the bound of Held and Karp (1970, 1971), by subgradient steps. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TSP_ASCENT_H
#define CORDEE_PROBLEM_TSP_TSP_ASCENT_H

#include "tsp.h"

/* Prices and what they prove: with them no 1-tree of all edges weighs less than `weight` (one_tree.h), and every tour weighs scale x its
 * length + 2 x all prices. */
typedef struct TspAscent {
  int64_t scale, weight;
  int64_t bound;  /* (weight - 2 x all prices) / scale, rounded up: no tour is shorter */
  int64_t *price; /* (n) of each city; free() */
} TspAscent;

/* Whether the bound of an instance is computed: not of directed ones, paths, fewer than 3 cities, and those that would take too long. */
bool tsp_ascends(const TspInstance *tsp);

/* Of such an instance. As many steps as its size allows, in integers and one thread: the answer is the same everywhere. out->price is also to
 * be freed after a failure. ERR_MEMORY, ERR_STOPPED (halt_check). */
Status tsp_ascend(const TspInstance *tsp, TspAscent *out);

#endif
