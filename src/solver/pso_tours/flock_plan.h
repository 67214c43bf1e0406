/* The "flock" solver (flock.c), --method pso on tours, and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_PSO_TOURS_FLOCK_PLAN_H
#define CORDEE_SOLVER_PSO_TOURS_FLOCK_PLAN_H

#include "solver.h"

typedef enum FlockSearch { FLOCK_SEARCH_NONE, FLOCK_SEARCH_TWO_OPT } FlockSearch;

typedef struct FlockPlan {
  uint32_t particles;  /* of a swarm */
  uint32_t iterations; /* 0: the time limit decides */
  uint32_t migrants;   /* best of a swarm that replace the worst of the next, every epoch */
  FlockSearch search;  /* on every tour */
  double w, c1, c2;
  bool open; /* filled in by Solver.complete: there is no budget, the time limit ends the run */
} PLAN_SETTINGS FlockPlan;

PLAN_OWN(flock_plan, FlockPlan)

extern const Solver solver_flock;
extern const OptionRow flock_option_rows[];

#endif
