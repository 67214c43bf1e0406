/* The memory of the current swarm: the block's shared memory for all steps of a launch, or global memory. Both
 * are organized in quads: a block of four dimensions of one particle, for which one call of the generator is
 * enough. */
#ifndef CORDEE_GPU_PSO_PSO_STORE_CUH
#define CORDEE_GPU_PSO_PSO_STORE_CUH

#include "pso_random.cuh"

struct __align__(16) Quad {
  float f[4];
};

/* The division of a swarm among the threads of its block; chosen on the host (pso.cu). Tiles of `lanes`
 * particles are processed one after another. A particle has a team of threads, in different warps, so that a
 * warp has neighbouring particles. */
typedef struct PsoShape {
  int32_t lanes, team; /* threads: lanes * team; lanes: a multiple of 32 */
  int32_t quads;       /* ceil(T / 4) */
  uint32_t machine0;   /* the bits of ROUND_SHIFT; that and */
  uint32_t load0; /* machine0 * lanes are parameters, as the compiler makes more additions of constants */
} PsoShape;

/* This thread's position in the block. */
struct Place {
  int32_t lane, member, lanes, team;
  uint32_t machine0, load0;
};

/* Allocates the shared memory of a block from front to back; the same calls on the host count its bytes. */
struct Arena {
  char *at;
  size_t bytes;
  template <class T> __host__ __device__ T *take(size_t count) {
    T *taken = reinterpret_cast<T *>(at + bytes);
    bytes += (count * sizeof(T) + 15) / 16 * 16;
    return taken;
  }
};

static __device__ __forceinline__ Quad quad_gather(const float *from, int32_t n, int32_t stride,
                                                   int32_t block) {
  Quad quad;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    quad.f[i] = 4 * block + i < n ? from[(size_t)(4 * block + i) * (size_t)stride] : 0.0f;
  return quad;
}

static __device__ __forceinline__ void quad_scatter(float *to, int32_t n, int32_t stride, int32_t block,
                                                    const Quad &quad) {
#pragma unroll
  for (int i = 0; i < 4; ++i)
    if (4 * block + i < n) to[(size_t)(4 * block + i) * (size_t)stride] = quad.f[i];
}

/* Global memory. */
struct Streaming {
  enum { RESIDENT = false, THREADS_MAX = 768 }; /* 80 registers: no spills */
  int32_t n, particles;
  float *xs, *vs, *bs, *gs;
  const float *hs;

  static __host__ __device__ Streaming make(const PsoProblem &q, const PsoShape &, Arena &) {
    Streaming s = {};
    s.n = q.n;
    s.particles = q.particles;
    return s;
  }
  __device__ void enter(const PsoState &state, uint32_t swarm) {
    const size_t from = (size_t)swarm * (size_t)n;
    xs = state.x + from * (size_t)particles;
    vs = state.v + from * (size_t)particles;
    bs = state.b + from * (size_t)particles;
    gs = state.g + from;
    hs = state.h + from;
  }
  __device__ void leave() {}
  __device__ bool holds(int32_t t) const { return t < n; }
  __device__ Quad x(int32_t block, int32_t p) const { return quad_gather(xs + p, n, particles, block); }
  __device__ Quad v(int32_t block, int32_t p) const { return quad_gather(vs + p, n, particles, block); }
  __device__ Quad b(int32_t block, int32_t p) const { return quad_gather(bs + p, n, particles, block); }
  __device__ void set_x(int32_t block, int32_t p, const Quad &to) const {
    quad_scatter(xs + p, n, particles, block, to);
  }
  __device__ void set_v(int32_t block, int32_t p, const Quad &to) const {
    quad_scatter(vs + p, n, particles, block, to);
  }
  __device__ void set_b(int32_t block, int32_t p, const Quad &to) const {
    quad_scatter(bs + p, n, particles, block, to);
  }
  __device__ Quad g(int32_t block) const { return quad_gather(gs, n, 1, block); }
  __device__ Quad h(int32_t block) const { return quad_gather(hs, n, 1, block); }
  __device__ void set_g(int32_t block, const Quad &to) const { quad_scatter(gs, n, 1, block, to); }
  __device__ float coordinate(int32_t t, int32_t p) const {
    return xs[(size_t)t * (size_t)particles + (size_t)p];
  }

