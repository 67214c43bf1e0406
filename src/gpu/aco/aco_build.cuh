/* Ants that build whole tours: a group of LANES lanes an ant, each with 16 / LANES candidates of the current city.
 *
 * A block has ants of one island. In shared memory: its table of choices in rows of 16 entries, if there is room, and a bit a city
 * that an ant has visited. Lanes of a group compute the draws of 4 LANES steps at a time. */
#ifndef CORDEE_GPU_ACO_BUILD_CUH
#define CORDEE_GPU_ACO_BUILD_CUH

#include "aco_device.cuh"

namespace aco {

struct BuildShape {
  uint32_t ants;   /* of a block */
  uint32_t blocks; /* of an island */
  uint32_t words;  /* of an ant's visited bits */
  uint32_t staged; /* 1: the table is in shared memory */
};

template <int LANES> struct Ant {
  enum { EACH = ACO_WIDTH / LANES, STEPS = 4 * LANES };
  const AcoProblem *problem;
  const uint32_t *choice; /* (n, K) of its island; staged: (n, 16) */
  uint32_t *visited;      /* (words) */
  int lane, group;        /* lane in its group; the group's first lane of the warp */
};

/* The lane's entries of a row; what is beyond the candidates has no weight. */
template <int LANES, bool STAGED>
__device__ static inline void entries_read(const Ant<LANES> &ant, int32_t city,
                                           uint32_t (&entry)[ACO_WIDTH / LANES]) {
  const int32_t width = STAGED ? ACO_WIDTH : ant.problem->width;
  const uint32_t *row = ant.choice + (size_t)city * width;
#pragma unroll
  for (int e = 0; e < Ant<LANES>::EACH; e++) {
    const int k = ant.lane * Ant<LANES>::EACH + e;
    entry[e] = STAGED || k < width ? row[k] : 0;
  }
}

/* Of the cities that an ant has not visited, the nearest: by all lanes of a warp, each with a bit of every word. */
__device__ static int32_t nearest_unvisited(const TourProblem &problem, const uint32_t *visited,
                                            int32_t city) {
  const int lane = threadIdx.x % WARP;
  const int32_t n = problem.n;
  uint64_t best = UINT64_MAX; /* a measure's bits: it is not negative */
  int32_t nearest = n;
  for (int32_t first = 0; first < n; first += WARP) {
    const uint32_t taken = visited[first / WARP];
    if (taken == ALL) continue;
    const int32_t other = first + lane;
    if (other >= n || (taken >> lane & 1)) continue;
    const double measure = aco_measure(&problem, city, other);
    const uint64_t bits =
        (uint64_t)(uint32_t)__double2hiint(measure) << 32 | (uint32_t)__double2loint(measure);
    if (bits < best) best = bits, nearest = other;
  }
  const uint32_t high = (uint32_t)(best >> 32), least = __reduce_min_sync(ALL, high),
                 low = high == least ? (uint32_t)best : UINT32_MAX, lowest = __reduce_min_sync(ALL, low);
  return __reduce_min_sync(ALL, high == least && low == lowest ? nearest : n);
}

template <int LANES, bool STAGED>
__device__ static inline int32_t next_choose(const Ant<LANES> &ant, int32_t city, uint32_t word,
                                             uint32_t words) {
  enum { EACH = Ant<LANES>::EACH };
  uint32_t entry[EACH], own = 0, weight[EACH];
  entries_read<LANES, STAGED>(ant, city, entry);
#pragma unroll
  for (int e = 0; e < EACH; e++) {
    const uint32_t other = entry[e] & 0xffff;
    weight[e] = ant.visited[other >> 5] >> (other & 31) & 1 ? 0 : entry[e] >> 16;
    own += weight[e];
  }
  uint32_t sum = own; /* of the lanes up to this one */
#pragma unroll
  for (int away = 1; away < LANES; away *= 2) {
    const uint32_t other = __shfl_up_sync(ALL, sum, away);
    if (ant.lane >= away) sum += other;
  }
  const uint32_t total = __shfl_sync(ALL, sum, ant.group + LANES - 1), at = aco_below(word, total);
  const unsigned found = __ballot_sync(ALL, sum > at) >> ant.group;
  uint32_t chosen = entry[0] & 0xffff, before = sum - own;
#pragma unroll
  for (int e = 0; e + 1 < EACH; e++) {
    before += weight[e];
    if (before <= at) chosen = entry[e + 1] & 0xffff;
  }
  const int first = total ? __ffs((int)found) - 1 : 0;
  int32_t next = (int32_t)__shfl_sync(ALL, chosen, ant.group + first);
  const uint32_t *const visited = ant.visited - ant.group / LANES * words; /* of the warp's first ant */
  for (unsigned left = __ballot_sync(ALL, total == 0 && ant.lane == 0); left; left &= left - 1) {
    const int asks = __ffs((int)left) - 1;
    const int32_t nearest =
        nearest_unvisited(ant.problem->tour, visited + asks / LANES * words, __shfl_sync(ALL, city, asks));
    if (asks == ant.group) next = nearest;
  }
  return next;
}

/* The length of a tour that the group has written. */
template <int LANES> __device__ static int64_t tour_length(const Ant<LANES> &ant, const int32_t *tour) {
  const int32_t n = ant.problem->tour.n;
  int64_t cost = 0;
  for (int32_t p = ant.lane; p < n; p += LANES)
    cost += tour_distance(&ant.problem->tour, tour[p], tour[p + 1 < n ? p + 1 : 0]);
  return group_sum(cost, LANES);
}

/* The ant's tour into tour (n), if it is there at all; returns nothing that others need. */
template <int LANES, bool STAGED>
__device__ static void ant_run(const Ant<LANES> &ant, const AcoState &state, uint32_t island,
                               uint32_t iteration, uint32_t number, uint32_t words, int32_t *tour) {
  const int32_t n = ant.problem->tour.n;
  int32_t city = 0, kept = 0;
  for (int32_t base = 0; base < n; base += Ant<LANES>::STEPS) {
    const philox4x32_ctr_t draws =
        aco_words(state.seed, island, iteration, number, (uint32_t)(base / 4 + ant.lane));
    for (int32_t s = base; s < base + Ant<LANES>::STEPS && s < n; s++) {
      const uint32_t own = s % 4 == 0   ? draws.v[0]
                           : s % 4 == 1 ? draws.v[1]
                           : s % 4 == 2 ? draws.v[2]
                                        : draws.v[3];
      const uint32_t word = __shfl_sync(ALL, own, ant.group + (s - base) / 4);
      const int32_t next =
          s ? next_choose<LANES, STAGED>(ant, city, word, words) : (int32_t)aco_below(word, (uint32_t)n);
      __syncwarp(); /* all have looked */
      if (ant.lane == 0) ant.visited[next >> 5] |= 1u << (next & 31);
      if (s % LANES == ant.lane) kept = next;
      if (tour && (s % LANES == LANES - 1 || s == n - 1) && ant.lane <= s % LANES)
        tour[s - s % LANES + ant.lane] = kept;
      __syncwarp();
      city = next;
    }
  }
}

template <int LANES, bool STAGED>
__global__ static void __launch_bounds__(1024, 1)
    build_kernel(AcoProblem problem, AcoRules rules, AcoState state, uint32_t iteration, BuildShape shape) {
  const uint32_t i = blockIdx.x % state.islands, own = threadIdx.x / LANES,
                 j = blockIdx.x / state.islands * shape.ants + own, ants = rules.ants;
  const int32_t n = problem.tour.n, width = problem.width;
  uint32_t *table = (uint32_t *)memory, *visited = table + (STAGED ? (size_t)n * ACO_WIDTH : 0);
  const uint32_t *choice = state.choice + (size_t)i * n * width;
  for (int32_t k = threadIdx.x; STAGED && k < n * ACO_WIDTH; k += blockDim.x)
    table[k] = k % ACO_WIDTH < width ? choice[(size_t)(k / ACO_WIDTH) * width + k % ACO_WIDTH] : 0;
  for (uint32_t w = threadIdx.x; w < shape.ants * shape.words; w += blockDim.x) visited[w] = 0;
  __syncthreads();
  Ant<LANES> ant;
  ant.problem = &problem, ant.choice = STAGED ? table : choice, ant.visited = visited + own * shape.words;
  ant.lane = threadIdx.x % LANES, ant.group = threadIdx.x % WARP - ant.lane;
  /* groups without an ant do as the last one, and write nothing */
  const bool there = j < ants;
  const uint32_t number = there ? j : ants - 1, row = number * state.islands + i;
  int32_t *tour = state.tour + (size_t)row * n;
  ant_run<LANES, STAGED>(ant, state, state.first + i, iteration, number, shape.words, there ? tour : nullptr);
  const int64_t cost = tour_length<LANES>(ant, tour);
  if (there && ant.lane == 0) state.cost[row] = cost, state.ant[row] = number;
}

} // namespace aco

#endif
