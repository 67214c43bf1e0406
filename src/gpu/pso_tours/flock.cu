/* Swarms of tours on CUDA: twin of src/cpu/pso_tours, contract in src/solver/pso_tours/flock_kernels.h. A launch for the moves, two for the bests, all
 * queued without waiting. */
#include "gpu/cuda_try.h"

#include <algorithm>
#include <stdio.h>
#include "flock_particle.cuh"

using namespace flock;

namespace {

enum { WARPS = 4, WARPS_SM = 32, SHORT_CITIES = 65536 };

/* How many warps of a block have their tours in shared memory; 0: none. */
uint32_t shared_warps(const CudaState *cuda, int32_t n) {
  const size_t fit = cuda->shared_block / (2 * (size_t)n * sizeof(uint16_t));
  return n > SHORT_CITIES ? 0 : (uint32_t)std::min<size_t>(fit, WARPS);
}

uint32_t blocks_for(uint32_t rows, uint32_t warps) { return (rows + warps - 1) / warps; }

Status move(Backend *be, const TourProblem *problem, const FlockRules *rules, const FlockState *state,
            uint32_t k, uint32_t w) {
  const CudaState *cuda = cuda_state(be);
  const int32_t n = problem->n;
  const uint32_t rows = state->swarms * rules->particles, fit = shared_warps(cuda, n),
                 warps = fit ? fit : (uint32_t)WARPS, most = (uint32_t)cuda->sms * WARPS_SM / warps + 1,
                 blocks = fit ? blocks_for(rows, warps) : std::min(blocks_for(rows, warps), most);
  const size_t bytes = fit * 2 * (size_t)n * sizeof(uint16_t);
  const auto kernel = fit ? move_kernel<uint16_t, true> : move_kernel<int32_t, false>;
  void *room = NULL;
  if (n < 2) return OK;
  if (!fit) TRY(cuda_workspace(be, (size_t)blocks * warps * 2 * (size_t)n * sizeof(int32_t), &room));
  void *args[] = {(void *)problem, (void *)rules, (void *)state, &k, &w, &room};
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
  CUDA_TRY(cudaLaunchKernel(kernel, dim3(blocks), dim3(warps * WARP), args, bytes, cuda->stream));
  return OK;
}

Status start(Backend *be, const TourProblem *problem, const FlockRules *rules, const FlockState *state) {
  const uint32_t rows = state->swarms * rules->particles;
  void *args[] = {(void *)problem, (void *)rules, (void *)state};
  CUDA_TRY(cudaLaunchKernel(start_kernel, dim3(blocks_for(rows, WARPS)), dim3(WARPS * WARP), args, 0,
                            cuda_state(be)->stream));
  return OK;
}

Status settle(Backend *be, const TourProblem *problem, const FlockRules *rules, const FlockState *state) {
  int32_t n = problem->n;
  const uint32_t rows = state->swarms * rules->particles;
  void *room;
  TRY(cuda_workspace(be, (size_t)rows * (size_t)n * sizeof(int32_t), &room));
  void *first[] = {&n, (void *)rules, (void *)state, &room}, *second[] = {&n, (void *)rules, (void *)state};
  CUDA_TRY(cudaLaunchKernel(best_kernel, dim3(blocks_for(rows, WARPS)), dim3(WARPS * WARP), first, 0,
                            cuda_state(be)->stream));
  CUDA_TRY(cudaLaunchKernel(swarm_kernel, dim3(state->swarms), dim3(SETTLERS), second,
                            SETTLERS * (sizeof(int64_t) + sizeof(uint32_t)), cuda_state(be)->stream));
  return OK;
}

Status describe(Backend *be, const TourProblem *problem, const FlockRules *rules, Description *out) {
  const uint32_t fit = shared_warps(cuda_state(be), problem->n);
  *out = Description{};
  snprintf(out->shape, sizeof out->shape, "%u particles a swarm, a warp each, tours in %s memory",
           rules->particles, fit ? "shared" : "global");
  return OK;
}

} // namespace

extern "C" const FlockKernels flock_kernels_cuda = {describe, start, move, settle};
