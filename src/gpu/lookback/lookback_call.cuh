/* The tiles that lattices are computed in, and what a call works on: the lattices of each tile, in the order of lookback_order.cuh. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_CALL_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_CALL_CUH

#include "lookback_tile.cuh"

namespace lookback {

/* Tiles: lanes; nodes that a lane has at first, gets at once and has at most; whether k is the same at all nodes; blocks that a multiprocessor
 * is to have, which bounds registers. X(number, lanes, first, step, most, flat, blocks). Those of one kind ascend; what outgrows the last of a
 * kind is for WIDE. Whole lattices are in the last of a kind, or in WIDE. */
#define LOOKBACK_FLAT_TILES(X)                                                                               \
  X(0, 1, 4, 4, 64, true, 2)                                                                                 \
  X(1, 2, 4, 4, 48, true, 3)
#define LOOKBACK_LARGE_TILES(X)                                                                              \
  X(2, 4, 4, 4, 48, true, 3)                                                                                 \
  X(3, 8, 4, 4, 48, true, 3)                                                                                 \
  X(4, 32, 4, 2, 32, true, 3)
#define LOOKBACK_OTHER_TILES(X)                                                                              \
  X(5, 2, 4, 4, 32, false, 2)                                                                                \
  X(6, 8, 4, 4, 24, false, 3)                                                                                \
  X(7, 32, 4, 4, 24, false, 3)
#define LOOKBACK_TILES(X) LOOKBACK_FLAT_TILES(X) LOOKBACK_LARGE_TILES(X) LOOKBACK_OTHER_TILES(X)
enum { TILES = 8, LARGE_FIRST = 2, FLAT_LAST = 4, WIDE = TILES, CLASSES = TILES + 1 };

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
