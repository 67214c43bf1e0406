/* Annealing of task matching on CUDA: a warp a chain. Twin of src/cpu/anneal_tasks/anneal.c, contract in
 * src/solver/anneal_tasks/anneal_kernels.h.
 *
 * Rejected proposals change nothing. So the 32 lanes evaluate the next 32 steps of the chain at once. The first
 * accepted proposal is made, and the warp continues with the step after it: the same steps in the same order as
 * a sequential chain, in fewer iterations. A chain's state is in shared memory, or in global memory if not even
 * one fits; tables are read through the caches. */
#include "gpu/cuda_try.h"
#include "solver/anneal_tasks/anneal_step.h"

#include <algorithm>
#include <stdio.h>

enum { WARP = 32, WARPS_MAX = 4, BLOCKS_MIN = 5 /* of an SM: 20 warps of 96 registers a thread */ };

/* Data common to the launches of a problem. */
typedef struct Shape {
  int warps;    /* of a block */
  size_t bytes; /* of a chain's state */
  bool shared;  /* the state is in shared memory */
} Shape;

static size_t chain_bytes(const AnnealTables &k) {
  const size_t bytes = ((size_t)anneal_words(&k) + (size_t)k.machines) * sizeof(uint32_t) + (size_t)k.tasks;
  return (bytes + 15) / 16 * 16;
}

__device__ static void chain_open(const AnnealTables &k, const AnnealState &state, uint32_t chain,
                                  char *memory, AnnealChain &c) {
  const int lane = threadIdx.x % WARP;
  c.used = (uint32_t *)memory;
  c.load = (int32_t *)(c.used + anneal_words(&k));
  c.choice = (uint8_t *)(c.load + k.machines);
  c.target = state.target[chain];
  c.best = state.best[chain];
  c.over = 0;
  for (int i = lane; i < anneal_words(&k); i += WARP) c.used[i] = 0;
  for (int m = lane; m < k.machines; m += WARP) c.load[m] = k.base[m];
  __syncwarp();
  const uint8_t *choice = state.choice + (size_t)chain * k.tasks;
  for (int t = lane; t < k.tasks; t += WARP) {
    const AnnealOption o = k.option[k.start[t] + choice[t]];
    c.choice[t] = choice[t];
    atomicAdd(&c.load[o.machine], o.time);
    atomicOr(&c.used[o.entry >> 5], 1u << (o.entry & 31));
  }
  __syncwarp();
}

__device__ static void loads_compare(const AnnealTables &k, AnnealChain &c) {
  int over = 0;
  for (int m = threadIdx.x % WARP; m < k.machines; m += WARP) over += c.load[m] >= c.best;
  c.over = __reduce_add_sync(0xffffffffu, over);
}

/* Records the assignment as the best so far. */
__device__ static void chain_keep(const AnnealTables &k, AnnealChain &c, uint8_t *kept) {
  int most = 0;
  for (int m = threadIdx.x % WARP; m < k.machines; m += WARP) most = max(most, c.load[m]);
  c.best = __reduce_max_sync(0xffffffffu, most);
  loads_compare(k, c);
  for (int t = threadIdx.x % WARP; t < k.tasks; t += WARP) kept[t] = c.choice[t];
}

/* Evaluates steps at .. at + 31, those before `stop`, and makes the first accepted proposal. Returns the number
 * of steps done. */
__device__ static int warp_turn(const AnnealTables &k, AnnealChain &c, uint8_t *kept, bool late,
                                uint64_t seed, uint32_t chain, uint64_t at, uint64_t stop) {
  const int lane = threadIdx.x % WARP;
  AnnealMoves moves;
  const int made =
      at + lane < stop ? anneal_propose(&k, &c, anneal_random(seed, chain, at + lane), &moves) : 0;
  const unsigned may = __ballot_sync(0xffffffffu, made > 0);
  if (!may) return WARP;
  const int first = __ffs(may) - 1;
  __syncwarp();
  if (lane == first) anneal_accept(&k, &c, &moves);
  __syncwarp();
  c.over = __shfl_sync(0xffffffffu, c.over, first);
  if (late && c.over == 0) chain_keep(k, c, kept);
  return first + 1;
}

__device__ static void chain_run(const AnnealTables &k, const AnnealState &state, const AnnealStages &stages,
                                 uint64_t end, uint32_t chain, AnnealChain &c) {
  uint8_t *kept = state.kept + (size_t)chain * k.tasks;
  uint64_t at = state.step;
  for (uint64_t stage = (at - stages.first) / stages.length; at < end; stage++) {
    const uint64_t stop = min(stages.first + (stage + 1) * stages.length, end);
    c.temperature = stages.temperature[stage];
    c.q = stages.q[stage];
    while (at < stop)
      at += warp_turn(k, c, kept, stage >= ANNEAL_STAGES / 2, state.seed, state.first + chain, at, stop);
    at = stop;
  }
}

