/* A step's choice by a block: the scan of climbers (climb_scan.cuh), whose threads keep the smallest float delta of their units, and a review
 * of the units below a limit that asks the list. All threads of the block call every function together. */
#ifndef CORDEE_GPU_TABU_TABU_CHOOSE_CUH
#define CORDEE_GPU_TABU_TABU_CHOOSE_CUH

#include "gpu/climb/climb_swap.cuh"
#include "individual.h"
#include "solver/tabu/tabu_kernels.h"

/* Data that the threads of a block share. */
struct TabuTeam {
  Team team;
  unsigned long long pair[2]; /* smallest (i, j) with team.delta, of a pass and of the last one */
  TabuWalk walk;
  unsigned long long cost; /* of a new tour */
  uint32_t island, searcher;
};

/* A block's searcher. The first members are those of Climb (climb_scan.cuh). */
template <class F_, int R_, int COLUMNS_, bool SHARED_, class M_> struct Walker {
  typedef F_ F;
  typedef BlockThreads Threads;
  typedef M_ M;
  typedef typename F_::Value Value;
  typedef typename F_::Point Point;
  static constexpr int R = R_, COLUMNS = COLUMNS_;
  static constexpr bool SHARED = SHARED_;
  const ClimbProblem &problem;
  const ClimbShape &shape;
  Tour<F_, R_, SHARED_> tour;
  Team &team;
  TabuTeam &own;
  const TabuRules &rules;
  uint32_t *filter; /* (2^bits bits) set: an edge of the list may be tabu */
  int bits;
  TabuEdge *list;
};

/* ---- limits in a filter's numbers ---- */

template <class F> struct Limits {
  static __device__ float most() { return 3.0e38f; }
  static __device__ float least_wide(ClimbMove move, const ClimbProblem &p) {
    return 2 * climb_rounding(move) + 4 * p.slack;
  }
  static __device__ float above(float m, float wide) { return wide < 1e18f ? m + wide : most(); }
  /* Moves that are no worse than one of that exact delta. */
  static __device__ float reach(ClimbMove move, const ClimbProblem &p, int32_t delta) {
    return (float)delta + climb_rounding(move) + 2 * p.slack;
  }
};
template <> struct Limits<Table> {
  static __device__ int32_t most() { return INT32_MAX - 1; }
  static __device__ float least_wide(ClimbMove, const ClimbProblem &) { return 1; }
  static __device__ int32_t above(int32_t m, float wide) {
    const double sum = (double)m + wide;
    return sum < 1e9 ? (int32_t)sum : most();
  }
  static __device__ int32_t reach(ClimbMove, const ClimbProblem &, int32_t delta) { return delta; }
};

/* ---- the list ---- */

template <class W> __device__ bool edge_tabu(const W &w, int32_t a, int32_t b) {
  const int64_t key = tabu_key(a, b);
  const uint32_t at = tabu_hash(key, w.bits);
  if (!(w.filter[at >> 5] >> (at & 31) & 1)) return false;
  for (uint32_t k = 0; k < w.rules.window * w.rules.edges; ++k)
    if (w.list[k].key == key && w.list[k].until >= w.own.walk.step) return true;
  return false;
}

template <class W> __device__ bool move_tabu(const W &w, int32_t i, int32_t j) {
  int32_t added[TABU_EDGES][2], removed[TABU_EDGES][2];
  const int count = tabu_changed(W::M::move, w.tour.n, i, j, added, removed);
  for (int k = 0; k < count; ++k)
    if (edge_tabu(w, w.tour.at(added[k][0])->city, w.tour.at(added[k][1])->city)) return true;
  return false;
}

/* Ends with the filter made; the next barrier makes it visible. */
template <class W> __device__ void filter_make(const W &w) {
  for (uint32_t k = threadIdx.x; k < 1u << (w.bits - 5); k += blockDim.x) w.filter[k] = 0;
  __syncthreads();
  for (uint32_t k = threadIdx.x; k < w.rules.window * w.rules.edges; k += blockDim.x) {
    const uint32_t at = tabu_hash(w.list[k].key, w.bits);
    if (w.list[k].until >= w.own.walk.step) atomicOr(w.filter + (at >> 5), 1u << (at & 31));
  }
}

