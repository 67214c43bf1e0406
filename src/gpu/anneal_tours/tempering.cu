/* Annealing of tours on CUDA: twin of src/cpu/anneal_tours/tempering.c, contract in src/solver/anneal_tours/temper_kernels.h.
 *
 * A warp has a chain, with its tour and positions as 16-bit numbers in shared memory if they fit there; a block, if there are few chains.
 * The other designs are measured by `cordee-ladder annealing`. */
#include "gpu/cuda_try.h"

#include <algorithm>
#include <stdio.h>
#include "temper_chain.cuh"

using namespace tempering;

namespace {

enum { WARPS_MAX = 4, THREADS = 64, CHAINS_FEW = 4 /* of an SM */, COPIERS = 256 };

typedef void (*ChainKernel)(Args);

struct Shape {
  ChainKernel kernel;
  uint32_t threads, lanes; /* of a block, of a chain */
  uint32_t chain_bytes;    /* of shared memory */
  size_t bytes;            /* of a block */
  const char *words;
};

size_t shared_most(const CudaState *cuda) {
  const size_t all = cuda->shared_sm - cuda->shared_reserved;
  return all < cuda->shared_block ? all : cuda->shared_block;
}

size_t tour_bytes(int32_t n) { return ((size_t)n * 2 * sizeof(uint16_t) + 15) / 16 * 16; }

Shape thread_shape() { return {chain_kernel<1, false>, THREADS, 1, 0, 0, "a thread a chain"}; }
Shape warp_global_shape() {
  return {chain_kernel<WARP, false>, WARPS_MAX * WARP, WARP, 0, 0, "a warp a chain"};
}

/* As many warps a block as fit. */
Shape warp_shape(const CudaState *cuda, int32_t n) {
  const size_t each = tour_bytes(n);
  uint32_t warps = WARPS_MAX;
  while (warps > 1 && warps * each > shared_most(cuda)) warps /= 2;
  return {chain_kernel<WARP, true>, warps * WARP, WARP,
          (uint32_t)each,           warps * each, "a warp a chain, tours in shared memory"};
}

Shape block_shape(bool shared, int32_t n) {
  const size_t slots = SLOTS * sizeof(uint32_t), each = shared ? tour_bytes(n) : 0;
  return {shared ? chain_kernel<BLOCK, true> : chain_kernel<BLOCK, false>,
          BLOCK,
          BLOCK,
          (uint32_t)each,
          slots + each,
          shared ? "a block a chain, tours in shared memory" : "a block a chain"};
}

Shape shape_choose(const CudaState *cuda, const TemperProblem *problem, const TemperRules *rules,
                   uint32_t chains) {
  const int32_t n = problem->tour.n;
  const bool few = chains < (uint32_t)(CHAINS_FEW * cuda->sms),
             fits = n <= UINT16_MAX && SLOTS * sizeof(uint32_t) + tour_bytes(n) <= shared_most(cuda);
  if (rules->design == TEMPER_THREAD) return thread_shape();
  if (rules->design == TEMPER_BLOCK || (rules->design == TEMPER_AUTO && few)) return block_shape(fits, n);
  return rules->design != TEMPER_WARP_GLOBAL && fits ? warp_shape(cuda, n) : warp_global_shape();
}

Status describe(Backend *be, const TemperProblem *problem, const TemperRules *rules, uint32_t chains,
                Description *out) {
  const Shape s = shape_choose(cuda_state(be), problem, rules, chains);
  *out = {};
  snprintf(out->shape, sizeof out->shape, "%u chains, %s, blocks of %u threads", chains, s.words, s.threads);
  return OK;
}

/* ---- temperatures ---- */

__global__ static void positions_kernel(int32_t n, const int32_t *tour, int32_t *position) {
  const int32_t p = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);
  if (p < n) position[tour[p]] = p;
}

struct Sample {
  TemperProblem problem;
  TemperRules rules;
  uint64_t seed;
  const int32_t *tour;
  int32_t *position;
  uint32_t count;
  int64_t *delta;
};

__global__ static void sample_kernel(Sample a) {
  const uint32_t s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= a.count) return;
  const philox4x32_ctr_t words = temper_words(a.seed, 0, s / 2, RNG_TEMPER_SAMPLE);
  TemperTour t = {a.problem.tour.n, 0, (int32_t *)a.tour, a.position, NULL, NULL};
  TemperMove move;
  a.delta[s] =
      temper_propose(&a.problem, &a.rules, &t, s % 2 ? words.v[2] : words.v[0], &move) ? move.delta : 0;
}

uint32_t blocks_for(uint64_t items, uint64_t each) { return (uint32_t)((items + each - 1) / each); }

Status sample(Backend *be, const TemperProblem *problem, const TemperRules *rules, uint64_t seed,
              const int32_t *tour, int32_t *position, uint32_t count, int64_t *delta) {
  int32_t n = problem->tour.n;
  Sample args = {*problem, *rules, seed, tour, position, count, delta};
  void *first[] = {&n, &tour, &position}, *second[] = {&args};
  const cudaStream_t stream = cuda_state(be)->stream;
  CUDA_TRY(cudaLaunchKernel(positions_kernel, dim3(blocks_for(n, COPIERS)), dim3(COPIERS), first, 0, stream));
  CUDA_TRY(
      cudaLaunchKernel(sample_kernel, dim3(blocks_for(count, COPIERS)), dim3(COPIERS), second, 0, stream));
  return OK;
}

/* ---- chains ---- */

Status advance(Backend *be, const TemperProblem *problem, const TemperRules *rules, const TemperState *state,
               uint32_t sweeps) {
  const Shape s = shape_choose(cuda_state(be), problem, rules, state->chains);
  Args args = {*problem, *rules, *state, sweeps, s.chain_bytes};
  void *all[] = {&args};
  if (s.bytes)
    CUDA_TRY(cudaFuncSetAttribute(s.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)s.bytes));
  CUDA_TRY(cudaLaunchKernel(s.kernel, dim3(blocks_for(state->chains, s.threads / s.lanes)), dim3(s.threads),
                            all, s.bytes, cuda_state(be)->stream));
  return OK;
}

/* Into the scratch of positions, then back. */
__global__ static void replace_kernel(TemperState state, int32_t n, const uint32_t *source) {
  const uint32_t from = source[blockIdx.x];
  const int32_t *tour = from < state.chains ? state.tour + (size_t)from * n : state.inbox;
  for (int32_t p = (int32_t)threadIdx.x; p < n; p += (int32_t)blockDim.x)
    state.position[(size_t)blockIdx.x * n + p] = tour[p];
}

Status replace(Backend *be, const TemperProblem *problem, const TemperState *state, const uint32_t *source) {
  int32_t n = problem->tour.n;
  TemperState args = *state;
  void *device = NULL, *all[] = {&args, &n, &device};
  TRY(cuda_workspace(be, state->chains * sizeof *source, &device));
  TRY(be->ops->upload(be, device, source, state->chains * sizeof *source));
  CUDA_TRY(
      cudaLaunchKernel(replace_kernel, dim3(state->chains), dim3(COPIERS), all, 0, cuda_state(be)->stream));
  return be->ops->copy(be, state->tour, state->position, (size_t)state->chains * n * sizeof *state->tour);
}

} // namespace

extern "C" const TemperKernels tempering_kernels_cuda = {describe, sample, advance, replace, 2112};
