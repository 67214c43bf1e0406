/* The contract of the kernels that recombine tours, of both twins (src/cpu/eax/recombine.c, src/gpu/eax/recombine.cu): same
 * tours, same bits. Edge assembly crossover (Nagata and Kobayashi 2013) with all of a pair's cycles at once.
 *
 *   Child     begins as a copy of parent A; the other parent is B. tour[p] is the city at position p, position 0 follows
 *             position n - 1.
 *   Ends      Entries e = 0, 1, ... are the edges of A that B lacks, by the position p of their first city; end 2 e is
 *             A[p], end 2 e + 1 is A[p + 1].
 *   Pairing   A city has as many edges of A that B lacks as of B that A lacks: none, one, or two. Each of the former
 *             is paired with one of the latter. If there are two, the edge to A's previous (next) city is paired with that to
 *             B's previous (next), or crosswise if the city's bit is set. Bit: v mod 64 of draw v / 64 of stream (seed, island,
 *             member, RNG_RECOMBINE + 256 generation); the seed is the task's, the generation its epoch modulo 2^24.
 *   Cycles    So the edges form closed walks along A and B in turn: AB-cycles, numbered by their lowest entries.
 *   Test      of a cycle on a tour: its edges of A are replaced by its edges of B. The result may be several sub-tours,
 *             numbered by the first position after 0 whose segment belongs to them (segment s ends at the s-th cut).
 *             While there are several, the one with the fewest cities (ties: the lowest number) is joined to another one,
 *             and takes its number. Join: edges (v, v') of it and (w, w') not of it, w among v's candidates, become
 *             (v, w), (v', w') or (v, w'), (v', w): the least change of cost. Ties: lowest position of v, place of w among
 *             the candidates, w' before w rather than after it, v' before v, (v, w) rather than (v, w'). Before and after
 *             refer to positions; a city with a replaced edge keeps the new one on that side.
 *             Gain: the decrease of the cost. The test fails if the cycle has more than RECOMBINE_CUTS edges of A, if one of
 *             them is not in the tour, if the cost has not fallen (tested before joins and after each), if there is no join,
 *             or if more than RECOMBINE_CUTS - 2 edges of the tour are replaced before a join.
 *   Choice    All cycles are tested on parent A. Those that gain are ranked by gain per edge of A in the cycle, ties by
 *             number. The first `share` per cent of them, rounded up, are tested again in that order, each on the child so
 *             far, and applied if they gain.
 *   Apply     The longest segment (ties: the first) stays where it is, and forward; the others follow it in their order.
 *
 * Applying the better share, rather than all, keeps a population diverse. The final quality is that of Nagata's entropy rule,
 * without a table of edges (docs/algorithms.md). Wide populations of little-improved tours gain most from it. */
#ifndef CORDEE_SOLVER_EAX_RECOMBINE_KERNELS_H
#define CORDEE_SOLVER_EAX_RECOMBINE_KERNELS_H

#include "rng.h"
#include "solver/candidates/tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RECOMBINE_CUTS = 512, /* edges of a tour that a cycle and its joins may replace */
  RECOMBINE_SHARE = 50  /* per cent, by default */
};

/* The pairs of one generation: child i is that of pair i. Arrays are on the backend. */
typedef struct RecombinePair {
  uint32_t parent_a,
      parent_b; /* rows of tour; may be equal. parent_a RECOMBINE_NONE: no pair, no child, no result */
  uint32_t island, member; /* of the stream of random bits */
  uint32_t task;           /* the task they belong to */
} RecombinePair;
#define RECOMBINE_NONE UINT32_MAX

typedef struct RecombineResult {
  int64_t cost;      /* of the child, exact */
  int32_t differing; /* edges of parent A that parent B lacks */
  int32_t cycles, gaining, done;
} RecombineResult;

typedef struct RecombineTask {
  TourProblem problem;
  int32_t width;        /* K, candidates of a city */
  const int32_t *list;  /* (instances, n, K) */
  const TourTask *task; /* (tasks) */
  int32_t share;        /* per cent, 1..100; 100: all cycles that gain */
  uint32_t pairs;
  const RecombinePair *pair; /* (pairs) */
  const int32_t *tour;       /* (tours, n) */
  const int64_t *cost;       /* (tours) exact */
  int32_t *child;            /* (pairs, n); not `tour` */
  RecombineResult *result;   /* (pairs) */
} RecombineTask;

typedef struct RecombineKernels {
  /* Makes all children, in one launch. Returns when they are there. ERR_MEMORY, ERR_DEVICE. */
  Status (*recombine)(Backend *be, const RecombineTask *task);
} RecombineKernels;

/* The pairs of an island's generation: along a random ring, each of its `group` tours is parent A of one pair
 * and parent B of one. Pair i has parent A first + i. pair (group) is on the host. ERR_MEMORY. */
Status recombine_pairs(uint64_t seed, uint32_t island, uint32_t generation, uint32_t first, uint32_t group,
                       RecombinePair *pair);

/* The pairing bit of city v. */
RNG_FN int32_t recombine_bit(const RecombineTask *t, RecombinePair pair, int32_t v) {
  const TourTask own = t->task[pair.task];
  const RngStream s = {own.seed, pair.island, pair.member, RNG_RECOMBINE + (own.epoch << 8)};
  return (int32_t)(rng_draw(s, (uint32_t)v / 64) >> (v % 64) & 1);
}

#ifdef __cplusplus
}
#endif
#endif
