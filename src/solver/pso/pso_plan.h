/* The "pso" solver (pso.c) and its settings in a plan: for the solver itself, benches and tests. A swarm is an island. */
#ifndef CORDEE_SOLVER_PSO_PSO_PLAN_H
#define CORDEE_SOLVER_PSO_PSO_PLAN_H

#include "solver.h"

typedef enum PsoInertia { INERTIA_DECAY, INERTIA_LINEAR, INERTIA_CONSTRICTION } PsoInertia;
typedef enum PsoForm { FORM_REAL, FORM_DISCRETE } PsoForm;

typedef struct PsoPlan {
  uint32_t particles;  /* a swarm */
  uint32_t iterations; /* in all */
  uint32_t migrants;   /* best of a swarm that replace the worst of the next, every epoch */
  PsoForm form;
  PsoInertia inertia;
  double w, decay, c1, c2, c3;
} PLAN_SETTINGS PsoPlan;

PLAN_OWN(pso_plan, PsoPlan)

extern const Solver solver_pso;
extern const OptionRow pso_option_rows[];

#endif
