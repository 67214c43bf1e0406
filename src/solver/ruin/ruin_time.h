/* Time along a part of a route that keeps its windows (T. Vidal, T. G. Crainic, M. Gendreau, C. Prins: A hybrid genetic algorithm with
 * adaptive diversity management for a large class of vehicle routing problems with time-windows. Computers & Operations Research 40, 2013,
 * section 4.2), and what edges cost. The same in C and CUDA. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_TIME_H
#define CORDEE_SOLVER_RUIN_RUIN_TIME_H

#include <stdbool.h>
#include "rng.h"
#include "ruin_kernels.h"

/* Begun from `earliest` to `latest` the part takes `duration`, the shortest time. */
typedef struct RuinTime {
  int32_t duration, earliest, latest;
} RuinTime;

/* *a, then `travel`, then b. False: a window would be broken, and *a stays. */
RNG_FN bool ruin_time_join(RuinTime *a, int32_t travel, RuinTime b) {
  const int32_t begin = a->duration + travel; /* of b, after that of a */
  const int32_t wait = b.earliest - begin - a->latest;
  if (a->earliest + begin > b.latest) return false;
  const int32_t waits = wait > 0 ? wait : 0;
  const int32_t earliest = b.earliest - begin > a->earliest ? b.earliest - begin : a->earliest;
  const int32_t latest = b.latest - begin < a->latest ? b.latest - begin : a->latest;
  a->duration = begin + b.duration + waits;
  a->earliest = earliest - waits;
  a->latest = latest;
  return true;
}

RNG_FN RuinTime ruin_time_stop(const RouteStop *stop) {
  const RuinTime time = {stop->service, stop->ready, stop->due};
  return time;
}

/* The departure (end 0) or the return (end 1) of a vehicle. */
RNG_FN RuinTime ruin_time_end(const VehicleType *type, int end) {
  const RuinTime time = {0, type->ready[end], type->due[end]};
  return time;
}

#endif
