/* Rows: the move of each first edge whose least delta the passes have found. A block a row. */
#ifndef CORDEE_GPU_THREE_OPT_ROWS_CUH
#define CORDEE_GPU_THREE_OPT_ROWS_CUH

#include "three_opt_exact.cuh"

namespace three_opt {

enum { ROWS_THREADS = 128 };

/* All moves of i with j in tile jb, into the thread's best if they attain `delta`: a thread takes every ROWS_THREADS-th k. */
__device__ static inline void row_tile(const Scan &s, int i, int jb, int delta, Key *key) {
  const int m = s.control->m;
  for (int j = max(jb * TILE, i + 1); j < min((jb + 1) * TILE, m); j++) {
    if (threadIdx.x == 0 && pair_delta(s, i, j) == delta) *key = min(*key, pair_key(i, j));
    for (int k = j + 1 + (int)threadIdx.x; k < m; k += ROWS_THREADS) {
      int way = 0;
      if (triple_best(s, i, j, k, &way) == delta) *key = min(*key, key_of(i, j, k, way));
    }
  }
}

__global__ static void __launch_bounds__(ROWS_THREADS) rows_kernel(Scan s, ThreeOptMove *out) {
  BLOCK_SHARED int scratch[ROWS_THREADS / WARP];
  BLOCK_SHARED Key keys[ROWS_THREADS / WARP];
  const int i = blockIdx.x, tiles = s.control->tiles;
  const int32_t *row = s.row_best + (size_t)i * tiles;
  int least = 0;
  for (int jb = threadIdx.x; jb < tiles; jb += ROWS_THREADS) least = min(least, row[jb]);
  least = block_min(least, scratch);
  Key key = ~(Key)0;
  for (int jb = i / TILE; jb < tiles && least < 0; jb++)
    if (row[jb] == least) row_tile(s, i, jb, least, &key);
  key = warp_min_key(key);
  if (threadIdx.x % WARP == 0) keys[threadIdx.x / WARP] = key;
  __syncthreads();
  if (threadIdx.x) return;
  for (int w = 1; w < ROWS_THREADS / WARP; w++) key = min(key, keys[w]);
  out[i] = least < 0 ? move_of(least, key) : ThreeOptMove{0, 0, 0, 0, 0};
}

} // namespace three_opt
#endif
