/* Tiles of large lattices whose k is the same at all nodes. */
#include "lookback_tiles.cuh"

lookback::TileKernel lookback::tile_large(int number) {
  static const TileKernel kernels[] = {LOOKBACK_LARGE_TILES(TILE_KERNEL)};
  return kernels[number - LARGE_FIRST];
}
