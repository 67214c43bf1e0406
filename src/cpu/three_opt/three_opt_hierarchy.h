/* The evaluator THREE_OPT_HIERARCHY on the host: every move by itself, as published (Irnich 2008; Schulz et al. 2010). For the table
 * of kernels, whose contract (solver/three_opt/three_opt_kernels.h) these functions keep. A slab is a row: moves of one first edge.
 * A move's feasibility is looked at if its delta is better than what is known. OpenMP. */
#ifndef CORDEE_CPU_THREE_OPT_THREE_OPT_HIERARCHY_H
#define CORDEE_CPU_THREE_OPT_THREE_OPT_HIERARCHY_H

#include "solver/three_opt/three_opt_kernels.h"

typedef struct ThreeOptHierarchy ThreeOptHierarchy;

/* For tours of up to `nodes` nodes; `data` is copied, its arrays are not. levels: 1..4, or 0. *out is owned by the caller. ERR_MEMORY. */
Status three_opt_hierarchy_open(const RouteData *data, int32_t nodes, int levels, ThreeOptHierarchy **out);
void three_opt_hierarchy_close(ThreeOptHierarchy *h); /* NULL allowed */
/* What open takes. */
uint64_t three_opt_hierarchy_bytes(const RouteData *data, int32_t nodes, int levels);

/* Builds the hierarchy of tour (n), then the best move of a share. ERR_STOPPED. */
Status three_opt_hierarchy_scan(ThreeOptHierarchy *h, const int32_t *tour, int32_t n, int threads,
                                ThreeOptShare share, ThreeOptMove *best);

#endif
