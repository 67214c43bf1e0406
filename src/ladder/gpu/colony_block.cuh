/* Data parallel: a block an ant, its threads the cities; and a warp an ant, its lanes the candidates. */
#ifndef CORDEE_LADDER_GPU_COLONY_BLOCK_CUH
#define CORDEE_LADDER_GPU_COLONY_BLOCK_CUH

#include "colony_thread.cuh"

namespace aco_ladder {

enum { LANES = 32, WARPS = ACO_LADDER_THREADS / LANES };
static const unsigned EACH_LANE = 0xffffffffu;

extern __shared__ __align__(16) char memory[];

/* Of a block that has one ant. */
struct BlockAnt {
  uint32_t *visited; /* (words) a bit a city */
  uint64_t *slot;    /* (WARPS + 1) of a reduction; the last: the chosen city */
};

__device__ static BlockAnt block_carve(const Args &a) {
  BlockAnt b;
  b.slot = (uint64_t *)memory;
  b.visited = (uint32_t *)(b.slot + WARPS + 1);
  for (uint32_t w = threadIdx.x; w < a.words; w += blockDim.x) b.visited[w] = 0;
  __syncthreads();
  return b;
}

__device__ static inline uint32_t weight_free(const BlockAnt &b, const uint32_t *row, int32_t c) {
  return b.visited[c >> 5] >> (c & 31) & 1 ? 0 : row[c];
}

/* Roulette by a prefix sum over threads (Uchida, Ito, Nakano 2012; Dawson, Stewart 2013). */
__device__ static void roulette_choose(const Args &a, const BlockAnt &b, const uint32_t *row, uint32_t word) {
  const int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
  uint32_t own = 0;
  for (int32_t c = threadIdx.x; c < a.problem.tour.n; c += ACO_LADDER_THREADS) own += weight_free(b, row, c);
  uint32_t sum = own, before = 0, total = 0;
  for (int away = 1; away < LANES; away *= 2) {
    const uint32_t lower = __shfl_up_sync(EACH_LANE, sum, away);
    if (lane >= away) sum += lower;
  }
  if (lane == LANES - 1) b.slot[warp] = sum;
  __syncthreads();
  for (int w = 0; w < WARPS; w++) {
    const uint32_t its = (uint32_t)b.slot[w];
    before += w < warp ? its : 0;
    total += its;
  }
  const uint32_t at = aco_below(word, total), high = before + sum, low = high - own;
  if (low <= at && at < high) {
    uint32_t passed = low;
    int32_t c = threadIdx.x - ACO_LADDER_THREADS;
    while (passed <= at) {
      c += ACO_LADDER_THREADS;
      passed += weight_free(b, row, c);
    }
    b.slot[WARPS] = (uint32_t)c;
  }
}

/* I-Roulette (Cecilia et al. 2013): each city draws for itself, the largest product wins; of equals the lowest city. */
__device__ static void independent_choose(const Args &a, const BlockAnt &b, const uint32_t *row,
                                          uint32_t word, uint32_t step) {
  uint64_t best = 0;
  for (int32_t c = threadIdx.x; c < a.problem.tour.n; c += ACO_LADDER_THREADS) {
    uint32_t own =
        (word ^ (uint32_t)c * 0x9e3779b9u) * 1664525u + step; /* a generator a thread, as published */
    own ^= own >> 15;
    own *= 0x85ebca6bu;
    own ^= own >> 13;
    const uint64_t value =
        ((uint64_t)weight_free(b, row, c) * ((own >> 16) + 1)) << 32 | (0xffffffffu - (uint32_t)c);
    if (value >> 32 && value > best) best = value;
  }
  for (int away = 1; away < LANES; away *= 2) {
    const int other = threadIdx.x % LANES ^ away;
    const uint64_t its = (uint64_t)__shfl_sync(EACH_LANE, (uint32_t)(best >> 32), other) << 32 |
                         __shfl_sync(EACH_LANE, (uint32_t)best, other);
    best = its > best ? its : best;
  }
  if (threadIdx.x % LANES == 0) b.slot[threadIdx.x / LANES] = best;
  __syncthreads();
  if (threadIdx.x) return;
  for (int w = 1; w < WARPS; w++) best = b.slot[w] > best ? b.slot[w] : best;
  b.slot[WARPS] = 0xffffffffu - (uint32_t)best;
}

template <bool INDEPENDENT> __global__ static void block_kernel(Args a) {
  const uint32_t row = blockIdx.x;
  const int32_t n = a.problem.tour.n;
  const BlockAnt b = block_carve(a);
  int32_t *tour = a.state.tour + (size_t)row * n, city = (int32_t)aco_below(word_of(a, row, 0), (uint32_t)n);
  const int32_t start = city;
  int64_t cost = 0;
  for (int32_t s = 1; s <= n; s++) {
    if (threadIdx.x == 0) {
      b.visited[city >> 5] |= 1u << (city & 31);
      tour[s - 1] = city;
    }
    __syncthreads();
    if (s == n) break;
    const uint32_t word = word_of(a, row, (uint32_t)s), *weights = a.matrix + (size_t)city * n;
    if (INDEPENDENT)
      independent_choose(a, b, weights, word, (uint32_t)s);
    else
      roulette_choose(a, b, weights, word);
    __syncthreads();
    const int32_t next = (int32_t)b.slot[WARPS];
    cost += tour_distance(&a.problem.tour, city, next);
    city = next;
  }
  if (threadIdx.x) return;
  a.state.cost[row] = cost + tour_distance(&a.problem.tour, city, start);
  a.state.ant[row] = row / a.state.islands;
}

/* By all lanes of a warp. */
__device__ static int32_t nearest_unvisited(const TourProblem &problem, const uint32_t *visited,
                                            int32_t city) {
  double best = HUGE_VAL;
  int32_t nearest = problem.n;
  for (int32_t c = threadIdx.x % LANES; c < problem.n; c += LANES) {
    const double measure = visited[c >> 5] >> (c & 31) & 1 ? HUGE_VAL : aco_measure(&problem, city, c);
    if (measure < best) {
      best = measure;
      nearest = c;
    }
  }
  const uint32_t high = (uint32_t)__double2hiint(best), least = __reduce_min_sync(EACH_LANE, high),
                 low = high == least ? (uint32_t)__double2loint(best) : 0xffffffffu,
                 lowest = __reduce_min_sync(EACH_LANE, low);
  return __reduce_min_sync(EACH_LANE, high == least && low == lowest ? nearest : problem.n);
}

/* A warp an ant, with a bit a visited city in shared memory (Skinderowicz 2020); choices are read from global memory. */
__global__ static void warp_kernel(Args a, uint32_t ants) {
  const int lane = threadIdx.x % LANES;
  const int32_t n = a.problem.tour.n, width = a.problem.width;
  const uint32_t own = blockIdx.x * (blockDim.x / LANES) + threadIdx.x / LANES,
                 row = own < ants ? own : ants - 1;
  uint32_t *visited = (uint32_t *)memory + threadIdx.x / LANES * a.words;
  const uint32_t *choice = a.state.choice + (size_t)(row % a.state.islands) * n * width;
  int32_t city = (int32_t)aco_below(word_of(a, row, 0), (uint32_t)n), *tour = a.state.tour + (size_t)row * n;
  const int32_t start = city;
  int64_t cost = 0;
  for (uint32_t w = lane; w < a.words; w += LANES) visited[w] = 0;
  for (int32_t s = 1; s <= n; s++) {
    __syncwarp();
    if (lane == 0) visited[city >> 5] |= 1u << (city & 31);
    if (lane == 0 && own < ants) tour[s - 1] = city;
    __syncwarp();
    if (s == n) break;
    const uint32_t entry = lane < width ? choice[(size_t)city * width + lane] : 0, other = entry & 0xffff;
    uint32_t sum = visited[other >> 5] >> (other & 31) & 1 ? 0 : entry >> 16;
    for (int away = 1; away < LANES; away *= 2) {
      const uint32_t lower = __shfl_up_sync(EACH_LANE, sum, away);
      if (lane >= away) sum += lower;
    }
    const uint32_t total = __shfl_sync(EACH_LANE, sum, LANES - 1);
    const unsigned found = __ballot_sync(EACH_LANE, sum > aco_below(word_of(a, row, (uint32_t)s), total));
    int32_t next = (int32_t)__shfl_sync(EACH_LANE, other, total ? __ffs((int)found) - 1 : 0);
    if (!total) next = nearest_unvisited(a.problem.tour, visited, city);
    cost += tour_distance(&a.problem.tour, city, next);
    city = next;
  }
  if (lane || own >= ants) return;
  a.state.cost[row] = cost + tour_distance(&a.problem.tour, city, start);
  a.state.ant[row] = row / a.state.islands;
}

} // namespace aco_ladder

#endif
