/* Sweeps of a chain by a group (temper_group.cuh). Rejected proposals change nothing. So the lanes evaluate as many steps at once, the first
 * accepted one is made, and the group continues with the step after it: the same steps in the same order as one after the other. */
#ifndef CORDEE_GPU_ANNEAL_TOURS_TEMPER_CHAIN_CUH
#define CORDEE_GPU_ANNEAL_TOURS_TEMPER_CHAIN_CUH

#include "temper_group.cuh"

namespace tempering {

struct Args {
  TemperProblem problem;
  TemperRules rules;
  TemperState state;
  uint32_t sweeps;
  uint32_t bytes; /* of a chain's tour in shared memory */
};

struct Walk {
  TemperTour t;
  int64_t cost;
  double temperature;
};

extern __shared__ __align__(16) char memory[];

/* Is step s of the chain's acceptable? */
__device__ static inline bool step_accepted(const Args &a, const Walk &w, uint32_t chain, uint64_t s,
                                            TemperMove &move) {
  const philox4x32_ctr_t words = temper_words(a.state.seed, a.state.first + chain, s / 2, RNG_TEMPER);
  const uint32_t draw = s % 2 ? words.v[2] : words.v[0], chance = s % 2 ? words.v[3] : words.v[1];
  return temper_propose(&a.problem, &a.rules, &w.t, draw, &move) &&
         temper_accepts(&move, w.temperature, chance);
}

template <int LANES>
__device__ static void sweep_run(const Args &a, const Group<LANES> &g, Walk &w, uint32_t chain,
                                 uint64_t sweep) {
  const uint64_t first = sweep * a.rules.sweep;
  for (uint32_t at = 0; at < a.rules.sweep;) {
    TemperMove move = {0, 0, 0, 0, 0};
    const uint32_t own = at + (uint32_t)g.lane();
    const int who = g.first(own < a.rules.sweep && step_accepted(a, w, chain, first + own, move));
    at += (uint32_t)who + (who < LANES);
    if (who == LANES) continue;
    g.tell(move, who);
    g.sync();
    group_make(g, w.t, move);
    w.cost += move.delta;
    g.sync();
  }
}

/* The tour is in shared memory or in global memory. */
template <int LANES, bool SHARED>
__device__ static Walk walk_open(const Args &a, const Group<LANES> &g, uint32_t chain, char *room) {
  const int32_t n = a.problem.tour.n;
  int32_t *tour = a.state.tour + (size_t)chain * n;
  Walk w;
  w.t.n = n;
  w.t.is_short = SHARED;
  w.t.tour = tour;
  w.t.position = a.state.position + (size_t)chain * n;
  w.t.short_tour = (uint16_t *)room;
  w.t.short_position = w.t.short_tour + n;
  w.cost = a.state.cost[chain];
  w.temperature = a.rules.temperature[a.state.level[chain]];
  for (int32_t p = g.lane(); p < n; p += LANES) temper_put(&w.t, p, tour[p]);
  g.sync();
  return w;
}

/* The last sweep's tour and its cost. */
template <int LANES> __device__ static void tour_keep(const Group<LANES> &g, const Walk &w, int32_t *to) {
  for (int32_t p = g.lane(); p < w.t.n; p += LANES) to[p] = temper_city(&w.t, p);
}

template <int LANES, bool SHARED>
__device__ static void chain_run(const Args &a, const Group<LANES> &g, uint32_t chain, char *room) {
  const int32_t n = a.problem.tour.n;
  Walk w = walk_open<LANES, SHARED>(a, g, chain, room);
  int64_t best = a.state.best_cost[chain];
  for (uint32_t s = 0; s < a.sweeps; s++) {
    sweep_run(a, g, w, chain, a.state.sweeps + s);
    if (w.cost >= best) continue;
    best = w.cost;
    tour_keep(g, w, a.state.best + (size_t)chain * n);
  }
  if (SHARED) tour_keep(g, w, a.state.tour + (size_t)chain * n);
  if (g.lane() == 0) {
    a.state.cost[chain] = w.cost;
    a.state.best_cost[chain] = best;
  }
  g.sync();
}

/* Groups of a block have consecutive chains, room in shared memory after one another. */
template <int LANES, bool SHARED> __global__ static void chain_kernel(Args a) {
  Group<LANES> g;
  g.slot = (uint32_t *)memory;
  const uint32_t group = threadIdx.x / LANES, chain = blockIdx.x * (blockDim.x / LANES) + group;
  char *room = memory + (LANES == BLOCK ? SLOTS * sizeof(uint32_t) : 0) + (size_t)group * a.bytes;
  if (chain < a.state.chains) chain_run<LANES, SHARED>(a, g, chain, room);
}

} // namespace tempering

#endif
