/* Tiles of lattices whose k differs from node to node. */
#include "lookback_tiles.cuh"

lookback::TileKernel lookback::tile_other(int number) {
  static const TileKernel kernels[] = {LOOKBACK_OTHER_TILES(TILE_KERNEL)};
  return kernels[number - FLAT_LAST - 1];
}
