/* What the kernels of ants share: lanes, shared memory, 64-bit numbers among lanes. Contract: solver/aco/aco_kernels.h. */
#ifndef CORDEE_GPU_ACO_DEVICE_CUH
#define CORDEE_GPU_ACO_DEVICE_CUH

#include "solver/aco/aco_step.h"

namespace aco {

enum { WARP = 32 };
static const unsigned ALL = 0xffffffffu;

extern __shared__ __align__(16) char memory[];

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

} // namespace aco

#endif
