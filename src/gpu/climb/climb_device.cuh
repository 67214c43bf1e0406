/* A slot on the device: draw a climber, start its tour, step, offer the result; a block processes one slot at a
 * time. All threads of the block call every function together and get the same result. Thread 0 writes Team's
 * fields between barriers. Twin: src/cpu/climb/climb.c. */
#ifndef CORDEE_GPU_CLIMB_CLIMB_DEVICE_CUH
#define CORDEE_GPU_CLIMB_CLIMB_DEVICE_CUH

#include "gpu/cuda_try.h"
#include "individual.h"
#include "climb_swap.cuh"

/* Adds the work for the current instance to its counters. */
static __device__ void team_count(const ClimbState &state, Team &team) {
  unsigned long long *counters = (unsigned long long *)state.counters + 2 * (size_t)team.instance;
  if (team.steps) atomicAdd(counters, team.steps);
  if (team.finished) atomicAdd(counters + 1, team.finished);
  team.steps = team.finished = 0;
}

/* Draws the next climber of an instance that has one left. Each slot tries a different island first. */
static __device__ bool climber_take(const ClimbState &state, uint32_t slot, Team &team) {
  const uint32_t first = team.instance * state.group;
  for (uint32_t k = 0; k < state.group; ++k) {
    const uint32_t at = first + (slot % state.group + k) % state.group, quota = state.quota[at];
    if (*(volatile const uint32_t *)(state.drawn + at) >= quota)
      continue; /* so `drawn` cannot run far past it */
    const uint32_t number = atomicAdd(state.drawn + at, 1u);
    if (number >= quota) continue;
    team.island = at;
    team.climber = state.base + number;
    return true;
  }
  return false;
}

/* The same, from the current instance on. When that has no climber left, all slots continue from the furthest
 * instance that any slot has reached. */
static __device__ bool climber_find(const ClimbState &state, uint32_t slot, Team &team) {
  while (team.instance < state.instances) {
    if (climber_take(state, slot, team)) return true;
    team_count(state, team);
    team.instance = max(atomicMax(state.cursor, team.instance + 1), team.instance + 1);
  }
  return false;
}

static __device__ bool slot_draw(const ClimbState &state, uint32_t slot, Team &team) {
  if (slot >= state.drawing) return false;
  if (threadIdx.x == 0) team.answer = climber_find(state, slot, team);
  __syncthreads();
  return team.answer;
}

/* The start tour of the climber just drawn. */
template <class C> __device__ void slot_start(const C &c, const ClimbState &state) {
  const uint32_t island = c.team.island, instance = c.team.instance;
  RngStream stream = {__ldg(state.seed + instance), state.first + (island - instance * state.group),
                      c.team.climber, RNG_TOUR};
  if (state.kick && c.tour.n >= 8 && state.champion_cost[island] != COST_NONE) {
    stream.purpose = RNG_KICK;
    tour_kick(c.tour, c.problem, stream, state.champion_tour + (size_t)island * (size_t)c.tour.n);
  } else {
    tour_shuffle(c.tour, c.problem, stream, (int32_t)instance * c.tour.n);
  }
}

/* Sets Team.cost to the exact cost of the current tour; computed on demand, not updated. */
template <class C> __device__ void slot_measure(const C &c) {
  if (threadIdx.x == 0) c.team.cost = 0;
  __syncthreads();
  atomicAdd(&c.team.cost, (unsigned long long)tour_cost_share(c.tour, c.problem));
  __syncthreads();
}

/* Whether (cost, climber) is better than the island's contender. The contender only improves, and whoever
 * replaces it writes the climber before the cost. So "no" is right even during a replacement. */
static __device__ bool contender_beaten(const ClimbState &state, uint32_t island, int64_t cost,
                                        uint32_t climber) {
  const int64_t best = *(volatile const int64_t *)(state.contender_cost + island);
  __threadfence();
  return cost < best ||
         (cost == best && climber < *(volatile const uint32_t *)(state.contender_climber + island));
}

/* True: the lock is held and the contender must be replaced. */
static __device__ bool contender_lock(const ClimbState &state, uint32_t island, int64_t cost,
                                      uint32_t climber) {
  if (!contender_beaten(state, island, cost, climber)) return false;
  while (atomicCAS(state.lock + island, 0u, 1u) != 0u) __nanosleep(100);
  __threadfence();
  if (contender_beaten(state, island, cost, climber)) return true;
  atomicExch(state.lock + island, 0u);
  return false;
}

