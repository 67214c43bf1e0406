/* See device.h. A family more: a line below, and a file as sisr_emulated.cc. */
#include "names.h"
#include "device.h"
#include "gpu/cuda_try.h"

#define FAMILIES(X)                                                                                          \
  X(sisr, SisrKernels)                                                                                       \
  X(ruin, RuinKernels)                                                                                       \
  X(lookback, LookbackKernels)                                                                               \
  X(bfs, BfsKernels)                                                                                         \
  X(flow, FlowKernels)                                                                                       \
  X(aco, AcoKernels)                                                                                         \
  X(tempering, TemperKernels)                                                                                \
  X(tabu, TabuKernels)                                                                                       \
  X(flock, FlockKernels)                                                                                     \
  X(anneal, AnnealKernels)                                                                                   \
  X(trade, TradeKernels)                                                                                     \
  X(pso, PsoKernels)                                                                                         \
  X(climb, ClimbKernels)                                                                                     \
  X(candidates, CandidateKernels)                                                                            \
  X(ils, IlsKernels)                                                                                         \
  X(three_opt, ThreeOptKernels)

enum { SMS = 1, SHARED_SM = 228 << 10, RESERVED = 1 << 10, WORKSPACE = 1 << 24, FREE = 1 << 30 };

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

static uint64_t room;
static Status room_tell(Backend *, uint64_t *bytes) {
  *bytes = room;
  return OK;
}
static void emulated_room_set(BackendOps *ops, uint64_t bytes) {
  room = bytes;
  ops->room = bytes ? room_tell : NULL;
}
void emulated_room(Backend *be, uint64_t bytes) { emulated_room_set((BackendOps *)be->ops, bytes); }

void emulated_shared(Backend *be, size_t bytes) {
  CudaState *const state = cuda_state(be);
  state->shared_sm = bytes;
  state->shared_reserved = RESERVED;
  state->shared_block = bytes > RESERVED ? bytes - RESERVED : 0;
}

#define FAMILY_TAKE(name, Kernels) ops.name = &name##_kernels_emulated;

Status emulated_open(Backend *be) {
  static BackendOps ops;
  static CudaState state;
  ops = *backend_find("cpu");
  ops.name = "cuda";
  FAMILIES(FAMILY_TAKE)
  emulated_room_set(&ops, FREE);
  state.sms = SMS;
  *be = {};
  be->ops = &ops;
  TRY(ops.open(be, 0, 1));
  be->state = &state;
  emulated_shared(be, SHARED_SM);
  return OK;
}
