/* The kernels of the ladder of swarms: see ladder/swarm_kernels.h. */
#ifndef CORDEE_LADDER_GPU_SWARM_DEVICE_CUH
#define CORDEE_LADDER_GPU_SWARM_DEVICE_CUH

#include "gpu/cuda_try.h"
#include "ladder/swarm_kernels.h"

namespace swarm_ladder {

extern __shared__ __align__(16) char memory[];

typedef unsigned long long Key; /* (fitness, particle): the smaller is the better one */
#define KEY_NONE (~0ull)

/* Pointers are on the device. */
struct Args {
  PsoProblem q; /* S swarms, T = q.n, P = q.particles, M = q.machines */
  uint64_t seed;
  uint32_t swarms, numbers;  /* random ones of a place and an iteration: 2, with exchanges 3 */
  float *x, *v, *b, *g, *h;  /* x, v, b (S, T, P) or (S, P, T); g, h (S, T) */
  uint32_t *fitness;         /* (S, P) */
  uint32_t *b_fitness;       /* (S, P) */
  uint32_t *g_fitness;       /* (S) */
  uint32_t *h_known;         /* (S) */
  float *random;             /* (iterations stored, numbers) times as x: 1 + u / 2^16 of 16 random bits u */
  uint32_t *loads;           /* (S, P, M) */
  int32_t *best, *worst;     /* (S, migrants) particles that move, and whose places they take */
  cudaTextureObject_t times; /* q.ticks */
};

/* ---- where a place is ---- */

struct Spot {
  int32_t swarm, t, p;
};

/* Of thread or number i: neighbours are neighbouring particles. */
__device__ __forceinline__ Spot spot_of(const Args &a, size_t i) {
  const size_t row = i / (size_t)a.q.particles;
  return {(int32_t)(row / (size_t)a.q.n), (int32_t)(row % (size_t)a.q.n),
          (int32_t)(i % (size_t)a.q.particles)};
}
__device__ __forceinline__ size_t places_of(const Args &a) {
  return (size_t)a.swarms * (size_t)a.q.n * (size_t)a.q.particles;
}
__device__ __forceinline__ size_t thread_number() { return (size_t)blockIdx.x * blockDim.x + threadIdx.x; }

/* The published order of arrays: particles lie side by side in each dimension. */
struct ByDimension {
  static __device__ __forceinline__ size_t at(const Args &a, int32_t swarm, int32_t t, int32_t p) {
    return ((size_t)swarm * (size_t)a.q.n + (size_t)t) * (size_t)a.q.particles + (size_t)p;
  }
};
/* The one that it is compared with: the dimensions of a particle lie side by side. */
struct ByParticle {
  static __device__ __forceinline__ size_t at(const Args &a, int32_t swarm, int32_t t, int32_t p) {
    return ((size_t)swarm * (size_t)a.q.particles + (size_t)p) * (size_t)a.q.n + (size_t)t;
  }
};

__device__ __forceinline__ size_t row_of(const Args &a, int32_t swarm, int32_t t) {
  return (size_t)swarm * (size_t)a.q.n + (size_t)t;
}
__device__ __forceinline__ size_t particle_of(const Args &a, int32_t swarm, int32_t p) {
  return (size_t)swarm * (size_t)a.q.particles + (size_t)p;
}

/* ---- random numbers, in store ---- */

enum { LOW_BITS = 0, MIDDLE_BITS = 8, HIGH_BITS = 16 }; /* of a word: r1, r3, r2 */

__device__ __forceinline__ float number_of(uint32_t word, int shift) {
  return __uint_as_float(0x3f800000u | ((word >> shift & 0xffffu) << 7));
}
/* pso_scaled of a number in store. */
__device__ __forceinline__ float scaled(float c, float number) {
  return fmaf(c, number, c * -0.99999237060546875f);
}

/* A thread: the numbers of four dimensions of a particle, in iteration first + j. */
template <class L>
__global__ void random_kernel(const __grid_constant__ Args a, uint32_t first, uint32_t iterations) {
  const uint32_t blocks = ((uint32_t)a.q.n + 3) / 4;
  const size_t particles = (size_t)a.swarms * (size_t)a.q.particles, each = blocks * particles,
               i = thread_number();
  if (i >= each * iterations) return;
  const uint32_t j = (uint32_t)(i / each), block = (uint32_t)(i % each / particles);
  const int32_t swarm = (int32_t)(i % particles / (size_t)a.q.particles),
                p = (int32_t)(i % (size_t)a.q.particles);
  const philox4x32_ctr_t words = pso_random(a.seed, (uint32_t)swarm, (uint32_t)p, first + j, block);
  float *to = a.random + (size_t)j * a.numbers * places_of(a);
#pragma unroll
  for (int d = 0; d < 4; d++) {
    const int32_t t = 4 * (int32_t)block + d;
    const uint32_t word = words.v[d];
    if (t >= a.q.n) return;
    const size_t at = L::at(a, swarm, t, p);
    to[at] = number_of(word, LOW_BITS);
    to[places_of(a) + at] = number_of(word, HIGH_BITS);
    if (a.numbers > 2) to[2 * places_of(a) + at] = number_of(word, MIDDLE_BITS);
  }
}

/* ---- init and update: a thread a place ---- */

template <class L> __global__ void init_kernel(const __grid_constant__ Args a) {
  if (thread_number() >= places_of(a)) return;
  const Spot s = spot_of(a, thread_number());
  const size_t at = L::at(a, s.swarm, s.t, s.p);
  a.x[at] = a.b[at] = pso_place(&a.q, a.q.low, scaled(a.q.high - a.q.low, a.random[at]));
  a.v[at] = scaled(0.5f * a.q.speed, a.random[places_of(a) + at]);
  if (s.t) return;
  a.b_fitness[particle_of(a, s.swarm, s.p)] = UINT32_MAX;
  if (s.p) return;
  a.g_fitness[s.swarm] = UINT32_MAX;
  a.h_known[s.swarm] = 0;
}

/* `slot`: the iteration's place among those stored. The operations are pso_move's. */
template <class L> __global__ void update_kernel(const __grid_constant__ Args a, uint32_t slot, float w) {
  if (thread_number() >= places_of(a)) return;
  const Spot s = spot_of(a, thread_number());
  const size_t at = L::at(a, s.swarm, s.t, s.p), row = row_of(a, s.swarm, s.t);
  const float *number = a.random + (size_t)slot * a.numbers * places_of(a) + at;
  const float x = a.x[at], b = a.b[at], g = a.g[row];
  float push = 0;
  if (s.swarm % 2 && a.h_known[s.swarm])
    push = scaled(a.q.c3, number[2 * places_of(a)]) * pso_repulsion(&a.q, a.h[row], g, x);
  const float a1 = scaled(a.q.c1, number[0]), a2 = scaled(a.q.c2, number[places_of(a)]);
  const float sum = fmaf(a2, g - x, fmaf(a1, b - x, fmaf(w, a.v[at], push)));
  const float moved = pso_clamp(a.q.chi * sum, -a.q.speed, a.q.speed);
  const float v = fabsf(moved) < PSO_STILL ? 0.0f : moved;
  a.v[at] = v;
  a.x[at] = pso_place(&a.q, x, v);
}

/* ---- fitness: a block a swarm, a thread a particle ---- */

/* Loads lie thread by thread. The running maximum is that of loads: in print it is that of the times, which is no makespan. */
template <class L, bool SHARED, bool TEXTURE> __global__ void fitness_kernel(const __grid_constant__ Args a) {
  const int32_t swarm = (int32_t)blockIdx.x, p = (int32_t)threadIdx.x, machines = a.q.machines;
  if (p >= a.q.particles) return;
  uint32_t *const load = SHARED ? reinterpret_cast<uint32_t *>(memory) + (size_t)p * (size_t)machines
                                : a.loads + particle_of(a, swarm, p) * (size_t)machines;
  uint32_t makespan = 0;
  for (int32_t m = 0; m < machines; m++) load[m] = 0;
  for (int32_t t = 0; t < a.q.n; t++) {
    const int32_t m = pso_machine(a.x[L::at(a, swarm, t, p)]), place = t * machines + m;
    const uint32_t time = TEXTURE ? tex1Dfetch<unsigned>(a.times, place) : a.q.ticks[place];
    makespan = max(makespan, load[m] += time);
  }
  a.fitness[particle_of(a, swarm, p)] = makespan;
}

/* ---- bests and exchange: a block of a power of two of threads a swarm, a thread a particle ---- */

__device__ __forceinline__ Key key_of(uint32_t fitness, int32_t p) {
  return (Key)fitness << 32 | (uint32_t)p;
}
__device__ __forceinline__ int32_t particle_in(Key key) { return (int32_t)(uint32_t)key; }

/* least[0] becomes the least key, most[0] the largest one; most NULL: not asked for. */
__device__ __forceinline__ void keys_reduce(Key *least, Key *most) {
  const unsigned thread = threadIdx.x;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half; half /= 2) {
    if (thread < half) least[thread] = min(least[thread], least[thread + half]);
    if (thread < half && most) most[thread] = max(most[thread], most[thread + half]);
    __syncthreads();
  }
}

