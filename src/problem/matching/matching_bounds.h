/* Lower bounds of the makespan. Local, host only. */
#ifndef CORDEE_PROBLEM_MATCHING_MATCHING_BOUNDS_H
#define CORDEE_PROBLEM_MATCHING_MATCHING_BOUNDS_H

#include <stdbool.h>
#include "instance.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- interior point ---- */

/* The second phase of the LP duals below: from nearly optimal duals to those of the linear program. */

enum {
  MATCH_CHUNKS = 16
}; /* of tasks: partial sums are added in the order of chunks, whichever thread computed them */

/* First task of a chunk; that of MATCH_CHUNKS is n. */
static inline int32_t match_chunk(const Instance *inst, int chunk) {
  return (int32_t)((int64_t)inst->n * chunk / MATCH_CHUNKS);
}

/* Improves u (machines), which is above 0: its bound sum_t min_m u_m etc[t][m] / sum_m u_m does not fall. The same bits for any
 * number of threads >= 1. ERR_MEMORY. */
Status interior_point_refine(const Instance *inst, int threads, double *u);

/* ---- duals ---- */

/* The LP duals of task matching and the lower bound that they prove: for searches and for comparisons.
 *
 * Any duals price_m >= 0, not all 0, bound the makespan of every assignment a: the largest load is at least the
 * average of the loads weighted by the duals, so
 *     makespan >= sum_m price_m load_m / sum_m price_m >= sum_t min_m price_m etc[t][m] / sum_m price_m.
 * The best such bound is the optimum of the linear relaxation, in which tasks may be split; then price is the
 * optimal dual solution. */

/* Computes duals within about 1e-6 of the best bound into price (machines, the caller's; the largest is 2^32 -
 * 1), and *bound = lp_bound_prove of them. `threads` >= 1; the result depends on neither their number nor the
 * machine. ERR_MEMORY: about 4 bytes for each time of the matrix. Local, host only. */
Status lp_bound(const Instance *inst, int threads, uint32_t *price, int64_t *bound);

/* The same for the truncated bound, which is sharper: a schedule no longer than T uses no time above T. So if
 * the times up to T alone prove b, then no schedule is shorter than min(T, b) (Lenstra, Shmoys, Tardos 1990).
 * Searches for the T where both are equal, as long as removing times changes the bound: then 3 times the work,
 * and 8 bytes for each time. The duals are those of the times up to T. */
Status lp_bound_truncated(const Instance *inst, int threads, uint32_t *price, int64_t *bound);

/* The bound that price (machines) proves, exactly, in units of 10^-decimals: the quotient above, rounded up, or
 * the longest of the tasks' shortest times if that is more (also if all duals are 0). Shares no code with the
 * computation of duals. */
int64_t lp_bound_prove(const Instance *inst, const uint32_t *price);

/* ---- maximum flows ---- */

/* Bounds of the makespan by maximum flow, where machines may not run all tasks. */

/* The least C from `least` on for which a network passes a flow of all of its tasks: source to task, task to each machine on which its time is
 * at most C, machine to sink. By bisection; exact, as the arcs are whole numbers.
 *   divisible   a task is what it takes on its fastest machine, in parts on any, and a machine takes C
 *   unit        of the tasks that take at least q on their fastest machine, for several q: a task is one, and a machine takes C divided by
 *               the shortest time that it needs for any of them, rounded down
 * Both are bounds: a schedule no longer than C makes such a flow. `unit` with all tasks is the optimum where all take the same time on a
 * machine that may run them. The largest of these C goes to *bound, which is at least `least`. Does nothing where all pairs are allowed, or where
 * there are more than 2^24. Local, one thread. ERR_MEMORY, ERR_STOPPED. */
Status eligible_bound(const Instance *inst, int64_t least, int64_t *bound);

/* ---- knapsacks ---- */

/* The bound where a machine takes whole tasks. Prices v_t >= 0 of tasks prove that no schedule is as short as T if they sum to more than
 * the machines can earn in T: sum_t v_t > sum_m K_m(T), K_m(T) the largest sum of prices of tasks whose times on m sum to at most T. K_m is a
 * 0-1 knapsack, computed in integers (knapsack.h); times are rounded down to ticks of about 2^-27 of T, which leaves the proof valid.
 *
 * *bound: one that is proven already, 1 at least; raised as far as `seconds` allow, or until steps gain no more. price: duals of lp_bound or
 * lp_bound_truncated. The result depends on neither the number of threads nor the machine, unless the time ends it, or halting is due
 * (halt.h), after which what is proven counts. ERR_MEMORY. Local, host only. */
Status knapsack_bound_raise(const Instance *inst, int threads, const uint32_t *price, double seconds,
                            int64_t *bound);

/* ---- bound ---- */

/* The proven bound of an instance of task matching, computed once and kept with it. */

typedef struct MatchingBound {
  bool known, raised;
  int64_t bound;    /* by prices of machines and maximum flow */
  int64_t sharp;    /* Problem.bound: by knapsacks, too, if raised */
  uint32_t price[]; /* (machines) the LP's duals */
} MatchingBound;

/* The truncated LP bound, or the bound by maximum flow if that is more, and the LP's duals, into price (machines) unless it is NULL. Computed at the first call
 * for an instance by so many threads, which change no bit of it; by one thread of the process at a time. ERR_MEMORY. */
Status matching_bound(const Instance *inst, int threads, uint32_t *price, int64_t *bound);

/* Problem.bound: the same, raised by knapsacks for so many seconds as the instance says (MatchingInstance.bound_time). */
Status matching_bound_told(const Instance *inst, int threads, int64_t *bound);

#ifdef __cplusplus
}
#endif

#endif
