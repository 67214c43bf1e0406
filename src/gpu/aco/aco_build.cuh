/* Ants that build whole tours: a group of LANES lanes an ant, each with 16 / LANES candidates of the current city.
 *
 * A block has ants of one island. In shared memory: its table of choices in rows of 16 entries, if there is room, and a bit a city
 * that an ant has visited. Lanes of a group compute the draws of 4 LANES steps at a time.
 * Where an ant has visited all candidates, the whole warp looks for the nearest city in boxes around 32 cities. */
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
  enum { EACH = ACO_WIDTH / LANES };
  const AcoProblem *problem;
  const uint32_t *choice;  /* (n, K) of its island; staged: (n, 16) */
  uint32_t *visited;       /* (words) */
  uint32_t words;          /* of them */
  const CandidateBox *box; /* (n / 32, rounded up) */
  int lane, group;         /* lane in its group; the group's first lane of the warp */
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

/* ---- the nearest city that an ant has not visited: by all lanes of a warp ---- */

/* The least of the lanes' measures, which are not negative. */
__device__ static inline uint64_t warp_least(uint64_t bits) {
  const uint32_t high = (uint32_t)(bits >> 32), least = __reduce_min_sync(ALL, high),
                 low = __reduce_min_sync(ALL, high == least ? (uint32_t)bits : UINT32_MAX);
  return (uint64_t)least << 32 | low;
}

__device__ static inline uint64_t bits_of(double measure) {
  return (uint64_t)(uint32_t)__double2hiint(measure) << 32 | (uint32_t)__double2loint(measure);
}

/* No measure from a city to one of box b is less than this; UINT64_MAX: the ant has visited them all. */
__device__ static inline uint64_t box_least(const TourProblem &problem, const CandidateBox *box,
                                            const uint32_t *visited, int32_t city, int32_t b) {
  const int32_t left = problem.n - b * WARP;
  if (left <= 0 || (visited[b] | (left < WARP ? ALL << left : 0)) == ALL) return UINT64_MAX;
  if (!box) return 0;
  const double x = problem.xy[2 * (size_t)city], y = problem.xy[2 * (size_t)city + 1];
  const CandidateBox own = box[b];
  return bits_of(candidate_measure(problem.metric, fmax(fmax(own.low_x - x, x - own.high_x), 0.0),
                                   fmax(fmax(own.low_y - y, y - own.high_y), 0.0)));
}

struct Nearest {
  uint64_t bits; /* of its measure */
  int32_t city;
};

/* Each lane has a city of box b. Of equals the lowest number stays. */
__device__ static inline void box_search(const TourProblem &problem, const uint32_t *visited, int32_t city,
                                         int32_t b, Nearest &best) {
  const int32_t other = b * WARP + (int32_t)(threadIdx.x % WARP);
  const bool there = other < problem.n && !(visited[b] >> threadIdx.x % WARP & 1);
  const uint64_t own = there ? bits_of(aco_measure(&problem, city, other)) : UINT64_MAX,
                 least = warp_least(own);
  const int32_t first = b * WARP + __ffs((int)__ballot_sync(ALL, own == least)) - 1;
  if (least < best.bits || (least == best.bits && first < best.city)) {
    best.bits = least;
    best.city = first;
  }
}

/* First the box that may have the nearest, then those that may have a nearer one. box: of 32 cities each, whose numbers follow each
 * other; NULL: there are no coordinates. */
__device__ __attribute__((noinline)) static int32_t nearest_unvisited(const TourProblem &problem,
                                                                      const CandidateBox *box,
                                                                      const uint32_t *visited, int32_t city) {
  const int lane = threadIdx.x % WARP;
  const int32_t boxes = (problem.n + WARP - 1) / WARP;
  Nearest best = {UINT64_MAX, problem.n};
  uint64_t least = UINT64_MAX;
  int32_t at = lane;
  for (int32_t b = lane; b < boxes; b += WARP) {
    const uint64_t own = box_least(problem, box, visited, city, b);
    if (own < least) {
      least = own;
      at = b;
    }
  }
  const uint64_t all = warp_least(least);
  const int32_t nearest = __shfl_sync(ALL, at, __ffs((int)__ballot_sync(ALL, least == all)) - 1);
  box_search(problem, visited, city, nearest, best);
  for (int32_t first = 0; first < boxes; first += WARP) {
    const int32_t b = first + lane;
    uint64_t own;
    if (b == nearest || b >= boxes)
      own = UINT64_MAX;
    else if (boxes <= WARP)
      own = least;
    else
      own = box_least(problem, box, visited, city, b);
    for (unsigned left = __ballot_sync(ALL, own <= best.bits && own < UINT64_MAX); left; left &= left - 1) {
      const int32_t next = __ffs((int)left) - 1;
      box_search(problem, visited, city, first + next, best);
      left &= __ballot_sync(ALL, own <= best.bits) | 1u << next;
    }
  }
  return best.city;
}

/* A thread a box. */
__global__ static void boxes_kernel(TourProblem problem, CandidateBox *box) {
  const int32_t b = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);
  if (b * WARP >= problem.n) return;
  CandidateBox own = box_point(problem.xy, b * WARP);
  for (int32_t c = b * WARP + 1; c < b * WARP + WARP && c < problem.n; c++)
    own = box_join(own, box_point(problem.xy, c));
  box[b] = own;
}

/* ---- steps ---- */

