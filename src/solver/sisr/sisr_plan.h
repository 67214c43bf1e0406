/* The "sisr" solver (sisr.c) and its settings in a plan: for the solver itself, benches and tests. The unit of temperatures is
 * the geometric mean of two lengths: the mean edge between customers of the start solution, and customers' mean distance from the depot. */
#ifndef CORDEE_SOLVER_SISR_SISR_PLAN_H
#define CORDEE_SOLVER_SISR_SISR_PLAN_H

#include "solver.h"
#include "sisr_kernels.h"

typedef struct SisrPlan {
  uint32_t chains; /* an island; 0: the backend's default */
  uint32_t width;  /* proposals of a round; 0: by the size of parts */
  uint32_t part;   /* customers of a part at most, about; 0: the default */
  uint32_t epochs; /* 0: until the time is up, or the default */
  uint32_t meet;   /* epochs from one tournament to the next; 0: none */
  double hot, cold;
  double hottest;        /* hot of the first island; 0: the default */
  double vehicles_share; /* of the run, at most, for the search for fewer vehicles (sisr_stage.h) */
  uint32_t
      generations; /* of the chains of an island (sisr_population.h); 1: no recombination; 0: the default */
  double first_share; /* of the run, for the first of several generations */
  double reheat;      /* temperature at the begin of the others */
  /* What complete() works out. */
  uint32_t parts; /* of a chain */
} PLAN_SETTINGS SisrPlan;

PLAN_OWN(sisr_plan, SisrPlan)

extern const Solver solver_sisr;
extern const OptionRow sisr_option_rows[];

/* Solver.complete. ERR_USAGE. */
Status sisr_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
/* Where an island of so many begins: hottest for the first, hot for the last, between them geometrically. */
double sisr_hot(const SisrPlan *plan, uint32_t island, uint32_t islands);
/* The temperature at a share, 0 to 1, of a run: hot (cold / hot)^share in steps of 1/1024, the same on every machine. */
double sisr_temperature(const SisrPlan *plan, double hot, double share);

#endif
