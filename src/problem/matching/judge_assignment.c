/* The judge of task matching: see matching.h. Shares nothing with the kernels. */
#include <stdlib.h>
#include "matching.h"

static Status loads_add(const Instance *inst, const int32_t *assignment, int64_t *load) {
  for (int32_t t = 0; t < inst->n; t++) {
    if (assignment[t] < 0 || assignment[t] >= matching_of(inst)->machines)
      FAIL(ERR_FORMAT, "task %d is on machine %lld, expected one from 1 to %d", t + 1, assignment[t] + 1LL,
           matching_of(inst)->machines);
    load[assignment[t]] +=
        matching_of(inst)->etc[(size_t)t * (size_t)matching_of(inst)->machines + (size_t)assignment[t]];
  }
  return OK;
}

Status judge_assignment(const Instance *inst, const int32_t *assignment, int64_t *cost) {
  int64_t *load = calloc((size_t)matching_of(inst)->machines, sizeof *load), makespan = 0;
  if (!load) FAIL(ERR_MEMORY, "no memory to judge an assignment to %d machines", matching_of(inst)->machines);
  Status status = loads_add(inst, assignment, load);
  for (int32_t m = 0; m < matching_of(inst)->machines; m++)
    if (load[m] > makespan) makespan = load[m];
  free(load);
  TRY(status);
  *cost = makespan;
  return OK;
}
