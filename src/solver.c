/* The registry of solvers. */
#include "solver.h"

#include <stdio.h>
#include <string.h>

static const Solver *const solvers[] = {&solver_ils,       &solver_climb, &solver_anneal,  &solver_lists,
                                        &solver_pso,       &solver_fcfs,  &solver_min_min, &solver_max_min,
                                        &solver_sufferage, NULL};

static Status solver_unknown(const char *name, ProblemKind problem) {
  char known[256] = "";
  for (int i = 0; solvers[i]; i++)
    if (solvers[i]->problems & 1u << problem)
      snprintf(known + strlen(known), sizeof known - strlen(known), " %s", solvers[i]->name);
  FAIL(ERR_USAGE, "--method: expected one of%s for this instance, found '%s'", known, name);
}

Status solver_find(const char *name, ProblemKind problem, const Solver **out) {
  for (int i = 0; solvers[i]; i++)
    if (solvers[i]->problems & 1u << problem && (!name[0] || strcmp(solvers[i]->name, name) == 0)) {
      *out = solvers[i];
      return OK;
    }
  return solver_unknown(name, problem);
}

const Solver *solver_named(const char *name) {
  for (int i = 0; solvers[i]; i++)
    if (strcmp(solvers[i]->name, name) == 0) return solvers[i];
  return NULL;
}
