/* List heuristics of task matching: start assignments, and a baseline for comparisons. Pure functions of the
 * instance, local, host only. */
#ifndef CORDEE_PROBLEM_MATCHING_MATCH_HEURISTICS_H
#define CORDEE_PROBLEM_MATCHING_MATCH_HEURISTICS_H

#include "instance.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The completion time of a task on a machine is the machine's load plus the task's time there; its best machine is the one
 * with the least, of equals the lowest. Assigns a machine (0-based) to each task, assignment (tasks) owned by the caller.
 * ERR_MEMORY: O(tasks + machines) of scratch. */
typedef struct MatchHeuristic {
  const char *name;
  Status (*assign)(const Instance *inst, int32_t *assignment);
} MatchHeuristic;

/* Ended by a NULL name. Of equal tasks the lowest one, always.
 *   fcfs       first come, first served: tasks in order, each to its best machine
 *   min-min    the task whose best completion time is the least goes first, to its best machine
 *   max-min    the task whose best completion time is the greatest goes first
 *   sufferage  in rounds: of the tasks with the same best machine the one goes there that would suffer most from its second
 *              best; loads are updated at the end of a round */
enum { MATCH_HEURISTICS = 4 };
extern const MatchHeuristic match_heuristics[];

/* The best of `count` heuristics, of equals the first, on up to `threads` threads: assignment (tasks) and its makespan in
 * units. ERR_MEMORY: O(tasks + machines) of scratch each. */
Status match_best_list(const Instance *inst, const MatchHeuristic *heuristic, int count, int threads,
                       int32_t *assignment, int64_t *cost);

#ifdef __cplusplus
}
#endif
#endif
