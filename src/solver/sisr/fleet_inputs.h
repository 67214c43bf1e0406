/* What searches for fewer vehicles (fleet_search.h) read of an instance: distances and neighbours. Host only, local. */
#ifndef CORDEE_SOLVER_SISR_FLEET_INPUTS_H
#define CORDEE_SOLVER_SISR_FLEET_INPUTS_H

#include "fleet_search.h"

typedef struct FleetInputs {
  RouteData data; /* with a matrix, unless that would be too large */
  FleetNear near;
  int32_t *owned_near, *owned_matrix; /* NULL: none */
} FleetInputs;

/* `data` on the host; its arrays outlive the inputs. ERR_MEMORY; ERR_STOPPED (halt_poll). To be freed in any case. */
Status fleet_inputs_make(const RouteData *data, int threads, FleetInputs *out);
void fleet_inputs_free(FleetInputs *inputs);
uint64_t fleet_inputs_bytes(const RouteData *data);

#endif
