/* The segment hierarchy of the tour, made on the device: a kernel a level, a thread a point of a block and a direction. Twin of
 * route_ladder_build (ladder/route_blocks.h). */
#ifndef CORDEE_LADDER_GPU_ROUTE_HIERARCHY_CUH
#define CORDEE_LADDER_GPU_ROUTE_HIERARCHY_CUH

#include "route_moves.cuh"

namespace route_ladder {

enum { LEVEL_THREADS = 128 };

/* Threads of the lower level, of a resource; of the upper one. */
static inline uint32_t lower_threads(const RouteLadderBlocks &b) {
  return 2 * (uint32_t)b.side * ((uint32_t)(b.n - 2) / (uint32_t)b.block + 1);
}
static inline uint32_t upper_threads(const RouteLadderBlocks &b) { return 2 * (uint32_t)b.points; }

/* Both kernels: blockIdx.y is the resource. From a point to all others of its block, to the right or to the left. */
template <class Design> __global__ static void lower_kernel(const __grid_constant__ Args a) {
  typedef typename Design::Steps Steps;
  const RouteLadderBlocks &b = a.blocks;
  const int32_t i = (int32_t)(blockIdx.x * LEVEL_THREADS + threadIdx.x), resource = (int32_t)blockIdx.y;
  const int32_t begin = i / (2 * b.side) * b.block, last = min(begin + b.block, b.n - 1);
  const int32_t p = begin + i % (2 * b.side) / 2, way = i % 2 ? -1 : 1, end = i % 2 ? begin : last;
  if (begin >= b.n - 1 || p > last) return;
  const typename Design::Store store(a, resource);
  RefSegment so_far = ref_stay();
  for (int32_t q = p; q != end;) {
    q += way;
    so_far = ref_join(so_far, edge(a, resource, q - way, q));
    store.put(lower<Steps>(b, p, q), so_far);
  }
}

template <class Design> __global__ static void upper_kernel(const __grid_constant__ Args a) {
  typedef typename Design::Steps Steps;
  const RouteLadderBlocks &b = a.blocks;
  const int32_t i = (int32_t)(blockIdx.x * LEVEL_THREADS + threadIdx.x), resource = (int32_t)blockIdx.y;
  const int32_t p = i / 2 * b.block, way = i % 2 ? -b.block : b.block,
                end = i % 2 ? 0 : (b.points - 1) * b.block;
  if (i / 2 >= b.points) return;
  const typename Design::Store store(a, resource);
  RefSegment so_far = ref_stay();
  for (int32_t q = p; q != end; q += way) {
    so_far = ref_join(so_far, store.get(lower<Steps>(b, q, q + way)));
    store.put(upper<Steps>(b, p, q + way), so_far);
  }
}

} // namespace route_ladder
#endif
