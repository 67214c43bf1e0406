/* Inside the annealing of tours: the archipelago. Its parts:
 *   tempering.c         the table of functions, epochs
 *   temper_plan.c       defaults, checks, amounts
 *   temper_cooling.c    temperatures
 *   temper_problem.c    what the kernels read
 *   temper_state.c      what they write, and the memory that both take
 *   temper_exchange.c   champions, migrants, levels
 *   temper_save.c       checkpoints
 * On the backend, and in migrants, cities have their internal numbers (tour_problem.h). Champions and checkpoints have the
 * instance's numbers. */
#ifndef CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_ARCHIPELAGO_H
#define CORDEE_SOLVER_ANNEAL_TOURS_TEMPER_ARCHIPELAGO_H

#include "temper_kernels.h"
#include "temper_plan.h"

/* Where a run stands between hot and cold. */
typedef struct TemperPace {
  double begun;      /* where this leg began */
  double done, rate; /* of the time: at the last call; its growth in a sweep since the one before */
  uint64_t sweeps;   /* at the last call */
} TemperPace;

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  TemperProblem problem; /* empty if the span is empty or there is nothing to search, as are all arrays */
  TemperRules rules;
  TemperState state; /* its arrays are on the backend, owned here */
  int32_t *list;     /* (n, K) on the backend: the candidates alone */
  int32_t *order;    /* (n) host: the instance's city of each internal number */
  double hot, cold;  /* temperatures, in 2^16 of a cost */
  uint64_t end;      /* the first sweep of the next epoch */
  uint64_t steps;    /* of all chains since create */
  TemperPace pace;   /* without a budget */
  /* per chain, on the host */
  int64_t *cost, *best_cost; /* as last downloaded */
  uint32_t *level;           /* of its temperature */
  uint32_t *source;          /* whose tour it goes on from in the next epoch; `chains`: the inbox's */
};

/* ---- temper_plan.c: Solver's functions of these names ---- */

Status temper_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t temper_budget(const Plan *plan);
uint32_t temper_epochs(const Plan *plan);
double temper_work_all(const Instance *inst, const Plan *plan);
const char *temper_word(const Plan *plan);
/* Steps of a sweep of n cities. */
uint32_t temper_sweep(int32_t n);
/* Sets a->state.sweeps and a->end. */
void temper_epoch_set(Archipelago *a, uint32_t epoch);

/* ---- temper_cooling.c ---- */

/* The first and the last temperature, by proposals to a tour (n) on the backend, with a scratch of that size. */
Status temper_measure(Archipelago *a, const int32_t *tour, int32_t *scratch);
/* Solver.pacing */
void temper_pace(Archipelago *a, double done);
/* Sets the temperatures of the next sweeps; returns for how many, at most `most`. */
uint32_t temper_cool(Archipelago *a, uint32_t most);

/* ---- the others ---- */

Status temper_problem_make(Archipelago *a);
void temper_problem_free(Archipelago *a);

Status temper_state_make(Archipelago *a);
Status temper_start(Archipelago *a, const int32_t *initial); /* Solver.start */
void temper_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
void temper_state_free(Archipelago *a);
size_t temper_tour_bytes(const Archipelago *a);
int32_t *temper_tour(const Archipelago *a, int32_t *tours, size_t row); /* of tours (.., n) */
Status temper_costs_download(Archipelago *a);

Status temper_champion(Archipelago *a, uint32_t i, Individual *out);
Status temper_best(Archipelago *a, bool unfinished, Individual *out);
size_t temper_migrant_bytes(const Archipelago *a);
Status temper_emigrate(Archipelago *a, void *migrant);
Status temper_immigrate(Archipelago *a, const void *migrant);
/* At the beginning of an epoch: those that arrived take their places. */
Status temper_arrive(Archipelago *a);
/* Sweeps until chains of islands exchange levels, more than 0; and the exchange, before sweep a->state.sweeps. */
uint64_t temper_apart(const Archipelago *a);
Status temper_exchange(Archipelago *a);

Status temper_save(Archipelago *a, FieldSet *out);
Status temper_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
