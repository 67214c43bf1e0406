/* See cvrp_rounding.h. */
#include "cvrp_rounding.h"

#include <math.h>
#include <stdlib.h>
#include "cvrp.h"

static double length_of(const CvrpInstance *cvrp, int32_t a, int32_t b) {
  return hypot((double)cvrp->x[a] - cvrp->x[b], (double)cvrp->y[a] - cvrp->y[b]) / abs(cvrp->divisor);
}

/* Truncated distances are those of a benchmark, with a decimal. */
double cvrp_unrounded(const Instance *inst, const int32_t *gene, double *most, const char **help) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  double sum = 0;
  int32_t before = 0;
  *most = cvrp->divisor < 0 ? 0.01 : 0.001;
  *help = cvrp->matrix ? "multiply the coordinates, or give a matrix with decimals"
                       : "--distances real keeps decimals";
  if (cvrp->matrix || !cvrp->x) return NAN;
  for (int32_t k = 0; k < inst->n; k++) {
    const int32_t customer = cvrp_customer(gene[k]);
    if (gene[k] < 0) sum += length_of(cvrp, before, 0) + (double)cvrp->route_cost, before = 0;
    sum += length_of(cvrp, before, customer), before = customer;
  }
  return sum + length_of(cvrp, before, 0);
}

bool cvrp_scattered(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  if ((cvrp->matrix && !cvrp->metric[0]) || !cvrp->x) return false;
  for (int32_t c = 1; c <= inst->n; c++)
    if (cvrp->x[c] != cvrp->x[0] || cvrp->y[c] != cvrp->y[0]) return true;
  return false;
}