  /* Rows of random words are computed again for every particle: memory limits this variant. */
  __device__ void fill_rows(const RoundKeys &, uint32_t, uint32_t) const {}
  __device__ RandomRow row(const RoundKeys &keys, uint32_t number, uint32_t k, int32_t block) const {
    return random_row(keys, number, k, RNG_SWARM + (uint32_t)block);
  }
  static __device__ void prefetch(const float *at) {
#ifdef __CUDACC__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
#else
    (void)at; /* tests run it on the host */
#endif
  }
  /* Prefetches a quad. */
  __device__ void fetch(int32_t block, int32_t p) const {
    const int32_t end = min(n, 4 * block + 4);
    for (int32_t t = 4 * block; t < end; ++t) {
      const size_t at = (size_t)t * (size_t)particles + (size_t)p;
      prefetch(xs + at);
      prefetch(vs + at);
      prefetch(bs + at);
    }
  }
};

/* Shared memory. Zeros, which are not stored, extend the dimensions to whole quads. */
struct Resident {
  enum { RESIDENT = true, THREADS_MAX = 1024 };
  int32_t n, particles, quads;
  Quad *xs, *vs, *bs, *gs, *hs; /* (quads, P) thrice, (quads) twice */
  RandomRow *rows;              /* (quads) */
  Streaming outside;

  static __host__ __device__ Resident make(const PsoProblem &q, const PsoShape &shape, Arena &arena) {
    const size_t quads = (size_t)shape.quads, all = quads * (size_t)q.particles;
    Resident s = {};
    s.n = q.n;
    s.particles = q.particles;
    s.quads = shape.quads;
    s.xs = arena.take<Quad>(all);
    s.vs = arena.take<Quad>(all);
    s.bs = arena.take<Quad>(all);
    s.gs = arena.take<Quad>(quads);
    s.hs = arena.take<Quad>(quads);
    s.rows = arena.take<RandomRow>(quads);
    s.outside = Streaming::make(q, shape, arena);
    return s;
  }
  /* The caller needs a barrier after it. */
  __device__ void enter(const PsoState &state, uint32_t swarm) {
    outside.enter(state, swarm);
    for (int32_t i = (int32_t)threadIdx.x; i < quads * particles; i += (int32_t)blockDim.x) {
      const int32_t block = i / particles, p = i % particles;
      set_x(block, p, outside.x(block, p));
      set_v(block, p, outside.v(block, p));
      set_b(block, p, outside.b(block, p));
    }
    for (int32_t block = (int32_t)threadIdx.x; block < quads; block += (int32_t)blockDim.x) {
      gs[block] = outside.g(block);
      hs[block] = outside.h(block);
    }
  }
  __device__ void leave() {
    for (int32_t i = (int32_t)threadIdx.x; i < quads * particles; i += (int32_t)blockDim.x) {
      const int32_t block = i / particles, p = i % particles;
      outside.set_x(block, p, x(block, p));
      outside.set_v(block, p, v(block, p));
      outside.set_b(block, p, b(block, p));
    }
    for (int32_t block = (int32_t)threadIdx.x; block < quads; block += (int32_t)blockDim.x)
      outside.set_g(block, gs[block]);
  }
  __device__ bool holds(int32_t) const { return true; }
  __device__ int32_t at(int32_t block, int32_t p) const { return block * particles + p; }
  __device__ Quad x(int32_t block, int32_t p) const { return xs[at(block, p)]; }
  __device__ Quad v(int32_t block, int32_t p) const { return vs[at(block, p)]; }
  __device__ Quad b(int32_t block, int32_t p) const { return bs[at(block, p)]; }
  __device__ void set_x(int32_t block, int32_t p, const Quad &to) const { xs[at(block, p)] = to; }
  __device__ void set_v(int32_t block, int32_t p, const Quad &to) const { vs[at(block, p)] = to; }
  __device__ void set_b(int32_t block, int32_t p, const Quad &to) const { bs[at(block, p)] = to; }
  __device__ Quad g(int32_t block) const { return gs[block]; }
  __device__ Quad h(int32_t block) const { return hs[block]; }
  __device__ void set_g(int32_t block, const Quad &to) const { gs[block] = to; }
  __device__ float coordinate(int32_t t, int32_t p) const { return xs[at(t >> 2, p)].f[t & 3]; }

  /* For iteration k: before it, and after the last use of the previous rows. */
  __device__ void fill_rows(const RoundKeys &keys, uint32_t number, uint32_t k) const {
    for (int32_t block = (int32_t)threadIdx.x; block < quads; block += (int32_t)blockDim.x)
      rows[block] = random_row(keys, number, k, RNG_SWARM + (uint32_t)block);
  }
  __device__ RandomRow row(const RoundKeys &, uint32_t, uint32_t, int32_t block) const { return rows[block]; }
  __device__ void fetch(int32_t, int32_t) const {}
};

#endif
