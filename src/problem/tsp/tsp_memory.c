/* See tsp_memory.h. */
#include "tsp_memory.h"

#include <math.h>
#include <string.h>
#include "tsp_edges.h"
#include "tsplib_data.h"

static Status count_check(int32_t n) {
  if (n >= 1) return OK;
  FAIL(ERR_FORMAT, "n: expected 1 to %d cities, found %d", INT32_MAX, n);
}

static Status metric_find(const char *word, Metric *metric) {
  for (Metric m = 0; m < METRIC_COUNT; m++)
    if (!metric_has_matrix(m) && strcmp(metric_name(m), word) == 0) {
      *metric = m;
      return OK;
    }
  FAIL(ERR_USAGE,
       "metric: expected EUC_2D, CEIL_2D, ATT, MAN_2D, MAX_2D, GEO, GEOM, EUC_3D, CEIL_3D, MAN_3D or MAX_3D, "
       "found '%s'",
       word);
}

static Status axis_copy(char name, int32_t n, const double *from, double *to) {
  if (!from) FAIL(ERR_FORMAT, "%c: expected %d coordinates, found NULL", name, n);
  for (int32_t c = 0; c < n; c++)
    if (!isfinite(from[c])) FAIL(ERR_FORMAT, "%c[%d]: expected a number, found %g", name, c, from[c]);
  memcpy(to, from, (size_t)n * sizeof *to);
  return OK;
}

static Status cities_fill(TspInstance *tsp, const double *x, const double *y, const double *z) {
  const int32_t n = tsp->head.n;
  TRY(axis_copy('x', n, x, tsp->x));
  TRY(axis_copy('y', n, y, tsp->y));
  if (tsp->z) TRY(axis_copy('z', n, z, tsp->z));
  if (!tsp->z && z)
    FAIL(ERR_FORMAT, "z: expected none with %s, which is of a plane", metric_name(tsp->metric));
  return tsp_check_span(tsp);
}

/* What the options say, and the digest. */
static Status instance_settle(Status status, const TspSettings *settings, Instance *inst, Instance **out) {
  if (status == OK) status = tsp_settings_apply("the instance", settings, (TspInstance *)inst);
  if (status != OK) {
    instance_free(inst);
    return status;
  }
  *out = inst;
  return OK;
}

Status tsp_of_cities(const char *metric, int32_t n, const double *x, const double *y, const double *z,
                     const TspSettings *settings, Instance **out) {
  Instance *inst;
  Metric found = METRIC_EUC_2D;
  TRY(count_check(n));
  TRY(metric_find(metric, &found));
  if (settings->missing) FAIL(ERR_USAGE, "--missing: expected a matrix, found coordinates");
  TRY(tsp_alloc(found, n, &inst));
  return instance_settle(cities_fill((TspInstance *)inst, x, y, z), settings, inst, out);
}

static Status matrix_settle(TspInstance *tsp, MatrixGiven given, const TspSettings *settings) {
  const MatrixRules rules = {
      .most = DISTANCE_MAX, .least = settings->missing, .directed = true, .scale = settings->scale};
  TRY(matrix_take(given, tsp->head.n, &rules, tsp->matrix, &tsp->head.decimals));
  tsp->missing = settings->missing ? MISSING_COST : 0;
  tsp->scale = settings->scale;
  tsp_matrix_settle(tsp);
  TRY(tsp_directed_check("matrix", tsp));
  return tsp_edges_check("matrix", tsp);
}

Status tsp_of_matrix(int32_t n, MatrixGiven given, const TspSettings *settings, Instance **out) {
  Instance *inst;
  TRY(count_check(n));
  if (!given.whole && !given.real) FAIL(ERR_FORMAT, "matrix: expected %d x %d distances, found NULL", n, n);
  TRY(tsp_alloc(METRIC_DIRECTED, n, &inst));
  return instance_settle(matrix_settle((TspInstance *)inst, given, settings), settings, inst, out);
}
