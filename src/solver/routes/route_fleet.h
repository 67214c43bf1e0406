/* Start solutions that keep the fleet's limits: fewer routes by dissolving the smallest and by packing, more by splitting (route_start.h).
 * Deterministic, host only, local. */
#ifndef CORDEE_SOLVER_ROUTES_ROUTE_FLEET_H
#define CORDEE_SOLVER_ROUTES_ROUTE_FLEET_H

#include "instance.h"

/* gene (customers), routes in any number: afterwards every limit holds. ERR_FORMAT: no solution was found. ERR_MEMORY, ERR_STOPPED. */
Status route_fleet_keep(const Instance *inst, int32_t *gene);

#endif
