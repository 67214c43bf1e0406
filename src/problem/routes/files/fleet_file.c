/* What is written in a file of a fleet, in memory. See fleet_files.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fleet_files.h"
#include "io/path.h"

void fleet_file_free(FleetFile *file) {
  vrp_file_free(&file->plane);
  free(file->depot);
  free(file->stop);
  free(file->group);
  free(file->set);
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

bool fleet_has_releases(const FleetFile *file) {
  bool any = false;
  for (int32_t v = 0; v < file->plane.nodes; v++) any |= file->stop[v].release.mantissa != 0;
  return any;
}

/* ---- equal vehicles ---- */

static bool number_equal(VrpNumber a, VrpNumber b) {
  return a.mantissa == b.mantissa && a.places == b.places;
}

bool fleet_vehicles_equal(const FleetFile *file, int32_t a, int32_t b) {
  const FleetVehicle *x = &file->vehicle[a], *y = &file->vehicle[b];
  const size_t words = fleet_words(file);
  for (int32_t load = 0; load < file->loads; load++)
    if (!number_equal(x->capacity[load], y->capacity[load])) return false;
  if (!number_equal(x->fixed, y->fixed) || !number_equal(x->unit, y->unit) || x->depot != y->depot ||
      !x->max_distance_line != !y->max_distance_line || !number_equal(x->max_distance, y->max_distance) ||
      !x->max_duration_line != !y->max_duration_line || !number_equal(x->max_duration, y->max_duration) ||
      !x->most_reloads_line != !y->most_reloads_line || !number_equal(x->most_reloads, y->most_reloads))
    return false;
  if (file->reload && memcmp(file->reload + (size_t)a * words, file->reload + (size_t)b * words,
                             words * sizeof *file->reload) != 0)
    return false;
  return !file->allowed || memcmp(file->allowed + (size_t)a * words, file->allowed + (size_t)b * words,
                                  words * sizeof *file->allowed) == 0;
}

void fleet_name_set(FleetFile *file) {
  static const char *const suffixes[] = {".txt", ".dat", ".tw"};
  VrpFile *const plane = &file->plane;
  path_stem(file->path, "", plane->name, sizeof plane->name);
  for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++) {
    const size_t length = strlen(plane->name), less = strlen(suffixes[k]);
    if (length <= less || strcmp(plane->name + length - less, suffixes[k]) != 0) continue;
    plane->name[length - less] = 0;
    return;
  }
}

Status fleet_fail_at(const FleetFile *file, int line, Status status) {
  char place[PATH_MAX + 16];
  snprintf(place, sizeof place, "%.*s:%d", PATH_MAX, file->path, line);
  return status_at(place, status);
}
