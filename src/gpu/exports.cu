/* Memory of a device that other processes read (BackendExports): interprocess communication of the CUDA runtime. An import reads it from the
 * device where it is, over NVLink where there is one. It fails where devices cannot reach each other, and where the system
 * keeps processes apart. */
#include "cuda_try.h"

#include <string.h>

static_assert(sizeof(cudaIpcMemHandle_t) <= sizeof(ExportName), "ExportName is too short");

/* Not of the pool: its memory has no such handle. */
static Status exported_make(Backend *be, size_t bytes, void **dev, ExportName *name) {
  cudaIpcMemHandle_t handle;
  *dev = NULL;
  cuda_pool_trim(cuda_state(be));
  CUDA_TRY(cudaMalloc(dev, bytes));
  const cudaError_t error = cudaIpcGetMemHandle(&handle, *dev);
  if (error != cudaSuccess) {
    cudaFree(*dev);
    *dev = NULL;
  }
  CUDA_TRY(error);
  memcpy(name->bytes, &handle, sizeof handle);
  return OK;
}

static void exported_free(Backend *be, void *dev) {
  cudaStreamSynchronize(cuda_state(be)->stream);
  cudaFree(dev);
}

static Status exported_import(Backend *be, const ExportName *name, void **dev) {
  cudaIpcMemHandle_t handle;
  (void)be;
  *dev = NULL;
  memcpy(&handle, name->bytes, sizeof handle);
  CUDA_TRY(cudaIpcOpenMemHandle(dev, handle, cudaIpcMemLazyEnablePeerAccess));
  return OK;
}

static void imported_leave(Backend *be, void *dev) {
  cudaStreamSynchronize(cuda_state(be)->stream);
  cudaIpcCloseMemHandle(dev);
}

const BackendExports cuda_exports = {exported_make, exported_free, exported_import, imported_leave};
