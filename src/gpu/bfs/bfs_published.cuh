/* The published methods, corrected (bfs_kernels.h): a launch or more for each level, the host asks whether there is another. */
#ifndef CORDEE_GPU_BFS_BFS_PUBLISHED_CUH
#define CORDEE_GPU_BFS_BFS_PUBLISHED_CUH

#include "bfs_device.cuh"

namespace bfs {

__device__ __forceinline__ uint32_t thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

/* Neighbours of u without a level get it. Several threads may give the same. */
__device__ __forceinline__ bool row_label(const Device &d, uint32_t u, uint32_t level, uint32_t *flag) {
  bool any = false;
  for (Word a = d.offset[u]; a < d.offset[u + 1]; a++) {
    const uint32_t v = d.to[a];
    if (d.level[v] != BFS_NO_LEVEL) continue;
    d.level[v] = level;
    any = true;
    if (flag) flag[v] = 1;
  }
  return any;
}

__global__ static void begin_kernel(Device d, uint32_t source) {
  const uint32_t v = thread_index();
  if (v < d.n) d.level[v] = v == source ? 0 : BFS_NO_LEVEL;
  if (v == 0) d.list[0][0] = source;
}

/* A thread a vertex. */
__global__ static void basic_kernel(Device d, uint32_t level) {
  const uint32_t v = thread_index();
  if (v < d.n && d.level[v] == level - 1 && row_label(d, v, level, NULL)) d.control->changed = 1;
}

/* A thread an active vertex; flags lie in list[1]. */
__global__ static void active_kernel(Device d, uint32_t count, uint32_t level) {
  const uint32_t k = thread_index();
  if (k < count) row_label(d, d.list[0][k], level, d.list[1]);
}

__global__ static void flags_clear(Device d) {
  if (thread_index() < d.n) d.list[1][thread_index()] = 0;
}

/* An exclusive scan of the flags, in blocks of THREADS: places in `place`, the sum of each block in `sums`. */
__global__ static void __launch_bounds__(THREADS) flags_scan(Device d, uint32_t *place, uint32_t *sums) {
  BFS_SHARED uint32_t warp_sums[WARPS];
  const uint32_t v = thread_index(), warp = threadIdx.x / WARP;
  const uint32_t flags = __ballot_sync(ALL, v < d.n && d.list[1][v]);
  if (lane_number() == 0) warp_sums[warp] = __popc(flags);
  __syncthreads();
  uint32_t before = __popc(flags & lanes_below());
  for (uint32_t w = 0; w < warp; w++) before += warp_sums[w];
  if (v < d.n) place[v] = before;
  if (threadIdx.x == THREADS - 1) sums[blockIdx.x] = before + (flags >> (WARP - 1));
}

/* One warp: sums to the places where blocks begin, the sum of all to control->changed. */
__global__ static void sums_scan(Device d, uint32_t *sums, uint32_t blocks) {
  uint32_t begin = 0;
  for (uint32_t first = 0; first < blocks; first += WARP) {
    const uint32_t b = first + lane_number(), here = b < blocks ? sums[b] : 0;
    const uint32_t before = warp_before(here);
    if (b < blocks) sums[b] = begin + before;
    begin += __shfl_sync(ALL, before + here, WARP - 1);
  }
  if (lane_number() == 0) d.control->changed = begin;
}

__global__ static void __launch_bounds__(THREADS)
    flags_scatter(Device d, const uint32_t *place, const uint32_t *sums) {
  const uint32_t v = thread_index();
  if (v < d.n && d.list[1][v]) d.list[0][sums[blockIdx.x] + place[v]] = v;
}

} // namespace bfs

#endif
