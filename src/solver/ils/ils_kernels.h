/* The contract of the twins of iterated local search (src/cpu/ils/ils.c, src/gpu/ils/ils.cu): same state, same bits.
 *
 * Large-step Markov chains (Martin, Otto, Felten 1991): a double bridge kicks a tour, local search repairs it, Metropolis'
 * rule accepts or rejects the result. Here a whole round of kicks runs at once on the same tour. Every kick starts from the
 * tour at the beginning of the round (the snapshot) and ends in a proposal; of conflicting proposals the later is rejected.
 *
 *   Tour      tour[p] is the city at position p, position[c] its inverse, in internal numbers (tour_problem.h).
 *   Segments  A kick does not change the snapshot. It has a list of at most ILS_SEGMENTS segments: runs of consecutive
 *             positions in a new order, each forward or reversed. The place of a city is its index in that order.
 *   Kick      k of a tour: ils_draw() gives 1 <= a, b, c <= L and p with p + a + b + c + 1 < n. The runs of a, b and c
 *             cities after position p change to the order c, b, a: a double bridge of neighbours along the tour.
 *             Its eight cities, by their places before the kick, are the queue. In an image (tour_image.h) the draw is one of
 *             pairs (ils_kick): none is cut.
 *   Search    While the queue has a city: take the first as t1 and apply its best move, until it has none. One search for the
 *             best move of a t1 is a local search step.
 *             Moves are sequential 3-opt (Lin 1965) on candidate lists: for both directions d (0: next, 1: previous),
 *             t2 = d(t1); t3 of t2's list with g1 = d(t1,t2) - d(t2,t3) > 0; t4 = a neighbour of t3:
 *               s = 0: opposite to d, t4 != t2. Gain g1 + d(t3,t4) - d(t4,t1): 2-opt. Or t5 of t4's list, not t1 or t3,
 *                      g2 = g1 + d(t3,t4) - d(t4,t5) > 0; t6 = d(t5) if t5 is on the path t2 .. t4, else opposite.
 *               s = 1: d(t3). t5 of t4's list, not t3, on the path t2 .. t3, g2 > 0; t6 = d(t5), or (if t5 != t2) opposite.
 *                      Gain of the three: g2 + d(t5,t6) - d(t6,t1).
 *             Best: the largest gain > 0; ties by d, place k of t3 in its list, s, 2-opt first, place of t5, first t6.
 *             After a move t1, t2, ... are appended to the queue in that order, each unless it is in the queue or the queue
 *             has ILS_QUEUE cities. If a move is found with more than ILS_SEGMENTS - 3 segments, the search ends without it.
 *             Adjacent segments that continue each other are joined after every move.
 *   Proposal  A search that ends with a different tour (one with a cut: two neighbours in the snapshot that are none now) and
 *             a delta of at most the kick's threshold. Threshold: ils_threshold(), exponentially distributed with the
 *             round's temperature as its mean, so delta is accepted with probability exp(-delta / temperature).
 *   Round     Proposals of a tour are taken in the order of k, as long as they have at most ILS_CUTS cuts in all. A proposal
 *             is rejected if its cuts and those of one accepted before cross. Two sets of cuts do not cross if all of one lie
 *             between two neighbouring cuts of the other, around the tour. Accepted proposals change tour and cost.
 *             The new tour begins with the city at position 0 and continues as the snapshot did from there.
 *   Descent   A round without kicks: the queue of k is the city (round W + k) mod n alone, its threshold -1. */
#ifndef CORDEE_SOLVER_ILS_ILS_KERNELS_H
#define CORDEE_SOLVER_ILS_ILS_KERNELS_H

#include <stdbool.h>
#include "rng.h"
#include "search/candidates/tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ILS_SEGMENTS = 32, /* of a list; on a GPU each lane of a warp has one */
  ILS_QUEUE = 64,    /* cities in a queue */
  ILS_WIDTH = 8, /* candidates of a city at most: 2 directions x 8 candidates x 2 neighbours t4 fill a warp */
  ILS_CUTS = 4096,     /* of all proposals of a tour in a round */
  ILS_RUN = 50,        /* cities of a kick's run at most */
  ILS_QUANTILES = 4096 /* of the exponential distribution */
};

typedef struct IlsCandidate {
  int32_t city, distance;
} IlsCandidate;

/* Read by the kernels. Arrays are on the backend. */
typedef struct IlsProblem {
  TourProblem tour;
  int32_t width;                  /* K <= ILS_WIDTH, candidates of a city; 0 if n < 2 */
  const IlsCandidate *candidates; /* (instances, n, K) nearest first */
  const uint32_t *quantile;       /* (ILS_QUANTILES) of -ln u, in 1/4096 */
} IlsProblem;

/* Tours of consecutive islands: t is tour member + t / islands of the (t mod islands)-th island. The islands
 * of a batch are those of its tasks, `ring` of each, task after task; otherwise they are some or all of the
 * ring. Arrays are on the backend. */
