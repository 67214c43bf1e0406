/* The registry of solvers. */
#include "solver.h"

#include <stdio.h>
#include <string.h>

static const Solver *const solvers[] = {&solver_ils,       &solver_climb, &solver_anneal,  &solver_lists,
                                        &solver_pso,       &solver_fcfs,  &solver_min_min, &solver_max_min,
                                        &solver_sufferage, NULL};

bool solver_accepts(const Solver *solver, const struct Problem *problem) {
  for (int k = 0; k < SOLVER_PROBLEMS && solver->problems[k]; k++)
    if (solver->problems[k] == problem) return true;
  return false;
}

static Status solver_unknown(const char *name, const struct Problem *problem) {
  char known[256] = "";
  for (int i = 0; solvers[i]; i++)
    if (solver_accepts(solvers[i], problem))
      snprintf(known + strlen(known), sizeof known - strlen(known), " %s", solvers[i]->name);
  FAIL(ERR_USAGE, "--method: expected one of%s for this instance, found '%s'", known, name);
}

Status solver_find(const char *name, const struct Problem *problem, const Solver **out) {
  for (int i = 0; solvers[i]; i++)
    if (solver_accepts(solvers[i], problem) && (!name[0] || strcmp(solvers[i]->name, name) == 0)) {
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
