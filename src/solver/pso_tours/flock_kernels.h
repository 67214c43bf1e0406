/* The contract of the twins of swarms of tours (src/cpu/pso_tours/flock.c, src/gpu/pso_tours/flock.cu): same state, same bits.
 *
 * A particle's position is a tour that begins with city 0, its velocity a list of swaps of two positions (Clerc 2004; Wang, Huang,
 * Zhou, Pang 2003). All numbers are integers; draws are words of flock_words().
 *
 *   Difference of a tour and a target: going round positions 1..n-1 once, from a drawn one on: where the tour differs, the
 *             city that the target has there comes there by a swap. After all of these the tour is the target.
 *   Product   of a number and a list: so many of its swaps, from the first on; never more than there are.
 *   Move      of iteration k: x goes on by w v; then by c1 r1 of the difference to the particle's best b, from where it is; then by c2 r2 of
 *             that to the swarm's best g, from where it is then. The new velocity is what was done, in this order, at most n - 1
 *             swaps: after these the move ends. With d positions that differ, c r of a difference are floor(c r d) swaps at most.
 *             If there was no swap at all (Clerc: the particle has no hope), three swaps of drawn positions are made.
 *   Words     block 0: r1 and r2 are the upper 16 bits of words 0 and 1 in 2^-16; words 2 and 3 draw the first positions. Blocks 1 and 2:
 *             pairs of positions for a particle without hope.
 *   Start     a random tour: for p = n - 1 down to 2 the cities at p and 1 + below(word, p) change places; word p mod 4 of block p / 4 of
 *             iteration FLOCK_START. No velocity, no best.
 *   Settle    the tour is turned so that it begins with city 0. b becomes x if x is cheaper; then g the b of the particle with
 *             the least (cost, number) if that is cheaper than g. */
#ifndef CORDEE_SOLVER_PSO_TOURS_FLOCK_KERNELS_H
#define CORDEE_SOLVER_PSO_TOURS_FLOCK_KERNELS_H

#include "rng.h"
#include "search/candidates/tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FLOCK_START UINT32_MAX   /* iteration of the start */
enum { RNG_FLOCK = 0x56000000 }; /* + block */
enum { FLOCK_HOPE = 3 };         /* swaps of a particle without hope */

/* The plan in the kernels' numbers. */
typedef struct FlockRules {
  uint32_t particles; /* of a swarm */
  uint32_t c1, c2;    /* in 2^-16 */
} FlockRules;

/* Consecutive islands of the ring, a swarm each. Row i * particles + p is particle p of the i-th. Arrays are on the backend. */
typedef struct FlockState {
  uint64_t seed;
  uint32_t first, swarms;
  int32_t *x;      /* (rows, n) */
  int64_t *cost;   /* (rows) of x */
  int32_t *v;      /* (rows, n - 1, 2) positions that are swapped; after `length` of them undefined */
  int32_t *length; /* (rows) */
  int32_t *b;      /* (rows, n) */
  int64_t *b_cost; /* (rows) COST_NONE: none */
  int32_t *g;      /* (swarms, n) */
  int64_t *g_cost; /* (swarms) */
} FlockState;

typedef struct FlockKernels {
  /* How they run. ERR_DEVICE. */
  Status (*describe)(Backend *be, const TourProblem *problem, const FlockRules *rules, Description *out);
  /* x, cost and length of the start. ERR_DEVICE. */
  Status (*start)(Backend *be, const TourProblem *problem, const FlockRules *rules, const FlockState *state);
  /* The move of iteration k: x, cost, v and length. w: in 2^-16. ERR_DEVICE, ERR_MEMORY, ERR_STOPPED. */
  Status (*move)(Backend *be, const TourProblem *problem, const FlockRules *rules, const FlockState *state,
                 uint32_t k, uint32_t w);
  /* x turned, b and g. ERR_DEVICE, ERR_MEMORY. */
  Status (*settle)(Backend *be, const TourProblem *problem, const FlockRules *rules, const FlockState *state);
} FlockKernels;

RNG_FN philox4x32_ctr_t flock_words(uint64_t seed, uint32_t swarm, uint32_t particle, uint32_t k,
                                    uint32_t block) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t counter = {{swarm, particle, k, RNG_FLOCK + block}};
  return philox4x32(counter, key);
}

RNG_FN int32_t flock_below(uint32_t word, int32_t m) {
  return (int32_t)(((uint64_t)word * (uint32_t)m) >> 32);
}

/* floor(c r d), at most d. c in 2^-16, r: the upper half of a word. */
RNG_FN int32_t flock_part(uint32_t c, uint32_t word, int32_t d) {
  const uint64_t share = (uint64_t)c * (word >> 16); /* in 2^-32 */
  const uint64_t part = (share >> 16) * (uint32_t)d >> 16;
  return part < (uint64_t)d ? (int32_t)part : d;
}

/* floor(w length), at most length. */
RNG_FN int32_t flock_kept(uint32_t w, int32_t length) {
  const uint64_t kept = (uint64_t)w * (uint32_t)length >> 16;
  return kept < (uint64_t)length ? (int32_t)kept : length;
}

#ifdef __cplusplus
}
#endif
#endif
