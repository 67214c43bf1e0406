/* Lookback options by finite differences (GridValue of lookback_kernels.h), the same bits in C and in CUDA.
 *
 * x >= 0 is the distance of the stock from the extreme in logarithms. In units of the extreme for a put and of the stock for a call, an option
 * pays 1 - exp(-x). Computed is what it is worth beyond that, or, if it is european, beyond the forward, with interest to the expiry:
 *
 *   g[t] = a g[xx] + b g[x] - c g + source(x), g >= 0        g[x] + k g = -1 at x = 0        t: the time left
 *
 * The nodes of a level are x[j] = scale sinh(beta j / nodes). The time left has blocks that end at T, T/4, T/16 and so on, each with steps of
 * one length, half as many as the next one; the first two steps are four implicit halves (Rannacher), the last one is two of
 * them, which leave no waves from node to node, and the others are Crank and Nicolson's. With Z the sum of both ends of a step, (1 - in L) Z = 2 g + 2 in source, so that a block has one matrix, in = dt / 2. It is
 * eliminated from x = 0 upwards and solved downwards, where the option is kept from falling below exercise (Brennan and Schwartz):
 *
 *   y[j] = fma(before[j], y[j - 1], fma(twice[j], g[j], add[j]))     Z[j] = max(g[j], fma(after[j], Z[j + 1], y[j]))     g[j] = Z[j] - g[j]
 *
 * Both chains are cut into GRID_LANES parts, nodes / GRID_LANES nodes each, which are joined in log2(GRID_LANES) rounds: a node's map of
 * Z[j + 1] is max(floor, line + slope Z), and so is what several of them make. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_GRID_H
#define CORDEE_EVALUATOR_LOOKBACK_GRID_H

#include "lattice.h"

enum {
  GRID_LANES = 32,
  GRID_ROUNDS = 5,
  GRID_EULER = 2,
  GRID_LAST = 1,
  GRID_BLOCKS_MOST = 6,
  GRID_BLOCK_LEAST = 4
};
#define GRID_WIDE 7.0 /* deviations from the option to the end of a pilot's nodes */

/* ---- the problem ---- */

typedef struct GridProblem {
  double a, b, c, k;
  double early, late; /* rates at which what is received and what is paid are discounted */
  double years, deviation, season;
  double wide; /* the end of a pilot's nodes */
  int european;
} GridProblem;

LATTICE_FN GridProblem grid_problem(const LookbackLattice *l) {
  const int call = (l->flags & LOOKBACK_CALL) != 0;
  GridProblem p;
  p.early = call ? l->q : l->r;
  p.late = call ? l->r : l->q;
  p.european = lattice_european(l);
  p.a = l->sigma * l->sigma * 0.5;
  p.b = p.a + p.late - p.early;
  p.c = p.european ? p.early - l->r : p.early;
  p.k = call ? 0 : 1;
  p.years = l->years;
  p.deviation = l->sigma * sqrt(l->years);
  p.season = l->season;
  const double drift = fabs(l->r - l->q) * l->years + p.deviation * p.deviation * 0.5;
  p.wide = l->season + GRID_WIDE * p.deviation + (drift < 4 * p.deviation ? drift : 4 * p.deviation);
  return p;
}

/* ---- nodes ---- */

typedef struct GridShape {
  double width, scale, beta;
  double bend, stretch; /* cosh - 1 and sinh of beta / nodes */
  uint32_t nodes;
} GridShape;

LATTICE_FN double grid_sinh(double t) {
  const double u = lattice_expm1(t);
  return 0.5 * (u + u / (1 + u));
}

LATTICE_FN GridShape grid_shape(const GridProblem *p, double width, uint32_t nodes) {
  const double wish = 1.5 + 0.4 * (width / p->deviation);
  GridShape s;
  s.width = width;
  s.nodes = nodes;
  s.beta = wish < 4.5 ? wish : 4.5;
  s.scale = width / grid_sinh(s.beta);
  s.stretch = grid_sinh(s.beta / nodes);
  const double half = grid_sinh(s.beta / nodes * 0.5);
  s.bend = 2 * half * half;
  return s;
}

LATTICE_FN double grid_x(const GridShape *s, uint32_t j) {
  return s->scale * grid_sinh(s->beta / s->nodes * j);
}

