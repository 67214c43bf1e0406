/* The "flock" solver (pso_tours.c), --method pso on tours, and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_PSO_TOURS_FLOCK_PLAN_H
#define CORDEE_SOLVER_PSO_TOURS_FLOCK_PLAN_H

#include "flock_kernels.h"
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

/* A number in 2^-16. */
uint32_t flock_fixed(double value);

/* Solver's functions of these names. */
Status flock_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t flock_budget(const Plan *plan);
uint32_t flock_epochs(const Plan *plan);
double flock_work_all(const Instance *inst, const Plan *plan);
double flock_work_done(const Instance *inst, const Plan *plan, const Progress *progress);
const char *flock_variant(const Plan *plan);

extern const Solver solver_flock;
extern const OptionRow flock_option_rows[];

#endif
