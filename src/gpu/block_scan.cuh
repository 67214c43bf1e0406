/* Prefixes over the values of a block's threads, in the threads' order: over each warp by shuffles, then over the warps' totals. CUB has the
 * same, in headers that cost nvcc eight seconds a unit. */
#ifndef CORDEE_GPU_BLOCK_SCAN_CUH
#define CORDEE_GPU_BLOCK_SCAN_CUH

#include <cuda_runtime.h>

/* In shared memory. Between two scans with the same one the block waits (__syncthreads). */
template <class T, int THREADS> struct BlockTotals {
  static_assert(THREADS % 32 == 0 && THREADS <= 1024, "whole warps");
  T warp[THREADS / 32];
};

template <class T> struct BlockPrefix {
  T before; /* `first` and the values of the threads before this one */
  T all;    /* `first` and those of all threads */
};

/* The values of the first `lanes` lanes of a warp become those of each lane and of the lanes before it. */
template <class T, class Op> static __device__ __forceinline__ T warp_scan(T value, int lanes, Op op) {
  const int lane = (int)threadIdx.x % 32;
#pragma unroll
  for (int step = 1; step < lanes; step *= 2) {
    const T lower = __shfl_up_sync(0xffffffffu, value, step);
    if (lane >= step) value = op(lower, value);
  }
  return value;
}

/* Called by all threads of a block together. op: associative. */
template <class T, int THREADS, class Op>
static __device__ __forceinline__ BlockPrefix<T> block_scan(BlockTotals<T, THREADS> &totals, T value, T first,
                                                            Op op) {
  constexpr int WARPS = THREADS / 32;
  const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
  const T upto = warp_scan(value, 32, op);
  if (lane == 31) totals.warp[warp] = upto;
  __syncthreads();
  const T warps = warp_scan(totals.warp[lane < WARPS ? lane : 0], WARPS, op);
  const T lower = __shfl_sync(0xffffffffu, warps, warp ? warp - 1 : 0);
  const T left = __shfl_up_sync(0xffffffffu, upto, 1);
  BlockPrefix<T> out = {first, op(first, __shfl_sync(0xffffffffu, warps, WARPS - 1))};
  if (warp) out.before = op(first, lower);
  if (lane) out.before = op(out.before, left);
  return out;
}

struct BlockAdd {
  template <class T> __device__ T operator()(T a, T b) const { return a + b; }
};

template <class T, int THREADS>
static __device__ __forceinline__ BlockPrefix<T> block_sum(BlockTotals<T, THREADS> &totals, T value) {
  return block_scan(totals, value, T(0), BlockAdd());
}

#endif
