/* Ants with trails on all pairs of cities: a warp an ant, whose lanes share the row of the current city; a warp a row of trails. A lane
 * has the cities of its number, mod 32. Arithmetic: solver/aco/aco_all_step.h. */
#ifndef CORDEE_GPU_ACO_ALL_CUH
#define CORDEE_GPU_ACO_ALL_CUH

#include "aco_deposits.cuh"
#include "gpu/pick.cuh"

namespace aco {

enum { ALL_WARPS = 4, ALL_WORDS = ACO_ALL_CITIES / WARP, ALL_THREADS = 256 };

__device__ static inline uint64_t double_bits_of(double x) {
  return (uint64_t)(uint32_t)__double2hiint(x) << 32 | (uint32_t)__double2loint(x);
}

/* ---- tours ---- */

/* visited: bit k % 32 of word k / 32. */
struct AllAnt {
  int32_t n;
  const double *power; /* (n, n) */
  uint32_t *visited;   /* (n / 32, rounded up) shared */
};

__device__ static inline bool open_at(const AllAnt &ant, int32_t k) {
  return k < ant.n && !(ant.visited[k / WARP] >> k % WARP & 1);
}

/* The lane's largest power among unvisited cities, then that of the warp. */
__device__ static double all_most(const AllAnt &ant, const double *row) {
  double most = 0;
  for (int32_t k = threadIdx.x % WARP; k < ant.n; k += WARP)
    if (open_at(ant, k) && row[k] > most) most = row[k];
  const uint64_t bits = group_most(double_bits_of(most), WARP);
  return __hiloint2double((int)(bits >> 32), (int)bits);
}

__device__ static uint64_t lane_sum(const AllAnt &ant, const double *row, double scale) {
  uint64_t sum = 0;
  for (int32_t k = threadIdx.x % WARP; k < ant.n; k += WARP)
    if (open_at(ant, k)) sum += aco_all_weight(row[k], scale);
  return sum;
}

/* Of the lane's cities the first at which the sum exceeds `at`. */
__device__ static int32_t lane_search(const AllAnt &ant, const double *row, double scale, uint64_t at) {
  for (int32_t k = threadIdx.x % WARP; k < ant.n; k += WARP) {
    const uint64_t weight = open_at(ant, k) ? aco_all_weight(row[k], scale) : 0;
    if (at < weight) return k;
    at -= weight;
  }
  return -1;
}

/* The next city, which is visited then. */
__device__ static int32_t all_step(const AllAnt &ant, int32_t city, uint32_t word) {
  const int lane = threadIdx.x % WARP;
  const double *row = ant.power + (size_t)city * ant.n, scale = aco_all_scale(all_most(ant, row));
  const uint64_t own = lane_sum(ant, row, scale);
  uint64_t sum = own; /* of the lanes up to this one */
  for (int away = 1; away < WARP; away *= 2) {
    const uint64_t other = shuffle_wide(sum, (lane - away) & (WARP - 1));
    if (lane >= away) sum += other;
  }
  const uint64_t at = aco_all_draw(word, shuffle_wide(sum, WARP - 1));
  const int first = __ffs((int)__ballot_sync(ALL, sum > at)) - 1;
  const int32_t found = lane == first ? lane_search(ant, row, scale, at - (sum - own)) : 0,
                next = __shfl_sync(ALL, found, first);
  if (lane == 0) ant.visited[next / WARP] |= 1u << next % WARP;
  __syncwarp();
  return next;
}

/* Lanes have the draws of 4 * 32 steps. */
__device__ static void all_run(const AllAnt &ant, uint64_t seed, uint32_t island, uint32_t iteration,
                               uint32_t number, int32_t *tour) {
  const int lane = threadIdx.x % WARP;
  philox4x32_ctr_t draws = aco_words(seed, island, iteration, number, (uint32_t)lane);
  int32_t city = (int32_t)aco_below(__shfl_sync(ALL, draws.v[0], 0), (uint32_t)ant.n);
  if (lane == 0) {
    ant.visited[city / WARP] |= 1u << city % WARP;
    tour[0] = city;
  }
  __syncwarp();
  for (int32_t s = 1; s < ant.n; s++) {
    if (s % (4 * WARP) == 0) draws = aco_words(seed, island, iteration, number, (uint32_t)(s / 4 + lane));
    const uint32_t own = pick(s % 4, draws.v[0], draws.v[1], draws.v[2], draws.v[3]);
    city = all_step(ant, city, __shfl_sync(ALL, own, s / 4 % WARP));
    if (lane == 0) tour[s] = city;
  }
  __syncwarp();
}

/* blocks: of an island. Warps without an ant end at once. */
__global__ static void __launch_bounds__(ALL_WARPS *WARP)
    all_build_kernel(AcoProblem problem, AcoRules rules, AcoState state, uint32_t iteration) {
  const uint32_t warp = threadIdx.x / WARP, i = blockIdx.x % state.islands,
                 j = blockIdx.x / state.islands * ALL_WARPS + warp;
  const int lane = threadIdx.x % WARP;
  const int32_t n = problem.tour.n;
  uint32_t *const visited = (uint32_t *)memory + warp * ALL_WORDS;
  if (j >= rules.ants) return;
  for (int32_t w = lane; w < ALL_WORDS; w += WARP) visited[w] = 0;
  __syncwarp();
  const size_t row = (size_t)j * state.islands + i;
  int32_t *const tour = state.tour + row * n;
  const AllAnt ant = {n, state.power + (size_t)i * n * n, visited};
  all_run(ant, state.seed, state.first + i, iteration, j, tour);
  int64_t cost = 0;
  for (int32_t p = lane; p < n; p += WARP)
    cost += tour_distance(&problem.tour, tour[p], tour[p + 1 < n ? p + 1 : 0]);
  cost = group_sum(cost, WARP);
  if (lane) return;
  state.cost[row] = cost;
  state.ant[row] = j;
}

/* ---- trails ---- */

/* Evaporation: a thread a trail. */
__global__ static void all_fade_kernel(uint64_t trails, uint64_t keep, uint64_t *trail) {
  const uint64_t k = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (k < trails) trail[k] = aco_all_faded(trail[k], keep);
}

/* Limits, powers and links: a warp a city. updates NULL: powers alone. */
__global__ static void all_weigh_kernel(AcoProblem problem, AcoRules rules, AcoState state,
                                        const IslandUpdate *updates) {
  const int32_t n = problem.tour.n, lane = threadIdx.x % WARP;
  const uint64_t city = ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
  if (city >= (uint64_t)state.islands * n) return;
  const uint32_t i = (uint32_t)(city / n);
  const int32_t c = (int32_t)(city % n);
  uint64_t *const trail = state.trail_all + city * n, low = UINT64_MAX, high = 0;
  uint32_t links = 0;
  for (int32_t k = lane; k < n; k += WARP) {
    const uint64_t tau = updates ? aco_all_limited(&rules, &updates[i].decided, trail[k]) : trail[k];
    trail[k] = tau;
    state.power[city * n + k] = aco_all_power(tau, problem.all_eta[(size_t)c * n + k], rules.alpha);
    if (k != c && tau < low) low = tau;
    if (k != c && tau > high) high = tau;
  }
  low = group_least(low, WARP);
  high = group_most(high, WARP);
  for (int32_t k = lane; k < n; k += WARP) links += k != c && aco_all_linked(trail[k], low, high);
  links = (uint32_t)group_sum(links, WARP);
  if (updates && lane == 0)
    atomicAdd((unsigned long long *)&state.colony[i].links, (unsigned long long)links);
}

} // namespace aco

#endif
