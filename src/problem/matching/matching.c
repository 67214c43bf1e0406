/* See matching.h. */
#include "matching.h"

#include <stdlib.h>
#include "problem.h"

/* ---- instance ---- */

Status matching_alloc(int32_t tasks, int32_t machines, int32_t decimals, Instance **out) {
  const MatchingInstance like = {.head = {.problem = &problem_matching, .n = tasks, .decimals = decimals},
                                 .machines = machines};
  return instance_alloc_like(&like.head, out);
}

/* ---- judge ---- */

/* The judge of task matching. Shares nothing with the kernels. */

static Status loads_add(const MatchingInstance *inst, const int32_t *assignment, int64_t *load) {
  for (int32_t t = 0; t < inst->head.n; t++) {
    const int32_t m = assignment[t];
    if (m < 0 || m >= inst->machines)
      FAIL(ERR_FORMAT, "task %d is on machine %lld, expected one from 1 to %d", t + 1, m + 1LL,
           inst->machines);
    const int64_t time = inst->etc[(size_t)t * (size_t)inst->machines + (size_t)m];
    if (time == inst->never)
      FAIL(ERR_FORMAT, "task %d is on machine %d, expected one that may run it", t + 1, m + 1);
    load[m] += time;
  }
  return OK;
}

Status judge_assignment(const Instance *inst, const int32_t *assignment, int64_t *cost) {
  int64_t *load = calloc((size_t)matching_of(inst)->machines, sizeof *load), makespan = 0;
  if (!load) FAIL(ERR_MEMORY, "no memory to judge an assignment to %d machines", matching_of(inst)->machines);
  Status status = loads_add(matching_of(inst), assignment, load);
  for (int32_t m = 0; m < matching_of(inst)->machines; m++)
    if (load[m] > makespan) makespan = load[m];
  free(load);
  TRY(status);
  *cost = makespan;
  return OK;
}
