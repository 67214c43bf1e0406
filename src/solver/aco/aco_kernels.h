/* The contract of the twins of ant colony optimisation (src/cpu/aco/aco.c, src/gpu/aco/aco.cu): same state, same bits.
 *
 * Ant system (Dorigo, Maniezzo, Colorni 1996), MAX-MIN ant system (Stuetzle and Hoos 2000), rank-based ant system (Bullnheimer, Hartl,
 * Strauss 1999), focused ants (Skinderowicz 2022). Sums are of integers, so neither their order nor the number of threads changes an answer.
 *
 *   Trail     tau of the k-th candidate of a city, in units of 2^-28 of the trail at which deposits of the greedy tour's cost balance
 *             evaporation (MAX-MIN: the largest trail for that cost). Edges that are in no list have none. Memory is linear in n.
 *   Weight    of a candidate: aco_power(), tau^alpha eta; eta = (d0 / d)^beta in 2^-24, rounded on the host, where d0 is the
 *             nearest candidate's distance, both plus 0.1. Then aco_weight(): 16 bits, the largest of a row 65535, at least 1.
 *   Draw      aco_words(): word s mod 4 of block s / 4 is step s of an ant in an iteration.
 *   Step      the unvisited candidate k, in the order of the list, at which the sum of the weights up to it first exceeds
 *             floor(word total / 2^32). Without an unvisited candidate: the nearest unvisited city by the measure of candidate lists
 *             (candidate_kernels.h), of equals the lowest number.
 *   Ant       starts at city floor(word n / 2^32) of step 0, then makes n - 1 steps.
 *   Exchange  Edges {a, b} and {c, d}, where b is on the side of a on which d is of c, become {a, c} and {b, d}. An array
 *             reverses the shorter part: of equal ones that which begins behind the cut at a, if b is next to a, else at c. If the
 *             edges share a city, they stay.
 *   2-opt     and Or-opt of a tour, with a queue of cities: at first those, in the order of the tour, which have another neighbour in the
 *             source, or all, if there is no source: it is a local optimum itself. While there is a first city a: apply its best move, until it has none, then take it off. For both directions (0: next, 1: previous) b is the
 *             neighbour of a, c each candidate with d(a,c) < d(a,b); e is the neighbour of c in that direction, h the other one.
 *             A path of 1 to ACO_SEGMENT cities begins at a, away from b, and ends at s; g is behind it, and is not b; c is not in it.
 *               2-opt     a-b, c-e become a-c, b-e: an exchange.
 *               turned    a-b, s-g, c-e become b-g, a-c, s-e, if c is not g: exchanges of a-b and c-e, then of b-e and g-s.
 *               straight  a-b, s-g, c-h become b-g, a-c, s-h: exchanges of b-a and c-h, of b-c and g-s, of c-s and a-h.
 *             Best: the largest gain > 0; ties by direction, place in the list, 2-opt, then the shorter path, turned before straight.
 *             b, c, e (or h), and of paths s, g go to the queue's end, in this order, unless they are in it.
 *   Update    aco_decide(): the best ant of an iteration (the cheapest, of equals the lowest number) may become the best since the
 *             trails were reset, and the best of all; then every trail evaporates, the tours that are chosen leave trails on
 *             their edges (in both cities' lists), limits hold, weights follow.
 *   Focused   ants begin with the source tour, at a city as above. In a step they choose the next city, as above; without an unvisited
 *             candidate it is the first unvisited one from the current city on along the tour. If next is no neighbour of the current city it is
 *             put between that and its next city (its previous one, if the ant came from its next one), as a path of one city that
 *             moves, turned. Then the current city, next, the former neighbours of next (first that on the side on which it goes) and
 *             the city that was at the place go to the queue, which has no more than ACO_QUEUE.
 *             An ant stops after `changes` edges between current and next city that are not in the source tour, or
 *             after ACO_WALK steps. 2-opt begins with its queue. The iteration's best ant becomes the source, or, at one of
 *             100 iterations (step 0 of ant ACO_ANTS_MAX), the best tour; it leaves the trail.
 *   Pieces    A focused ant's tour is a list of pieces of the source: one more than the edges that exchanges ever took from it,
 *             without that between its last and its first city. An exchange reverses the part between its cuts that has not the
 *             list's end. With more than ACO_PIECES - 3 an ant makes no other step and no other move. */
#ifndef CORDEE_SOLVER_ACO_ACO_KERNELS_H
#define CORDEE_SOLVER_ACO_ACO_KERNELS_H

#include <stdbool.h>
#include "rng.h"
#include "search/candidates/candidate_kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ACO_WIDTH = CANDIDATES_MAX, /* candidates of a city at most */
  ACO_CITIES = 65536,    /* of an instance whose ants build whole tours: a city of a choice has 16 bits */
  ACO_ALL_CITIES = 4096, /* of an instance with trails on all pairs */
  ACO_ANTS_MAX = 1 << 20,
  ACO_WALK = 256, /* steps of a focused ant at most */
  ACO_TAU_BITS = 28,
  ACO_SEGMENT = 3,  /* cities of a path that Or-opt moves, at most */
  ACO_PIECES = 128, /* of the source tour, in that of a focused ant; a power of two */
  ACO_QUEUE = 128   /* cities in the queue of a focused ant */
};

