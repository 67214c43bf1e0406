/* See lookback_emulated.h. */
/* The library may have those of the device. */
#define lookback_kernels_cuda lookback_kernels_emulated
#define cuda_fail             cuda_fail_lookback
#define cuda_workspace        cuda_workspace_lookback
#include "gpu/lookback/lookback.cu"
#include "lookback_emulated.h"

enum { WORKSPACE = 1 << 22 };

Status cuda_fail(cudaError_t, const char *, const char *, int) { return ERR_DEVICE; }

/* Not zeroed between calls: kernels set what they read. */
Status cuda_workspace(Backend *, size_t bytes, void **dev) {
  static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
  if (bytes > sizeof workspace) FAIL(ERR_MEMORY, "no memory for %zu bytes", bytes);
  memset(workspace, 0x5a, bytes);
  *dev = workspace;
  return OK;
}

Status lookback_emulated_open(Backend *be) {
  static BackendOps ops;
  static CudaState state;
  ops = *backend_find("cpu");
  ops.name = "cuda", ops.lookback = &lookback_kernels_emulated;
  state.sms = 2;
  *be = {};
  be->ops = &ops;
  TRY(ops.open(be, 0, 1));
  be->state = &state;
  return OK;
}
