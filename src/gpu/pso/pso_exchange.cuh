/* The exchange of a swarm with the next one on the ring: pack() and settle() of src/solver/pso/pso_kernels.h; a
 * block a swarm.
 *
 * A particle's rank is the number of particles before it by (b's fitness, p): P comparisons each, in which all
 * threads read the same word. That is quadratic, but an exchange follows many steps of every particle. */
#ifndef CORDEE_GPU_PSO_PSO_EXCHANGE_CUH
#define CORDEE_GPU_PSO_PSO_EXCHANGE_CUH

#include "pso_device.cuh"

enum { PSO_EXCHANGE_THREADS = 256 };

static __device__ int32_t particle_rank(const uint32_t *fitness, int32_t particles, int32_t p) {
  const uint32_t own = fitness[p];
  int32_t rank = 0;
  for (int32_t other = 0; other < particles; ++other)
    rank += fitness[other] < own || (fitness[other] == own && other < p);
  return rank;
}

/* chosen[i]: the i-th best, or the i-th worst. */
static __device__ void particles_choose(const PsoProblem &q, const uint32_t *fitness, bool worst,
                                        int32_t *chosen) {
  for (int32_t p = (int32_t)threadIdx.x; p < q.particles; p += (int32_t)blockDim.x) {
    const int32_t rank = particle_rank(fitness, q.particles, p), i = worst ? q.particles - 1 - rank : rank;
    if (i < q.migrants) chosen[i] = p;
  }
  __syncthreads();
}

/* One swarm's part of a PsoState, and the addresses in a message. */
struct Traveller {
  const PsoProblem &q;
  float *x, *v, *b, *g;
  uint32_t *b_fitness, *g_fitness;
  int32_t *chosen; /* (migrants) */

  __device__ Traveller(const PsoProblem &q_, const PsoState &state, uint32_t swarm, int32_t *workspace)
      : q(q_) {
    const size_t n = (size_t)q.n, particles = (size_t)q.particles, from = swarm * n * particles;
    x = state.x + from;
    v = state.v + from;
    b = state.b + from;
    g = state.g + swarm * n;
    b_fitness = state.b_fitness + swarm * particles;
    g_fitness = state.g_fitness + swarm;
    chosen = workspace + swarm * (size_t)q.migrants;
  }
  __device__ size_t seat(int32_t t, int32_t p) const { return (size_t)t * (size_t)q.particles + (size_t)p; }
  /* The address of migrant i in a message: x, v, b, fitness. */
  __device__ size_t berth(int32_t i) const { return (size_t)q.n + 1 + (size_t)i * (3 * (size_t)q.n + 1); }
  /* work(i, t) for every dimension t of every migrant i. */
  template <class W> __device__ void each(W work) const {
    for (int32_t i = 0, t = (int32_t)threadIdx.x; i < q.migrants; t += (int32_t)blockDim.x) {
      for (; t >= q.n && i < q.migrants; t -= q.n) ++i;
      if (i < q.migrants) work(i, t);
    }
  }
};

static __global__ void __launch_bounds__(PSO_EXCHANGE_THREADS)
    pack_kernel(const __grid_constant__ PsoProblem problem, const __grid_constant__ PsoState state,
                int32_t *workspace) {
  const Traveller own(problem, state, blockIdx.x, workspace);
  const int32_t n = problem.n, thread = (int32_t)threadIdx.x;
  float *parcel = state.outbox + blockIdx.x * pso_parcel_floats(&problem);
  particles_choose(problem, own.b_fitness, false, own.chosen);
  for (int32_t t = thread; t < n; t += (int32_t)blockDim.x) parcel[t] = own.g[t];
  if (thread == 0) parcel[n] = __uint_as_float(*own.g_fitness);
  for (int32_t i = thread; i < problem.migrants; i += (int32_t)blockDim.x)
    parcel[own.berth(i) + 3 * (size_t)n] = __uint_as_float(own.b_fitness[own.chosen[i]]);
  own.each([&](int32_t i, int32_t t) {
    float *to = parcel + own.berth(i);
    const size_t from = own.seat(t, own.chosen[i]);
    to[t] = own.x[from];
    to[(size_t)n + t] = own.v[from];
    to[2 * (size_t)n + t] = own.b[from];
  });
}

/* g under Bests, by all threads. */
static __device__ void traveller_lead(const Traveller &own) {
  BLOCK_SHARED unsigned long long best;
  if (threadIdx.x == 0) best = PSO_NONE;
  __syncthreads();
  unsigned long long mine = PSO_NONE;
  for (int32_t p = (int32_t)threadIdx.x; p < own.q.particles; p += (int32_t)blockDim.x)
    mine = min(mine, particle_key(own.b_fitness[p], p));
  atomicMin(&best, mine);
  __syncthreads();
  const uint32_t fitness = (uint32_t)(best >> 32);
  if (fitness >= *own.g_fitness) return;
  for (int32_t t = (int32_t)threadIdx.x; t < own.q.n; t += (int32_t)blockDim.x)
    own.g[t] = own.b[own.seat(t, (int32_t)(uint32_t)best)];
  __syncthreads();
  if (threadIdx.x == 0) *own.g_fitness = fitness;
}

static __global__ void __launch_bounds__(PSO_EXCHANGE_THREADS)
    settle_kernel(const __grid_constant__ PsoProblem problem, const __grid_constant__ PsoState state,
                  int32_t *workspace) {
  const Traveller own(problem, state, blockIdx.x, workspace);
  const int32_t n = problem.n, thread = (int32_t)threadIdx.x;
  const float *parcel =
      blockIdx.x ? state.outbox + (blockIdx.x - 1) * pso_parcel_floats(&problem) : state.inbox;
  particles_choose(problem, own.b_fitness, true, own.chosen);
  for (int32_t t = thread; t < n; t += (int32_t)blockDim.x)
    state.h[blockIdx.x * (size_t)n + (size_t)t] = parcel[t];
  if (thread == 0) state.h_known[blockIdx.x] = 1;
  for (int32_t i = thread; i < problem.migrants; i += (int32_t)blockDim.x)
    own.b_fitness[own.chosen[i]] = __float_as_uint(parcel[own.berth(i) + 3 * (size_t)n]);
  own.each([&](int32_t i, int32_t t) {
    const float *from = parcel + own.berth(i);
    const size_t to = own.seat(t, own.chosen[i]);
    own.x[to] = from[t];
    own.v[to] = from[(size_t)n + t];
    own.b[to] = from[2 * (size_t)n + t];
  });
  __syncthreads();
  traveller_lead(own);
}

#endif
