/* See sisr_emulated.h. */
/* The library may have those of the device. */
#define sisr_kernels_cuda sisr_kernels_emulated
#define rounds_kernel     rounds_kernel_emulated
#define cuda_fail         cuda_fail_emulated
#define cuda_workspace    cuda_workspace_emulated
#include "gpu/sisr/sisr.cu"
#include "sisr_emulated.h"

enum { WORKSPACE = 1 << 20 };

Status cuda_fail(cudaError_t, const char *, const char *, int) { return ERR_DEVICE; }

Status cuda_workspace(Backend *, size_t bytes, void **dev) {
  static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
  if (bytes > sizeof workspace) FAIL(ERR_MEMORY, "no memory for %zu bytes", bytes);
  *dev = workspace;
  return OK;
}

Status sisr_emulated_open(Backend *be) {
  static BackendOps ops;
  static CudaState state;
  ops = *backend_find("cpu");
  ops.name = "cuda", ops.sisr = &sisr_kernels_emulated;
  state.sms = 1, state.shared_block = 227 << 10;
  *be = {};
  be->ops = &ops;
  TRY(ops.open(be, 0, 1));
  be->state = &state;
  return OK;
}