/* fitness: of the particles now; after an exchange b_fitness itself, by which no particle is better than before. In print the greater
 * fitness is the better one; of makespans it is the smaller. */
template <class L> __global__ void bests_kernel(const __grid_constant__ Args a, const uint32_t *fitness) {
  BLOCK_SHARED Key least[SWARM_PARTICLES_MAX];
  const int32_t swarm = (int32_t)blockIdx.x, p = (int32_t)threadIdx.x;
  const size_t at = particle_of(a, swarm, p);
  const bool there = p < a.q.particles, better = there && fitness[at] < a.b_fitness[at];
  if (better) a.b_fitness[at] = fitness[at];
  for (int32_t t = 0; better && t < a.q.n; t++) a.b[L::at(a, swarm, t, p)] = a.x[L::at(a, swarm, t, p)];
  least[p] = there ? key_of(a.b_fitness[at], p) : KEY_NONE;
  const uint32_t before = a.g_fitness[swarm];
  keys_reduce(least, NULL);
  const uint32_t now = (uint32_t)(least[0] >> 32);
  if (now >= before) return;
  for (int32_t t = p; t < a.q.n; t += (int32_t)blockDim.x)
    a.g[row_of(a, swarm, t)] = a.b[L::at(a, swarm, t, particle_in(least[0]))];
  if (!p) a.g_fitness[swarm] = now;
}

