/* The kernels of the ladder of breadth-first search: see ladder/level_kernels.h. Threads give the same level to the same vertex at the same time,
 * which changes nothing. */
#ifndef CORDEE_LADDER_GPU_LEVELS_DEVICE_CUH
#define CORDEE_LADDER_GPU_LEVELS_DEVICE_CUH

#include "ladder/level_kernels.h"
#include "compact.cuh"

namespace level_ladder {

enum { THREADS = 256 };

struct Args {
  uint32_t n;
  const uint32_t *offset; /* (n + 1) */
  const uint32_t *to;
  uint32_t *level;   /* (n) */
  uint32_t *list[2]; /* (n) each */
  uint32_t *flag;    /* (n) */
  uint32_t *answer;  /* a word that the host reads */
};

__device__ static inline uint32_t thread_index() { return blockIdx.x * THREADS + threadIdx.x; }

/* Neighbours from first to end that have no level get it; true: there was one. flag: (n), or NULL. */
__device__ static inline bool row_label(const Args &a, uint32_t first, uint32_t end, uint32_t level,
                                        uint32_t *flag) {
  bool any = false;
  for (; first < end; first++) {
    const uint32_t v = a.to[first];
    if (a.level[v] != LEVEL_NONE) continue;
    a.level[v] = level;
    if (flag) flag[v] = 1;
    any = true;
  }
  return any;
}

__global__ static void __launch_bounds__(THREADS) begin_kernel(Args a, uint32_t source) {
  const uint32_t v = thread_index();
  if (v < a.n) a.level[v] = v == source ? 0 : LEVEL_NONE;
  if (v == 0) a.list[0][0] = a.list[1][0] = source;
}

/* As published: a thread loads one offset, its end is its neighbour's begin (the block's last thread loads one more, which is not printed);
 * an OR tree over the block's flags, and one atomic operation a block. */
__global__ static void __launch_bounds__(THREADS) basic_shared_kernel(Args a, uint32_t level) {
  BLOCK_SHARED uint32_t offset[THREADS + 1], any[THREADS];
  const uint32_t v = thread_index(), t = threadIdx.x;
  if (v <= a.n) offset[t] = a.offset[v];
  if (t == THREADS - 1 && v < a.n) offset[THREADS] = a.offset[v + 1];
  __syncthreads();
  any[t] = v < a.n && a.level[v] == level - 1 && row_label(a, offset[t], offset[t + 1], level, NULL);
  __syncthreads();
  for (uint32_t half = THREADS / 2; half > 0; half /= 2) {
    if (t < half) any[t] |= any[t + half];
    __syncthreads();
  }
  if (t == 0 && any[0]) atomicOr(a.answer, 1u);
}

/* The same with both offsets from global memory, and a plain store to the answer. */
__global__ static void __launch_bounds__(THREADS) basic_plain_kernel(Args a, uint32_t level) {
  const uint32_t v = thread_index();
  if (v < a.n && a.level[v] == level - 1 && row_label(a, a.offset[v], a.offset[v + 1], level, NULL))
    *a.answer = 1;
}

/* A thread a vertex of the list, which was made from flags. */
__global__ static void __launch_bounds__(THREADS) active_kernel(Args a, uint32_t level, uint32_t count) {
  const uint32_t k = thread_index();
  if (k >= count) return;
  const uint32_t v = a.list[0][k];
  row_label(a, a.offset[v], a.offset[v + 1], level, a.flag);
}

/* A thread a vertex of the list; who gives a level appends the vertex to the next list, whose length is the answer. */
__global__ static void __launch_bounds__(THREADS) queue_kernel(Args a, uint32_t level, uint32_t count) {
  const uint32_t k = thread_index();
  if (k >= count) return;
  const uint32_t v = a.list[(level - 1) % 2][k];
  for (uint32_t at = a.offset[v]; at < a.offset[v + 1]; at++) {
    const uint32_t w = a.to[at];
    if (a.level[w] == LEVEL_NONE && atomicCAS(&a.level[w], LEVEL_NONE, level) == LEVEL_NONE)
      a.list[level % 2][atomicAdd(a.answer, 1u)] = w;
  }
}

} // namespace level_ladder

#endif
