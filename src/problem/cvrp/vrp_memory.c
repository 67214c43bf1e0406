/* See vrp_memory.h. The arrays take the place of what is written in a file; the rest is the second half of the readers. */
#include "vrp_memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "vrp_finish.h"

#define LEAST_OF_15 1e-3 /* smaller numbers have digits behind the 18th decimal, which do not count */

static Status number_of(const char *array, int32_t k, double value, VrpNumber *out) {
  char text[40];
  int length = c_snprintf(text, sizeof text, "%.15g", value);
  if (fabs(value) < LEAST_OF_15) length = c_snprintf(text, sizeof text, "%.*f", VRP_PLACES_MAX, value);
  Lexer lx = {.path = array, .at = text, .end = text + length, .line = 1};
  if (isfinite(value) && vrp_number(&lx, out)) return OK;
  FAIL(ERR_FORMAT, "%s[%d]: expected a number of at most 18 digits before and 18 behind the point, found %g",
       array, k, value);
}

static Status time_of(const char *array, int32_t k, double value, VrpNumber *out) {
  if (value < 0) FAIL(ERR_FORMAT, "%s[%d]: expected a time from 0 on, found %g", array, k, value);
  return number_of(array, k, value, out);
}

static Status sizes_check(const VrpArrays *data) {
  if (data->customers < 1 || data->customers == INT32_MAX)
    FAIL(ERR_FORMAT, "customers: expected 1 to %d, found %d", INT32_MAX - 1, data->customers);
  if (data->capacity < 1 || data->capacity > CVRP_LIMIT_MAX)
    FAIL(ERR_FORMAT, "capacity: expected 1 to %d, found %d", CVRP_LIMIT_MAX, data->capacity);
  if (data->vehicles < 0) FAIL(ERR_FORMAT, "vehicles: expected 0 or more, found %d", data->vehicles);
  if (!data->demand) FAIL(ERR_FORMAT, "demand: expected %d numbers, found NULL", data->customers + 1);
  if (!data->x != !data->y) FAIL(ERR_FORMAT, "%s: expected coordinates, found NULL", data->x ? "y" : "x");
  if (!data->x && !data->matrix) FAIL(ERR_FORMAT, "expected coordinates or a matrix, found neither");
  if (!data->ready != !data->due)
    FAIL(ERR_FORMAT, "%s: expected times, found NULL", data->ready ? "due" : "ready");
  if (data->service && !data->ready)
    FAIL(ERR_FORMAT, "service: expected time windows with service times, found none");
  if (!(data->longest >= 0)) FAIL(ERR_FORMAT, "longest: expected 0 or more, found %g", data->longest);
  return OK;
}

static Status arrays_alloc(const VrpArrays *data, VrpFile *file) {
  const size_t nodes = (size_t)file->nodes;
  file->demand = malloc(nodes * sizeof *file->demand);
  if (data->x) file->x = calloc(nodes, sizeof *file->x), file->y = calloc(nodes, sizeof *file->y);
  if (data->matrix) file->matrix = instance_array_alloc(nodes * nodes * sizeof *file->matrix);
  if (data->ready) file->stop = calloc(nodes, sizeof *file->stop);
  if (file->demand && (!data->x || (file->x && file->y)) && (!data->matrix || file->matrix) &&
      (!data->ready || file->stop))
    return OK;
  FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
}

static Status demands_copy(const VrpArrays *data, VrpFile *file) {
  for (int32_t v = 0; v < file->nodes; v++) {
    if (v == 0 && data->demand[v] != 0)
      FAIL(ERR_FORMAT, "demand[0]: expected 0, of the depot, found %d", data->demand[v]);
    if (data->demand[v] < 0 || data->demand[v] > data->capacity)
      FAIL(data->demand[v] < 0 ? ERR_FORMAT : ERR_NO_SOLUTION, "demand[%d]: expected 0 to %d, found %d", v,
           data->capacity, data->demand[v]);
    file->demand[v] = (VrpNumber){.mantissa = data->demand[v]};
  }
  return OK;
}

static Status matrix_copy(const VrpArrays *data, VrpFile *file) {
  const size_t nodes = (size_t)file->nodes;
  for (size_t a = 0; a < nodes; a++)
    for (size_t b = 0; b < nodes; b++) {
      const int32_t here = data->matrix[a * nodes + b], mirror = data->matrix[b * nodes + a];
      if (here != mirror)
        FAIL(ERR_FORMAT, "matrix[%zu][%zu]: expected %d as at [%zu][%zu], found %d", a, b, mirror, b, a,
             here);
      if (here < 0 || here > (a == b ? 0 : CVRP_DISTANCE_MAX))
        FAIL(ERR_FORMAT, "matrix[%zu][%zu]: expected a distance from 0 to %d, found %d", a, b,
             a == b ? 0 : CVRP_DISTANCE_MAX, here);
      file->matrix[a * nodes + b] = here;
    }
  return OK;
}

static Status stops_copy(const VrpArrays *data, VrpFile *file) {
  for (int32_t v = 0; v < file->nodes; v++) {
    TRY(time_of("ready", v, data->ready[v], &file->stop[v].ready));
    TRY(time_of("due", v, data->due[v], &file->stop[v].due));
    if (data->service) TRY(time_of("service", v, data->service[v], &file->stop[v].service));
  }
  file->service_each = data->service != NULL;
  return OK;
}

static Status file_fill(const VrpArrays *data, VrpFile *file) {
  TRY(arrays_alloc(data, file));
  TRY(demands_copy(data, file));
  for (int32_t v = 0; data->x && v < file->nodes; v++) {
    TRY(number_of("x", v, data->x[v], &file->x[v]));
    TRY(number_of("y", v, data->y[v], &file->y[v]));
  }
  if (data->matrix) TRY(matrix_copy(data, file));
  if (data->ready) TRY(stops_copy(data, file));
  if (data->longest > 0) TRY(number_of("longest", 0, data->longest, &file->limit));
  file->limit_line = data->longest > 0; /* there is a limit */
  file->weighted = data->matrix != NULL;
  return OK;
}

Status cvrp_of_arrays(const VrpArrays *data, const CvrpSettings *settings, Instance **out) {
  TRY(sizes_check(data));
  VrpFile file = {.path = "the instance",
                  .in_memory = true,
                  .nodes = data->customers + 1,
                  .capacity = {.mantissa = data->capacity},
                  .vehicles = data->vehicles};
  Status status = file_fill(data, &file);
  if (status == OK) status = vrp_finish(&file, settings, out);
  vrp_file_free(&file);
  return status;
}
