/* What the kernels of ants share: lanes, shared memory, 64-bit numbers among lanes. Contract: solver/aco/aco_kernels.h. */
#ifndef CORDEE_GPU_ACO_DEVICE_CUH
#define CORDEE_GPU_ACO_DEVICE_CUH

#include "solver/aco/aco_step.h"

namespace aco {

enum { WARP = 32 };
static const unsigned ALL = 0xffffffffu;

extern __shared__ __align__(16) char memory[];

/* The distance of two cities; EUCLID: of EUC_2D without a matrix, and so without branches. */
template <bool EUCLID>
__device__ static inline int32_t distance_of(const TourProblem &problem, int32_t a, int32_t b) {
  if (!EUCLID) return tour_distance(&problem, a, b);
  const double2 from = ((const double2 *)problem.xy)[a], to = ((const double2 *)problem.xy)[b];
  return metric_euc_2d(from.x - to.x, from.y - to.y);
}

/* position (islands, n) of cities in the sources that are known: a thread a position. */
__global__ static void positions_kernel(int32_t n, AcoState state, int32_t *position) {
  const uint64_t k = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= (uint64_t)state.islands * n || state.colony[k / n].source == COST_NONE) return;
  position[k / n * n + state.source[k]] = (int32_t)(k % n);
}

/* Of cities at positions p and q of a tour of n: are they neighbours? */
__device__ static inline bool beside(int32_t p, int32_t q, int32_t n) {
  const int32_t apart = abs(p - q);
  return apart == 1 || apart == n - 1;
}

/* A 64-bit number of another lane. */
__device__ static inline uint64_t shuffle_wide(uint64_t value, int lane) {
  const uint32_t low = __shfl_sync(ALL, (uint32_t)value, lane),
                 high = __shfl_sync(ALL, (uint32_t)(value >> 32), lane);
  return (uint64_t)high << 32 | low;
}

/* The sum over groups of `lanes` lanes, in each lane of them. */
__device__ static inline int64_t group_sum(int64_t value, int lanes) {
  const int lane = threadIdx.x % WARP;
  for (int away = 1; away < lanes; away *= 2) value += (int64_t)shuffle_wide((uint64_t)value, lane ^ away);
  return value;
}

__device__ static inline uint64_t group_most(uint64_t value, int lanes) {
  const int lane = threadIdx.x % WARP;
  for (int away = 1; away < lanes; away *= 2) {
    const uint64_t other = shuffle_wide(value, lane ^ away);
    value = other > value ? other : value;
  }
  return value;
}

__device__ static inline uint64_t group_least(uint64_t value, int lanes) {
  return ~group_most(~value, lanes);
}

/* An ant by cost and number. */
struct Rank {
  int64_t cost;
  uint32_t ant, row;
};

__device__ static inline bool rank_before(const Rank &a, const Rank &b) {
  return a.cost < b.cost || (a.cost == b.cost && a.ant < b.ant);
}

/* The first of all threads of a block, in each of them; their number is a power of two. shared (threads). */
__device__ static Rank rank_first(Rank own, Rank *shared) {
  shared[threadIdx.x] = own;
  __syncthreads();
  for (uint32_t half = blockDim.x / 2; half; half /= 2) {
    if (threadIdx.x < half && rank_before(shared[threadIdx.x + half], shared[threadIdx.x]))
      shared[threadIdx.x] = shared[threadIdx.x + half];
    __syncthreads();
  }
  own = shared[0];
  __syncthreads();
  return own;
}

} // namespace aco

#endif
