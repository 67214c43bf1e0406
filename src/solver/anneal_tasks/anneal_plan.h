/* The "anneal" solver (anneal.c) and its settings in a plan: for the solver itself, benches and tests. Temperatures are in units of
 * bound / tasks, before the instance's own scale (anneal_plan.c). */
#ifndef CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_PLAN_H
#define CORDEE_SOLVER_ANNEAL_TASKS_ANNEAL_PLAN_H

#include "solver.h"

typedef struct AnnealPlan {
  uint32_t chains;            /* an island; 0: the backend's default */
  uint32_t epochs;            /* in all */
  double temperature, reheat; /* at the beginning of the first epoch, of later ones */
  double cold;                /* at the end of all */
  double reference;           /* reference value of a chain: how far below its best, as a share of it */
} PLAN_SETTINGS AnnealPlan;

PLAN_OWN(anneal_plan, AnnealPlan)

extern const Solver solver_anneal;
extern const OptionRow anneal_option_rows[];

#endif
