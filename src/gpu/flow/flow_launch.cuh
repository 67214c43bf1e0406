/* What launches of this folder share. */
#ifndef CORDEE_GPU_FLOW_FLOW_LAUNCH_CUH
#define CORDEE_GPU_FLOW_FLOW_LAUNCH_CUH

#include "gpu/cuda_try.h"

namespace flow {

#ifndef FLOW_GRID_VERTICES /* tests/emulation says less */
#define FLOW_GRID_VERTICES 16384
#endif
enum { THREADS = 512, GRID_VERTICES = FLOW_GRID_VERTICES };

/* Blocks of THREADS that run at once. */
template <class Kernel>
Status blocks_most(const CudaState *cuda, Kernel *kernel, size_t bytes, uint32_t *blocks) {
  int most;
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, kernel, THREADS, bytes));
  *blocks = (uint32_t)(most > 0 ? most : 1) * (uint32_t)cuda->sms;
  return OK;
}

} // namespace flow

#endif
