/* Distances of a climb on the device: a float (or matrix) filter that only ranks moves, and the exact integer
 * metric.
 *
 * A filter F has
 *   filters   the ClimbFilters it computes, as bits
 *   Point     the data of a tour's position: coordinates of its city, e = distance to the next position
 *   Row       the data of a row's city that a lane keeps for all columns
 *   gap(row, point)   their distance, unfinished: add(gap, v) is distance + v in one instruction
 *   limit(move, m)  the largest value of a candidate when the smallest value is m
 *
 * Approximate roots are allowed: each float delta has an error of at most half of the slack (X * 2^-16 for
 * 2-opt, twice that for swaps; X: the half extent). */
#ifndef CORDEE_GPU_CLIMB_CLIMB_FILTER_CUH
#define CORDEE_GPU_CLIMB_CLIMB_FILTER_CUH

#include <cuda_runtime.h>
#include <math.h>
#include "problem/tsp/metric.h"
#include "solver/climb/climb_kernels.h"

/* sqrt(s) = s * (1 / sqrt(s)): the product is fused with the sum that follows, so the root costs nothing
 * more. */
struct Euclid {
  static constexpr unsigned filters = 1u << FILTER_EUCLID;
  struct Gap {
    float square, inverse;
  };
  struct Kind {};
  static __device__ Kind kind(const ClimbProblem &) { return {}; }
  static __device__ float inverse_root(float s) {
#ifdef __CUDACC__
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(s));
    return r;
#else
    return 1.0f / emulation_root(s); /* tests/emulation */
#endif
  }
  static __device__ Gap gap(Kind, float dx, float dy) {
    float s = __fmaf_rn(dx, dx, __fmaf_rn(dy, dy, 1e-30f)); /* never 0, as 0 * inf is NaN */
    return {s, inverse_root(s)};
  }
  static __device__ float add(Gap g, float v) { return __fmaf_rn(g.square, g.inverse, v); }
};

/* Lengths that are the sum (Manhattan) or the larger (Chebyshev) of |dx| and |dy|: one set of kernels for both, which asks when it runs.
 * |dx| + |dy| is the larger one + 1 x the smaller one, rounded once, as in the twin. */
struct SumOrMax {
  static constexpr unsigned filters = 1u << FILTER_MANHATTAN | 1u << FILTER_CHEBYSHEV;
  typedef float Gap;
  struct Kind {
    float share; /* of the smaller one: 1 or 0 */
  };
  static __device__ Kind kind(const ClimbProblem &problem) {
    return {problem.filter == FILTER_MANHATTAN ? 1.0f : 0.0f};
  }
  static __device__ Gap gap(Kind kind, float dx, float dy) {
    return __fmaf_rn(kind.share, fminf(fabsf(dx), fabsf(dy)), fmaxf(fabsf(dx), fabsf(dy)));
  }
  static __device__ float add(Gap g, float v) { return g + v; }
};

