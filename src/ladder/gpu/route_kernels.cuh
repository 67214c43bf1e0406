/* The kernels of the ladder: the list of moves, objective and criterion with a thread a move, the choice of the best. */
#ifndef CORDEE_LADDER_GPU_ROUTE_KERNELS_CUH
#define CORDEE_LADDER_GPU_ROUTE_KERNELS_CUH

#include "gpu/cuda_try.h"
#include "route_hierarchy.cuh"

namespace route_ladder {

enum { LIST_THREADS = 128, CHOICE_THREADS = 256, CHOICE_BLOCKS = 2048, WARP = 32 };

/* Rows of blocks are i, threads are j: all k and ways of a pair. */
__global__ static void list_kernel(RouteLadderMove *list, int32_t n) {
  const int32_t i = (int32_t)blockIdx.y, j = (int32_t)(blockIdx.x * LIST_THREADS + threadIdx.x);
  if (j <= i || j >= n - 2 || i >= n - 3) return;
  int4 *at = reinterpret_cast<int4 *>(list) + route_ladder_place(n, i, j);
  for (int32_t k = j + 1; k < n - 1; k++)
    for (int32_t way = 1; way <= THREE_OPT_WAYS; way++) *at++ = {i, j, k, way};
}

/* An entry of the list, in one load. */
__device__ static inline RouteLadderMove move_at(const Args &a, uint32_t place) {
  const int4 m = reinterpret_cast<const int4 *>(a.list)[place];
  return {m.x, m.y, m.z, m.w};
}

__device__ static inline int32_t *deltas_of(const Args &a, int32_t) { return a.delta; }
__device__ static inline double *deltas_of(const Args &a, double) { return a.real; }

template <class Design> __device__ static inline void objective_store(const Args &a) {
  const uint32_t place = blockIdx.x * Design::THREADS + threadIdx.x;
  if (place < a.moves)
    deltas_of(a, typename Design::Length())[place] = objective<Design>(a, move_at(a, place));
}
template <class Design> __device__ static inline void criterion_store(const Args &a) {
  const uint32_t place = blockIdx.x * Design::THREADS + threadIdx.x;
  if (place < a.moves) a.feasible[place] = criterion<Design>(a, move_at(a, place));
}

template <class Design>
__global__ static void __launch_bounds__(Design::THREADS, Design::BLOCKS)
    objective_kernel(const __grid_constant__ Args a) {
  objective_store<Design>(a);
}
template <class Design>
__global__ static void __launch_bounds__(Design::THREADS, Design::BLOCKS)
    criterion_kernel(const __grid_constant__ Args a) {
  criterion_store<Design>(a);
}

/* The same with 32 registers a thread. CUDA before 12.4 cannot say so, and limits none: the table has the number. */
#ifndef __maxnreg__
#define __maxnreg__(registers)
#endif
template <class Design>
__global__ static void __maxnreg__(32) objective_32_kernel(const __grid_constant__ Args a) {
  objective_store<Design>(a);
}
template <class Design>
__global__ static void __maxnreg__(32) criterion_32_kernel(const __grid_constant__ Args a) {
  criterion_store<Design>(a);
}

__device__ static inline unsigned long long warp_min(unsigned long long key) {
  for (int step = WARP / 2; step; step /= 2) key = min(key, __shfl_xor_sync(0xffffffffu, key, step));
  return key;
}

/* All threads of a block; the first one has the least key of any. */
__device__ static inline unsigned long long block_min(unsigned long long key) {
  BLOCK_SHARED unsigned long long least[CHOICE_THREADS / WARP];
  key = warp_min(key);
  if (threadIdx.x % WARP == 0) least[threadIdx.x / WARP] = key;
  __syncthreads();
  if (threadIdx.x) return key;
  for (int w = 1; w < CHOICE_THREADS / WARP; w++) key = min(key, least[w]);
  return key;
}

/* The least key of feasible moves with delta < 0. *best is ROUTE_LADDER_NO_KEY before. Lengths in double precision are whole numbers. */
template <class Length>
__global__ static void __launch_bounds__(CHOICE_THREADS) choice_kernel(const __grid_constant__ Args a) {
  const Length *delta = deltas_of(a, Length());
  unsigned long long key = ROUTE_LADDER_NO_KEY;
  for (uint32_t place = blockIdx.x * CHOICE_THREADS + threadIdx.x; place < a.moves;
       place += gridDim.x * CHOICE_THREADS) {
    const unsigned long long here = route_ladder_key((int32_t)delta[place], place);
    if (delta[place] < 0 && here < key && a.feasible[place]) key = here;
  }
  key = block_min(key);
  if (threadIdx.x == 0 && key != ROUTE_LADDER_NO_KEY) atomicMin(a.best, key);
}

} // namespace route_ladder
#endif
