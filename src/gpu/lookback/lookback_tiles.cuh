/* The kernel of a tile. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_TILES_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_TILES_CUH

#include "lookback_tiles.h"

namespace lookback {

/* Warps take lattices until there are none, in the order of the list. */
template <int TILE, int LANES, int FIRST, int STEP, int MOST, bool FLAT, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS) tile_kernel(Call call) {
  extern __shared__ __align__(16) char memory[];
  constexpr uint32_t TAKE = WARP / LANES;
  const uint32_t count = tile_count(call, TILE);
  const int lane = (int)(threadIdx.x % WARP);
  double *const room = (double *)memory + threadIdx.x / WARP * (MOST * WARP);
  for (;;) {
    uint32_t first = 0;
    if (lane == 0) first = atomicAdd(&call.taken[TILE], TAKE);
    first = __shfl_sync(ALL, first, 0);
    if (first >= count) return;
    const uint32_t k = first + (uint32_t)lane / LANES;
    const uint32_t number = k < count ? tile_lattice(call, TILE, k) : 0;
    const LookbackLattice *const l = k < count ? &call.lattice[number] : NULL;
    const bool lost = lattice_run<LANES, FIRST, STEP, MOST, FLAT>(l, call.full, room, &call.value[number]);
    if (lost && l && lane % LANES == 0) lattice_again(call, tile_next(TILE), number);
  }
}

#define TILE_KERNEL(number, lanes, first, step, most, flat, blocks)                                          \
  tile_kernel<number, lanes, first, step, most, flat, blocks>,

} // namespace lookback

#endif