typedef struct IlsState {
  uint32_t first, islands; /* number of the first island; number of islands */
  uint32_t ring;           /* islands of a task */
  uint32_t member;         /* the first tour's number on its island */
  uint32_t tours;
  uint32_t kicks;       /* W, of a tour per round */
  const TourTask *task; /* (tasks) */
  int32_t *tour;        /* (tours, n) */
  int32_t *position;    /* (tours, n) */
  int64_t *cost;        /* (tours) exact */
  int64_t *scale;       /* (tours) unit of its temperature: length of its mean edge, in 1/256 */
  uint64_t *counters;   /* (tasks, 3) proposals, accepted ones, local search steps: added to, never reset */
} IlsState;

/* Rounds [first, first + count) of an epoch. */
typedef struct IlsRounds {
  uint32_t first, count;
  bool descent;
  uint32_t temperature; /* in 1/65536 of scale */
} IlsRounds;

typedef struct IlsKernels {
  /* Tours that keep the device busy at this size, with that many kicks each (>= 1). */
  Status (*tours)(Backend *be, const IlsProblem *problem, uint32_t kicks, uint32_t *tours);
  /* How they run at this size. ERR_DEVICE. */
  Status (*describe)(Backend *be, const IlsProblem *problem, Description *out);
  /* candidates (instances, n, K) with their distances, from list (instances, n, K). */
  Status (*distances)(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                      IlsCandidate *candidates);
  /* Computes position and cost of every tour. */
  Status (*measure)(Backend *be, const IlsProblem *problem, const IlsState *state);
  /* Runs the rounds on all tours. Returns when done. ERR_DEVICE, ERR_MEMORY. */
  Status (*advance)(Backend *be, const IlsProblem *problem, const IlsState *state, const IlsRounds *rounds);
  uint32_t
      usual; /* kicks at a time that keep such a processor busy: the aim of the default number of tours */
  uint32_t city_bytes; /* bytes that advance takes on the backend per city of each tour */
  int32_t
      crossover_cities; /* largest n with crossover by default: a minute is enough for such a population */
} IlsKernels;

/* W: kicks of a tour in a round. One per 48 cities, so that few of them conflict; 4096 at most. */
static inline uint32_t ils_kicks(int32_t n) {
  if (n < 96) return 1;
  if (n / 48 < 4096) return (uint32_t)n / 48;
  return 4096;
}

/* The random numbers of a kick. */
typedef struct IlsDraw {
  int32_t p, a, b, c;
  uint32_t acceptance; /* index of its quantile: below ILS_QUANTILES */
} IlsDraw;

RNG_FN uint32_t ils_below(uint32_t r, uint32_t m) { return (uint32_t)(((uint64_t)r * m) >> 32); }

/* Draws of kick `kick` of an epoch: one Philox block, (island, tour of the island, RNG_SEARCH + 256 epoch, kick). n >= 5. */
RNG_FN IlsDraw ils_draw(uint64_t seed, uint32_t island, uint32_t tour, uint32_t epoch, uint32_t kick,
                        int32_t n) {
  philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
  philox4x32_ctr_t ctr = {{island, tour, RNG_SEARCH + (epoch << 8), kick}};
  philox4x32_ctr_t r = philox4x32(ctr, key);
  uint32_t most = (uint32_t)(n - 2) / 3, run = most < ILS_RUN ? most : ILS_RUN;
  IlsDraw d;
  d.a = 1 + (int32_t)ils_below(r.v[1], run);
  d.b = 1 + (int32_t)ils_below(r.v[2], run);
  d.c = 1 + (int32_t)ils_below(r.v[3], run);
  d.p = (int32_t)ils_below(r.v[0], (uint32_t)(n - 1 - d.a - d.b - d.c));
  d.acceptance = r.v[1] % ILS_QUANTILES; /* the low bits: a uses the high ones */
  return d;
}

/* Cities that a kick of that problem draws from. */
RNG_FN int32_t ils_kicked(const TourProblem *p) { return p->pairs ? p->pairs : p->n; }

/* The draw in positions of a tour that begins with nodes a and b: in an image, cuts are between pairs. */
RNG_FN IlsDraw ils_kick(const TourProblem *p, IlsDraw d, int32_t a, int32_t b) {
  if (!p->pairs) return d;
  d.p = 2 * d.p + (a - b == p->pairs || b - a == p->pairs);
  d.a *= 2;
  d.b *= 2;
  d.c *= 2;
  return d;
}

/* The task of tour t; the number of its island there; its number on the island. */
RNG_FN uint32_t ils_task(const IlsState *s, uint32_t t) { return t % s->islands / s->ring; }
RNG_FN uint32_t ils_island(const IlsState *s, uint32_t t) { return s->first + t % s->islands % s->ring; }
RNG_FN uint32_t ils_member(const IlsState *s, uint32_t t) { return s->member + t / s->islands; }

/* The problem of one instance alone. */
METRIC_FN IlsProblem ils_problem_of(const IlsProblem *p, uint32_t instance) {
  IlsProblem one = *p;
  one.tour = tour_problem_of(&p->tour, instance);
  one.candidates += (size_t)instance * (size_t)p->tour.n * (size_t)p->width;
  return one;
}

/* The largest delta that is accepted. */
RNG_FN int64_t ils_threshold(int64_t scale, uint32_t temperature, uint32_t quantile) {
  return ((scale * temperature >> 16) * quantile) >> 20;
}

#ifdef __cplusplus
}
#endif
#endif
