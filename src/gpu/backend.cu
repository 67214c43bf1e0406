/* The backend "cuda": one process, one device, one stream (see backend.h). Kernels are in the folders beside it. */
#include "cuda_try.h"

#include <stdio.h>
#include <stdlib.h>

enum { DOWNLOAD_LARGE = 32 << 20 };

Status cuda_fail(cudaError_t error, const char *call, const char *file, int line) {
  cudaGetLastError();
  return status_fail(error == cudaErrorMemoryAllocation ? ERR_MEMORY : ERR_DEVICE, "%s (%s): %s at %s:%d",
                     cudaGetErrorName(error), cudaGetErrorString(error), call, file, line);
}

/* No driver, no device, a broken one: none of them is an error of whoever asks. Whoever asks is the first to wake CUDA: one
 * stream needs no more than one queue of the device, and fewer queues make a shorter start and end of the process. */
static int devices(void) {
  int count = 0;
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", 0);
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();
  return 0;
}

static Status read_limits(int device, CudaState *state) {
  const struct {
    cudaDeviceAttr name;
    size_t *value;
  } sizes[] = {{cudaDevAttrMaxSharedMemoryPerMultiprocessor, &state->shared_sm},
               {cudaDevAttrMaxSharedMemoryPerBlockOptin, &state->shared_block},
               {cudaDevAttrReservedSharedMemoryPerBlock, &state->shared_reserved}};
  for (const auto &size : sizes) {
    int value;
    CUDA_TRY(cudaDeviceGetAttribute(&value, size.name, device));
    *size.value = (size_t)value;
  }
  CUDA_TRY(cudaDeviceGetAttribute(&state->sms, cudaDevAttrMultiProcessorCount, device));
  return OK;
}

static Status open_device(Backend *be, int device, CudaState *state) {
  cudaDeviceProp properties;
  CUDA_TRY(cudaSetDevice(device));
  CUDA_TRY(cudaGetDeviceProperties(&properties, device));
  TRY(read_limits(device, state));
  CUDA_TRY(cudaStreamCreateWithFlags(&state->stream, cudaStreamNonBlocking));
  snprintf(be->device_name, sizeof be->device_name, "%.64s, %d SMs", properties.name, state->sms);
  CUDA_TRY(cudaDeviceGetPCIBusId(be->device_id, sizeof be->device_id, device));
  return OK;
}

static Status open(Backend *be, int device, int threads) {
  CudaState *state = (CudaState *)calloc(1, sizeof *state);
  if (!state) FAIL(ERR_MEMORY, "no memory for the state of a CUDA device");
  Status status = open_device(be, device, state);
  if (status != OK) {
    free(state);
    return status;
  }
  be->device = device;
  be->threads = threads;
  be->state = state;
  return OK;
}

static Status alloc(Backend *be, size_t bytes, void **dev) {
  *dev = NULL;
  if (!bytes) return OK;
  void *fresh;
  CUDA_TRY(cudaMalloc(&fresh, bytes));
  cudaError_t error = cudaMemsetAsync(fresh, 0, bytes, cuda_state(be)->stream);
  if (error != cudaSuccess) {
    cudaFree(fresh);
    CUDA_TRY(error);
  }
  *dev = fresh;
  return OK;
}

/* The host's memory is pageable: CUDA has a copy of it when the call returns. */
static Status upload(Backend *be, void *dev, const void *host, size_t bytes) {
  if (bytes) CUDA_TRY(cudaMemcpyAsync(dev, host, bytes, cudaMemcpyHostToDevice, cuda_state(be)->stream));
  return OK;
}

static Status download(Backend *be, void *host, const void *dev, size_t bytes) {
  if (!bytes) return OK;
  if (bytes >= DOWNLOAD_LARGE) return cuda_download_large(be, host, dev, bytes);
  CUDA_TRY(cudaMemcpyAsync(host, dev, bytes, cudaMemcpyDeviceToHost, cuda_state(be)->stream));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  return OK;
}

static Status copy(Backend *be, void *to, const void *from, size_t bytes) {
  if (bytes) CUDA_TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda_state(be)->stream));
  return OK;
}

static void release(Backend *be, void *dev) {
  (void)be;
  if (dev) cudaFree(dev); /* waits for the device, so nothing queued still uses it */
}

static Status room(Backend *be, uint64_t *bytes) {
  size_t free, all;
  CUDA_TRY(cudaSetDevice(be->device));
  CUDA_TRY(cudaMemGetInfo(&free, &all));
  *bytes = free;
  return OK;
}

static void close(Backend *be) {
  CudaState *state = cuda_state(be);
  if (!state) return;
  backend_states_destroy(be);
  release(be, state->workspace);
  cuda_staging_close(state);
  cudaStreamDestroy(state->stream);
  free(state);
  be->state = NULL;
}

Status cuda_workspace(Backend *be, size_t bytes, void **dev) {
  CudaState *state = cuda_state(be);
  if (bytes > state->workspace_bytes) {
    release(be, state->workspace);
    state->workspace = NULL, state->workspace_bytes = 0;
    CUDA_TRY(cudaMalloc(&state->workspace, bytes));
    state->workspace_bytes = bytes;
  }
  *dev = bytes ? state->workspace : NULL;
  return OK;
}

#define FAMILY_CUDA(name, Kernels, twins) KERNELS_CUDA(name, twins),
extern "C" const BackendOps backend_cuda = {
    "cuda", devices, open, alloc, upload, download, copy, release, close, room, KERNEL_FAMILIES(FAMILY_CUDA)};
