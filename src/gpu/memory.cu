/* Errors of CUDA calls and memory of an open device: see cuda_try.h. Without a state of its own, as each module has a copy. */
#include "cuda_try.h"

Status cuda_fail(cudaError_t error, const char *call, const char *file, int line) {
  cudaGetLastError();
  return status_fail(error == cudaErrorMemoryAllocation ? ERR_MEMORY : ERR_DEVICE, "%s (%s): %s at %s:%d",
                     cudaGetErrorName(error), cudaGetErrorString(error), call, file, line);
}

void cuda_pool_trim(const CudaState *state) {
  cudaStreamSynchronize(state->stream);
  if (state->pool) cudaMemPoolTrimTo(state->pool, 0);
}

/* What the pool keeps may be in pieces that are too small: given back, they may make a larger one. */
static cudaError_t pool_allocate(const CudaState *state, size_t bytes, void **dev) {
  const cudaError_t error = cudaMallocAsync(dev, bytes, state->stream);
  if (error != cudaErrorMemoryAllocation) return error;
  cudaGetLastError();
  cuda_pool_trim(state);
  return cudaMallocAsync(dev, bytes, state->stream);
}

Status cuda_allocate(Backend *be, size_t bytes, void **dev) {
  const CudaState *const state = cuda_state(be);
  *dev = NULL;
  if (bytes) CUDA_TRY(state->pool ? pool_allocate(state, bytes, dev) : cudaMalloc(dev, bytes));
  return OK;
}

void cuda_release(Backend *be, void *dev) {
  const CudaState *const state = cuda_state(be);
  if (dev && state->pool)
    cudaFreeAsync(dev, state->stream);
  else if (dev)
    cudaFree(dev);
}

Status cuda_workspace(Backend *be, size_t bytes, void **dev) {
  CudaState *state = cuda_state(be);
  if (bytes > state->workspace_bytes) {
    cuda_release(be, state->workspace);
    state->workspace = NULL;
    state->workspace_bytes = 0;
    TRY(cuda_allocate(be, bytes, &state->workspace));
    state->workspace_bytes = bytes;
  }
  *dev = bytes ? state->workspace : NULL;
  return OK;
}
