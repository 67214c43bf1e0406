/* The contract of the climb kernels' twins (src/cpu/climb/climb.c, src/gpu/climb/climb.cu): same state, same bits.
 *
 * A climber is one local search of the symmetric TSP: a start tour, then the best improving move of all of its
 * neighbourhood, again and again, until none is left (best improvement). ClimbProblem.move says which moves:
 * 2-opt, n(n-3)/2 of them (Croes 1958), or swaps of two cities, (n-1)(n-2)/2.
 *
 *   Start     random: Fisher-Yates with stream (seed, island, climber, RNG_TOUR): t = 0..n-1, then for p = n-1 down
 *             to 1 swap t[p] with t[below(draw p, p+1)].
 *             kick: the island's champion after a double bridge (Martin, Otto, Felten 1991) with stream RNG_KICK:
 *             cut points 1 <= a < b < c <= n-1, the distinct values a' = below(draw 0, n-1), b' = below(draw 1, n-2),
 *             c' = below(draw 2, n-3) each raised past the earlier ones (see climb_cuts); tour [0,a) [b,c) [a,b) [c,n).
 *             Random if the island has no champion or n < 8.
 *   Move      delta, the change of the tour's cost, is an exact integer.
 *     2-opt   (i, j), 0 <= i < j < n, j - i >= 2, not (0, n-1): edges (t[i],t[i+1]) and (t[j],t[j+1 mod n]) are
 *             replaced by (t[i],t[j]) and (t[i+1],t[j+1 mod n]).
 *     swap    (i, j), 1 <= i < j < n: the cities at positions i and j change places; the one at position 0 stays.
 *             With d(p,q) the distance of the cities at positions p and q (n is 0) and e(p) = d(p,p+1),
 *               j - i >= 2:  delta = d(i-1,j) + d(j,i+1) + d(j-1,i) + d(i,j+1) - e(i-1) - e(i) - e(j-1) - e(j)
 *               j - i = 1:   delta = d(i-1,j) + d(i,j+1) - e(i-1) - e(j); the edge between them stays.
 *             The first holds for (1, n-1) too, both beside position 0. n < 3: no move; n = 3: (1, 2), of delta 0.
 *   Choice    smallest delta < 0, ties by smallest i, then smallest j.
 *   Apply     2-opt: if j - i <= n - (j - i): reverse positions i+1..j; else reverse the other side, positions
 *             j+1..n-1,0..i taken cyclically. Only n/2 positions at most change. Swap: t[i] and t[j] alone change.
 *   Step      one choice over the whole neighbourhood; the last step of a climb finds no move and finishes it.
 *   Finish    the climber is offered to its island: it becomes the contender if (cost, climber) is smaller.
 *
 * Floats only filter, integers decide: kernels may find candidates with any float arithmetic whose delta is within
 * `slack` of the unrounded delta. |integer delta - unrounded delta| <= r in every metric (each distance is rounded by
 * less than 1 one-sided or at most 1/2 two-sided): r = 2 for the four distances of a 2-opt move, 4 for the eight of a
 * swap. So with m the smallest float delta, the best exact move is among those with float delta
 * <= min(m + 2r, r - 1) + 2 * slack. See climb_threshold.
 */
#ifndef CORDEE_SOLVER_CLIMB_CLIMB_KERNELS_H
#define CORDEE_SOLVER_CLIMB_CLIMB_KERNELS_H

#include "backend.h"
#include "problem/tsp/tsp.h"
#include "instance.h"
#include "climb_move.h"

/* How the float filter computes distances: from centred, scaled float coordinates, or from the integer matrix
 * (slack 0). */
typedef enum ClimbFilter { FILTER_EUCLID, FILTER_MANHATTAN, FILTER_CHEBYSHEV, FILTER_MATRIX } ClimbFilter;

/* Read by all kernels, written by none. Pointers are on the backend, owned by the archipelago.
 *
 * One instance, or several of the same n, metric and filter in common launches. Cities are numbered through all
 * instances: city c of instance k is k n + c, in tours as in xy and fxy. Matrices are n (n + 1) elements apart,
 * so that matrix[a n + b] is the distance of a and b in these numbers too. So kernels need the instance only to
 * start a climber. */
