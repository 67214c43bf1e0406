/* Customers with several time windows (RUIN_WINDOWS): when service may begin. The same in C and CUDA.
 *
 * An earlier arrival never makes a later departure. So a route with a customer more keeps its windows if the customer's earliest begin, from the
 * earliest departure of the stop before, leads to the stop behind at its latest begin or before: with these two numbers of every stop an insertion
 * is checked in constant time. They take the place of RuinTime's parts:
 *   Node.pre.earliest   the earliest time at which the vehicle leaves the stop
 *   Node.suf.latest     the latest begin of service there with which all that follows keeps its windows
 *
 * The shortest duration of a route is not a sum of such parts. Where it counts (RuinData.durations), the route is driven: for a departure, the
 * earliest return; for that return the latest departure, which makes the shortest route of that return; then for the departure right after that
 * one, as in every earlier one of the same return the vehicle only waits longer. That ends where no later departure keeps the windows, or with a
 * route that does not wait: none is shorter. A departure after the latest one of a return misses a window, so there are not more turns than the
 * route has windows. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_WINDOWS_H
#define CORDEE_SOLVER_RUIN_RUIN_WINDOWS_H

#include "rng.h"
#include "ruin_kernels.h"

/* The earliest begin of service at customer c, who is ready for it at `time`; -1: there is none. */
RNG_FN int32_t ruin_begin_from(const RuinData *data, int32_t c, int32_t time) {
  for (int32_t k = data->window_range[2 * c]; k < data->window_range[2 * c + 1]; k++) {
    const RoutesWindow window = data->window[k];
    if (time <= window.due) return time > window.ready ? time : window.ready;
  }
  return -1;
}

/* The latest begin of service at customer c at `time` or before; -1: there is none. */
RNG_FN int32_t ruin_begin_until(const RuinData *data, int32_t c, int32_t time) {
  for (int32_t k = data->window_range[2 * c + 1] - 1; k >= data->window_range[2 * c]; k--) {
    const RoutesWindow window = data->window[k];
    if (time >= window.ready) return time < window.due ? time : window.due;
  }
  return -1;
}

#endif
