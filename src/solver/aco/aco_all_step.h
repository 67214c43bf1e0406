/* What both twins compute in the same way if all pairs of cities have trails: see aco_kernels.h. Doubles are products and quotients alone,
 * which are rounded in the same way everywhere. */
#ifndef CORDEE_SOLVER_ACO_ACO_ALL_STEP_H
#define CORDEE_SOLVER_ACO_ACO_ALL_STEP_H

#include "aco_step.h"

enum {
  ACO_ALL_LANES = 32,      /* the order in which weights are summed: by city mod 32 first */
  ACO_TRAIL_MOST_BITS = 62 /* of the ant system: 2^20 ants leave at most 2^63 more */
};

/* ---- choices ---- */

/* tau^alpha eta: never 0. */
RNG_FN double aco_all_power(uint64_t tau, float eta, uint32_t alpha) {
  double power = eta;
  for (uint32_t a = 0; a < alpha; a++) power *= (double)tau;
  return power;
}

/* Of the unvisited cities' largest power. */
RNG_FN double aco_all_scale(double most) { return 0x1p40 / most; }

RNG_FN uint64_t aco_all_weight(double power, double scale) { return (uint64_t)(power * scale); }

/* floor(word total / 2^32) */
RNG_FN uint64_t aco_all_draw(uint32_t word, uint64_t total) {
  return (total >> 32) * word + (((total & UINT32_MAX) * word) >> 32);
}

/* ---- trails ---- */

/* What an ant of the ant system leaves: the nearest integer to 2^40 unit / cost. */
RNG_FN uint64_t aco_every_amount(int64_t unit, int64_t cost) {
  const double share = (double)(unit ? unit : 1) / (double)(cost ? cost : 1) * 0x1p40 + 0.5, most = 0x1p43;
  return (uint64_t)(share < most ? share : most);
}

RNG_FN uint64_t aco_all_faded(uint64_t tau, uint64_t keep) {
  return (tau >> 32) * keep + (((tau & UINT32_MAX) * keep) >> 32);
}

/* After evaporation and deposits. */
RNG_FN uint64_t aco_all_limited(const AcoRules *rules, const AcoUpdate *u, uint64_t tau) {
  const uint64_t most =
                     rules->every ? UINT64_C(1) << ACO_TRAIL_MOST_BITS : (uint64_t)u->most << ACO_FINE_BITS,
                 least = rules->every ? 1 : (uint64_t)u->least << ACO_FINE_BITS;
  if (u->reset || tau > most) return most;
  return tau < least ? least : tau;
}

/* As aco_linked(). */
RNG_FN uint32_t aco_all_linked(uint64_t tau, uint64_t low, uint64_t high) {
  return tau - low > (high - low) / 20;
}

#endif
