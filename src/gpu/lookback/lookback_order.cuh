/* Which lattices run side by side: by tile, then by steps, then by the highest node that they are likely to need, large ones first. A
 * counting sort; lattices of one bucket come in any order, which no digit depends on. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_ORDER_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_ORDER_CUH

#include "evaluator/lookback/lattice_size.h"
#include "lookback_call.cuh"

namespace lookback {

/* The first that is likely to be wide enough. */
LATTICE_FN int tile_choose(const LookbackLattice *l, double top, bool full) {
  const bool flat = lattice_european(l) || (!(l->flags & LOOKBACK_CALL) && l->q == 0);
  const double nodes = full ? (double)l->steps + LOOKBACK_NODES : 1.04 * top + 2 * BLOCK_STEPS;
  const int first = flat ? 0 : FLAT_LAST + 1, last = flat ? FLAT_LAST : TILES - 1;
  int number = full ? last : first;
  while (number < TILES && nodes > tile_of(number).lanes * tile_of(number).most) number = tile_next(number);
  return number;
}

LATTICE_FN uint32_t bucket_of(const LookbackLattice *l, bool full) {
  const double top = lattice_size(l).top;
  const int tile = tile_choose(l, top, full);
  const double within = tile < TILES ? top / (tile_of(tile).lanes * tile_of(tile).most) : 0;
  const uint32_t steps = (uint32_t)(log2((double)l->steps) * 6), high = (uint32_t)(within * 31);
  return (uint32_t)tile << CLASS_SHIFT | ((1u << STEPS_BITS) - 1 - steps) << TOP_BITS |
         (31 - (high > 31 ? 31 : high));
}

__global__ static void call_begin(Call call) {
  const uint32_t i = thread_number();
  if (i <= BUCKETS) call.begin[i] = 0;
  if (i < CLASSES) call.agains[i] = call.taken[i] = 0;
  if (i == 0) *call.longest = 0;
}

__global__ static void buckets_count(Call call) {
  const uint32_t i = thread_number();
  if (i >= call.count) return;
  call.bucket[i] = bucket_of(&call.lattice[i], call.full);
  atomicAdd(&call.begin[call.bucket[i]], 1u);
}

/* The sum of the lower lanes. */
__device__ inline uint32_t lanes_below(uint32_t value, int lane) {
  uint32_t sum = value;
  for (int reach = 1; reach < WARP; reach *= 2) {
    const uint32_t below = __shfl_up_sync(ALL, sum, reach);
    if (lane >= reach) sum += below;
  }
  return sum - value;
}

/* One block of 32 warps, each with a part of the buckets. */
__global__ static void buckets_scan(Call call) {
  constexpr uint32_t PART = (BUCKETS + WARP) / WARP, ROUNDS = (PART + WARP - 1) / WARP;
  const int lane = (int)(threadIdx.x % WARP), warp = (int)(threadIdx.x / WARP);
  uint32_t sum = 0;
  for (uint32_t k = 0; k < ROUNDS; k++) {
    const uint32_t within = k * WARP + (uint32_t)lane, at = (uint32_t)warp * PART + within;
    const uint32_t own = within < PART && at <= BUCKETS ? call.begin[at] : 0, below = lanes_below(own, lane);
    if (within < PART && at <= BUCKETS) call.place[at] = sum + below;
    sum += __shfl_sync(ALL, below + own, WARP - 1);
  }
  if (lane == 0) call.sums[warp] = sum;
  __syncthreads();
  const uint32_t before = __shfl_sync(ALL, lanes_below(call.sums[lane], lane), warp);
  for (uint32_t within = (uint32_t)lane; within < PART; within += WARP) {
    const uint32_t at = (uint32_t)warp * PART + within;
    if (at <= BUCKETS) call.begin[at] = call.place[at] = call.place[at] + before;
  }
}

__global__ static void lattices_place(Call call) {
  const uint32_t i = thread_number();
  if (i >= call.count) return;
  call.order[atomicAdd(&call.place[call.bucket[i]], 1u)] = i;
}

} // namespace lookback

#endif
