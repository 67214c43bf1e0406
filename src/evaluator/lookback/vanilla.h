/* European vanilla calls on the whole tree of Cox, Ross and Rubinstein: no price of `cordee price`, but the load of binomialOptions among
 * CUDA's samples, by which machines and kernels can be compared. The same bits in C and in CUDA. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_VANILLA_H
#define CORDEE_EVALUATOR_LOOKBACK_VANILLA_H

#include "lattice.h"

static inline VanillaTree vanilla_tree(double spot, double strike, double years, double sigma, double r) {
  const double dt = years / VANILLA_STEPS, s = sigma * sqrt(dt);
  const double up = lattice_expm1(s), down = lattice_expm1(-s),
               rise = (lattice_expm1(r * dt) - down) / (up - down);
  const double discount = 1 + lattice_expm1(-r * dt);
  return (VanillaTree){spot, strike, s, discount * rise, discount * (1 - rise)};
}

/* What node i pays at the end, i = 0..VANILLA_STEPS. */
LATTICE_FN double vanilla_pays(const VanillaTree *t, int i) {
  const double pays = t->spot * (1 + lattice_expm1(t->s * (2 * i - VANILLA_STEPS))) - t->strike;
  return pays > 0 ? pays : 0;
}

#endif
