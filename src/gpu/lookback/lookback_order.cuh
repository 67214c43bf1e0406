/* Which lattices run side by side: by tile, then by steps, then by the highest node that they are likely to need, large ones first. A
 * counting sort; lattices of one bucket come in any order, which no digit depends on. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_ORDER_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_ORDER_CUH

#include "evaluator/lookback/lattice_size.h"
#include "lookback_tile.cuh"

namespace lookback {

/* Tiles: lanes; nodes that a lane has at first, gets at once and has at most; whether k is the same at all nodes; blocks that a multiprocessor
 * is to have, which bounds registers. X(number, lanes, first, step, most, flat, blocks). Those of one kind ascend; what outgrows the last of a
 * kind is for WIDE. Whole lattices are in the last of a kind, or in WIDE. */
#define LOOKBACK_TILES(X)                                                                                    \
  X(0, 1, 4, 4, 64, true, 2)                                                                                 \
  X(1, 2, 4, 4, 48, true, 3)                                                                                 \
  X(2, 4, 4, 4, 48, true, 3)                                                                                 \
  X(3, 8, 4, 4, 48, true, 3)                                                                                 \
  X(4, 32, 4, 2, 32, true, 3)                                                                                \
  X(5, 2, 4, 4, 32, false, 2)                                                                                \
  X(6, 8, 4, 4, 24, false, 3)                                                                                \
  X(7, 32, 4, 4, 24, false, 3)
enum { TILES = 8, FLAT_LAST = 4, WIDE = TILES, CLASSES = TILES + 1 };

enum { TOP_BITS = 5, STEPS_BITS = 7, CLASS_SHIFT = TOP_BITS + STEPS_BITS, BUCKETS = CLASSES << CLASS_SHIFT };

struct Tile {
  int lanes, most;
};

LATTICE_FN Tile tile_of(int number) {
#define TILE_ROW(number, lanes, first, step, most, flat, blocks) {lanes, most},
  const Tile tiles[] = {LOOKBACK_TILES(TILE_ROW)};
  return tiles[number];
}

/* The tile after `number`. */
LATTICE_FN int tile_next(int number) {
  return number == FLAT_LAST || number == TILES - 1 ? WIDE : number + 1;
}

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

/* What a call of the kernels works on; all on the device. */
struct Call {
  const LookbackLattice *lattice; /* (count) */
  LookbackValue *value;           /* (count) */
  uint32_t count;
  bool full;
  uint32_t *bucket;  /* (count) of each */
  uint32_t *order;   /* (count) numbers of lattices by bucket */
  uint32_t *begin;   /* (BUCKETS + 1) counts, then where each begins in order */
  uint32_t *place;   /* (BUCKETS + 1) where the next of each goes */
  uint32_t *again;   /* (count, CLASSES) those that outgrew the tile before */
  uint32_t *agains;  /* (CLASSES) how many */
  uint32_t *taken;   /* (CLASSES) of each tile, by warps */
  uint32_t *longest; /* nodes that a lattice of WIDE may need */
  uint32_t *sums;    /* (WARP) scratch */
};

__device__ inline uint32_t thread_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

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

/* ---- the lattices of a tile ---- */

__device__ inline uint32_t tile_count(const Call &call, int tile) {
  return call.begin[(tile + 1) << CLASS_SHIFT] - call.begin[tile << CLASS_SHIFT] + call.agains[tile];
}

__device__ inline uint32_t tile_lattice(const Call &call, int tile, uint32_t k) {
  const uint32_t first = call.begin[tile << CLASS_SHIFT], own = call.begin[(tile + 1) << CLASS_SHIFT] - first;
  return k < own ? call.order[first + k] : call.again[(size_t)tile * call.count + k - own];
}

__device__ inline void lattice_again(const Call &call, int tile, uint32_t lattice) {
  call.again[(size_t)tile * call.count + atomicAdd(&call.agains[tile], 1u)] = lattice;
}

} // namespace lookback

#endif
