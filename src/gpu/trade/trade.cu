/* Task trading on CUDA: a block an island, its network in shared memory, or in global memory if it does not fit. Twin of src/cpu/trade, contract
 * in src/solver/trade/trade_kernels.h. */
#include "gpu/cuda_try.h"

#include <algorithm>
#include <stdio.h>

#define TRADE_FN           __device__ static inline
#define TRADE_LANE         threadIdx.x
#define TRADE_LANES        blockDim.x
#define TRADE_SYNC()       __syncthreads()
#define TRADE_MIN64(at, x) atomicMin((long long *)(at), (long long)(x))
#define TRADE_MIN32(at, x) atomicMin((at), (x))
#define TRADE_ADD64(at, x) atomicAdd((unsigned long long *)(at), (unsigned long long)(x))
#define TRADE_ADD32(at, x) atomicAdd((at), (x))
#include "solver/trade/trade_steps.h"

enum { MANY_TASKS = 1024 };

/* How the islands of a problem are launched. */
typedef struct Shape {
  unsigned threads, blocks;
  size_t bytes; /* of an island's memory */
  bool shared;
} Shape;

template <bool SHARED>
__global__ void trade_kernel(TradeTables k, TradeRules rules, TradeState state, uint32_t steps, size_t bytes,
                             char *workspace) {
  extern __shared__ __align__(16) char shared[];
  TradeTeam t;
  team_open(&t, &k, &rules, SHARED ? shared : workspace + blockIdx.x * bytes);
  for (uint32_t i = blockIdx.x; i < state.islands; i += gridDim.x) island_walk(&t, &state, i, steps);
}

static Shape choose_shape(const Backend *be, const TradeTables *k, uint32_t islands) {
  const CudaState *cuda = cuda_state(be);
  const size_t bytes = (trade_bytes(k) + 15) / 16 * 16;
  Shape s = {k->tasks > MANY_TASKS ? 256u : 128u, islands, bytes, bytes <= cuda->shared_block};
  if (!s.shared) s.blocks = std::min(islands, (uint32_t)(2 * cuda->sms));
  return s;
}

static Status walk(Backend *be, const TradeTables *k, const TradeRules *rules, const TradeState *state,
                   uint32_t steps) {
  const Shape s = choose_shape(be, k, state->islands);
  const auto kernel = s.shared ? trade_kernel<true> : trade_kernel<false>;
  const size_t shared = s.shared ? s.bytes : 0;
  void *workspace;
  if (!steps || !state->islands) return OK;
  TRY(cuda_workspace(be, s.shared ? 0 : s.blocks * s.bytes, &workspace));
  CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
  CUDA_TRY(cuda_launch(kernel, s.blocks, s.threads, shared, cuda_state(be)->stream, *k, *rules, *state, steps,
                       s.bytes, (char *)workspace));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(be)->stream));
  return OK;
}

static Status describe(Backend *be, const TradeTables *k, uint32_t islands, Description *out) {
  const Shape s = choose_shape(be, k, islands);
  snprintf(out->shape, sizeof out->shape,
           "%u islands, a block of %u threads each, networks of %d machines, %zu bytes of %s memory a block",
           islands, s.threads, k->machines, s.bytes, s.shared ? "shared" : "global");
  return OK;
}

extern "C" const TradeKernels trade_kernels_cuda = {describe, walk, 264};
