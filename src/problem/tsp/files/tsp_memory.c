/* Instances of arrays in memory: the checks of the readers of files, without files. */
#include <math.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "halt.h"
#include "io/decimal.h"
#include "problem/tsp/tsp.h"
#include "problem/tsp/tsp_options.h"
#include "status.h"
#include "tsp_files.h"

/* ---- matrices ---- */

typedef struct Taking {
  MatrixGiven given;
  size_t n;
  const MatrixRules *rules;
  int32_t decimals; /* of the units */
  int32_t *matrix;
} Taking;

static double value_at(const Taking *t, size_t a, size_t b) {
  const size_t k = a * t->n + b;
  return t->given.real ? t->given.real[k] : t->given.whole[k];
}

static bool is_missing(const MatrixRules *rules, double value) {
  return rules->least && (value < 0 || value >= rules->least);
}

static Status decimals_refuse(size_t a, size_t b, double value) {
  char found[40];
  c_snprintf(found, sizeof found, "%.15g", value);
  FAIL(ERR_FORMAT,
       "matrix[%zu][%zu]: expected a number of at most %d decimals, found %s: round it, or scale=F "
       "multiplies and "
       "rounds",
       a, b, MATRIX_DECIMALS_MAX, found);
}

/* The decimals that the entries have. */
static Status decimals_find(Taking *t) {
  Exact exact;
  for (size_t a = 0; t->given.real && t->rules->scale == 0 && a < t->n && !halt_due(); a++)
    for (size_t b = 0; b < t->n; b++) {
      const double value = value_at(t, a, b);
      if (a == b || !isfinite(value) || is_missing(t->rules, value)) continue;
      if (!exact_of(value, &exact) || exact.places > MATRIX_DECIMALS_MAX) return decimals_refuse(a, b, value);
      if (exact.places > t->decimals) t->decimals = exact.places;
    }
  return halt_after("the reading of weights");
}

/* False: it is none from 0 to `most` units. */
static bool units_of(const Taking *t, double value, int64_t *units) {
  Exact exact;
  if (is_missing(t->rules, value)) {
    *units = MISSING_COST;
    return true;
  }
  if (t->rules->scale != 0 && !(fabs(value * t->rules->scale) <= t->rules->most)) return false;
  if (t->rules->scale != 0)
    *units = llround(value * t->rules->scale);
  else if (!exact_of(value, &exact) || !exact_units(exact, t->decimals, units))
    return false;
  return *units >= 0 && *units <= t->rules->most;
}

static Status entry_refuse(const Taking *t, size_t a, size_t b) {
  char most[COST_TEXT_MAX], found[40];
  c_snprintf(found, sizeof found, "%.15g", value_at(t, a, b));
  FAIL(ERR_FORMAT, "matrix[%zu][%zu]: expected a distance from 0 to %s, found %s", a, b,
       cost_text(t->rules->most, t->decimals, most), found);
}

static Status entry_take(Taking *t, size_t a, size_t b) {
  int64_t units = t->rules->directed ? DISTANCE_MAX : 0;
  char mirror[40], found[40];
  if (a != b && !units_of(t, value_at(t, a, b), &units)) return entry_refuse(t, a, b);
  t->matrix[a * t->n + b] = (int32_t)units;
  if (t->rules->directed || b >= a || t->matrix[b * t->n + a] == units) return OK;
  c_snprintf(mirror, sizeof mirror, "%.15g", value_at(t, b, a));
  c_snprintf(found, sizeof found, "%.15g", value_at(t, a, b));
  FAIL(ERR_FORMAT, "matrix[%zu][%zu]: expected %s as at [%zu][%zu], %s, found %s", a, b, mirror, b, a,
       t->rules->remedy, found);
}

Status matrix_take(MatrixGiven given, int32_t n, const MatrixRules *rules, int32_t *matrix,
                   int32_t *decimals) {
  Taking t = {.given = given, .n = (size_t)n, .rules = rules, .matrix = matrix};
  TRY(decimals_find(&t));
  for (size_t a = 0; a < t.n && !halt_due(); a++)
    for (size_t b = 0; b < t.n; b++) TRY(entry_take(&t, a, b));
  *decimals = t.decimals;
  return halt_after("the reading of weights");
}

/* ---- instances ---- */

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
