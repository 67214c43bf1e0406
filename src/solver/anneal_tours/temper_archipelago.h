/* Inside the annealing of tours: the archipelago. anneal_tours.c has the state and epochs, temper_plan.c defaults and amounts,
 * temper_cooling.c temperatures, temper_exchange.c migrants and levels. On the backend, and in migrants, cities have their internal
 * numbers (tour_problem.h). Champions and checkpoints have the instance's numbers. */
#ifndef CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_ARCHIPELAGO_H
#define CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_ARCHIPELAGO_H

#include "solver/island_state.h"
#include "temper_kernels.h"
#include "temper_plan.h"

/* Where a run stands between hot and cold. */
typedef struct TemperPace {
  double begun;      /* where this leg began */
  double done, rate; /* of the time: at the last call; its growth in a sweep since the one before */
  uint64_t sweeps;   /* at the last call */
} TemperPace;

struct Archipelago {
  ISLAND_STATE
  TemperProblem problem; /* empty if the span is empty or there is nothing to search, as are all arrays */
  TemperRules rules;
  TemperState state; /* sweeps: IslandState.at when kernels are called */
  int32_t *list;     /* (n, K) on the backend: the candidates alone */
  double hot, cold;  /* temperatures, in 2^16 of a cost */
  uint64_t steps;    /* of all chains since create */
  TemperPace pace;   /* without a budget */
  /* per chain, on the host */
  int64_t *cost, *best_cost; /* as last downloaded */
  uint32_t *level;           /* of its temperature */
  uint32_t *source;          /* whose tour it goes on from in the next epoch; `chains`: the inbox's */
};

/* ---- temper_cooling.c ---- */

/* The first and the last temperature, by proposals to a tour (n) on the backend, with a scratch of that size. */
Status temper_measure(Archipelago *a, const int32_t *tour, int32_t *scratch);
/* Solver.pacing */
void temper_pace(Archipelago *a, double done);
/* Sets the temperatures of the next sweeps; returns for how many, at most `most`. */
uint32_t temper_cool(Archipelago *a, uint32_t most);

/* ---- temper_exchange.c ---- */

size_t temper_tour_bytes(const Archipelago *a);
int32_t *temper_tour(const Archipelago *a, int32_t *tours, size_t row); /* of tours (.., n) */
Status temper_costs_download(Archipelago *a);

size_t temper_migrant_bytes(const Archipelago *a);
Status temper_emigrate(Archipelago *a, void *migrant);
Status temper_immigrate(Archipelago *a, const void *migrant);
/* At the beginning of an epoch: those that arrived take their places. */
Status temper_arrive(Archipelago *a);
/* Sweeps until chains of islands exchange levels, more than 0; and the exchange, before sweep a->at. */
uint64_t temper_apart(const Archipelago *a);
Status temper_exchange(Archipelago *a);

#endif
