/* Slices: a long computation runs a few steps at a time, so that signals, limits and checkpoints need not wait for its end. */
#ifndef CORDEE_SLICE_H
#define CORDEE_SLICE_H

#include <stdint.h>

#define SLICE_S 0.2 /* usual length: short enough for a signal, long enough to hide the cost of a launch */

/* Steps of the next slice after one of `steps` that took took_s seconds: quadrupled, doubled or halved towards slice_s. At least 1.
 * left_s: seconds until a time limit (INFINITY: none). A slice takes at most half of them, since its steps may be slower than those
 * before, and all of them when few are left. */
uint32_t slice_next(uint32_t steps, double took_s, double slice_s, double left_s);
/* The same where a rank whose slice ends first waits for the others: as many steps as take slice_s, at most four times as many. */
uint32_t slice_even(uint32_t steps, double took_s, double slice_s, double left_s);
/* At least 1 and fewer than `steps`, if these would take too much of the time left; 0 if they may stay. step_s: seconds of one step, 0: not known. */
uint32_t slice_shorter(uint32_t steps, double step_s, double left_s);

#endif
