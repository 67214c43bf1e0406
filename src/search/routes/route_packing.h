/* Customers into vehicles by their demands alone, where first fit fails: bin completion (Korf, "A new algorithm for optimal bin packing", AAAI 2002) in
 * depth first search: the vehicle of the heaviest customer left is filled, with large ones first, so that the room that all vehicles may leave
 * is not exceeded. Deterministic, host only, local. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_PACKING_H
#define CORDEE_SEARCH_ROUTES_ROUTE_PACKING_H

#include <stdbool.h>
#include "route_data.h"

enum { PACKING_CUSTOMERS = 2000 }; /* at most */

/* bin (customers + 1): of customer c, 0 .. bins - 1. *found false: none was found in so many steps. ERR_MEMORY; halt_poll is honoured: none is
 * found then. */
Status route_packing(const RouteData *data, int32_t bins, int32_t *bin, bool *found);

#endif
