/* The end of an iteration: which tours are kept and leave trails (a block an island), the edges of one that does (a thread a position),
 * trails on candidates and weights (16 lanes a city). */
#ifndef CORDEE_GPU_ACO_UPDATE_CUH
#define CORDEE_GPU_ACO_UPDATE_CUH

#include "aco_device.cuh"

namespace aco {

enum { SELECTORS = 256, CITIES_BLOCK = 256 };

/* What an island's update does. */
struct IslandUpdate {
  AcoUpdate decided;
  uint32_t row; /* of the iteration's best ant */
};

/* The best ant of the island, in every thread. */
__device__ static Rank rank_best(const AcoState &state, uint32_t i, Rank *shared) {
  Rank best = {INT64_MAX, 0xffffffffu, 0};
  for (uint32_t k = threadIdx.x; k < state.rows; k += blockDim.x) {
    const uint32_t row = k * state.islands + i;
    const Rank own = {state.cost[row], state.ant[row], row};
    if (rank_before(own, best)) best = own;
  }
  return rank_first(best, shared);
}

__global__ static void select_kernel(int32_t n, AcoRules rules, AcoState state, uint32_t iteration,
                                     IslandUpdate *updates) {
  const uint32_t i = blockIdx.x;
  const Rank ant = rank_best(state, i, (Rank *)memory);
  if (threadIdx.x) return;
  const uint32_t draw = aco_words(state.seed, state.first + i, iteration, ACO_ANTS_MAX, 0).v[0];
  aco_decide(&rules, state.colony + i, n, ant.cost, draw, iteration, &updates[i].decided);
  updates[i].row = ant.row;
  state.colony[i].links = 0;
}

/* The tour that leaves the trail, if it is one, as it is after the update. */
__device__ static const int32_t *tour_of(const AcoState &state, int32_t n, uint32_t i,
                                         const IslandUpdate &own) {
  const int32_t *ant = state.tour + (size_t)own.row * n,
                *best = own.decided.best ? ant : state.best + (size_t)i * n;
  if (own.decided.which == ACO_OF_BEST) return best;
  if (own.decided.which == ACO_OF_ITERATION || own.decided.source == 1) return ant;
  return own.decided.source == 2 ? best : state.source + (size_t)i * n;
}

/* link (islands, n, 2), of the one tour that leaves a trail, or NULL; copies the tours that are kept. Nothing that is read here is
 * written here. */
__global__ static void links_kernel(int32_t n, AcoState state, const IslandUpdate *updates, uint32_t blocks,
                                    int32_t *link) {
  const uint32_t i = blockIdx.x / blocks;
  const int32_t p = (int32_t)(blockIdx.x % blocks * blockDim.x + threadIdx.x);
  const IslandUpdate &own = updates[i];
  if (p >= n) return;
  if (link) {
    const int32_t *tour = tour_of(state, n, i, own);
    int32_t *at = link + ((size_t)i * n + tour[p]) * 2;
    at[0] = tour[p ? p - 1 : n - 1];
    at[1] = tour[p + 1 < n ? p + 1 : 0];
  }
  const size_t at = (size_t)i * n + p;
  const int32_t ant = state.tour[(size_t)own.row * n + p], best = own.decided.best ? ant : state.best[at];
  if (own.decided.source) state.source[at] = own.decided.source == 2 ? best : ant;
  if (own.decided.best) state.best[at] = best;
}

/* What tours left on candidates: (islands, n, 2) neighbours in one of them, or (islands, n, K) sums, or neither. */
struct Left {
  const int32_t *link;
  const uint64_t *sum;
};

/* updates NULL: weights alone. */
__global__ static void trails_kernel(AcoProblem problem, AcoRules rules, AcoState state,
                                     const IslandUpdate *updates, Left left) {
  const int32_t n = problem.tour.n, width = problem.width;
  const uint64_t city = ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) / ACO_WIDTH,
                 cities = (uint64_t)state.islands * n;
  const uint32_t i = city < cities ? (uint32_t)(city / n) : 0, c = city < cities ? (uint32_t)(city % n) : 0;
  const int k = threadIdx.x % ACO_WIDTH, group = threadIdx.x % WARP - k;
  const bool there = city < cities && k < width;
  const size_t row = (size_t)c * width + k, at = (size_t)i * n * width + row;
  uint32_t tau = there ? state.trail[at] : 1;
  const int32_t other = there ? problem.list[row] : -1;
  if (there && updates) {
    const AcoUpdate &u = updates[i].decided;
    uint64_t added = 0;
    if (left.sum)
      added = left.sum[at] >> aco_fine(&rules);
    else if (aco_beside(left.link + ((size_t)i * n + c) * 2, other))
      added = u.amount;
    tau = aco_trail(&rules, &u, tau, added);
    state.trail[at] = tau;
  }
  const uint64_t power = there ? aco_power(tau, problem.eta[row], rules.alpha) : 0,
                 most = group_most(power, ACO_WIDTH);
  const uint32_t low = (uint32_t)group_least(there ? tau : UINT32_MAX, ACO_WIDTH),
                 high = (uint32_t)group_most(there ? tau : 0, ACO_WIDTH);
  const unsigned linked = __ballot_sync(ALL, there && aco_linked(tau, low, high)) >> group & 0xffff;
  if (there) {
    const uint32_t weight = aco_weight(power, most);
    state.choice[at] = rules.focused ? weight : weight << 16 | (uint32_t)other;
  }
  if (updates && k == 0 && linked)
    atomicAdd((unsigned long long *)&state.colony[i].links, (unsigned long long)__popc(linked));
}

} // namespace aco

#endif
