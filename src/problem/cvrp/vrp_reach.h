/* Whether every customer can be served at all: by the earliest ways of vehicles to it and back, which may lead past others, as rounded distances and
 * matrices may violate the triangle inequality. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_REACH_H
#define CORDEE_PROBLEM_CVRP_VRP_REACH_H

#include "vrp_finish.h"

/* Windows, limit and distances are set. ERR_NO_SOLUTION: a customer cannot be, and which line says so; ERR_MEMORY. */
Status vrp_reach_check(const VrpFile *file, const CvrpInstance *cvrp);

#endif
