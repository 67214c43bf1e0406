/* The kernels of src/gpu/bfs on the host: see device.h. */
#include "names.h"
#include <cuda_runtime.h>
#define bfs_kernels_cuda bfs_kernels_emulated
#define BFS_SHARED       static /* of the block: there is one at a time */
#define BFS_EMULATED

namespace bfs {

/* The layout that PTX gives the matrices of mma.m16n8k32: lane l has bytes 4 (l % 4) .. + 3 of rows l / 4 and l / 4 + 8 of the left one, then
 * those 16 on; of column l / 4 of the right one, then those 16 on; and of rows l / 4 and l / 4 + 8 of the sums columns 2 (l % 4), + 1. */
static inline void bytes_product(int sum[4], const uint32_t left[4], const uint32_t right[2]) {
  static uint32_t rows[32][32][4], columns[32][32][2]; /* [warp][lane] */
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  memcpy(rows[warp][lane], left, sizeof rows[warp][lane]);
  memcpy(columns[warp][lane], right, sizeof columns[warp][lane]);
  __syncwarp();
  for (uint32_t c = 0; c < 4; c++)
    for (uint32_t from = 0; from < 8; from++) { /* four bytes each */
      const uint32_t a = rows[warp][lane / 4 * 4 + from % 4][c / 2 + from / 4 * 2],
                     b = columns[warp][(2 * (lane % 4) + c % 2) * 4 + from % 4][from / 4];
      if (!a || !b) continue;
      for (uint32_t shift = 0; shift < 32; shift += 8)
        sum[c] += (int)((a >> shift & 0xff) * (b >> shift & 0xff));
    }
  __syncwarp();
}

} // namespace bfs

#include "gpu/bfs/bfs.cu"
