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

/* Called by all threads of a block together. op: associative. */
template <class T, int THREADS, class Op>
static __device__ __forceinline__ BlockPrefix<T> block_scan(BlockTotals<T, THREADS> &totals, T value, T first,
                                                            Op op) {
  const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
  T upto = value;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const T lower = __shfl_up_sync(0xffffffffu, upto, step);
    if (lane >= step) upto = op(lower, upto);
  }
  const T lower = __shfl_up_sync(0xffffffffu, upto, 1);
  if (lane == 31) totals.warp[warp] = upto;
  __syncthreads();
  BlockPrefix<T> out = {first, first};
#pragma unroll
  for (int w = 0; w < THREADS / 32; w++) {
    if (w == warp) out.before = out.all;
    out.all = op(out.all, totals.warp[w]);
  }
  if (lane) out.before = op(out.before, lower);
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
