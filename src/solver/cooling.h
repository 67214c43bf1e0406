/* Temperatures that fall geometrically (Kirkpatrick, Gelatt, Vecchi 1983), the same on every machine: by square roots, which IEEE 754
 * rounds correctly, and products. */
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

#endif
