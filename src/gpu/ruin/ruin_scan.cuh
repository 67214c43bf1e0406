/* Customers of a route, up to a warp of them at once, and times along them. */
#ifndef CORDEE_GPU_RUIN_SCAN_CUH
#define CORDEE_GPU_RUIN_SCAN_CUH

#include "ruin_device.cuh"

namespace ruin {

/* ---- times: parts of a route are joined as in a parallel prefix sum, as joining is associative ---- */

__device__ static inline RuinTime time_shuffle(RuinTime t, int from) {
  const RuinTime got = {__shfl_sync(ALL, t.duration, from), __shfl_sync(ALL, t.earliest, from),
                        __shfl_sync(ALL, t.latest, from)};
  return got;
}
__device__ static inline RuinTime time_up(RuinTime t, int lanes) {
  const RuinTime got = {__shfl_up_sync(ALL, t.duration, lanes), __shfl_up_sync(ALL, t.earliest, lanes),
                        __shfl_up_sync(ALL, t.latest, lanes)};
  return got;
}

/* Lane i gets the parts of lanes 0..i, joined forwards (lane 0 first) or backwards (lane i first). False in a lane: a window of its parts is broken. */
__device__ static inline bool times_scan(RuinTime *part, int count, int lane, bool forwards) {
  bool keeps = true;
  for (int lanes = 1; lanes < count; lanes *= 2) {
    const RuinTime other = time_up(*part, lanes);
    if (lane < lanes || lane >= count) continue;
    RuinTime first = forwards ? other : *part;
    keeps &= ruin_time_join(&first, 0, forwards ? *part : other);
    *part = first;
  }
  return keeps;
}

/* ---- customers of a route, up to a warp of them at once ---- */

/* Of the customers from c on, the lane's; *next: who follows those. Returns how many there are. */
__device__ static inline int customers_next(const Node *node, int c, int lane, bool forwards, int *mine,
                                            int *next) {
  int count = 0;
  *mine = 0;
  for (; count < WARP && c; count++) {
    if (count == lane) *mine = c;
    c = forwards ? node[c].next : node[c].prev;
  }
  *next = c;
  return count;
}

} // namespace ruin

#endif
