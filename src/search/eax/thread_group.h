/* The threads that test a cycle together: one thread on the host; a warp or a whole block on a device. The
 * code is the same for all three (recombine_move.h): each thread takes every lanes-th element, and sees the
 * writes of the others after group_sync. */
#ifndef CORDEE_SEARCH_EAX_THREAD_GROUP_H
#define CORDEE_SEARCH_EAX_THREAD_GROUP_H

#include <stdint.h>

#define GROUP_EACH(i, group, first, end)                                                                     \
  for (int32_t i = (first) + (group).lane; i < (end); i += (group).lanes)

typedef struct ThreadGroup {
  int32_t lane, lanes; /* own number; number of threads: 1 on the host, 32: a warp, more: a block */
  int64_t *wide;       /* (lanes / 32) shared memory of a block, for reductions */
} ThreadGroup;

#ifdef __CUDACC__
#define GROUP_FN     __device__ static inline
#define GROUP_UNROLL _Pragma("unroll")
#define GROUP_CALLED __device__ static __noinline__ /* not inlined: copies would fill the instruction cache */

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

/* Reduces the values of all threads; every thread gets the result. */
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

/* The warp of a thread. */
GROUP_FN ThreadGroup group_warp(ThreadGroup t) { return {t.lane % 32, 32, NULL}; }

/* Puts the values of the threads of a warp that are chosen into row, in the threads' order. Returns how many. */
GROUP_FN int32_t group_select(ThreadGroup warp, int32_t chosen, uint32_t value, uint32_t *row) {
  const unsigned all = __ballot_sync(0xffffffffu, chosen);
  __syncwarp();
  if (chosen) row[__popc(all & ((1u << warp.lane) - 1))] = value;
  __syncwarp();
  return __popc(all);
}

GROUP_FN int64_t group_sum(ThreadGroup t, int64_t v) { return group_reduce(t, v, GroupSum()); }
GROUP_FN int64_t group_min(ThreadGroup t, int64_t v) { return group_reduce(t, v, GroupMin()); }

#else
#define GROUP_FN static inline
#define GROUP_UNROLL
#define GROUP_CALLED static inline
GROUP_FN void group_sync(ThreadGroup t) { (void)t; }
GROUP_FN ThreadGroup group_warp(ThreadGroup t) { return t; }
GROUP_FN int32_t group_select(ThreadGroup warp, int32_t chosen, uint32_t value, uint32_t *row) {
  (void)warp;
  if (chosen) row[0] = value;
  return chosen;
}
GROUP_FN int64_t group_sum(ThreadGroup t, int64_t v) {
  (void)t;
  return v;
}
GROUP_FN int64_t group_min(ThreadGroup t, int64_t v) {
  (void)t;
  return v;
}
#endif

#endif
