/* Focused ants: a warp has the ants of a row, one after the other, on its own copy of the source tour in global memory. */
#ifndef CORDEE_GPU_ACO_FOCUSED_CUH
#define CORDEE_GPU_ACO_FOCUSED_CUH

#include "aco_two_opt.cuh"

namespace aco {

struct Focus {
  const AcoProblem *problem;
  const AcoRules *rules;
  const uint32_t *choice;                  /* (n, K) weights, of the island */
  const int32_t *source, *source_position; /* (n) the tour that it changes */
  uint32_t *visited;                       /* a bit a city; all 0 between ants */
  int32_t *path;                           /* (ACO_WALK + 1) */
};

__device__ static inline int32_t wrapped(int32_t p, int32_t n) { return p < 0 ? p + n : p < n ? p : p - n; }

/* Moves the city at position p to q, upwards or downwards around the tour; those between move by one the other way. */
__device__ static void city_shift(Tour<int32_t> &t, int32_t p, int32_t q, bool upwards) {
  const int lane = threadIdx.x % WARP;
  const int32_t city = t.tour[p], count = wrapped(upwards ? q - p : p - q, t.n);
  for (int32_t base = 0; base < count; base += TURNS * WARP) {
    int32_t other[TURNS];
#pragma unroll
    for (int u = 0; u < TURNS; u++) {
      const int32_t k = base + u * WARP + lane;
      if (k < count) other[u] = t.tour[wrapped(upwards ? p + k + 1 : p - k - 1, t.n)];
    }
    __syncwarp(); /* all have read */
#pragma unroll
    for (int u = 0; u < TURNS; u++) {
      const int32_t k = base + u * WARP + lane, to = wrapped(upwards ? p + k : p - k, t.n);
      if (k < count) t.tour[to] = other[u], t.position[other[u]] = to;
    }
    __syncwarp();
  }
  if (lane == 0) t.tour[q] = city, t.position[city] = q;
  __syncwarp();
}

__device__ static void city_relocate(const Focus &f, Tour<int32_t> &t, int32_t city, int32_t next,
                                     bool previous) {
  const TourProblem *d = &f.problem->tour;
  const int32_t n = t.n, before = neighbour(t, next, true), after = neighbour(t, next, false),
                beside = neighbour(t, city, previous), p = t.position[city], q = t.position[next],
                apart = wrapped(previous ? p - q : q - p, n);
  t.cost += (int64_t)tour_distance(d, before, after) + tour_distance(d, city, next) +
            tour_distance(d, next, beside) - tour_distance(d, before, next) - tour_distance(d, next, after) -
            tour_distance(d, city, beside);
  __syncwarp();
  if (apart - 1 <= n - apart)
    city_shift(t, q, wrapped(previous ? p - 1 : p + 1, n), previous);
  else
    city_shift(t, q, p, !previous);
  queue_push(t, city), queue_push(t, next);
  queue_push(t, before), queue_push(t, after), queue_push(t, beside);
}

__device__ static inline bool bit_of(const uint32_t *bits, int32_t city) {
  return bits[city >> 5] >> (city & 31) & 1;
}

/* Lanes are the candidates. */
__device__ static int32_t focused_next(const Focus &f, const Tour<int32_t> &t, int32_t city, uint32_t word) {
  const int lane = threadIdx.x % WARP;
  const int32_t width = f.problem->width;
  const size_t at = (size_t)city * width + lane;
  const int32_t other = lane < width ? f.problem->list[at] : 0;
  uint32_t sum = lane < width && !bit_of(f.visited, other) ? f.choice[at] : 0;
  for (int away = 1; away < WARP; away *= 2) {
    const uint32_t lower = __shfl_up_sync(ALL, sum, away);
    if (lane >= away) sum += lower;
  }
  const uint32_t total = __shfl_sync(ALL, sum, WARP - 1);
  const unsigned found = __ballot_sync(ALL, sum > aco_below(word, total));
  const int32_t chosen = __shfl_sync(ALL, other, total ? __ffs((int)found) - 1 : 0);
  if (total) return chosen;
  int32_t p = t.position[city];
  while (bit_of(f.visited, t.tour[p])) p = wrapped(p + 1, t.n);
  return t.tour[p];
}

__device__ static inline bool in_source(const Focus &f, int32_t a, int32_t b, int32_t n) {
  const int32_t apart = abs(f.source_position[a] - f.source_position[b]);
  return apart == 1 || apart == n - 1;
}

__device__ static inline void city_visit(const Focus &f, int32_t city, int32_t s) {
  __syncwarp(); /* all have looked */
  if (threadIdx.x % WARP == 0) f.visited[city >> 5] |= 1u << (city & 31), f.path[s] = city;
  __syncwarp();
}

/* Changes the tour; its queue has the cities whose edges have changed. */
__device__ static void ant_walk(const Focus &f, Tour<int32_t> &t, uint64_t seed, uint32_t island,
                                uint32_t iteration, uint32_t number) {
  const int lane = threadIdx.x % WARP;
  const int32_t n = t.n, most = n - 1 < ACO_WALK ? n - 1 : ACO_WALK;
  philox4x32_ctr_t draws = aco_words(seed, island, iteration, number, (uint32_t)lane);
  int32_t previous = -1, city = (int32_t)aco_below(__shfl_sync(ALL, draws.v[0], 0), (uint32_t)n), s = 0;
  city_visit(f, city, 0);
  for (uint32_t changes = 0; s < most && changes < f.rules->changes;) {
    if (++s % (4 * WARP) == 0) draws = aco_words(seed, island, iteration, number, (uint32_t)(s / 4 + lane));
    const uint32_t own = s % 4 == 0   ? draws.v[0]
                         : s % 4 == 1 ? draws.v[1]
                         : s % 4 == 2 ? draws.v[2]
                                      : draws.v[3];
    const int32_t next = focused_next(f, t, city, __shfl_sync(ALL, own, s / 4 % WARP)),
                  up = neighbour(t, city, false);
    if (next != up && next != neighbour(t, city, true)) city_relocate(f, t, city, next, up == previous);
    city_visit(f, next, s);
    changes += !in_source(f, city, next, n);
    previous = city, city = next;
  }
  for (int32_t k = 0; k <= s; k++)
    if (lane == 0) f.visited[f.path[k] >> 5] = 0;
  __syncwarp();
}

__device__ static void queue_clear(Tour<int32_t> &t) {
  while (t.count) queue_pop(t, t.queue[t.head]);
}

/* Where a row's ants work: tour_bytes(), visited bits, path. */
__host__ __device__ static inline size_t focus_bytes(int32_t n) {
  return tour_bytes<int32_t>(n) + (tour_words(n) * sizeof(uint32_t) + 15) / 16 * 16 +
         ((ACO_WALK + 1) * sizeof(int32_t) + 15) / 16 * 16;
}

/* position (islands, n) of source. */
__global__ static void positions_kernel(int32_t n, AcoState state, int32_t *position) {
  const uint64_t k = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (k < (uint64_t)state.islands * n) position[k / n * n + state.source[k]] = (int32_t)(k % n);
}

__device__ static void ant_begin(const Focus &f, Tour<int32_t> &t, int64_t cost) {
  for (int32_t p = threadIdx.x % WARP; p < t.n; p += WARP)
    t.tour[p] = f.source[p], t.position[p] = f.source_position[p];
  t.head = t.count = 0, t.cost = cost;
  __syncwarp();
}

__global__ static void focused_kernel(AcoProblem problem, AcoRules rules, AcoState state, uint32_t iteration,
                                      const int32_t *position, char *room) {
  const int32_t n = problem.tour.n;
  const int lane = threadIdx.x % WARP;
  const uint32_t r = blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP, i = r % state.islands;
  if (r >= state.rows * state.islands) return;
  char *const own = room + r * focus_bytes(n);
  Tour<int32_t> t = tour_carve<int32_t>(own, n);
  Focus f = {&problem,
             &rules,
             state.choice + (size_t)i * n * problem.width,
             state.source + (size_t)i * n,
             position + (size_t)i * n,
             (uint32_t *)(own + tour_bytes<int32_t>(n)),
             nullptr};
  f.path = (int32_t *)(own + focus_bytes(n) - ((ACO_WALK + 1) * sizeof(int32_t) + 15) / 16 * 16);
  for (uint32_t w = lane; w < tour_words(n); w += WARP) t.queued[w] = f.visited[w] = 0;
  int64_t best = INT64_MAX;
  for (uint32_t k = r / state.islands; k < rules.ants; k += state.rows) {
    ant_begin(f, t, state.colony[i].source);
    ant_walk(f, t, state.seed, state.first + i, iteration, k);
    if (rules.search)
      two_opt(problem, t);
    else
      queue_clear(t);
    if (t.cost >= best) continue;
    best = t.cost;
    for (int32_t p = lane; p < n; p += WARP) state.tour[(size_t)r * n + p] = t.tour[p];
    if (lane == 0) state.cost[r] = best, state.ant[r] = k;
  }
}

} // namespace aco

#endif
