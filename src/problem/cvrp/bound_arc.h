/* Arcs, as lower bounds for vehicle routing see them. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_BOUND_ARC_H
#define CORDEE_PROBLEM_CVRP_BOUND_ARC_H

#include "cvrp.h"

/* The distance of two nodes. */
int32_t bound_distance(const CvrpInstance *cvrp, int32_t a, int32_t b);

/* An arc between two customers is usable if a vehicle has room for both and, with time windows, one can be served after the other. */
bool bound_usable(const CvrpInstance *cvrp, int32_t a, int32_t b);

#endif
