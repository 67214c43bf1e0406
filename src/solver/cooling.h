/* Temperatures that fall with the number of the step alone: geometrically (Kirkpatrick, Gelatt, Vecchi 1983), linearly, or with the
 * logarithm (Geman, Geman 1984; compared by Nourani, Andresen 1998). The same on every machine: by square roots, which IEEE 754 rounds
 * correctly, and products; a logarithm keeps 24 bits. */
#ifndef CORDEE_SOLVER_COOLING_H
#define CORDEE_SOLVER_COOLING_H

#include <math.h>
#include <stdint.h>

/* hot (cold / hot)^(k / steps), k < steps, steps a power of two. */
static inline double cooling_temperature(double hot, double cold, uint32_t k, uint32_t steps) {
  double root = cold / hot, t = hot;
  for (uint32_t bit = steps / 2; bit; bit /= 2) {
    root = sqrt(root);
    if (k & bit) t *= root;
  }
  return t;
}

/* hot - (hot - cold) k / steps, k <= steps. */
static inline double cooling_linear(double hot, double cold, uint32_t k, uint32_t steps) {
  return hot - (hot - cold) * ((double)k / steps);
}

/* ln 2 / ln(step + 2): what is left of the first temperature, 1 at step 0. */
static inline double cooling_logarithmic(double step) { return (double)(float)(log(2) / log(step + 2)); }

#endif
