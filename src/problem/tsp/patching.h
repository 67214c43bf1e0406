/* A directed tour from an assignment: its cycles are joined by patches (Karp 1979). Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_PATCHING_H
#define CORDEE_PROBLEM_TSP_PATCHING_H

#include "sparse_assignment.h"
#include "tsp.h"

/* The arc from a to b; 0 to and from the city beyond a path's ends (tsp_fixed_nodes). */
int64_t patching_arc(const TspInstance *tsp, int32_t a, int32_t b);

/* Cycles of a permutation. next (n). ERR_MEMORY. */
Status patching_cycles(int32_t n, const int32_t *next, int32_t *cycles);

/* Makes next (n), a permutation of the cities, one cycle. A patch replaces two arcs a -> a', b' -> b of different cycles by a -> b, b' -> a'.
 * The cheapest of those for which `arcs` has a -> b is made first; of equal ones, the first arc's. A patch that others have made dearer waits
 * for its turn. If cycles are left, the smallest one is joined by its cheapest patch of all, and so on. The result depends on the arguments
 * only. ERR_MEMORY, ERR_STOPPED (halt.h). */
Status patching_join(const TspInstance *tsp, const SparseEntries *arcs, int32_t *next);

#endif
