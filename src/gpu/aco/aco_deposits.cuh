/* Several tours that leave trails: which (a thread an ant), and their edges (a block a tour), summed by atomic additions of integers,
 * whose order does not matter. */
#ifndef CORDEE_GPU_ACO_DEPOSITS_CUH
#define CORDEE_GPU_ACO_DEPOSITS_CUH

#include "aco_update.cuh"
#include "solver/aco/aco_all_step.h"

namespace aco {

enum { DEPOSITORS = 256 };
/* Rows that are no ants'. */
static const uint32_t ROW_BEST = 0xffffffffu, ROW_SOURCE = 0xfffffffeu;

struct Deposit {
  uint64_t amount; /* in 2^-aco_fine() */
  uint32_t row;    /* of the tour */
};

/* Ants of the island before `own`, but at most `most` of them. */
__device__ static uint32_t ants_before(const AcoState &state, uint32_t i, const Rank &own, uint32_t most) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < state.rows && count < most; k++) {
    const uint32_t row = k * state.islands + i;
    const Rank other = {state.cost[row], state.ant[row], row};
    count += rank_before(other, own);
  }
  return count;
}

/* The deposit of the one tour, or of the best one. */
__device__ static Deposit deposit_first(const AcoRules &rules, const IslandUpdate &own) {
  uint32_t row = own.row;
  if (rules.deposits > 1 || own.decided.which == ACO_OF_BEST)
    row = ROW_BEST;
  else if (own.decided.which == ACO_OF_SOURCE)
    row = ROW_SOURCE;
  return {own.decided.amount, row};
}

/* deposit (islands, deposits), no more than there are ants and the best tour; after the best tours were kept. A thread an ant. */
__global__ static void deposits_kernel(AcoRules rules, AcoState state, const IslandUpdate *updates,
                                       uint32_t deposits, uint32_t blocks, Deposit *deposit) {
  const uint32_t i = blockIdx.x / blocks, t = blockIdx.x % blocks * blockDim.x + threadIdx.x;
  const int64_t unit = state.colony[i].unit;
  Deposit *const own = deposit + (size_t)i * deposits;
  if (t == 0 && !rules.every) own[0] = deposit_first(rules, updates[i]);
  if (t >= state.rows) return;
  const uint32_t row = t * state.islands + i, ranks = deposits - 1;
  const Rank ant = {state.cost[row], state.ant[row], row};
  if (rules.every) {
    own[t] = {aco_every_amount(unit, ant.cost), row};
    return;
  }
  const uint32_t rank = ants_before(state, i, ant, ranks);
  if (rank < ranks) own[rank + 1] = {aco_amount(&rules, unit, ant.cost, rules.deposits - 1 - rank), row};
}

__device__ static inline void sum_add(uint64_t *sum, uint64_t amount) {
  atomicAdd((unsigned long long *)sum, (unsigned long long)amount);
}

/* sum (n, K) of the island; if b is a candidate of a. */
__device__ static inline void candidate_add(const AcoProblem &problem, int32_t a, int32_t b, uint64_t amount,
                                            uint64_t *sum) {
  const size_t row = (size_t)a * problem.width;
  for (int32_t k = 0; k < problem.width; k++)
    if (problem.list[row + k] == b) sum_add(sum + row + k, amount);
}

/* Adds a deposit, a block each, to the trails of all pairs; or to sum (islands, n, K). */
__global__ static void edges_kernel(AcoProblem problem, AcoState state, uint32_t deposits,
                                    const Deposit *deposit, uint64_t *sum) {
  const int32_t n = problem.tour.n, edges = aco_edges(n);
  const size_t i = blockIdx.x / deposits;
  const Deposit own = deposit[blockIdx.x];
  uint64_t *const trail = state.trail_all + i * n * n, *const sums = sum + i * n * problem.width;
  const int32_t *tour = state.tour + (size_t)own.row * n;
  if (own.row == ROW_BEST) tour = state.best + i * n;
  if (own.row == ROW_SOURCE) tour = state.source + i * n;
  for (int32_t p = threadIdx.x; p < edges; p += blockDim.x) {
    const int32_t a = tour[p], b = tour[p + 1 < n ? p + 1 : 0];
    if (sum) {
      candidate_add(problem, a, b, own.amount, sums);
      candidate_add(problem, b, a, own.amount, sums);
    } else {
      sum_add(trail + (size_t)a * n + b, own.amount);
      sum_add(trail + (size_t)b * n + a, own.amount);
    }
  }
}

} // namespace aco

#endif
