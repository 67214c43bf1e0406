/* The kernels of the swap ladder: see ladder/swap_kernels.h. */
#ifndef CORDEE_LADDER_GPU_SWAP_DEVICE_CUH
#define CORDEE_LADDER_GPU_SWAP_DEVICE_CUH

#include "gpu/cuda_try.h"

#include "ladder/swap_kernels.h"

namespace swap_ladder {

enum { APPLY_THREADS = 512, FITTED_THREADS = 256, WARP = 32 };

/* Of a climb under way; on the device. */
struct State {
  uint32_t ticket;     /* blocks that are done with this iteration (fitted) */
  uint32_t iterations; /* done (fitted) */
  uint32_t steps;      /* swaps made */
  uint32_t done;       /* a local minimum, or the limit (fitted) */
};

struct Args {
  int32_t n;
  uint32_t moves, limit;
  const SwapPoint *point;
  int32_t *tour;
  int32_t *change; /* a thread of evaluate its best one; [0] also: what apply made */
  uint32_t *word;
  SwapBest *step;
  State *state;
  unsigned long long *wrong;
};

/* ---- one swap ---- */

/* Cities and points at the six positions. Math-only: no memory is read. */
template <SwapPart PART> struct Six {
  SwapCities city;
  SwapPlaces place;

  static __device__ __forceinline__ void take(const Args &a, int32_t p, int32_t &c, SwapPoint &point) {
    c = PART == SWAP_MATH ? p : a.tour[p];
    point = PART == SWAP_MATH ? swap_made(p) : a.point[c];
  }
  __device__ __forceinline__ Six(const Args &a, LadderPair pair) {
    take(a, pair.i - 1, city.before_x, place.before_x);
    take(a, pair.i, city.x, place.x);
    take(a, pair.i + 1, city.after_x, place.after_x);
    take(a, pair.j - 1, city.before_y, place.before_y);
    take(a, pair.j, city.y, place.y);
    take(a, pair.j + 1 < a.n ? pair.j + 1 : 0, city.after_y, place.after_y);
  }
};

/* The slot for side constraints. */
struct Always {
  static __device__ __forceinline__ bool allows(const SwapCities &, bool) { return true; }
};
struct Forbid {
  static __device__ __forceinline__ bool allows(const SwapCities &city, bool beside) {
    return swap_allowed(&city, beside);
  }
};

template <SwapMap MAP, class Feasible, SwapPart PART>
__device__ __forceinline__ void consider(const Args &a, uint32_t k, SwapBest &best) {
  const LadderPair pair = swap_pair(MAP, a.n, k);
  const Six<PART> six(a, pair);
  const bool beside = pair.j == pair.i + 1;
  if (PART == SWAP_MEMORY) {
    best.word += swap_sum(&six.city, &six.place);
    return;
  }
  if (!Feasible::allows(six.city, beside)) return;
  const SwapBest found = {swap_change(&six.place, beside), swap_word(pair)};
  if (swap_better(found, best)) best = found;
}

/* ---- evaluate: all threads of the grid ---- */

/* A thread has consecutive numbers, or every so many. Math-only: what is stored depends on all that was computed, and nothing is stored
 * where flag is 0, which the compiler cannot know; with UINT32_MAX every thread that found a swap stores it. */
template <SwapMap MAP, bool STRIDED, class Feasible, SwapPart PART>
__global__ void evaluate_kernel(const __grid_constant__ Args a, uint32_t flag) {
  const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const uint32_t share = (a.moves + threads - 1) / threads;
  uint32_t k = STRIDED ? thread : thread * share;
  const uint32_t end = STRIDED ? a.moves : min(a.moves, k + share);
  SwapBest best = swap_none();
  if (PART == SWAP_MEMORY) best.word = 0;
  for (; k < end; k += STRIDED ? threads : 1) consider<MAP, Feasible, PART>(a, k, best);
  if (PART == SWAP_MATH && !(best.word < flag)) return;
  a.change[thread] = best.change;
  a.word[thread] = best.word;
}

/* ---- apply: one block ---- */

__device__ __forceinline__ void better_take(SwapBest *here, SwapBest other) {
  if (swap_better(other, *here)) *here = other;
}

/* The best of a block's shared array ends in best[0]. UNROLLED: the last warp has no loop and no barrier of the block. */
template <int THREADS, bool UNROLLED> __device__ void best_reduce(SwapBest *best) {
  const int t = (int)threadIdx.x;
  __syncthreads();
  for (int half = THREADS / 2; half > (UNROLLED ? WARP : 0); half /= 2) {
    if (t < half) better_take(&best[t], best[t + half]);
    __syncthreads();
  }
  if (!UNROLLED || t >= WARP) return;
  better_take(&best[t], best[t + 32]);
  __syncwarp();
  if (t < 16) better_take(&best[t], best[t + 16]);
  __syncwarp();
  if (t < 8) better_take(&best[t], best[t + 8]);
  __syncwarp();
  if (t < 4) better_take(&best[t], best[t + 4]);
  __syncwarp();
  if (t < 2) better_take(&best[t], best[t + 2]);
  __syncwarp();
  if (t < 1) better_take(&best[t], best[t + 1]);
}

/* Makes the swap, and keeps it; by one thread. */
__device__ __forceinline__ void swap_make(const Args &a, SwapBest best) {
  if (best.change >= 0) return;
  const LadderPair pair = swap_of_word(best.word);
  const int32_t city = a.tour[pair.i];
  a.tour[pair.i] = a.tour[pair.j];
  a.tour[pair.j] = city;
  a.step[a.state->steps++] = best;
}

/* threads: of evaluate, each with a best. */
template <bool STRIDED, bool UNROLLED>
__global__ void apply_kernel(const __grid_constant__ Args a, uint32_t threads) {
  BLOCK_SHARED SwapBest best[APPLY_THREADS];
  const uint32_t t = threadIdx.x, share = (threads + APPLY_THREADS - 1) / APPLY_THREADS;
  const uint32_t end = STRIDED ? threads : min(threads, (t + 1) * share);
  SwapBest mine = swap_none();
  for (uint32_t k = STRIDED ? t : t * share; k < end; k += STRIDED ? APPLY_THREADS : 1)
    better_take(&mine, SwapBest{a.change[k], a.word[k]});
  best[t] = mine;
  best_reduce<APPLY_THREADS, UNROLLED>(best);
  if (t) return;
  swap_make(a, best[0]);
  a.change[0] = best[0].change;
}

/* ---- fitted: one kernel an iteration ---- */

__device__ __forceinline__ bool block_last(const Args &a) {
  BLOCK_SHARED uint32_t last;
  if (threadIdx.x == 0) {
    __threadfence(); /* the block's best is there before its ticket */
    last = atomicAdd(&a.state->ticket, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  return last != 0;
}

/* The block that ends last has the bests of all, and makes the swap. Nothing happens once the climb is done. */
template <class Feasible> __global__ void fitted_kernel(const __grid_constant__ Args a) {
  BLOCK_SHARED SwapBest best[FITTED_THREADS];
  const uint32_t t = threadIdx.x, thread = blockIdx.x * FITTED_THREADS + t,
                 threads = gridDim.x * FITTED_THREADS;
  SwapBest mine = swap_none();
  if (a.state->done) return;
  for (uint32_t k = thread; k < a.moves; k += threads)
    consider<SWAP_FOLDED, Feasible, SWAP_WHOLE>(a, k, mine);
  best[t] = mine;
  best_reduce<FITTED_THREADS, true>(best);
  if (t == 0) {
    a.change[blockIdx.x] = best[0].change;
    a.word[blockIdx.x] = best[0].word;
  }
  if (!block_last(a)) return;
  const volatile int32_t *change = a.change;
  const volatile uint32_t *word = a.word;
  mine = swap_none();
  for (uint32_t k = t; k < gridDim.x; k += FITTED_THREADS) better_take(&mine, SwapBest{change[k], word[k]});
  best[t] = mine;
  best_reduce<FITTED_THREADS, true>(best);
  if (t) return;
  swap_make(a, best[0]);
  a.state->ticket = 0;
  a.state->iterations++;
  a.state->done = best[0].change >= 0 || a.state->iterations == a.limit;
}

/* ---- numbers ---- */

template <SwapMap MAP> __global__ void wrong_kernel(const __grid_constant__ Args a) {
  const uint32_t threads = gridDim.x * blockDim.x;
  unsigned long long wrong = 0;
  for (uint32_t k = blockIdx.x * blockDim.x + threadIdx.x; k < a.moves; k += threads)
    wrong += !swap_right(MAP, a.n, k);
  if (wrong) atomicAdd(a.wrong, wrong);
}

} // namespace swap_ladder
#endif