typedef struct GridRates { /* L of a node: high g[j + 1] + low g[j - 1] - stay g[j] + source */
  double low, high, stay, source;
} GridRates;

/* Twice the diffusion, fitted to the drift (A. M. Il'in, 1969): without time and source, nodes of equal distance h solve the equation exactly, and no
 * neighbour counts against a node. As it adds b^2 h^2 / 12 a smoothly, levels remain of second order, and their limit is one. */
LATTICE_FN double grid_fitted(const GridProblem *p, double h) {
  const double w = fabs(p->b) * h / p->a;
  if (!(w > 1e-8)) return 2 * p->a;
  return w < 500 ? p->a * (w + 2 * w / lattice_expm1(w)) : p->a * w;
}

LATTICE_FN GridRates grid_rates(const GridProblem *p, const GridShape *s, uint32_t j) {
  const double t = s->beta / s->nodes * j, u = lattice_expm1(t), down = u / (1 + u);
  const double sine = 0.5 * (u + down), cosine = 1 + 0.5 * (u - down);
  const double above = s->scale * (cosine * s->stretch + sine * s->bend);
  const double below = j ? s->scale * (cosine * s->stretch - sine * s->bend) : above;
  const double twice = grid_fitted(p, above > below ? above : below);
  const double low = fma(-p->b, above, twice) / (below * (above + below));
  const double high = fma(p->b, below, twice) / (above * (above + below));
  const double far = lattice_expm1(-s->scale * sine);
  GridRates r;
  r.low = j ? low : 0;
  r.high = j ? high : high + low;
  r.stay = low + high + p->c;
  r.source = p->european ? 0 : fma(p->late, far, p->late - p->early);
  if (j == 0) {
    const double edge = low * 2 * below;
    r.stay = fma(-edge, p->k, r.stay);
    r.source = r.source + edge;
  }
  return r;
}

/* ---- times ---- */

/* Blocks after the first one. */
LATTICE_FN uint32_t grid_blocks(uint32_t nodes) {
  uint32_t blocks = 0;
  while (blocks < GRID_BLOCKS_MOST && nodes >> (blocks + 1) >= GRID_BLOCK_LEAST) blocks++;
  return blocks;
}

typedef struct GridBlock {
  double in; /* half a step */
  uint32_t steps;
} GridBlock;

/* Block k of 0..grid_blocks. As many steps as nodes in all. */
LATTICE_FN GridBlock grid_block(const GridProblem *p, uint32_t nodes, uint32_t k) {
  const uint32_t blocks = grid_blocks(nodes), later = k ? blocks - k : blocks;
  const double length = p->years / (double)(1u << 2 * later) * (k ? 0.75 : 1.0);
  GridBlock b;
  b.steps = k ? nodes >> (later + 1) : nodes >> blocks;
  b.in = 0.5 * length / b.steps;
  return b;
}

/* Steps of block k that are two implicit halves each: the first ones, and the last. */
LATTICE_FN uint32_t grid_implicit(uint32_t nodes, uint32_t k) {
  return (k ? 0 : GRID_EULER) + (k == grid_blocks(nodes) ? GRID_LAST : 0);
}

/* ---- the matrix of a block ---- */

/* Pivots from a node's predecessor: 1 / (whole - across / pivot before). As a map of fractions, up over down. */
typedef struct GridPivot {
  double up, down;
} GridPivot;

typedef struct GridRow {
  double whole, across;
} GridRow;

/* `higher`: `high` of the node before; 0 of the first one. */
LATTICE_FN GridRow grid_row(const GridRates *r, double higher, double in) {
  GridRow row;
  row.whole = fma(in, r->stay, 1.0);
  row.across = in * r->low * (in * higher);
  return row;
}

LATTICE_FN GridPivot grid_pivot_next(GridPivot before, GridRow row) {
  const double part = 1 / row.whole;
  GridPivot p;
  p.up = fma(-row.across * part, before.down, before.up);
  p.down = before.up * part;
  return p;
}

typedef struct GridMap { /* of what is before: one and zero are where it takes (1, 0) and (0, 1) */
  GridPivot one, zero;
} GridMap;

LATTICE_FN GridMap grid_map_begin(void) {
  const GridMap m = {{1, 0}, {0, 1}};
  return m;
}

