/* The fitness of a tile's positions: two policies, one for each kind of problem, with the same functions.
 *   place()   the new positions of a quad, by the thread that moves it
 *   share()   this thread's part of its particle's fitness, when all dimensions are there
 *   join()    the fitness; only if JOINS, after another barrier
 * The keys of fitness are in `key`, in two rows that alternate, so that one can be cleared while the other is
 * read. */
#ifndef CORDEE_GPU_PSO_PSO_FITNESS_CUH
#define CORDEE_GPU_PSO_PSO_FITNESS_CUH

#include "solver/pso/pso_function.h"
#include "problem/function/function.h"
#include "pso_store.cuh"

/* The memory of the machines' loads: shared memory, with a column a thread or a column a particle (atomic
 * additions), or global memory. */
enum PsoLoads { LOADS_COLUMN, LOADS_ATOMIC, LOADS_GLOBAL };

/* Adding it to a float in 0 .. 2^22 rounds that to the nearest integer, halves to even, and adds the integer to its bits. */
#define ROUND_SHIFT 12582912.0f

/* Task matching: the makespan. Loads lie machine by machine, so that the particles of a warp find different banks. */
template <class S, PsoLoads LOADS> struct Matching {
  enum { JOINS = false };
  static constexpr PsoKind problem = PSO_MATCHING;
  static constexpr int function = -1, loads = LOADS;
  const uint32_t *ticks; /* (T, M); resident: (4 quads, M) with zeros behind */
  uint32_t *load;        /* (M, lanes), a column a thread: (M, lanes * team) */
  uint32_t *key;         /* (2, lanes) */

  static __host__ __device__ int32_t columns(const PsoShape &shape) {
    return LOADS == LOADS_COLUMN ? shape.lanes * shape.team : shape.lanes;
  }
  static __host__ __device__ Matching make(const PsoProblem &q, const PsoShape &shape, Arena &arena,
                                           void *workspace) {
    Matching f = {};
    f.key = arena.take<uint32_t>(2 * (size_t)shape.lanes);
    f.ticks = S::RESIDENT ? arena.take<uint32_t>(4 * (size_t)shape.quads * (size_t)q.machines) : q.ticks;
    Arena global = {(char *)workspace, 0};
    f.load =
        (LOADS == LOADS_GLOBAL ? global : arena).take<uint32_t>((size_t)q.machines * (size_t)columns(shape));
    return f;
  }
  /* Global memory that make() needs, a block. */
  static size_t workspace_bytes(const PsoProblem &q, const PsoShape &shape) {
    return LOADS == LOADS_GLOBAL ? (size_t)q.machines * (size_t)shape.lanes * sizeof(uint32_t) : 0;
  }
  /* Once a kernel. The caller needs a barrier after it. */
  __device__ void clear(const PsoProblem &q, const PsoShape &shape) {
    const int32_t all = q.machines * columns(shape), threads = (int32_t)blockDim.x,
                  thread = (int32_t)threadIdx.x;
    for (int32_t i = thread; i < all; i += threads) load[i] = 0;
    for (int32_t i = thread; i < 2 * shape.lanes; i += threads) key[i] = 0;
    if (!S::RESIDENT) return;
    uint32_t *copy = const_cast<uint32_t *>(ticks);
    for (int32_t i = thread; i < 4 * shape.quads * q.machines; i += threads)
      copy[i] = i < q.n * q.machines ? q.ticks[i] : 0;
  }
  /* Loads all times before it uses the first; dimensions beyond the last have none. */
  __device__ __forceinline__ Quad place(const PsoProblem &q, const S &store, const Place &at, int32_t block,
                                        const Quad &x, const Quad &v) const {
    Quad to, shifted;
    uint32_t time[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      to.f[i] = pso_clamp(x.f[i] + v.f[i], q.low, q.high);
      shifted.f[i] = to.f[i] + ROUND_SHIFT;
      const uint32_t row = (uint32_t)(4 * block + i) * (uint32_t)q.machines - at.machine0;
      time[i] = store.holds(4 * block + i) ? ticks[row + __float_as_uint(shifted.f[i])] : 0;
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      add_load(at, __float_as_uint(shifted.f[i]), time[i]);
      to.f[i] = q.discrete ? shifted.f[i] - ROUND_SHIFT : to.f[i];
    }
    return to;
  }
  /* `machine` is above at.machine0. */
  __device__ __forceinline__ void add_load(const Place &at, uint32_t machine, uint32_t time) const {
    const uint32_t threads = (uint32_t)(at.lanes * at.team), lanes = (uint32_t)at.lanes;
    if (LOADS == LOADS_COLUMN)
      load[machine * threads + (threadIdx.x - at.load0 * (uint32_t)at.team)] += time;
    else
      atomicAdd(load + (machine * lanes + ((uint32_t)at.lane - at.load0)), time);
  }
  __device__ void share(const PsoProblem &q, const S &, const Place &at, int32_t, uint32_t *keys) const {
    uint32_t makespan = 0;
    for (int32_t m = at.member; m < q.machines; m += at.team) {
      uint32_t sum = 0;
      const int32_t columns = LOADS == LOADS_COLUMN ? at.team : 1;
      for (int32_t column = 0; column < columns; ++column) {
        uint32_t *from = load + (size_t)(m * columns + column) * (size_t)at.lanes + (size_t)at.lane;
        sum += *from;
        *from = 0;
      }
      makespan = max(makespan, sum);
    }
    atomicMax(keys + at.lane, makespan);
  }
  __device__ void join(const PsoProblem &, const Place &, uint32_t *) const {}
};

