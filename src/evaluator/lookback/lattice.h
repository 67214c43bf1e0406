/* Coefficients of a lattice (lookback_kernels.h), the same bits in C and in CUDA: additions, products, quotients, roots and fma in
 * one order, with an exponential of its own. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_LATTICE_H
#define CORDEE_EVALUATOR_LOOKBACK_LATTICE_H

#include <math.h>
#include <string.h>
#include "lookback_kernels.h"

#ifdef __CUDACC__
#define LATTICE_FN __host__ __device__ static inline
#else
#define LATTICE_FN static inline
#endif

/* No node loses more than this, in units of the extreme, by leaving out what is far away in european lattices. */
#define LATTICE_TAIL 1e-14

/* exp(x) - 1 within 2 ulp for |x| < 700: x = n ln 2 + t, |t| <= ln(2)/2, Taylor's polynomial of degree 14 in t. */
LATTICE_FN double lattice_expm1(double x) {
  const double n = rint(x * 0x1.71547652b82fep+0);
  const double t = fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, x));
  double sum = 1.0 / 87178291200.0;
  sum = fma(sum, t, 1.0 / 6227020800.0);
  sum = fma(sum, t, 1.0 / 479001600.0);
  sum = fma(sum, t, 1.0 / 39916800.0);
  sum = fma(sum, t, 1.0 / 3628800.0);
  sum = fma(sum, t, 1.0 / 362880.0);
  sum = fma(sum, t, 1.0 / 40320.0);
  sum = fma(sum, t, 1.0 / 5040.0);
  sum = fma(sum, t, 1.0 / 720.0);
  sum = fma(sum, t, 1.0 / 120.0);
  sum = fma(sum, t, 1.0 / 24.0);
  sum = fma(sum, t, 1.0 / 6.0);
  sum = fma(sum, t, 0.5);
  const double small = fma(sum * t, t, t);
  const int64_t bits = (int64_t)(1023 + (int32_t)n) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return n == 0 ? small : fma(small, power, power - 1);
}

typedef struct Lattice {
  double up, down, first, source, fade, base, slope, ratio;
  uint32_t at; /* the first of the nodes of its value */
} Lattice;

/* p, the probability that the stock moves up; it is none below 0 or above 1. */
LATTICE_FN double lattice_probability(const LookbackLattice *l) {
  const double dt = l->years / l->steps, s = l->sigma * sqrt(dt), down = lattice_expm1(-s);
  return (lattice_expm1((l->r - l->q) * dt) - down) / (lattice_expm1(s) - down);
}

/* Is it worth the same as european? A put is never exercised early if r is 0, a call if q is. */
LATTICE_FN int lattice_european(const LookbackLattice *l) {
  return (l->flags & LOOKBACK_EUROPEAN) || (l->flags & LOOKBACK_CALL ? l->q : l->r) == 0;
}

/* The first node of its value. */
LATTICE_FN uint32_t lattice_at(const LookbackLattice *l) {
  const double s = l->sigma * sqrt(l->years / l->steps);
  const double at = floor(l->season / s) - (LOOKBACK_NODES / 2 - 1);
  if (at > 0) {
    if (at < 1e9) return (uint32_t)at;
    return 1000000000u;
  }
  return 0;
}

LATTICE_FN Lattice lattice_of(const LookbackLattice *l) {
  const int call = (l->flags & LOOKBACK_CALL) != 0;
  const double dt = l->years / l->steps, s = l->sigma * sqrt(dt);
  const double up = lattice_expm1(s), down = lattice_expm1(-s), drift = lattice_expm1((l->r - l->q) * dt);
  const double loss = lattice_expm1(-l->r * dt), yield = lattice_expm1(-l->q * dt); /* D - 1, Q - 1 */
  const double rise = (drift - down) / (up - down), fall = (up - drift) / (up - down), discount = 1 + loss;
  Lattice out;
  /* the stock moves away from the extreme: a put's falls, a call's rises */
  out.up = discount * (call ? rise : fall);
  out.down = discount * (call ? fall : rise);
  out.first = out.down * (1 + (call ? down : up));
  out.at = lattice_at(l);
  if (lattice_european(l)) {
    out.source = out.down * (call ? -down : up);
    out.fade = discount;
    out.base = -LATTICE_TAIL / l->steps;
    out.slope = 0;
    out.ratio = 1;
    return out;
  }
  out.source = out.up * (call ? up : -down);
  out.fade = 1;
  out.base = call ? -loss : loss;
  out.slope = call ? yield : -yield;
  out.ratio = 1 + (call ? up : down);
  return out;
}

#endif
