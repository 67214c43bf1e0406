/* Lattices that no tile holds: a block has one, its nodes in memory, two layers that take turns. Few are: from about 300,000 steps on, or
 * far more nodes than forecast, or whole ones of more than 1,000 steps. */
#ifndef CORDEE_GPU_LOOKBACK_LOOKBACK_WIDE_CUH
#define CORDEE_GPU_LOOKBACK_LOOKBACK_WIDE_CUH

#include "lookback_order.cuh"

namespace lookback {

enum { WIDE_THREADS = 256 };

/* The highest node that may be needed. */
__device__ inline uint32_t wide_most(const LookbackLattice &l, uint32_t at) {
  return at + LOOKBACK_NODES - 1 < 2 * LOOKBACK_STEPS_MAX ? at + LOOKBACK_NODES - 2 + l.steps : l.steps;
}

__global__ static void wide_measure(Call call) {
  const uint32_t k = thread_number();
  if (k >= tile_count(call, WIDE)) return;
  const LookbackLattice &l = call.lattice[tile_lattice(call, WIDE, k)];
  atomicMax(call.longest, wide_most(l, lattice_of(&l).at) + 3);
}

struct Wide {
  Lattice c;
  double *now, *next, *k; /* (call.longest) */
  double source, power;   /* power: of the last node that has its k; thread 0's */
  uint32_t top, most;
};

/* k of nodes up to `top`, and zeros beyond it. By thread 0. */
__device__ inline void wide_extend(Wide &w, uint32_t from, uint32_t top) {
  for (uint32_t j = from; j <= top; j++) {
    if (j) w.power = w.power * w.c.ratio;
    w.k[j] = fma(w.c.slope, w.power, w.c.base);
    w.now[j + 1] = w.next[j + 1] = 0;
  }
}

__device__ inline void wide_begin(Wide &w, const LookbackLattice &l, bool full, double *room,
                                  uint32_t longest) {
  w.c = lattice_of(&l);
  w.most = wide_most(l, w.c.at);
  w.now = room;
  w.next = room + longest;
  w.k = room + 2 * (size_t)longest;
  w.source = w.c.source;
  w.power = 1;
  w.top = 0;
  double power = w.c.ratio;
  if (full) w.top = w.most;
  for (; !full && w.top < w.most && fma(w.c.slope, power, w.c.base) > 0; w.top++) power = power * w.c.ratio;
  if (threadIdx.x == 0) {
    w.now[0] = w.next[0] = 0;
    wide_extend(w, 0, w.top);
  }
  __syncthreads();
}

__device__ inline void wide_step(Wide &w, uint32_t top) {
  for (uint32_t j = threadIdx.x; j <= top; j += WIDE_THREADS) {
    const double half = j ? fma(w.c.down, w.now[j - 1], w.k[j]) : fma(w.c.first, w.now[0], w.source);
    w.next[j] = clamped(fma(w.c.up, w.now[j + 1], half));
  }
  __syncthreads();
}

__device__ inline void wide_run(Wide &w, uint32_t steps) {
  for (uint32_t left = steps; left > 0; left--) {
    const uint32_t needed = w.most - (steps - left);
    wide_step(w, w.top < needed ? w.top : needed);
    if (w.top < needed && w.next[w.top] > 0) {
      w.top++;
      if (threadIdx.x == 0) wide_extend(w, w.top, w.top);
      __syncthreads();
    }
    double *const swap = w.now;
    w.now = w.next;
    w.next = swap;
    w.source = w.source * w.c.fade;
  }
}

/* room (blocks, 3, *call.longest). */
__global__ static void wide_kernel(Call call, double *room, uint32_t blocks) {
  const uint32_t longest = *call.longest;
  for (uint32_t k = blockIdx.x; k < tile_count(call, WIDE); k += blocks) {
    const uint32_t number = tile_lattice(call, WIDE, k);
    const LookbackLattice &l = call.lattice[number];
    Wide w;
    wide_begin(w, l, call.full, room + 3 * (size_t)longest * blockIdx.x, longest);
    wide_run(w, l.steps);
    const size_t node = (size_t)w.c.at + threadIdx.x;
    if (threadIdx.x < LOOKBACK_NODES)
      call.value[number].node[threadIdx.x] = node <= w.top ? flushed(w.now[node]) : 0;
    __syncthreads();
  }
}

} // namespace lookback

#endif
