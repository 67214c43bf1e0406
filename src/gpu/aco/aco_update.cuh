/* The end of an iteration: which tours are kept and leave trails (a block an island), their edges (a thread a position), trails
 * and weights (16 lanes a city). */
#ifndef CORDEE_GPU_ACO_UPDATE_CUH
#define CORDEE_GPU_ACO_UPDATE_CUH

#include "aco_device.cuh"

namespace aco {

enum { SELECTORS = 256, CITIES_BLOCK = 256 };

/* What an island's update does, and the rows of the ants that leave trails. */
struct IslandUpdate {
  AcoUpdate decided;
  uint32_t row[ACO_ELITE_MAX]; /* [0]: of the iteration's best ant; [d]: of deposit d; ROW_NONE: none */
};
static const uint32_t ROW_NONE = 0xffffffffu;

/* The first ant of the island after `last`, in every thread. Its row is ROW_NONE if there is none. */
__device__ static Rank rank_next(const AcoState &state, uint32_t i, const Rank &last, Rank *shared) {
  Rank best = {INT64_MAX, 0xffffffffu, ROW_NONE};
  for (uint32_t k = threadIdx.x; k < state.rows; k += blockDim.x) {
    const uint32_t row = k * state.islands + i;
    const Rank own = {state.cost[row], state.ant[row], row};
    if (rank_before(last, own) && rank_before(own, best)) best = own;
  }
  return rank_first(best, shared);
}

__global__ static void select_kernel(int32_t n, AcoRules rules, AcoState state, uint32_t iteration,
                                     IslandUpdate *updates) {
  Rank *const shared = (Rank *)memory;
  const uint32_t i = blockIdx.x;
  IslandUpdate *const own = updates + i;
  AcoColony *const colony = state.colony + i;
  Rank ant = {INT64_MIN, 0, ROW_NONE};
  for (uint32_t d = 0; d < rules.deposits; d++) {
    if (d != 1) ant = rank_next(state, i, ant, shared); /* deposit 1 is the best ant's, too */
    if (threadIdx.x) continue;
    own->row[d] = ant.row;
    if (d == 0) {
      const uint32_t draw = aco_words(state.seed, state.first + i, iteration, ACO_ANTS_MAX, 0).v[0];
      aco_decide(&rules, colony, n, ant.cost, draw, iteration, &own->decided);
      colony->links = 0;
    } else {
      own->decided.amount[d] =
          ant.row == ROW_NONE ? 0 : aco_amount(&rules, colony->unit, ant.cost, rules.deposits - d);
    }
  }
}

/* The tour that leaves deposit d, as it is after the update. */
__device__ static const int32_t *tour_of(const AcoRules &rules, const AcoState &state, int32_t n, uint32_t i,
                                         const IslandUpdate &own, uint32_t d) {
  const int32_t *ant = state.tour + (size_t)own.row[d && own.row[d] != ROW_NONE ? d : 0] * n,
                *best = own.decided.best ? ant : state.best + (size_t)i * n;
  if (d) return ant;
  if (rules.deposits > 1 || own.decided.which == ACO_OF_BEST) return best;
  if (own.decided.which == ACO_OF_ITERATION || own.decided.source == 1) return ant;
  return own.decided.source == 2 ? best : state.source + (size_t)i * n;
}

/* link (islands, deposits, n, 2); copies the tours that are kept. Nothing that is read here is written here. */
__global__ static void links_kernel(int32_t n, AcoRules rules, AcoState state, const IslandUpdate *updates,
                                    uint32_t blocks, int32_t *link) {
  const uint32_t i = blockIdx.x / blocks;
  const int32_t p = (int32_t)(blockIdx.x % blocks * blockDim.x + threadIdx.x);
  const IslandUpdate &own = updates[i];
  if (p >= n) return;
  for (uint32_t d = 0; d < rules.deposits; d++) {
    const int32_t *tour = tour_of(rules, state, n, i, own, d);
    int32_t *at = link + (((size_t)i * rules.deposits + d) * n + tour[p]) * 2;
    at[0] = tour[p ? p - 1 : n - 1];
    at[1] = tour[p + 1 < n ? p + 1 : 0];
  }
  const size_t at = (size_t)i * n + p;
  const int32_t ant = state.tour[(size_t)own.row[0] * n + p], best = own.decided.best ? ant : state.best[at];
  if (own.decided.source) state.source[at] = own.decided.source == 2 ? best : ant;
  if (own.decided.best) state.best[at] = best;
}

/* link NULL: weights alone. */
__global__ static void trails_kernel(AcoProblem problem, AcoRules rules, AcoState state,
                                     const IslandUpdate *updates, const int32_t *link) {
  const int32_t n = problem.tour.n, width = problem.width;
  const uint64_t city = ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x) / ACO_WIDTH,
                 cities = (uint64_t)state.islands * n;
  const uint32_t i = city < cities ? (uint32_t)(city / n) : 0, c = city < cities ? (uint32_t)(city % n) : 0;
  const int k = threadIdx.x % ACO_WIDTH, group = threadIdx.x % WARP - k;
  const bool there = city < cities && k < width;
  const size_t row = (size_t)c * width + k, at = (size_t)i * n * width + row;
  uint32_t tau = there ? state.trail[at] : 1;
  const int32_t other = there ? problem.list[row] : -1;
  if (there && link) {
    tau = aco_trail(&rules, &updates[i].decided, tau, other,
                    link + (size_t)i * rules.deposits * n * 2 + 2 * (size_t)c, 2 * (size_t)n);
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
  if (link && k == 0 && linked)
    atomicAdd((unsigned long long *)&state.colony[i].links, (unsigned long long)__popc(linked));
}

} // namespace aco

#endif
