/* The "ils" solver (ils.c) and its settings in a plan: for the solver itself, benches and tests. */
#ifndef CORDEE_SOLVER_ILS_ILS_PLAN_H
#define CORDEE_SOLVER_ILS_ILS_PLAN_H

#include "solver.h"

typedef enum Recombination {
  RECOMBINATION_AUTO,    /* by the instance's size and the kind of processor */
  RECOMBINATION_EAX,     /* edge assembly crossover; all islands are one population */
  RECOMBINATION_NONE,    /* no crossover */
  RECOMBINATION_ISOLATED /* as eax, but each island is a population of its own */
} Recombination;

enum { ILS_QUADRANT_AUTO = 17 }; /* by the number of candidates, and whether there is crossover */

typedef struct IlsPlan {
  Recombination recombination;
  uint32_t tours; /* on all islands; rounded up so that each island has as many */
  double
      kicks; /* a city of every tour, in all (with crossover: in the first population); 0: the time limit decides (Solver.pace) */
  uint32_t populations; /* one after the other; 0: as many as the time allows */
  uint32_t generations; /* of a population, at most; as many again after the elite set has joined */
  double temperature;   /* at the start, in edges of mean length */
  uint32_t candidates;  /* of a city */
  uint32_t
      quadrant; /* of those, from each quadrant around it; 0: the nearest in any direction; or ILS_QUADRANT_AUTO */
  /* What follows for an instance: filled in by Solver.complete. */
  bool crossover, open;  /* tours recombine; there is no budget, the time limit ends the run */
  uint32_t group;        /* tours of an island */
  uint32_t round;        /* kicks of a tour in a round */
  uint32_t descent;      /* rounds without kicks, before the rounds of kicks */
  uint32_t epoch_rounds; /* rounds of kicks in an epoch */
  uint64_t
      rounds; /* of kicks in all (with crossover: in the first population); UINT64_MAX: as the time allows */
} PLAN_SETTINGS IlsPlan;

PLAN_OWN(ils_plan, IlsPlan)

enum { ILS_LARGE = 50000 }; /* nodes: the rule for large tours (recombine_kernels.h) is that of larger ones */

/* Do tours of n nodes recombine by the rule for large ones? */
static inline bool ils_large(int32_t n) { return n > ILS_LARGE; }

extern const Solver solver_ils;
extern const OptionRow ils_option_rows[];

#endif
