/* Bounds of the makespan by maximum flow, where machines may not run all tasks. */
#ifndef CORDEE_PROBLEM_MATCHING_ELIGIBLE_BOUND_H
#define CORDEE_PROBLEM_MATCHING_ELIGIBLE_BOUND_H

#include "instance.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The least C from `least` on for which a network passes a flow of all of its tasks: source to task, task to each machine on which its time is
 * at most C, machine to sink. By bisection; exact, as the arcs are whole numbers.
 *   divisible   a task is what it takes on its fastest machine, in parts on any, and a machine takes C
 *   unit        of the tasks that take at least q on their fastest machine, for several q: a task is one, and a machine takes C divided by
 *               the shortest time that it needs for any of them, rounded down
 * Both are bounds: a schedule no longer than C makes such a flow. `unit` with all tasks is the optimum where all take the same time on a
 * machine that may run them. The largest of these C goes to *bound, which is at least `least`. Does nothing where all pairs are allowed, or where
 * there are more than 2^24. Local, one thread. ERR_MEMORY, ERR_STOPPED. */
Status eligible_bound(const Instance *inst, int64_t least, int64_t *bound);

#ifdef __cplusplus
}
#endif
#endif
