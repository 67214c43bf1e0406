/* A swarm on the device: enter, step, leave; a block processes one swarm at a time. A step processes one tile
 * of particles after another: move, barrier, evaluate, barrier, update the bests; then the swarm's best. Twin:
 * src/cpu/pso/pso.c. */
#ifndef CORDEE_GPU_PSO_PSO_DEVICE_CUH
#define CORDEE_GPU_PSO_PSO_DEVICE_CUH

#include "pso_fitness.cuh"

enum { PSO_STEPS_MAX = 256 };
enum PsoStage { STAGE_START, STAGE_STEP };
#define PSO_NONE (~0ull)

/* The parameters of a launch. */
typedef struct PsoOrder {
  RoundKeys keys;
  uint32_t steps;
  float w[PSO_STEPS_MAX];
} PsoOrder;

/* Data that the threads of a block share. */
typedef struct SwarmBest {
  unsigned long long better; /* the smallest (fitness, p) that beats g's; PSO_NONE */
  uint32_t g_fitness;
} SwarmBest;

static __device__ __forceinline__ unsigned long long particle_key(uint32_t fitness, int32_t p) {
  return (unsigned long long)fitness << 32 | (uint32_t)p;
}

template <class S_, class F_> struct Swarm {
  typedef S_ S;
  typedef F_ F;
  const PsoProblem &q;
  const RoundKeys &keys;
  S store;
  F fitness;
  Place at;
  SwarmBest &best;
  uint32_t *b_fitness; /* (P), global */
  uint32_t number;     /* on the ring */
  uint32_t k;
  bool push;
};

/* The bytes of a word that make u, under the upper bytes of the exponent. */
enum { LOW_HALF = 0x7410, MIDDLE = 0x7421, HIGH_HALF = 0x7432 };

/* pso_scaled: c (u + 1/2) / 2^16 as c / 2^16 times u plus a rest; the rest is exact, as both of its terms are
 * near c. A half word with the exponent of 2^23 is u + 2^23. `exponent`: the bits of it but those in the
 * middle; the compiler does not know the value, and so does not load it repeatedly. */
static __device__ __forceinline__ float half_scaled(float c, uint32_t word, uint32_t bytes,
                                                    uint32_t exponent) {
  const float u = __uint_as_float(__byte_perm(word, exponent, bytes)) - 8388608.0f;
  return fmaf(c * 0x1p-16f, u, c + c * -0.99999237060546875f);
}

/* pso_move. */
static __device__ __forceinline__ float speed_new(const PsoProblem &q, float w, float x, float v, float b,
                                                  float g, uint32_t word, float push, uint32_t exponent) {
  const float a1 = half_scaled(q.c1, word, LOW_HALF, exponent),
              a2 = half_scaled(q.c2, word, HIGH_HALF, exponent);
  const float sum = fmaf(a2, g - x, fmaf(a1, b - x, fmaf(w, v, push)));
  const float moved = pso_clamp(q.chi * sum, -q.speed, q.speed);
  return fabsf(moved) < PSO_STILL ? 0.0f : moved;
}

/* The velocities and positions of a quad. */
template <bool PUSH, class C>
__device__ __forceinline__ void quad_move(const C &c, int32_t block, int32_t p, const RandomColumn &column,
                                          float w) {
  Quad v = c.store.v(block, p);
  const Quad x = c.store.x(block, p), b = c.store.b(block, p), g = c.store.g(block);
  Quad h = {};
  const philox4x32_ctr_t words = random_words(c.keys, c.store.row(c.keys, c.number, c.k, block), column);
  if (PUSH) h = c.store.h(block);
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float repulsion = PUSH ? pso_repulsion(&c.q, h.f[i], g.f[i], x.f[i]) : 0.0f;
    const float pushed = PUSH ? half_scaled(c.q.c3, words.v[i], MIDDLE, c.at.machine0) * repulsion : 0.0f;
    v.f[i] = speed_new(c.q, w, x.f[i], v.f[i], b.f[i], g.f[i], words.v[i], pushed, c.at.machine0);
  }
  c.store.set_v(block, p, v);
  c.store.set_x(block, p, c.fitness.place(c.q, c.store, c.at, block, x, v));
}

template <bool PUSH, class C> __device__ void particle_move(const C &c, int32_t p, float w) {
  const RandomColumn column = random_column(c.keys, c.number, c.k, (uint32_t)p);
  for (int32_t block = c.at.member; 4 * block < c.q.n; block += c.at.team) {
    c.store.fetch(block + c.at.team, p);
    quad_move<PUSH>(c, block, p, column, w);
  }
}

/* The start of a particle; its best has the largest fitness. */
template <class C> __device__ void particle_start(const C &c, int32_t p) {
  const RandomColumn column = random_column(c.keys, c.number, c.k, (uint32_t)p);
  for (int32_t block = c.at.member; 4 * block < c.q.n; block += c.at.team) {
    const philox4x32_ctr_t words = random_words(c.keys, c.store.row(c.keys, c.number, c.k, block), column);
    Quad from, step, v; /* pso_start_place: from the lowest, by a step */
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      from.f[i] = c.q.low;
      step.f[i] = pso_scaled(c.q.high - c.q.low, words.v[i], 0);
      v.f[i] = pso_start_speed(&c.q, words.v[i]);
    }
    const Quad x = c.fitness.place(c.q, c.store, c.at, block, from, step);
    c.store.set_v(block, p, v);
    c.store.set_x(block, p, x);
    c.store.set_b(block, p, x);
  }
}

