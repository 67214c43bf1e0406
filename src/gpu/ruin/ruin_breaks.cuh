/* Times of routes with breaks of drivers: see solver/ruin/ruin_breaks.h. Twin of src/cpu/ruin/breaks.c. */
#ifndef CORDEE_GPU_RUIN_BREAKS_CUH
#define CORDEE_GPU_RUIN_BREAKS_CUH

#include "ruin_windows.cuh"
#include "solver/ruin/ruin_breaks.h"

namespace ruin {

/* ---- the shortest duration of a way, which says who follows whom, 0 for its ends, and how long it takes between them ---- */

/* Of a warp's route. */
struct RouteWay {
  const View &v;
  const VehicleType &type;
  const Path &path;
  __device__ int after(int c) const { return path_after(path, c); }
  __device__ int before(int c) const { return path_before(path, c); }
  __device__ int travel(int a, int b) const { return travel_of(v, type, a, b); }
};

/* The earliest return after a departure, RUIN_NEVER: a window or a break is missed. *work: the duration without waits. */
template <class Way>
__device__ static inline int breaks_return(const RuinData &data, const VehicleType &type, const Way &way,
                                           int departure, int *work) {
  const RuinShift shift = ruin_shift(&data, &type);
  RuinClock clock = ruin_clock(RUIN_NEVER, 0, departure);
  int last = 0, c;
  *work = 0;
  for (int b = 0; b < shift.count; b++) *work += shift.pause[b].length;
  do {
    c = way.after(last);
    const int travel = way.travel(last, c);
    ruin_clock_go(&data, &type, c, travel, &clock);
    *work += travel + (c ? data.stop[c].service : 0);
    last = c;
  } while (c);
  return clock.at[shift.count];
}

/* The latest departure with which the vehicle returns at a time that some departure has. */
template <class Way>
__device__ static inline int breaks_departure(const RuinData &data, const VehicleType &type, const Way &way,
                                              int time) {
  const RuinShift shift = ruin_shift(&data, &type);
  RuinClock clock = ruin_clock(RUIN_NEVER_BACK, shift.count, time);
  int next = 0, c;
  do {
    c = way.before(next);
    ruin_clock_back(shift, way.travel(c, next), &clock);
    if (c) ruin_clock_serve_back(&data, c, &clock);
    next = c;
  } while (c);
  return min(clock.at[0], type.due[0]);
}

/* RUIN_NEVER: it misses a window or a break. */
template <class Way>
__device__ static inline int breaks_shortest(const RuinData &data, const VehicleType &type, const Way &way) {
  int shortest = RUIN_NEVER, work = 0;
  for (int departure = type.ready[0]; departure <= type.due[0] && shortest > work; departure++) {
    const int end = breaks_return(data, type, way, departure, &work);
    if (end == RUIN_NEVER) break;
    departure = breaks_departure(data, type, way, end);
    shortest = min(shortest, end - departure);
  }
  return shortest;
}

template <class Way>
__device__ static inline bool breaks_duration(const RuinData &data, const VehicleType &type, const Way &way,
                                              int *duration) {
  *duration = 0;
  if (!data.durations) return true;
  *duration = breaks_shortest(data, type, way);
  return *duration != RUIN_NEVER && *duration <= type.max_duration;
}

/* ---- times of stops ---- */

/* When the vehicle leaves stop prev; 0: its start. */
__device__ static inline RuinClock breaks_leave(const VehicleType &type, const Clocks *clock, int prev) {
  return prev ? clock[prev].early : ruin_clock(RUIN_NEVER, 0, type.ready[0]);
}

/* The latest arrivals at a stop of the route; 0: the return. */
__device__ static inline RuinClock breaks_arrivals(const View &v, const VehicleType &type,
                                                   const Clocks *clock, int next) {
  return next ? clock[next].late : ruin_clock(RUIN_NEVER_BACK, ruin_shift(&v.data, &type).count, type.due[1]);
}

/* From stop a to stop c. */
__device__ static inline void breaks_go_on(const View &v, const VehicleType &type, RuinClock *clock, int a,
                                           int c) {
  ruin_clock_go(&v.data, &type, c, travel_of(v, type, a, c), clock);
}

__device__ static inline void breaks_late_set(const View &v, const Solution &s, const Route &route,
                                              const VehicleType &type) {
  const RuinShift shift = ruin_shift(&v.data, &type);
  RuinClock clock = breaks_arrivals(v, type, s.clock, 0);
  for (int c = route.last, next = 0; c; next = c, c = s.node[c].prev) {
    ruin_clock_back(shift, travel_of(v, type, c, next), &clock);
    ruin_clock_serve_back(&v.data, c, &clock);
    if (v.lane == 0) s.clock[c].late = clock;
  }
}

/* Times of a route along its links, and its duration, if it counts, else 0; false: a window or a break is missed, or it is too long. */
__device__ static inline bool breaks_times_set(const View &v, const Solution &s, Route *route,
                                               const VehicleType &type) {
  RuinClock clock = breaks_leave(type, s.clock, 0);
  int last = 0;
  for (int c = route->first; c; last = c, c = s.node[c].next) {
    breaks_go_on(v, type, &clock, last, c);
    if (v.lane == 0) s.clock[c].early = clock;
  }
  breaks_go_on(v, type, &clock, last, 0);
  if (clock.at[ruin_shift(&v.data, &type).count] == RUIN_NEVER) return false;
  breaks_late_set(v, s, *route, type);
  const Path path = {s.node, route->first, route->last, 0, 0, 0, 0, 0, 0};
  return breaks_duration(v.data, type, RouteWay{v, type, path}, &route->duration);
}

/* The same as a route of a type, of routes that the warp has, and nothing changes. */
__device__ static inline bool breaks_keep(const View &v, const Route &route, const VehicleType &type,
                                          int *duration) {
  const Path path = {v.own.node, route.first, route.last, 0, 0, 0, 0, 0, 0};
  const RouteWay way = {v, type, path};
  int work;
  *duration = 0;
  return breaks_return(v.data, type, way, type.ready[0], &work) != RUIN_NEVER &&
         breaks_duration(v.data, type, way, duration);
}

/* Does the vehicle that leaves the last stop that a path adds so keep windows and breaks from there on? The duration of the path. */
__device__ static inline bool breaks_join(const View &v, const VehicleType &type, const Path &path,
                                          const Clocks *clock, const RuinClock &leaves, int *duration) {
  const int last = path.delivery ? path.delivery : path.c, next = path.delivery ? path.then : path.next;
  const RuinClock arrives = breaks_arrivals(v, type, clock, next);
  if (!ruin_clocks_meet(ruin_shift(&v.data, &type), &leaves, travel_of(v, type, last, next), &arrives))
    return false;
  return breaks_duration(v.data, type, RouteWay{v, type, path}, duration);
}

/* The same from the begin of the path, which adds a single customer. */
__device__ static inline bool breaks_allow(const View &v, const VehicleType &type, const Path &path,
                                           const Clocks *clock, int *duration) {
  RuinClock leaves = breaks_leave(type, clock, path.prev);
  breaks_go_on(v, type, &leaves, path.prev, path.c);
  return breaks_join(v, type, path, clock, leaves, duration);
}

} // namespace ruin

#endif
