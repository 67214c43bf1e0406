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

typedef struct IlsPlan {
  Recombination recombination;
  uint32_t tours; /* on all islands; each has as many, so there may be a few more */
  double
      kicks; /* a city of every tour (of the first population), in all; 0: as many as the time allows (Solver.pace) */
  uint32_t populations; /* one after the other; 0: as many as the time allows */
  uint32_t
      generations; /* of a population, at most; as many again when the best of earlier ones has joined it */
  double temperature;  /* at the start, in edges of mean length */
  uint32_t candidates; /* of a city */
  uint32_t quadrant;   /* of those, from each quadrant around it; 0: the nearest, wherever they are */
  /* What that makes of an instance: filled in by Solver.complete. */
  bool meets, open;      /* tours recombine; there is no budget, but the time */
  uint32_t group;        /* tours of an island */
  uint32_t round;        /* kicks of a tour in a round */
  uint32_t descent;      /* rounds without kicks, before those with them */
  uint32_t epoch_rounds; /* rounds of kicks in an epoch */
  uint64_t rounds;       /* of kicks in all (in the first population); UINT64_MAX: as the time allows */
} IlsPlan;

PLAN_OWN(ils_plan, IlsPlan)

extern const Solver solver_ils;
extern const OptionRow ils_option_rows[];

#endif
