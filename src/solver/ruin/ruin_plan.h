/* The "ruin" solver (ruin.c) and its settings in a plan: for the solver itself, benches and tests. The unit of temperatures is the geometric mean
 * of two costs of distance (and of time, where it has a price): that from a customer to its nearest neighbours, and that between customers
 * and the places where vehicles begin and end. */
#ifndef CORDEE_SOLVER_RUIN_RUIN_PLAN_H
#define CORDEE_SOLVER_RUIN_RUIN_PLAN_H

#include "ruin_kernels.h"
#include "solver.h"

typedef struct RuinPlan {
  uint32_t chains; /* of an island; 0: the backend's default */
  uint32_t width;  /* proposals of a round; 0: the backend's default */
  uint32_t epochs; /* 0: until the time is up, or the default */
  uint32_t meet;   /* epochs from one tournament to the next; 0: none */
  double hot, cold;
  uint32_t rounds; /* of an epoch: what complete() works out */
} PLAN_SETTINGS RuinPlan;

PLAN_OWN(ruin_plan, RuinPlan)

extern const Solver solver_ruin;
extern const OptionRow ruin_option_rows[];

/* Solver.complete. ERR_USAGE. */
Status ruin_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
/* The temperature at a share, 0 to 1, of a run: hot (cold / hot)^share in steps of 1/1024, the same on every machine. */
double ruin_temperature(const RuinPlan *plan, double share);
/* By which prizes are multiplied at that share: from RUIN_PRIZES_DEAR down to 1, which it is from RUIN_PRIZES_SHARE on. Solutions begin with all
 * customers who are near enough to be served at that price, and lose those who do not pay. */
#define RUIN_PRIZES_DEAR  8.0
#define RUIN_PRIZES_SHARE 0.4
double ruin_prize_factor(double share);
/* Vehicles first: until that share of a run chains look for fewer routes, at that temperature. */
#define RUIN_FEWER_SHARE 0.5
#define RUIN_FEWER_HEAT  0.05
bool ruin_fewer(double share);

#endif
