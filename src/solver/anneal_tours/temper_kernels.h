/* The contract of the twins of simulated annealing of tours (src/cpu/anneal_tours/tempering.c, src/gpu/anneal_tours/tempering.cu): same
 * state, same bits.
 *
 * Kirkpatrick, Gelatt, Vecchi 1983 and Cerny 1985, with the neighbour lists of Johnson and McGeoch 1997. A chain is a sequence of tours.
 *
 *   Step      s of chain c: a proposal, made if it is acceptable. A step that proposes no move changes nothing. The steps of a chain
 *             are sequential by definition; a backend may evaluate several at once, as rejected proposals change nothing.
 *   Random    Philox4x32-10, key seed, counter (c, s / 2 low, s / 2 high, RNG_TEMPER); c counts over the whole ring. Words w = 0, 1 are step
 *             s if s is even, 2, 3 if it is odd.
 *   Place     p = floor(w0 n / 2^32), a the city there. The low word of that product, as a share of 2^32, draws the rest.
 *   Uniform   q one of the n - 1 other positions, p + 1 onwards around the tour: the 2-opt move of p and q.
 *   Listed    one of K candidates c of a, times TEMPER_SLOTS (temper_slot): a 2-opt move that joins a and c, or a segment of 1 to
 *             TEMPER_SEGMENT cities that begins or ends with a is put beside c, so that a and c are neighbours.
 *   2-opt     joins a with c, and the next city of a with that of c (or the previous ones). The shorter of both parts is reversed; of equal
 *             ones that which begins behind a's cut (temper_two_opt).
 *   Segment   the cities between it and its new place move by its length; of both ways around the tour the shorter, of equal
 *             ones those behind it (temper_segment).
 *   Accept    a move that makes the tour longer by d is made if d <= T e, where e = temper_exponential(w1), in doubles: with probability
 *             exp(-d / T) (Metropolis et al. 1953).
 *   Sweep     rules.sweep steps. At a sweep's end a tour that is cheaper than the chain's best becomes its best.
 *   Ladder    a chain has the temperature of its level. Chains of an island exchange levels (temper_exchange.c). */
#ifndef CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_KERNELS_H
#define CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_KERNELS_H

#include "rng.h"
#include "search/candidates/candidate_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RNG_TEMPER = 0x33000000,
  RNG_TEMPER_SAMPLE, /* proposals that are only measured */
  RNG_TEMPER_EXCHANGE,
  TEMPER_WIDTH = CANDIDATES_MAX, /* candidates of a city at most */
  TEMPER_SEGMENT = 3,            /* cities of a segment at most */
  TEMPER_SLOTS = 16,             /* moves of a candidate */
  TEMPER_TWO_OPT = 4,            /* of those, 2-opt moves */
  TEMPER_LEVELS = 64,            /* temperatures of an island at most */
  TEMPER_LEAST = 5,              /* cities: of fewer there is one tour, or three */
  TEMPER_UNIFORM_MOST = 65536    /* cities: of more, a word draws no pair */
};

typedef struct TemperCandidate {
  int32_t city, distance;
} TemperCandidate;

/* Read by the kernels. Arrays are on the backend. n >= TEMPER_LEAST. */
typedef struct TemperProblem {
  TourProblem tour;
  int32_t width;                     /* K */
  const TemperCandidate *candidates; /* (n, K) nearest first */
} TemperProblem;

typedef enum TemperDesign {
  TEMPER_AUTO,
  TEMPER_THREAD,      /* a thread a chain */
  TEMPER_WARP_GLOBAL, /* a warp a chain, tours in global memory */
  TEMPER_WARP,        /* in shared memory, if they fit there */
  TEMPER_BLOCK        /* a block a chain, likewise */
} TemperDesign;

typedef struct TemperRules {
  uint32_t uniform;                  /* 1: uniform proposals, else listed ones */
  uint32_t sweep;                    /* steps, an even number */
  uint32_t design;                   /* how a GPU runs chains: TemperDesign. No answer depends on it */
  double temperature[TEMPER_LEVELS]; /* of each level, in 2^16 of a cost */
} TemperRules;

/* Chains of consecutive islands. Arrays are on the backend. */
typedef struct TemperState {
  uint64_t seed;
  uint32_t first, chains; /* number of the first over the ring; number of chains */
  uint64_t sweeps;        /* of every chain, since the start: the next one */
  uint32_t *level;        /* (chains) */
  int32_t *tour;          /* (chains, n) */
  int32_t *position;      /* (chains, n) scratch: the inverse of tour while kernels run */
  int64_t *cost;          /* (chains) exact */
  int32_t *best;          /* (chains, n) */
  int64_t *best_cost;     /* (chains) */
  int32_t *inbox;         /* (n) a tour from another rank */
} TemperState;

typedef struct TemperKernels {
  /* How they run with so many chains. ERR_DEVICE. */
  Status (*describe)(Backend *be, const TemperProblem *problem, const TemperRules *rules, uint32_t chains,
                     Description *out);
  /* delta (count), on the backend: what the moves of that many steps of chain 0 of a tour would add to its cost, by the words of
   * RNG_TEMPER_SAMPLE; 0: no move. tour, position (n). ERR_DEVICE. */
  Status (*sample)(Backend *be, const TemperProblem *problem, const TemperRules *rules, uint64_t seed,
                   const int32_t *tour, int32_t *position, uint32_t count, int64_t *delta);
  /* That many sweeps of every chain, from state->sweeps. There is at least one chain and sweep. May return before it is
   * done: transfers wait for it. ERR_DEVICE, ERR_STOPPED. */
  Status (*advance)(Backend *be, const TemperProblem *problem, const TemperRules *rules,
                    const TemperState *state, uint32_t sweeps);
  /* tour[c] becomes tour[source[c]] as it was before, inbox if source[c] is `chains`. source: (chains), on the host, reusable at
   * once. Costs are the caller's. ERR_DEVICE, ERR_MEMORY. */
  Status (*replace)(Backend *be, const TemperProblem *problem, const TemperState *state,
                    const uint32_t *source);
  /* What keeps such a processor busy, and so a default: chains of a rank in runs that the clock ends. */
  uint32_t chains;
} TemperKernels;

#ifdef __cplusplus
}
#endif
#endif
