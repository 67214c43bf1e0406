/* See slice.h. */
#include "slice.h"

#include <math.h>

static uint32_t steps_scaled(uint32_t steps, double share) {
  if (share > 1.5) return steps / 2;
  if (share < 0.25 && steps < UINT32_MAX / 4) return 4 * steps;
  return share < 0.75 && steps < UINT32_MAX / 2 ? 2 * steps : steps;
}

uint32_t slice_even(uint32_t steps, double took_s, double slice_s, double left_s) {
  const double step_s = fmax(took_s, 1e-9) / steps, most = fmin(4.0 * steps, UINT32_MAX),
               next = fmin(most, fmin(slice_s, fmax(0, left_s)) / step_s);
  return next >= 1 ? (uint32_t)next : 1;
}

uint32_t slice_next(uint32_t steps, double took_s, double slice_s, double left_s) {
  const double step_s = took_s / steps, left = fmax(0, left_s);
  uint32_t next = steps_scaled(steps, took_s / slice_s);
  if (next * step_s > left) next = (uint32_t)(left / step_s);
  return next ? next : 1;
}
