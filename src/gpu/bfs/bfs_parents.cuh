/* Parents of the last search (bfs_kernels.h), into list[1]. A row inwards begins with FRONT entries of the highest degrees; those behind
 * them ascend, so that one that is not below what was found ends the row. */
#ifndef CORDEE_GPU_BFS_BFS_PARENTS_CUH
#define CORDEE_GPU_BFS_BFS_PARENTS_CUH

#include "bfs_batch.cuh"
#include "bfs_search.cuh"

namespace bfs {

enum { PACKED = 16 /* vertices of a word, two bits each */ };

/* The lowest two bits of each level to list[0]: so few bytes that they stay in the cache. */
__global__ static void __launch_bounds__(THREADS) levels_pack(Device d) {
  const Word words = (d.n + (Word)PACKED - 1) / PACKED, threads = (Word)gridDim.x * blockDim.x;
  for (Word w = (Word)blockIdx.x * blockDim.x + threadIdx.x; w < words; w += threads) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < PACKED && w * PACKED + k < d.n; k++)
      bits |= (d.level[w * PACKED + k] & 3) << 2 * k;
    d.list[0][w] = bits;
  }
}

/* Whether u, from which an arc leads to a vertex of level + 1, has that level. Without directions both are at most one level apart. */
__device__ __forceinline__ bool level_is(const Device &d, uint32_t u, uint32_t level) {
  if ((d.list[0][u / PACKED] >> 2 * (u % PACKED) & 3) != (level & 3)) return false;
  return d.in_to == d.to || d.level[u] == level;
}

/* The smallest entry of that level of a row, by one lane; ALL: there is none. */
__device__ __forceinline__ uint32_t row_parent(const Device &d, Word begin, Word end, uint32_t level) {
  uint32_t best = ALL;
  for (Word at = begin; at < end; at += AHEAD) {
    uint32_t from[AHEAD];
#pragma unroll
    for (int k = 0; k < AHEAD; k++) from[k] = at + k < end ? d.in_to[at + k] : ALL;
    if (at >= begin + FRONT && from[0] >= best) break;
#pragma unroll
    for (int k = 0; k < AHEAD; k++)
      if (from[k] < best && level_is(d, from[k], level)) best = from[k];
  }
  return best;
}

/* The same of entries at..end of a row by all lanes, if it is below `best`. front: where the row's first entries end. */
__device__ __forceinline__ uint32_t range_parent(const Device &d, Word at, Word end, Word front,
                                                 uint32_t level, uint32_t best) {
  for (; at < end; at += WARP) {
    const uint32_t u = at + lane_number() < end ? d.in_to[at + lane_number()] : ALL;
    if (at >= front && __shfl_sync(ALL, u, 0) >= best) break;
    const uint32_t least = __reduce_min_sync(ALL, u < best && level_is(d, u, level) ? u : ALL);
    if (least < best) best = least;
  }
  return best;
}

/* A lane a vertex; rows of more than LONG entries by the warp, those of more than HUB later. */
__global__ static void __launch_bounds__(THREADS) parents_kernel(Device d, uint32_t source) {
  for (Word first = (Word)warp_number() * WARP; first < d.n; first += (Word)warps_all() * WARP) {
    const uint32_t v = (uint32_t)first + lane_number(), level = v < d.n ? d.level[v] : BFS_NO_LEVEL;
    const bool looks = level > 1 && level != BFS_NO_LEVEL;
    const Word begin = looks ? d.in_offset[v] : 0, end = looks ? d.in_offset[v + 1] : 0;
    uint32_t parent = level <= 1 ? source : ALL;
    if (looks && end - begin <= LONG) parent = row_parent(d, begin, end, level - 1);
    uint32_t mask = __ballot_sync(ALL, end - begin > LONG && end - begin <= HUB);
    for (; mask; mask &= mask - 1) {
      const uint32_t lane = __ffs((int)mask) - 1, below = __shfl_sync(ALL, level, (int)lane) - 1;
      const Word at = word_shuffle(begin, lane), stop = word_shuffle(end, lane);
      const uint32_t found = range_parent(d, at, stop, at + FRONT, below, ALL);
      if (lane == lane_number()) parent = found;
    }
    if (v < d.n) d.list[1][v] = parent;
  }
}

/* Rows of more than HUB entries, after it: a warp a segment. */
__global__ static void __launch_bounds__(THREADS)
    segments_parents(Device d, const Segment *segments, uint32_t count) {
  for (uint32_t s = warp_number(); s < count; s += warps_all()) {
    const Segment segment = segments[s];
    const uint32_t level = d.level[segment.v];
    if (level <= 1 || level == BFS_NO_LEVEL) continue;
    const uint32_t before = __shfl_sync(ALL, *(volatile uint32_t *)&d.list[1][segment.v], 0);
    const uint32_t best = range_parent(d, segment.begin, segment.begin + segment.arcs,
                                       d.in_offset[segment.v] + FRONT, level - 1, before);
    if (best < before && lane_number() == 0) atomicMin(&d.list[1][segment.v], best);
  }
}

} // namespace bfs

#endif