/* ---- the choice ---- */

/* A thread's best admissible move; delta INT32_MAX: none. */
struct Picked {
  int32_t delta, i, j;
};

template <class W> __device__ __noinline__ void pick(const W &w, int32_t i, int32_t j, Picked &held) {
  const int32_t delta = W::M::exact(w, i, j);
  if (delta > held.delta || (delta == held.delta && (i > held.i || (i == held.i && j >= held.j)))) return;
  if (w.own.walk.cost + delta >= w.own.walk.best && move_tabu(w, i, j)) return;
  held.delta = delta;
  held.i = i;
  held.j = j;
}

/* Found by the reviews of climb_scan.cuh and climb_swap.cuh. */
template <class W> __device__ __forceinline__ void held_add(const W &w, int32_t i, int32_t j, Picked &held) {
  i = w.tour.wrap(i);
  j = w.tour.wrap(j);
  pick(w, min(i, j), max(i, j), held);
}

template <class W> __device__ __forceinline__ typename W::Value walk_scan(const W &w) {
  return W::M::move == MOVE_TWO_OPT ? scan_units<W, true>(w) : W::M::scan(w);
}

/* One pass: the best admissible move among those of values up to `limit`, in team.delta and own.pair[last]. mine: the least
 * value of this thread's units. Returns team.delta; INT32_MAX: none. */
template <class W>
__device__ int32_t walk_review(const W &w, typename W::Value mine, typename W::Value limit, int last) {
  const int warps = (int)blockDim.x / 32, warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
  const uint32_t holders = __ballot_sync(0xffffffffu, mine <= limit);
  if (lane == 0) w.team.published[warp] = holders;
  __syncthreads();
  Picked held = {INT32_MAX, INT32_MAX, INT32_MAX};
  for (int k = 0; k < warps; ++k)
    for (uint32_t left = w.team.published[k]; left; left &= left - 1)
      W::M::review(w, 32 * k + __ffs((int)left) - 1, limit, held);
  if (held.delta < INT32_MAX) atomicMin(&w.team.delta, held.delta);
  __syncthreads();
  const int32_t delta = w.team.delta;
  if (held.delta < INT32_MAX && held.delta == delta)
    atomicMin(&w.own.pair[last], (unsigned long long)held.i << 32 | (unsigned)held.j);
  __syncthreads();
  return delta;
}

/* The admissible move of the smallest delta; false if there is none. Limits rise until one is found; then all that may be better is
 * reviewed. wide: how far above the least value the last step's limit was, and now this one's. */
template <class W> __device__ bool walk_choose(const W &w, Move *chosen, float *wide) {
  typedef typename W::F F;
  typedef typename W::Value Value;
  const int warps = (int)blockDim.x / 32, warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
  const Value mine = walk_scan(w);
  const int32_t key = warp_least(F::key(mine));
  if (lane == 0) w.team.key[warp] = key;
  if (threadIdx.x == 0) {
    w.team.delta = INT32_MAX;
    w.own.pair[0] = w.own.pair[1] = ~0ull;
  }
  __syncthreads();
  const Value m = F::value(warp_least(w.team.key[lane < warps ? lane : 0])), most = Limits<F>::most();
  if (m > most) return false;
  float reach = fmaxf(*wide, Limits<F>::least_wide(W::M::move, w.problem));
  Value limit = Limits<F>::above(m, reach);
  int32_t delta = walk_review(w, mine, limit, 0);
  for (; delta == INT32_MAX && limit < most; delta = walk_review(w, mine, limit, 0)) {
    reach *= 4;
    limit = Limits<F>::above(m, reach);
  }
  if (delta == INT32_MAX) {
    *wide = 0;
    return false;
  }
  const Value all = Limits<F>::reach(W::M::move, w.problem, delta);
  const int last = all > limit;
  if (last) delta = walk_review(w, mine, all, 1);
  *wide = (float)Limits<F>::reach(W::M::move, w.problem, delta) - (float)m;
  const unsigned long long pair = w.own.pair[last];
  *chosen = {delta, (int32_t)(pair >> 32), (int32_t)(pair & 0xffffffffu)};
  return true;
}

#endif
