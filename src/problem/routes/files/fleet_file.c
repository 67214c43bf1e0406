/* What is written in a file of a fleet, in memory. See fleet_files.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include "fleet_files.h"

void fleet_file_free(FleetFile *file) {
  vrp_file_free(&file->plane);
  free(file->depot);
  free(file->stop);
  free(file->vehicle);
  free(file->allowed);
  free(file->reload);
  free(file->matrix);
}

Status fleet_stops_alloc(FleetFile *file) {
  const size_t nodes = (size_t)file->plane.nodes;
  if (file->stop) return OK;
  file->stop = calloc(nodes, sizeof *file->stop);
  if (!file->stop) FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
  return OK;
}

Status fleet_vehicles_alloc(FleetFile *file, int32_t vehicles) {
  file->vehicle = calloc((size_t)vehicles, sizeof *file->vehicle);
  if (!file->vehicle) FAIL(ERR_MEMORY, "no memory for %d vehicles", vehicles);
  file->vehicles = vehicles;
  for (int32_t k = 0; k < vehicles; k++) {
    file->vehicle[k].unit.mantissa = 1;
    file->vehicle[k].count = 1;
  }
  return OK;
}

Status fleet_fail_at(const FleetFile *file, int line, Status status) {
  char place[PATH_MAX + 16];
  snprintf(place, sizeof place, "%.*s:%d", PATH_MAX, file->path, line);
  return status_at(place, status);
}