static __device__ void contender_unlock(const ClimbState &state, uint32_t island, int64_t cost,
                                        uint32_t climber) {
  *(volatile uint32_t *)(state.contender_climber + island) = climber;
  __threadfence();
  *(volatile int64_t *)(state.contender_cost + island) = cost;
  __threadfence();
  atomicExch(state.lock + island, 0u);
}

template <class C> __device__ void tour_store(const C &c, int32_t *to) {
  for (int32_t p = (int32_t)threadIdx.x; p < c.tour.n; p += (int32_t)blockDim.x) to[p] = c.tour.at(p)->city;
}

/* Offers the finished climber to its island. */
template <class C> __device__ void slot_finish(const C &c, const ClimbState &state) {
  Team &team = c.team;
  const uint32_t island = team.island;
  slot_measure(c);
  if (threadIdx.x == 0) {
    ++team.finished;
    team.answer = contender_lock(state, island, (int64_t)team.cost, team.climber);
  }
  __syncthreads();
  const bool replace = team.answer;
  if (replace) {
    tour_store(c, state.contender_tour + (size_t)island * (size_t)c.tour.n);
    __threadfence();
  }
  __syncthreads();
  if (replace && threadIdx.x == 0) contender_unlock(state, island, (int64_t)team.cost, team.climber);
}

/* Reads the slot's climber under way; false if the slot is empty. */
template <class C> __device__ bool slot_load(const C &c, const ClimbState &state, uint32_t slot) {
  if (threadIdx.x == 0) {
    c.team.island = state.slot_island[slot];
    c.team.climber = state.slot_climber[slot];
    c.team.instance =
        c.team.island != SLOT_EMPTY ? c.team.island / state.group : *(volatile const uint32_t *)state.cursor;
  }
  __syncthreads();
  const int32_t *tour = state.slot_tour + (size_t)slot * (size_t)c.tour.n;
  const bool held = c.team.island != SLOT_EMPTY;
  if (held) tour_fill(c.tour, c.problem, [=](int32_t p) { return tour[p]; });
  __syncthreads();
  return held;
}

template <class C> __device__ void slot_store(const C &c, const ClimbState &state, uint32_t slot, bool held) {
  if (held) slot_measure(c);
  if (threadIdx.x == 0) {
    state.slot_island[slot] = held ? c.team.island : SLOT_EMPTY;
    state.slot_climber[slot] = c.team.climber;
    if (held) state.slot_cost[slot] = (int64_t)c.team.cost;
    team_count(state, c.team);
  }
  if (held) tour_store(c, state.slot_tour + (size_t)slot * (size_t)c.tour.n);
  __syncthreads();
}

/* One step of the current climber; false: it was the last one. */
template <class C> __device__ bool slot_step(const C &c) {
  Move move;
  const bool found = choose_move(c, &move);
  if (threadIdx.x == 0) ++c.team.steps;
  if (found) C::M::apply(c, move);
  return found;
}

template <class C>
__device__ void slot_run(const C &c, const ClimbState &state, uint32_t slot, uint32_t steps) {
  bool held = slot_load(c, state, slot);
  for (uint32_t left = steps; left; --left) {
    if (!held) {
      held = slot_draw(state, slot, c.team);
      if (!held) break;
      slot_start(c, state);
    }
    if (slot_step(c)) continue;
    slot_finish(c, state);
    held = false;
  }
  slot_store(c, state, slot, held);
}

/* 24 warps with 80 registers are faster than 32 with 64: they hide the latencies, and no register is spilled. */
enum { CLIMB_THREADS_MAX = 768 };

/* Blocks share the slots. Tours are in shared memory, or in the workspace, one a block. */
template <class F, int R, int COLUMNS, bool SHARED, class M>
__global__ void __launch_bounds__(CLIMB_THREADS_MAX)
    climb_kernel(const __grid_constant__ ClimbProblem problem, const __grid_constant__ ClimbState state,
                 const __grid_constant__ ClimbShape shape, void *workspace, uint32_t steps) {
  typedef typename F::Point Point;
  extern __shared__ float4 resident[];
  BLOCK_SHARED Team team;
  Point *point = SHARED ? reinterpret_cast<Point *>(resident)
                        : static_cast<Point *>(workspace) + (size_t)blockIdx.x * (size_t)shape.stride * R;
  const Climb<F, R, COLUMNS, SHARED, M> c = {
      problem, shape, {point, problem.n, shape.extent, shape.stride}, team};
  if (threadIdx.x == 0) {
    team.steps = 0;
    team.finished = 0;
  }
  for (uint32_t slot = blockIdx.x; slot < state.slots; slot += gridDim.x) slot_run(c, state, slot, steps);
}

#endif
