/* Who tests a cycle: one thread on the host; a warp or a whole block on a device. One text for all three
 * (recombine_move.h): members take every lanes-th element, what they wrote is seen by all after group_sync. */
#ifndef CORDEE_SOLVER_EAX_THREAD_GROUP_H
#define CORDEE_SOLVER_EAX_THREAD_GROUP_H

#include <stdint.h>

#define GROUP_EACH(i, team, first, end) for (int32_t i = (first) + (team).lane; i < (end); i += (team).lanes)

typedef struct ThreadGroup {
  int32_t lane, lanes; /* lanes: 1 on the host, 32: a warp, more: a block */
  int64_t *wide;       /* (lanes / 32) a block's, for results */
} ThreadGroup;

#ifdef __CUDACC__
#define GROUP_FN __device__ static inline

GROUP_FN void group_sync(ThreadGroup t) {
  if (t.lanes == 32)
    __syncwarp();
  else
    __syncthreads();
}

struct GroupSum {
  __device__ int64_t operator()(int64_t a, int64_t b) const { return a + b; }
};
struct GroupMin {
  __device__ int64_t operator()(int64_t a, int64_t b) const { return a < b ? a : b; }
};

/* Of all members' values, for all of them. */
template <class Op> GROUP_FN int64_t group_reduce(ThreadGroup t, int64_t v, Op op) {
  for (int k = 16; k; k >>= 1) v = op(v, __shfl_xor_sync(0xffffffffu, v, k));
  if (t.lanes == 32) return v;
  __syncthreads();
  if (t.lane % 32 == 0) t.wide[t.lane / 32] = v;
  __syncthreads();
  v = t.wide[0];
  for (int k = 1; k < t.lanes / 32; k++) v = op(v, t.wide[k]);
  return v;
}

GROUP_FN int64_t group_sum(ThreadGroup t, int64_t v) { return group_reduce(t, v, GroupSum()); }
GROUP_FN int64_t group_min(ThreadGroup t, int64_t v) { return group_reduce(t, v, GroupMin()); }

#else
#define GROUP_FN static inline
GROUP_FN void group_sync(ThreadGroup t) { (void)t; }
GROUP_FN int64_t group_sum(ThreadGroup t, int64_t v) { return (void)t, v; }
GROUP_FN int64_t group_min(ThreadGroup t, int64_t v) { return (void)t, v; }
#endif

#endif