/* Test functions: eight partial sums by at most eight threads (pso_function.h). */
template <class S, FunctionKind KIND> struct Function {
  enum { JOINS = true };
  static constexpr PsoKind problem = PSO_FUNCTION;
  static constexpr int function = KIND, loads = LOADS_COLUMN;
  PsoSum *part; /* (PSO_PARTS, lanes) */
  uint32_t *key;

  static __host__ __device__ Function make(const PsoProblem &, const PsoShape &shape, Arena &arena, void *) {
    Function f = {};
    f.key = arena.take<uint32_t>(2 * (size_t)shape.lanes);
    f.part = arena.take<PsoSum>(PSO_PARTS * (size_t)shape.lanes);
    return f;
  }
  static size_t workspace_bytes(const PsoProblem &, const PsoShape &) { return 0; }
  __device__ void clear(const PsoProblem &, const PsoShape &) {}
  __device__ __forceinline__ Quad place(const PsoProblem &q, const S &, const Place &, int32_t, const Quad &x,
                                        const Quad &v) const {
    Quad to;
#pragma unroll
    for (int i = 0; i < 4; ++i) to.f[i] = pso_place(&q, x.f[i], v.f[i]);
    return to;
  }
  __device__ void share(const PsoProblem &q, const S &store, const Place &at, int32_t p, uint32_t *) const {
    for (int32_t j = at.member; j < PSO_PARTS; j += at.team) {
      PsoSum sum = {0, 0};
      for (int32_t block = j; 4 * block < q.n; block += PSO_PARTS) sum = add_quad(q, store, block, p, sum);
      part[j * at.lanes + at.lane] = sum;
    }
  }
  __device__ __forceinline__ PsoSum add_quad(const PsoProblem &q, const S &store, int32_t block, int32_t p,
                                             PsoSum sum) const {
    const Quad x = store.x(block, p);
    const int32_t after = 4 * block + 4;
    const float last = KIND == FUNCTION_ROSENBROCK && after < q.n ? store.coordinate(after, p) : 0.0f;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (4 * block + i < q.n)
        sum = pso_function_add(KIND, sum, 4 * block + i, q.n, x.f[i], i < 3 ? x.f[i < 3 ? i + 1 : 3] : last);
    return sum;
  }
  __device__ void join(const PsoProblem &q, const Place &at, uint32_t *keys) const {
    if (at.member) return;
    PsoSum sum[PSO_PARTS];
#pragma unroll
    for (int j = 0; j < PSO_PARTS; ++j) sum[j] = part[j * at.lanes + at.lane];
#pragma unroll
    for (int half = PSO_PARTS / 2; half; half /= 2)
#pragma unroll
      for (int j = 0; j < half; ++j) sum[j] = pso_function_join(KIND, sum[j], sum[j + half]);
    keys[at.lane] = pso_function_key(pso_function_value(KIND, q.n, sum[0]));
  }
};

#endif
