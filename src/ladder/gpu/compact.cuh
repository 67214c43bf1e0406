/* The published way to a list: a flag for each vertex, an exclusive scan of the flags, and a kernel that writes the index of each flag to its place. The
 * scan is that of blocks, then of their sums by one block; the publications take one from a library. */
#ifndef CORDEE_LADDER_GPU_COMPACT_CUH
#define CORDEE_LADDER_GPU_COMPACT_CUH

#include "gpu/block_scan.cuh"
#include "gpu/cuda_try.h"

namespace ladder_compact {

enum { THREADS = 512 };

struct Compact {
  uint32_t n;
  uint32_t *flag;  /* (n) 0 or 1 */
  uint32_t *place; /* (n) flags before this one in its block */
  uint32_t *sum;   /* (blocks) of a block; then of those before it */
  uint32_t *list;  /* (n) out */
  uint32_t *count; /* out: of the list */
};

__host__ __device__ static inline uint32_t compact_blocks(uint32_t n) { return (n + THREADS - 1) / THREADS; }

__global__ static void __launch_bounds__(THREADS) flags_scan(Compact c) {
  BLOCK_SHARED BlockTotals<uint32_t, THREADS> totals;
  const uint32_t v = blockIdx.x * THREADS + threadIdx.x;
  const BlockPrefix<uint32_t> sum = block_sum(totals, v < c.n ? c.flag[v] : 0u);
  if (v < c.n) c.place[v] = sum.before;
  if (threadIdx.x == 0) c.sum[blockIdx.x] = sum.all;
}

/* One block. */
__global__ static void __launch_bounds__(THREADS) sums_scan(Compact c) {
  BLOCK_SHARED BlockTotals<uint32_t, THREADS> totals;
  const uint32_t blocks = compact_blocks(c.n);
  uint32_t begin = 0;
  for (uint32_t first = 0; first < blocks; first += THREADS) {
    const uint32_t b = first + threadIdx.x;
    const BlockPrefix<uint32_t> sum = block_scan(totals, b < blocks ? c.sum[b] : 0u, begin, BlockAdd());
    if (b < blocks) c.sum[b] = sum.before;
    begin = sum.all;
    __syncthreads();
  }
  if (threadIdx.x == 0) *c.count = begin;
}

__global__ static void __launch_bounds__(THREADS) flags_scatter(Compact c) {
  const uint32_t v = blockIdx.x * THREADS + threadIdx.x;
  if (v < c.n && c.flag[v]) c.list[c.sum[blockIdx.x] + c.place[v]] = v;
}

/* Queues the three, and clears the flags for the next list. */
static Status compact_queue(cudaStream_t stream, const Compact &c) {
  const dim3 blocks(compact_blocks(c.n));
  CUDA_TRY(cuda_launch(flags_scan, blocks, THREADS, 0, stream, c));
  CUDA_TRY(cuda_launch(sums_scan, dim3(1), THREADS, 0, stream, c));
  CUDA_TRY(cuda_launch(flags_scatter, blocks, THREADS, 0, stream, c));
  CUDA_TRY(cudaMemsetAsync(c.flag, 0, c.n * sizeof *c.flag, stream));
  return OK;
}

} // namespace ladder_compact

#endif