/* Filter on centred coordinates. */
template <class Length> struct Plane {
  static constexpr unsigned filters = Length::filters;
  typedef float Value;
  typedef typename Length::Gap Gap;
  struct __align__(16) Point {
    float x, y, e;
    int32_t city;
  };
  struct Row : Length::Kind { /* a base: without members it takes no room */
    float x, y;
  };

  static __device__ Point load(const Point *at) { /* one 16-byte access: no bank conflicts at odd strides */
    float4 v = *reinterpret_cast<const float4 *>(at);
    return {v.x, v.y, v.z, __float_as_int(v.w)};
  }
  static __device__ void place(const ClimbProblem &problem, Point *at, int32_t city) {
    at->x = problem.fxy[2 * (size_t)city];
    at->y = problem.fxy[2 * (size_t)city + 1];
    at->city = city;
  }
  static __device__ void place(Point *at, const Point &from) {
    at->x = from.x;
    at->y = from.y;
    at->city = from.city;
  }
  /* Without e, whose word another thread may be writing. */
  static __device__ Point load_place(const Point *at) {
    const volatile Point *p = at;
    return {p->x, p->y, 0, p->city};
  }
  static __device__ Row row(const ClimbProblem &problem, const Point &p) {
    return {Length::kind(problem), p.x, p.y};
  }
  static __device__ Gap gap(const Row &r, const Point &p) { return Length::gap(r, r.x - p.x, r.y - p.y); }
  static __device__ Value add(Gap g, Value v) { return Length::add(g, v); }
  static __device__ Value least(Value a, Value b) { return fminf(a, b); }
  static __device__ Value none() { return INFINITY; }
  static __device__ Value never() { return INFINITY; } /* excludes any sum with it, and does not overflow */
  static __device__ Value limit(ClimbMove move, const ClimbProblem &problem, Value m) {
    return climb_threshold(move, m, problem.slack);
  }
  /* Whether a candidate with float delta m improves the tour, whatever the rounding. */
  static __device__ bool improves(ClimbMove move, const ClimbProblem &problem, Value m) {
    return m + 2 * problem.slack < -climb_rounding(move);
  }
  static __device__ int32_t exact(const ClimbProblem &problem, int32_t a, int32_t b) {
    const double *p = problem.xy + 2 * (size_t)a, *q = problem.xy + 2 * (size_t)b;
    return metric_distance(problem.metric, p[0], p[1], q[0], q[1]);
  }
  /* Keys: integers in the order of the values. Bits: any 32 bits kept in a Value. */
  static __device__ int32_t key(Value v) { return flip(__float_as_int(v)); }
  static __device__ Value value(int32_t key) { return __int_as_float(flip(key)); }
  static __device__ int32_t flip(int32_t bits) { return bits < 0 ? bits ^ 0x7fffffff : bits; }
  static __device__ Value from_bits(int32_t bits) { return __int_as_float(bits); }
  static __device__ int32_t to_bits(Value v) { return __float_as_int(v); }
};

/* Filter and metric in one: the matrix is exact, its smallest delta is the best move's. */
struct Table {
  static constexpr unsigned filters = 1u << FILTER_MATRIX;
  typedef int32_t Value;
  typedef int32_t Gap;
  struct __align__(8) Point {
    int32_t e, city;
  };
  struct Row {
    const int32_t *line;
  };

  static __device__ Point load(const Point *at) { return *at; }
  static __device__ void place(const ClimbProblem &, Point *at, int32_t city) { at->city = city; }
  static __device__ void place(Point *at, const Point &from) { at->city = from.city; }
  static __device__ Point load_place(const Point *at) {
    const volatile Point *p = at;
    return {0, p->city};
  }
  static __device__ Row row(const ClimbProblem &problem, const Point &p) {
    return {problem.matrix + (size_t)p.city * (size_t)problem.n};
  }
  static __device__ Gap gap(const Row &r, const Point &p) { return __ldg(r.line + p.city); }
  static __device__ Value add(Gap g, Value v) { return g + v; }
  static __device__ Value least(Value a, Value b) { return min(a, b); }
  static __device__ Value none() { return INT32_MAX; }
  static __device__ Value never() { return 1 << 30; }
  static __device__ Value limit(ClimbMove, const ClimbProblem &, Value m) { return min(m, -1); }
  static __device__ bool improves(ClimbMove, const ClimbProblem &, Value m) { return m < 0; }
  static __device__ int32_t exact(const ClimbProblem &problem, int32_t a, int32_t b) {
    return __ldg(problem.matrix + (size_t)a * (size_t)problem.n + b);
  }
  static __device__ int32_t key(Value v) { return v; }
  static __device__ Value value(int32_t key) { return key; }
  static __device__ Value from_bits(int32_t bits) { return bits; }
  static __device__ int32_t to_bits(Value v) { return v; }
};

#endif
