/* Times along routes, where there are time windows. Contract: solver/sisr/sisr_kernels.h. */
#ifndef CORDEE_GPU_SISR_SCHEDULE_CUH
#define CORDEE_GPU_SISR_SCHEDULE_CUH

#include "sisr_device.cuh"

namespace sisr {

template <class Metric> __device__ static inline int4 window_of(const View<Metric> &v, int node) {
  return v.window[node < v.depot ? node : 0];
}

/* depart of what follows `from`; unless `whole`, until it stays as it was. False: a window is broken. */
template <class Metric>
__device__ static inline bool schedule_forward(const View<Metric> &v, const Solution &s, int from,
                                               bool whole) {
  int depart = s.depart[from];
  for (int last = from, u = s.next(from);; last = u, u = s.next(u)) {
    const int4 window = window_of(v, u);
    const int begin = max(window.x, depart + Metric::number(v.between(last, u)));
    if (begin > window.y) return false;
    if (u >= v.depot) return true;
    depart = begin + window.z;
    if (!whole && depart == s.depart[u]) return true;
    s.depart[u] = depart;
  }
}

/* late of what is before `from`, likewise. */
template <class Metric>
__device__ static inline void schedule_backward(const View<Metric> &v, const Solution &s, int from,
                                                bool whole) {
  int late = s.late[from];
  for (int last = from, u = s.prev(from); u < v.depot; last = u, u = s.prev(u)) {
    const int4 window = v.window[u];
    late = min(window.y, late - window.z - Metric::number(v.between(u, last)));
    if (!whole && late == s.late[u]) return;
    s.late[u] = late;
  }
}

/* c is between its neighbours, and all keep their windows. */
template <class Metric> __device__ static inline void schedule_insert(const View<Metric> &v, int c) {
  const Solution &s = v.own;
  const int prev = s.prev(c), next = s.next(c);
  const int4 window = v.window[c];
  s.depart[c] = max(window.x, s.depart[prev] + Metric::number(v.between(prev, c))) + window.z;
  s.late[c] = min(window.y, s.late[next] - window.z - Metric::number(v.between(c, next)));
  schedule_forward(v, s, c, false);
  schedule_backward(v, s, c, false);
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
