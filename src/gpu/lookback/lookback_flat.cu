/* Tiles of small lattices whose k is the same at all nodes. */
#include "lookback_tiles.cuh"

lookback::TileKernel lookback::tile_flat(int number) {
  static const TileKernel kernels[] = {LOOKBACK_FLAT_TILES(TILE_KERNEL)};
  return kernels[number];
}
