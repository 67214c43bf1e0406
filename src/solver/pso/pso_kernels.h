/* The contract of the swarm kernels' twins (src/cpu/pso/pso.c, src/gpu/pso/pso.cu): same state, same bits.
 *
 * A swarm is P particles of T dimensions (Kennedy and Eberhart 1995); a position rounds to a machine (task matching) or is a
 * point (test functions). A step is one iteration k of every particle p, of every swarm, all from the state before it:
 *
 *   v' = clamp(w v + a1 (b - x) + a2 (g - x) [+ a3 repulsion], speed)      a1 = c1 r1, a2 = c2 r2, a3 = c3 r3
 *   x' = clamp(x + v', low..high)        FORM_DISCRETE: rounded to the nearest integer then
 *
 * b: the particle's best position, g: the swarm's, h: the neighbour swarm's as of the last exchange. Swarms with an odd
 * number on the ring add the repulsion once they have an h. Constriction multiplies the sum by chi. Every operation is one
 * IEEE float operation or one fused multiply-add, in the order of pso_move: so twins agree.
 *
 *   Random   Philox4x32-10, key seed, counter (swarm, p, k, RNG_SWARM + t/4): the 16-bit halves of word t mod 4, low then
 *            high, are r1 and r2, (u + 1/2) / 2^16. r3 is its middle bits 8 to 23: its
 *            upper byte is r2's lower one. Start: k = PSO_START.
 *   Fitness  a key, smaller is better. Matching: the makespan in ticks (sums of integers: any order). Functions: the float's
 *            bits (it is >= 0); its sums go by pso_function.h's fixed tree. Not a number: UINT32_MAX.
 *   Bests    b becomes x' if its fitness is smaller. Then g becomes the b of the particle with the smallest (fitness, p) if
 *            that is smaller than g's.
 *   Start    x uniform in low..high, v uniform in 0..speed/2 (pso_start_place, pso_start_speed: r1 and r2 of PSO_START);
 *            b = x; g as above, from a g's fitness of UINT32_MAX; h_known 0.
 *   Exchange the n best particles by (b's fitness, p), ascending, replace the n worst of the next swarm, by the same order
 *            the last, one by one: best on worst. x, v, b and fitness travel; also g, which is the next swarm's h. Then g as
 *            under Bests.
 */
#ifndef CORDEE_SOLVER_PSO_PSO_KERNELS_H
#define CORDEE_SOLVER_PSO_PSO_KERNELS_H

#include <math.h>
#include "backend.h"
#include "problem/function/function.h"
#include "instance.h"
#include "rng.h"

#define PSO_START UINT32_MAX     /* iteration number of the start */
enum { RNG_SWARM = 0x10000000 }; /* plus t / 4: T is at most 2^28 */

/* The kind of problem. */
typedef enum PsoKind { PSO_MATCHING, PSO_FUNCTION } PsoKind;

/* Read by every kernel, written by none. Pointers are on the backend, owned by the archipelago. */
typedef struct PsoProblem {
  PsoKind problem;
  FunctionKind function;
  int32_t n, machines;   /* T; M of a matching */
  int32_t particles;     /* P */
  int32_t migrants;      /* <= P */
  uint32_t discrete;     /* FORM_DISCRETE */
  float low, high;       /* matching: 0 .. M-1 */
  float speed;           /* of every component at most; matching: M */
  float per_range;       /* 1 / (high - low), 0 if they are equal */
  float c1, c2, c3, chi; /* chi: 1 but for constriction */
  const uint32_t *ticks; /* (T, M) times in ticks: no load can pass 2^32 - 1; NULL for functions */
} PsoProblem;

/* Arrays are on the backend; S swarms. Element (s, t, p) of a (S, T, P) array is at (s * T + t) * P + p: particles lie side
 * by side. */
typedef struct PsoState {
  uint64_t seed;
  uint32_t first, swarms; /* span */
  uint32_t iteration;     /* k of the next step */
  float *x, *v, *b;       /* (S, T, P) */
  uint32_t *b_fitness;    /* (S, P) */
  float *g, *h;           /* (S, T) */
  uint32_t *g_fitness;    /* (S) */
  uint32_t *h_known;      /* (S) 1: h is there */
  float *outbox;          /* (S, pso_parcel_floats): what each sends */
  float *inbox;           /* (pso_parcel_floats): what the first receives */
} PsoState;

