/* Lookback options by finite differences on CUDA: a unit of its own, as nvcc takes long for its kernels. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_GRID_H
#define CORDEE_GPU_LOOKBACK_LOOKBACK_GRID_H

#include "evaluator/lookback/lookback_kernels.h"

namespace lookback {

/* LookbackKernels.grids. */
Status cuda_grids(Backend *be, uint32_t steps, uint32_t count, const KernelFlow *flow);

} // namespace lookback

#endif
