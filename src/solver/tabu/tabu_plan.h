/* The "tabu" solver (tabu.c) and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_TABU_TABU_PLAN_H
#define CORDEE_SOLVER_TABU_TABU_PLAN_H

#include "solver/climb/climb_move.h"
#include "solver.h"

typedef struct TabuPlan { /* 0 asks for the default */
  ClimbMove move;
  uint32_t searchers; /* of an island */
  uint32_t tenure;    /* steps for which a removed edge may not come back, within a tenth */
  uint64_t patience;  /* steps of a searcher without a new best before it starts anew */
  uint32_t steps;     /* of every searcher; 0: the time limit decides */
  bool open;          /* filled in by Solver.complete: there is no budget, the time limit ends the run */
} PLAN_SETTINGS TabuPlan;

PLAN_OWN(tabu_plan, TabuPlan)

extern const Solver solver_tabu;
extern const OptionRow tabu_option_rows[];

#endif