LATTICE_FN GridMap grid_map_even(GridMap m) {
  const double part = 1 / m.one.up;
  m.one.down = m.one.down * part;
  m.zero.up = m.zero.up * part;
  m.zero.down = m.zero.down * part;
  m.one.up = 1;
  return m;
}

LATTICE_FN GridPivot grid_map_of(const GridMap *m, GridPivot before) {
  GridPivot p;
  p.up = fma(m->one.up, before.up, m->zero.up * before.down);
  p.down = fma(m->one.down, before.up, m->zero.down * before.down);
  return p;
}

/* First `before`, then m. */
LATTICE_FN GridMap grid_map_join(const GridMap *m, const GridMap *before) {
  GridMap out;
  out.one = grid_map_of(m, before->one);
  out.zero = grid_map_of(m, before->zero);
  return out;
}

LATTICE_FN double grid_pivot_value(GridPivot p) { return p.down / p.up; }

typedef struct GridFactor {
  double before, after, twice, add;
} GridFactor;

/* `pivot`: 1 / the pivot before. *own becomes 1 / its own. */
LATTICE_FN GridFactor grid_factor(const GridRates *r, GridRow row, double in, double pivot, double *own) {
  GridFactor f;
  *own = 1 / fma(-row.across, pivot, row.whole);
  f.before = in * r->low * *own;
  f.after = in * r->high * *own;
  f.twice = 2 * *own;
  f.add = f.twice * in * r->source;
  return f;
}

/* ---- steps ---- */

/* The right-hand side of a node. implicit: half of it. */
LATTICE_FN double grid_right(double twice, double g, double add, int implicit) {
  const double right = fma(twice, g, add);
  return implicit ? 0.5 * right : right;
}

LATTICE_FN double grid_more(double x, double least) { return x > least ? x : least; }

/* What a node may not fall below. */
LATTICE_FN double grid_floor(double g, int implicit) { return implicit ? 0.0 : g; }

/* ---- what is beyond the nodes ---- */

/* An american option that is not exercised there is a forward: early and late as they are discounted. */
typedef struct GridEnd {
  double early, late, stock, value;
  int open;
} GridEnd;

LATTICE_FN GridEnd grid_end(const GridProblem *p, const GridShape *s) {
  GridEnd e;
  e.open = !p->european && !(s->width < p->wide);
  e.early = e.late = 1;
  e.value = 0;
  e.stock = 1 + lattice_expm1(-s->width);
  return e;
}

/* Half a step's discounts. */
LATTICE_FN GridEnd grid_end_half(const GridProblem *p, double in) {
  GridEnd e;
  e.early = 1 + lattice_expm1(-p->early * in);
  e.late = 1 + lattice_expm1(-p->late * in);
  e.stock = e.value = 0;
  e.open = 0;
  return e;
}

/* Its value after a step, or half of one if implicit; returned is what the step's solution has there. */
LATTICE_FN double grid_end_step(GridEnd *e, const GridEnd *half, int implicit) {
  const double before = implicit ? 0.0 : e->value;
  if (!e->open) return 0;
  e->early = e->early * half->early;
  e->late = e->late * half->late;
  if (!implicit) {
    e->early = e->early * half->early;
    e->late = e->late * half->late;
  }
  const double forward = e->early - 1 + e->stock * (1 - e->late);
  e->value = forward > 0 ? forward : 0;
  return before + e->value;
}

/* ---- levels ---- */

/* The end of the nodes from the highest of a pilot that is not exercised: two nodes of room. */
LATTICE_FN double grid_width(const GridProblem *p, const GridShape *pilot, uint32_t highest) {
  if (p->european || highest + 2 >= pilot->nodes) return p->wide;
  return grid_x(pilot, highest + 2);
}

/* The first of the nodes of a value: those about the option. */
LATTICE_FN uint32_t grid_at(const GridProblem *p, const GridShape *s) {
  uint32_t low = 0, high = s->nodes;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (grid_x(s, middle) <= p->season)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < LOOKBACK_NODES / 2) return 0;
  low -= LOOKBACK_NODES / 2;
  return low + LOOKBACK_NODES > s->nodes ? s->nodes - LOOKBACK_NODES : low;
}

#endif
