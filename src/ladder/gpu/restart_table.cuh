/* The table of index pairs, made on the device: flags where rows begin, an inclusive scan of them for i, a segmented scan of ones for j, and both
 * zipped into a word. Once an instance, before the clock runs. */
#ifndef CORDEE_LADDER_GPU_RESTART_TABLE_CUH
#define CORDEE_LADDER_GPU_RESTART_TABLE_CUH

#include "gpu/cuda_try.h"
#include "ladder/restart_moves.h"

namespace restart_ladder {

enum { SCAN_THREADS = 1024 };

/* A sum since the last flag. */
struct Segment {
  uint32_t sum, flag;
};

__device__ static inline Segment segment_join(Segment a, Segment b) {
  return {b.flag ? b.sum : a.sum + b.sum, a.flag | b.flag};
}

/* The inclusive scan over the block's threads, a value each. All threads; ends with a barrier. */
__device__ static Segment block_scan(Segment mine) {
  BLOCK_SHARED Segment all[SCAN_THREADS];
  const uint32_t thread = threadIdx.x;
  all[thread] = mine;
  __syncthreads();
  for (uint32_t away = 1; away < SCAN_THREADS; away *= 2) {
    const Segment before = thread >= away ? all[thread - away] : Segment{0, 0};
    __syncthreads();
    if (thread >= away) all[thread] = mine = segment_join(before, mine);
    __syncthreads();
  }
  return mine;
}

/* One block: out[k] is the sum of values 0..k, or of those since the last flag. flags NULL: none. values NULL: ones. */
__global__ static void __launch_bounds__(SCAN_THREADS)
    scan_kernel(const uint32_t *values, const uint32_t *flags, uint32_t *out, uint32_t count) {
  BLOCK_SHARED Segment carried;
  if (threadIdx.x == 0) carried = {0, 0};
  __syncthreads();
  for (uint32_t first = 0; first < count; first += SCAN_THREADS) {
    const uint32_t k = first + threadIdx.x;
    Segment mine = {0, 0};
    if (k < count) mine = {values ? values[k] : 1, flags ? flags[k] : 0};
    mine = segment_join(carried, block_scan(mine));
    if (k < count) out[k] = mine.sum;
    __syncthreads();
    if (threadIdx.x == SCAN_THREADS - 1) carried = mine;
    __syncthreads();
  }
}

/* The shape: row i has n - 2 - i pairs. */
__global__ static void shape_kernel(uint32_t *shape, int32_t n) {
  for (int32_t i = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x); i < n - 2;
       i += (int32_t)(gridDim.x * blockDim.x))
    shape[i] = (uint32_t)(n - 2 - i);
}

/* Row i begins where the rows before it end: ends is the inclusive scan of the shape. */
__global__ static void flag_kernel(const uint32_t *ends, uint32_t *flags, int32_t n) {
  for (int32_t i = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x); i < n - 2;
       i += (int32_t)(gridDim.x * blockDim.x))
    flags[i ? ends[i - 1] : 0] = 1;
}

/* Two loads of a move become one. */
__global__ static void zip_kernel(uint32_t *rows, const uint32_t *columns, uint32_t count) {
  for (uint32_t k = blockIdx.x * blockDim.x + threadIdx.x; k < count; k += gridDim.x * blockDim.x)
    rows[k] = (rows[k] - 1) << 16 | (columns[k] - 1);
}

} // namespace restart_ladder

#endif
