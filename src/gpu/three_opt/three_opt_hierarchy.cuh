/* Exhaustive 3-opt as published (Schulz et al. 2010): every move by itself, its feasibility by a segment hierarchy and resource extension
 * functions (Irnich 2008). The functions are those of the host: solver/three_opt/ref_move.h. */
#ifndef CORDEE_GPU_THREE_OPT_HIERARCHY_CUH
#define CORDEE_GPU_THREE_OPT_HIERARCHY_CUH

#include "solver/three_opt/ref_move.h"
#include "three_opt_device.cuh"

namespace three_opt {

/* One level of one resource; lower levels are there. A thread a point. */
__global__ static void hierarchy_build_kernel(Scan s, RefHierarchy h, int l) {
  h.levels.n = s.control->n;
  const int64_t p = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (s.control->done || p >= (int64_t)h.levels.blocks[l] * h.levels.side[l]) return;
  ref_build(&h, &s.data, s.x, l, (int32_t)(p / h.levels.side[l]), (int32_t)(p % h.levels.side[l]));
}

/* All moves of edges i < j < k: a block an i and TILE edges j, one a thread, which passes over k. */
__global__ static void __launch_bounds__(TILE)
    hierarchy_scan_kernel(Scan s, RefHierarchy load, RefHierarchy time) {
  BLOCK_SHARED int scratch[TILE / WARP];
  const int n = s.control->n, i = blockIdx.y, j = blockIdx.x * TILE + threadIdx.x;
  if (s.control->done || i >= n - 3 || (int)(blockIdx.x + 1) * TILE <= i || blockIdx.y % s.parts != s.part)
    return;
  load.levels.n = time.levels.n = n;
  const RefHierarchy resource[REF_RESOURCES] = {load, time};
  const RefTour tour = {&s.data, s.x, n, resource};
  int delta = 0;
  Key key = 0;
  for (int k = j + 1; j > i && k < n - 1; k++)
    for (int way = 1; way <= THREE_OPT_WAYS; way++) {
      const int here = ref_delta(&tour, i, j, k, way);
      if (here >= delta || !ref_feasible(&tour, i, j, k, way)) continue;
      delta = here;
      key = key_of(i, j, k, way);
    }
  block_publish(
      s, delta, [&] { return key; }, scratch);
}

} // namespace three_opt
#endif
