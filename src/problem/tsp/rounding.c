/* See rounding.h. */
#include "rounding.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "metric.h"
#include "tsplib_data.h"

enum { PAIRS = 4096, DIGITS_KEPT = 1000 /* the mean distance after scaling, at least */ };
static const double scale_most = 1e9;

/* ---- samples ---- */

RoundingSample rounding_sample(const void *places, int64_t count, PairLength *length) {
  RoundingSample s = {0};
  for (int64_t k = 0; k < PAIRS && count > 1; k++) {
    const int64_t a = k * 7919 % count, step = 1 + k * 104729 % (count - 1);
    int64_t rounded;
    const double exact = length(places, a, (a + step) % count, &rounded);
    if (!(exact > 0)) continue;
    s.pairs++;
    s.small += rounded <= 1;
    s.sum += exact;
  }
  return s;
}

bool rounding_loses(const RoundingSample *s) { return 2 * s->small > s->pairs; }

double rounding_scale(const RoundingSample *s, double most) {
  double scale = pow(10, ceil(log10(DIGITS_KEPT * s->pairs / s->sum)));
  while (scale > most) scale /= 10;
  return scale;
}

/* ---- tours ---- */

static double length_of(const TspInstance *t, int32_t a, int32_t b) {
  return tsplib_length(t->metric, fabs(t->x[a] - t->x[b]), fabs(t->y[a] - t->y[b]),
                       t->z ? fabs(t->z[a] - t->z[b]) : 0);
}

static double pair_length(const void *places, int64_t a, int64_t b, int64_t *rounded) {
  *rounded = metric_cities(places, (int32_t)a, (int32_t)b);
  return length_of(places, (int32_t)a, (int32_t)b);
}

void tsp_advice(const Instance *inst, char *text, size_t size) {
  const TspInstance *t = tsp_of(inst);
  text[0] = 0;
  if (!t->x || metric_on_sphere(t->metric)) return;
  const RoundingSample s = rounding_sample(t, inst->n, pair_length);
  if (!rounding_loses(&s)) return;
  const double scale = rounding_scale(&s, fmin(scale_most, DISTANCE_MAX / (tsplib_span(t) + 1) / 2));
  c_snprintf(text, size, "%.0f%% of the distances of %s round to 0 or 1", 100.0 * s.small / s.pairs,
             inst->name);
  const size_t used = strlen(text);
  if (scale > 1) c_snprintf(text + used, size - used, ": --scale %.0f keeps three digits of them", scale);
}

static bool rounds_up(Metric metric) {
  return metric == METRIC_CEIL_2D || metric == METRIC_CEIL_3D || metric == METRIC_ATT;
}

double tsp_unrounded(const Instance *inst, const int32_t *tour, double *most, const char **help) {
  const TspInstance *t = tsp_of(inst);
  double sum = 0;
  *most = rounds_up(t->metric) ? 0.01 : 0.001;
  *help = "--scale F multiplies coordinates first, such as --scale 1000; degrees are for --metric GEOM";
  if (!t->x || metric_on_sphere(t->metric)) return NAN;
  for (int32_t p = 0; p + 1 < inst->n; p++) sum += length_of(t, tour[p], tour[p + 1]);
  return t->path ? sum : sum + length_of(t, tour[inst->n - 1], tour[0]);
}

bool tsp_scattered(const Instance *inst) {
  const TspInstance *t = tsp_of(inst);
  if (!t->x || t->scale != 0) return false;
  for (int32_t c = 1; c < inst->n; c++)
    if (t->x[c] != t->x[0] || t->y[c] != t->y[0] || (t->z && t->z[c] != t->z[0])) return true;
  return false;
}
