/* The contract of the kernels that recombine tours, of both twins (src/cpu/eax/recombine.c, src/gpu/eax/recombine.cu): same
 * tours, same bits. Edge assembly crossover (Nagata and Kobayashi 2013) with all of a pair's cycles at once.
 *
 *   Child     begins as a copy of its mother A; the father is B. tour[p] is the city at position p, position 0 follows
 *             position n - 1.
 *   Ends      Entry e = 0, 1, ... are the edges of A that B has not, by the position p of their first city; end 2 e is
 *             A[p], end 2 e + 1 is A[p + 1].
 *   Pairing   A city has as many edges of A that B has not as of B that A has not: none, one, or two. Each of the former
 *             goes with one of the latter: if there are two, that to A's previous (next) city with that to B's previous
 *             (next), or, if the city's bit is set, crosswise. Bit: v mod 64 of draw v / 64 of stream (seed, island,
 *             member, RNG_RECOMBINE + 256 generation); the seed is the task's, the generation its epoch modulo 2^24.
 *   Cycles    So the edges fall into closed walks along A and B in turn: AB-cycles, numbered by their lowest entries.
 *   Test      of a cycle on a tour: its edges of A are replaced by its edges of B. What is left may be several sub-tours,
 *             numbered in the order in which the positions after 0 meet their segments (segment s ends at the s-th cut).
 *             While there are several, the one with the fewest cities (ties: the lowest number) is joined to another,
 *             whose number both have then. Join: edges (v, v') of it and (w, w') not of it, w among v's candidates, become
 *             (v, w), (v', w') or (v, w'), (v', w): the least change of cost. Ties: lowest position of v, place of w among
 *             the candidates, w' before w rather than after it, v' before v, (v, w) rather than (v, w'). Before and after
 *             is by positions; a city with an edge replaced keeps the new one on that side.
 *             Gain: what the cost falls by. The test fails if the cycle has more than RECOMBINE_CUTS edges of A, one of them
 *             is not there, the cost has not fallen (looked at before joins and after each), there is no join, or before
 *             it more than RECOMBINE_CUTS - 2 edges of the tour are replaced.
 *   Choice    All cycles are tested on the mother. Those that gain are ranked by gain for each edge of A in the cycle,
 *             ties by number. The first `share` per cent of them, rounded up, are tested again in that order, each on the
 *             child so far, and done if they gain.
 *   Doing     The longest segment (ties: the first) stays where it is, and forward; the others follow it in their order.
 *
 * The better share, rather than all, keeps a population diverse: it ends where Nagata's entropy rule does, without a
 * table of edges (docs/algorithms.md). Wide populations of little-improved tours gain most from it. */
#ifndef CORDEE_SOLVER_EAX_RECOMBINE_KERNELS_H
#define CORDEE_SOLVER_EAX_RECOMBINE_KERNELS_H

#include "rng.h"
#include "solver/candidates/tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RECOMBINE_CUTS = 512, /* edges of a tour that a cycle with its joins may replace */
  RECOMBINE_SHARE = 50  /* per cent; usual */
};

/* Of one generation: child i is that of pair i. Arrays are on the backend. */
typedef struct RecombinePair {
  uint32_t parent_a,
      parent_b; /* rows of tour; may be the same; mother RECOMBINE_NONE: no pair, no child, no result */
  uint32_t island, member; /* whose random bits */
  uint32_t task;           /* that it belongs to */
} RecombinePair;
#define RECOMBINE_NONE UINT32_MAX

typedef struct RecombineResult {
  int64_t cost;      /* of the child, exact */
  int32_t differing; /* edges of the mother that the father has not */
  int32_t cycles, gaining, done;
} RecombineResult;

typedef struct RecombineTask {
  TourProblem problem;
  int32_t width;        /* K, candidates of a city */
  const int32_t *list;  /* (instances, n, K) */
  const TourTask *task; /* (tasks) */
  int32_t share;        /* per cent, 1..100; 100: whatever gains */
  uint32_t pairs;
  const RecombinePair *pair; /* (pairs) */
  const int32_t *tour;       /* (tours, n) */
  const int64_t *cost;       /* (tours) exact */
  int32_t *child;            /* (pairs, n); not `tour` */
  RecombineResult *result;   /* (pairs) */
} RecombineTask;

typedef struct RecombineKernels {
  /* All children, in one launch. Returns when they are there. ERR_MEMORY, ERR_DEVICE. */
  Status (*recombine)(Backend *be, const RecombineTask *task);
} RecombineKernels;

/* The pairs of an island's generation: each of its `group` tours is mother once and father once, along a random ring.
 * Pair i has mother first + i. pair (group) on the host. ERR_MEMORY. */
Status recombine_pairs(uint64_t seed, uint32_t island, uint32_t generation, uint32_t first, uint32_t group,
                       RecombinePair *pair);

/* Bit of city v. */
RNG_FN int32_t recombine_bit(const RecombineTask *t, RecombinePair pair, int32_t v) {
  const TourTask own = t->task[pair.task];
  const RngStream s = {own.seed, pair.island, pair.member, RNG_RECOMBINE + (own.epoch << 8)};
  return (int32_t)(rng_draw(s, (uint32_t)v / 64) >> (v % 64) & 1);
}

#ifdef __cplusplus
}
#endif
#endif
