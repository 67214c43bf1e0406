/* American vanilla options on the binomial tree of Leisen and Reimer ("Binomial models for option valuation - examining and improving
 * convergence", Applied Mathematical Finance 3, 1996), whose price converges smoothly in 1/steps. The same bits in C and in CUDA.
 *
 * The stock is worth S u^i d^(k-i) after k steps, i of them up; layer k has nodes i = 0..k. It is computed as stock[i] * scale(k) by powers
 * about the middle of the tree, so that neither overflows. From the last layer, where an option is worth max(0, exercise), to the first:
 *
 *   f[i] = max(exercise, fma(rise, f[i + 1], fall * f[i]))    exercise = fma(stock[i], scale(k), -strike) of a call, the negative of a put */
#ifndef CORDEE_EVALUATOR_LOOKBACK_AMERICAN_H
#define CORDEE_EVALUATOR_LOOKBACK_AMERICAN_H

#include "lattice.h"

/* ---- nodes: in C and in CUDA ---- */

/* exp(x) to a few units of the last place: 1 + expm1(x) alone has none of its digits below -37. */
LATTICE_FN double american_exp(double x) {
  return x < 0 ? 1 / (1 + lattice_expm1(-x)) : 1 + lattice_expm1(x);
}

/* Of node i; negative of a put, so that exercise is one fma. */
LATTICE_FN double american_stock(const AmericanTree *t, uint32_t i) {
  const double power = american_exp(t->ratio * (i - 0.5 * t->steps));
  return t->call ? power : -power;
}

LATTICE_FN double american_scale(const AmericanTree *t, uint32_t layer) {
  return t->spot * american_exp(t->ratio * 0.5 * t->steps + t->down * layer);
}

LATTICE_FN double american_strike(const AmericanTree *t) { return t->call ? -t->strike : t->strike; }

LATTICE_FN double american_step(const AmericanTree *t, double above, double here, double exercise) {
  const double wait = fma(t->rise, above, t->fall * here);
  return wait > exercise ? wait : exercise;
}

#endif
