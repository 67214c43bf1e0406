/* The "climb" solver (climb.c) and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_CLIMB_CLIMB_PLAN_H
#define CORDEE_SOLVER_CLIMB_CLIMB_PLAN_H

#include "climb_move.h"
#include "solver.h"

typedef enum Restart { RESTART_RANDOM, RESTART_KICK, RESTART_AUTO } Restart;

typedef struct ClimbPlan {
  uint64_t climbers; /* local searches in all, over all islands */
  Restart restart;   /* how a climber begins */
  ClimbMove move;
} PLAN_SETTINGS ClimbPlan;

PLAN_OWN(climb_plan, ClimbPlan)

extern const Solver solver_climb;
extern const OptionRow climb_option_rows[];

#endif