/* One reduction finds a best and a worst particle; both are left out of the next one. */
__global__ void find_kernel(const __grid_constant__ Args a) {
  BLOCK_SHARED Key least[SWARM_PARTICLES_MAX];
  BLOCK_SHARED Key most[SWARM_PARTICLES_MAX];
  const int32_t swarm = (int32_t)blockIdx.x, p = (int32_t)threadIdx.x, migrants = a.q.migrants;
  const Key own = p < a.q.particles ? key_of(a.b_fitness[particle_of(a, swarm, p)], p + 1) : 0;
  Key low = own ? own : KEY_NONE, high = own;
  for (int32_t i = 0; i < migrants; i++) {
    least[p] = low;
    most[p] = high;
    keys_reduce(least, most);
    if (own == least[0]) low = KEY_NONE;
    if (own == most[0]) high = 0;
    if (!p) {
      a.best[swarm * migrants + i] = particle_in(least[0]) - 1;
      a.worst[swarm * migrants + i] = particle_in(most[0]) - 1;
    }
    __syncthreads();
  }
}

/* A thread: dimension t of the i-th particle that moves into a swarm, from the one before it on the ring. No particle both leaves and is
 * replaced, since at most half of them move. */
template <class L> __global__ void move_kernel(const __grid_constant__ Args a) {
  const size_t i = thread_number(), row = i / (size_t)a.q.n;
  const int32_t each = max(a.q.migrants, 1), t = (int32_t)(i % (size_t)a.q.n),
                swarm = (int32_t)(row / (size_t)each), k = (int32_t)(row % (size_t)each);
  if (row >= (size_t)a.swarms * (size_t)each) return;
  const int32_t from = swarm ? swarm - 1 : (int32_t)a.swarms - 1;
  if (!k) a.h[row_of(a, swarm, t)] = a.g[row_of(a, from, t)];
  if (!k && !t) a.h_known[swarm] = 1;
  if (k >= a.q.migrants) return;
  const int32_t best = a.best[from * a.q.migrants + k], worst = a.worst[swarm * a.q.migrants + k];
  const size_t source = L::at(a, from, t, best), target = L::at(a, swarm, t, worst);
  a.x[target] = a.x[source];
  a.v[target] = a.v[source];
  a.b[target] = a.b[source];
  if (!t) a.b_fitness[particle_of(a, swarm, worst)] = a.b_fitness[particle_of(a, from, best)];
}

} // namespace swarm_ladder
#endif