/* Ants without an unvisited candidate, whose lanes' bits are in `ask`, go to the nearest unvisited city, one after the other. */
template <int LANES>
__device__ static int32_t nearest_choose(const Ant<LANES> &ant, unsigned ask, int32_t city, int32_t next) {
  const uint32_t *const visited = ant.visited - ant.group / LANES * ant.words; /* of the warp's first ant */
  for (; ask; ask &= ask - 1) {
    const int asks = __ffs((int)ask) - 1;
    const int32_t nearest = nearest_unvisited(ant.problem->tour, ant.box, visited + asks / LANES * ant.words,
                                              __shfl_sync(ALL, city, asks));
    if (asks == ant.group) next = nearest;
  }
  __syncwarp(); /* all have looked */
  return next;
}

/* A step: the next city, which is visited then. */
template <int LANES, bool STAGED>
__device__ static inline int32_t ant_step(const Ant<LANES> &ant, int32_t city, uint32_t word) {
  enum { EACH = Ant<LANES>::EACH };
  uint32_t entry[EACH], taken[EACH], weight[EACH], own = 0;
  entries_read<LANES, STAGED>(ant, city, entry);
#pragma unroll
  for (int e = 0; e < EACH; e++) {
    const uint32_t other = entry[e] & 0xffff;
    taken[e] = ant.visited[other >> 5];
    weight[e] = taken[e] >> (other & 31) & 1 ? 0 : entry[e] >> 16;
    own += weight[e];
  }
  uint32_t sum = own; /* of the lanes up to this one */
#pragma unroll
  for (int away = 1; away < LANES; away *= 2) {
    const uint32_t other = __shfl_up_sync(ALL, sum, away);
    if (ant.lane >= away) sum += other;
  }
  const uint32_t total = __shfl_sync(ALL, sum, ant.group + LANES - 1), at = aco_below(word, total);
  const int first = __ffs((int)(__ballot_sync(ALL, sum > at) >> ant.group)) - 1; /* lane; -1: none */
  uint32_t chosen = entry[0] & 0xffff, its = taken[0], before = sum - own;
#pragma unroll
  for (int e = 0; e + 1 < EACH; e++) {
    before += weight[e];
    if (before <= at) {
      chosen = entry[e + 1] & 0xffff;
      its = taken[e + 1];
    }
  }
  int32_t next = (int32_t)__shfl_sync(ALL, chosen, ant.group + (total ? first : 0));
  const unsigned ask = __ballot_sync(ALL, total == 0 && ant.lane == 0);
  if (ask) {
    next = nearest_choose(ant, ask, city, next);
    its = ant.visited[next >> 5];
    chosen = (uint32_t)next;
    __syncwarp(); /* all have looked */
  }
  if (total ? ant.lane == first : ant.lane == 0) ant.visited[chosen >> 5] = its | 1u << (chosen & 31);
  __syncwarp();
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

/* The first city of a tour, then the steps: LANES of them at a time, whose draws LANES / 4 lanes have. Then the group writes
 * their cities, if `tour` is not NULL. */
template <int LANES, bool STAGED>
__device__ static void ant_run(const Ant<LANES> &ant, const AcoState &state, uint32_t island,
                               uint32_t iteration, uint32_t number, int32_t *tour) {
  const int32_t n = ant.problem->tour.n;
  philox4x32_ctr_t draws = aco_words(state.seed, island, iteration, number, (uint32_t)ant.lane);
  int32_t city = (int32_t)aco_below(__shfl_sync(ALL, draws.v[0], ant.group), (uint32_t)n), kept = city;
  if (ant.lane == 0) ant.visited[city >> 5] |= 1u << (city & 31);
  __syncwarp();
  for (int32_t base = 0; base < n; base += LANES) {
    const int32_t block = base / 4 % LANES; /* of the first step, among those that lanes have */
    if (base && block == 0)
      draws = aco_words(state.seed, island, iteration, number, (uint32_t)(base / 4 + ant.lane));
#pragma unroll 1
    for (int32_t q = 0; q < LANES; q += 4) {
      const int from = ant.group + block + q / 4;
#pragma unroll
      for (int v = 0; v < 4; v++) {
        const uint32_t word = __shfl_sync(ALL, draws.v[v], from);
        if (base + q + v == 0 || base + q + v >= n) continue;
        city = ant_step<LANES, STAGED>(ant, city, word);
        kept = q + v == ant.lane ? city : kept;
      }
    }
    if (tour && base + ant.lane < n) tour[base + ant.lane] = kept;
  }
  __syncwarp(); /* the tour is there */
}

template <int LANES, bool STAGED>
__global__ static void __launch_bounds__(1024, 1)
    build_kernel(AcoProblem problem, AcoRules rules, AcoState state, uint32_t iteration, BuildShape shape,
                 const CandidateBox *box) {
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
  ant.problem = &problem;
  ant.choice = STAGED ? table : choice;
  ant.visited = visited + own * shape.words;
  ant.words = shape.words;
  ant.box = box;
  ant.lane = threadIdx.x % LANES;
  ant.group = threadIdx.x % WARP - ant.lane;
  /* groups without an ant do as the last one, and write nothing */
  const bool there = j < ants;
  const uint32_t number = there ? j : ants - 1, row = number * state.islands + i;
  int32_t *tour = state.tour + (size_t)row * n;
  ant_run<LANES, STAGED>(ant, state, state.first + i, iteration, number, there ? tour : nullptr);
  const int64_t cost = tour_length<LANES>(ant, tour);
  if (there && ant.lane == 0) {
    state.cost[row] = cost;
    state.ant[row] = number;
  }
}

} // namespace aco

#endif
