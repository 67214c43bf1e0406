/* See fleet_inputs.h. */
#include "fleet_inputs.h"

#include <stdlib.h>
#include "memory.h"
#include "search/routes/route_neighbours.h"

enum { NEAR_WIDTH = 100, MATRIX_MOST = 4000 /* customers: 64 MB */ };

static int32_t near_width(const RouteData *data) {
  return data->customers - 1 < NEAR_WIDTH ? data->customers - 1 : NEAR_WIDTH;
}

static bool keeps_matrix(const RouteData *data) { return !data->matrix && data->customers <= MATRIX_MOST; }

uint64_t fleet_inputs_bytes(const RouteData *data) {
  const uint64_t nodes = (uint64_t)data->customers + 1,
                 near = bytes_of(nodes, (uint64_t)near_width(data), sizeof(int32_t));
  return bytes_plus(near, keeps_matrix(data) ? bytes_of(nodes, nodes, sizeof(int32_t)) : 0);
}

/* Distances are looked up many times. */
static Status matrix_make(const RouteData *data, FleetInputs *inputs) {
  const size_t nodes = (size_t)data->customers + 1;
  if (!keeps_matrix(data)) return OK;
  int32_t *const matrix = inputs->owned_matrix = malloc(nodes * nodes * sizeof *matrix);
  if (!matrix) FAIL(ERR_MEMORY, "no memory for the distances of %d customers", data->customers);
  for (size_t k = 0; k < nodes * nodes; k++)
    matrix[k] = route_distance(data, (int32_t)(k / nodes), (int32_t)(k % nodes));
  inputs->data.matrix = matrix;
  return OK;
}

Status fleet_inputs_make(const RouteData *data, int threads, FleetInputs *out) {
  const int32_t width = near_width(data);
  *out = (FleetInputs){.data = *data};
  TRY(matrix_make(data, out));
  int32_t *const near = calloc(((size_t)data->customers + 1) * (size_t)width + 1, sizeof *near);
  if (!near) FAIL(ERR_MEMORY, "no memory for the neighbours of %d customers", data->customers);
  out->owned_near = near;
  out->near = (FleetNear){near, width};
  return route_neighbours_nearest(data, width, threads, near);
}

void fleet_inputs_free(FleetInputs *inputs) {
  free(inputs->owned_near);
  free(inputs->owned_matrix);
}
