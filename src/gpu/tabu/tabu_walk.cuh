/* Searchers on the device: a block processes one at a time, its tour in shared memory or in the workspace. Thread 0 writes TabuTeam's walk
 * between barriers. Twin: src/cpu/tabu/tabu.c. */
#ifndef CORDEE_GPU_TABU_TABU_WALK_CUH
#define CORDEE_GPU_TABU_TABU_WALK_CUH

#include "tabu_choose.cuh"

namespace tabu {
extern __shared__ __align__(16) char memory[];
}

/* Stores the tour; the next barrier makes it visible. */
template <class W> __device__ void tour_store(const W &w, int32_t *to) {
  for (int32_t p = (int32_t)threadIdx.x; p < w.tour.n; p += (int32_t)blockDim.x) to[p] = w.tour.at(p)->city;
}

/* Sets own.cost to the exact cost of the tour. */
template <class W> __device__ void walk_measure(const W &w) {
  if (threadIdx.x == 0) w.own.cost = 0;
  __syncthreads();
  atomicAdd(&w.own.cost, (unsigned long long)tour_cost_share(w.tour, w.problem));
  __syncthreads();
}

/* A random tour, which is the searcher's best. */
template <class W> __device__ void walk_start(const W &w, const TabuState &state) {
  const RngStream stream = {state.seed, w.own.island, w.own.searcher, RNG_TOUR};
  tour_shuffle(w.tour, w.problem, stream, 0);
  walk_measure(w);
  if (threadIdx.x == 0) w.own.walk.cost = w.own.walk.best = (int64_t)w.own.cost;
  __syncthreads();
}

/* Returns whether the new tour is the searcher's best. best (n): its best tour, as stored. */
template <class W> __device__ bool walk_restart(const W &w, const TabuState &state, const int32_t *best) {
  const uint32_t i = w.own.island - state.first;
  const RngStream stream = tabu_restart(state.seed, w.own.island, w.own.searcher, w.own.walk.restarts);
  const int32_t *champion =
      state.champion_cost[i] == COST_NONE ? best : state.champion + (size_t)i * (size_t)w.tour.n;
  if (w.tour.n < 8)
    tour_shuffle(w.tour, w.problem, stream, 0);
  else
    tour_kick(w.tour, w.problem, stream, champion);
  for (uint32_t k = threadIdx.x; k < w.rules.window * w.rules.edges; k += blockDim.x) {
    w.list[k].key = 0;
    w.list[k].until = 0;
  }
  walk_measure(w);
  const bool better = (int64_t)w.own.cost < w.own.walk.best;
  __syncthreads();
  if (threadIdx.x == 0) {
    TabuWalk &walk = w.own.walk;
    walk.cost = (int64_t)w.own.cost;
    walk.since = 0;
    ++walk.restarts;
    if (better) walk.best = walk.cost;
  }
  __syncthreads();
  return better;
}

/* The list's places of this step; before the move is applied. */
template <class W>
__device__ void list_put(const W &w, const TabuState &state, bool moved, const Move &move) {
  if (threadIdx.x != 0) return;
  int32_t added[TABU_EDGES][2], removed[TABU_EDGES][2];
  const int64_t step = w.own.walk.step;
  TabuEdge *const place = w.list + (size_t)(step % w.rules.window) * w.rules.edges;
  const int count = moved ? tabu_changed(W::M::move, w.tour.n, move.i, move.j, added, removed) : 0;
  const int64_t until = step + tabu_tenure(&w.rules, state.seed, w.own.island, w.own.searcher, step);
  for (uint32_t k = 0; k < w.rules.edges; ++k) {
    const bool there = (int)k < count;
    place[k].key = there ? tabu_key(w.tour.at(removed[k][0])->city, w.tour.at(removed[k][1])->city) : 0;
    place[k].until = there ? until : 0;
  }
}