template <bool SHARED>
__global__ void __launch_bounds__(WARPS_MAX *WARP, BLOCKS_MIN)
    anneal_kernel(AnnealTables k, AnnealState state, AnnealStages stages, uint64_t end, size_t bytes,
                  char *workspace) {
  extern __shared__ __align__(16) char shared[];
  const uint32_t warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  char *memory =
      SHARED ? shared + warp * bytes : workspace + (blockIdx.x * (size_t)(blockDim.x / WARP) + warp) * bytes;
  for (uint32_t chain = blockIdx.x * (blockDim.x / WARP) + warp; chain < state.chains;
       chain += gridDim.x * (blockDim.x / WARP)) {
    AnnealChain c;
    chain_open(k, state, chain, memory, c);
    loads_compare(k, c);
    chain_run(k, state, stages, end, chain, c);
    for (int t = lane; t < k.tasks; t += WARP) state.choice[(size_t)chain * k.tasks + t] = c.choice[t];
    if (lane == 0) state.best[chain] = c.best;
    __syncwarp();
  }
}

/* As many warps a block as fit in shared memory; none: global memory. */
static Status choose_shape(const Backend *be, const AnnealTables *k, Shape *out) {
  const CudaState *cuda = cuda_state(be);
  Shape s = {WARPS_MAX, chain_bytes(*k), true};
  const size_t room = cuda->shared_sm / BLOCKS_MIN - cuda->shared_reserved;
  while (s.warps > 1 && s.warps * s.bytes > room) s.warps /= 2;
  s.shared = s.bytes <= cuda->shared_block;
  if (!s.shared) s.warps = WARPS_MAX;
  *out = s;
  return OK;
}

static Status blocks_sm(const Shape *s, int *blocks) {
  const size_t bytes = s->shared ? s->warps * s->bytes : 0;
  if (s->shared) {
    CUDA_TRY(
        cudaFuncSetAttribute(anneal_kernel<true>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    CUDA_TRY(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, anneal_kernel<true>, s->warps * WARP, bytes));
  } else {
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, anneal_kernel<false>, s->warps * WARP, 0));
  }
  return OK;
}

static Status advance(Backend *be, const AnnealTables *k, const AnnealState *state,
                      const AnnealStages *stages, uint64_t steps) {
  Shape s;
  int blocks = 0;
  void *workspace = NULL;
  TRY(choose_shape(be, k, &s));
  TRY(blocks_sm(&s, &blocks));
  const uint32_t wanted = (state->chains + s.warps - 1) / s.warps;
  const uint32_t grid = s.shared ? wanted : std::min(wanted, (uint32_t)(blocks * cuda_state(be)->sms));
  if (!s.shared) TRY(cuda_workspace(be, (size_t)grid * s.warps * s.bytes, &workspace));
  const auto kernel = s.shared ? anneal_kernel<true> : anneal_kernel<false>;
  CUDA_TRY(cuda_launch(kernel, grid, s.warps * WARP, s.shared ? s.warps * s.bytes : 0, cuda_state(be)->stream,
                       *k, *state, *stages, state->step + steps, s.bytes, (char *)workspace));
  return OK;
}

static __global__ void restart_kernel(AnnealTables k, AnnealState state, const uint32_t *source) {
  const uint32_t chain = blockIdx.x, from = source[chain];
  const uint8_t *kept = from < state.chains ? state.kept + (size_t)from * k.tasks : state.inbox;
  for (int t = threadIdx.x; t < k.tasks; t += blockDim.x) state.choice[(size_t)chain * k.tasks + t] = kept[t];
}

static Status restart(Backend *be, const AnnealTables *k, const AnnealState *state, const uint32_t *source) {
  void *device;
  TRY(cuda_workspace(be, state->chains * sizeof *source, &device));
  TRY(be->ops->upload(be, device, source, state->chains * sizeof *source));
  CUDA_TRY(cuda_launch(restart_kernel, state->chains, 128, 0, cuda_state(be)->stream, *k, *state,
                       (const uint32_t *)device));
  return be->ops->copy(be, state->kept, state->choice, (size_t)state->chains * k->tasks);
}

static Status describe(Backend *be, const AnnealTables *k, uint32_t chains, Description *out) {
  Shape s;
  int blocks = 0;
  TRY(choose_shape(be, k, &s));
  TRY(blocks_sm(&s, &blocks));
  snprintf(
      out->shape, sizeof out->shape,
      "%u chains, a warp each, %d at once; %zu bytes of %s memory a chain, %d tasks with %d options searched",
      chains, blocks * s.warps * cuda_state(be)->sms, s.bytes, s.shared ? "shared" : "global", k->tasks,
      k->entries - ANNEAL_PAD);
  return OK;
}

extern "C" const AnnealKernels anneal_kernels_cuda = {describe, advance, restart, 80, 32};
