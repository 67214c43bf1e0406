/* Particles on the device, a warp each: a tour and the places of its cities in shared memory, 16 bits a number, or in the workspace. Swaps are
 * one after the other by definition: lane 0 makes them; the warp looks for the places where tours differ, and measures. */
#ifndef CORDEE_GPU_PSO_TOURS_FLOCK_PARTICLE_CUH
#define CORDEE_GPU_PSO_TOURS_FLOCK_PARTICLE_CUH

#include "individual.h"
#include "solver/pso_tours/flock_kernels.h"

namespace flock {

enum { WARP = 32, SETTLERS = 256 };
static const unsigned ALL = 0xffffffffu;

extern __shared__ __align__(16) char memory[];

__device__ static inline int64_t warp_sum(int64_t value) {
  for (int away = 1; away < WARP; away *= 2) {
    const uint32_t low = __shfl_xor_sync(ALL, (uint32_t)value, away),
                   high = __shfl_xor_sync(ALL, (uint32_t)((uint64_t)value >> 32), away);
    value += (int64_t)((uint64_t)high << 32 | low);
  }
  return value;
}

template <class T> struct Particle {
  int32_t n;
  T *x, *place;
  int32_t *v, length; /* length: of lane 0, then of all */
  int lane;
};

/* By lane 0. */
template <class T> __device__ void swap_make(Particle<T> &p, int32_t at, int32_t other) {
  const T a = p.x[at], b = p.x[other];
  p.x[at] = b;
  p.x[other] = a;
  p.place[a] = (T)other;
  p.place[b] = (T)at;
  p.v[2 * (size_t)p.length] = at;
  p.v[2 * (size_t)p.length + 1] = other;
  ++p.length;
}

/* Ends with the same length in all lanes. */
template <class T> __device__ void swaps_share(Particle<T> &p) {
  __syncwarp();
  p.length = __shfl_sync(ALL, p.length, 0);
}

/* Position number k from `first` on, going round 1..n-1; k < 2 (n - 1). */
__device__ static inline int32_t round_at(int32_t first, int32_t k, int32_t n) {
  int32_t at = first + k;
  while (at >= n) at -= n - 1;
  return at;
}

template <class T>
__device__ void target_follow(Particle<T> &p, const int32_t *target, uint32_t c, uint32_t share,
                              uint32_t word) {
  const int32_t round = p.n - 1, first = 1 + flock_below(word, round);
  int64_t differ = 0;
  for (int32_t at = 1 + p.lane; at < p.n; at += WARP) differ += (int32_t)p.x[at] != target[at];
  int32_t left = flock_part(c, share, (int32_t)warp_sum(differ));
  for (int32_t k = 0; k < round && left > 0 && p.length < round; k += WARP) {
    const int32_t at = k + p.lane < round ? round_at(first, k + p.lane, p.n) : 0;
    unsigned found = __ballot_sync(ALL, at && (int32_t)p.x[at] != target[at]);
    for (; p.lane == 0 && found && left > 0 && p.length < round; found &= found - 1) {
      const int32_t here = round_at(first, k + __ffs((int)found) - 1, p.n);
      if ((int32_t)p.x[here] == target[here]) continue; /* a swap of this round brought it */
      swap_make(p, here, (int32_t)p.place[target[here]]);
      --left;
    }
    swaps_share(p);
    left = __shfl_sync(ALL, left, 0);
  }
}

template <class T>
__device__ void hope_give(Particle<T> &p, uint64_t seed, uint32_t swarm, uint32_t number, uint32_t k) {
  for (uint32_t s = 0; s < FLOCK_HOPE && p.lane == 0 && p.length < p.n - 1; ++s) {
    const philox4x32_ctr_t words = flock_words(seed, swarm, number, k, 1 + s / 2);
    const int32_t at = 1 + flock_below(words.v[s % 2 * 2], p.n - 1),
                  other = 1 + flock_below(words.v[s % 2 * 2 + 1], p.n - 1);
    swap_make(p, at, other);
  }
  swaps_share(p);
}

template <class T> __device__ int64_t tour_cost(const TourProblem &problem, const T *x, int lane) {
  int64_t cost = 0;
  for (int32_t p = lane; p < problem.n && problem.n > 1; p += WARP)
    cost += tour_distance(&problem, (int32_t)x[p], (int32_t)x[p + 1 < problem.n ? p + 1 : 0]);
  return warp_sum(cost);
}

/* Of a warp: x and place. */
template <class T> __device__ T *room_of(char *workspace, bool shared, uint32_t warp, int32_t n) {
  const size_t all = blockIdx.x * (size_t)(blockDim.x / WARP) + warp;
  return shared ? (T *)memory + (size_t)warp * 2 * n : (T *)workspace + all * 2 * n;
}

template <class T, bool SHARED>
__global__ static void
move_kernel(const __grid_constant__ TourProblem problem, const __grid_constant__ FlockRules rules,
            const __grid_constant__ FlockState state, uint32_t k, uint32_t w, char *workspace) {
  const int32_t n = problem.n;
  const uint32_t warp = threadIdx.x / WARP, warps = blockDim.x / WARP;
  for (uint32_t row = blockIdx.x * warps + warp; row < state.swarms * rules.particles;
       row += gridDim.x * warps) {
    const uint32_t swarm = row / rules.particles, number = row % rules.particles;
    const philox4x32_ctr_t words = flock_words(state.seed, state.first + swarm, number, k, 0);
    int32_t *const x = state.x + (size_t)row * n;
    T *const room = room_of<T>(workspace, SHARED, warp, n);
    Particle<T> p = {n, room, room + n, state.v + 2 * (size_t)row * (n - 1), 0, (int)(threadIdx.x % WARP)};
    for (int32_t at = p.lane; at < n; at += WARP) {
      p.x[at] = (T)x[at];
      p.place[x[at]] = (T)at;
    }
    __syncwarp();
    const int32_t going = flock_kept(w, state.length[row]);
    for (int32_t s = 0; s < going && p.lane == 0; ++s) /* each is written where it was read */
      swap_make(p, p.v[2 * (size_t)s], p.v[2 * (size_t)s + 1]);
    swaps_share(p);
    target_follow(p, state.b + (size_t)row * n, rules.c1, words.v[0], words.v[2]);
    target_follow(p, state.g + (size_t)swarm * n, rules.c2, words.v[1], words.v[3]);
    if (!p.length) hope_give(p, state.seed, state.first + swarm, number, k);
    const int64_t cost = tour_cost(problem, p.x, p.lane);
    for (int32_t at = p.lane; at < n; at += WARP) x[at] = (int32_t)p.x[at];
    if (p.lane == 0) {
      state.length[row] = p.length;
      state.cost[row] = cost;
    }
    __syncwarp();
  }
}

__global__ static void start_kernel(const __grid_constant__ TourProblem problem,
                                    const __grid_constant__ FlockRules rules,
                                    const __grid_constant__ FlockState state) {
  const int32_t n = problem.n;
  const uint32_t warps = blockDim.x / WARP;
  const int lane = threadIdx.x % WARP;
  for (uint32_t row = blockIdx.x * warps + threadIdx.x / WARP; row < state.swarms * rules.particles;
       row += gridDim.x * warps) {
    int32_t *const x = state.x + (size_t)row * n;
    for (int32_t p = lane; p < n; p += WARP) x[p] = p;
    __syncwarp();
    for (int32_t p = n - 1; p > 1 && lane == 0; --p) {
      const philox4x32_ctr_t words = flock_words(state.seed, state.first + row / rules.particles,
                                                 row % rules.particles, FLOCK_START, (uint32_t)p / 4);
      const int32_t q = 1 + flock_below(words.v[p % 4], p), city = x[p];
      x[p] = x[q];
      x[q] = city;
    }
    __syncwarp();
    const int64_t cost = tour_cost(problem, x, lane);
    if (lane == 0) {
      state.length[row] = 0;
      state.cost[row] = cost;
    }
  }
}

/* x turned, and b. workspace (rows, n). */
__global__ static void best_kernel(int32_t n, const __grid_constant__ FlockRules rules,
                                   const __grid_constant__ FlockState state, int32_t *workspace) {
  const uint32_t warps = blockDim.x / WARP;
  const int lane = threadIdx.x % WARP;
  for (uint32_t row = blockIdx.x * warps + threadIdx.x / WARP; row < state.swarms * rules.particles;
       row += gridDim.x * warps) {
    int32_t *const x = state.x + (size_t)row * n, *const old = workspace + (size_t)row * n;
    int64_t zero = 0;
    for (int32_t p = lane; p < n; p += WARP) {
      old[p] = x[p];
      if (x[p] == 0) zero = p;
    }
    __syncwarp();
    const int32_t from = (int32_t)warp_sum(zero);
    const bool better = state.cost[row] < state.b_cost[row];
    for (int32_t p = lane; p < n; p += WARP) {
      const int32_t city = old[p + from < n ? p + from : p + from - n];
      x[p] = city;
      if (better) state.b[(size_t)row * n + p] = city;
    }
    __syncwarp();
    if (better && lane == 0) state.b_cost[row] = state.cost[row];
  }
}

/* g: a block a swarm. */
__global__ static void swarm_kernel(int32_t n, const __grid_constant__ FlockRules rules,
                                    const __grid_constant__ FlockState state) {
  int64_t *const least = (int64_t *)memory;
  uint32_t *const which = (uint32_t *)(least + SETTLERS);
  const uint32_t i = blockIdx.x, first = i * rules.particles;
  int64_t cost = COST_NONE;
  uint32_t best = first;
  for (uint32_t p = threadIdx.x; p < rules.particles; p += SETTLERS)
    if (state.b_cost[first + p] < cost) {
      cost = state.b_cost[first + p];
      best = first + p;
    }
  least[threadIdx.x] = cost;
  which[threadIdx.x] = best;
  for (uint32_t half = SETTLERS / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x >= half) continue;
    const int64_t other = least[threadIdx.x + half];
    const uint32_t its = which[threadIdx.x + half];
    if (other < least[threadIdx.x] || (other == least[threadIdx.x] && its < which[threadIdx.x])) {
      least[threadIdx.x] = other;
      which[threadIdx.x] = its;
    }
  }
  __syncthreads();
  const bool better = least[0] < state.g_cost[i];
  for (int32_t p = (int32_t)threadIdx.x; p < n && better; p += SETTLERS)
    state.g[(size_t)i * n + p] = state.b[(size_t)which[0] * n + p];
  __syncthreads();
  if (better && threadIdx.x == 0) state.g_cost[i] = least[0];
}

} // namespace flock

#endif
