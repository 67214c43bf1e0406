/* The annealing of tours (tempering.c) and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_PLAN_H
#define CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_PLAN_H

#include "solver.h"
#include "temper_kernels.h"

typedef enum TemperMoves { TEMPER_LISTED, TEMPER_UNIFORM } TemperMoves;

typedef enum TemperCooling { TEMPER_EXPONENTIAL, TEMPER_LINEAR, TEMPER_LOGARITHMIC } TemperCooling;

typedef struct TemperPlan { /* 0 asks for the default */
  TemperMoves moves;        /* which are proposed */
  uint32_t chains;          /* of an island */
  uint32_t sweeps;          /* of a chain in all; 0: the time limit decides */
  uint32_t anneals;         /* coolings one after the other */
  double hot, cold;  /* share of moves that lengthen the start tour made at the first and last temperature */
  uint32_t exchange; /* sweeps between two exchanges of temperatures */
  double spread;     /* hottest temperature of an island, in coldest ones */
  uint32_t candidates; /* of a city */
  uint32_t quadrant;   /* of those, from each quadrant around it; 0: the nearest in any direction */
  TemperCooling cooling;
  double t0, t_end; /* the first and the last temperature, in costs as they are printed; 0: by hot, cold */
  bool open;        /* filled in by Solver.complete: there is no budget, the time limit ends the run */
} PLAN_SETTINGS TemperPlan;

PLAN_OWN(temper_plan, TemperPlan)

/* Steps of a sweep of n cities. */
uint32_t temper_sweep(int32_t n);

/* Steps of a chain in an anneal, with a budget. */
double temper_anneal_steps(const Plan *plan, int32_t n);

/* Solver's functions of these names. */
Status temper_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t temper_budget(const Plan *plan);
uint32_t temper_epochs(const Plan *plan);
double temper_work_all(const Instance *inst, const Plan *plan);
const char *temper_word(const Plan *plan);
void temper_remark(const Instance *inst, const Plan *plan, char *text, size_t size);

extern const Solver solver_tempering;
extern const OptionRow temper_option_rows[];

#endif