typedef struct PsoKernels {
  /* How they run at this problem's size. ERR_DEVICE. */
  Status (*describe)(Backend *be, const PsoProblem *problem, uint32_t swarms, Description *out);
  /* Start of every swarm. */
  Status (*start)(Backend *be, const PsoProblem *problem, const PsoState *state);
  /* `steps` iterations from state->iteration on; w[k]: inertia of the k-th of them (host, reusable at
   * once). May return before it is done: transfers wait for it. ERR_DEVICE, ERR_MEMORY. */
  Status (*advance)(Backend *be, const PsoProblem *problem, const PsoState *state, const float *w,
                    uint32_t steps);
  /* The exchange in two halves: every swarm packs its outbox; then swarm s > 0 receives the outbox of s - 1,
   * and swarm 0 the inbox. */
  Status (*pack)(Backend *be, const PsoProblem *problem, const PsoState *state);
  Status (*settle)(Backend *be, const PsoProblem *problem, const PsoState *state);
} PsoKernels;

/* A message: g (T), the bits of its fitness (1), then for each migrant x, v, b (T each) and the bits of its
 * fitness (1). */
RNG_FN size_t pso_parcel_floats(const PsoProblem *p) {
  return (size_t)p->n + 1 + (size_t)p->migrants * (3 * (size_t)p->n + 1);
}

/* The four words of dimensions 4 block .. 4 block + 3. */
RNG_FN philox4x32_ctr_t pso_random(uint64_t seed, uint32_t swarm, uint32_t p, uint32_t k, uint32_t block) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{swarm, p, k, RNG_SWARM + block}};
  return philox4x32(counter, key);
}

/* c (u + 1/2) / 2^16 of a 16-bit u; the bits of the float 1 + u / 2^16 are assembled from u. `shift`: 0 the low
 * half of the word, 8 the middle, 16 the high half. */
RNG_FN float pso_scaled(float c, uint32_t word, int shift) {
  union {
    uint32_t bits;
    float one_up;
  } f = {0x3f800000u | ((word >> shift & 0xffffu) << 7)};
  return fmaf(c, f.one_up, c * -0.99999237060546875f); /* 1 - 2^-17 */
}

RNG_FN float pso_clamp(float v, float low, float high) { return fminf(fmaxf(v, low), high); }

/* The repulsion from the neighbour's best h in one dimension, in -1..1: it points away from h and is larger
 * nearer to h; 0 where both swarms agree (h = g). After MRPSO (Vanneschi, Codecasa, Mauri 2010; Solomon,
 * Thulasiraman, Thulasiram 2011). */
RNG_FN float pso_repulsion(const PsoProblem *q, float h, float g, float x) {
  float size = fmaf(-fabsf(x - h), q->per_range, 1.0f);
  const float step = x < h ? -size : size;
  return h == g ? 0.0f : step;
}

/* Smaller speeds become 0: otherwise decaying speeds would become subnormal numbers, which processors compute
 * slowly. */
#define PSO_STILL 0x1p-64f

/* One dimension of one particle: its new velocity. `push`: a3 times the repulsion (one product), 0 if there is none. */
RNG_FN float pso_move(const PsoProblem *q, float w, float x, float v, float b, float g, uint32_t word,
                      float push) {
  float a1 = pso_scaled(q->c1, word, 0), a2 = pso_scaled(q->c2, word, 16);
  float sum = fmaf(a2, g - x, fmaf(a1, b - x, fmaf(w, v, push)));
  float moved = pso_clamp(q->chi * sum, -q->speed, q->speed);
  return fabsf(moved) < PSO_STILL ? 0.0f : moved;
}

RNG_FN float pso_place(const PsoProblem *q, float x, float v) {
  float at = pso_clamp(x + v, q->low, q->high);
  return q->discrete ? rintf(at) : at;
}

RNG_FN float pso_start_place(const PsoProblem *q, uint32_t word) {
  return pso_place(q, q->low, pso_scaled(q->high - q->low, word, 0));
}

RNG_FN float pso_start_speed(const PsoProblem *q, uint32_t word) {
  return pso_scaled(0.5f * q->speed, word, 16);
}

/* The machine nearest to a position in 0 .. machines - 1; halves round to even. */
RNG_FN int32_t pso_machine(float x) { return (int32_t)rintf(x); }

#endif