/* Records the position of a particle if it is its best. All threads of its team get the same result. */
template <class C> __device__ void particle_judge(const C &c, int32_t p, uint32_t fitness, uint32_t before) {
  if (fitness >= before) return;
  for (int32_t block = c.at.member; 4 * block < c.q.n; block += c.at.team)
    c.store.set_b(block, p, c.store.x(block, p));
  if (c.at.member) return;
  c.b_fitness[p] = fitness;
  if (fitness < c.best.g_fitness) atomicMin(&c.best.better, particle_key(fitness, p));
}

/* One tile: its particle, if there is one, is p. `turn`: which of the two rows of keys. */
template <PsoStage STAGE, class C> __device__ void tile_step(const C &c, int32_t p, int32_t turn, float w) {
  const bool there = p < c.q.particles;
  uint32_t *keys = c.fitness.key + turn * c.at.lanes, *others = c.fitness.key + (1 - turn) * c.at.lanes;
  const uint32_t before = STAGE == STAGE_STEP && there ? c.b_fitness[p] : UINT32_MAX;
  if (there && STAGE == STAGE_START) particle_start(c, p);
  if (there && STAGE == STAGE_STEP && c.push) particle_move<true>(c, p, w);
  if (there && STAGE == STAGE_STEP && !c.push) particle_move<false>(c, p, w);
  __syncthreads();
  if (there) c.fitness.share(c.q, c.store, c.at, p, keys);
  if (C::F::JOINS) __syncthreads();
  if (C::F::JOINS && there) c.fitness.join(c.q, c.at, keys);
  if (c.at.member == 0) others[c.at.lane] = 0;
  __syncthreads();
  if (there) particle_judge(c, p, keys[c.at.lane], before);
}

/* Replaces the swarm's best by the particle that is better. */
template <class C> __device__ void swarm_lead(const C &c) {
  const unsigned long long better = c.best.better;
  if (better == PSO_NONE) return;
  const int32_t p = (int32_t)(uint32_t)better;
  for (int32_t block = (int32_t)threadIdx.x; 4 * block < c.q.n; block += (int32_t)blockDim.x)
    c.store.set_g(block, c.store.x(block, p));
  __syncthreads();
  if (threadIdx.x == 0) {
    c.best.better = PSO_NONE;
    c.best.g_fitness = (uint32_t)(better >> 32);
  }
}

template <PsoStage STAGE, class C> __device__ void swarm_step(const C &c, int32_t *turn, float w) {
  for (int32_t first = 0; first < c.q.particles; first += c.at.lanes, *turn ^= 1)
    tile_step<STAGE>(c, first + c.at.lane, *turn, w);
  c.store.fill_rows(c.keys, c.number, c.k + 1);
  __syncthreads();
  swarm_lead(c);
}

template <PsoStage STAGE, class C>
__device__ void swarm_run(C &c, const PsoState &state, uint32_t swarm, const PsoOrder &order, int32_t *turn) {
  c.number = state.first + swarm;
  c.k = STAGE == STAGE_START ? PSO_START : state.iteration;
  c.push = STAGE == STAGE_STEP && (c.number & 1) && state.h_known[swarm];
  c.b_fitness = state.b_fitness + (size_t)swarm * (size_t)c.q.particles;
  c.store.enter(state, swarm);
  c.store.fill_rows(c.keys, c.number, c.k);
  if (threadIdx.x == 0) c.best = {PSO_NONE, STAGE == STAGE_START ? UINT32_MAX : state.g_fitness[swarm]};
  if (STAGE == STAGE_START)
    for (int32_t p = (int32_t)threadIdx.x; p < c.q.particles; p += (int32_t)blockDim.x)
      c.b_fitness[p] = UINT32_MAX;
  __syncthreads();
  for (uint32_t step = 0; step < order.steps; ++step, ++c.k) swarm_step<STAGE>(c, turn, order.w[step]);
  __syncthreads();
  c.store.leave();
  if (threadIdx.x == 0) state.g_fitness[swarm] = c.best.g_fitness;
  if (threadIdx.x == 0 && STAGE == STAGE_START) state.h_known[swarm] = 0;
  __syncthreads();
}

/* Blocks share the swarms. */
template <PsoStage STAGE, class S, class F>
__global__ void __launch_bounds__(S::THREADS_MAX)
    pso_kernel(const __grid_constant__ PsoProblem problem, const __grid_constant__ PsoState state,
               const __grid_constant__ PsoShape shape, const __grid_constant__ PsoOrder order,
               char *workspace, size_t workspace_block) {
  extern __shared__ float4 resident[];
  BLOCK_SHARED SwarmBest best;
  Arena arena = {reinterpret_cast<char *>(resident), 0};
  const int32_t member = (int32_t)threadIdx.x / shape.lanes;
  const Place at = {(int32_t)threadIdx.x - member * shape.lanes,
                    member,
                    shape.lanes,
                    shape.team,
                    shape.machine0,
                    shape.load0};
  const S store = S::make(problem, shape, arena);
  const F fitness = F::make(problem, shape, arena, workspace + blockIdx.x * workspace_block);
  Swarm<S, F> c = {problem, order.keys, store, fitness, at, best};
  c.fitness.clear(problem, shape);
  int32_t turn = 0;
  for (uint32_t swarm = blockIdx.x; swarm < state.swarms; swarm += gridDim.x)
    swarm_run<STAGE>(c, state, swarm, order, &turn);
}

#endif
