/* Task matching: tasks on unrelated machines, R||Cmax. A solution is an assignment: gene[t] is the machine of task t;
 * its cost is the makespan, the largest sum of times on a machine. */
#ifndef CORDEE_PROBLEM_MATCHING_MATCHING_H
#define CORDEE_PROBLEM_MATCHING_MATCHING_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No machine's load may be larger, whatever the assignment: the sum over tasks of their longest times, in units of
 * 10^-decimals. Readers refuse more. */
#define LOAD_MAX ((int64_t)1 << 60)

struct MatchingBound;

typedef struct MatchingInstance {
  Instance head;    /* n: tasks */
  int32_t machines; /* >= 1 */
  int64_t *etc;     /* (n, machines) time of task t on machine m, > 0, in units of 10^-decimals */
  int64_t never; /* time of a pair that is not allowed: longer than any assignment without one; 0: all are */
  double bound_time;            /* seconds of --bound-time; no part of the digest */
  struct MatchingBound *proven; /* what matching_bound has found; filled in at its first call */
} MatchingInstance;

/* What --bound-time says. */
typedef struct MatchingSettings {
  double bound_time; /* seconds; 0: the bound of prices of machines alone */
} MatchingSettings;

extern const Problem problem_matching;

/* The instance of this problem that begins at `inst`. */
static inline const MatchingInstance *matching_of(const Instance *inst) {
  return (const MatchingInstance *)inst;
}

/* An instance of those sizes, the contents of its arrays undefined. *out is owned by the caller (instance_free). ERR_MEMORY. */
Status matching_alloc(int32_t tasks, int32_t machines, int32_t decimals, Instance **out);

/* Problem.judge. ERR_FORMAT naming the first task whose machine is out of range. ERR_MEMORY. Local. */
Status judge_assignment(const Instance *inst, const int32_t *assignment, int64_t *cost);

#ifdef __cplusplus
}
#endif

#endif
