/* Instances of fleets of arrays (cordee.h). On rank 0. */
#ifndef CORDEE_LIBRARY_FLEET_H
#define CORDEE_LIBRARY_FLEET_H

#include <cordee.h>
#include "instance.h"

/* settings: of problem_routes. *out is owned by the caller (instance_free). ERR_USAGE, ERR_FORMAT, ERR_NO_SOLUTION, ERR_MEMORY. */
Status fleet_of_arrays(const cordee_fleet *given, const void *settings, Instance **out);

#endif
