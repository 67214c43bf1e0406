/* See lookback_grid.h: a launch for options of as many steps. */
#include <vector>
#include "gpu/cuda_try.h"
#include "lookback_grid.cuh"
#include "lookback_grid.h"

namespace lookback {

namespace {

enum { GRID_CALL = 1 << 20, GRID_BLOCKS_SM = 64 };

typedef void (*GridKernel)(const LookbackLattice *, GridValue *, uint32_t);

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

/* The options of `of`: those of one size. */
Status grids_part(Backend *be, const std::vector<uint32_t> &of, const LookbackLattice *options, char *device,
                  GridValue *values) {
  const uint32_t count = (uint32_t)of.size(), warps = GRID_THREADS / GRID_LANES;
  std::vector<LookbackLattice> chosen(count);
  std::vector<GridValue> value(count);
  for (uint32_t i = 0; i < count; i++) chosen[i] = options[of[i]];
  LookbackLattice *const options_be = (LookbackLattice *)(void *)device;
  GridValue *const values_be = (GridValue *)(void *)(options_be + count);
  const uint32_t most = (uint32_t)cuda_state(be)->sms * GRID_BLOCKS_SM, needed = (count + warps - 1) / warps;
  TRY(be->ops->upload(be, options_be, chosen.data(), count * sizeof(LookbackLattice)));
  CUDA_TRY(cuda_launch(grid_kernel_of(chosen[0].steps), dim3(needed < most ? needed : most), GRID_THREADS, 0,
                       cuda_state(be)->stream, options_be, values_be, count));
  CUDA_TRY(cudaGetLastError());
  TRY(be->ops->download(be, value.data(), values_be, count * sizeof(GridValue)));
  for (uint32_t i = 0; i < count; i++) values[of[i]] = value[i];
  return OK;
}

Status grids_sizes(Backend *be, uint32_t count, const LookbackLattice *options, char *device,
                   GridValue *values) {
  for (uint32_t steps = GRID_STEPS_LEAST; steps <= GRID_STEPS_MOST; steps *= 2) {
    std::vector<uint32_t> of;
    for (uint32_t i = 0; i < count; i++)
      if (options[i].steps == steps) of.push_back(i);
    if (!of.empty()) TRY(grids_part(be, of, options, device, values));
  }
  return OK;
}

} // namespace

Status cuda_grids(Backend *be, uint32_t count, const LookbackLattice *options, GridValue *values) {
  const uint32_t most = count < GRID_CALL ? count : (uint32_t)GRID_CALL;
  void *device = NULL;
  if (!count) return OK;
  TRY(be->ops->alloc(be, most * (sizeof(LookbackLattice) + sizeof(GridValue)), &device));
  Status status = OK;
  for (uint32_t first = 0; first < count && status == OK; first += most)
    status = grids_sizes(be, count - first < most ? count - first : most, options + first, (char *)device,
                         values + first);
  be->ops->free(be, device);
  return status;
}

} // namespace lookback
