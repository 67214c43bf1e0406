/* See slice.h. */
#include "slice.h"

#include <math.h>

static const double last_s = 0.01; /* a slice as short as this may be the last one */

static double slice_room(double left_s) { return left_s > last_s ? left_s / 2 : fmax(0, left_s); }

static uint32_t steps_scaled(uint32_t steps, double share) {
  if (share > 1.5) return steps / 2;
  if (share < 0.25 && steps < UINT32_MAX / 4) return 4 * steps;
  return share < 0.75 && steps < UINT32_MAX / 2 ? 2 * steps : steps;
}

uint32_t slice_even(uint32_t steps, double took_s, double slice_s, double left_s) {
  const double step_s = fmax(took_s, 1e-9) / steps, most = fmin(4.0 * steps, UINT32_MAX),
               next = fmin(most, fmin(slice_s, slice_room(left_s)) / step_s);
  return next >= 1 ? (uint32_t)next : 1;
}

uint32_t slice_next(uint32_t steps, double took_s, double slice_s, double left_s) {
  const double step_s = took_s / steps, left = slice_room(left_s);
  uint32_t next = steps_scaled(steps, took_s / slice_s);
  if (next * step_s > left) next = (uint32_t)(left / step_s);
  return next ? next : 1;
}

uint32_t slice_shorter(uint32_t steps, double step_s, double left_s) {
  const double room = slice_room(left_s);
  if (steps * step_s <= room) return 0;
  return (uint32_t)fmax(1, room / step_s);
}
