/* Inside the "ils" solver: the archipelago, shared by ils.c (epochs), ils_plan.c (options and schedule), ils_problem.c (what
 * kernels read), ils_state.c (what they write; start tours), ils_champions.c (champions and migrants) and ils_fields.c
 * (saving and loading).
 *
 * Tour j of island i lies at row (i - span.first) * group + j. On the backend, and in migrants, cities have their internal
 * numbers (tour_problem.h), which are the same on every rank; what others see has the instance's. */
#ifndef CORDEE_SOLVER_ILS_ARCHIPELAGO_H
#define CORDEE_SOLVER_ILS_ARCHIPELAGO_H

#include "../solver.h"
#include "candidate_kernels.h"
#include "ils_kernels.h"

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  IlsProblem problem; /* empty if the span is, as are all arrays */
  IlsState state;     /* its arrays are on the backend, owned here */
  int32_t *order;     /* (n) host: the instance's city of each internal number */
  int32_t *list;      /* (n, width) backend: candidates, until all tours have begun; then NULL */
  uint32_t epoch;
  uint64_t
      step; /* of the run: first start tours, one of every island a step; then rounds of descent; then rounds of kicks */
  double done, done_before; /* share of the schedule that the clock has made over: now; when this leg began */
  int64_t *cost;            /* (tours) host: state.cost as of the last look; COST_NONE: not begun yet */
  /* champions, and who has arrived since the last exchange, which become champions if they are cheaper */
  int64_t *champion_cost, *inbox_cost;      /* (islands) host; COST_NONE: none */
  uint32_t *champion_origin, *inbox_origin; /* (islands) host: where they were found */
  int32_t *champion_tour, *inbox_tour; /* (islands, n) backend; inbox_tour NULL if there is but one island */
};

/* ---- ils_plan.c ---- */

/* Solver's functions of these names. */
Status ils_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t ils_budget(const Plan *plan);
uint32_t ils_epochs(const Plan *plan);

/* The step at which the descent begins; at which kicks do; at which the epoch ends. */
uint64_t ils_descent_begin(const Archipelago *a);
uint64_t ils_kicks_begin(const Archipelago *a);
uint64_t ils_epoch_begin(const Archipelago *a, uint32_t epoch);
/* The next rounds that have one temperature and one kind, at most so many. Start tours are made. */
IlsRounds ils_rounds_next(const Archipelago *a, uint64_t most);

/* ---- ils_problem.c ---- */

/* a->problem, order and list. ERR_MEMORY, ERR_DEVICE. */
Status ils_problem_make(Archipelago *a);
void ils_problem_free(Archipelago *a);
/* -ln of the middle of the k-th of ILS_QUANTILES equal parts of (0, 1), in 1/4096, rounded. */
uint32_t ils_quantile(uint32_t k);

/* ---- ils_state.c ---- */

/* Arrays of a->span's islands: no tour has begun. */
Status ils_state_make(Archipelago *a);
void ils_state_free(Archipelago *a);
/* Makes start tour j of every island. */
Status ils_start(Archipelago *a, uint32_t j);
/* Frees what start tours alone need. */
void ils_started(Archipelago *a);
/* Position and cost of one row, from its tour. */
Status ils_measure(Archipelago *a, uint32_t row);
/* a->cost as it is now. */
Status ils_look(Archipelago *a);
/* The unit of every tour's temperature: its mean edge. */
Status ils_scale(Archipelago *a);

/* ---- ils_champions.c ---- */

/* The best tour of every island becomes its champion if it is cheaper. */
Status ils_champions_look(Archipelago *a);
/* Internal numbers to the instance's, in place: tour (n) on the host. */
void ils_translate(const Archipelago *a, int32_t *tour);
/* Solver's functions of these names. */
Status ils_champion(Archipelago *a, uint32_t i, Individual *out);
Status ils_best(Archipelago *a, bool unfinished, Individual *out);
size_t ils_migrant_bytes(const Archipelago *a);
Status ils_emigrate(Archipelago *a, void *migrant);
Status ils_immigrate(Archipelago *a, const void *migrant);

/* ---- ils_fields.c ---- */

Status ils_save(Archipelago *a, FieldSet *out);
Status ils_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