/* Of moves with equal gains the lower kind is taken. */
typedef enum AcoMove { ACO_TWO_OPT, ACO_OR_TURNED, ACO_OR_STRAIGHT } AcoMove;

/* Read by the kernels. Arrays are on the backend. */
typedef struct AcoProblem {
  TourProblem tour;
  int32_t width;           /* K <= ACO_WIDTH */
  const int32_t *list;     /* (n, K) candidates, nearest first */
  const int32_t *distance; /* (n, K) exact */
  const uint32_t *eta;     /* (n, K) at most 2^24 */
  const float *all_eta;    /* (n, n) at most 1; NULL: trails are on candidates */
} AcoProblem;

/* The plan in the kernels' numbers. */
typedef struct AcoRules {
  uint32_t ants; /* of an island */
  uint32_t alpha;
  uint32_t evaporation; /* rho 2^16 */
  uint32_t least;       /* the least trail, of the largest one, in 2^-32; 0: there are no limits */
  uint32_t deposits;    /* tours that leave trails: 1, or w */
  uint32_t
      search; /* 1: ants are followed by local search, so the best tours are reinforced more and more often */
  uint32_t focused; /* 1: ants change the source tour */
  uint32_t changes; /* new edges of a focused ant */
  uint32_t all;     /* 1: all pairs of cities have trails */
  uint32_t every;   /* 1: all ants leave trails; with `all` only */
  uint64_t keep;    /* all: what stays of a trail after an iteration, in 2^-32 */
  uint32_t lanes;   /* of an ant on a GPU: 4, 8, 16; 0: by the number of ants. No answer depends on it */
} AcoRules;

/* What an island remembers besides tours and trails. All are numbers of one type, since files have them as a matrix. */
typedef struct AcoColony {
  int64_t unit; /* cost of the greedy tour */
  int64_t best; /* of the best tour; COST_NONE: none */
  int64_t
      source; /* of the best tour since the reset; focused: of the tour that ants change. COST_NONE: none */
  int64_t reset; /* iteration before which trails were last reset */
  int64_t found; /* iteration that found the source */
  int64_t links; /* candidates whose trail is well above the least of their row, after the last update */
} AcoColony;

enum { ACO_COLONY_NUMBERS = sizeof(AcoColony) / sizeof(int64_t) };

/* Consecutive islands of the ring. Arrays are on the backend. */
typedef struct AcoState {
  uint64_t seed;
  uint32_t first, islands;
  AcoColony *colony; /* (islands) */
  uint32_t *trail;   /* (islands, n, K) */
  uint32_t *choice;  /* (islands, n, K) weight 2^16 + city (focused: the weight alone); follows from trail */
  /* With trails on all pairs instead of these two: */
  uint64_t *trail_all; /* (islands, n, n) */
  double *power;       /* (islands, n, n) follows from trail_all */
  int32_t *best;       /* (islands, n) */
  int32_t *source;     /* (islands, n) */
  /* Tours of an iteration: row j of the i-th island is j * islands + i, and belongs to ant j. If ants are focused there is one row, of
   * the best ant. */
  uint32_t rows;
  int32_t *tour; /* (rows * islands, n) */
  int64_t *cost; /* (rows * islands) */
  uint32_t *ant; /* (rows * islands) its number */
} AcoState;

typedef struct AcoKernels {
  /* How they run. ERR_DEVICE. */
  Status (*describe)(Backend *be, const AcoProblem *problem, const AcoRules *rules, Description *out);
  /* choice, from trail; or power, from trail_all. ERR_DEVICE. */
  Status (*weigh)(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state);
  /* The tours of all ants of iteration `iteration`, and their costs; of focused ones the best after their local search, if `search` is set.
   * ERR_MEMORY, ERR_DEVICE. */
  Status (*build)(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                  uint32_t iteration);
  /* Every ant's tour to a local optimum of 2-opt; costs follow. ERR_MEMORY, ERR_DEVICE. */
  Status (*improve)(Backend *be, const AcoProblem *problem, const AcoState *state);
  /* Ends the iteration: best tours, trails, choice. ERR_MEMORY, ERR_DEVICE. */
  Status (*update)(Backend *be, const AcoProblem *problem, const AcoRules *rules, const AcoState *state,
                   uint32_t iteration);
  /* What keeps such a processor busy, and so defaults: colonies of a rank in runs that the clock ends, if their ants build tours and have
   * local search; focused ants of a colony, at least. */
  uint32_t islands, focused;
} AcoKernels;

#ifdef __cplusplus
}
#endif
#endif
