/* Start solutions that keep the fleet's limits: fewer routes by dissolving the smallest and by packing, more by splitting (route_start.h).
 * Deterministic, host only, local. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_FLEET_H
#define CORDEE_SEARCH_ROUTES_ROUTE_FLEET_H

#include <stdbool.h>
#include "route_data.h"

/* gene (customers), routes in any number: afterwards every limit holds, and there are at most `most` routes, or exactly so many if the fleet is
 * closed. *found false: none was found, and gene is as it was. ERR_MEMORY, ERR_STOPPED. */
Status route_fleet_keep(const RouteData *data, int32_t most, int32_t *gene, bool *found);

#endif
