/* Times along routes, where there are time windows. Contract: solver/sisr/sisr_kernels.h. */
#ifndef CORDEE_GPU_SISR_SCHEDULE_CUH
#define CORDEE_GPU_SISR_SCHEDULE_CUH

#include "sisr_device.cuh"

namespace sisr {

template <class Metric> __device__ static inline int4 window_of(const View<Metric> &v, int node) {
  return v.window[node < v.depot ? node : 0];
}

/* Which times a walk along a route sets: depart of what follows, or, backwards, late of what is before. */
enum Walk { FORWARD, BACKWARD };

/* A node of a walk, loaded one step ahead: while the times of the node before it are computed. */
template <class Metric> struct Stop {
  int node;
  typename Metric::Point at;
  int4 window;
};
template <class Metric>
__device__ static inline Stop<Metric> stop_after(const View<Metric> &v, const Solution &s, int node,
                                                 Walk walk) {
  const int next = walk == FORWARD ? s.next(node) : s.prev(node);
  return {next, v.at[next], window_of(v, next)};
}

/* From a node whose time is set to the depot; unless `whole`, until a time stays as it was. False: a window is broken. Lanes in both
 * directions execute the same instructions: backwards times are negated, so that both take a maximum. */
template <class Metric>
__device__ static inline bool schedule_walk(const View<Metric> &v, const Solution &s, int from, Walk walk,
                                            bool whole) {
  const bool back = walk == BACKWARD;
  int32_t *const time = back ? s.late : s.depart;
  int now = back ? -time[from] : time[from];
  typename Metric::Point last = v.at[from];
  for (Stop<Metric> here = stop_after(v, s, from, walk);;) {
    const Stop<Metric> ahead = stop_after(v, s, here.node, walk);
    const int4 window = here.window;
    const int d = Metric::number(Metric::distance(v.task.data, back ? here.at : last, back ? last : here.at));
    const int begin = max(back ? -window.y : window.x, now + d + (back ? window.z : 0));
    if (!back && begin > window.y) return false;
    if (here.node >= v.depot) return true;
    now = begin + (back ? 0 : window.z);
    const int shown = back ? -now : now;
    if (!whole && shown == time[here.node]) return true;
    time[here.node] = shown;
    last = here.at;
    here = ahead;
  }
}

/* Both times of c between its neighbours, and what changes of the others': two lanes, one for each. */
template <class Metric>
__device__ static inline void schedule_insert(const View<Metric> &v, int c, Walk walk) {
  const Solution &s = v.own;
  const int4 window = v.window[c];
  if (walk == FORWARD) {
    const int prev = s.prev(c);
    s.depart[c] = max(window.x, s.depart[prev] + Metric::number(v.between(prev, c))) + window.z;
  } else {
    const int next = s.next(c);
    s.late[c] = min(window.y, s.late[next] - window.z - Metric::number(v.between(c, next)));
  }
  (void)schedule_walk(v, s, c, walk, false);
}

/* Would a customer of that window keep it and those around it, at these distances? */
template <class Metric>
__device__ static inline bool window_keeps(const View<Metric> &v, int4 window, int prev, int next, int d_prev,
                                           int d_next) {
  const int begin = max(window.x, v.own.depart[prev] + d_prev);
  return begin <= window.y && begin + window.z + d_next <= v.own.late[next];
}

} // namespace sisr

#endif
