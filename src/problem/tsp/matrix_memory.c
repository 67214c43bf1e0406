/* See matrix_memory.h. */
#include "matrix_memory.h"

#include <math.h>
#include "c_locale.h"
#include "cost.h"
#include "halt.h"
#include "io/exact.h"
#include "tsp.h"
#include "tsp_edges.h"

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
