/* The makespan of an assignment, for solvers; the judge has its own. */
#ifndef CORDEE_PROBLEM_MATCHING_MAKESPAN_H
#define CORDEE_PROBLEM_MATCHING_MAKESPAN_H

#include <string.h>
#include "instance.h"
#include "matching.h"

/* assignment (n); load (machines) is scratch, and holds the loads afterwards. In units of 10^-decimals. */
static inline int64_t makespan(const Instance *inst, const int32_t *assignment, int64_t *load) {
  int64_t most = 0;
  memset(load, 0, (size_t)matching_of(inst)->machines * sizeof *load);
  for (size_t t = 0; t < (size_t)inst->n; t++) {
    int64_t *on = &load[assignment[t]];
    *on += matching_of(inst)->etc[t * (size_t)matching_of(inst)->machines + (size_t)assignment[t]];
    if (*on > most) most = *on;
  }
  return most;
}

#endif
