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
 *   Test      of a set of cycles on a tour, below a limit of the change of cost: their edges of A are replaced by their edges
 *             of B. The result may be several sub-tours, numbered by the first position after 0 whose segment belongs to them
 *             (segment s ends at the s-th cut). While there are several, the one with the fewest cities (ties: the lowest
 *             number) is joined to another one, and takes its number. Join: edges (v, v') of it and (w, w') not of it, w among
 *             v's candidates, become (v, w), (v', w') or (v, w'), (v', w): the least change of cost. Ties: lowest position of v,
 *             place of w among the candidates, w' before w rather than after it, v' before v, (v, w) rather than (v, w').
 *             Before and after refer to positions; a city with a replaced edge keeps the new one on that side.
 *             The test fails if the cycles have more than RECOMBINE_CUTS edges of A, if one of these is not in the tour, if the
 *             change of cost is not below the limit (compared before joins and after each), if there is no join, or if more
 *             than RECOMBINE_CUTS - 2 edges of the tour are replaced before a join. A test may be limited to a number of
 *             cities: before each join the sub-tour's cities are subtracted from it, and the test fails if it falls below zero.
 *   Gains     All cycles are tested on parent A, one at a time, below 0: those that pass gain.
 *   Sets      are tested on parent A if no cycle gains. A set grows from each cycle whose own change of cost is negative and
 *             that leaves several sub-tours. The first test is of the cycle alone, without a limit. Then the set is tested with
 *             each of its neighbours; the limit is the set's own change (if its test failed: none). These tests do not depend
 *             on each other. Each may join `join` cities.
 *             Neighbours: other cycles with an edge of A whose first city is in any sub-tour that the set leaves but the
 *             largest (ties: the lowest number). By number, the first ones are taken: at most RECOMBINE_NEAR, and at most `join`
 *             divided by the cities of these sub-tours, rounded down. A set without neighbours fails.
 *             The neighbour with the least change (ties: the lowest number) joins the set; if all tests fail, the set fails. The
 *             set gains if that change is negative; otherwise it grows again, up to RECOMBINE_SET cycles.
 *   Choice    Cycles that gain, or sets if no cycle does, are ranked by gain per loss of entropy (recombine_entropy.h; a loss
 *             below 1 counts as 1), ties by the number of the (first) cycle. The first `share` per cent of them, rounded up,
 *             are tested again in that order, each on the child so far: cycles below 0 with as many cities as they need, sets
 *             without a limit and with `join` cities again. They are applied if they pass and the change is negative.
 *   Apply     The longest segment (ties: the first) stays where it is, and forward; the others follow it in their order.
 *   At once   Large tours (recombine_large) have another rule in the place of the second test and of Apply. Besides, the test of a cycle
 *             may join `alone` cities; and sets are tested, too, if fewer than one in `few` cycles gain, from the cycles that do
 *             not; they are ranked with the cycles. Each move that is
 *             chosen, as its test on parent A left it, cuts A into segments, at the edges of its cycles and of its joins. Two moves
 *             cross unless all cuts of each lie within one segment of the other (a cut that both have lies within none).
 *             Moves that do not cross may be applied together: the result is a tour, and their gains add up.
 *             In each of RECOMBINE_ROUNDS rounds the undecided moves whose number is drawn take part
 *             (recombine_cross.h). Those are applied that cross no applied one and no other that takes part. Then the undecided
 *             ones that cross an applied one are dropped. In the child, A's first city stays at position 0, and
 *             the city after it stays so if no move cuts between them.
 *
 * Small gains that cost no diversity come first, and many generations follow: so a population ends nearer the optimum.
 * The rule by entropy, and sets (there: block strategy), are those of Nagata and Kobayashi 2013. */
#ifndef CORDEE_SEARCH_EAX_RECOMBINE_KERNELS_H
#define CORDEE_SEARCH_EAX_RECOMBINE_KERNELS_H

#include "rng.h"
#include "search/candidates/tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RECOMBINE_CUTS = 512,    /* edges of a tour that cycles and their joins may replace */
  RECOMBINE_SET = 3,       /* cycles of a set, at most */
  RECOMBINE_NEAR = 16,     /* neighbours that are tested with a set */
  RECOMBINE_JOIN = 2000,   /* cities of sub-tours that a test of a set may join, by default */
  RECOMBINE_ALONE = 5000,  /* the same of the test of a cycle, of large tours */
  RECOMBINE_FAR = 20000,   /* both, of large populations */
  RECOMBINE_FEW = 32,      /* sets of large tours by default, if fewer than one in so many cycles gain */
  RECOMBINE_ROUNDS = 24,   /* in which it is decided which moves are applied at once */
  RECOMBINE_STEPS = 16384, /* entries of the table of steps; higher counts have the last one */
  RECOMBINE_SHARE = 40     /* per cent, by default */
};

/* Of the moves, one in so many takes part in a round: 128, 64, ..., 1, and again. Moves with cuts far apart cross most others, so they are
 * applied only if few take part; a population of large tours stops early without them. */
#define RECOMBINE_ROUND_PART(round) ((uint64_t)1 << (7 - (round) % 8))

/* The pairs of one generation: child i is that of pair i. Arrays are on the backend. */
typedef struct RecombinePair {
  uint32_t parent_a,
      parent_b; /* rows of tour; may be equal. parent_a RECOMBINE_NONE: no pair, no child, no result */
  uint32_t island, member; /* of the stream of random bits */
  uint32_t task;           /* the task they belong to */
  uint32_t group;          /* the tours whose diversity counts: the parents A of its pairs */
} RecombinePair;
#define RECOMBINE_NONE UINT32_MAX

typedef struct RecombineResult {
  int64_t cost;      /* of the child, exact */
  int32_t differing; /* edges of parent A that parent B lacks */
  int32_t cycles;
  int32_t gaining, done; /* cycles; sets, if no cycle gains */
} RecombineResult;

/* How often edges occur in the tours of a group: recombine_entropy.h. */
typedef struct RecombineEntropy {
  uint32_t groups;
  int32_t bits;        /* recombine_bits(n) */
  uint32_t *count;     /* (groups, 2^bits) tours with an edge of that bucket */
  const int32_t *step; /* (RECOMBINE_STEPS) recombine_step */
} RecombineEntropy;

typedef struct RecombineTask {
  TourProblem problem;
  int32_t width;        /* K, candidates of a city */
  const int32_t *list;  /* (instances, n, K) */
  const TourTask *task; /* (tasks) */
  int32_t share;        /* per cent, 1..100; 100: all that gain */
  int32_t join;         /* cities of sub-tours that a test of a set may join */
  int32_t alone;        /* the same of the test of a cycle; 0: any number */
  int32_t few;          /* recombine_large: sets are tested, too, if fewer than one in so many cycles gain */
  uint32_t pairs;
  const RecombinePair *pair; /* (pairs) */
  const int32_t *tour;       /* (tours, n) */
  const int64_t *cost;       /* (tours) exact */
  RecombineEntropy entropy;
  int32_t *child;          /* (pairs, n); not `tour` */
  RecombineResult *result; /* (pairs) */
} RecombineTask;

typedef struct RecombineKernels {
  /* Sets entropy.count: the edges of the parents A of each group's pairs. ERR_DEVICE. */
  Status (*count)(Backend *be, const RecombineTask *task);
  /* Makes all children, in one launch. Reads entropy.count. Returns when they are there. ERR_MEMORY, ERR_DEVICE. */
  Status (*recombine)(Backend *be, const RecombineTask *task);
  /* The same by the rule for large tours, in several launches: all processors work on each pair. */
  Status (*recombine_large)(Backend *be, const RecombineTask *task);
} RecombineKernels;

/* The pairs of an island's generation: along a random ring, each of its `group` tours is parent A of one pair
 * and parent B of one. Pair i has parent A first + i. pair (group) is on the host. ERR_MEMORY. */
Status recombine_pairs(uint64_t seed, uint32_t island, uint32_t generation, uint32_t first, uint32_t group,
                       RecombinePair *pair);

/* What a gained edge, that so many tours of a group have, adds to the loss of entropy, in 1/256. */
int32_t recombine_step(int32_t tours);
/* Bits of a bucket's number, for n cities. */
int32_t recombine_bits(int32_t n);

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
