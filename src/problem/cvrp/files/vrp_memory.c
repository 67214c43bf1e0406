/* Instances of arrays in memory. The arrays take the place of what is written in a file; the rest is the second half
 * of the readers.
 *
 * The arrays take the place of what is written in a file; the rest is the second half of the readers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "problem/cvrp/cvrp_options.h"
#include "problem/tsp/files/tsp_files.h"
#include "vrp_files.h"

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
  if (data->loads && data->demand) FAIL(ERR_FORMAT, "expected demand or loads, found both");
  if (data->matrix && data->distances) FAIL(ERR_FORMAT, "expected matrix or distances, found both");
  if (data->customers < 1 || data->customers == INT32_MAX)
    FAIL(ERR_FORMAT, "customers: expected 1 to %d, found %d", INT32_MAX - 1, data->customers);
  if (data->loads && !(data->load_capacity > 0))
    FAIL(ERR_FORMAT, "load_capacity: expected a number above 0, found %g", data->load_capacity);
  if (!data->loads && (data->capacity < 1 || data->capacity > CVRP_LIMIT_MAX))
    FAIL(ERR_FORMAT, "capacity: expected 1 to %d, found %d", CVRP_LIMIT_MAX, data->capacity);
  if (data->vehicles < 0) FAIL(ERR_FORMAT, "vehicles: expected 0 or more, found %d", data->vehicles);
  if (!data->demand && !data->loads)
    FAIL(ERR_FORMAT, "demand: expected %d numbers, found NULL", data->customers + 1);
  if (!data->x != !data->y) FAIL(ERR_FORMAT, "%s: expected coordinates, found NULL", data->x ? "y" : "x");
  if (!data->x && !data->matrix && !data->distances)
    FAIL(ERR_FORMAT, "expected coordinates or a matrix, found neither");
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
  if (data->x) {
    file->x = calloc(nodes, sizeof *file->x);
    file->y = calloc(nodes, sizeof *file->y);
  }
  if (file->weighted) file->matrix = instance_array_alloc(nodes * nodes * sizeof *file->matrix);
  if (data->ready) file->stop = calloc(nodes, sizeof *file->stop);
  if (file->demand && (!data->x || (file->x && file->y)) && (!file->weighted || file->matrix) &&
      (!data->ready || file->stop))
    return OK;
  FAIL(ERR_MEMORY, "no memory for %zu nodes", nodes);
}

static Status demand_of(const VrpArrays *data, int32_t v, VrpNumber *out) {
  if (!data->loads) {
    *out = (VrpNumber){.mantissa = data->demand[v]};
    return OK;
  }
  return number_of("loads", v, data->loads[v], out);
}

static double load_of(const VrpArrays *data, int32_t v) {
  return data->loads ? data->loads[v] : data->demand[v];
}

static Status demands_copy(const VrpArrays *data, VrpFile *file) {
  const char *array = data->loads ? "loads" : "demand";
  const double most = data->loads ? data->load_capacity : data->capacity;
  for (int32_t v = 0; v < file->nodes; v++) {
    const double load = load_of(data, v);
    if (v == 0 && load != 0) FAIL(ERR_FORMAT, "%s[0]: expected 0, of the depot, found %g", array, load);
    if (!(load >= 0 && load <= most))
      FAIL(load > most ? ERR_NO_SOLUTION : ERR_FORMAT, "%s[%d]: expected 0 to %.15g, found %.15g", array, v,
           most, load);
    TRY(demand_of(data, v, &file->demand[v]));
  }
  return OK;
}

static Status matrix_copy(const VrpArrays *data, const CvrpSettings *settings, VrpFile *file) {
  const MatrixRules rules = {.most = CVRP_DISTANCE_MAX,
                             .scale = settings->scale,
                             .remedy = "as routes whose distances depend on the direction are not supported"};
  const MatrixGiven given = {data->matrix, data->distances};
  return matrix_take(given, file->nodes, &rules, file->matrix, &file->matrix_decimals);
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

static Status file_fill(const VrpArrays *data, const CvrpSettings *settings, VrpFile *file) {
  file->weighted = data->matrix || data->distances;
  TRY(arrays_alloc(data, file));
  TRY(demands_copy(data, file));
  for (int32_t v = 0; data->x && v < file->nodes; v++) {
    TRY(number_of("x", v, data->x[v], &file->x[v]));
    TRY(number_of("y", v, data->y[v], &file->y[v]));
  }
  if (file->weighted) TRY(matrix_copy(data, settings, file));
  if (data->ready) TRY(stops_copy(data, file));
  if (data->longest > 0) TRY(number_of("longest", 0, data->longest, &file->limit));
  file->limit_line = data->longest > 0; /* there is a limit */
  return OK;
}

Status cvrp_of_arrays(const VrpArrays *data, const CvrpSettings *settings, Instance **out) {
  TRY(sizes_check(data));
  VrpFile file = {.path = "the instance",
                  .in_memory = true,
                  .nodes = data->customers + 1,
                  .capacity = {.mantissa = data->capacity},
                  .vehicles = data->vehicles};
  if (data->loads) TRY(number_of("load_capacity", 0, data->load_capacity, &file.capacity));
  Status status = file_fill(data, settings, &file);
  if (status == OK) status = vrp_finish(&file, settings, out);
  vrp_file_free(&file);
  return status;
}
