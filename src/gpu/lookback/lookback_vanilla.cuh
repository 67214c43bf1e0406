/* Vanilla calls (evaluator/lookback/vanilla.h) as binomialOptions among CUDA's samples has them: a block an option, VANILLA_NODES nodes a thread in
 * registers, whose highest neighbour comes through shared memory in each step. Kept as simple as there: it is what is compared with. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_VANILLA_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_VANILLA_CUH

#include "evaluator/lookback/vanilla.h"
#include "gpu/cuda_try.h"

namespace lookback {

enum { VANILLA_THREADS = 128, VANILLA_NODES = VANILLA_STEPS / VANILLA_THREADS };

__global__ static void __launch_bounds__(VANILLA_THREADS)
    vanilla_kernel(const VanillaTree *trees, double *values) {
  extern __shared__ __align__(16) char memory[];
  double *const lowest = (double *)memory; /* (VANILLA_THREADS + 1) of each thread */
  const VanillaTree t = trees[blockIdx.x];
  const int thread = (int)threadIdx.x, first = thread * VANILLA_NODES;
  double f[VANILLA_NODES + 1];
#pragma unroll
  for (int k = 0; k < VANILLA_NODES; k++) f[k] = vanilla_pays(&t, first + k);
  if (thread == 0) lowest[VANILLA_THREADS] = vanilla_pays(&t, VANILLA_STEPS);
  for (int left = VANILLA_STEPS; left > 0; left--) {
    lowest[thread] = f[0];
    __syncthreads();
    f[VANILLA_NODES] = lowest[thread + 1];
    __syncthreads();
    if (first < left) {
#pragma unroll
      for (int k = 0; k < VANILLA_NODES; k++) f[k] = fma(t.rise, f[k + 1], t.fall * f[k]);
    }
  }
  if (thread == 0) values[blockIdx.x] = f[0];
}

static Status cuda_vanilla(Backend *be, uint32_t count, const VanillaTree *trees, double *values) {
  void *args[] = {&trees, &values};
  if (!count) return OK;
  CUDA_TRY(cudaLaunchKernel(vanilla_kernel, dim3(count), dim3(VANILLA_THREADS), args,
                            (VANILLA_THREADS + 1) * sizeof(double), cuda_state(be)->stream));
  CUDA_TRY(cudaGetLastError());
  return OK;
}

} // namespace lookback

#endif
