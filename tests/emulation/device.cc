/* See device.h. A family more: a line below, and a file as sisr_emulated.cc. */
#include "names.h"
#include "device.h"
#include "gpu/cuda_try.h"

#define FAMILIES(X) X(sisr, SisrKernels) X(lookback, LookbackKernels) X(bfs, BfsKernels)

enum { SMS = 1, SHARED_BLOCK = 227 << 10, WORKSPACE = 1 << 22 };

#define FAMILY_TABLE(name, Kernels) extern "C" const struct Kernels name##_kernels_emulated;
FAMILIES(FAMILY_TABLE)

Status cuda_fail(cudaError_t, const char *, const char *, int) { return ERR_DEVICE; }

/* Not zeroed between calls: kernels set what they read. */
Status cuda_workspace(Backend *, size_t bytes, void **dev) {
  static uint64_t workspace[WORKSPACE / sizeof(uint64_t)];
  if (bytes > sizeof workspace) FAIL(ERR_MEMORY, "no memory for %zu bytes", bytes);
  memset(workspace, 0x5a, bytes);
  *dev = workspace;
  return OK;
}

#define FAMILY_TAKE(name, Kernels) ops.name = &name##_kernels_emulated;

Status emulated_open(Backend *be) {
  static BackendOps ops;
  static CudaState state;
  ops = *backend_find("cpu"), ops.name = "cuda";
  FAMILIES(FAMILY_TAKE)
  state.sms = SMS, state.shared_block = SHARED_BLOCK;
  *be = {};
  be->ops = &ops;
  TRY(ops.open(be, 0, 1));
  be->state = &state;
  return OK;
}
