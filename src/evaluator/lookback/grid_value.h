/* From the nodes of the levels of an option (grid.h) to its GridValue, the same bits in C and in CUDA. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_GRID_VALUE_H
#define CORDEE_EVALUATOR_LOOKBACK_GRID_VALUE_H

#include "grid.h"

/* What the kernels keep of an option's levels, the finest first. */
typedef struct GridNodes {
  double width;                             /* the end of the nodes */
  double node[GRID_LEVELS][LOOKBACK_NODES]; /* g at the valuation date, from node grid_at on */
  uint32_t highest[GRID_LEVELS];            /* node that is not exercised */
  uint32_t trimmed; /* 1: the nodes end before a pilot's, where the option is exercised */
} GridNodes;

/* ---- curves ---- */

typedef struct GridCurve { /* g and its derivatives by x */
  double value[3];
} GridCurve;

/* By the polynomial through `count` nodes (Fornberg's recurrence for the weights). */
LATTICE_FN GridCurve grid_curve_at(const double *x, const double *node, int count, double at) {
  double w[LOOKBACK_NODES][3] = {{1, 0, 0}}, whole = 1;
  for (int i = 1; i < count; i++) {
    double product = 1;
    for (int j = 0; j < i; j++) {
      const double apart = x[i] - x[j];
      product *= apart;
      for (int m = 2; j == i - 1 && m >= 0; m--)
        w[i][m] = whole / product * ((m ? m * w[j][m - 1] : 0) - (x[j] - at) * w[j][m]);
      for (int m = 2; m >= 0; m--) w[j][m] = ((x[i] - at) * w[j][m] - (m ? m * w[j][m - 1] : 0)) / apart;
    }
    whole = product;
  }
  GridCurve c = {{0, 0, 0}};
  for (int i = 0; i < count; i++)
    for (int m = 0; m < 3; m++) c.value[m] += w[i][m] * node[i];
  return c;
}

/* The product of at - x[i]. */
LATTICE_FN GridCurve grid_product_at(const double *x, int count, double at) {
  GridCurve c = {{1, 0, 0}};
  for (int i = 0; i < count; i++)
    for (int m = 2; m >= 0; m--) c.value[m] = (at - x[i]) * c.value[m] + (m ? m * c.value[m - 1] : 0);
  return c;
}

/* Near x = 0 derivatives are those of the polynomial through all nodes but the first that meets the condition there: the first node's
 * error is of another order than its neighbours'. */
LATTICE_FN GridCurve grid_curve_near(const GridProblem *p, const double *x, const double *node) {
  enum { OTHERS = LOOKBACK_NODES - 1 };
  const GridCurve edge = grid_curve_at(x + 1, node + 1, OTHERS, 0),
                  product = grid_product_at(x + 1, OTHERS, 0);
  const GridCurve own = grid_curve_at(x + 1, node + 1, OTHERS, p->season),
                  more = grid_product_at(x + 1, OTHERS, p->season);
  const double part = (-1 - p->k * node[0] - edge.value[1]) / product.value[1];
  GridCurve c = grid_curve_at(x, node, LOOKBACK_NODES, p->season);
  for (int m = 1; m < 3; m++) c.value[m] = own.value[m] + part * more.value[m];
  return c;
}

/* ---- a value ---- */

/* The line in 1/nodes^2 through a level and the next one, at 0. */
LATTICE_FN double grid_limit_of(double fine, double coarse) { return (4 * fine - coarse) / 3; }

/* Of a level; cell and free are those of the finest, which comes last. */
LATTICE_FN GridCurve grid_level_curve(const GridProblem *p, uint32_t nodes, const GridNodes *from, int level,
                                      GridValue *out) {
  const GridShape shape = grid_shape(p, from->width, nodes);
  const uint32_t at = grid_at(p, &shape);
  double x[LOOKBACK_NODES];
  for (uint32_t j = 0; j < LOOKBACK_NODES; j++) x[j] = grid_x(&shape, at + j);
  out->cell = (x[LOOKBACK_NODES - 1] - x[0]) / (LOOKBACK_NODES - 1);
  out->free = fabs(grid_x(&shape, from->highest[level]) - p->season);
  return at ? grid_curve_at(x, from->node[level], LOOKBACK_NODES, p->season)
            : grid_curve_near(p, x, from->node[level]);
}

/* Of an option of so many steps. One beyond the nodes is exercised. */
LATTICE_FN GridValue grid_value(const GridProblem *p, uint32_t steps, const GridNodes *from) {
  GridCurve curve[GRID_LEVELS];
  GridValue out;
  memset(&out, 0, sizeof out);
  out.top = from->trimmed && from->highest[0] + 2 >= steps;
  if (p->season >= from->width) return out;
  for (int k = GRID_LEVELS - 1; k >= 0; k--) {
    curve[k] = grid_level_curve(p, steps >> k, from, k, &out);
    out.price[k] = curve[k].value[0];
  }
  out.slope = grid_limit_of(curve[0].value[1], curve[1].value[1]);
  out.bend = grid_limit_of(curve[0].value[2], curve[1].value[2]);
  return out;
}

#endif
