/* The test functions as swarms evaluate them: in float, for both twins of pso_kernels.h. src/problem/function/function.c has the textbook
 * formulas, this the same values rearranged so that nothing cancels near the optimum.
 *
 * A value is made of terms, one a dimension, summed in a fixed order. Dimensions come in blocks of four; partial j takes the
 * blocks q with q mod 8 = j, in ascending order. Then the partials are joined: j with j + 4, then j + 2, then j + 1. So 1, 2, 4
 * or 8 threads, thread i with the partials i, i + threads, ..., can share a particle out and get the same bits.
 *
 *   PsoSum part[8] = {{0}};
 *   for (t ...) part[pso_function_part(t)] = pso_function_add(kind, part[...], t, n, x[t], x[t + 1]);   next: any if t = n - 1
 *   for (half = 4; half; half /= 2) for (j < half) part[j] = pso_function_join(kind, part[j], part[j + half]);
 *   key = pso_function_key(pso_function_value(kind, n, part[0]));
 *
 * Only operations that IEEE 754 defines to the bit: + - * / fma, root, rounding; sine and exponential are Taylor's
 * polynomials after a reduction of the range. */
#ifndef CORDEE_SOLVER_PSO_PSO_FUNCTION_H
#define CORDEE_SOLVER_PSO_PSO_FUNCTION_H

#include <math.h>
#include "instance.h"
#include "problem/function/function.h"
#include "rng.h"

enum { PSO_PARTS = 8 };

typedef struct PsoSum {
  float a, b; /* a: a sum; b: Ackley's waves; 1 - Griewank's product */
} PsoSum;

RNG_FN int32_t pso_function_part(int32_t t) { return t / 4 % PSO_PARTS; }

/* sin(y), |y| <= pi / 2. */
RNG_FN float pso_sine(float y) {
  float z = y * y, p = 0x1.612462p-33f; /* 1 / 13! */
  p = fmaf(p, z, -0x1.ae6456p-26f);
  p = fmaf(p, z, 0x1.71de3ap-19f);
  p = fmaf(p, z, -0x1.a01a02p-13f);
  p = fmaf(p, z, 0x1.111112p-7f);
  p = fmaf(p, z, -0x1.555556p-3f);
  return fmaf(z * y, p, y);
}

#define PSO_PI_HIGH 0x1.921fb6p1f /* pi rounded, and what is left of it */
#define PSO_PI_LOW  -0x1.777a5cp-24f

/* sin(pi x), up to its sign. */
RNG_FN float pso_wave(float x) { return pso_sine(PSO_PI_HIGH * (x - rintf(x))); }

/* 1 - cos(y) = 2 sin^2(y / 2). */
RNG_FN float pso_dip(float y) {
  float half = 0.5f * y, k = rintf(half * 0x1.45f306p-2f);
  float s = pso_sine(fmaf(-k, PSO_PI_LOW, fmaf(-k, PSO_PI_HIGH, half)));
  return 2.0f * s * s;
}

/* 1 - exp(-z), 0 <= z <= 80. */
RNG_FN float pso_fall(float z) {
  float k = rintf(z * 0x1.715476p0f), r = fmaf(k, -0x1.05c61p-29f, fmaf(k, 0x1.62e43p-1f, -z));
  union {
    uint32_t bits;
    float f;
  } scale = {(uint32_t)(127 - (int32_t)k) << 23}; /* 2^-k */
  float p = 0x1.a01a02p-13f;                      /* exp(r) - 1, |r| <= ln 2 / 2 */
  p = fmaf(p, r, 0x1.6c16c2p-10f);
  p = fmaf(p, r, 0x1.111112p-7f);
  p = fmaf(p, r, 0x1.555556p-5f);
  p = fmaf(p, r, 0x1.555556p-3f);
  p = fmaf(p, r, 0.5f);
  p = fmaf(p * r, r, r);
  return fmaf(-scale.f, p, 1.0f - scale.f);
}

/* 1 - (1 - p)(1 - q). */
RNG_FN float pso_either(float p, float q) { return fmaf(-p, q, p + q); }

/* 418.98... - x sin(sqrt|x|): the root with its rounding error, its distance d from where the sine is 1 or -1, and then
 * |sine| = 1 - (1 - cos d). */
RNG_FN float pso_schwefel(float x) {
  float u = fabsf(x), s = sqrtf(u), rest = fmaf(-s, s, u) / fmaf(2.0f, s, 1e-30f);
  float k = rintf(fmaf(s, 0x1.45f306p-2f, -0.5f)), h = k + 0.5f, odd = fabsf(k - 2.0f * rintf(0.5f * k));
  float d = fmaf(-h, PSO_PI_LOW, fmaf(-h, PSO_PI_HIGH, s)) + rest, half = pso_sine(0.5f * d);
  float peak = fmaf(-2.0f * odd, x, x); /* x or -x */
  return fmaf(peak, 2.0f * half * half, (0x1.a2fb9ep8f - peak) + 0x1.002584p-17f);
}

/* The sum with dimension t's term. `next`: x of t + 1. */
RNG_FN PsoSum pso_function_add(FunctionKind kind, PsoSum s, int32_t t, int32_t n, float x, float next) {
  float wave, bend, step;
  switch (kind) {
  case FUNCTION_ROSENBROCK:
    bend = fmaf(-x, x, next);
    step = 1.0f - x;
    if (t + 1 < n) s.a = fmaf(100.0f * bend, bend, fmaf(step, step, s.a));
    return s;
  case FUNCTION_SCHWEFEL:
    s.a += pso_schwefel(x);
    return s;
  case FUNCTION_RASTRIGIN:
    wave = pso_wave(x);
    s.a = fmaf(20.0f * wave, wave, fmaf(x, x, s.a));
    return s;
  case FUNCTION_ACKLEY:
    wave = pso_wave(x);
    s.b = fmaf(2.0f * wave, wave, s.b);
    break;
  case FUNCTION_GRIEWANK:
    s.b = pso_either(s.b, pso_dip(x / sqrtf((float)(t + 1))));
    break;
  default:
    break;
  }
  s.a = fmaf(x, x, s.a);
  return s;
}

RNG_FN PsoSum pso_function_join(FunctionKind kind, PsoSum p, PsoSum q) {
  PsoSum s = {p.a + q.a, kind == FUNCTION_GRIEWANK ? pso_either(p.b, q.b) : p.b + q.b};
  return s;
}

RNG_FN float pso_function_value(FunctionKind kind, int32_t n, PsoSum s) {
  if (kind == FUNCTION_ACKLEY)
    return fmaf(20.0f, pso_fall(0.2f * sqrtf(s.a / (float)n)), 0x1.5bf0a8p1f * pso_fall(s.b / (float)n));
  return kind == FUNCTION_GRIEWANK ? s.a / 4000.0f + s.b : s.a;
}

/* Rounding may make a value negative: 0 then. */
RNG_FN uint32_t pso_function_key(float value) {
  union {
    float f;
    uint32_t bits;
  } key = {value > 0 ? value : 0.0f};
  return value == value ? key.bits : UINT32_MAX;
}

#endif
