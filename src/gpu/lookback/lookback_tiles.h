/* The kernels of tiles: three units, as nvcc takes long for a kernel. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_TILES_H
#define CORDEE_GPU_LOOKBACK_LOOKBACK_TILES_H

#include "lookback_call.cuh"

namespace lookback {

enum { THREADS = 128 };

typedef void (*TileKernel)(Call);

TileKernel tile_flat(int number);  /* below LARGE_FIRST */
TileKernel tile_large(int number); /* from there to FLAT_LAST */
TileKernel tile_other(int number); /* after it */

} // namespace lookback

#endif
