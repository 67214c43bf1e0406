/* An iteration of the search for fewer vehicles: fleet_search.h. */
#ifndef CORDEE_SOLVER_SISR_FLEET_STEP_H
#define CORDEE_SOLVER_SISR_FLEET_STEP_H

#include "fleet_search.h"

/* Iteration k of a search that is not over. True: nobody is absent from the present solution now. */
bool fleet_step(FleetSearch *s, uint64_t k);

#endif
