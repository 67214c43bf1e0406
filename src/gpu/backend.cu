/* The backend "cuda": one process, one device, one stream (see backend.h). Kernels are in the folders beside it. */
#include "cuda_try.h"

#include <stdio.h>
#include <stdlib.h>

enum { DOWNLOAD_LARGE = 32 << 20 };

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

/* The driver takes memory, and takes it back, under a lock of all processes and devices of the host: milliseconds, where ranks do it at once.
 * So what is released stays with this process (CUDA C++ Programming Guide, Stream Ordered Memory Allocator). */
static Status pool_open(int device, CudaState *state) {
  int supported;
  uint64_t kept = UINT64_MAX;
  CUDA_TRY(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device));
  if (!supported) return OK;
  CUDA_TRY(cudaDeviceGetDefaultMemPool(&state->pool, device));
  CUDA_TRY(cudaMemPoolSetAttribute(state->pool, cudaMemPoolAttrReleaseThreshold, &kept));
  return OK;
}

static Status open_device(Backend *be, int device, CudaState *state) {
  cudaDeviceProp properties;
  CUDA_TRY(cudaSetDevice(device));
  CUDA_TRY(cudaGetDeviceProperties(&properties, device));
  state->memory = properties.totalGlobalMem;
  TRY(read_limits(device, state));
  TRY(pool_open(device, state));
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
  void *fresh;
  *dev = NULL;
  if (!bytes) return OK;
  TRY(cuda_allocate(be, bytes, &fresh));
  const cudaError_t error = cudaMemsetAsync(fresh, 0, bytes, cuda_state(be)->stream);
  if (error != cudaSuccess) {
    cuda_release(be, fresh);
    CUDA_TRY(error);
  }
  *dev = fresh;
  return OK;
}

/* Of pageable memory CUDA has a copy when the call returns. */
static Status upload(Backend *be, void *dev, const void *host, size_t bytes) {
  if (bytes) CUDA_TRY(cudaMemcpyAsync(dev, host, bytes, cudaMemcpyHostToDevice, cuda_state(be)->stream));
  if (bytes && cuda_pinned(be, host)) CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  return OK;
}

static Status download(Backend *be, void *host, const void *dev, size_t bytes) {
  if (!bytes) return OK;
  if (bytes >= DOWNLOAD_LARGE && !cuda_pinned(be, host)) return cuda_download_large(be, host, dev, bytes);
  CUDA_TRY(cudaMemcpyAsync(host, dev, bytes, cudaMemcpyDeviceToHost, cuda_state(be)->stream));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  return OK;
}

static Status copy(Backend *be, void *to, const void *from, size_t bytes) {
  if (bytes) CUDA_TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, cuda_state(be)->stream));
  return OK;
}

/* Bytes that the pool keeps and nobody has. */
static uint64_t pool_unused(const CudaState *state) {
  uint64_t kept = 0, used = 0;
  if (!state->pool) return 0;
  cudaMemPoolGetAttribute(state->pool, cudaMemPoolAttrReservedMemCurrent, &kept);
  cudaMemPoolGetAttribute(state->pool, cudaMemPoolAttrUsedMemCurrent, &used);
  return kept > used ? kept - used : 0;
}

static Status room(Backend *be, uint64_t *bytes) {
  size_t free, all;
  CUDA_TRY(cudaSetDevice(be->device));
  CUDA_TRY(cudaMemGetInfo(&free, &all));
  *bytes = free + pool_unused(cuda_state(be));
  return OK;
}

static void close(Backend *be) {
  CudaState *state = cuda_state(be);
  if (!state) return;
  backend_states_destroy(be);
  cuda_release(be, state->workspace);
  cuda_staging_close(state);
  cuda_pool_trim(state);
  cudaStreamDestroy(state->stream);
  free(state);
  be->state = NULL;
}

#define FAMILY_CUDA(name, Kernels, twins) KERNELS_CUDA(name, twins),
extern "C" const BackendOps backend_cuda = {
    "cuda",   devices, open,         alloc, upload, cuda_pin,      cuda_unpin,
    download, copy,    cuda_release, close, room,   &cuda_exports, KERNEL_FAMILIES(FAMILY_CUDA)};