typedef struct ClimbProblem {
  int32_t n;
  Metric metric; /* exact distances from xy; with FILTER_MATRIX from the matrix */
  ClimbFilter filter;
  float slack; /* |float delta - unrounded delta| of a conforming filter is at most this, in every instance */
  const double *xy;      /* (instances n, 2) as in the file, or NULL */
  const float *fxy;      /* (instances n, 2) centred and scaled for the filter, or NULL */
  const int32_t *matrix; /* (n, n) of each instance, or NULL */
  ClimbMove move;
} ClimbProblem;

#define SLOT_EMPTY UINT32_MAX

/* Slots hold climbers under way. An empty slot s < drawing takes the next climber of any island with drawn <
 * quota. Further slots (from a checkpoint of a larger machine) only finish the climber they hold. Islands have
 * local indices 0..islands-1; instance k has `group` of them from k group on; streams use seed[k] and island
 * number first + (index - k group). Arrays are on the backend. */
typedef struct ClimbState {
  uint32_t first;            /* ring number of each instance's first island */
  uint32_t islands;          /* instances times group */
  uint32_t instances, group; /* group: islands of an instance */
  uint32_t slots, drawing;
  uint32_t base; /* climber number (within its island) of the epoch's first */
  uint32_t kick; /* 1: start from the champion where there is one */

  uint64_t *seed; /* (instances) */
  uint32_t
      *cursor;     /* (1) instances before this one have no climber left to draw; it only grows in an epoch */
  uint32_t *quota; /* (islands) climbers of this epoch */
  uint32_t *drawn; /* (islands) drawn so far; a value above the quota means the quota */
  int64_t *champion_cost;      /* (islands) constant during an epoch; COST_NONE: none */
  int32_t *champion_tour;      /* (islands, n) */
  int64_t *contender_cost;     /* (islands) best finished climber of this epoch; COST_NONE: none */
  uint32_t *contender_climber; /* (islands) */
  int32_t *contender_tour;     /* (islands, n) */
  uint32_t *lock;              /* (islands) 0: free; guards the contender while it is replaced */

  uint32_t *slot_island;  /* (slots) local index, or SLOT_EMPTY */
  uint32_t *slot_climber; /* (slots) number within its island */
  int64_t *slot_cost;     /* (slots) exact */
  int32_t *slot_tour;     /* (slots, n) city at each position */

  uint64_t *counters; /* (instances, 2) steps done, climbers finished: added to, never reset */
} ClimbState;

typedef struct ClimbKernels {
  /* Slots that keep the device busy at this problem's size (>= 1). */
  Status (*slots)(Backend *be, const ClimbProblem *problem, uint32_t *slots);
  /* How they run at this problem's size. ERR_DEVICE. */
  Status (*describe)(Backend *be, const ClimbProblem *problem, Description *out);
  /* Every slot does at most `steps` steps. Returns when done. ERR_DEVICE, ERR_MEMORY. */
  Status (*advance)(Backend *be, const ClimbProblem *problem, const ClimbState *state, uint32_t steps);
} ClimbKernels;

/* The threshold of a step: moves with a float delta up to it are candidates. `m` is the smallest float delta. */
RNG_FN float climb_threshold(ClimbMove move, float m, float slack) {
  float r = climb_rounding(move);
  return (m + 2.0f * r < r - 1.0f ? m + 2.0f * r : r - 1.0f) + 2.0f * slack;
}

/* The three cut points of climber `s`'s double bridge, ascending. n >= 8. */
RNG_FN void climb_cuts(RngStream s, int32_t n, int32_t cut[3]) {
  int32_t a = 1 + (int32_t)rng_below(s, 0, n - 1), b = 1 + (int32_t)rng_below(s, 1, n - 2),
          c = 1 + (int32_t)rng_below(s, 2, n - 3), low, high;
  b += b >= a;
  low = a < b ? a : b;
  high = a < b ? b : a;
  c += c >= low;
  c += c >= high;
  cut[0] = c < low ? c : low;
  if (c < low)
    cut[1] = low;
  else if (c < high)
    cut[1] = c;
  else
    cut[1] = high;
  cut[2] = c > high ? c : high;
}

#endif
