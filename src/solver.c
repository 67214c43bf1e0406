/* The registry of solvers. */
#include "solver.h"

#include <stdio.h>
#include <string.h>
#include "suggest.h"

/* The table of solvers, a line each: for every problem the first that accepts it is its default. The solver is
 * solver_NAME in src/solver. */
#define SOLVERS(SOLVER)                                                                                      \
  SOLVER(ils)                                                                                                \
  SOLVER(climb)                                                                                              \
  SOLVER(aco)                                                                                                \
  SOLVER(tempering)                                                                                          \
  SOLVER(tabu)                                                                                               \
  SOLVER(flock)                                                                                              \
  SOLVER(anneal)                                                                                             \
  SOLVER(lists)                                                                                              \
  SOLVER(trade)                                                                                              \
  SOLVER(pso)                                                                                                \
  SOLVER(fcfs)                                                                                               \
  SOLVER(min_min)                                                                                            \
  SOLVER(max_min)                                                                                            \
  SOLVER(sufferage)                                                                                          \
  SOLVER(sisr)                                                                                               \
  SOLVER(ruin)                                                                                               \
  SOLVER(three_opt)

#define SOLVER_DECLARE(NAME) extern const Solver solver_##NAME;
SOLVERS(SOLVER_DECLARE)

#define SOLVER_ENTRY(NAME) &solver_##NAME,
static const Solver *const solvers[] = {SOLVERS(SOLVER_ENTRY) NULL};
enum { SOLVERS_COUNT = sizeof solvers / sizeof *solvers - 1 };

const Solver *solver_at(int k) { return k < SOLVERS_COUNT ? solvers[k] : NULL; }

bool solver_accepts(const Solver *solver, const struct Problem *problem) {
  for (int k = 0; k < SOLVER_PROBLEMS && solver->problems[k]; k++)
    if (solver->problems[k] == problem) return true;
  return false;
}

static Status solver_unknown(const char *name, const struct Problem *problem) {
  char known[256] = "", text[SUGGEST_TEXT_MAX];
  Suggestion near = suggest_begin(name);
  for (int i = 0; solvers[i]; i++) {
    if (!solver_accepts(solvers[i], problem)) continue;
    snprintf(known + strlen(known), sizeof known - strlen(known), " %s", solvers[i]->name);
    suggest_offer(&near, solvers[i]->name);
  }
  FAIL(ERR_USAGE, "--method: expected one of%s for this instance, found '%s'%s", known, name,
       suggest_text(&near, "", text));
}

Status solver_find(const char *name, const struct Problem *problem, const Solver **out) {
  for (int i = 0; solvers[i]; i++)
    if (solver_accepts(solvers[i], problem) && (!name[0] || solver_called(solvers[i], name))) {
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
