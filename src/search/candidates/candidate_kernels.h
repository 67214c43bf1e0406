/* The contract of the kernels that prepare tours, of both twins (src/cpu/candidates/candidates.c, greedy.c and
 * src/gpu/candidates/candidates.cu, greedy.cu): same instance, same bits. Three steps, one after the other: the order of
 * the cities, their candidate lists, start tours. All arrays are on the backend; calls are local and return when they
 * are done.
 *
 *   Order     Cities get internal numbers along a Hilbert curve on a grid of 2^32 x 2^32 cells. The grid covers the square
 *             whose lower left corner is the bounding box's and whose side is its longer one (hilbert.h); cities of
 *             one cell are in the order of the file. From here on all numbers are internal.
 *   Measure   The distance that lists compare: real-valued, in double, each operation rounded once: dx dx +
 *             dy dy (EUC_2D, CEIL_2D, ATT), |dx| + |dy| (MAN_2D), max(|dx|, |dy|) (MAX_2D); the entry of a matrix if
 *             there is one. A list sorted by the measure is sorted by the exact distance, too.
 *   Nearer    For a city i: the smaller measure; ties by the smaller |i - j|, then by the smaller j. So each of several
 *             coinciding cities has different ones of them as its nearest, and not all of them the same few.
 *   Lists     K = candidate_width cities for each, nearest first. quadrant = 0: the K nearest. quadrant = q > 0,
 *             with coordinates: the q nearest of each quadrant around the city (all there are, if fewer), filled
 *             up with the nearest of the rest (Johnson and McGeoch 1997; the default of linkern, and of LKH for
 *             clustered instances). Quadrants: 0: dx > 0, dy >= 0; 1: dx <= 0, dy > 0; 2: dx < 0, dy <= 0; 3:
 *             dx >= 0, dy < 0, where dx = x[j] - x[i]; of coinciding cities those with j > i are in quadrant 0,
 *             the others in 2. If 4 q > K, q is K/4; by a matrix it is 0.
 *   Greedy    A tour by greedy edge (Bentley 1992), in phases. The ends of a phase are the cities of degree less than
 *             two, in the order of their numbers; there are m of them. In the first phase these are all cities, and an
 *             end's list is its candidates; in a later one it is the min(GREEDY_WIDTH, m - 1) nearest ends other than the
 *             end of its own fragment (all there are, if fewer); in `nearer` i and j are then places among the
 *             ends. Edges of a phase are those {i, j} where each is in the other's list. They are taken in the
 *             order of their keys, if both ends still have degree less than two and are of different fragments.
 *             Phases follow until one fragment is left. If a phase other than the first takes fewer edges than
 *             1/GREEDY_PROGRESS of the fragments it began with, the fragments are joined in the order of their lower
 *             ends: the lower end of each to the higher end of the one before (the free end of the chain). Then
 *             the tour is closed. It begins at city 0 and continues to its lower neighbour.
 *   Key       of edge {i, j}, i < j: 64 bits, d w 2^14 + t, ties by (i, j). d: exact distance. w = 2^20 - s +
 *             below(2 s + 1), s = 2^20 spread / 100 rounded down, a random factor of 1 - spread % to 1 + spread %;
 *             member 0 is plain: its s is 0. In an image (tour_image.h) d is 1 more than the distance without the penalty, but 0 of a pair.
 *             t = 14 random bits, so that equal edges are in random order: in the order of their numbers the edges of a
 *             lattice would wait for each other in one long chain. Randomness: one draw of stream (seed, i, j, RNG_EDGE),
 *             number 2 member: `below` takes it as rng_below does, t are its lowest bits.
 *
 * greedy_step.h tells how many threads run a phase with the same result as one. candidate_search.h tells how lists are
 * searched. */
#ifndef CORDEE_SEARCH_CANDIDATES_CANDIDATE_KERNELS_H
#define CORDEE_SEARCH_CANDIDATES_CANDIDATE_KERNELS_H

#include "tour_problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  CANDIDATES_MAX = 16,    /* the largest K */
  GREEDY_WIDTH = 8,       /* of the lists of later phases */
  GREEDY_PROGRESS = 32,   /* see Greedy above */
  GREEDY_SPREAD_MAX = 50, /* per cent */
  GREEDY_MEMBER_MAX = 0x7fffffff
};

typedef struct CandidatePlan {
  int32_t width;    /* the K asked for, 1..CANDIDATES_MAX */
  int32_t quadrant; /* q; 0: none */
} CandidatePlan;

/* What start tours depend on besides the instance and its lists: a rectangle of members of the population,
 * such as the tours of some of its islands. */
typedef struct GreedyPlan {
  uint64_t seed;
  uint32_t member;     /* of tour 0; each has its own tour; GREEDY_MEMBER_MAX is followed by 0 */
  uint32_t spread;     /* per cent, up to GREEDY_SPREAD_MAX; 0: plain greedy, members differ only in ties */
  uint32_t row, pitch; /* tour k is member + k / row * pitch + k % row; row 0: member + k */
  /* in a batch a row has `ring` tours of each task: tour k belongs to task k % row / ring, and has the member
   * of the first task's tour in this place, k % row % ring */
  const TourTask *task; /* (tasks) on the backend: seeds and instances; NULL: no batch, all have `seed` */
  uint32_t ring;
} GreedyPlan;

typedef struct CandidateKernels {
  /* x, y (n), n >= 1: coordinates as in the file. order (n): the city of each internal number; xy (n, 2):
   * coordinates by internal numbers. ERR_MEMORY, ERR_DEVICE. */
  Status (*order)(Backend *be, int32_t n, const double *x, const double *y, int32_t *order, double *xy);
  /* list (instances, n, K). ERR_MEMORY, ERR_DEVICE. */
  Status (*lists)(Backend *be, const TourProblem *problem, CandidatePlan plan, int32_t *list);
  /* The tours of `count` members, as by count calls, but faster. list (instances, n, K) is from `lists`, K =
   * width; tour (count, n). ERR_MEMORY, ERR_DEVICE. */
  Status (*greedy)(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                   GreedyPlan plan, uint32_t count, int32_t *tour);
} CandidateKernels;

/* K: the length of each list, 0 for a single city. */
static inline int32_t candidate_width(int32_t n, CandidatePlan plan) {
  return plan.width < n ? plan.width : n - 1;
}

/* The member of tour k of a call. */
METRIC_FN uint32_t greedy_member(GreedyPlan plan, uint32_t k) {
  const uint32_t row = plan.row ? plan.row : 1, pitch = plan.row ? plan.pitch : 1, at = k % row;
  return (plan.member + k / row * pitch + (plan.task ? at % plan.ring : at)) & GREEDY_MEMBER_MAX;
}

/* Makes *plan that of tour k alone; returns the task of the tour. */
METRIC_FN TourTask greedy_task(GreedyPlan *plan, uint32_t k) {
  TourTask own = {plan->seed, 0, 0};
  if (plan->task) own = plan->task[k % plan->row / plan->ring];
  plan->member = greedy_member(*plan, k);
  plan->seed = own.seed;
  return own;
}

#ifdef __cplusplus
}
#endif
#endif
