/* See oracle_lookback.h. */
#include "oracle_lookback.h"

#include <math.h>
#include <stdlib.h>

typedef struct Tree {
  long double up, down, rise, discount;
  bool call, european;
} Tree;

static Tree tree_of(const OracleLookback *o, int steps) {
  const long double dt = (long double)o->years / steps, u = expl(o->sigma * sqrtl(dt)), d = 1 / u;
  const long double growth = expl(((long double)o->r - o->q) * dt);
  return (Tree){u, d, (growth - d) / (u - d), expl(-o->r * dt), o->call, o->european};
}

/* The payoff j steps away from the extreme: M/S - 1 of a put, 1 - M/S of a call. */
static long double payoff(const Tree *t, int j) {
  return t->call ? 1 - powl(t->down, j) : powl(t->up, j) - 1;
}

/* Of node j, from the next layer. */
static long double node_value(const Tree *t, const long double *next, int j, long double pays) {
  const int above = j + 1, below = j > 0 ? j - 1 : 0;
  const int rises = t->call ? above : below, falls = t->call ? below : above;
  const long double wait =
      t->discount * (t->rise * t->up * next[rises] + (1 - t->rise) * t->down * next[falls]);
  return !t->european && pays > wait ? pays : wait;
}

void oracle_lookback_row(const OracleLookback *o, int steps, int last, long double *row) {
  const Tree t = tree_of(o, steps);
  const size_t nodes = (size_t)(last + steps + 1);
  long double *layer = malloc(nodes * sizeof *layer), *next = malloc(nodes * sizeof *next),
              *pays = malloc(nodes * sizeof *pays);
  for (size_t j = 0; j < nodes; j++) layer[j] = pays[j] = payoff(&t, (int)j);
  for (int i = steps - 1; i >= 0; i--) {
    long double *swap = next;
    next = layer;
    layer = swap;
    for (int j = 0; j <= last + i; j++) layer[j] = node_value(&t, next, j, pays[j]);
  }
  for (int j = 0; j <= last; j++) row[j] = layer[j];
  free(layer);
  free(next);
  free(pays);
}

/* ---- the closed form ---- */

static double normal(double x) { return 0.5 * erfc(-x / sqrt(2)); }

static double closed_put(const OracleLookback *o) {
  const double b = o->r - o->q, s2 = o->sigma * o->sigma, v = o->sigma * sqrt(o->years),
               x = log(o->extreme / o->spot);
  const double b1 = (x + (-b + s2 / 2) * o->years) / v, b2 = b1 - v, b3 = (x + (b - s2 / 2) * o->years) / v,
               y = 2 * (b - s2 / 2) * x / s2;
  return o->extreme * exp(-o->r * o->years) * (normal(b1) - s2 / (2 * b) * exp(y) * normal(-b3)) +
         o->spot * exp(-o->q * o->years) * (s2 / (2 * b) * normal(-b2) - normal(b2));
}

static double closed_call(const OracleLookback *o) {
  const double b = o->r - o->q, s2 = o->sigma * o->sigma, v = o->sigma * sqrt(o->years),
               x = log(o->spot / o->extreme);
  const double a1 = (x + (b + s2 / 2) * o->years) / v, a2 = a1 - v, a3 = (x + (-b + s2 / 2) * o->years) / v,
               y = -2 * (b - s2 / 2) * x / s2;
  return o->spot * exp(-o->q * o->years) * (normal(a1) - s2 / (2 * b) * normal(-a1)) -
         o->extreme * exp(-o->r * o->years) * (normal(a2) - s2 / (2 * b) * exp(y) * normal(-a3));
}

double oracle_lookback_closed(const OracleLookback *o) { return o->call ? closed_call(o) : closed_put(o); }
