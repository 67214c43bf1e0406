/* Prices that make the bound of bound_routes.h large: subgradient steps, from coarse weights to fine ones. So many steps by the size of the
 * instance alone, so the answer is the same everywhere. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_ASCENT_H
#define CORDEE_PROBLEM_CVRP_BOUND_ASCENT_H

#include "bound_graph.h"
#include "bound_loads.h"

/* The best bound found, rounded up to whole units; 0 where the instance is too large for a few steps. threads change no bit of it.
 * ERR_MEMORY; ERR_STOPPED (halt_check). */
Status bound_ascend(const BoundGraph *graph, BoundFleet fleet, int threads, int64_t *bound);

#endif
