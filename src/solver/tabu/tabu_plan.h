/* The "tabu" solver (tabu.c) and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_TABU_TABU_PLAN_H
#define CORDEE_SOLVER_TABU_TABU_PLAN_H

#include "solver.h"
#include "tabu_kernels.h"

typedef struct TabuPlan { /* 0 asks for the default */
  ClimbMove move;
  uint32_t searchers; /* of an island */
  uint32_t tenure;    /* steps for which a removed edge may not come back, within a tenth */
  uint64_t patience;  /* steps of a searcher without a new best before it starts anew */
  uint32_t steps;     /* of every searcher; 0: the time limit decides */
  bool open;          /* filled in by Solver.complete: there is no budget, the time limit ends the run */
} PLAN_SETTINGS TabuPlan;

PLAN_OWN(tabu_plan, TabuPlan)

/* The plan in the kernels' numbers. */
TabuRules tabu_rules(const Plan *plan);

/* Solver's functions of these names. */
Status tabu_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t tabu_budget(const Plan *plan);
uint32_t tabu_epochs(const Plan *plan);
double tabu_work_all(const Instance *inst, const Plan *plan);
double tabu_work_done(const Instance *inst, const Plan *plan, const Progress *progress);
const char *tabu_variant(const Plan *plan);

extern const Solver solver_tabu;
extern const OptionRow tabu_option_rows[];

#endif