/* One step. fresh: the tour is the searcher's best and not stored yet; it is stored before it gets worse. */
template <class W>
__device__ void walk_step(const W &w, const TabuState &state, int32_t *best, bool &fresh, float &wide) {
  Move move = {0, 0, 0};
  if (w.own.walk.since >= (int64_t)w.rules.patience) {
    if (fresh) tour_store(w, best);
    __syncthreads();
    fresh = walk_restart(w, state, best);
  }
  filter_make(w);
  const bool moved = walk_choose(w, &move, &wide);
  if (fresh && (!moved || move.delta >= 0)) {
    tour_store(w, best);
    fresh = false;
  }
  list_put(w, state, moved, move);
  __syncthreads();
  if (moved) W::M::apply(w, move);
  const bool better = moved && w.own.walk.cost + move.delta < w.own.walk.best;
  __syncthreads();
  if (threadIdx.x == 0) {
    TabuWalk &walk = w.own.walk;
    if (moved) walk.cost += move.delta;
    ++walk.step;
    walk.since = better ? 0 : walk.since + 1;
    if (better) walk.best = walk.cost;
  }
  fresh = fresh || better;
  __syncthreads();
}

template <class W> __device__ void walk_run(W &w, const TabuState &state, uint32_t row, uint32_t steps) {
  const size_t at = (size_t)row * (size_t)w.tour.n;
  int32_t *const tour = state.tour + at, *const best = state.best + at;
  w.list = state.list + (size_t)row * w.rules.window * w.rules.edges;
  if (threadIdx.x == 0) {
    w.own.walk = state.walk[row];
    w.own.island = state.first + row / w.rules.searchers;
    w.own.searcher = row % w.rules.searchers;
  }
  __syncthreads();
  bool fresh = w.own.walk.cost == COST_NONE;
  float wide = 0;
  __syncthreads();
  if (fresh)
    walk_start(w, state);
  else
    tour_fill(w.tour, w.problem, [=](int32_t p) { return tour[p]; });
  for (uint32_t k = 0; k < steps; ++k) walk_step(w, state, best, fresh, wide);
  tour_store(w, tour);
  if (fresh) tour_store(w, best);
  if (threadIdx.x == 0) state.walk[row] = w.own.walk;
  __syncthreads();
}

/* Bytes of shared memory before a tour. */
RNG_FN size_t walk_bytes(const TabuRules *rules) {
  return (sizeof(TabuTeam) + 15) / 16 * 16 + (size_t)4 * (1u << (tabu_filter_bits(rules) - 5));
}

/* As for climbers: 80 registers a thread. */
enum { TABU_THREADS_MAX = 768 };

template <class F, int R, int COLUMNS, bool SHARED, class M>
__global__ static void __launch_bounds__(TABU_THREADS_MAX)
    tabu_kernel(const __grid_constant__ ClimbProblem problem, const __grid_constant__ TabuRules rules,
                const __grid_constant__ TabuState state, const __grid_constant__ ClimbShape shape,
                char *workspace, uint32_t steps) {
  typedef typename F::Point Point;
  TabuTeam &own = *(TabuTeam *)tabu::memory;
  uint32_t *const filter = (uint32_t *)(tabu::memory + (sizeof(TabuTeam) + 15) / 16 * 16);
  Point *point = SHARED ? (Point *)(tabu::memory + walk_bytes(&rules))
                        : (Point *)workspace + (size_t)blockIdx.x * (size_t)shape.stride * R;
  Walker<F, R, COLUMNS, SHARED, M> w = {problem,
                                        shape,
                                        {point, problem.n, shape.extent, shape.stride},
                                        own.team,
                                        own,
                                        rules,
                                        filter,
                                        tabu_filter_bits(&rules),
                                        nullptr};
  for (uint32_t row = blockIdx.x; row < state.islands * rules.searchers; row += gridDim.x)
    walk_run(w, state, row, steps);
}

#endif
