/* Errors of CUDA calls as Status, and what an open device keeps. Included under src/gpu and src/ladder/gpu only.
 *
 * CUDA_TRY never synchronises: a launch is followed by CUDA_TRY(cudaGetLastError()), and what goes wrong
 * while it runs is reported by the next call that waits for it. */
#ifndef CORDEE_GPU_CUDA_TRY_H
#define CORDEE_GPU_CUDA_TRY_H

#include <cuda_runtime.h>
#include <type_traits>
#include "backend.h"

/* Shared memory of a block whose size is known when it is compiled. Where kernels run on the host in tests it is another word. */
#ifndef BLOCK_SHARED
#define BLOCK_SHARED __shared__
#endif

/* Queues a kernel, as kernel<<<grid, threads, bytes, stream>>>(args...) does, as a call that a host compiler knows, too. */
template <class... P>
static inline cudaError_t cuda_launch(void (*kernel)(P...), dim3 grid, unsigned threads, size_t bytes,
                                      cudaStream_t stream, typename std::common_type<P>::type... args) {
  void *all[] = {(void *)&args...};
  return cudaLaunchKernel(kernel, grid, dim3(threads), all, bytes, stream);
}

/* Returns upward unless `call` succeeds: "cudaErrorInvalidValue: cudaMalloc(...) at src/gpu/backend.cu:12".
 */
#define CUDA_TRY(call)                                                                                       \
  do {                                                                                                       \
    cudaError_t cuda_try_ = (call);                                                                          \
    if (cuda_try_ != cudaSuccess) return cuda_fail(cuda_try_, #call, __FILE__, __LINE__);                    \
  } while (0)

/* Records the message and clears CUDA's own last error; ERR_MEMORY for cudaErrorMemoryAllocation, else
 * ERR_DEVICE. */
Status cuda_fail(cudaError_t error, const char *call, const char *file, int line);

/* Memory of the host that the device reads and writes itself. */
typedef struct PinnedMemory {
  char *at; /* NULL: none */
  size_t bytes;
} PinnedMemory;
enum { PINNED_MOST = 4 }; /* pieces of a device: a ring has two; further ones stay as they are */

/* Backend.state of an open device. */
typedef struct CudaState {
  cudaStream_t stream; /* everything of this backend is queued here */
  cudaMemPool_t pool;  /* keeps what was released; NULL: the device has none */
  int sms;
  size_t memory; /* bytes of the device */
  size_t shared_sm, shared_block,
      shared_reserved; /* bytes: of an SM, that a block may have, taken by a block */
  void *workspace;     /* see cuda_workspace */
  size_t workspace_bytes;
  void *staging[2];      /* page-locked; NULL until a large download needs them */
  cudaEvent_t staged[2]; /* each is filled */
  PinnedMemory pinned[PINNED_MOST];
} CudaState;

static inline CudaState *cuda_state(const Backend *be) { return (CudaState *)be->state; }

/* Memory of the device, contents undefined, from what the backend keeps where that has room; released by BackendOps.free. ERR_MEMORY. */
Status cuda_allocate(Backend *be, size_t bytes, void **dev);
/* BackendOps.free: queued behind what still uses it. */
void cuda_release(Backend *be, void *dev);

/* Scratch memory of the kernels, contents undefined, one for the whole backend: kept until it must grow or
 * the backend closes. *dev is NULL for 0 bytes. ERR_MEMORY. */
Status cuda_workspace(Backend *be, size_t bytes, void **dev);

/* Gives back what the pool keeps, once all queued work is done. */
void cuda_pool_trim(const CudaState *state);

extern const BackendExports cuda_exports; /* BackendOps.exports */

/* BackendOps.download of many MiB, by several host threads. */
Status cuda_download_large(Backend *be, void *host, const void *dev, size_t bytes);
void cuda_staging_close(CudaState *state);

/* BackendOps.pin, unpin. Is this address in memory that is pinned? */
void cuda_pin(Backend *be, void *host, size_t bytes);
void cuda_unpin(Backend *be, void *host);
bool cuda_pinned(const Backend *be, const void *host);

#endif
