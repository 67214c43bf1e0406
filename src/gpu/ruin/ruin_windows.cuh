/* Times of routes whose customers have several windows: see solver/ruin/ruin_windows.h. Twin of src/cpu/ruin/windows.c. */
#ifndef CORDEE_GPU_RUIN_WINDOWS_CUH
#define CORDEE_GPU_RUIN_WINDOWS_CUH

#include "ruin_device.cuh"
#include "solver/ruin/ruin_windows.h"

namespace ruin {

/* ---- a route, perhaps with a customer more ---- */

/* Customer c is between two neighbours of the route, and the delivery of its pair between the stop behind which it is, c or later, and the one
 * after it; 0: there is none. */
struct Path {
  const Node *node;
  int first, last;
  int c, prev, next;
  int delivery, behind, then;
};

/* Of 0 the first and the last stop. */
__device__ static inline int path_after(const Path &path, int v) {
  if (path.delivery && v == path.behind) return path.delivery;
  if (path.delivery && v == path.delivery) return path.then;
  if (path.c && v == path.prev) return path.c;
  if (path.c && v == path.c) return path.next;
  return v ? path.node[v].next : path.first;
}
__device__ static inline int path_before(const Path &path, int v) {
  if (path.delivery && v == path.then) return path.delivery;
  if (path.delivery && v == path.delivery) return path.behind;
  if (path.c && v == path.next) return path.c;
  if (path.c && v == path.c) return path.prev;
  return v ? path.node[v].prev : path.last;
}

/* ---- its shortest duration ---- */

/* The earliest return after a departure; -1: a window is missed. */
__device__ static inline int path_return(const View &v, const VehicleType &type, const Path &path,
                                         int departure) {
  int time = departure, last = 0;
  for (int c = path_after(path, 0); c; last = c, c = path_after(path, c)) {
    time = ruin_begin_from(&v.data, c, time + travel_of(v, type, last, c));
    if (time < 0) return -1;
    time += v.place.window[c].z;
  }
  time = max(time + travel_of(v, type, last, 0), type.ready[1]);
  return time <= type.due[1] ? time : -1;
}

/* The latest departure with which the vehicle returns at a time that some departure has; whether it waits on the way. */
__device__ static inline int path_departure(const View &v, const VehicleType &type, const Path &path,
                                            int time, bool *waits) {
  int next = 0;
  *waits = false;
  for (int c = path_before(path, 0); c; next = c, c = path_before(path, c)) {
    time -= travel_of(v, type, c, next) + v.place.window[c].z;
    const int begin = ruin_begin_until(&v.data, c, time);
    *waits |= begin < time;
    time = begin;
  }
  time -= travel_of(v, type, 0, next);
  *waits |= time > type.due[0];
  return min(time, type.due[0]);
}

/* -1: it misses a window. */
__device__ static inline int path_shortest(const View &v, const VehicleType &type, const Path &path) {
  int shortest = -1;
  bool waits = true;
  for (int departure = type.ready[0]; waits && departure <= type.due[0];) {
    const int end = path_return(v, type, path, departure);
    if (end < 0) break;
    departure = path_departure(v, type, path, end, &waits);
    if (shortest < 0 || end - departure < shortest) shortest = end - departure;
    departure++;
  }
  return shortest;
}

__device__ static inline bool path_duration(const View &v, const VehicleType &type, const Path &path,
                                            int *duration) {
  *duration = 0;
  if (!v.data.durations) return true;
  *duration = path_shortest(v, type, path);
  return *duration >= 0 && *duration <= type.max_duration;
}

/* ---- times of its stops ---- */

__device__ static inline bool earliest_set(const View &v, const Solution &s, const Route &route,
                                           const VehicleType &type) {
  int time = type.ready[0], last = 0;
  for (int c = route.first; c; last = c, c = s.node[c].next) {
    time = ruin_begin_from(&v.data, c, time + travel_of(v, type, last, c));
    if (time < 0) return false;
    time += v.place.window[c].z;
    if (v.lane == 0) s.time[c].pre = {0, time, 0};
  }
  return time + travel_of(v, type, last, 0) <= type.due[1];
}

__device__ static inline void latest_set(const View &v, const Solution &s, const Route &route,
                                         const VehicleType &type) {
  int time = type.due[1], next = 0;
  for (int c = route.last; c; next = c, c = s.node[c].prev) {
    time -= travel_of(v, type, c, next) + v.place.window[c].z;
    time = ruin_begin_until(&v.data, c, time);
    if (v.lane == 0) s.time[c].suf = {0, 0, time};
  }
}

/* Times of a route along its links, and its duration, if it counts, else 0; false: a window is missed, or it is too long. */
__device__ static inline bool windows_times_set(const View &v, const Solution &s, Route *route,
                                                const VehicleType &type) {
  if (!earliest_set(v, s, *route, type)) return false;
  latest_set(v, s, *route, type);
  return path_duration(v, type, {s.node, route->first, route->last, 0, 0, 0, 0, 0, 0}, &route->duration);
}

/* The same as a route of a type, of routes that the warp has, and nothing changes. */
__device__ static inline bool windows_keep(const View &v, const Route &route, const VehicleType &type,
                                           int *duration) {
  const Path path = {v.own.node, route.first, route.last, 0, 0, 0, 0, 0, 0};
  *duration = 0;
  return path_return(v, type, path, type.ready[0]) >= 0 && path_duration(v, type, path, duration);
}

/* The vehicle that leaves stop a at time->earliest goes on to stop c; false: it misses a window. */
__device__ static inline bool windows_go_on(const View &v, const VehicleType &type, RuinTime *time, int a,
                                            int c) {
  const int begin = ruin_begin_from(&v.data, c, time->earliest + travel_of(v, type, a, c));
  if (begin < 0) return false;
  time->earliest = begin + v.place.window[c].z;
  return true;
}

/* Does the vehicle that leaves the last stop that a path adds at leaves.earliest keep all windows from there on? The duration of the path. */
__device__ static inline bool windows_join(const View &v, const VehicleType &type, const Path &path,
                                           const Times *time, RuinTime leaves, int *duration) {
  const int last = path.delivery ? path.delivery : path.c, next = path.delivery ? path.then : path.next,
            latest = next ? time[next].suf.latest : type.due[1];
  if (leaves.earliest + travel_of(v, type, last, next) > latest) return false;
  return path_duration(v, type, path, duration);
}

/* The same from the begin of the path, which adds a single customer. */
__device__ static inline bool windows_allow(const View &v, const VehicleType &type, const Path &path,
                                            const Times *time, int *duration) {
  RuinTime leaves = path.prev ? time[path.prev].pre : ruin_time_end(&type, 0);
  return windows_go_on(v, type, &leaves, path.prev, path.c) &&
         windows_join(v, type, path, time, leaves, duration);
}

} // namespace ruin

#endif
