/* See lookback_grid.h. */
#include "lookback_flow.cuh"
#include "lookback_grid.cuh"
#include "lookback_grid.h"

namespace lookback {

namespace {

enum { GRID_BLOCKS_SM = 64 };

typedef void (*GridKernel)(const LookbackLattice *, GridNodes *, uint32_t);

GridKernel grid_kernel_of(uint32_t steps) {
  switch (steps / GRID_LANES) {
  case 4:
    return grid_kernel<4>;
  case 8:
    return grid_kernel<8>;
  case 16:
    return grid_kernel<16>;
  default:
    return grid_kernel<32>;
  }
}

Status grids_launch(Backend *be, cudaStream_t stream, uint32_t steps, uint32_t count,
                    const LookbackLattice *options, GridValue *values, void *room) {
  GridNodes *const nodes = (GridNodes *)room;
  const uint32_t warps = GRID_THREADS / GRID_LANES, needed = (count + warps - 1) / warps,
                 most = (uint32_t)cuda_state(be)->sms * GRID_BLOCKS_SM;
  CUDA_TRY(cuda_launch(grid_kernel_of(steps), dim3(needed < most ? needed : most), GRID_THREADS, 0, stream,
                       options, nodes, count));
  CUDA_TRY(cudaGetLastError());
  CUDA_TRY(cuda_launch(grid_values_kernel, dim3((count + GRID_THREADS - 1) / GRID_THREADS), GRID_THREADS, 0,
                       stream, options, (const GridNodes *)nodes, values, count));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

} // namespace

Status cuda_grids(Backend *be, uint32_t steps, uint32_t count, const KernelFlow *flow) {
  const FlowWay<LookbackLattice, GridValue> way = {sizeof(GridNodes), 0, grids_launch};
  return flow_run(be, way, steps, count, flow);
}

} // namespace lookback
