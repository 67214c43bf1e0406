/* Inside the "flock" solver: the archipelago. flock.c has the table of functions and the epochs, flock_plan.c defaults and amounts, flock_problem.c what kernels read,
 * flock_state.c what they write, champions and migrants, flock_save.c checkpoints. On the backend and in migrants cities have
 * their internal numbers (tour_problem.h), in champions and checkpoints the instance's. */
#ifndef CORDEE_SOLVER_PSO_TOURS_FLOCK_ARCHIPELAGO_H
#define CORDEE_SOLVER_PSO_TOURS_FLOCK_ARCHIPELAGO_H

#include "flock_kernels.h"
#include "flock_plan.h"
#include "solver/aco/aco_kernels.h"

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  AcoProblem
      problem; /* its tour, and for the local search its lists; empty if the span is empty, as are all arrays */
  FlockRules rules;
  AcoColony
      *colony; /* (islands) on the backend: none has a source, so that the local search begins everywhere */
  FlockState state; /* its arrays are on the backend, owned here */
  int32_t *order;   /* (n) host: the instance's city of each internal number */
  int64_t *cost;    /* (islands) host: state.g_cost as last downloaded */
  uint32_t at, end; /* the next iteration, and the first of the next epoch */
  uint64_t moved;   /* particles' moves since create */
};

/* ---- flock_plan.c: Solver's functions of these names ---- */

Status flock_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t flock_budget(const Plan *plan);
uint32_t flock_epochs(const Plan *plan);
double flock_work_all(const Instance *inst, const Plan *plan);
double flock_work_done(const Instance *inst, const Plan *plan, const Progress *progress);
const char *flock_variant(const Plan *plan);
/* In 2^-16. */
uint32_t flock_fixed(double value);
/* Sets a->at and a->end. */
void flock_epoch_set(Archipelago *a, uint32_t epoch);

/* ---- the others ---- */

/* Local search of all tours, as the plan says; then bests. */
Status flock_settle(Archipelago *a);
Status flock_problem_make(Archipelago *a);
void flock_problem_free(Archipelago *a);

size_t flock_rows(const Archipelago *a);
size_t flock_tour_bytes(const Archipelago *a);
size_t flock_swaps(const Archipelago *a); /* of a velocity at most */
Status flock_state_make(Archipelago *a);
void flock_state_free(Archipelago *a);
void flock_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
Status flock_costs_download(Archipelago *a);
/* The first particle of every swarm comes to a tour, in internal numbers, which is turned. */
Status flock_place(Archipelago *a, int64_t cost, int32_t *tour);

Status flock_champion(Archipelago *a, uint32_t i, Individual *out);
Status flock_best(Archipelago *a, bool unfinished, Individual *out);
size_t flock_migrant_bytes(const Archipelago *a);
Status flock_emigrate(Archipelago *a, void *migrant);
Status flock_immigrate(Archipelago *a, const void *migrant);

Status flock_save(Archipelago *a, FieldSet *out);
Status flock_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
