/* The registry of solvers. */
#include "solver.h"

#include <string.h>

static const Solver *const solvers[] = {&solver_climb, NULL};

const Solver *solver_find(const char *name, ProblemKind problem) {
  for (int i = 0; solvers[i]; i++)
    if (solvers[i]->problem == problem && (!name || strcmp(solvers[i]->name, name) == 0)) return solvers[i];
  return NULL;
}
