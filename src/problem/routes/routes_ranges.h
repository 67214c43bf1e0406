/* Ranges of all members of an instance of fleets, and whether its arrays agree with each other: the first part of routes_finish. */
#ifndef CORDEE_PROBLEM_ROUTES_ROUTES_RANGES_H
#define CORDEE_PROBLEM_ROUTES_ROUTES_RANGES_H

#include "routes.h"

/* ERR_FORMAT names customer, vehicle type, reload depot or break, and what was expected; ERR_MEMORY. */
Status routes_ranges_check(const RoutesInstance *routes);

#endif
