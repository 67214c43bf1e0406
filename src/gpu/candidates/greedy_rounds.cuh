/* The rounds of a phase of greedy.cu, by the steps of greedy_step.h: each step a launch for all members of
 * the batch; at the end all rounds in one launch, a block per member. Included by greedy.cu only. */
#ifndef CORDEE_GPU_CANDIDATES_GREEDY_ROUNDS_CUH
#define CORDEE_GPU_CANDIDATES_GREEDY_ROUNDS_CUH

#include "greedy_device.cuh"

enum { BLOCK_MAX = 1024 };

/* A member's ends that still propose: the arrays before and after a step, and the counts. */
typedef struct Active {
  const int32_t *from;
  int32_t *to, count, *left;
} Active;

static __device__ __forceinline__ Active active_of(const Greedy &g, int32_t k, int32_t round) {
  const size_t first = (size_t)g.member[k].first;
  int32_t *left = g.left + round * g.members + k;
  return {g.active[round % 2] + first, g.active[(round + 1) % 2] + first, *left, left + g.members};
}

/* Ends that go on are appended: one atomic operation per warp. */
__global__ static void ends_propose(const __grid_constant__ Greedy g, int32_t round) {
  const int64_t at = element();
  const Active a = active_of(g, (int32_t)blockIdx.y, round);
  const GreedyPhase p = phase_of(g, (int32_t)blockIdx.y);
  const int32_t i = at < a.count ? a.from[at] : -1;
  if (i >= 0) greedy_propose(&p, i);
  const bool keep = i >= 0 && p.target[i] >= 0;
  const unsigned keepers = __ballot_sync(0xffffffffu, keep), lane = threadIdx.x % 32;
  int32_t first = 0;
  if (lane == 0 && keepers) first = atomicAdd(a.left, __popc(keepers));
  first = __shfl_sync(0xffffffffu, first, 0);
  if (keep) a.to[first + __popc(keepers & ((1u << lane) - 1))] = i;
}

__global__ static void ends_decide(const __grid_constant__ Greedy g, int32_t round) {
  const int64_t at = element();
  const Active a = active_of(g, (int32_t)blockIdx.y, round);
  const GreedyPhase p = phase_of(g, (int32_t)blockIdx.y);
  if (at < *a.left) greedy_decide(&p, a.to[at]);
}

__global__ static void ends_join(const __grid_constant__ Greedy g, int32_t round) {
  const int64_t at = element();
  const int32_t k = (int32_t)blockIdx.y;
  const Active a = active_of(g, k, round);
  const GreedyPhase p = phase_of(g, k);
  if (at < *a.left && greedy_join(&p, links_of(g, k).link, a.to[at])) atomicAdd(&g.member[k].made, 1);
}

/* After ROUNDS rounds: an even number, so that the remaining ends are in active[0]. */
__global__ static void rounds_turn(const __grid_constant__ Greedy g) {
  static_assert(ROUNDS % 2 == 0, "active[0] holds the ends after an even number of rounds");
  const int32_t k = (int32_t)element();
  if (k >= g.members) return;
  const int32_t count = g.left[ROUNDS * g.members + k];
  g.left[k] = count;
  for (int32_t r = 1; r <= ROUNDS; ++r) g.left[r * g.members + k] = 0;
  atomicMax(&g.total[1], count);
}

/* All remaining rounds: a block per member. */
__global__ static void __launch_bounds__(BLOCK_MAX) rounds_finish(const __grid_constant__ Greedy g) {
  BLOCK_SHARED int32_t left, made;
  const int32_t k = (int32_t)blockIdx.x, own = (int32_t)threadIdx.x, step = (int32_t)blockDim.x;
  const GreedyPhase p = phase_of(g, k);
  int32_t *from = g.active[0] + g.member[k].first, *to = g.active[1] + g.member[k].first, count = g.left[k];
  if (own == 0) made = 0;
  while (count) {
    if (own == 0) left = 0;
    __syncthreads();
    for (int32_t at = own; at < count; at += step) {
      greedy_propose(&p, from[at]);
      if (p.target[from[at]] >= 0) to[atomicAdd(&left, 1)] = from[at];
    }
    __syncthreads();
    count = left;
    for (int32_t at = own; at < count; at += step) greedy_decide(&p, to[at]);
    __syncthreads();
    for (int32_t at = own; at < count; at += step)
      if (greedy_join(&p, links_of(g, k).link, to[at])) atomicAdd(&made, 1);
    __syncthreads();
    int32_t *swap = from;
    from = to;
    to = swap;
  }
  if (own == 0) g.member[k].made += made;
}

#endif
