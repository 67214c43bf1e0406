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

typedef struct Sample {
  int32_t pairs, small; /* of different places; of these, with a distance of 0 or 1 */
  double sum;           /* of their distances before rounding */
} Sample;

static void pair_look(const TspInstance *t, int32_t a, int32_t b, Sample *s) {
  const double length = tsplib_length(t->metric, fabs(t->x[a] - t->x[b]), fabs(t->y[a] - t->y[b]),
                                      t->z ? fabs(t->z[a] - t->z[b]) : 0);
  if (!(length > 0)) return;
  s->pairs++, s->small += metric_cities(t, a, b) <= 1, s->sum += length;
}

/* Cities k and k + step of the file, for steps that grow. */
static Sample sample_take(const TspInstance *t) {
  const int32_t n = t->head.n;
  Sample s = {0};
  for (int32_t k = 0; k < PAIRS && n > 1; k++) {
    const int32_t a = (int32_t)((int64_t)k * 7919 % n), step = 1 + (int32_t)((int64_t)k * 104729 % (n - 1));
    pair_look(t, a, (int32_t)(((int64_t)a + step) % n), &s);
  }
  return s;
}

void tsp_advice(const Instance *inst, char *text, size_t size) {
  const TspInstance *t = tsp_of(inst);
  text[0] = 0;
  if (!t->x || t->metric == METRIC_GEO || t->metric == METRIC_GEOM) return;
  const Sample s = sample_take(t);
  if (2 * s.small <= s.pairs) return;
  const double most = fmin(scale_most, DISTANCE_MAX / (tsplib_span(t) + 1) / 2);
  double scale = pow(10, ceil(log10(DIGITS_KEPT * s.pairs / s.sum)));
  while (scale > most) scale /= 10;
  c_snprintf(text, size, "%.0f%% of the distances of %s round to 0 or 1", 100.0 * s.small / s.pairs,
             inst->name);
  const size_t used = strlen(text);
  if (scale > 1) c_snprintf(text + used, size - used, ": --scale %.0f keeps three digits of them", scale);
}

static double length_of(const TspInstance *t, int32_t a, int32_t b) {
  return tsplib_length(t->metric, fabs(t->x[a] - t->x[b]), fabs(t->y[a] - t->y[b]),
                       t->z ? fabs(t->z[a] - t->z[b]) : 0);
}

static bool rounds_up(Metric metric) {
  return metric == METRIC_CEIL_2D || metric == METRIC_CEIL_3D || metric == METRIC_ATT;
}

double tsp_unrounded(const Instance *inst, const int32_t *tour, double *most, const char **help) {
  const TspInstance *t = tsp_of(inst);
  double sum = 0;
  *most = rounds_up(t->metric) ? 0.01 : 0.001;
  *help = "--scale F multiplies coordinates first, such as --scale 1000; degrees are for --metric GEOM";
  if (!t->x || t->metric == METRIC_GEO || t->metric == METRIC_GEOM) return NAN;
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
