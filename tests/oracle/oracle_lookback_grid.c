/* See oracle_lookback.h. The complementarity problem of the option's value in x, the distance of the stock from the extreme in logarithms, by
 * finite differences: Crank and Nicolson's steps after four of Euler's, dense at the expiry, Brennan and Schwartz's elimination. In units of the
 * extreme for a put and of the stock for a call, both pay 1 - exp(-x), u[t] = a u[xx] + b u[x] - c u, and u[x] + k u = 0 at x = 0. */
#include <math.h>
#include <stdlib.h>
#include "oracle_lookback.h"

enum { EULER = 4 };

typedef struct Grid {
  double a, b, c, k, h;
  double early, late; /* rates at which what is received and what is paid are discounted */
  int nodes;          /* beside node 0 */
  bool european;
  double *u, *upper, *pivot, *right, *pays;
} Grid;

/* The nodes: the option lies on one of them unless it is nearer than four to the extreme. */
static void nodes_place(const OracleLookback *o, double x, int nodes, Grid *g) {
  const double v = o->sigma * sqrt(o->years), drift = fabs(o->r - o->q) * o->years + v * v / 2;
  const double width = x + 7 * v + (drift < 4 * v ? drift : 4 * v);
  const double near = 4 * floor(x * nodes / width / 4);
  g->nodes = nodes;
  g->h = near >= 8 ? x / near : width / nodes;
}

static void coefficients_set(const OracleLookback *o, Grid *g) {
  const double half = o->sigma * o->sigma / 2, carry = o->r - o->q;
  g->a = half;
  g->b = o->call ? half + carry : half - carry;
  g->early = o->call ? o->q : o->r;
  g->late = o->call ? o->r : o->q;
  g->c = g->early;
  g->k = o->call ? 0 : 1;
  g->european = o->european;
}

/* What it is worth far away: exercised, or a forward. */
static double far_value(const Grid *g, double left) {
  const double x = g->nodes * g->h, forward = exp(-g->early * left) - exp(-g->late * left - x);
  return g->european || forward > -expm1(-x) ? forward : -expm1(-x);
}

/* A step of dt to `left` years before the expiry, implicit by `part`. */
static void step_run(Grid *g, double dt, double left, double part) {
  const double d = g->a / (g->h * g->h), e = g->b / (2 * g->h);
  const double low = d - e, high = d + e, mid = -2 * d - g->c, mid0 = mid + low * 2 * g->h * g->k,
               high0 = 2 * d;
  const double in = part * dt, out = (1 - part) * dt;
  for (int j = 0; j < g->nodes; j++) {
    const double below = j ? low * g->u[j - 1] : 0, here = j ? mid : mid0, above = j ? high : high0;
    g->right[j] = g->u[j] + out * (below + here * g->u[j] + above * g->u[j + 1]);
  }
  for (int j = 0; j < g->nodes; j++) {
    const double here = 1 - in * (j ? mid : mid0), factor = j ? -in * low / g->pivot[j - 1] : 0;
    g->upper[j] = -in * (j ? high : high0);
    g->pivot[j] = here - (j ? factor * g->upper[j - 1] : 0);
    if (j) g->right[j] -= factor * g->right[j - 1];
  }
  g->u[g->nodes] = far_value(g, left);
  for (int j = g->nodes - 1; j >= 0; j--) {
    const double wait = (g->right[j] - g->upper[j] * g->u[j + 1]) / g->pivot[j];
    g->u[j] = g->european || wait > g->pays[j] ? wait : g->pays[j];
  }
}

static void steps_run(const OracleLookback *o, int steps, Grid *g) {
  double before = 0;
  for (int k = 1; k <= steps; k++) {
    const double part = (double)k / steps, left = o->years * part * part * part;
    const int euler = k == 1 ? EULER : 1;
    for (int e = 1; e <= euler; e++)
      step_run(g, (left - before) / euler, before + (left - before) * e / euler, euler > 1 ? 1 : 0.5);
    before = left;
  }
}

/* At x by the cubic of four nodes, which is the node if it is one. */
static double grid_at(const Grid *g, double x) {
  const double z = x / g->h;
  const int first = z < 1.5 ? 0 : (int)(z + 0.5) - 1;
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double weight = 1;
    for (int j = 0; j < 4; j++)
      if (j != i) weight *= (z - first - j) / (i - j);
    sum += weight * g->u[first + i];
  }
  return sum;
}

static double grid_value(const OracleLookback *o, int nodes, int divisor, int steps) {
  const double x = fabs(log(o->extreme / o->spot));
  Grid g;
  coefficients_set(o, &g);
  nodes_place(o, x, nodes, &g);
  nodes /= divisor;
  g.nodes = nodes;
  g.h *= divisor;
  double *room = malloc(5 * ((size_t)nodes + 1) * sizeof *room);
  g.u = room;
  g.upper = g.u + nodes + 1;
  g.pivot = g.upper + nodes + 1;
  g.right = g.pivot + nodes + 1;
  g.pays = g.right + nodes + 1;
  for (int j = 0; j <= nodes; j++) g.u[j] = g.pays[j] = -expm1(-j * g.h);
  steps_run(o, steps, &g);
  const double value = grid_at(&g, x) * (o->call ? o->spot : o->extreme);
  free(room);
  return value;
}

double oracle_lookback_grid(const OracleLookback *o, int nodes, double *within) {
  const double fine = grid_value(o, nodes, 1, nodes / 2), coarse = grid_value(o, nodes, 2, nodes / 4);
  *within = fabs(fine - coarse) / 3;
  return fine + (fine - coarse) / 3;
}
