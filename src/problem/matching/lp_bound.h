/* The LP duals of task matching and the lower bound that they prove: for searches and for comparisons.
 *
 * Any duals price_m >= 0, not all 0, bound the makespan of every assignment a: the largest load is at least the
 * average of the loads weighted by the duals, so
 *     makespan >= sum_m price_m load_m / sum_m price_m >= sum_t min_m price_m etc[t][m] / sum_m price_m.
 * The best such bound is the optimum of the linear relaxation, in which tasks may be split; then price is the
 * optimal dual solution. */
#ifndef CORDEE_PROBLEM_MATCHING_LP_BOUND_H
#define CORDEE_PROBLEM_MATCHING_LP_BOUND_H

#include "instance.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
