/* Inside the "aco" solver: the archipelago, for its files, tests and ladders. aco.c has the state, epochs and migration, aco_plan.c
 * defaults and amounts, aco_problem.c what the kernels read and the local search. On the backend, and in migrants, cities have their
 * internal numbers (tour_problem.h). Champions and checkpoints have the instance's numbers. */
#ifndef CORDEE_SOLVER_ACO_ACO_ARCHIPELAGO_H
#define CORDEE_SOLVER_ACO_ACO_ARCHIPELAGO_H

#include "aco_kernels.h"
#include "aco_plan.h"
#include "solver/ils/ils_kernels.h"
#include "solver/island_state.h"

struct Archipelago {
  ISLAND_STATE
  AcoProblem problem; /* empty if the span is empty, as are all arrays */
  AcoRules rules;
  AcoState state;
  AcoColony *colony; /* (islands) host: state.colony as last downloaded */
  int64_t unit;      /* AcoColony.unit of every island */
  uint64_t built;    /* ants' tours since create */
  /* with ACO_SEARCH_ILS: the tours of state as those kernels see them */
  IlsProblem ils_problem;
  IlsState ils;
};

/* Trails of an island: n K on candidates, n n on all pairs; the other ones are 0. */
size_t aco_trails(const Instance *inst, const Plan *plan);
size_t aco_trails_all(const Instance *inst, const Plan *plan);

/* ---- aco_problem.c ---- */

Status aco_problem_make(Archipelago *a);
void aco_problem_free(Archipelago *a);
/* The local search that the plan asks for, of all tours of the iteration; and what it needs, after the arrays are made. */
Status aco_search_make(Archipelago *a);
Status aco_search(Archipelago *a);

#endif
