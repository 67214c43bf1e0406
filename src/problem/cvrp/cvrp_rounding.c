/* See cvrp_rounding.h. */
#include "cvrp_rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cvrp.h"
#include "problem/tsp/metric.h"
#include "problem/tsp/rounding.h"
#include "problem/tsp/tsplib_data.h"
#include "vrp_table.h"
#include "vrp_windows.h"

/* The metric of the coordinates. False: distances are a matrix of the file's. */
static bool metric_of(const CvrpInstance *cvrp, Metric *metric) {
  *metric = METRIC_EUC_2D;
  if (!cvrp->x) return false;
  return !cvrp->matrix || (cvrp->metric[0] && vrp_metric_find(cvrp->metric, metric));
}

/* Before it is rounded, in units of the cost. */
static double length_of(const CvrpInstance *cvrp, Metric metric, int32_t a, int32_t b) {
  const double unit = pow(10, cvrp->places), cost_unit = pow(10, cvrp->head.decimals), east = cvrp->shift[0],
               north = cvrp->shift[1];
  if (metric_on_sphere(metric)) {
    if (a == b) return 0;
    return cost_unit * (metric == METRIC_GEO ? metric_geo_length : metric_geom_length)(
                           (cvrp->x[a] + east) / unit, (cvrp->y[a] + north) / unit,
                           (cvrp->x[b] + east) / unit, (cvrp->y[b] + north) / unit);
  }
  const double width = fabs((double)cvrp->x[a] - cvrp->x[b]), height = fabs((double)cvrp->y[a] - cvrp->y[b]),
               depth = cvrp->z ? fabs((double)cvrp->z[a] - cvrp->z[b]) : 0;
  return tsplib_length(metric, width, height, depth) / unit * cost_unit;
}

static const char *help_of(const CvrpInstance *cvrp, Metric metric) {
  if (metric_on_sphere(metric)) return "a matrix with decimals keeps more";
  if (metric != METRIC_EUC_2D) return "--scale F multiplies coordinates first, such as --scale 1000";
  return cvrp->scale == 0
             ? "--distances real keeps decimals, --scale F multiplies coordinates first; degrees "
               "are for --metric GEOM"
             : "--distances real keeps decimals, and so does a larger --scale F";
}

double cvrp_unrounded(const Instance *inst, const int32_t *gene, double *most, const char **help) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  Metric metric;
  double sum = 0;
  int32_t before = 0;
  *most = cvrp->coarse ? 0.01 : 0.001;
  *help = "";
  if (!metric_of(cvrp, &metric)) return NAN;
  *help = help_of(cvrp, metric);
  for (int32_t k = 0; k < inst->n; k++) {
    const int32_t customer = cvrp_customer(gene[k]);
    if (gene[k] < 0) {
      sum += length_of(cvrp, metric, before, 0);
      before = 0;
    }
    sum += length_of(cvrp, metric, before, customer);
    before = customer;
  }
  return sum + length_of(cvrp, metric, before, 0);
}

bool cvrp_scattered(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  Metric metric;
  if (!metric_of(cvrp, &metric) || cvrp->scale != 0) return false;
  for (int32_t c = 1; c <= inst->n; c++)
    if (cvrp->x[c] != cvrp->x[0] || cvrp->y[c] != cvrp->y[0] || (cvrp->z && cvrp->z[c] != cvrp->z[0]))
      return true;
  return false;
}

/* ---- before the search ---- */

static const double scale_most = 1e9;

typedef struct Places {
  const CvrpInstance *cvrp;
  Metric metric;
} Places;

static double pair_length(const void *places, int64_t a, int64_t b, int64_t *rounded) {
  const Places *p = places;
  *rounded = vrp_distance(p->cvrp, (int32_t)a, (int32_t)b);
  return length_of(p->cvrp, p->metric, (int32_t)a, (int32_t)b);
}

void cvrp_advice(const Instance *inst, char *text, size_t size) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  Metric metric;
  text[0] = 0;
  if (!metric_of(cvrp, &metric) || metric_on_sphere(metric) || inst->decimals) return;
  const Places places = {cvrp, metric};
  const RoundingSample s = rounding_sample(&places, (int64_t)inst->n + 1, pair_length);
  if (!rounding_loses(&s)) return;
  const double scale = rounding_scale(&s, scale_most);
  c_snprintf(
      text, size, "%.0f%% of the distances of %s round to 0 or 1: --scale %.0f keeps three digits of them%s",
      100.0 * s.small / s.pairs, inst->name, scale, metric == METRIC_EUC_2D ? ", --distances real more" : "");
}
